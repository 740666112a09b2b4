"""Positions to look at: decisions of random games, and of sensible ones.

Half of the games are played by drawing among all options, half among those that the game calls
sensible. So there are positions that nobody would reach, and such as players meet.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arena.auditing.tables import Place, Table
from arena.seeds import deal_seed
from compiled import PLAY, below, bind, rows
from games.state import State
from players.chance import sensible_options

MOST_MOVES = 200
"""Games are followed no longer than this."""


def course(table: Table, seed: int, number: int) -> tuple[Place, list[int]]:
    """Game ``number`` of an audit: its seed and moves, and where somebody had a choice.

    Returns:
        the place at the end, and after how many moves there were several options.
    """
    game_seed = deal_seed(seed, number)
    row = rows(game_seed, number)[PLAY]
    state = table.new(game_seed)
    choices = []
    while not state.over and len(state.history) < MOST_MOVES:
        codes = state.codes
        if len(codes) > 1:
            choices.append(len(state.history))
        offered = _sensible(state) if number % 2 else codes
        state.play(offered[below(row, len(offered))])
    return Place(game_seed, tuple(code for _, code in state.history)), choices


def places(table: Table, seed: int, number: int) -> Iterator[Place]:
    """The decisions of a game of an audit, in random order."""
    end, choices = course(table, seed, number)
    order = np.random.default_rng([end.seed, number]).permutation(len(choices))
    for k in order:
        yield Place(end.seed, end.moves[: choices[int(k)]])


def earlier(table: Table, place: Place) -> Iterator[Place]:
    """The decisions of the same game before a place, the first one first."""
    state = table.new(place.seed)
    for number, code in enumerate(place.moves):
        if len(state.codes) > 1:
            yield Place(place.seed, place.moves[:number])
        state.play(code)


def _sensible(state: State) -> tuple[int, ...]:
    out = np.empty(state.game.option_codes, np.int64)
    n = bind(sensible_options, state.game)(state.record_array[0], out)
    return tuple(int(code) for code in out[:n])
