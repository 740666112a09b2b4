"""What is certain, told apart from what is only likely, with the statements that make it so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs import Belief, Fact, HoldingMatrix, TooLarge, holds
from beliefs.alternatives import Statement

MOST_REASONS = 200
"""Entries of a list for which reasons are looked for; those said in so many words not counted."""
SECONDS = 30.0
"""How long is looked for what is certain, and as long for reasons, unless told otherwise."""
MEMORY = 2**27
"""Bytes of a diagram that is built to see what is certain, at most."""
FLOAT_BITS = 1000
"""Nothing vanishes in a float64 that is at least 2 to the power of minus this."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Reason:
    """One of the statements that make something certain: where it was said, and what it says."""

    fact: str
    says: str


Said = Callable[[Statement], Reason]


def reasons(said: Mapping[Statement, str]) -> Said:
    """The reason that a statement is, given where each was said."""
    return lambda statement: Reason(said.get(statement, ""), str(statement))


@dataclass(frozen=True)
class Explained:
    """Whether a place holds a card: `holds` is None, with a probability, where that is open."""

    card: str
    place: str
    holds: bool | None
    probability: float
    because: tuple[Reason, ...] | None = ()
    """None where reasons were not looked for."""
    told: bool = False
    """Whether it was said in so many words, and needs no reasoning."""
    error: float | None = None
    """The standard error of a probability that is an estimate."""


@dataclass(frozen=True)
class Certainty:
    """The least and the most copies of each face that can lie in each place [faces, places].

    complete: these bounds are the tightest; else some entries that they leave open may be certain.
    """

    low: Counts
    high: Counts
    complete: bool

    def holding(self, face: int, place: int) -> bool | None:
        """Whether the place certainly holds a copy; None where that is open."""
        if self.low[face, place] > 0:
            return True
        return False if self.high[face, place] == 0 else None


def certainty(
    belief: Belief, chances: npt.NDArray[Any], *, fully: bool, seconds: float = SECONDS
) -> Certainty:
    """What is certain by this belief, whose probabilities are `chances` [faces, places].

    Exact probabilities tell of cards without copies; estimates tell nothing, as what no sample
    shows may still be. Local reasoning then helps, and diagrams within limits: where the belief is
    an estimate, or if `fully`.
    """
    knowledge = belief.knowledge
    copies = np.array(knowledge.copies, np.int64)[:, None]
    if not belief.exact:
        matrix = HoldingMatrix(knowledge)
        with suppress(TooLarge):
            matrix = matrix.complete(seconds=seconds, memory=MEMORY)
        return Certainty(matrix.low, matrix.high, matrix.exact)
    can = chances > 0
    if chances.dtype != object and not can.all() and _may_vanish(belief):
        can = belief.probabilities(exact=True) > 0
    low, high = np.zeros(can.shape, np.int64), np.where(can, copies, 0)
    low[can & (can.sum(axis=1, keepdims=True) == 1)] = 1
    low *= copies
    complete = bool((copies <= 1).all())
    if fully and not complete:
        matrix = HoldingMatrix(knowledge)
        with suppress(TooLarge):
            matrix = matrix.complete(seconds=seconds, memory=MEMORY)
        low, high = np.maximum(low, matrix.low), np.minimum(high, matrix.high)
        complete = matrix.exact
    return Certainty(low, high, complete)


def _may_vanish(belief: Belief) -> bool:
    """Whether a float may be 0 for a chance that is only very small.

    Where all worlds are equally likely, no chance is smaller than that of a single world.
    """
    knowledge = belief.knowledge
    return (
        bool(knowledge.alternatives)
        or any(weight not in (0, 1) for weight in knowledge.prior.values())
        or any(fact.table is not None for fact in knowledge.facts)
        or belief.count > 2**FLOAT_BITS
    )


class Explainer:
    """Why things are certain: of a belief, by what is certain in it.

    seconds: how long `certain` looks for reasons, by the clock.
    """

    def __init__(
        self, belief: Belief, sure: Certainty, said: Said, seconds: float = SECONDS
    ) -> None:
        self.belief, self.sure, self.said = belief, sure, said
        self._seconds = seconds
        knowledge = belief.knowledge
        self._direct: dict[tuple[Any, Any, bool], Statement] = {}
        for fact in reversed(knowledge.facts):  # of several, the first
            for card, place, held in said_outright(fact):
                self._direct[card, place, held] = fact

    def explained(self, card: str, place: str) -> Explained:
        """Why it is certain whether the place holds the card, or how likely it is."""
        knowledge = self.belief.knowledge
        held = self.sure.holding(knowledge.faces.index(card), knowledge.places.index(place))
        if held is None:
            return self._open(card, place)
        chance = float(held)
        if (fact := self._direct.get((card, place, held))) is not None:
            return Explained(card, place, held, chance, (self.said(fact),), True)
        try:
            why = self.belief.explain(card, place)
        except TooLarge:
            return Explained(card, place, held, chance, None)
        return Explained(card, place, held, chance, tuple(map(self.said, why.facts)))

    def certain(self) -> list[Explained]:
        """What follows of what is known, each with its reasons, up to `MOST_REASONS`.

        What the file itself rules out by `allowed` or a weight of 0 is no news, and neither is that
        the other places lack a card which is known to lie somewhere.
        """
        knowledge, low = self.belief.knowledge, self.sure.low
        found, looked, until = [], 0, monotonic() + self._seconds
        for f, (card, copies) in enumerate(zip(knowledge.faces, knowledge.copies, strict=True)):
            all_there = [p for p in range(len(knowledge.places)) if low[f, p] == copies]
            for p, place in enumerate(knowledge.places):
                held = self.sure.holding(f, p)
                if held is None or knowledge.prior.get((card, place), 1) == 0:
                    continue
                if all_there and p not in all_there:
                    continue
                direct = (card, place, held) in self._direct
                if direct or (looked < MOST_REASONS and monotonic() < until):
                    looked += not direct
                    found.append(self.explained(str(card), str(place)))
                else:
                    found.append(Explained(str(card), str(place), held, float(held), None))
        return found

    def _open(self, card: str, place: str) -> Explained:
        fact = holds([place], card)
        if self.belief.exact:
            return Explained(card, place, None, float(self.belief.probability(fact)))
        estimate = self.belief.structure.estimate(fact)  # type: ignore[union-attr]
        return Explained(card, place, None, float(estimate.mean), error=float(estimate.error))


def said_outright(fact: Fact) -> list[tuple[Any, Any, bool]]:
    """(card, place, held): what a fact says in so many words of single cards and places."""
    if fact.table is not None or set(fact.weights.values()) != {1}:
        return []
    if fact.hi == 0:
        return [(card, place, False) for card in fact.weights for place in fact.places]
    if fact.lo == 1 and len(fact.weights) == len(fact.places) == 1:
        return [(card, place, True) for card in fact.weights for place in fact.places]
    return []
