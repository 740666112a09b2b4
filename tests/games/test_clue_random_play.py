"""Random games of Clue for 2 to 6: every state consistent, every game as a referee says.

The compiled loop checks each state as it goes and writes down what was dealt, rolled, offered and
chosen. Afterwards a referee that knows the rule book but none of our code (names, sets, a search
for paths of its own) plays the log through: the same options at every step, the same result.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy import stats

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from games.clue.cards import FACES
from games.clue.record import HAND, ROOM, SIDE_ZONE, SUSPECT, TABLE, TRIPLES, WEAPON
from games.kit.seam import legal, play, sensible, setup
from games.state import blank
from tests.games.clue_referee import Referee, landing, told

GAME = games.load("clue")
MOST = 2500  # decisions of one game

# ---------------------------------------------------------------------- the loop that is compiled


def flaw(s: Any) -> int:
    """Which promise the table breaks, or 0."""
    file = 0
    for c in range(21):
        zone = int(s.zone[c])
        seen = int(s.seen[c])
        if SUSPECT <= zone <= ROOM:
            file += 1 << 4 * (zone - SUSPECT)
            if zone != SUSPECT + (0 if c < 6 else 1 if c < 12 else 2):
                return 1
        if zone == 0 or (HAND <= zone < SIDE_ZONE and zone >= HAND + s.seats):
            return 3
        if HAND <= zone < SIDE_ZONE and not seen >> (zone - HAND) & 1:
            return 4  # everybody knows the own hand
        for p in range(int(s.seats)):
            if zone == HAND + p and int(s.lacks[p]) >> c & 1:
                return 5  # nobody who could not show holds the card
            if zone != HAND + p and s.shown_to[p, c] != 0:
                return 6
            if zone == HAND + p and int(s.shown_to[p, c]) & ~seen:
                return 7  # whoever was shown a card has seen it
            if SUSPECT <= zone <= ROOM and s.mover >= 0 and (seen >> p & 1) != s.out[p]:
                return 8  # the file is known to those who are out, and to nobody else
            if zone == SIDE_ZONE and (seen ^ int(s.looked[p]) >> int(s.depth[c]) << p) >> p & 1:
                return 9
    if file != 0x111:
        return 2  # one card of each kind
    for a in range(6):
        for b in range(a):
            if s.token[a] == s.token[b] and s.token[a] > 8:
                return 10  # two tokens on one square
    if s.mover >= 0 and s.decision != 3 and s.out[int(s.mover)]:
        return 11
    return 0


def log_games(
    s: Any, rng: Any, out: Any, dealt: Any, log: Any, offered: Any, ends: Any, any_option: int
) -> int:
    """Play games and write down the first of them; the number of the flaw that was met, or 0.

    Of ``any_option`` games the first is of any option with few accusations, the rest of sensible
    ones. Sensible players never accuse wrongly.
    """
    for g in range(len(ends)):
        careful = any_option == 0 or g % any_option > 0
        kept = g < len(dealt)
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        for c in range(21):
            if kept:
                dealt[g, c] = int(s.zone[c]) * 100 + int(s.depth[c])
        steps = 0
        while s.mover >= 0:
            broken = flaw(s)
            if broken:
                return broken
            n = sensible(s, out) if careful and not kept else legal(s, out)
            if n <= 0 or steps >= MOST:
                return 12
            if kept:
                for i in range(n):
                    offered[g, steps, int(out[i])] += 1
                log[g, steps, 1] = s.mover
                log[g, steps, 2] = s.rolled
                if careful:
                    n = sensible(s, out)
            if not careful and s.decision == 5 and s.early == 0 and below(rng[PLAY], 8) > 0:
                n = 1  # no accusation
            action = int(out[below(rng[PLAY], n)])
            if kept:
                log[g, steps, 0] = action
            play(s, action, rng)
            steps += 1
        if legal(s, out) != 0 or flaw(s) not in (0, 8):
            return 13
        for p in range(int(s.seats)):
            if careful and s.out[p]:
                return 14
        ends[g, 0] = s.winner
        ends[g, 1] = steps
    return 0


# -------------------------------------------------------------------------------------- the tests


def logged(n: int, seats: int, rules: Any, seed: int) -> tuple[np.ndarray[Any, Any], ...]:
    states = blank(GAME, seats, rules)
    dealt = np.zeros((n, 21), np.int64)
    log = np.zeros((n, MOST, 3), np.int64)
    offered = np.zeros((n, MOST, GAME.option_codes), np.int8)
    ends = np.zeros((n, 2), np.int64)
    out = np.zeros(GAME.option_codes, np.int64)
    run = bind(log_games, GAME)
    assert run(states[0], rows(seed), out, dealt, log, offered, ends, 2) == 0
    return dealt, log, offered, ends


def judge(n: int, seats: int, rules: Any, seed: int) -> list[int]:
    """Play games, hold each against the referee, and return the winners."""
    dealt, log, offered, ends = logged(n, seats, rules, seed)
    for g in range(n):
        zones: dict[str, list[str]] = {name: [] for name in GAME.zones.names}
        for at, card in sorted((int(at), card) for card, at in enumerate(dealt[g])):
            zones[GAME.zones.names[(at + 1) // 100]].append(FACES[card])
        referee = Referee(zones, seats, rules)
        for step in range(int(ends[g, 1])):
            assert not referee.over
            code, mover, rolled = log[g, step].tolist()
            assert referee.who == mover
            assert offered[g, step].max() == 1  # each option once
            said = {told(referee, code) for code in np.flatnonzero(offered[g, step]).tolist()}
            assert referee.options(rolled) == said
            option = told(referee, code)
            assert option in said
            referee.do(option, landing(referee, option, rolled))
        assert referee.over
        assert referee.winner == ends[g, 0]
    return [int(winner) for winner in ends[:, 0]]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("preset", GAME.presets)
def test_random_games_are_as_the_referee_says(preset: str, seats: int):
    judge(2 if preset == "rl_env" else 10, seats, GAME.rules_of(preset), seed=seats)


OTHER: dict[str, dict[str, Any]] = {
    "two dice, an early word": {"dice": 2, "accuse_before_move": True},
    "strict": {"accuse_needs_suggestion": True, "accusing": "unseen", "last_player": "wins"},
    "lenient": {"suggestion_on_entry": "optional", "blocked_may_suggest": True},
    "passage by roll": {"passage_needs_no_roll": False, "stay_after_summon": False},
    "public": {"leftover": "public", "eliminated_token": "stays"},
    "short": {"max_turns": 7, "max_steps": 15},
}


@pytest.mark.parametrize("name", OTHER)
def test_single_parameters_are_as_the_referee_says(name: str):
    for seats in (3, 5):
        judge(6, seats, GAME.rules_of("classic", **OTHER[name]), seed=21)


@pytest.mark.parametrize("two_player", ["side4", "side5", "plain"])
def test_two_players_are_as_the_referee_says(two_player: str):
    judge(20, 2, GAME.rules_of("rooms_only", two_player=two_player), seed=22)


@pytest.mark.parametrize("preset", GAME.presets)
def test_thousands_of_games_come_to_an_end_without_a_flaw(preset: str):
    """Sensible players never accuse wrongly, so only the limits leave games without a winner."""
    nothing = (np.zeros((0, *size), np.int64) for size in ((21,), (MOST, 3)))
    dealt, log, offered = *nothing, np.zeros((0, MOST, GAME.option_codes), np.int8)
    out = np.zeros(GAME.option_codes, np.int64)
    run = bind(log_games, GAME)
    for seats in range(2, 7):
        states = blank(GAME, seats, GAME.rules_of(preset))
        ends = np.zeros((100 if preset == "rl_env" else 500, 2), np.int64)
        assert run(states[0], rows(seats), out, dealt, log, offered, ends, 0) == 0
        won = np.mean(ends[:, 0] >= 0)
        assert won > (0.4 if preset == "rl_env" else 0.95)


def many_deals(s: Any, rng: Any, files: Any, hands: Any) -> None:
    """Count the files of many deals, and in whose hand each card lies."""
    for _ in range(64800):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        number = 0
        for c in range(21):
            zone = int(s.zone[c])
            if zone == SUSPECT:
                number += c * 54
            elif zone == WEAPON:
                number += (c - 6) * 9
            elif zone == ROOM:
                number += c - 12
            elif zone != TABLE:
                hands[c, zone - HAND] += 1
        files[number] += 1


def test_every_file_and_every_hand_is_equally_likely():
    """64 800 deals, 200 for each file. Chi-square of 323 degrees and, for each kind of card, of
    how often each hand holds it: with this seed each passes at 1 in 1000."""
    states = blank(GAME, 3, GAME.rules_of("classic"))
    files, hands = np.zeros(TRIPLES, np.int64), np.zeros((21, 3), np.int64)
    bind(many_deals, GAME)(states[0], rows(8), files, hands)
    assert stats.chisquare(files).pvalue > 0.001
    for card in range(21):
        assert stats.chisquare(hands[card]).pvalue > 0.001 / 21


TRACE = """
import hashlib
import numpy as np
import games
from compiled import PLAY, below, bind, rows
from games.state import blank

