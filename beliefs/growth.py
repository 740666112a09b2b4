"""Growing a diagram, within limits of memory and time; small ones are kept.

The next knowledge of the same shape then costs next to nothing: in search and through a game the
same shapes come again and again.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from beliefs.errors import KnowledgeError
from beliefs.grown import NOTHING, SMALL, Grown, cut
from beliefs.kernels.automata import Automata
from beliefs.kernels.graph import COUNT, EMPTY, NODES, OVER, RUNNING, STATUS, Graph, Store, grow
from beliefs.plan import WEIGHTED, plan_of
from beliefs.shape import Shape

MEMORY = 2 * 2**30
"""Bytes of one diagram, at most: some 20 million states, as most have two or three arcs."""
WORK = 2_000_000
"""Options that are tried between two looks at the clock: about a tenth of a second."""
KEPT = 256
"""Diagrams that are kept, at most, each of them a `SMALL` one."""


class TooLarge(KnowledgeError):
    """A diagram that would need more than its limit of memory, or of time."""


class Limits(NamedTuple):
    """What a build may cost: bytes, and seconds by the clock (None: no limit)."""

    memory: int = MEMORY
    seconds: float | None = None


_kept: dict[Shape, Grown] = {}


def grown(shape: Shape, limits: Limits = Limits()) -> Grown:  # noqa: B008 (it is a constant)
    """The diagram of a shape. Raises TooLarge beyond the limits."""
    found = _kept.get(shape)
    if found is None:
        found = _grown(shape, limits)
        if found.nodes <= SMALL:
            while len(_kept) >= KEPT:
                _kept.pop(next(iter(_kept)), None)
            _kept[shape] = found
    return found


def _grown(shape: Shape, limits: Limits) -> Grown:
    plan, tables, untouched = plan_of(shape)
    none = np.zeros(0, np.int64)
    automata = Automata(none, none, none, np.zeros((0, 3), np.int64))
    if not untouched:
        return Grown(shape, plan, tables, 0, automata, NOTHING)
    weighs = bool(plan.sums[:, WEIGHTED].any())
    store = _empty_store(len(plan.layers), weighs)
    until = inf if limits.seconds is None else monotonic() + limits.seconds
    while True:
        automata, store = grow(plan, plan.versions, automata, store, WORK, limits.memory)
        status = store.at[STATUS]
        if status == OVER:
            raise TooLarge(_too_large(f"{limits.memory / 2**20:,.0f} MiB", store))
        if status != RUNNING:
            break
        if monotonic() > until:
            raise TooLarge(_too_large(f"{limits.seconds} seconds", store))
    if status == EMPTY:
        return Grown(shape, plan, tables, untouched, automata, NOTHING)
    graph = cut(store.graph, int(store.at[NODES]), int(store.at[COUNT]))
    return Grown(shape, plan, tables, untouched, automata, graph)


def _empty_store(layers: int, weighs: bool) -> Store:
    room = 64
    graph = Graph(
        np.zeros(layers + 1, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room if weighs else 0, np.int64),
    )
    none = np.zeros(0, np.int64)
    return Store(graph, none.reshape(0, 1), none, np.zeros(5, np.int64))


def _too_large(limit: str, store: Store) -> str:
    layer, _, nodes, _, _ = store.at.tolist()
    return (
        f"the diagram needs more than {limit}: {nodes:,} states by layer {layer} of "
        f"{len(store.graph.layer) - 2}, as many facts about different cards overlap; allow more, "
        "leave out some facts, or take samples: method='chain'"
    )
