"""Lots as `Knowledge`: paths are places, what a lot holds is a capacity or a fact about paths.

Where no lot has successors, as in games whose hands are never mixed secretly, each lot is a place
with a capacity of its own and the zone's name. Otherwise the places are the paths that some card
may take; a lot on a path of its own gives that path its capacity, and any other lot is the fact
*exactly n cards lie on the paths through it*. Cards known by balance are certain, and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.errors import Contradiction
from beliefs.facts import Face, Fact, Number, Place, exactly_as_given
from beliefs.knowledge import Knowledge
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Lot, Path, Row, Set, Zone, each
from beliefs.regions import TINY, as_floats


class Spot(NamedTuple):
    """Part of a zone within which the order is unknown; `start` is its depth from the bottom."""

    zone: Zone
    start: int
    size: int


class Outlook(NamedTuple):
    """Hidden cards as knowledge, and what its faces and places stand for.

    rows: the row of each face of the knowledge; spots: the spot of each place, -1 for cards that
    have left; ways: the path of each place; constant: the weight of clauses that no card touches.
    """

    knowledge: Knowledge
    rows: tuple[Row, ...]
    ways: tuple[Path, ...]
    spots: npt.NDArray[np.int64]
    constant: Fraction


def spots(lots: Lots) -> tuple[Spot, ...]:
    """All piles in the order of their zones, from the bottom; an empty zone is one empty spot."""
    found = []
    for zone, piles in lots.piles.items():
        start = 0
        for pile in piles:
            found.append(Spot(zone, start, pile.size))
            start += pile.size
        if not piles:
            found.append(Spot(zone, 0, 0))
    return tuple(found)


def outlook(lots: Lots) -> Outlook:
    """The knowledge that lots are, with what is needed to read its answers."""
    rows = _named(lots)
    ways = list(ways_of(lots, list(rows.values())))
    home: dict[Lot, int] = {}
    at = 0
    for piles in lots.piles.values():
        for pile in piles or (None,):
            if pile is not None:
                home |= dict.fromkeys(each(pile.lots), at)
            at += 1
    names = _place_names(lots, ways, home)
    capacity, facts = _capacities(lots, names, ways, list(rows))
    prior = {
        (name, place): 0
        for name, row in rows.items()
        for place, way in zip(names, ways, strict=True)
        if not lots.open_to(row, way)
    }
    told, idle = _facts(lots, names, ways, rows)
    knowledge = Knowledge(
        {name: row.copies for name, row in rows.items()},
        dict(zip(names, capacity, strict=True)),
        [*told, *facts],
        weights=prior,
    )
    where = np.array([home.get(way.end, -1) for way in ways], dtype=np.int64)
    return Outlook(knowledge, tuple(rows.values()), tuple(ways), where, idle)


def _named(lots: Lots) -> dict[Face, Row]:
    """The rows by name: the face, or (face, number) for further rows of it."""
    named: dict[Face, Row] = {}
    for face, rows in lots.rows.items():
        for i, row in enumerate(rows):
            named[(face, i) if i else face] = row
    return named


def ways_of(lots: Lots, rows: list[Row]) -> Iterator[Path]:
    """All paths that some row may take."""
    if not lots.after:
        yield from (Path(lot, lot, lot) for lot in lots.capacity)
        return
    starts = ends = 0
    for row in rows:
        starts |= row.starts
        ends |= row.ends

    def down(start: Lot, passed: Set, lot: Lot) -> Iterator[Path]:
        heirs = lots.after.get(lot, 0)
        if not heirs or lot & ends:
            way = Path(start, passed, lot)
            if any(lots.open_to(row, way) for row in rows):
                yield way
        for heir in each(heirs):
            yield from down(start, passed | heir, heir)

    for start in each(starts):
        yield from down(start, start, start)


def _place_names(lots: Lots, ways: list[Path], home: dict[Lot, int]) -> list[Place]:
    """A zone's name where a place is alone in it, else the zone with depths or a number."""
    named = spots(lots)
    here = [named[home[way.end]] if way.end in home else Spot("gone", 0, 0) for way in ways]
    taken: dict[Spot, int] = {}
    names: list[Place] = []
    for spot in here:
        zone_alone = sum(other.zone == spot.zone for other in here) == 1
        part_alone = here.count(spot) == 1
        parted = len(lots.piles.get(spot.zone, ())) > 1
        name = f"{spot.zone} {spot.start}:{spot.start + spot.size}" if parted else f"{spot.zone}"
        taken[spot] = taken.get(spot, 0) + 1
        if zone_alone:
            names.append(spot.zone)
        else:
            names.append(name if part_alone else f"{name} ({taken[spot]})")
    return names


def _capacities(
    lots: Lots, names: list[Place], ways: list[Path], cards: list[Face]
) -> tuple[list[int | None], list[Fact]]:
    if not lots.after:
        return [lots.capacity[way.end] for way in ways], []
    capacity: dict[Place, int | None] = dict.fromkeys(names)
    facts = []
    for lot, n in lots.capacity.items():
        through = [name for name, way in zip(names, ways, strict=True) if way.lots & lot]
        if len(through) == 1 and capacity[through[0]] in (None, n):
            capacity[through[0]] = n
        elif through:
            facts.append(Fact(through, dict.fromkeys(cards, 1), lo=n, hi=n))
        elif n:
            raise Contradiction()
    return list(capacity.values()), facts


def _facts(
    lots: Lots, names: list[Place], ways: list[Path], rows: dict[Face, Row]
) -> tuple[list[Fact], Fraction]:
    """The clauses as facts, and the weight of those that no card can touch."""
    told, idle = [], Fraction(1)
    for clause in lots.clauses:
        places = [name for name, way in zip(names, ways, strict=True) if way.lots & clause.lots]
        weights = {
            name: clause.weights[row.face]
            for name, row in rows.items()
            if clause.weights.get(row.face)
        }
        table = clause.table
        if table is not None:
            table = {total: weight for total, weight in table.items() if weight}
        if places and weights:
            tables: list[Mapping[int, Number] | None] = [table]
            if table and not all(TINY <= weight <= 1 / TINY for weight in table.values()):
                most = Fraction(exactly_as_given(max(table.values())))
                idle *= most
                shares = {total: Fraction(weight) / most for total, weight in table.items()}
                tables = [*as_floats(shares)]
            told += [
                Fact(places, weights, part, clause.lo, clause.hi, clause.because) for part in tables
            ]
        elif weight := clause.weight(0):
            idle *= exactly_as_given(weight)
        else:
            raise Contradiction()
    return told, idle
