"""A game played by compiled rules, and nobody is told what happens.

Every place that plays on a bare record shares these, so that each game is compiled once for all of
them. They take an array of one record: Numba takes that from Python several times faster.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from compiled import bind
from games.kit.seam import legal, play, setup

if TYPE_CHECKING:
    from games.game import Game


def begin(states: Any, rng: Any, out: Any) -> int:
    """Set up an array of one record; how many options its mover has, their codes in ``out``."""
    setup(states[0], rng)
    return legal(states[0], out)


def advance(states: Any, action: int, rng: Any, out: Any) -> int:
    """Play an option; how many options are there next, their codes in ``out``."""
    play(states[0], action, rng)
    return legal(states[0], out)


@cache
def untold(game: Game) -> tuple[Any, Any]:
    """``begin`` and ``advance`` of a game, compiled.

    >>> import games, numpy as np
    >>> from compiled import rows
    >>> from games.state import blank
    >>> game = games.load("template")
    >>> states, rng = blank(game, 2, game.rules_of(game.preset)), rows(7)
    >>> out = np.empty(game.option_codes, np.int64)
    >>> begin, advance = untold(game)
    >>> n = begin(states, rng, out)
    >>> while n:
    ...     n = advance(states, int(out[0]), rng, out)
    >>> int(states[0].mover)
    -1
    """
    return bind(begin, game), bind(advance, game)
