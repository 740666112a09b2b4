"""Uno at tables of all sizes: the truth is never ruled out, and dealt worlds look like it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from compiled import bind
from compiled import rows as generator
from games.kit.events import Opened, Shuffled
from games.view import masked
from tests.determinize.random_games import world_of
from tests.games.uno_games import played
from tests.games.uno_worlds import UNO


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize("preset", UNO.presets)
def test_the_truth_is_never_ruled_out_and_dealt_worlds_look_like_it(preset: str, players: int):
    """One game with all cards; one with so few that the pile is reshuffled, and more than once."""
    few = {"numbers": 4, "hand": 3} if players < 6 else {"hand": 5 if players > 6 else 9}
    reshuffled = 0
    for seed, rules in enumerate(({}, few)):
        state = UNO.new(players=players, seed=seed, preset=preset, target=1, **rules)
        for step, (watch, _, _) in enumerate(played(state, seed, 120)):
            happened = {type(event) for event in state.events}
            reshuffled += Shuffled in happened and Opened not in happened
            for seat in range(players) if step % 20 == 0 and not state.over else ():
                known = watch.information(seat)
                record = state.record_array[0]
                assert known.ledger.allows(world_of(record, UNO, known.ledger))
                view = masked(UNO, state.record_array, seat).tobytes()
                for world in known.worlds(5, generator(seed)):
                    again = np.zeros(1, UNO.dtype)
                    again[0] = world
                    assert masked(UNO, again, seat).tobytes() == view
                    if seat == state.mover:
                        assert options(again) == options(state.record_array)
    print(reshuffled)


def options(records: Any) -> list[int]:
    out = np.empty(UNO.option_codes, np.int64)
    legal = bind(UNO.parts["legal"], UNO)
    return out[: legal(records[0], out)].tolist()
