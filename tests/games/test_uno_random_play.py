"""Five thousand random rounds and more a preset: every state consistent, nothing lost or peeked at.

The compiled loop checks each state as it goes, and plays sensible options; one game in fifty
plays any option. What it finds wrong is a number; there must be none.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from determinize import Watch
from determinize.auditing.ours.reasons import world_in
from games.kit.seam import legal, play, returns, sensible, setup
from games.state import blank
from games.uno.record import DECK, DISCARD, DRAWN, HAND, OUT, Decision

GAME = games.load("uno")
SHORT = {"target": 1}
"""A game of one round, or of a few where nothing was left to score."""

SWITCHES: dict[str, dict[str, Any]] = {
    "stacking": {"stacking": True},
    "seven_zero": {"seven_zero": True},
    "uno_call": {"uno_call": True},
    "draw_until_playable": {"draw_until_playable": True},
    "enforced": {"wd4": "enforced", "draw_until_playable": True, "stacking": True},
    "must_play": {"voluntary_draw": False, "at_limit": "smallest_hand", "max_turns": 60},
    "challenge": {"scoring": "challenge", "target": 120},
    "few_cards": {"numbers": 2, "skips": 1, "reverses": 0, "wilds": 1, "wild_draw_fours": 1},
    "all": {
        "stacking": True,
        "seven_zero": True,
        "uno_call": True,
        "draw_until_playable": True,
        "keep_direction": True,
        "scoring": "challenge",
        "target": 120,
    },
}


def flaw(s: Any, aside: int, sizes: Any) -> int:
    """Which promise the table breaks, or 0."""
    everybody = (1 << int(s.seats)) - 1
    for zone in range(len(sizes)):
        sizes[zone] = 0
    for c in range(108):
        sizes[int(s.zone[c])] += 1
    if sizes[OUT] != aside or sizes[DISCARD] < 1:
        return 1
    for c in range(108):
        zone = int(s.zone[c])
        seen = int(s.seen[c]) & everybody
        if zone in (DECK, DISCARD) and (s.depth[c] < 0 or s.depth[c] >= sizes[zone]):
            return 2
        if zone == DECK and seen != 0:
            return 3  # nobody knows the deck
        if zone in (DISCARD, OUT) and seen != everybody:
            return 4  # everybody knows the pile
        if HAND <= zone < DRAWN and not seen >> (zone - HAND) & 1:
            return 5  # everybody knows the own hand
    for p in range(int(s.seats)):
        drawn = s.mover == p and s.decision == Decision.AFTER_DRAW
        if sizes[DRAWN + p] != int(drawn):
            return 6
        if (sizes[HAND + p] == 0) != (s.eliminated[p] > 0):
            return 7  # whoever is in the game has cards
    if s.eliminated[int(s.mover)] > 0 or s.turns > s.rules.max_turns:
        return 8
    return 0


def random_games(s: Any, n: int, rng: Any, out: Any, sizes: Any, aside: int, most: int) -> Any:
    """Play random games; the number of the flaw that was met, or 0, and how many were ended."""
    ended = 0
    results = np.zeros(10)
    for g in range(n):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        steps = 0
        while s.mover >= 0 and steps < most:
            broken = flaw(s, aside, sizes)
            if broken:
                return broken, ended
            count = legal(s, out) if g % 50 == 0 else sensible(s, out)
            if count <= 0:
                return 9, ended
            play(s, int(out[below(rng[PLAY], count)]), rng)
            steps += 1
        if s.mover < 0:
            ended += 1
            returns(s, results)
            total = 0.0
            for p in range(int(s.seats)):
                total += 0.5 + 0.5 * results[p]
            if abs(total - 1) > 1e-9:
                return 10, ended
    return 0, ended


def played(preset: str, players: int, n: int, most: int, rules: dict[str, Any]) -> tuple[int, int]:
    states = blank(GAME, players, GAME.rules_of(preset, **rules))
    out = np.empty(GAME.option_codes, np.int64)
    sizes = np.empty(len(GAME.zones), np.int64)
    start = GAME.new(players=players, preset=preset, **rules)
    aside = int((start.record_array["zone"][0] == OUT).sum())
    found: tuple[int, int] = bind(random_games, GAME)(
        states[0], n, rows(1), out, sizes, aside, most
    )
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("preset", GAME.presets)
def test_random_games_keep_the_table(preset: str, players: int):
    broken, ended = played(preset, players, 5000, 3000, SHORT)
    assert broken == 0
    # One game in fifty, of any options, may last longer than is waited for.
    assert ended > 0.95 * 5000


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_with_house_rules(preset: str, switch: str, players: int):
    broken, ended = played(preset, players, 500, 3000, {**SHORT, "hand": 4, **SWITCHES[switch]})
    assert broken == 0
    assert ended > 0.75 * 500


CHECKED = {"target": 1, "hand": 3, "max_turns": 12, "at_limit": "smallest_hand"}


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("players", [2, 3])
def test_it_conforms(preset: str, players: int):
    table = dataclasses.replace(GAME, players=(players, players))
    found = games.check(table, seeds=1, preset=preset, parameters=CHECKED)
    assert found.conforms, str(found)


@pytest.mark.parametrize("preset", GAME.presets)
def test_house_rules_conform(preset: str):
    table = dataclasses.replace(GAME, players=(3, 3))
    found = games.check(table, seeds=1, preset=preset, parameters={**SWITCHES["all"], **CHECKED})
    assert found.conforms, str(found)


def sensible_codes(state: games.State) -> list[int]:
    out = np.empty(GAME.option_codes, np.int64)
    kernel: Any = bind(GAME.parts["sensible"], GAME)
    return out[: kernel(state.record_array[0], out)].tolist()


@pytest.mark.parametrize(
    ("preset", "players", "rules"),
    [
        ("official", 2, {}),
        ("official", 3, {"voluntary_draw": False}),
        ("official", 3, {"stacking": True, "seven_zero": True, "draw_until_playable": True}),
        ("official", 3, {"wd4": "enforced", "draw_until_playable": True}),
        ("tag", 2, {}),
        ("tag", 3, {}),
        ("tag", 3, {"seven_zero": True, "stacking": True, "uno_call": True}),
    ],
)
def test_the_truth_is_among_the_worlds_of_every_seat(
    preset: str, players: int, rules: dict[str, Any]
):
    sizes = set()
    for seed in range(2):
        state = GAME.new(players=players, seed=seed, preset=preset, **SHORT, **rules)
        watch = Watch(state)
        row = rows(seed, 1)[0]
        while not state.over and len(state.history) < 60:
            for seat in range(players) if len(state.history) % 5 == 0 else ():
                ledger = watch.ledger(seat)
                truth = world_in(state.record_array[0], GAME, ledger)
                assert ledger.allows(truth)
            if len(state.history) % 20 == 19:
                known = watch.information(state.mover)
                for world in known.worlds(20, rows(seed)):
                    sizes.add(len(world["zone"]))
                    assert (world["zone"] == state.record_array["zone"][0]).sum() > 0
            codes = sensible_codes(state)
            watch.play(codes[below(row, len(codes))])
    assert sizes == {108}
