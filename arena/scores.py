"""Scores of forecasts against the truth: hits, Brier score, log score, calibration.

The *hidden cards* of an observer are those whose face it does not see in the slot where they lie:
neither in its own hand, nor on the table, nor shown or taken openly by somebody. They include cards
that it can infer. Only they are scored for Brier and log score; the most probable cards, of which
hits are counted, may be any.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.forecast import Forecast
from arena.statistics import Interval, mean_interval
from games.game import Game

CLIP = 1e-6
"""For the log score no probability counts as less than this, or as more than 1 less this."""

BINS = 20
"""The reliability diagram has so many bins of equal width."""

_EQUAL = 12
"""Probabilities that agree to so many decimals are ties."""


@dataclass(frozen=True, eq=False)
class Scored:
    """One forecast against the truth.

    Attributes:
        hits: how many of the most probable cards are in the hand; as many count as it has cards.
        expected_hits: how many should be, by the forecast itself.
        brier: the sum over hidden cards of the squared error.
        log_score: the sum over hidden cards of minus the binary logarithm of the probability given
            to what is true.
        excluded: how many hidden cards' truths were given probability 0.
        hidden: how many hidden cards there are.
        worlds: among how many worlds the forecast counted.
        bins: for each bin of the reliability diagram how many hidden cards were given such a
            probability, the sum of the probabilities, how many are in the hand: float64[BINS, 3].
    """

    hits: int
    expected_hits: float
    brier: float
    log_score: float
    excluded: int
    hidden: int
    worlds: int | float
    bins: NDArray[np.float64]


def score(
    forecast: Forecast,
    game: Game,
    truth: Any,
    observer: int,
    target: int,
    ties: np.random.Generator,
) -> Scored:
    """Score a forecast of ``target``'s hand by ``observer``.

    Args:
        forecast: made before.
        game: the game.
        truth: the true record.
        observer, target: seats.
        ties: draws the order of cards that are equally probable.
    """
    hand = np.asarray(truth.zone == game.hand_of(target))
    hidden = np.asarray((truth.seen >> observer) & 1 == 0)
    given = card_probabilities(forecast, game, hand, hidden)
    named = most_probable(given, int(hand.sum()), ties)
    p, there = given[hidden], hand[hidden]
    right = np.where(there, p, 1 - p)
    bins = np.zeros((BINS, 3))
    places = np.minimum((p * BINS).astype(np.int64), BINS - 1)
    np.add.at(bins, places, np.column_stack([np.ones(len(p)), p, there]))
    return Scored(
        hits=int(hand[named].sum()),
        expected_hits=float(given[named].sum()),
        brier=float(((1 - right) ** 2).sum()),
        log_score=float(-np.log2(np.clip(right, CLIP, 1 - CLIP)).sum()),
        excluded=int(np.count_nonzero(right <= 0)),
        hidden=int(hidden.sum()),
        worlds=forecast.worlds,
        bins=bins,
    )


def card_probabilities(
    forecast: Forecast, game: Game, hand: NDArray[np.bool_], hidden: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The probability given to each physical card that it is in the hand: float64[cards].

    What is expected of a face goes to the copies that the observer sees there, the rest in equal
    parts to those it does not see.
    """
    faces = len(game.faces)
    seen_here = np.bincount(game.face_of[hand & ~hidden], minlength=faces)
    unseen = np.bincount(game.face_of[hidden], minlength=faces)
    shown = np.minimum(forecast.expected, seen_here)
    of_shown = shown / np.maximum(seen_here, 1)
    of_unseen = np.clip((forecast.expected - shown) / np.maximum(unseen, 1), 0.0, 1.0)
    given = np.where(hidden, of_unseen[game.face_of], 0.0)
    given[hand & ~hidden] = of_shown[game.face_of][hand & ~hidden]
    return given


def most_probable(
    given: NDArray[np.float64], n: int, ties: np.random.Generator
) -> NDArray[np.int64]:
    """The ``n`` most probable cards, ties in random order; none that is given no chance at all.

    >>> given = np.array([0.5, 0.0, 1.0, 0.25])
    >>> most_probable(given, 2, np.random.default_rng(1)).tolist()
    [2, 0]
    """
    order = np.lexsort((ties.random(len(given)), -given.round(_EQUAL)))[:n]
    return np.asarray(order[given[order] > 0], np.int64)


# ---------------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class RoundScore:
    """All forecasts of one kind before the leads of one round.

    Attributes:
        round: the round of the deal, from 1.
        n: how many forecasts.
        hits, expected_hits: means.
        brier, log_score: means over all hidden cards; None where there were none.
        excluded: how many truths were given probability 0.
        worlds: the mean number of consistent worlds.
    """

    round: int
    n: int
    hits: float
    expected_hits: float
    brier: float | None
    log_score: float | None
    excluded: int
    worlds: float | int


@dataclass
class Scores:
    """The scores of one kind of forecast, gathered deal by deal."""

    _rounds: dict[int, list[list[Scored]]] = field(default_factory=dict)

    def add(self, deal: Iterable[tuple[int, Scored]]) -> None:
        """The forecasts of one deal, each with its round."""
        together: dict[int, list[Scored]] = {}
        for number, scored in deal:
            together.setdefault(number, []).append(scored)
        for number, group in together.items():
            self._rounds.setdefault(number, []).append(group)

    def rounds(self) -> tuple[RoundScore, ...]:
        """The table, a row for each round."""
        return tuple(self._row(number) for number in sorted(self._rounds))

    def surplus(self, number: int) -> Interval:
        """Hits less expected hits in a round, with the interval over deals."""
        return self._over_deals(number, lambda one: one.hits - one.expected_hits)

    def hits(self, number: int) -> Interval:
        """The mean of hits in a round, with the interval over deals."""
        return self._over_deals(number, lambda one: float(one.hits))

    def reliability(self) -> NDArray[np.float64]:
        """The sums of all bins: float64[BINS, 3] (cards, probabilities, in the hand)."""
        total = np.zeros((BINS, 3))
        for number in sorted(self._rounds):
            for one in self._all(number):
                total += one.bins
        return total

    def _over_deals(self, number: int, figure: Callable[[Scored], float]) -> Interval:
        """The mean of a figure; deals are independent, the forecasts of one deal are not."""
        deals = self._rounds[number]
        return mean_interval([math.fsum(map(figure, deal)) / len(deal) for deal in deals])

    def _all(self, number: int) -> list[Scored]:
        return [one for group in self._rounds[number] for one in group]

    def _row(self, number: int) -> RoundScore:
        every = self._all(number)
        n = len(every)
        hidden = sum(one.hidden for one in every)
        return RoundScore(
            round=number,
            n=n,
            hits=sum(one.hits for one in every) / n,
            expected_hits=math.fsum(one.expected_hits for one in every) / n,
            brier=_over([one.brier for one in every], hidden),
            log_score=_over([one.log_score for one in every], hidden),
            excluded=sum(one.excluded for one in every),
            worlds=_mean_count([one.worlds for one in every]),
        )


def _over(sums: Sequence[float], n: int) -> float | None:
    return math.fsum(sums) / n if n else None


def _mean_count(counts: Sequence[int | float]) -> float | int:
    """The mean of whole numbers of any size; a whole number where a float cannot hold it."""
    try:
        return sum(counts) / len(counts)
    except OverflowError:
        return sum(counts) // len(counts)
