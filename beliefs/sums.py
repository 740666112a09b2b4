"""Knowledge as sums: every constraint is a table of weights over one running sum.

A capacity is one (each card in the place counts 1, only the full sum has weight), every fact is
one. A fact that can only forbid becomes prior weights of 0; one that says the same whatever happens
becomes a constant.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from beliefs.facts import Fact, Number, exactly_as_given, unit_of
from beliefs.knowledge import Knowledge


class Sum(NamedTuple):
    """One constraint on groups of cards and groups of places, both numbered."""

    weights: tuple[int, ...]  # what one card of each group adds
    places: frozenset[int]  # where it counts
    table: tuple[Number, ...]  # the weight of the sum `start + …`
    start: int  # where in the table the empty sum lies; not 0 where weights are negative


def sums_of(knowledge: Knowledge) -> tuple[list[Sum], list[tuple[Number, ...]], int | Fraction]:
    """The facts as sums over faces and places, the prior weights [faces][places], a constant.

    The weights of a fact are counted in their greatest common divisor.
    """
    faces = {face: i for i, face in enumerate(knowledge.faces)}
    places = {place: i for i, place in enumerate(knowledge.places)}
    prior: list[list[Number]] = [[1] * len(places) for _ in faces]
    for (face, place), weight in knowledge.prior.items():
        prior[faces[face]][places[place]] = weight
    sums: list[Sum] = []
    constant: int | Fraction = 1
    for fact in knowledge.facts:
        if fact.hi == 0 and not fact.lo and fact.table is None and min(fact.weights.values()) > 0:
            for face in fact.weights:  # the common fact that a place lacks cards
                for place in fact.places:
                    prior[faces[face]][places[place]] = 0
            continue
        one = sum_of(knowledge, fact)
        if len(one.table) == 1:  # without the cards that weigh something
            constant *= exactly_as_given(one.table[0])
            for face in fact.weights:
                for place in one.places:
                    prior[faces[face]][place] = 0
        elif len(set(one.table)) == 1 and one.table[0] and len(one.table) == _reach(knowledge, one):
            constant *= exactly_as_given(one.table[0])
        else:
            sums.append(one)
    return sums, list(map(tuple, prior)), constant


def sum_of(knowledge: Knowledge, fact: Fact) -> Sum:
    """One fact as a sum over faces and places."""
    unit, weigh = unit_of(fact.weights), fact.weights.get
    weights = tuple([weigh(face, 0) // unit for face in knowledge.faces])
    most = [w * n for w, n in zip(weights, knowledge.copies, strict=True) if w]
    table, start = _table(fact, most, unit)
    return Sum(weights, frozenset(map(knowledge.places.index, fact.places)), tuple(table), start)


def _reach(knowledge: Knowledge, one: Sum) -> int:
    """How many different sums there can be."""
    return 1 + sum(abs(w) * n for w, n in zip(one.weights, knowledge.copies, strict=True))


def _table(fact: Fact, most: list[int], unit: int) -> tuple[list[Number], int]:
    """The weights of all sums that can be, and where in it the empty sum lies.

    `most`: what all copies of each face together add, in units. Without negative weights the tail
    of zeros is cut off: sums never come back. So a table of length 1 forbids every card of the
    fact.
    """
    lowest = sum(w for w in most if w < 0)
    sums = range(lowest, sum(w for w in most if w > 0) + 1)
    table: list[Number]
    if fact.table is None and unit == 1:
        lo = lowest if fact.lo is None else max(fact.lo, lowest)
        hi = sums.stop - 1 if fact.hi is None else min(fact.hi, sums.stop - 1)
        inside = max(0, hi - lo + 1)
        table = [*([0] * min(lo - lowest, len(sums))), *([1] * inside)]
        if lowest:
            table += [0] * (len(sums) - len(table))
    else:
        table = [fact.weight(unit * s) for s in sums]
    while table and not lowest and not table[-1]:
        table.pop()
    return table, -lowest
