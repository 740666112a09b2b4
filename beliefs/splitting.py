"""Knowledge with alternatives as a sum of knowledge without, or as parts that exclude each other.

Alternatives are taken one after another: each part so far meets each of their cases, and what has
no world is dropped at once, so that cases which rule each other out never multiply. Two ways:

- **terms**: a world's weight is the sum of its weights in all parts. One part for each case is
  enough; only what counts a world once is made exclusive.
- **apart**: no world lies in two parts. Where cases overlap, the overlap becomes parts of its own,
  with the added weight.

Whether two cases overlap is seen from a sum that they share (two shapes of a hand), else from a
diagram of both (a hand of one card cannot be two cards).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from beliefs.alternatives import Alternatives, Statement
from beliefs.diagram import TooLarge, WorldDiagram
from beliefs.facts import Fact
from beliefs.knowledge import Knowledge
from beliefs.regions import (
    Exact,
    Region,
    exclude,
    meet,
    outside,
    overlap,
    region_of,
    sum_of,
    tidied,
)

PARTS = 5_000
"""Parts into which alternatives split a knowledge, at most."""


class Splitter:
    """The alternatives of a knowledge, taken apart.

    `base` is the knowledge with the facts that no alternative has to do with; the regions of the
    parts say the rest. `limit`: give up with `TooLarge` beyond this number of parts.
    """

    def __init__(self, knowledge: Knowledge, limit: int = PARTS) -> None:
        told = {sum_of(fact, knowledge) for one in knowledge.alternatives for fact in one.facts}
        apart = [fact for fact in knowledge.facts if sum_of(fact, knowledge) not in told]
        close = [fact for fact in knowledge.facts if sum_of(fact, knowledge) in told]
        self.base = knowledge.with_facts(apart)
        self.limit = limit
        self._start = region_of(close, 1, knowledge)
        self._cases = sorted(
            (
                (tidied(_regions(one, knowledge), once=one.once), one.once)
                for one in knowledge.alternatives
            ),
            key=lambda pair: len(pair[0]),
        )
        self._known: dict[object, WorldDiagram | bool] = {}  # by shape

    def diagram(self, region: Region) -> WorldDiagram:
        """The diagram of the worlds in a region, its factor left out."""
        found = self._known.get(region.shape)
        if isinstance(found, WorldDiagram):
            return found
        return WorldDiagram(self.base.given(*region.facts))

    def possible(self, region: Region, *, keep: bool = False) -> bool:
        """Whether the region has a world; `keep` its diagram for `diagram`."""
        shape = region.shape
        if shape not in self._known:
            diagram = self.diagram(region)
            self._known[shape] = diagram if keep and diagram.possible else diagram.possible
        return bool(self._known[shape])

    def forget(self) -> None:
        """Let go of the diagrams that were kept."""
        self._known = {shape: bool(known) for shape, known in self._known.items()}

    def any_world(self) -> bool:
        """Whether there is any world, found as soon as some choice of cases has one."""
        return self._start is not None and self._any(self._start, self._cases)

    def _any(self, region: Region, left: Sequence[tuple[list[Region], bool]]) -> bool:
        if not self.possible(region):
            return False
        if not left:
            return True
        met = (meet(region, case) for case in left[0][0])
        return any(one is not None and self._any(one, left[1:]) for one in met)

    def terms(self) -> list[Region]:
        """Regions over which the weights of a world are added up."""
        alike: dict[object, Region] = {}
        for part in self._parts(apart=False):
            shape = part.shape
            before = alike[shape].factor if shape in alike else 0
            alike[shape] = replace(part, factor=before + part.factor)
        return list(alike.values())

    def apart(self) -> list[Region]:
        """Regions of which every world lies in one."""
        return self._parts(apart=True)

    def _parts(self, *, apart: bool) -> list[Region]:
        parts = [] if self._start is None else [self._start]
        parts = [part for part in parts if self.possible(part, keep=not self._cases)]
        for i, (cases, once) in enumerate(self._cases):
            last = i == len(self._cases) - 1
            parts = self._counted(
                piece for part in parts for piece in self._within(part, cases, once, apart, last)
            )
        return parts

    def _within(
        self, part: Region, cases: list[Region], once: bool, apart: bool, last: bool
    ) -> list[Region]:
        """The worlds of a part in which a case holds, as regions."""
        met = [one for case in cases if (one := meet(part, case)) and self.possible(one, keep=last)]
        if once:
            return self._counted(
                piece for i, one in enumerate(met) for piece in self._beyond([one], met[:i])
            )
        if not apart:
            return met
        sorted_out: list[Region] = []
        for one in met:
            sorted_out = self._counted(self._added(sorted_out, one))
        return sorted_out

    def _added(self, regions: list[Region], one: Region) -> Iterator[Region]:
        """Regions apart, and one more: the sum as regions apart."""
        rest = [one]
        for region in regions:
            yield from self._beyond([region], rest)
            for other in rest:
                if self._touch(region, other):
                    yield from (r for r in overlap(region, other) if self.possible(r))
            rest = self._beyond(rest, [region])
        yield from rest

    def _beyond(self, regions: list[Region], others: Sequence[Region]) -> list[Region]:
        """The worlds of regions apart that lie in none of the others: regions apart."""
        for other in others:
            regions = self._counted(
                piece for region in regions for piece in self._outside(region, other)
            )
        return regions

    def _outside(self, region: Region, other: Region) -> list[Region]:
        if not self._touch(region, other):
            return [region]
        return [piece for piece in outside(region, other) if self.possible(piece)]

    def _touch(self, a: Region, b: Region) -> bool:
        """Whether some world lies in both."""
        if exclude(a, b):
            return False
        both = meet(a.support, b.support)
        return both is not None and self.possible(both)

    def _counted(self, regions: Iterable[Region]) -> list[Region]:
        found: list[Region] = []
        for region in regions:
            found.append(region)
            if len(found) > self.limit:
                raise TooLarge(
                    f"the alternatives split into more than {self.limit} parts: give fewer cases, "
                    "or cases that exclude each other by what they say of the same cards and places"
                )
        return found


def terms(
    knowledge: Knowledge, statements: Iterable[Statement], limit: int = PARTS
) -> list[tuple[Exact, tuple[Fact, ...]]]:
    """Statements as a sum over lists of facts: (factor, facts), for worlds of this knowledge.

    What holds of statements in the mean is the sum of the factors times what holds of the facts.

    >>> from beliefs import Knowledge, any_of, holds
    >>> k = Knowledge(["A", "B"], {"x": 1, "y": 1})
    >>> for factor, facts in terms(k, [any_of(holds("x", "A"), holds("y", "A"))]):
    ...     print(factor, [str(fact) for fact in facts])
    1 ['the number of A in x has likelihood 1: 1']
    1 ['the number of A in y has likelihood 1: 1']
    """
    told = knowledge.with_facts(statements)
    if not told.alternatives:
        return [(1, told.facts)]
    splitter = Splitter(told, limit)
    return [(part.factor, (*splitter.base.facts, *part.facts)) for part in splitter.terms()]


def _regions(one: Alternatives, knowledge: Knowledge) -> Iterator[Region]:
    for case, weight in zip(one.cases, one.weights, strict=True):
        if weight and (region := region_of(case, weight, knowledge)):
            yield region.support if one.once else region
