"""Playing a state on, as a search does with its copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from determinize.auditing.auditable import Auditable

MOST_MOVES = 300
"""A game is played on no further than this."""


def played_on(
    target: Auditable, state: Any, rng: np.random.Generator, *, most: int = MOST_MOVES
) -> Any:
    """The state after random moves, at the end of the game or after the most moves."""
    for _ in range(most):
        if target.mover(state) < 0:
            break
        options = list(target.options(state))
        if not options:
            break
        state = target.play(state, options[int(rng.integers(len(options)))])
    return state
