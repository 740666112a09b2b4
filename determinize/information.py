"""Information sets: everything that one seat may know at one moment, and nothing else.

This is all that a player is given. It holds the seat's view and its belief; the true state is not
reachable from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beliefs import Ledger
from compiled import bind
from determinize.deal import deal_all
from determinize.redeal import redeal
from games.game import Game
from games.view import View


class MisfitWorld(RuntimeError):
    """A belief's world does not fit the seat's view: a fault of a game's rules or facts."""


@dataclass(frozen=True)
class InformationSet:
    """What one seat knows: its view of the table and its ledger of the whole history.

    Attributes:
        view: the table as the seat sees it; everything hidden is laid out canonically.
        ledger: the seat's knowledge of the hidden cards through the whole deal.
        excluded: which faces cannot lie in which zones, because everybody at the table knows it:
            bool[zones, faces], the same for all seats (:mod:`determinize.exclusions`); None where
            nobody has kept account of it.
        options: the codes of its options; empty where it is not its decision.
    """

    view: View
    ledger: Ledger
    excluded: NDArray[np.bool_] | None = field(default=None, repr=False, compare=False)

    @property
    def game(self) -> Game:
        """The game."""
        return self.view.game

    @property
    def seat(self) -> int:
        """Whose information it is."""
        return self.view.seat

    @property
    def state(self) -> Any:
        """The seat's view as a record of the game's type."""
        return self.view.state

    @property
    def options(self) -> tuple[int, ...]:
        """The codes of the seat's options; empty where it is not its decision."""
        return self.view.options

    @property
    def count(self) -> int | float:
        """How many worlds are consistent with everything the seat knows (a float if estimated)."""
        return self.ledger.count

    def expected(self, zone: int) -> NDArray[np.float64]:
        """The expected number of copies of each face in a zone: float64[faces].

        With one card of each face these are the probabilities that the card is there.
        """
        name = self.game.zones.names[zone]
        columns = [k for k, spot in enumerate(self.ledger.spots) if spot.zone == name]
        return np.asarray(self.ledger.expected()[:, columns].sum(axis=1), np.float64)

    def worlds(self, n: int, rng: NDArray[np.int64]) -> NDArray[Any]:
        """States drawn independently from the seat's belief: an array of n records.

        Where the belief is very wide, so nearly with its probabilities (`beliefs.Ledger.sample`,
        quickly).

        Args:
            n: how many.
            rng: generator rows, int64[3, 4].

        Raises:
            MisfitWorld: the belief and the view contradict one another.
        """
        worlds = self.ledger.sample(n, rng[0], quickly=True)
        return dealt(self.view, worlds, self.ledger, rng[0])

    def table_worlds(self, n: int, rng: NDArray[np.int64]) -> NDArray[Any]:
        """States that look the same from the seat now, whatever has happened: n records.

        What a seat that forgets the past would think possible (:mod:`determinize.redeal`): a void
        that was shown is forgotten, a card seen before it was shuffled away as well. For search
        without beliefs, and for measuring what beliefs are worth.

        Args:
            n: how many.
            rng: generator rows, int64[3, 4].
        """
        states = np.zeros(n, self.game.dtype)
        states[:] = self.view.state
        bind(redeal_all, self.game)(states, self.seat, rng[0])
        return states


def redeal_all(states: Any, me: int, row: Any) -> None:
    """Redeal each of some states for a seat, in place. A template."""
    for i in range(len(states)):
        redeal(states[i], me, row)


def dealt(view: View, worlds: NDArray[Any], ledger: Ledger, row: NDArray[np.int64]) -> NDArray[Any]:
    """Worlds (int[n, faces, spots]) laid out as states in a seat's view: an array of n records.

    Raises:
        MisfitWorld: a world does not fit the view.
    """
    game = view.game
    spots = np.array(
        [(game.zones[str(spot.zone)], spot.start, spot.size) for spot in ledger.spots], np.int64
    ).reshape(-1, 3)  # three columns also where there is no zone
    base = np.zeros(1, game.dtype)
    base[0] = view.state
    states = np.empty(len(worlds), game.dtype)
    if not bind(deal_all, game)(states, base, view.seat, worlds, spots, row):
        raise MisfitWorld(
            f"{game.name}: a world of seat {view.seat}'s belief does not fit its view of the table"
        )
    return states
