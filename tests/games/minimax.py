"""What positions are worth under perfect play: a slow, plain oracle for games without hidden cards.

For two players, results that add up to zero, and nothing left to chance after the setup. Every
position that can be reached is visited, by the rules as plain Python, so: small games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from compiled import bind, rows
from games.game import Game

Key: TypeAlias = bytes
"""A position: the bytes of its record."""


def key_of(states: NDArray[Any]) -> Key:
    """The key of a position, from an array of one record (``State.record_array``)."""
    return states[:1].tobytes()


@dataclass(frozen=True)
class Position:
    """A position that can be reached.

    Attributes:
        states: an array of its record.
        mover: whose decision it is; -1 when the game is over.
        after: what each option leads to.
        value: the result of seat 0 under perfect play of both.
        best: the mover's options that keep this value.
    """

    states: NDArray[Any]
    mover: int
    after: Mapping[int, Key]
    value: float
    best: frozenset[int]


def solve(game: Game, **parameters: Any) -> dict[Key, Position]:
    """Every position that can be reached, the one before the first decision first.

    Args:
        game: for two, without hidden cards and without chance in play.
        parameters: what differs from the default preset.
    """
    start = game.new(**parameters).record_array
    solved: dict[Key, Position] = {}
    _solve(_Rules(game), start, solved)
    # Positions are found from the ends backwards: turned round, the first one stands first.
    return dict(reversed(solved.items()))


def values(game: Game, parameters: Mapping[str, Any] | None = None) -> dict[Key, float]:
    """The result of seat 0 under perfect play from every position that can be reached."""
    return {key: one.value for key, one in solve(game, **(parameters or {})).items()}


def best_options(
    game: Game, parameters: Mapping[str, Any] | None = None
) -> dict[Key, frozenset[int]]:
    """The options of the mover that keep the value, in every position that can be reached."""
    return {key: one.best for key, one in solve(game, **(parameters or {})).items()}


class _Rules:
    """A game's functions as plain Python."""

    def __init__(self, game: Game) -> None:
        self.legal, self.play, self.returns = (
            bind(getattr(game.rules, name), game, compiled=False)
            for name in ("legal", "play", "returns")
        )
        self.out = np.empty(game.option_codes, np.int64)
        self.results = np.zeros(game.players[1])
        self.rng = rows(0)


def _solve(rules: _Rules, states: NDArray[Any], solved: dict[Key, Position]) -> float:
    key = key_of(states)
    if key in solved:
        return solved[key].value
    mover = int(states[0].mover)
    if mover < 0:
        rules.returns(states[0], rules.results)
        solved[key] = Position(states, mover, {}, float(rules.results[0]), frozenset())
        return solved[key].value
    after: dict[int, Key] = {}
    worth: dict[int, float] = {}
    for code in rules.out[: rules.legal(states[0], rules.out)].tolist():
        following = states.copy()
        rules.play(following[0], code, rules.rng)
        worth[code] = _solve(rules, following, solved)
        after[code] = key_of(following)
    value = max(worth.values()) if mover == 0 else min(worth.values())
    best = frozenset(code for code, one in worth.items() if one == value)
    solved[key] = Position(states, mover, after, value, best)
    return value
