"""Every position of Tic-Tac-Toe with its best options, as a searcher gets it; plain rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import games
from compiled import bind, rows
from games.game import Game
from tests.games.minimax import Position, solve

GAME = games.load("tic-tac-toe")


@dataclass(frozen=True)
class Seen:
    """What a search asks of an information set, for a position in which nothing is hidden.

    Making thousands of real ones takes longer than searching them.
    """

    position: Position
    game: Game = GAME
    excluded: None = None

    @property
    def seat(self) -> int:
        return self.position.mover

    @property
    def state(self) -> Any:
        return self.position.states[0]

    @property
    def options(self) -> tuple[int, ...]:
        return tuple(sorted(self.position.after))

    def worlds(self, n: int, rng: Any) -> NDArray[Any]:
        return np.repeat(self.position.states, n)


@cache
def undecided() -> tuple[Position, ...]:
    """The positions that can be reached and are not over: 4520."""
    return tuple(one for one in solve(GAME).values() if one.mover >= 0)


def wrong(player: Any, among: Any, seed: int = 0) -> list[Position]:
    """The positions in which a player chooses no best option."""
    return [
        one
        for i, one in enumerate(among)
        if player.decide(Seen(one), rows(seed, i)).option not in one.best
    ]


def plain(game: Game, name: str) -> Any:
    """A function of a game's rules as plain Python."""
    return bind(getattr(game.rules, name), game, compiled=False)
