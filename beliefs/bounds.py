"""Local reasoning: the least and the most copies of every face in every place.

All copies of a face lie somewhere, every place holds as many cards as it holds, every fact has a
range of sums: in each of these **ranges** the other entries' bounds limit each entry's
(`beliefs.kernels.bounds`). Of alternatives, the cases that contradict the bounds fall away, and an
entry is bounded by what the others have in common.

What is narrowed is certain; not all that is certain is found. It takes microseconds, so that
whole searches can ask it first and a diagram only where it does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Statement
from beliefs.facts import Fact, unit_of
from beliefs.kernels.bounds import Ranges, tighten
from beliefs.knowledge import Knowledge

Ints: TypeAlias = npt.NDArray[np.int64]


class Case(NamedTuple):
    """One case of the alternatives that a statement gives, or a plain fact's only case."""

    statement: int
    number: int


class _Range(NamedTuple):
    """lo <= sum of weights times copies over some faces and places <= hi, if `needs` hold."""

    faces: list[int]
    weights: list[int]  # of each face
    places: list[int]
    lo: int
    hi: int
    needs: frozenset[Case]


class Bounds:
    """The ranges of a knowledge and of some statements, ready to narrow bounds.

    Parameters
    ----------
    knowledge: cards, places, capacities and allowed places; its own statements are not looked at.
    statements: facts and alternatives. Every question says by number which of them it counts on.

    >>> from beliefs import Knowledge, holds, lacks
    >>> knowledge = Knowledge(["A", "B"], {"x": 1, "y": 1})
    >>> bounds = Bounds(knowledge, [lacks("x", "A"), holds("x", "B"), holds("y", "B")])
    >>> low, high = bounds.start()
    >>> bounds.narrow(low, high, {0}), low.tolist()
    (True, [[0, 1], [1, 0]])
    >>> bounds.fits({0, 1}), bounds.fits({1, 2})
    (True, False)
    """

    def __init__(self, knowledge: Knowledge, statements: Sequence[Statement]) -> None:
        self.knowledge = knowledge
        self._cases = [list(_cases(statement)) for statement in statements]
        plain, cased = list(_capacities(knowledge)), list[_Range]()
        for s, cases in enumerate(self._cases):
            for c, facts in enumerate(cases):
                found = [_range(knowledge, fact, frozenset([Case(s, c)])) for fact in facts]
                (plain if len(cases) == 1 else cased).extend(found)
        ranges = [*plain, *cased, *_others(knowledge, plain)]
        self._ranges = _packed(ranges, len(knowledge.places))
        self._needs = [one.needs for one in ranges]

    def start(self) -> tuple[Ints, Ints]:
        """Bounds [faces, places] by copies, capacities and allowed places alone."""
        knowledge = self.knowledge
        high = np.minimum(
            np.array(knowledge.copies, np.int64)[:, None],
            np.array([knowledge.size if n is None else n for n in knowledge.capacities], np.int64),
        )
        for (face, place), weight in knowledge.prior.items():
            if not weight:
                high[knowledge.faces.index(face), knowledge.places.index(place)] = 0
        return np.zeros_like(high), high

    def narrow(self, low: Ints, high: Ints, some: Collection[int]) -> bool:
        """Narrow bounds [faces, places] by the statements with these numbers.

        False, with the bounds left half narrowed, if they contradict the bounds.
        """
        plain = {Case(s, 0) for s in some if len(self._cases[s]) == 1}
        among = [s for s in some if len(self._cases[s]) != 1]
        while True:
            if not self._tighten(low, high, plain):
                return False
            before = int((high - low).sum())
            for s in among:
                if not self._split(low, high, plain, s):
                    return False
            if int((high - low).sum()) == before:
                return True

    def fits(self, some: Collection[int]) -> bool:
        """False if local reasoning refutes these statements together; True proves nothing."""
        low, high = self.start()
        return self.narrow(low, high, some)

    def _split(self, low: Ints, high: Ints, plain: set[Case], s: int) -> bool:
        """Narrow by what the cases of statement s that are left have in common."""
        left = []
        for c in range(len(self._cases[s])):
            bounds = low.copy(), high.copy()
            if self._tighten(*bounds, plain | {Case(s, c)}):
                left.append(bounds)
        if left:
            low[:] = np.min([one for one, _ in left], axis=0)
            high[:] = np.max([one for _, one in left], axis=0)
        return bool(left)

    def _tighten(self, low: Ints, high: Ints, cases: set[Case]) -> bool:
        used = np.array([needs <= cases for needs in self._needs], np.bool_)
        return bool(tighten(self._ranges, used, low.reshape(-1), high.reshape(-1)))


