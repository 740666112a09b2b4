"""Ten thousand random games per preset: every state consistent, every result as the rules say.

The compiled loop checks each state as it goes and writes down what was dealt, offered and chosen.
Afterwards a referee that knows the rules book but none of our code (cards as text, lists, no masks)
plays the log through: the same options at every step, the same result.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from games.kit.seam import legal, play, setup
from games.schnapsen.record import CLAIM, CLOSE, EXCHANGE, HAND, MARRIAGE, OUT, TALON, TRICK, TRUMP
from games.state import blank

GAME = games.load("schnapsen")
MOST = 60  # decisions of one deal

# ---------------------------------------------------------------------- the loop that is compiled


def flaw(s: Any, deck: int) -> int:
    """Which promise the table breaks, or 0."""
    sizes = [0] * 8
    for c in range(24):
        sizes[int(s.zone[c])] += 1
    in_play = 0
    for zone in range(8):
        in_play += sizes[zone] if zone != OUT else 0
    if in_play != deck or sizes[OUT] != 24 - deck:
        return 1  # cards conserved
    if sizes[TRICK] > 1 or sizes[TRUMP] > 1:
        return 2
    for c in range(24):
        zone = int(s.zone[c])
        seen = int(s.seen[c])
        if zone == TALON and (seen != 0 or s.depth[c] < 0 or s.depth[c] >= sizes[TALON]):
            return 3  # nobody knows the talon
        if zone > TALON and seen != 3:
            return 4  # everybody knows the rest
        if zone < TALON and not seen >> (zone - HAND) & 1:
            return 5  # everybody knows the own hand
    if s.mover >= 0 and s.decision != 3:
        mine = sizes[HAND + int(s.mover)]
        theirs = sizes[HAND + 1 - int(s.mover)]
        if mine != theirs + sizes[TRICK]:
            return 6  # both hold as many, or one has just led
        if s.closer == 0 and sizes[TRUMP] == 1 and mine != 5:
            return 7
    if s.points[0] + s.points[1] + s.pending[0] + s.pending[1] > 120 + 100 + 4:
        return 8
    return 0


def log_games(s: Any, rng: Any, out: Any, dealt: Any, codes: Any, offered: Any, ends: Any) -> int:
    """Play random games and write them down; the number of the flaw that was met, or 0."""
    for g in range(len(dealt)):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        for c in range(24):
            dealt[g, c] = int(s.zone[c]) * 100 + int(s.depth[c])
        ends[g, 0] = s.mover
        steps = 0
        while s.mover >= 0:
            broken = flaw(s, int(s.rules.deck))
            if broken:
                return broken
            n = legal(s, out)
            mask = 0
            for i in range(n):
                if mask >> out[i]:
                    return 9  # ascending, each once
                mask |= 1 << out[i]
            if n <= 0 or steps >= MOST:
                return 10
            codes[g, steps] = out[below(rng[PLAY], n)]
            offered[g, steps] = mask
            play(s, int(codes[g, steps]), rng)
            steps += 1
        if legal(s, out) != 0:
            return 11
        ends[g, 1] = s.deal_winner
        ends[g, 2] = s.deal_points
        ends[g, 3] = steps
    return 0


# ------------------------------------------------------------------------------------ the referee

FACES = GAME.faces
OPTIONS = (*FACES, "exchange", "close", "pair C", "pair D", "pair H", "pair S", "claim", "on")
assert OPTIONS[EXCHANGE] == "exchange"
assert OPTIONS[CLOSE] == "close"
assert OPTIONS[MARRIAGE] == "pair C"
assert OPTIONS[CLAIM] == "claim"


class Referee:
    """One deal by the book, in plain words."""

    def __init__(self, hands: list[list[str]], talon: list[str], leader: int, rules: Any) -> None:
        self.hands, self.talon, self.leader, self.rules = hands, talon, leader, rules
        self.trump = talon[-1][-1]
        self.score, self.waiting, self.tricks = [0, 0], [0, 0], [0, 0]
        self.closed: tuple[int, list[int], list[int]] | None = None
        self.led: str | None = None
        self.pair: str | None = None
        self.asked = False  # for a claim
        self.result: tuple[int, int] | None = None
        self.worth = {"A": rules.ace_points, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 1}
        self.order = ["9", "J", "Q", "K", "10", "A"]
        if rules.ace_points < 11:
            self.order = ["A", *self.order[:5]]

    @property
    def who(self) -> int:
        return self.leader if self.led is None else 1 - self.leader

    def beats(self, a: str, b: str) -> bool:
        if a[-1] == b[-1]:
            return self.order.index(a[:-1]) > self.order.index(b[:-1])
        return a[-1] == self.trump

    def lawful(self, hand: list[str]) -> list[str]:
        assert self.led is not None
        if self.talon and not self.closed:
            return hand
        suit = [c for c in hand if c[-1] == self.led[-1]]
        higher = [c for c in suit if self.beats(c, self.led)]
        trumps = [c for c in hand if c[-1] == self.trump]
        return higher or suit or trumps or hand

    def options(self) -> set[str]:
        hand, rules = self.hands[self.who], self.rules
        if self.asked:
            return {"claim", "on"}
        if self.pair:
            return {"K" + self.pair} | (set() if rules.marriage_card else {"Q" + self.pair})
        if self.led:
            return set(hand if rules.illegal_move else self.lawful(hand))
        found = set(hand)
        opened = bool(self.talon) and not self.closed
        if opened and "J" + self.trump in hand and len(self.talon) >= rules.exchange_min_talon:
            found.add("exchange")
        if opened and rules.closing and len(self.talon) >= rules.close_min_talon:
            found.add("close")
        return found | {f"pair {s}" for s in "CDHS" if {"K" + s, "Q" + s} <= set(hand)}

    def do(self, option: str) -> None:
        me, hand = self.who, self.hands[self.who]
        if option == "exchange":
            hand.remove("J" + self.trump)
            hand.append(self.talon.pop())
            self.talon.append("J" + self.trump)
        elif option == "close":
            self.closed = (me, list(self.score), list(self.tricks))
        elif option.startswith("pair"):
            self.pair = option[-1]
            self.waiting[me] += 40 if self.pair == self.trump else 20
            if self.tricks[me] and not self.rules.marriage_points:
                self.count(me)
            if self.rules.claim.name != "AUTO_TRICK":
                self.maybe_claim(me)
        elif option == "claim":
            self.claim(me)
        elif option == "on":
            self.asked = False
            if not self.pair:
                self.after_trick()
        elif self.led is None:
            hand.remove(option)
            self.led, self.pair = option, None
        else:
            lawful = option in self.lawful(hand)
            hand.remove(option)
            if lawful:
                self.end_trick(option)
            else:
                self.result = (self.leader, 3)

    def count(self, p: int) -> None:
        self.score[p] += self.waiting[p]
        self.waiting[p] = 0

    def end_trick(self, answer: str) -> None:
        assert self.led is not None
        if self.beats(answer, self.led):
            self.leader = 1 - self.leader
        self.tricks[self.leader] += 1
        self.score[self.leader] += self.worth[self.led[:-1]] + self.worth[answer[:-1]]
        self.count(self.leader)
        self.led = None
        self.maybe_claim(self.leader)
        if not self.asked and not self.result:
            self.after_trick()

    def maybe_claim(self, p: int) -> None:
        if self.rules.claim.name == "MANUAL":
            self.asked = self.score[p] >= 66 or bool(self.rules.false_claim)
        elif self.score[p] >= 66:
            self.claim(p)

    def claim(self, p: int) -> None:
        if self.score[p] < 66:
            tricks = self.closed[2] if self.closed else self.tricks
            self.result = (1 - p, 2 if tricks[1 - p] else 3)
        elif self.closed and self.closed[0] != p:
            self.result = (p, 2 if self.closed[2][p] else 3)
        else:
            self.result = (p, self.table(1 - p, *(self.closed[1:] if self.closed else ())))

    def table(self, loser: int, score: Any = None, tricks: Any = None) -> int:
        if not (tricks or self.tricks)[loser]:
            return 3
        return 2 if (score or self.score)[loser] < 33 else 1

    def after_trick(self) -> None:
        if self.talon and not self.closed:
            self.hands[self.leader].append(self.talon.pop(0))
            self.hands[1 - self.leader].append(self.talon.pop(0))
        elif not self.hands[0]:
            if self.closed:
                other = 1 - self.closed[0]
                self.result = (other, 2 if self.closed[2][other] else 3)
            else:
                by_table = self.rules.last_trick.name == "SCORE66"
                self.result = (self.leader, self.table(1 - self.leader) if by_table else 1)


# -------------------------------------------------------------------------------------- the tests

MANY = {
    "standard": {},
    "vu_platform": {},
    "vu_classic": {},
    "mantis": {},
}
FEW = {
    "false claims": {"false_claim": True},
    "ends by itself": {"claim": "auto_any", "marriage_card": "king"},
    "late": {"exchange_min_talon": 4, "close_min_talon": 6},
    "24 cards": {"deck": 24},
    "low aces": {"ace_points": -11, "last_trick": "score66"},
}


def logged(n: int, rules: Any, seed: int) -> tuple[np.ndarray[Any, Any], ...]:
    states = blank(GAME, 2, rules)
    dealt = np.zeros((n, 24), np.int64)
    codes = np.zeros((n, MOST), np.int64)
    offered = np.zeros((n, MOST), np.int64)
    ends = np.zeros((n, 4), np.int64)
    out = np.zeros(GAME.option_codes, np.int64)
    run = bind(log_games, GAME)
    assert run(states[0], rows(seed), out, dealt, codes, offered, ends) == 0
    return dealt, codes, offered, ends


def judge(n: int, rules: Any, seed: int) -> list[tuple[int, int]]:
    """Play games, hold each against the referee, and return the results."""
    results = []
    for laid, codes, offered, (leader, winner, worth, steps) in zip(
        *(part.tolist() for part in logged(n, rules, seed)), strict=True
    ):
        places = {c: divmod(place + 1, 100) for c, place in enumerate(laid)}
        hands = [[FACES[c] for c in range(24) if places[c][0] == HAND + p] for p in (0, 1)]
        talon = sorted(
            (c for c in range(24) if places[c][0] == TALON), key=lambda c: -places[c][1]
        ) + [c for c in range(24) if places[c][0] == TRUMP]
        referee = Referee(hands, [FACES[c] for c in talon], leader, rules)
        for code, mask in zip(codes[:steps], offered[:steps], strict=True):
            assert referee.result is None
            assert referee.options() == {OPTIONS[i] for i in range(32) if mask >> i & 1}
            referee.do(OPTIONS[code])
        assert referee.result == (winner, worth)
        results.append((winner == leader, worth))
    return results


@pytest.mark.parametrize("preset", MANY)
def test_ten_thousand_random_games_are_as_the_referee_says(preset: str):
    rules = GAME.rules_of(preset, match_target=1)
    results = judge(10_000, rules, seed=11)
    assert {worth for _, worth in results} == {1, 2, 3}


@pytest.mark.parametrize("name", FEW)
def test_single_parameters_are_as_the_referee_says(name: str):
    judge(1000, GAME.rules_of("standard", match_target=1, **FEW[name]), seed=12)


def test_random_play_on_the_platform_gives_its_known_rates():
    """Digest section 9, by running that engine: the leader wins 57.0 % (0.7), and 49, 35 and 16 %
    of the wins bring 1, 2 and 3 game points. 10 000 games each way: four standard errors are 2.5 %
    for the difference of two such rates; a wrong alarm comes once in 15 000."""
    results = judge(10_000, GAME.rules_of("vu_platform"), seed=13)
    assert np.mean([led for led, _ in results]) == pytest.approx(0.570, abs=0.025)
    worths = np.bincount([worth for _, worth in results], minlength=4) / len(results)
    assert worths[1:] == pytest.approx([0.49, 0.35, 0.16], abs=0.025)


def play_matches(s: Any, rng: Any, out: Any, scores: Any) -> None:
    """Play whole matches at random and write down the game points."""
    for g in range(len(scores)):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        while s.mover >= 0:
            play(s, int(out[below(rng[PLAY], legal(s, out))]), rng)
        scores[g, 0] = s.score[0]
        scores[g, 1] = s.score[1]
        scores[g, 2] = s.deal_winner


def test_matches_end_when_somebody_has_seven():
    states = blank(GAME, 2, GAME.rules_of("standard"))
    scores = np.zeros((2000, 3), np.int64)
    run = bind(play_matches, GAME)
    run(states[0], rows(1), np.zeros(GAME.option_codes, np.int64), scores)
    for a, b, winner in scores.tolist():
        assert 7 <= (a, b)[winner] <= 9
        assert (b, a)[winner] < 7


TRACE = """
import hashlib
import numpy as np
import games
from compiled import PLAY, below, bind, rows
from games.state import blank

game = games.load("schnapsen")
digest = hashlib.blake2b()
for preset in game.presets:
    for seed in range(5):
        states = blank(game, 2, game.rules_of(preset, match_target=2))
        rng, out = rows(seed), np.zeros(game.option_codes, np.int64)
        setup, legal, play = (bind(game.parts[f], game) for f in ("setup", "legal", "play"))
        setup(states[0], rng)
        while states[0].mover >= 0:
            n = legal(states[0], out)
            play(states[0], int(out[below(rng[PLAY], n)]), rng)
            digest.update(states.tobytes() + rng.tobytes() + out[:n].tobytes())
print(digest.hexdigest())
"""


def test_compiled_and_plain_games_are_the_same_to_the_last_bit():
    def trace(disable: str) -> str:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable}
        command = [sys.executable, "-c", TRACE]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    assert trace("0") == trace("1")
