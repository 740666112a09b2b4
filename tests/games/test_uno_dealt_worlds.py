"""Uno at tables of all sizes: the truth is never ruled out, and dealt worlds look like it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from compiled import bind, rows
from determinize import Watch
from games.kit.events import Opened, Shuffled
from games.view import masked
from tests.determinize.random_games import world_of
from tests.games.uno_games import played
from tests.games.uno_worlds import UNO

FEW = {"numbers": 2, "skips": 1, "reverses": 1, "draw_twos": 1}
"""So few cards that the pile is soon reshuffled, if hands are as large as in :data:`HANDS`."""
HANDS = {2: 11, 3: 7, 6: 3, 10: 2}


@pytest.mark.parametrize("players", HANDS)
@pytest.mark.parametrize("preset", UNO.presets)
def test_the_truth_is_never_ruled_out_and_dealt_worlds_look_like_it(preset: str, players: int):
    """Two games, one of them with few cards, so that what a deck holds is told by the old pile."""
    reshuffled = 0
    for seed, rules in enumerate(({}, {**FEW, "hand": HANDS[players]})):
        state = UNO.new(players=players, seed=seed, preset=preset, target=1, **rules)
        for step, (watch, _, _) in enumerate(played(state, seed, 72)):
            happened = {type(event) for event in state.events}
            reshuffled += Shuffled in happened and Opened not in happened
            if step % 12 or state.over:
                continue
            for seat in (state.mover, (state.mover + 1 + step // 12) % players):
                looks_right(watch, seat, seed)
    assert reshuffled


def looks_right(watch: Watch, seat: int, seed: int) -> None:
    """The truth is possible; worlds show the seat what the truth shows it, its options too."""
    state, known = watch.state, watch.information(seat)
    truth = state.record_array
    assert known.ledger.allows(world_of(truth[0], UNO, known.ledger))
    view = masked(UNO, truth, seat).tobytes()
    for world in known.worlds(5, rows(seed)):
        again = np.zeros(1, UNO.dtype)
        again[0] = world
        assert masked(UNO, again, seat).tobytes() == view
        if seat == state.mover:
            assert options(again) == options(truth)


def options(records: Any) -> list[int]:
    out = np.empty(UNO.option_codes, np.int64)
    legal = bind(UNO.parts["legal"], UNO)
    return out[: legal(records[0], out)].tolist()
