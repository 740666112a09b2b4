"""The suggestion log: every suggestion of a game in order, who made it and who answered.

It is public, and kept in the record as one number for each suggestion:
``(triple * 8 + suggester) * 8 + shower``, the shower 7 where nobody could show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.clue.cards import TRIPLES
from games.clue.record import NOBODY, NONE


def packed(triple: int, suggester: int, shower: int) -> int:
    """A suggestion as one number; ``shower`` is :data:`NOBODY` where nobody could show.

    >>> packed(270, 1, NOBODY)
    17295
    """
    return (triple * 8 + suggester) * 8 + shower


def triple_of(entry: Any) -> Any:
    """The triple of a packed suggestion, or of each of an array of them; so are the next two."""
    return entry >> 6


def suggester_of(entry: Any) -> Any:
    """Who made a packed suggestion."""
    return entry >> 3 & 7


def shower_of(entry: Any) -> Any:
    """Who showed a card on a packed suggestion, or :data:`NOBODY`."""
    return entry & 7


@dataclass(frozen=True)
class Log:
    """The suggestions of a game so far, n of them.

    Attributes:
        triples: what was suggested, int64[n], numbered as in ``cards.py``.
        suggester: the seat that suggested, int64[n].
        shower: the seat that showed a card, int64[n]; -1 where nobody could. All between the two,
            clockwise, could not; whoever sits behind the shower was not asked. At the decision
            place ``show`` the last one has still to choose which card.
    """

    triples: NDArray[np.int64]
    suggester: NDArray[np.int64]
    shower: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.triples)

    def one_hot(self) -> NDArray[np.int8]:
        """A row for each suggestion with a one at its triple: int8[n, 324]."""
        rows = np.zeros((len(self), TRIPLES), np.int8)
        rows[np.arange(len(self)), self.triples] = 1
        return rows


def suggestion_log(state: Any) -> Log:
    """The log of a record or of a view's record.

    >>> import games
    >>> state = games.load("clue").new(players=3, seed=1, preset="rooms_only")
    >>> for option in ("go to Hall", "suggest Plum Rope"):
    ...     _ = state.play(option)
    >>> log = suggestion_log(state.view(2).state)
    >>> log.triples.tolist(), log.suggester.tolist(), log.one_hot().sum(axis=1).tolist()
    ([270], [0], [1])
    """
    entries = np.asarray(state["log"], np.int64)[: int(state["logged"])]
    shower = shower_of(entries)
    shower = np.where(shower == NOBODY, NONE, shower)
    return Log(triple_of(entries), suggester_of(entries), shower)
