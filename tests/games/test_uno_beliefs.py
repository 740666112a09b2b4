"""Whole games of Uno: every seat's belief is what brute force makes of what that seat saw.

The brute force (`uno_worlds`) goes by the rules in its own words and weighs every deal; at small
tables it must give the very fractions of the ledger.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import games
from beliefs import Ledger
from tests.games.uno_games import played
from tests.games.uno_worlds import UNO, Referee, TooMany, World, world_of

SMALL = {
    "hand": 2,
    "numbers": 2,
    "skips": 0,
    "reverses": 0,
    "draw_twos": 0,
    "wilds": 2,
    "wild_draw_fours": 1,
    "target": 60,
    "max_turns": 40,
}
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "official": ("official", 2, {"skips": 1, "draw_twos": 1, "wild_draw_fours": 2}),
    "official of three": ("official", 3, {"wild_draw_fours": 3, "wilds": 1}),
    "tag": ("tag", 2, {"skips": 1, "draw_twos": 1, "wild_draw_fours": 2}),
    "tag of three": ("tag", 3, {}),
    "tag, drawn cards by choice": ("tag", 3, {"drawn_card": "choice"}),
    "must play": ("official", 2, {"voluntary_draw": False, "draw_twos": 1}),
    "enforced": ("official", 3, {"wd4": "enforced", "wild_draw_fours": 3, "wilds": 1}),
    "until playable": ("official", 2, {"draw_until_playable": True, "draw_twos": 1}),
    "until playable, enforced": (
        "official",
        2,
        {"draw_until_playable": True, "wd4": "enforced", "wild_draw_fours": 3, "wilds": 0},
    ),
    "hands change owner": ("official", 3, {"seven_zero": True, "voluntary_draw": False}),
    "stacks and calls": (
        "official",
        2,
        {"stacking": True, "uno_call": True, "draw_twos": 2, "numbers": 1, "wild_draw_fours": 3},
    ),
}


def chance_of(ledger: Ledger, world: World) -> Fraction:
    """How likely a ledger finds it that hands hold just these cards, and the deck the rest."""
    told = ledger.copy()
    for zone, hand in world.items():
        if zone != "deck":
            for face in {*hand}:
                told.fact(zone, {face: 1}, hand.count(face), hand.count(face))
    return told.weight / ledger.weight


@pytest.mark.parametrize("table", TABLES)
def test_the_belief_is_that_of_brute_force(table: str):
    preset, players, rules = TABLES[table]
    compared = wide = seed = 0
    while compared < 24:
        state = UNO.new(players=players, seed=seed, preset=preset, **{**SMALL, **rules})
        try:
            referees = [Referee(state, seat) for seat in range(players)]
            for step, (watch, before, code) in enumerate(played(state, seed, 45)):
                for referee in referees if step else ():
                    referee.hears(before, code, state)
                for referee in referees if step % 4 == 0 and not state.over else ():
                    compare(watch.ledger(referee.seat), referee, state)
                    compared += 1
                    wide += len(referee.worlds) > 1
        except TooMany:
            pass  # the rest of a game that has come to be too long
        seed += 1
    assert wide > compared / 3


def compare(ledger: Ledger, referee: Referee, state: games.State) -> None:
    """Hold a ledger against brute force: what is expected everywhere, and the truth's chance."""
    assert ledger.exact
    expected = ledger.expected(exact=True)
    for zone in referee.zones:
        columns = [k for k, spot in enumerate(ledger.spots) if spot.zone == zone]
        believed = expected[:, columns].sum(axis=1) if columns else [0] * len(ledger.faces)
        found = {str(f): n for f, n in zip(ledger.faces, believed, strict=True) if n}
        assert found == referee.expected(zone), zone
    truth = world_of(state.record_array[0], state.seats)
    assert chance_of(ledger, truth) == referee.chance(truth) > 0
