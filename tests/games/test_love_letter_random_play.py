"""Five thousand random matches for each edition and number of players: every state consistent.

The compiled loop checks each state as it goes; one match in ten plays any option, the others play
sensible ones. What it finds wrong is a number; there must be none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from determinize import Watch
from games.kit.seam import legal, play, returns, sensible, setup
from games.love_letter.record import DECK, FACEUP, HAND, OUT, PILE, REMOVED, RETURNING, Decision
from games.state import blank
from games.view import masked
from tests.determinize.random_games import world_of

GAME = games.load("love-letter")
TABLES = [(preset, n) for preset in GAME.presets for n in GAME.seats_by(GAME.rules_of(preset))]


def flaw(s: Any, aside: int, sizes: Any) -> int:
    """Which promise the table breaks, or 0."""
    everybody = (1 << int(s.seats)) - 1
    for zone in range(len(sizes)):
        sizes[zone] = 0
    for c in range(len(s.zone)):
        zone = int(s.zone[c])
        sizes[zone] += 1
        seen = int(s.seen[c]) & everybody
        public = zone in (FACEUP, OUT) or PILE <= zone < RETURNING
        if public and seen != everybody:
            return 1  # what lies open is known to all
        if HAND <= zone < PILE and not seen >> (zone - HAND) & 1:
            return 2  # everybody knows the own hand
        if zone == REMOVED and seen != 0:
            return 3  # nobody knows the card aside
    if sizes[OUT] != aside or sizes[REMOVED] > 1:
        return 4
    place = int(s.decision)
    for p in range(int(s.seats)):
        held = sizes[HAND + p]
        if int(s.left) >> p & 1 == 0:
            due = held == 0
        elif p != s.mover or place in (Decision.TARGET, Decision.GUESS, Decision.CHANCELLOR_ORDER):
            due = held == 1
        elif place == Decision.PLAY:
            due = held == 2
        else:
            due = 2 <= held <= 3
        if not due:
            return 5
        order = place == Decision.CHANCELLOR_ORDER and p == s.mover
        if sizes[RETURNING + p] != (2 if order else 0):
            return 6
    if int(s.left) >> int(s.mover) & 1 == 0 or int(s.protected) & ~everybody:
        return 7
    return 8 if sizes[DECK] == 0 and sizes[REMOVED] == 0 else 0


def random_matches(s: Any, start: Any, n: int, rng: Any, out: Any, sizes: Any, aside: int) -> int:
    """The number of the flaw that was met, or 0."""
    results = np.zeros(6)
    for g in range(n):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        s[0] = start[0]
        setup(s[0], rng)
        while s[0].mover >= 0:
            broken = flaw(s[0], aside, sizes)
            if broken > 0:
                return broken
            count = legal(s[0], out) if g % 10 == 0 else sensible(s[0], out)
            if count < 1:
                return 20
            play(s[0], int(out[below(rng[PLAY], count)]), rng)
        if legal(s[0], out) != 0:
            return 21
        returns(s[0], results)
        total = 0.0
        for p in range(int(s[0].seats)):
            total += 0.5 + 0.5 * results[p]
        if abs(total - 1.0) > 1e-9:
            return 22
    return 0


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_five_thousand_random_matches(preset: str, players: int) -> None:
    rules = GAME.rules_of(preset)
    start = blank(GAME, players, rules)
    out, sizes = np.empty(GAME.option_codes, np.int64), np.zeros(len(GAME.zones), np.int64)
    aside = len(GAME.face_of) - sum(rules.copies)
    kernel = bind(random_matches, GAME)
    assert kernel(start.copy(), start, 5000, rows(players), out, sizes, aside) == 0


@pytest.mark.parametrize("preset", GAME.presets)
def test_every_edition_conforms(preset: str) -> None:
    """The same compiled and as plain Python, among all else."""
    short = dict.fromkeys(("tokens2", "tokens3", "tokens4"), 1)
    found = games.check(GAME, seeds=2, preset=preset, parameters=short)
    assert found.conforms, str(found)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_truth_is_among_the_worlds_and_worlds_look_like_it(preset: str, players: int) -> None:
    """At every decision of two rounds for every seat; dealt worlds at every fifth."""
    watch = Watch(GAME.new(players=players, seed=17, preset=preset))
    row = rows(players, 1)[0]
    out = np.empty(GAME.option_codes, np.int64)
    weighed = bind(GAME.rules.sensible, GAME)
    while not watch.state.over and int(watch.state.record_array[0].round) < 2:
        truth: Any = watch.state.record_array
        for seat in range(players):
            info = watch.information(seat)
            assert info.ledger.allows(world_of(truth[0], GAME, info.ledger))
            if len(watch.state.history) % 5:
                continue
            view = masked(GAME, truth, seat).tobytes()
            worlds = info.worlds(3, rows(seat))
            for k in range(3):
                assert masked(GAME, worlds[k : k + 1], seat).tobytes() == view
                if seat == watch.state.mover:
                    n = bind(GAME.rules.legal, GAME)(worlds[k], out)
                    assert tuple(out[:n].tolist()) == watch.state.codes
        n = weighed(truth[0], out)
        watch.play(int(out[below(row, n)]))
