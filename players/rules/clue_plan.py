"""Where to go in Clue: what it is worth to be somewhere, by the questions that can be asked next.

A race in which a question asked a turn later is worth less. Let ``best[r]`` be what the best
question in room ``r`` tells. To ask there, and go on, is worth ::

    asking[r] = best[r] + PATIENCE * leaving[r]
    leaving[r] = max over other rooms q of PATIENCE ** (turns(r, q) - 1) * asking[q]

which is solved by iteration. A secret passage takes one turn; a walk as many as the dice need on
average to bring its pips, on the empty board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.clue.board import DISTANCE, PASSAGE
from games.clue.cards import N_ROOMS
from games.clue.parameters import Board, Walking
from games.clue.record import MOVE, ROLL, STAND, STAY, USE_PASSAGE

PATIENCE = 0.8
"""What a question is worth a turn later: somebody may have won by then."""
SWEEPS = 30
"""Later turns than that count for nothing."""


@dataclass(frozen=True)
class Plan:
    """What it is worth to a seat to be somewhere.

    Attributes:
        state: the table.
        node: where the seat's token is; -1 where nobody walks.
        asking: to ask in each room now, and go on from there: float64[rooms].
        leaving: to begin a turn in each room: float64[rooms].
    """

    state: Any
    node: int
    asking: NDArray[np.float64]
    leaving: NDArray[np.float64]

    @classmethod
    def of(cls, best: NDArray[np.float64], state: Any, seat: int) -> Plan:
        """From what the best question in each room is worth: float64[rooms]."""
        steps = between_rooms(int(state.rules.board), int(state.rules.dice))
        asking = leaving = best
        for _ in range(SWEEPS):
            leaving = (steps * asking).max(axis=1)
            asking = best + PATIENCE * leaving
        return cls(state, int(state.token[seat]), asking, leaving)

    def worth(self, option: int) -> float:
        """What an option at the start of a turn, or after a roll, is worth."""
        if option == USE_PASSAGE:
            return self._in_room(int(PASSAGE[self.node]))
        if option == STAY or (option == STAND and self._asks_where_it_stands()):
            return self._in_room(self.node)
        if option == ROLL:
            return self._from(self.node)
        if option == STAND:
            return PATIENCE * self._from(self.node)
        if option >= MOVE:
            return self._going_to(option - MOVE)
        return -1.0  # an accusation, which is not for its sake

    def _asks_where_it_stands(self) -> bool:
        return bool(self.state.rules.blocked_may_suggest) and 0 <= self.node < N_ROOMS

    def _going_to(self, goal: int) -> float:
        """To walk to a room or square, or towards a room as far as the roll goes."""
        if goal >= N_ROOMS:
            return PATIENCE * self._from(goal)
        if self.state.rules.walking == Walking.SQUARES:
            return self._in_room(goal)
        left = int(DISTANCE[self.node, goal]) - int(self.state.rolled)
        if left <= 0 or (self.node < N_ROOMS and PASSAGE[self.node] == goal):
            return self._in_room(goal)
        return float(PATIENCE ** turns(int(self.state.rules.dice))[left] * self.asking[goal])

    def _in_room(self, room: int) -> float:
        return float(self.asking[room])

    def _from(self, node: int) -> float:
        """To begin a turn at a node."""
        if node < N_ROOMS:
            return float(self.leaving[node])
        needed = turns(int(self.state.rules.dice))[DISTANCE[node]]
        return float((PATIENCE ** (needed - 1) * self.asking).max())


@lru_cache(maxsize=4)
def between_rooms(board: int, dice: int) -> NDArray[np.float64]:
    """What a question in the second room is worth to who begins a turn in the first.

    float64[rooms, rooms]; 1.0 where the second is entered in this turn, 0.0 for the same room,
    which is not entered again.
    """
    if board == Board.ROOMS_ONLY:
        needed = np.ones((N_ROOMS, N_ROOMS))
    else:
        needed = turns(dice)[DISTANCE[:N_ROOMS]]
        for room in np.flatnonzero(PASSAGE >= 0):
            needed[room, PASSAGE[room]] = 1.0
    steps: NDArray[np.float64] = PATIENCE ** (needed - 1) * (1 - np.eye(N_ROOMS))
    return steps


@lru_cache(maxsize=4)
def turns(dice: int) -> NDArray[np.float64]:
    """How many rolls it takes on average to walk so many pips: float64[pips + 1].

    >>> turns(1)[[1, 2, 7]].round(3).tolist()
    [1.0, 1.167, 2.522]
    """
    pips = np.arange(6 * dice + 1)
    chance = np.full(7, 1 / 6)
    chance[0] = 0.0
    if dice == 2:
        chance = np.convolve(chance, chance)
    needed = np.zeros(int(DISTANCE.max()) + 1)
    for far in range(1, len(needed)):
        left = np.maximum(far - pips, 0)
        needed[far] = 1 + chance @ needed[left]
    return needed
