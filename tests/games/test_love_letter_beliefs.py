"""Whole games of Love Letter: at every decision every seat's belief is that of brute force.

The brute force (`love_letter_worlds`) replays every deal by rules of its own; it knows neither
facts nor ledgers. Small decks are dealt out whole, full ones as far as cards come to matter.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from compiled import below, bind, rows
from games.love_letter.parameters import PRESETS
from games.view import masked
from tests.determinize.random_games import watched, world_of
from tests.games.love_letter_replays import (
    LOVE_LETTER,
    compare,
    compare_together,
    replays,
    spots_of,
)
from tests.games.love_letter_worlds import means

NOTHING = {
    "spies": 0,
    "guards": 1,
    "priests": 0,
    "barons": 0,
    "handmaids": 0,
    "princes": 0,
    "chancellors": 0,
    "kings": 0,
    "countesses": 0,
    "princesses": 0,
    "faceup": 0,
}
SMALL: dict[str, dict[str, int]] = {
    "two, Barons": {"players": 2, "guards": 2, "priests": 1, "barons": 2, "princes": 1, "kings": 1},
    "two, Princes": {"players": 2, "priests": 2, "princes": 2, "countesses": 1, "princesses": 1},
    "two, Chancellors": {
        "players": 2,
        "spies": 1,
        "barons": 1,
        "princes": 1,
        "chancellors": 2,
        "countesses": 1,
    },
    "three, Barons": {"players": 3, "guards": 3, "priests": 1, "barons": 2, "princes": 1},
    "three, a King": {"players": 3, "priests": 2, "kings": 1, "countesses": 1, "princes": 2},
    "three, Chancellors": {"players": 3, "spies": 2, "handmaids": 1, "chancellors": 2, "kings": 1},
}
FULL = [
    ("classic", 2),
    ("classic", 3),
    ("classic", 4),
    ("zman2019", 2),
    ("zman2019", 3),
    ("zman2019", 5),
    ("zman2019_classic", 3),
    ("tag", 2),
    ("tag", 4),
]
TABLES = [
    (preset, players)
    for preset, players in product(PRESETS, range(2, 7))
    if getattr(PRESETS[preset], f"tokens{players}")
]
legal = bind(LOVE_LETTER.rules.legal, LOVE_LETTER, compiled=False)


@pytest.mark.parametrize("small", SMALL)
def test_of_small_decks_beliefs_are_those_of_all_deals_replayed(small: str) -> None:
    """Every probability, and of one seat in turn how likely all contents are together."""
    new: dict[str, Any] = NOTHING | SMALL[small]
    compared = 0
    for number, replay in enumerate(replays(30, True, seed=2, **new)):
        for seat, worlds in replay.worlds.items():
            ledger = replay.watch.ledger(seat)
            assert ledger.exact
            compare(ledger, worlds)
            if number % new["players"] == seat:
                compare_together(ledger, worlds)
            compared += 1
    assert compared >= 50


@pytest.mark.parametrize(("preset", "players"), FULL)
def test_of_full_decks_beliefs_are_those_of_brute_force(preset: str, players: int) -> None:
    compared = 0
    for replay in replays(24, False, seed=3, preset=preset, players=players):
        for seat, worlds in replay.worlds.items():
            compare(replay.watch.ledger(seat), worlds)
            compared += 1
    assert compared >= 24


def test_cards_dealt_at_once_or_as_they_matter_come_to_the_same() -> None:
    new = NOTHING | SMALL["two, Chancellors"]
    early, late = (replays(30, at_once, seed=1, **new) for at_once in (True, False))
    for one, other in zip(early, late, strict=True):
        for seat in range(2):
            spots = list(spots_of(one.watch.ledger(seat), one.worlds[seat]).values())
            assert means(one.worlds[seat], spots) == means(other.worlds[seat], spots)
            assert len(one.worlds[seat]) >= len(other.worlds[seat])


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_true_world_is_possible_and_dealt_worlds_look_the_same(
    preset: str, players: int
) -> None:
    """To the seat: its view, bit by bit, and its options."""
    row, out = rows(9), np.empty(LOVE_LETTER.option_codes, np.int64)
    state = LOVE_LETTER.new(players=players, preset=preset, seed=players)
    for number, watch in enumerate(watched("love-letter", players=players, seed=4, state=state)):
        if number == 25:
            break
        record = watch.state.record_array
        for seat in {watch.state.mover, below(row[1], players)}:
            info = watch.information(seat)
            assert info.ledger.allows(world_of(record[0], LOVE_LETTER, info.ledger))
            view = masked(LOVE_LETTER, record, seat).tobytes()
            for world in info.worlds(3, row):
                again = np.zeros(1, LOVE_LETTER.dtype)
                again[0] = world
                assert masked(LOVE_LETTER, again, seat).tobytes() == view
                if seat == watch.state.mover:
                    options = out[: legal(world, out)].tolist()
                    assert options == list(watch.state.codes)
