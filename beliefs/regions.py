"""Regions: sets of worlds described by a table of weights for each of several sums.

A region's weight of a world is a factor times the product of its tables, each looked up at the sum
of some cards in some places (as in `Fact`); a sum left out of a table weighs 0. Regions are closed
under what a sum over alternatives needs, exactly and without listing worlds:

- `meet`: both hold, the weights multiplied;
- `outside`: the part of one region that lies outside another, as regions that exclude each other;
- `overlap`: where both hold, the weights added, as regions that exclude each other;
- `joined`: two regions added as one, if they differ in one sum alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from beliefs.facts import Face, Fact, Number, Place, exactly_as_given, unit_of
from beliefs.knowledge import Knowledge

Exact: TypeAlias = int | Fraction
Table: TypeAlias = Mapping[int, Exact]
"""Sum, in units, to its weight, always positive."""


class Sum(NamedTuple):
    """What a fact adds up: the weights of the cards in some places, in their common unit."""

    places: frozenset[Place]
    weights: tuple[tuple[Face, int], ...]  # in the order of the knowledge's faces
    least: int
    most: int

    @property
    def faces(self) -> frozenset[Face]:
        """The cards that it counts."""
        return frozenset(face for face, _ in self.weights)


TINY = Fraction(1, 2**1000)
"""Less is said by two facts together: a float64 goes down to some 2**-1074."""


@dataclass(frozen=True)
class Region:
    """Worlds whose sums all have a weight; the largest weight of each table is 1.

    Two regions with the same `shape` hold the same worlds in the same proportions.
    """

    factor: Exact
    tables: Mapping[Sum, Table] = field(hash=False)

    @cached_property
    def shape(self) -> frozenset[tuple[Sum, frozenset[tuple[int, Exact]]]]:
        """The tables, hashable."""
        return frozenset((about, frozenset(t.items())) for about, t in self.tables.items())

    @cached_property
    def counts(self) -> list[tuple[Sum, int]]:
        """The sums that count cards, each with the least number that lies there."""
        return [
            (about, min(table))
            for about, table in self.tables.items()
            if all(weight == 1 for _, weight in about.weights)
        ]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The tables as facts; the factor is left out."""
        return tuple(
            Fact(about.places, dict(about.weights), part)
            for about, table in self.tables.items()
            for part in as_floats(table)
        )

    @property
    def support(self) -> Region:
        """The same worlds, all of weight 1."""
        return Region(1, {about: dict.fromkeys(t, 1) for about, t in self.tables.items()})


ANYTHING = Region(1, {})
"""All worlds."""


