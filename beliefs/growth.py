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
from beliefs.grown import SMALL, Grown
from beliefs.kernels.automata import Automata
from beliefs.kernels.graph import (
    ARC_BYTES,
    COUNT,
    CROWDED,
    DONE,
    EMPTY,
    NODE,
    NODE_BYTES,
    NODES,
    SHORT,
    grow,
)
from beliefs.plan import OPTION, WEIGHTED, Plan, plan_of
from beliefs.shape import Shape
from beliefs.storage import NOTHING, ROOM, cut, enlarged, room_for, roomier

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
    automata = Automata.empty(plan)
    if not untouched:
        return Grown(shape, plan, tables, 0, automata, NOTHING)
    at = np.zeros(6, np.int64)
    graph = room_for(len(plan.layers) - 1, weighs=bool(plan.sums[:, WEIGHTED].any()))
    most = 2 * int(np.diff(plan.layers[:, OPTION]).max(initial=0))
    words, slots = np.empty(4 * ROOM, np.int64), np.full(2 * ROOM, -1, np.int64)
    until = inf if limits.seconds is None else monotonic() + limits.seconds
    while True:
        grow(plan, automata, graph, words, slots, at, WORK)
        cell, node, nodes, count, width, status = at.tolist()
        if nodes * NODE_BYTES + count * ARC_BYTES > limits.memory:
            raise TooLarge(_too_large(f"{limits.memory / 2**20:,.0f} MiB", plan, nodes, cell))
        if status in (DONE, EMPTY):
            break
        if monotonic() > until:
            raise TooLarge(_too_large(f"{limits.seconds} seconds", plan, nodes, cell))
        if status == SHORT:
            graph = roomier(graph, nodes, count, most)
            words = enlarged(words, width * nodes, width * len(graph.remain))
        elif status == CROWDED:  # begin the layer anew, with a larger table
            slots = np.full(4 * len(slots), -1, np.int64)
            if node > graph.layer[cell]:
                at[COUNT] = graph.arcs[graph.layer[cell]]
            at[NODE], at[NODES] = graph.layer[cell : cell + 2]
    if status == EMPTY:
        return Grown(shape, plan, tables, untouched, automata, NOTHING)
    return Grown(shape, plan, tables, untouched, automata, cut(graph, nodes, count))


def _too_large(limit: str, plan: Plan, nodes: int, layer: int) -> str:
    return (
        f"the diagram needs more than {limit}: {nodes:,} states by layer {layer} of "
        f"{len(plan.layers) - 1}, as many facts about different cards overlap; allow more, leave "
        "out some facts, or take samples: method='chain'"
    )
