"""What every policy owes: an option, by what its seat sees, compiled as in plain Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from compiled import PLAY, bind, rows
from determinize import Watch
from games.game import Game
from players.rules.by_policy import follow


def decided_alike(game: Game, policy: Any, positions: Iterable[Watch]) -> int:
    """See that a policy decides lawfully, and alike in all that the mover cannot tell apart.

    In the mover's view, in the truth and in other worlds, each compiled and plain.

    Returns:
        how many states were compared.
    """
    compiled = bind(follow, game, policy=policy)
    plain = bind(follow, game, policy=policy, compiled=False)
    out, compared = np.zeros(game.option_codes, np.int64), 0
    for place, watch in enumerate(positions):
        info = watch.information(watch.state.mover)
        states = [info.state, watch.state.record_array[0], *info.worlds(4, rows(place))]
        options = {
            int(follows(s, out, rows(place)[PLAY])) for s in states for follows in (compiled, plain)
        }
        assert len(options) == 1
        assert options <= set(watch.state.codes)
        compared += len(states)
    return compared
