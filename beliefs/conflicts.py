"""Which statements, or groups of them, cannot hold together, and a smallest such set.

Three answers, the cheap ones first. A world in which all of some statements hold shows that they
can (every world that was ever drawn is kept for the statements it breaks). Local reasoning
(`beliefs.bounds`) may refute them in microseconds. A diagram decides.

A **smallest** conflict is found by its dual: every conflict contains, for every world, a statement
that the world breaks. So a smallest set that meets what each known world breaks is either a
conflict, and then a smallest one, or it holds in some world, which is one more known world (Reiter,
"A theory of diagnosis from first principles", 1987; Ignatiev, Previti, Liffiton, Marques-Silva,
"Smallest MUS extraction with minimal hitting set dualization", 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import TypeVar

import numpy as np

from beliefs.alternatives import Statement
from beliefs.bounds import Bounds
from beliefs.cases import WorldCases
from beliefs.diagram import Limits, WorldDiagram
from beliefs.errors import TooLarge
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods

DIAGRAMS = 60
"""Diagrams built in the search for a smallest conflict, at most."""
BRANCHES = 30_000
"""Steps of the searches for a smallest set that meets all known worlds, at most."""
MEMORY = 2**27
"""Bytes of a diagram that is built to see whether fewer statements are a conflict, at most."""
WORLDS = 256
"""Worlds drawn from a diagram, to see what they break."""

KEPT = 20
"""Different sets of broken statements kept of each sample, the smallest ones."""

T = TypeVar("T")


class OutOfTime(TooLarge):
    """A search that would take longer than it may."""


def irreducible(things: Sequence[T], conflict: Callable[[Sequence[T]], bool]) -> list[T]:
    """Some of these things, none of which can be left out, that are in conflict.

    By halves: about k log(n / k) tests for k of n (QuickXplain: Junker, "Preferred explanations
    and relaxations for over-constrained problems", 2004). Together they must be in conflict, and
    adding to a conflict must never end it. (Where `conflict` cannot tell of some set, a thing more
    may be kept.)

    >>> irreducible(range(100), lambda some: {17, 83} <= set(some))
    [17, 83]
    """
    if conflict([]):
        return []

    def needed(beside: list[int], added: bool, among: list[int]) -> list[int]:
        """What is needed of `among`, beside what is taken already."""
        if added and conflict([things[i] for i in sorted(beside)]):
            return []
        if len(among) == 1:
            return among
        half = len(among) // 2
        second = needed(beside + among[:half], True, among[half:])
        return needed(beside + second, bool(second), among[:half]) + second

    return [things[i] for i in needed([], False, list(range(len(things))))] if things else []


class Conflicts:
    """Conflicts among groups of statements of a knowledge, once `also` holds too.

    A group stands or falls as a whole; a set of groups is named by their numbers, as the bits of a
    whole number. Where a diagram would be too large, there is no conflict unless local reasoning
    proves one: what is claimed is always proven.

    Parameters
    ----------
    groups: the numbers of the statements in each group; default each statement by itself. What is
        in no group holds always.
    bounds: those of the knowledge's statements and of some others, of which `also` is number `at`:
        to be shared.
    until: what the clock (`time.monotonic`) may show when a diagram is begun, and else OutOfTime.

    >>> from beliefs import Knowledge, holds, lacks
    >>> knowledge = Knowledge(["A", "B"], {"x": 1, "y": 1}, [lacks("x", "A"), holds("x", "B")])
    >>> Conflicts(knowledge, holds("x", "A")).smallest()
    (Fact(places=frozenset({'x'}), weights={'A': 1}, table=None, lo=0, hi=0, because=None),)
    """

    def __init__(
        self,
        knowledge: Knowledge,
        also: Statement | None = None,
        *,
        groups: Sequence[Sequence[int]] | None = None,
        bounds: Bounds | None = None,
        at: int = 0,
        until: float | None = None,
    ) -> None:
        self.knowledge, self._until = knowledge, until
        self.also = () if also is None else (also,)
        self.diagrams = 0
        statements = range(len(knowledge.statements))
        self.groups = [[i] for i in statements] if groups is None else groups
        self._always = sorted({*statements} - {i for group in self.groups for i in group})
        self._every = (1 << len(self.groups)) - 1
        self._bounds = bounds or Bounds(knowledge, [*knowledge.statements, *self.also])
        self._at = [len(statements) + at] * len(self.also)
        self._broken: list[int] = []

    def refuted(self) -> bool:
        """Whether local reasoning refutes all groups together; False proves nothing."""
        return not self._fits(self._every)

    def all(self, *, without: int | None = None) -> bool:
        """Whether all groups (but one) are in conflict. Raises TooLarge where it is open."""
        some = self._every if without is None else self._every & ~(1 << without)
        return not self._fits(some) or not self._drawn(some)

    def conflict(self, some: int) -> bool:
        """Whether these groups are (proven to be) in conflict."""
        if any(not broken & some for broken in self._broken):
            return False
        if not self._fits(some):
            return True
        try:
            return not self._drawn(some, Limits(memory=MEMORY))
        except OutOfTime:
            raise
        except TooLarge:
            self._broken.append(self._every & ~some)
            return False

    def smallest(self) -> tuple[Statement, ...]:
        """The statements of the groups that `smallest_groups` finds."""
        return self.statements_of(self.smallest_groups())

    def smallest_groups(self) -> tuple[int, ...]:
        """The numbers of groups in conflict, once there is one, of which none can be left out.

        Smallest of all, unless the search needs more than `DIAGRAMS` diagrams or `BRANCHES` steps.
        """
        found = self._irreducible()
        steps, until = [BRANCHES], self.diagrams + DIAGRAMS
        while self.diagrams < until:
            meeting = _meeting(self._broken, found.bit_count(), steps)
            if meeting is None:
                break
            if self.conflict(meeting):
                found = meeting
                break
        return tuple(self._members(found))

    def irreducible_groups(self) -> tuple[int, ...]:
        """The same, sooner: of these too none can be left out, but there may be fewer others."""
        return tuple(self._members(self._irreducible()))

    def statements_of(self, groups: Iterable[int]) -> tuple[Statement, ...]:
        """What these groups say."""
        return tuple(self.knowledge.statements[i] for group in groups for i in self.groups[group])

    def _irreducible(self) -> int:
        among = [1 << i for i in range(len(self.groups))]
        if self.refuted():
            among = irreducible(among, lambda some: not self._fits(sum(some)))
        return sum(irreducible(among, lambda some: self.conflict(sum(some))))

    def _members(self, some: int) -> list[int]:
        return [i for i in range(len(self.groups)) if some >> i & 1]

    def _numbers(self, some: int) -> list[int]:
        """The numbers of the statements of these groups, and of those that hold always."""
        inside = (i for group in self._members(some) for i in self.groups[group])
        return sorted({*self._always, *inside})

    def _fits(self, some: int) -> bool:
        """False if local reasoning refutes these groups."""
        return self._bounds.fits([*self._numbers(some), *self._at])

    def _drawn(self, some: int, limits: Limits | None = None) -> bool:
        """Whether a diagram has worlds with these groups; keeps what some of them break."""
        if self._until is not None and monotonic() > self._until:
            raise OutOfTime("no time is left to tell which statements are in conflict")
        self.diagrams += 1
        statements = self.knowledge.statements
        told = self.knowledge.with_facts(
            [*(statements[i] for i in self._numbers(some)), *self.also]
        )
        structure = worlds_of(told, limits)
        if not structure.possible:
            return False
        judged = Likelihoods(self.knowledge, structure.sample(WORLDS, self.diagrams))
        able = np.ones((len(self.groups), WORLDS), np.bool_)
        for group, holds in zip(self.groups, able, strict=True):
            for i in group:
                holds &= judged.possible(statements[i])
        bits = np.packbits(able.T, axis=1, bitorder="little")
        held = {int.from_bytes(row.tobytes(), "little") for row in bits}
        self._keep([self._every & ~one for one in held if not some & ~one], some)
        return True

    def _keep(self, breaks: list[int], some: int) -> None:
        """Keep the least that worlds break; a smaller set tells all that a larger one does."""
        for broken in sorted(breaks or [self._every & ~some], key=int.bit_count)[:KEPT]:
            if not any(not known & ~broken for known in self._broken):
                self._broken = [known for known in self._broken if broken & ~known]
                self._broken.append(broken)


def worlds_of(knowledge: Knowledge, limits: Limits | None = None) -> WorldDiagram | WorldCases:
    """The diagram (within the limits, if there are any), or the sum of diagrams, of a knowledge."""
    if knowledge.alternatives:
        return WorldCases(knowledge, limits=limits)
    return WorldDiagram(knowledge, limits=limits)


def _meeting(sets: Sequence[int], below: int, steps: list[int]) -> int | None:
    """A smallest set with a member in each of the sets, smaller than `below`; None if none is.

    None too when `steps[0]`, which is counted down, runs out.
    """
    best: list[int | None] = [None]
    size = [below]

    def search(open_: list[int], taken: int, n: int) -> None:
        steps[0] -= 1
        if not open_:
            best[0], size[0] = taken, n
            return
        # Sets without a common member need a member each.
        apart, apartness = 0, 0
        for one in open_:
            if not one & apart:
                apart, apartness = apart | one, apartness + 1
        if n + apartness >= size[0] or steps[0] <= 0:
            return
        members = open_[0]
        barred = 0
        while members:
            bit = members & -members
            members ^= bit
            # What this member does not meet, without the members that were tried before it.
            left = [one & ~barred for one in open_ if not one & bit]
            if all(left):
                search(sorted(left, key=int.bit_count), taken | bit, n + 1)
            barred |= bit

    if below > 0 and all(sets):
        search(sorted(sets, key=int.bit_count), 0, 0)
    return best[0] if steps[0] > 0 else None