def sum_of(fact: Fact, knowledge: Knowledge) -> Sum:
    """What a fact of this knowledge adds up, the same for facts that add up the same."""
    unit = unit_of(fact.weights)
    weights = [
        (face, fact.weights[face] // unit) for face in knowledge.faces if face in fact.weights
    ]
    copies = dict(zip(knowledge.faces, knowledge.copies, strict=True))
    totals = [weight * copies[face] for face, weight in weights]
    least, most = sum(t for t in totals if t < 0), sum(t for t in totals if t > 0)
    return Sum(fact.places, tuple(weights), least, most)


def region_of(facts: Iterable[Fact], factor: Number, knowledge: Knowledge) -> Region | None:
    """The worlds in which all the facts hold; None if that cannot be for any cards.

    >>> from beliefs import Knowledge, at_least, at_most
    >>> k = Knowledge({"A": 3}, {"x": 3})
    >>> region_of([at_least("x", "A", 1), at_most("x", "A", 2)], 1, k).tables.values()
    dict_values([{1: 1, 2: 1}])
    """
    found: Region | None = Region(exactly_as_given(factor), {})
    for fact in facts:
        about, unit = sum_of(fact, knowledge), unit_of(fact.weights)
        sums = range(about.least, about.most + 1)
        table = {s: exactly_as_given(w) for s in sums if (w := fact.weight(unit * s))}
        found = found and meet(found, Region(1, {about: table}))
    return found


def meet(a: Region, b: Region) -> Region | None:
    """The worlds of both regions, their weights multiplied; None if some sum excludes it."""
    tables = dict(a.tables)
    for about, table in b.tables.items():
        here = tables.get(about)
        tables[about] = (
            table if here is None else {s: w * table[s] for s, w in here.items() if s in table}
        )
    return _normal(a.factor * b.factor, tables)


def exclude(a: Region, b: Region) -> bool:
    """Whether some sum alone shows that no world lies in both.

    >>> from beliefs import Knowledge, exactly
    >>> k = Knowledge({"A": 3}, {"x": 2, "y": 1})
    >>> exclude(*(region_of([exactly("x", "A", n)], 1, k) for n in (1, 2)))
    True
    """
    return any(
        about in b.tables and not table.keys() & b.tables[about].keys()
        for about, table in a.tables.items()
    )


def outside(a: Region, b: Region) -> list[Region]:
    """The worlds of `a` that are not in `b`, with their weights in `a`: regions apart.

    Outside the first sum of `b`; or inside it and outside the second; and so on.
    """
    if exclude(a, b):
        return [a]
    apart: list[Region] = []
    inside = dict(a.tables)
    for about, theirs in b.tables.items():
        mine = _table(inside, about)
        beyond = {s: w for s, w in mine.items() if s not in theirs}
        if len(beyond) == len(mine):
            return [*apart, *_some(_normal(a.factor, inside))]
        apart += _some(_normal(a.factor, {**inside, about: beyond}))
        inside[about] = {s: w for s, w in mine.items() if s in theirs}
    return apart


def overlap(a: Region, b: Region) -> Iterator[Region]:
    """The worlds of both regions, their weights added: regions apart.

    Where the tables of a sum are in one proportion, the sum of products is a product again. So
    each sum is cut into the groups of values with one proportion; one sum need not be cut.
    """
    shared = {
        about: (_table(a.tables, about), _table(b.tables, about))
        for about in {**a.tables, **b.tables}
    }
    cuts = {about: _proportions(mine, theirs) for about, (mine, theirs) in shared.items()}
    if not cuts:
        yield Region(a.factor + b.factor, {})
        return
    uncut = max(cuts, key=lambda about: len(cuts[about]))
    mine, theirs = shared[uncut]
    kept = sorted(mine.keys() & theirs.keys())
    del cuts[uncut]
    for groups in product(*(groups.items() for groups in cuts.values())):
        tables: dict[Sum, Table] = {
            about: {s: shared[about][1][s] for s in sums}
            for about, (_, sums) in zip(cuts, groups, strict=True)
        }
        factor = a.factor * prod(proportion for proportion, _ in groups)
        tables[uncut] = {s: factor * mine[s] + b.factor * theirs[s] for s in kept}
        yield from _some(_normal(1, tables))


def joined(a: Region, b: Region, *, once: bool = False) -> Region | None:
    """Both regions added as one, if they differ in one sum at most; None otherwise.

    `once`: weight 1 where either holds.

    >>> from beliefs import Knowledge, lacks
    >>> k = Knowledge({"A": 1}, {"x": 1, "y": 0})
    >>> sure = region_of([lacks("x", "A")], 9, k)
    >>> both = joined(sure, ANYTHING)
    >>> both.factor, list(both.tables.values())
    (10, [{0: 1, 1: Fraction(1, 10)}])
    """
    differ = [
        about
        for about in {**a.tables, **b.tables}
        if _table(a.tables, about) != _table(b.tables, about)
    ]
    if len(differ) > 1:
        return None
    if not differ:
        return Region(1 if once else a.factor + b.factor, a.tables)
    mine, theirs = _table(a.tables, differ[0]), _table(b.tables, differ[0])
    table = {
        s: 1 if once else a.factor * mine.get(s, 0) + b.factor * theirs.get(s, 0)
        for s in sorted({**mine, **theirs})
    }
    return _normal(1, {**a.tables, differ[0]: table})


def tidied(regions: Iterable[Region], *, once: bool = False) -> list[Region]:
    """The same sum of regions, as few as joining them in pairs leaves."""
    tidy: list[Region] = []
    for region in regions:
        i = 0
        while i < len(tidy):
            if (both := joined(tidy[i], region, once=once)) is None:
                i += 1
            else:
                del tidy[i]
                region, i = both, 0
        tidy.append(region)
    return tidy


def inside(region: Region, world: Mapping[Place, Collection[Face]]) -> bool:
    """Whether a world (place -> faces, each copy by itself) lies in the region."""
    for about, table in region.tables.items():
        weights = dict(about.weights)
        if sum(weights.get(f, 0) for p in about.places for f in world[p]) not in table:
            return False
    return True


def _table(tables: Mapping[Sum, Table], about: Sum) -> Table:
    """The table of a sum; where there is none, every sum weighs 1."""
    found = tables.get(about)
    return dict.fromkeys(range(about.least, about.most + 1), 1) if found is None else found


def as_floats(table: Table) -> Iterator[Table]:
    """Tables whose product is the table, with no weight too small for a float64."""
    while any(weight < TINY for weight in table.values()):
        yield {s: TINY if weight < TINY else 1 for s, weight in table.items()}
        table = {s: weight / TINY if weight < TINY else weight for s, weight in table.items()}
    yield table


def _proportions(mine: Table, theirs: Table) -> dict[Exact, list[int]]:
    """The sums in both tables, grouped by the proportion of their weights."""
    groups: dict[Exact, list[int]] = {}
    for s, weight in mine.items():
        if s in theirs:
            proportion = exactly_as_given(Fraction(weight) / theirs[s])
            groups.setdefault(proportion, []).append(s)
    return groups


def _normal(factor: Exact, tables: Mapping[Sum, Table]) -> Region | None:
    """A region whose tables have 1 as the largest weight and say something."""
    kept: dict[Sum, Table] = {}
    for about, table in tables.items():
        if not table or not factor:
            return None
        most = max(table.values())
        if most != 1:
            factor *= most
            table = {s: exactly_as_given(Fraction(w) / most) for s, w in table.items()}
        if len(table) <= about.most - about.least or any(w != 1 for w in table.values()):
            kept[about] = table
    return Region(exactly_as_given(factor), kept) if factor else None


def _some(region: Region | None) -> Sequence[Region]:
    return () if region is None else (region,)
