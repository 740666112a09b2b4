"""Knowledge with alternatives as a sum of knowledge without, or as parts that exclude each other.

Alternatives are taken one after another: each part so far meets each of their cases, and what has
no world is dropped at once, so that cases which rule each other out never multiply. Two ways:

- **terms**: a world's weight is the sum of its weights in all parts. One part for each case is
  enough; only what counts a world once is made exclusive.
- **apart**: no world lies in two parts: each case without those before it. Where weights matter
  too, the overlap of cases becomes parts of its own, with the added weight.

Whether two cases overlap is seen from a sum that they share (two shapes of a hand), from the room
(a hand of one card cannot be two cards), else from a diagram of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from beliefs.alternatives import Alternatives, Statement
from beliefs.diagram import Limits, WorldDiagram
from beliefs.errors import TooLarge
from beliefs.facts import Fact
from beliefs.graphs.growth import Clock
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
    parts say the rest. `limit`: give up with `TooLarge` beyond this number of parts; `limits`:
    beyond these bytes and seconds for all diagrams together.
    """

    def __init__(
        self, knowledge: Knowledge, limit: int = PARTS, limits: Limits | None = None
    ) -> None:
        if any(one.as_fact for one in knowledge.alternatives):
            knowledge = knowledge.with_facts(
                (isinstance(one, Alternatives) and one.as_fact) or one
                for one in knowledge.statements
            )
        told = {sum_of(fact, knowledge) for one in knowledge.alternatives for fact in one.facts}
        apart = [fact for fact in knowledge.facts if sum_of(fact, knowledge) not in told]
        close = [fact for fact in knowledge.facts if sum_of(fact, knowledge) in told]
        self.base = knowledge.with_facts(apart)
        self.limit = limit
        self._limits = limits or Limits()
        self._clock = Clock(self._limits)
        self.start = region_of(close, 1, knowledge)
        self._cases = sorted(
            (
                (tidied(_regions(one, knowledge), once=one.once), one.once)
                for one in knowledge.alternatives
            ),
            key=lambda pair: len(pair[0]),
        )
        self._copies = dict(zip(knowledge.faces, knowledge.copies, strict=True))
        self._room = dict(zip(knowledge.places, knowledge.capacities, strict=True))
        self._known: dict[object, WorldDiagram | bool] = {}  # by shape

    def diagram(self, region: Region, *, keep: bool = False) -> WorldDiagram:
        """The diagram of the worlds in a region, its factor left out. `keep` it for the next time.

        What is kept counts against the limit of memory; the clock is that of the last question.
        """
        found = self._known.get(region.shape)
        if isinstance(found, WorldDiagram):
            return found
        if self._clock.over:
            raise TooLarge(f"the alternatives need more than {self._limits.seconds} seconds")
        kept = sum(one.cost for one in self._known.values() if isinstance(one, WorldDiagram))
        limits = self._clock.rest(self._limits)._replace(memory=self._limits.memory - kept)
        diagram = WorldDiagram(self.base.given(*region.facts), limits=limits)
        diagram.limits = self._limits
        if keep:
            self._known[region.shape] = diagram
        return diagram

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
        self._clock = Clock(self._limits)
        return self.start is not None and self._any(self.start, self._cases)

    def _any(self, region: Region, left: Sequence[tuple[list[Region], bool]]) -> bool:
        if not self.possible(region):
            return False
        if not left:
            return True
        met = (meet(region, case) for case in left[0][0])
        return any(one is not None and self._any(one, left[1:]) for one in met)

    def terms(self) -> list[Region]:
        """Regions over which the weights of a world are added up."""
        self._clock = Clock(self._limits)
        alike: dict[object, Region] = {}
        for part in self._parts(apart=False):
            shape = part.shape
            before = alike[shape].factor if shape in alike else 0
            alike[shape] = replace(part, factor=before + part.factor)
        return list(alike.values())

    def apart(self, *, added: bool) -> list[Region]:
        """Regions of which every world lies in one; with its weight there if `added`."""
        self._clock = Clock(self._limits)
        return self._parts(apart=True, added=added)

    def _parts(self, *, apart: bool, added: bool = False) -> list[Region]:
        parts = [] if self.start is None else [self.start]
        parts = [part for part in parts if self.possible(part, keep=not self._cases)]
        for i, (cases, once) in enumerate(self._cases):
            found: list[Region] = []
            for part in parts:
                met = self._met(part, cases, keep=i == len(self._cases) - 1)
                if added and not once:
                    found += self._all_added(met)
                elif apart or once:
                    found += self._each_beyond(met)
                else:
                    found += met
                self._bound(found)
            parts = found
        return parts

    def _met(self, part: Region, cases: list[Region], *, keep: bool) -> list[Region]:
        """What is possible of a part in each case."""
        met = (meet(part, case) for case in cases if not self._crowded(part, case))
        return [one for one in met if one and self.possible(one, keep=keep)]

    def _each_beyond(self, regions: list[Region]) -> list[Region]:
        """Each region without those before it: regions apart."""
        found: list[Region] = []
        for i, one in enumerate(regions):
            found += filter(self.possible, self._beyond([one], regions[:i]))
            self._bound(found)
        return found

    def _all_added(self, regions: list[Region]) -> list[Region]:
        """The sum of regions as regions apart."""
        found: list[Region] = []
        for one in regions:
            rest, before, found = [one], found, []
            for region in before:
                found += self._beyond([region], rest)
                for other in rest:
                    if self._touch(region, other):
                        found += filter(self.possible, self._bounded(overlap(region, other)))
                rest = self._beyond(rest, [region])
                self._bound(found)
            found += rest
        return list(filter(self.possible, found))

    def _beyond(self, regions: list[Region], others: Sequence[Region]) -> list[Region]:
        """The worlds of regions apart that lie in none of the others: regions apart."""
        for other in others:
            regions = [
                piece
                for region in regions
                for piece in (outside(region, other) if self._touch(region, other) else [region])
            ]
            self._bound(regions)
        return regions

    def _touch(self, a: Region, b: Region) -> bool:
        """Whether some world lies in both."""
        if exclude(a, b) or self._crowded(a, b):
            return False
        both = meet(a.support, b.support)
        return both is not None and self.possible(both)

    def _crowded(self, a: Region, b: Region) -> bool:
        """Whether two counts, one of each region, need more cards or more room than there is."""
        for mine, least in a.counts:
            for theirs, more in b.counts:
                faces, places = mine.faces & theirs.faces, mine.places & theirs.places
                if least + more and not (faces and places):  # no card counts in both
                    cards = sum(self._copies[face] for face in mine.faces | theirs.faces)
                    rooms = [self._room[place] for place in mine.places | theirs.places]
                    room = cards if None in rooms else sum(filter(None, rooms))
                    if least + more > min(cards, room):
                        return True
        return False

    def _bound(self, regions: Sequence[Region]) -> None:
        if len(regions) > self.limit:
            raise TooLarge(
                f"the alternatives split into more than {self.limit} parts: give fewer cases, or "
                "cases that exclude each other by what they say of the same cards and places"
            )

    def _bounded(self, regions: Iterable[Region]) -> Iterator[Region]:
        found = list(islice(regions, self.limit + 1))
        self._bound(found)
        return iter(found)


def terms(
    knowledge: Knowledge,
    statements: Iterable[Statement],
    limit: int = PARTS,
    limits: Limits | None = None,
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
    splitter = Splitter(told, limit, limits)
    return [(part.factor, (*splitter.base.facts, *part.facts)) for part in splitter.terms()]


def _regions(one: Alternatives, knowledge: Knowledge) -> Iterator[Region]:
    for case, weight in zip(one.cases, one.weights, strict=True):
        if weight and (region := region_of(case, weight, knowledge)):
            yield region.support if one.once else region
