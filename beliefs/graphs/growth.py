"""Growing a diagram, within limits of memory and time; small ones are kept.

The next knowledge of the same shape then costs next to nothing: in search and through a game the
same shapes come again and again.
"""

from __future__ import annotations

from math import inf
from numbers import Real
from threading import Lock
from time import monotonic
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.errors import KnowledgeError, TooLarge
from beliefs.facts import whole
from beliefs.graphs.grown import SMALL, Grown
from beliefs.graphs.guess import guessed
from beliefs.graphs.kernels.automata import Automata
from beliefs.graphs.kernels.build import (
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
from beliefs.graphs.plan import OPTION, WEIGHTED, plan_of
from beliefs.graphs.shape import Shape
from beliefs.graphs.storage import NOTHING, ROOM, cut, enlarged, room_for, roomier

MEMORY = 2 * 2**30
"""Bytes of one diagram, at most: some 20 million states, as most have two or three arcs."""
WORK = 2_000_000
"""Options that are tried between two looks at the clock: about a tenth of a second."""
PROBE, FAR = 100_000, 8.0
"""States after which the size of the whole is guessed; how far off the guess may well be."""
KEPT, STATES = 256, 500_000
"""Diagrams that are kept, at most, and states in all of them together: some 50 MiB."""
MOST = 2**31 - 2**24
"""States and arcs that can be told apart, at most."""


class Limits(NamedTuple):
    """What a build may cost: bytes, and seconds by the clock (None: no limit).

    foreseen: give up as soon as it is clear that the limits will not be kept by far.
    """

    memory: int = MEMORY
    seconds: float | None = None
    foreseen: bool = False


def limits_of(memory: int | None, seconds: float | None, *, foreseen: bool = False) -> Limits:
    """The limits that somebody asked for (None: 2 GiB, and however long it takes).

    Raises KnowledgeError for what is no number, or less than nothing.
    """
    if memory is not None and whole(memory, "memory, in bytes,") <= 0:
        raise KnowledgeError(f"memory is {memory} bytes: it must be more than 0")
    if seconds is not None:
        number = isinstance(seconds, Real) and not isinstance(seconds, bool)
        if not number or not 0 <= seconds < inf:
            raise KnowledgeError(f"seconds is {seconds!r}: it must be a number, 0 or more")
    return Limits(MEMORY if memory is None else memory, seconds, foreseen)


class Clock:
    """The time that is spent, against the limit."""

    def __init__(self, limits: Limits) -> None:
        self._started, self._until = monotonic(), limits.seconds

    @property
    def spent(self) -> float:
        """Seconds so far."""
        return monotonic() - self._started

    @property
    def over(self) -> bool:
        """Whether that is more than there may be."""
        return self._until is not None and self.spent > self._until

    def rest(self, limits: Limits) -> Limits:
        """The limits with the seconds that are left."""
        if self._until is None:
            return limits
        return limits._replace(seconds=max(0.0, self._until - self.spent))


def cost(nodes: int, arcs: int) -> int:
    """Bytes of a diagram, about, with the passes over it."""
    return nodes * NODE_BYTES + arcs * ARC_BYTES


_kept: dict[Shape, Grown] = {}
_keeping = Lock()


def grown(shape: Shape, limits: Limits = Limits()) -> Grown:  # noqa: B008 (it is a constant)
    """The diagram of a shape. Raises TooLarge beyond the limits.

    One that is kept is taken only where it would have been built, so that no answer depends on what
    was asked before.
    """
    found = _kept.get(shape)
    if found is None or found.built > limits.memory:
        found = _grown(shape, limits)
    keep(found)
    return found


def forget() -> None:
    """Forget the diagrams that were kept: the next one of each shape is grown anew."""
    with _keeping:
        _kept.clear()


def keep(found: Grown) -> None:
    """Keep a small diagram for the next knowledge of its shape; those not asked for long go."""
    if found.nodes > SMALL:
        return
    with _keeping:  # threads may look at it meanwhile, but no two of them change it
        known = _kept.pop(found.shape, None)
        _kept[found.shape] = found
        if known is None:
            while len(_kept) > KEPT or sum(one.nodes for one in _kept.values()) > STATES:
                del _kept[next(iter(_kept))]


def _grown(shape: Shape, limits: Limits) -> Grown:
    build = Build(shape, limits.memory)
    clock, until = Clock(limits), inf if limits.seconds is None else limits.seconds
    guess = limits.foreseen
    while True:
        if build.bytes > limits.memory:
            raise TooLarge(build.refusal(f"{limits.memory / 2**20:,.0f} MiB"))
        if build.done:
            return build.grown()
        if build.arcs > MOST:
            raise TooLarge(build.refusal(f"{MOST:,} arcs, the most that there can be"))
        spent = clock.spent
        if build.nodes and spent > until:
            raise TooLarge(build.refusal(f"{limits.seconds} seconds"))
        if guess and build.nodes > PROBE:
            guess = False
            times = guessed(build.plan, build.automata, build.widths) / build.nodes
            if times * build.bytes > FAR * limits.memory or times * spent > FAR * until:
                raise TooLarge(build.refusal(f"is allowed, some {times:,.0f} times"))
        build.go_on(PROBE if guess else WORK)


class Build:
    """A diagram that is being built, some work at a time.

    `nodes` and `arcs` are the states and arcs so far, `layer` is the layer that is next.
    """

    def __init__(self, shape: Shape, memory: int = MEMORY) -> None:
        self.shape = shape
        self.plan, self.tables, self.untouched = plan_of(shape)
        self._fixed = 16 * self.plan.versions
        if self._fixed > memory:
            raise TooLarge(
                f"the sums of the facts alone need {self._fixed / 2**20:,.0f} MiB, "
                f"{memory / 2**20:,.0f} MiB are allowed: take coarser weights"
            )
        self.automata = Automata.empty(self.plan)
        self.nodes = self.arcs = self.layer = 0
        self.most = 0  # bytes, on the way too: states that come to nothing are dropped at the end
        self.done = not self.untouched
        self._graph = room_for(
            len(self.plan.layers) - 1, weighs=bool(self.plan.sums[:, WEIGHTED].any())
        )
        # No state has more words than sums: there is room for the first one at least.
        self._words = np.empty(max(4 * ROOM, len(self.plan.sums) + 1), np.int64)
        self._slots = np.full(2 * ROOM, -1, np.int64)
        self._most = 2 * int(np.diff(self.plan.layers[:, OPTION]).max(initial=0))
        self._at = np.zeros(6, np.int64)

    @property
    def bytes(self) -> int:
        """What the diagram costs so far, about, with the passes over it."""
        return self._fixed + cost(self.nodes, self.arcs)

    @property
    def widths(self) -> npt.NDArray[np.int64]:
        """The number of states in each layer so far, completed or not."""
        return np.asarray(np.diff(self._graph.layer[: self.layer + 2]))

    def go_on(self, work: int) -> None:
        """Try about so many options, or make room."""
        graph, at = self._graph, self._at
        grow(self.plan, self.automata, graph, self._words, self._slots, at, work)
        self.layer, node, self.nodes, self.arcs, width, status = at.tolist()
        self.done = status in (DONE, EMPTY)
        if status == EMPTY:
            self.nodes = 0
        elif status == SHORT:
            self._graph = roomier(graph, self.nodes, self.arcs, self._most)
            room = width * len(self._graph.remain)
            self._words = enlarged(self._words, width * self.nodes, room)
        elif status == CROWDED:  # begin the layer anew, with a larger table
            self._slots = np.full(4 * len(self._slots), -1, np.int64)
            if node > graph.layer[self.layer]:
                at[COUNT] = graph.arcs[graph.layer[self.layer]]
            at[NODE], at[NODES] = graph.layer[self.layer : self.layer + 2]
        self.most = max(self.most, self.bytes)

    def grown(self) -> Grown:
        """The diagram, when it is done."""
        graph = cut(self._graph, self.nodes, self.arcs) if self.untouched else NOTHING
        return Grown(
            self.shape, self.plan, self.tables, self.untouched, self.automata, graph,
            built=max(self.most, cost(len(graph.remain), len(graph.child))),
        )  # fmt: skip

    def refusal(self, limit: str) -> str:
        """Why to give up."""
        return (
            f"the diagram needs more than {limit}: {self.nodes:,} states by layer {self.layer} of "
            f"{len(self.plan.layers) - 1}, as many facts about different cards overlap; allow "
            "more, leave out some facts, or take samples: method='chain'"
        )
