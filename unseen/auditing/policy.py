"""How a player of ours plays the games of an audit: each seat on its own information set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import games
import players
from arena.match import ask
from compiled import rows
from players import Player


@dataclass(frozen=True)
class PlayersPolicy:
    """A player by its specification, in every seat: plain data, which worker processes are sent.

    Called as a :data:`determinize.audit.Policy`, with one of our games as the target.

    >>> from determinize.auditing.ours import OurGame
    >>> target = OurGame(games.load("schnapsen"))
    >>> state, rng = target.new(7), np.random.default_rng(1)
    >>> PlayersPolicy("bully")(target, state, rng) in target.options(state)
    True
    """

    spec: str

    def __call__(self, target: Any, state: Any, rng: np.random.Generator) -> int:
        """The option that the mover's player chooses; where there is one, nobody is asked."""
        codes = state.state.codes
        if len(codes) == 1:
            return int(codes[0])
        player = _player(self.spec, target.game.name)
        moves = len(state.state.history)
        return ask(state.watch, player, moves, rows(int(rng.integers(2**62)))).option


@lru_cache
def _player(spec: str, game: str) -> Player:
    return players.make(spec, games.load(game))
