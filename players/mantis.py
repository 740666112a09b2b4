"""Mantis: a table of all five-card hands, and what it says of the opponent's.

The prediction of the Schnapsen bot Mantis, as the paper about it describes it. The table holds
every five-card hand of the deck. Every hand with a card that the observer has seen (its own, played
by either side, turned up as the trump indicator) is struck. How often a card occurs in the hands
that are left is taken for the probability that the opponent holds it.

What it misses is what makes it a baseline: a card that the opponent was seen to take (the exchanged
indicator) is struck as well; the partner of a declared marriage counts like any other card; hands
stay five cards large when the opponent's has become smaller; what answers under the strict rules
give away is not used. Where it has struck every hand, it says nothing.

In the published program the prediction does not reach the move: the player Mantis+Anti-Bully plays
exactly as Anti-Bully.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from games.view import View
from players.player import Decision
from players.rules.schnapsen import AntiBully

HAND = 5
"""The size of the hands in the table."""


class Mantis:
    """One observer's table through one deal.

    >>> import games
    >>> from players.mantis import Mantis
    >>> table = Mantis(games.load("schnapsen").new(seed=1).view(0))
    >>> table.worlds
    2002
    >>> sorted(set(table.expected.round(4).tolist()))
    [0.0, 0.3571]
    """

    games: ClassVar[tuple[str, ...]] = ("schnapsen",)

    def __init__(self, view: View) -> None:
        dealt = tuple(c for c in range(len(view.game.faces)) if not _set_aside(view, c))
        self._hands = _all_hands(dealt)
        self._faces = len(view.game.faces)
        self.see(view)

    def see(self, view: View) -> None:
        """Strike what the observer sees; to be called at least once in every trick."""
        zones = view.game.zones
        places = [zones[name] for name in (f"hand {view.seat}", "trick", "won 0", "won 1", "trump")]
        seen = np.flatnonzero(np.isin(view.state.zone, places))
        self._hands = self._hands[self._hands & np.left_shift(1, seen).sum() == 0]

    @property
    def worlds(self) -> int:
        """How many hands are left."""
        return len(self._hands)

    @property
    def expected(self) -> NDArray[np.float64]:
        """How often each face occurs in the hands that are left: float64[faces]; zeros for none."""
        counts = [np.count_nonzero(self._hands & (1 << face)) for face in range(self._faces)]
        return np.array(counts, np.float64) / max(1, len(self._hands))


def _set_aside(view: View, card: int) -> bool:
    return view.game.faces[card] in view.known("out")


@cache
def _all_hands(cards: tuple[int, ...]) -> NDArray[np.int64]:
    """Every hand of the deck, as a mask of faces."""
    hands = np.array(list(combinations(cards, HAND)), np.int64)
    masks: NDArray[np.int64] = np.left_shift(1, hands).sum(axis=1)
    return masks


@dataclass(frozen=True)
class MantisAntiBully:
    """Plays exactly as Anti-Bully; the prediction stays without effect, as in the source."""

    games: ClassVar[tuple[str, ...]] = AntiBully.games

    @property
    def name(self) -> str:
        """``mantis+antibully``."""
        return "mantis+antibully"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """What Anti-Bully would do."""
        return AntiBully().decide(info, rng)
