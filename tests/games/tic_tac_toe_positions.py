"""Positions of Tic-Tac-Toe as tests write them, and all of them with what they are worth."""

from __future__ import annotations

from functools import cache
from typing import Any

import games
from games.tic_tac_toe import marks
from tests.games.minimax import Key, Position, solve

GAME = games.load("tic-tac-toe")


def arranged(grid: str, mover: int, winner: int = 0, **parameters: Any) -> games.State:
    """A position as text, row by row; the size is that of the text."""
    parameters = {"size": max(map(len, grid.split())), **parameters}
    return GAME.arrange({}, marks=marks(grid), mover=mover, winner=winner, parameters=parameters)


@cache
def solved(size: int, **parameters: Any) -> dict[Key, Position]:
    """Every position of a game that can be reached, the first one first."""
    return solve(GAME, size=size, **parameters)
