"""Five thousand random games of each preset and number of players keep what the rules promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from determinize.redeal import redeal
from games.exploding_kittens.cards import CARDS, FACE_OF_CARD, KITTEN
from games.exploding_kittens.record import (
    DEAD,
    DECK,
    DISCARD,
    DRAWN,
    EXPLODED,
    HAND,
    OUT,
    PENDING,
    Decision,
)
from games.kit.seam import legal, play, sensible, setup
from games.state import blank

GAME = games.load("exploding-kittens")
PRESETS = tuple(GAME.presets)
GAMES = 5000
MOST = 600  # decisions of one game


def flaw(s: Any) -> int:
    """Which promise the table breaks, or 0."""
    seats = int(s.seats)
    sizes = np.zeros(32, np.int64)
    kittens = np.zeros(32, np.int64)
    for c in range(CARDS):
        zone = int(s.zone[c])
        sizes[zone] += 1
        kittens[zone] += FACE_OF_CARD[c] == KITTEN
        if zone >= HAND and zone < HAND + 5 and not int(s.seen[c]) >> (zone - HAND) & 1:
            return 1  # everybody knows the own hand
    alive = 0
    for p in range(seats):
        alive += s.eliminated[p] == 0
        if s.eliminated[p] > 0 and sizes[HAND + p] > 0:
            return 2  # who is out has no hand
        if s.eliminated[p] == 0 and sizes[DEAD + p] > 0:
            return 3
        if kittens[HAND + p] + kittens[DEAD + p] > 0:
            return 4  # no kitten lies in a hand
    if kittens[DECK] + kittens[DRAWN] != alive - 1:
        return 5  # one kitten fewer than players alive
    if kittens[EXPLODED] != seats - alive or sizes[EXPLODED] != seats - alive:
        return 6
    if kittens[OUT] != 5 - seats or kittens[DISCARD] + kittens[PENDING] > 0:
        return 7
    if s.mover < 0:
        return 0 if alive == 1 else 8
    if alive < 2 or s.eliminated[int(s.mover)] > 0 or s.eliminated[int(s.turn)] > 0:
        return 9  # the living play
    if sizes[DECK] + sizes[DRAWN] < 1:
        return 10  # the deck never runs out
    kitten_out = s.decision == Decision.REINSERT or s.decision == Decision.DEFUSE
    if sizes[DRAWN] != kitten_out:
        return 11
    if s.decision == Decision.TURN and (sizes[PENDING] > 0 or s.action != 0 or s.mover != s.turn):
        return 12  # nothing is under way
    if s.decision == Decision.REACT and (sizes[PENDING] == 0 or s.mover == s.last):
        return 13
    if s.decision == Decision.FAVOR_GIVE and (s.mover != s.target or s.mover == s.turn):
        return 14
    return 0


def play_games(s: Any, rng: Any, out: Any, wise: Any, ends: Any) -> int:
    """Play random games, every other one by sensible options; the flaw that was met, or 0."""
    for g in range(len(ends)):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        steps = 0
        before = 0
        while s.mover >= 0:
            broken = flaw(s)
            if broken:
                return broken
            n = legal(s, out)
            if n < 1 or steps >= MOST:
                return 20
            for i in range(1, n):
                if out[i] <= out[i - 1]:
                    return 21  # ascending, each once
            kept = sensible(s, wise)
            if kept < 1 or kept > n:
                return 22
            if g % 2 == 1:
                play(s, int(wise[below(rng[PLAY], kept)]), rng)
            else:
                play(s, int(out[below(rng[PLAY], n)]), rng)
            if s.turns < before:
                return 23
            before = int(s.turns)
            steps += 1
        broken = flaw(s)
        if broken:
            return broken
        ends[g, 0] = steps
        ends[g, 1] = s.turns
        for p in range(int(s.seats)):
            ends[g, 2 + p] = s.eliminated[p]
    return 0


def played(n: int, players: int, seed: int, **rules: Any) -> np.ndarray[Any, Any]:
    states = blank(GAME, players, GAME.rules_of(**rules))
    ends = np.zeros((n, 7), np.int64)
    out, wise = np.zeros(GAME.option_codes, np.int64), np.zeros(GAME.option_codes, np.int64)
    assert bind(play_games, GAME)(states[0], rows(seed), out, wise, ends) == 0
    return ends


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_keep_every_promise_and_leave_one_player(preset: str, players: int):
    ends = played(GAMES, players, seed=21, preset=preset)
    order = np.sort(ends[:, 2 : 2 + players], axis=1)
    assert (order == np.arange(players)).all()  # one survives, the others leave one by one
    survivors = np.bincount((ends[:, 2 : 2 + players] == 0).argmax(axis=1), minlength=players)
    # The seats are alike, since anybody may begin. Four standard errors; of these 42 rates one is
    # beyond them by chance once in 380 runs of other seeds.
    margin = 4 * np.sqrt((1 / players) * (1 - 1 / players) / GAMES)
    assert survivors / GAMES == pytest.approx([1 / players] * players, abs=margin)


@pytest.mark.parametrize(
    "rules",
    [
        {"auto_defuse": False},
        {"trim": True},
        {"hand": 2, "preset": "tag"},
        {"five_different": True, "hand": 15, "peek_depth": 10},
        {"pairs": "none", "triples": False, "attack_turns": 5},
        {"nopes": 0, "attacks": 0, "skips": 0, "cats": 1, "futures": 1, "defuses": 2, "hand": 3},
    ],
)
def test_other_rules_keep_every_promise(rules: dict[str, Any]):
    assert (played(1000, 2, seed=22, **rules)[:, 1] > 0).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_keeps_the_seam_and_is_the_same_compiled_and_plain(preset: str):
    report = games.check(GAME, preset=preset, seeds=1)
    assert report.conforms, report


def play_in_redealt_worlds(states: Any, rng: Any, out: Any, games: int) -> int:
    """How often somebody would have no option if hidden cards lay as another seat may think."""
    s = states[0]
    stuck = 0
    for _ in range(games):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        while s.mover >= 0:
            for me in range(int(s.seats)):
                states[1] = s
                redeal(states[1], me, rng[PLAY])
                stuck += legal(states[1], out) < 1
            play(s, int(out[below(rng[PLAY], sensible(s, out))]), rng)
    return stuck


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whoever_decides_has_options_whatever_cards_others_believe_in(preset: str, players: int):
    """No place is reached because of hidden cards that lie nowhere on the table."""
    states = np.repeat(blank(GAME, players, GAME.rules_of(preset)), 2)
    out = np.zeros(GAME.option_codes, np.int64)
    assert bind(play_in_redealt_worlds, GAME)(states, rows(23), out, 300) == 0