game = games.load("clue")
digest = hashlib.blake2b()
for preset in game.presets:
    for players in (2, 5):
        states = blank(game, players, game.rules_of(preset, max_turns=4))
        rng, out = rows(players), np.zeros(game.option_codes, np.int64)
        setup, legal, sensible, play, value = (
            bind(game.parts[f], game) for f in ("setup", "legal", "sensible", "play", "value")
        )
        setup(states[0], rng)
        while states[0].mover >= 0:
            digest.update(out[: legal(states[0], out)].tobytes())
            n = sensible(states[0], out)
            play(states[0], int(out[below(rng[PLAY], n)]), rng)
            digest.update(states.tobytes() + rng.tobytes() + out[:n].tobytes())
            digest.update(np.float64(value(states[0], 1)).tobytes())
print(digest.hexdigest())
"""


def test_compiled_and_plain_games_are_the_same_to_the_last_bit():
    def trace(disable: str) -> str:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable}
        command = [sys.executable, "-c", TRACE]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    assert trace("0") == trace("1")


@pytest.mark.parametrize("preset", GAME.presets)
def test_the_game_conforms(preset: str):
    most = 15 if preset == "rl_env" else 2000  # its walks are slow where they are not compiled
    found = games.check(GAME, seeds=1, preset=preset, most_decisions=most)
    assert not [what for what in found.broken if not what.startswith("a game of more than 15 ")]