def _cases(statement: Statement) -> Iterator[Sequence[Fact]]:
    """The possible cases of a statement, some facts each; a fact is its own only case."""
    if isinstance(statement, Fact):
        yield (statement,)
        return
    for facts, weight in zip(statement.cases, statement.weights, strict=True):
        if weight:
            yield facts


def _capacities(knowledge: Knowledge) -> Iterator[_Range]:
    faces, places = list(range(len(knowledge.faces))), list(range(len(knowledge.places)))
    for f, n in enumerate(knowledge.copies):
        yield _Range([f], [1], places, n, n, frozenset())
    for p, capacity in enumerate(knowledge.capacities):
        if capacity is not None:
            yield _Range(faces, [1] * len(faces), [p], capacity, capacity, frozenset())


def _range(knowledge: Knowledge, fact: Fact, needs: frozenset[Case]) -> _Range:
    """The range that the sums of a fact lie in, from the least that may be to the greatest."""
    unit = unit_of(fact.weights)
    faces = [knowledge.faces.index(face) for face in fact.weights]
    weights = [weight // unit for weight in fact.weights.values()]
    totals = [w * knowledge.copies[f] for f, w in zip(faces, weights, strict=True)]
    least = sum(w for w in totals if w < 0)
    most = sum(w for w in totals if w > 0)
    sums = (s for s in range(least, most + 1) if fact.weight(unit * s))
    lo = next(sums, most + 1)
    hi = next((s for s in range(most, lo - 1, -1) if fact.weight(unit * s)), most)
    return _Range(faces, weights, [knowledge.places.index(p) for p in fact.places], lo, hi, needs)


def _others(knowledge: Knowledge, ranges: list[_Range]) -> list[_Range]:
    """What counts of some cards leave for the others, where places have capacities.

    One suspect and one weapon in a file of two cards: no room there.
    """
    counted: dict[frozenset[int], _Range] = {}
    for one in ranges:
        places = frozenset(one.places)
        told = counted.get(places, _Range([], [], sorted(places), 0, 0, frozenset()))
        if (
            set(one.weights) == {1}
            and not {*told.faces} & {*one.faces}
            and len(one.faces) < len(knowledge.faces)
        ):
            counted[places] = told._replace(
                faces=told.faces + one.faces,
                lo=told.lo + one.lo,
                hi=told.hi + one.hi,
                needs=told.needs | one.needs,
            )
    found = []
    for told in counted.values():
        sizes = [knowledge.capacities[p] for p in told.places]
        rest = [f for f in range(len(knowledge.faces)) if f not in {*told.faces}]
        if rest and None not in sizes:
            room = sum(size or 0 for size in sizes)
            found.append(
                told._replace(
                    faces=rest, weights=[1] * len(rest), lo=room - told.hi, hi=room - told.lo
                )
            )
    return found


def _packed(ranges: list[_Range], places: int) -> Ranges:
    """The ranges one after the other; entry f * places + p is face f in place p."""
    entry = [f * places + p for one in ranges for f in one.faces for p in one.places]
    weight = [w for one in ranges for w in one.weights for _ in one.places]
    sizes = [len(one.faces) * len(one.places) for one in ranges]
    return Ranges(
        np.cumsum([0, *sizes], dtype=np.int64),
        np.array(entry, np.int64),
        np.array(weight, np.int64),
        np.array([one.lo for one in ranges], np.int64),
        np.array([one.hi for one in ranges], np.int64),
    )
