"""WorldTable: every world spelled out as a row.

The obvious structure, and the judge of the others: python-constraint enumerates the worlds, and
every question is a sum over them. It alone takes any predicate. It is poor beyond some hundred
thousand worlds.

Reference: this table is the possible-worlds model of Sims, the common starting point for
probabilistic reasoning about hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import inf, log2
from time import monotonic
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from constraint import Constraint, Problem

from beliefs.alternatives import Alternatives, Statement
from beliefs.errors import KnowledgeError, TooLarge, told
from beliefs.facts import Face, Fact, Number, Place, as_float, exactly_as_given, whole
from beliefs.graphs.growth import Limits
from beliefs.knowledge import Knowledge
from beliefs.randomness import Randomness, empty_worlds, generator_row, pick

World: TypeAlias = Mapping[Place, tuple[Face, ...]]
"""What lies in each place, for people and predicates."""
Predicate: TypeAlias = Callable[[World], bool]
ROW_BYTES = 400
"""Bytes of a world while a table is made, about, besides those of its cards."""


class WorldTable:
    """All worlds of a knowledge, one row each, with predicates that they must satisfy.

    Parameters
    ----------
    knowledge: what is known. If no world agrees with it, `count` is 0.
    predicates: functions of a world (place -> faces in it) that are true of it.
    limits: of memory and time; beyond them, TooLarge. None: as long as it takes.

    `rows` [worlds, cards] holds place numbers, `weights` the weight of each row.

    >>> from beliefs import Knowledge, lacks
    >>> table = WorldTable(Knowledge(["A", "K", "Q"], {"me": 1, "you": 2}, [lacks("me", "A")]))
    >>> table.count
    2
    >>> table.given(lambda world: "K" in world["you"]).rows.tolist()
    [[1, 1, 0]]
    """

    exact = True

    def __init__(
        self,
        knowledge: Knowledge,
        predicates: Sequence[Predicate] = (),
        *,
        limits: Limits | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.predicates = tuple(predicates)
        self._fill(_enumerated(knowledge, limits))

    def _fill(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Keep the rows that are worlds of the knowledge, in order, with their weights."""
        found = {row: weight_of(self.knowledge, row) for row in rows}
        kept = sorted(
            row
            for row, weight in found.items()
            if weight and all(true(self.knowledge.spelled(row)) for true in self.predicates)
        )
        self.rows = empty_worlds(len(kept), self.knowledge.size, len(self.knowledge.places))
        self.rows[:] = np.reshape(kept, self.rows.shape)
        self.weights = [found[row] for row in kept]

    @property
    def possible(self) -> bool:
        """Whether there is any world."""
        return bool(self.weights)

    @property
    def count(self) -> int:
        """The number of worlds (copies of a face told apart)."""
        return len(self.weights)

    @cached_property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly."""
        return sum(self.weights, Fraction(0))

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places].

        float64, or with `exact` an array of Fractions.
        """
        self._refuse_if_impossible()
        knowledge = self.knowledge
        sums = np.zeros((len(knowledge.faces), len(knowledge.places)), object)
        for row, weight in zip(self.rows.tolist(), self.weights, strict=True):
            for face, place in zip(knowledge.face_of.tolist(), row, strict=True):
                sums[face, place] += weight
        copies = np.array(knowledge.copies, object)[:, None]
        shares = sums / (copies * self.weight) if sums.size else sums
        return shares if exact else shares.astype(np.float64)

    def probability(
        self, *statements: Statement | Predicate, exact: bool = False
    ) -> float | Fraction:
        """Probability that all of these hold (the mean of their weights, for likelihoods)."""
        self._refuse_if_impossible()
        share = self.given(*statements).weight / self.weight
        return share if exact else as_float(share)

    def given(self, *statements: Statement | Predicate) -> WorldTable:
        """The table of the worlds in which these statements, or predicates, hold too."""
        more = [one for one in statements if isinstance(one, Fact | Alternatives)]
        tests = [one for one in statements if not isinstance(one, Fact | Alternatives)]
        for test in tests:
            if not callable(test):
                raise KnowledgeError(f"{test!r:.80} is no statement; build one with holds(...)…")
        other = WorldTable.__new__(WorldTable)
        other.knowledge = self.knowledge.given(*more)
        other.predicates = (*self.predicates, *tests)
        other._fill(map(tuple, self.rows.tolist()))
        return other

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` independent worlds, each with its probability: place numbers [n, cards].

        Exactly where nothing weighs (no weight but 0 and 1, no likelihood) and worlds are fewer
        than 2**53; else to the precision of float64.
        """
        self._refuse_if_impossible()
        until, alike = self._running
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        chosen = np.zeros(n, np.int64)
        out[:] = self.rows[pick(until, alike, generator_row(rng), chosen)]
        return out

    @cached_property
    def _running(self) -> tuple[npt.NDArray[np.float64], bool]:
        """The running total of the weights, and whether it is the number of worlds so far."""
        alike = all(weight == 1 for weight in self.weights) and self.count <= 2**53
        total = 1 if alike else self.weight
        until = np.array([part / total for part in accumulate(self.weights)], np.float64)
        return until, alike

    def entropy(self) -> float:
        """How much is open, in bits: log2(count) when all worlds are equally likely."""
        self._refuse_if_impossible()
        shares = [float(weight / self.weight) for weight in self.weights]
        return max(0.0, -sum(p * log2(p) for p in shares if p > 0))

    def world(self, number: int) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """World `number` of `count`: place numbers [cards]; the rows are in order."""
        self._refuse_if_impossible()
        if not 0 <= whole(number, "the number of a world") < self.count:
            last = told(self.count - 1)
            raise KnowledgeError(f"there is no world {told(number)}: they go from 0 to {last}")
        return np.asarray(self.rows[number].copy())

    def index(self, world: Sequence[int] | npt.NDArray[Any]) -> int:
        """The number of a world (place numbers [cards]): `world(index(w))` is w."""
        self.knowledge.spelled(world)  # which checks it
        if (number := self._numbers.get(tuple(world))) is None:
            raise KnowledgeError(f"this is no world of the knowledge: {list(world)}")
        return number

    @cached_property
    def _numbers(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): i for i, row in enumerate(self.rows.tolist())}

    def worlds(self) -> Iterator[tuple[World, Fraction]]:
        """Every world (place -> faces in it) with its probability; copies told apart."""
        for row, weight in zip(self.rows.tolist(), self.weights, strict=True):
            yield self.knowledge.spelled(row), weight / self.weight

    def _refuse_if_impossible(self) -> None:
        if not self.possible:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")


class _Sum(Constraint):  # type: ignore[misc]
    """The cards in some places have weights that add up to something allowed.

    Checked as soon as one card is placed: the sum so far, with the least and the most that the
    others can add, must meet the allowed range.
    """

    def __init__(self, places: set[int], weights: list[int], lo: float, hi: float) -> None:
        self.places, self.weights, self.lo, self.hi = places, weights, lo, hi
        self.least = sum(w for w in weights if w < 0)
        self.most = sum(w for w in weights if w > 0)

    def __call__(
        self,
        variables: Sequence[int],
        domains: Any,
        assignments: Mapping[int, int],
        forwardcheck: bool = False,
    ) -> bool:
        least, most = self.least, self.most
        for card, place in assignments.items():
            weight = self.weights[card]
            if place in self.places:
                least, most = least + max(weight, 0), most + min(weight, 0)
            else:
                least, most = least - min(weight, 0), most - max(weight, 0)
        return least <= self.hi and most >= self.lo


class _InTime(Constraint):  # type: ignore[misc]
    """No constraint, but a look at the clock with every card that is placed."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, monotonic() + seconds

    def __call__(self, *_: object) -> bool:
        if monotonic() > self.until:
            raise TooLarge(f"the table needs more than {self.seconds} seconds; take a diagram")
        return True


def _enumerated(knowledge: Knowledge, limits: Limits | None) -> Iterator[tuple[int, ...]]:
    """Cards as variables, allowed places as domains, capacities and ranges of sums as constraints.

    The rows found satisfy all but the inner part of tables, which their weight then decides.
    """
    cards = list(range(knowledge.size))
    if not cards:  # python-constraint knows no problem without variables
        yield ()
        return
    problem = Problem()
    face_of = knowledge.face_of.tolist()
    for card, f in enumerate(face_of):
        face = knowledge.faces[f]
        allowed = [i for i, p in enumerate(knowledge.places) if knowledge.prior.get((face, p), 1)]
        problem.addVariable(card, allowed)
    for i, capacity in enumerate(knowledge.capacities):
        if capacity is not None:
            problem.addConstraint(_Sum({i}, [1] * len(cards), capacity, capacity), cards)
    for fact in knowledge.facts:
        places = {knowledge.places.index(place) for place in fact.places}
        weights = [fact.weights.get(knowledge.faces[f], 0) for f in face_of]
        sums = [s for s in fact.table or () if fact.weight(s)]
        lo = min(sums) if fact.table else (-float("inf") if fact.lo is None else fact.lo)
        hi = max(sums) if fact.table else (float("inf") if fact.hi is None else fact.hi)
        problem.addConstraint(_Sum(places, weights, lo, hi), cards)
    most = inf
    if limits is not None:
        most = limits.memory // (ROW_BYTES + 8 * len(cards))
        if limits.seconds is not None:
            problem.addConstraint(_InTime(limits.seconds), cards)
    for n, solution in enumerate(problem.getSolutionIter()):
        if limits is not None and n >= most:
            raise TooLarge(
                f"the table needs more than {limits.memory / 2**20:,.0f} MiB: {n:,} worlds so far; "
                "take a diagram"
            )
        yield tuple(solution[card] for card in cards)


def weight_of(knowledge: Knowledge, row: Sequence[int]) -> Fraction:
    """The weight of one world, by the definition."""
    weight = Fraction(1)
    lies = knowledge.spelled(row)
    for place, faces in lies.items():
        for face in faces:
            weight *= exactly_as_given(knowledge.prior.get((face, place), 1))

    def weigh(fact: Fact) -> Number:
        return fact.weight(sum(fact.weights.get(f, 0) for p in fact.places for f in lies[p]))

    for fact in knowledge.facts:
        weight *= exactly_as_given(weigh(fact))
    for alternatives in knowledge.alternatives:
        weight *= exactly_as_given(alternatives.weight(weigh))
    return weight
