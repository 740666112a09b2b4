"""Forecasts: what an observer says of somebody's hand, from what it knows and nothing else.

A forecast is the expected number of copies of each face in the hand, known cards included. With one
card of each face these are probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from games.game import Game
from games.view import View
from players.mantis import Mantis


@dataclass(frozen=True, eq=False)
class Forecast:
    """What is said of one hand.

    Attributes:
        expected: the expected number of copies of each face in the hand: float64[faces].
        worlds: among how many worlds this was counted (a float if that is an estimate).
    """

    expected: NDArray[np.float64]
    worlds: int | float


class Forecaster(Protocol):
    """One way of forecasting, for one observer and one hand, through one deal."""

    def __call__(self, information: InformationSet, target: int) -> Forecast:
        """What is said now of the hand of seat ``target``; asked once in every round."""


NewForecaster: TypeAlias = Callable[[View], Forecaster]
"""Makes a forecaster from the observer's first view of a deal."""


def by_belief(information: InformationSet, target: int) -> Forecast:
    """The exact belief of the observer's ledger, which knows the whole history.

    >>> import games
    >>> from determinize import Watch
    >>> forecast = by_belief(Watch(games.load("schnapsen").new(seed=1)).information(0), 1)
    >>> forecast.worlds, round(float(forecast.expected.sum()), 9)
    (2002, 5.0)
    """
    game = information.game
    return Forecast(information.expected(game.hand_of(target)), information.count)


def uniform(information: InformationSet, target: int) -> Forecast:
    """What the table shows, and nothing of the history: unseen cards are all alike.

    Cards that the observer sees in the hand are there; each of the others in the hand is any of the
    cards that the observer does not see, wherever they lie.

    >>> import games
    >>> from determinize import Watch
    >>> uniform(Watch(games.load("schnapsen").new(seed=1)).information(0), 1).worlds
    2002
    """
    view = information.view
    game = view.game
    known = known_in(view, target)
    unseen = hidden_copies(view)
    unknown = int(np.count_nonzero(view.state.zone == game.hand_of(target)) - known.sum())
    everywhere = int(unseen.sum())
    share = unknown / everywhere if everywhere else 0.0
    return Forecast(known + share * unseen, math.comb(everywhere, unknown))


class ByMantis:
    """The table of Mantis (:mod:`players.mantis`)."""

    def __init__(self, view: View) -> None:
        self._table = Mantis(view)

    def __call__(self, information: InformationSet, target: int) -> Forecast:
        """Strike what is seen by now; how often each card occurs in the hands that are left."""
        self._table.see(information.view)
        return Forecast(self._table.expected, self._table.worlds)


def forecasters(game: Game) -> dict[str, NewForecaster]:
    """What is compared in a game, the belief first, then the baselines by name."""
    found: dict[str, NewForecaster] = {
        "belief": lambda view: by_belief,
        "uniform": lambda view: uniform,
    }
    if game.name in Mantis.games:
        found["mantis"] = ByMantis
    return found


def known_in(view: View, target: int) -> NDArray[np.float64]:
    """How many copies of each face the observer sees in the hand of ``target``: float64[faces]."""
    here = (view.state.zone == view.game.hand_of(target)) & ~_hidden(view)
    return _by_face(view, here)


def hidden_copies(view: View) -> NDArray[np.float64]:
    """How many copies of each face the observer does not see anywhere: float64[faces]."""
    return _by_face(view, _hidden(view))


def _hidden(view: View) -> NDArray[np.bool_]:
    return np.asarray((view.state.seen >> view.seat) & 1 == 0)


def _by_face(view: View, cards: NDArray[np.bool_]) -> NDArray[np.float64]:
    counts = np.bincount(view.game.face_of[cards], minlength=len(view.game.faces))
    return counts.astype(np.float64)
