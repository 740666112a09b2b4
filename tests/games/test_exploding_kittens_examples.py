"""Exploding Kittens: the rulebook's worked examples, every probability exact.

Positions are dealt or arranged, then played on in words.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import games
from tests.games.kittens_scenes import (
    DEFUSE,
    KITTEN,
    NOPE,
    SHUFFLE,
    SKIP,
    TOP,
    arranged,
    on_top,
    shown,
    unanswered,
)
from tests.games.kittens_table import GAME, lies, turns_left
from tests.games.scenes import Scene


def one_nope_and_one_defuse(state: games.State) -> bool:
    """Seat 0 begins, and has its own Defuse and one Nope; the top card is no kitten."""
    hand = lies(state, "hand 0")
    mine = (hand.count("D"), hand.count("N")) == (1, 1)
    return mine and state.mover == 0 and lies(state, "deck")[TOP] != "K"


@pytest.fixture(scope="module")
def start() -> Scene:
    """The first deal for four by which player A has one Defuse and one Nope."""
    return Scene.dealt(GAME, one_nope_and_one_defuse, players=4)


def test_example_1_a_start(start: Scene):
    assert len(lies(start.watch.state, "deck")) == 23
    assert on_top(start, 0) == Fraction(3, 23)
    assert start.chance(0, "hand 1", NOPE) == 1 - Fraction(comb(37, 7), comb(41, 7))
    assert start.chance(0, "hand 1", NOPE) == Fraction(27447, 50635)
    others = ["hand 1", "hand 2", "hand 3"]
    assert start.chance(0, others, NOPE, 0, 0) == Fraction(comb(37, 21), comb(41, 21))
    assert start.chance(0, others, NOPE, 0, 0) == Fraction(51, 1066)
    assert start.chance(0, "hand 1", DEFUSE, 1, 1) == Fraction(comb(39, 7), comb(41, 7))
    assert start.chance(0, "hand 1", DEFUSE, 1, 1) == Fraction(561, 820)


def test_example_2_a_draw_that_is_no_kitten():
    """The same deal, played on."""
    scene = Scene.dealt(GAME, one_nope_and_one_defuse, players=4).plays("draw")
    assert [on_top(scene, seat) for seat in range(4)] == [Fraction(3, 22)] * 4


def test_example_3_a_peek_then_a_skip_and_two_draws():
    """A deck of 23 with Skip, Nope, kitten on top is arranged; all else is played."""
    scene = arranged(["USDD", "DTTC", "DPPC", "DBBC"], "SNK" + "K" * 2 + "ANFHUTTCPPBBRRRRAF")
    unanswered(scene, "see the future")
    assert shown(scene, 0, SKIP, NOPE, KITTEN)
    unanswered(scene, "skip").plays("draw")
    assert (scene.chance(0, "hand 1", SKIP), on_top(scene, 0, NOPE)) == (1, 1)
    scene.plays("draw")
    assert (scene.chance(0, "hand 2", NOPE), on_top(scene, 0)) == (1, 1)
    assert [on_top(scene, seat) for seat in (1, 2, 3)] == [Fraction(1, 7)] * 3


@pytest.mark.parametrize(("depth", "placer"), [("on top", 1), ("under 5", Fraction(1, 11))])
def test_example_4_a_kitten_is_put_back(depth: str, placer: Fraction):
    """Seat 0 draws an arranged kitten from a deck in which 22 cards with two kittens are left."""
    scene = arranged(["DS", "D", "D", "D"], "K" + "SSAAFFHHTTTCCCPPPBBB" + "KK")
    scene.plays("draw", depth)
    seen = Fraction(1, 23) + Fraction(22, 23) * Fraction(2, 22)
    assert [on_top(scene, seat) for seat in (1, 2, 3)] == [seen] * 3
    assert seen == Fraction(3, 23)
    assert on_top(scene, 0) == placer


def test_example_5_a_kitten_is_put_back_where_somebody_has_looked():
    """L peeks at kitten, Shuffle, Skip, and skips; the next player draws the kitten, defuses it."""
    scene = arranged(["USD", "D", "D"], "KHS" + "AAFFUTTCCPPBBRR" + "K")
    unanswered(scene, "see the future")
    unanswered(scene, "skip")
    scene.plays("draw")
    assert len(lies(scene.watch.state, "deck")) == 18
    assert shown(scene, 0, SHUFFLE, SKIP)
    scene.plays("under 7")
    assert on_top(scene, 0, SHUFFLE) == Fraction(18, 19)
    assert on_top(scene, 0) == Fraction(1, 19)
    assert scene.lies(0, "deck", -2, SKIP) == Fraction(17, 19)
    assert scene.lies(0, "deck", -2, SHUFFLE) == Fraction(1, 19)
    assert scene.lies(0, "deck", -2, KITTEN) == Fraction(1, 19)
    # Certain: the Shuffle is among the first two, Shuffle and Skip among the first three.
    assert sum(scene.lies(0, "deck", -1 - at, SHUFFLE) for at in range(2)) == 1
    assert sum(scene.lies(0, "deck", -1 - at, SHUFFLE, SKIP) for at in range(3)) == 2
    # The next draw is no kitten, so it was the Shuffle.
    scene.plays("draw")
    assert scene.chance(0, "hand 2", SHUFFLE) == 1
    assert (on_top(scene, 0), on_top(scene, 0, SKIP)) == (Fraction(1, 18), Fraction(17, 18))


def test_example_6_a_shuffle_after_a_peek():
    """The deck of 20 with three kittens is arranged; the other Nopes and Skips may be in hands."""
    scene = arranged(["UHDD", "DNSN", "DNST", "DSCC"], "NSK" + "AAFFTTCPPBBRRRR" + "KK")
    unanswered(scene, "see the future")
    assert shown(scene, 0, NOPE, SKIP, KITTEN)
    unanswered(scene, "shuffle")
    assert scene.chance(0, "deck", NOPE) == scene.chance(0, "deck", SKIP) == 1
    assert scene.chance(1, "deck", NOPE) < 1
    assert on_top(scene, 0) == Fraction(3, 20)
    assert 0 < on_top(scene, 0, NOPE) < 1
    assert on_top(scene, 0, NOPE) == scene.lies(0, "deck", -7, NOPE)


def test_example_7_a_known_card_that_may_have_been_stolen():
    """G (seat 0) gets C's Defuse by a Favor, skips, has 5 cards; R (seat 1) steals one of them."""
    scene = arranged(["FSTCPB", "RRTTAA", "DFFHH"], "UUUHKK")
    unanswered(scene, "favor", "player 2").plays("defuse")
    assert scene.chance(2, "hand 0", DEFUSE) == 1 > scene.chance(1, "hand 0", DEFUSE)
    unanswered(scene, "skip")
    assert len(lies(scene.watch.state, "hand 0")) == 5
    unanswered(scene, "pair of rainbow-ralphing cat", "player 0")
    assert scene.chance(2, ["hand 0", "hand 1"], DEFUSE, 1, 1) == 1
    assert scene.chance(2, "hand 1", DEFUSE) == Fraction(1, 5)
    stolen = "D" in lies(scene.watch.state, "hand 1")
    assert [scene.chance(seat, "hand 1", DEFUSE) for seat in (0, 1)] == [stolen] * 2


def test_example_8_a_triple_that_misses():
    """Seat 1 holds no Defuse, though one may be anywhere; a kitten lies on top."""
    scene = arranged(["TTTSS", "CPB", "DDR"], "KDFHUK")
    assert 0 < scene.chance(2, "hand 1", DEFUSE) < 1
    unanswered(scene, "triple of tacocat", "player 1", "name defuse")
    assert [scene.chance(seat, "hand 1", DEFUSE) for seat in (0, 2)] == [0, 0]
    unanswered(scene, "skip").plays("draw")
    assert scene.watch.state.record_array[0].eliminated[1] == 1


@pytest.mark.parametrize(
    ("preset", "turns"),
    [("official", (2, 4, 3, 6)), ("tag", (2, 4, 2, 6)), ("original2015", (2, 2, 2, 2))],
)
def test_example_9_attack_arithmetic(preset: str, turns: tuple[int, ...]):
    """A fresh actor; one with 2 turns left; on the second of two; with 4 left."""
    for (left, attacked), given in zip(((1, 0), (2, 1), (1, 1), (4, 1)), turns, strict=True):
        scene = arranged(
            ["A", "D"], "STK", preset=preset, further_turns=left - 1, attacked=attacked
        )
        assert turns_left(unanswered(scene, "attack").watch.state) == (1, given, True)


def test_example_10_an_odd_number_of_nopes():
    """Skip by A, then Nopes of B, A and C, each after those asked before have passed."""
    scene = arranged(["SNT", "N", "N", "T"], "TCKKK")
    scene.plays("skip", "nope", "pass", "pass", "nope", "pass", "nope", "pass", "pass", "pass")
    state = scene.watch.state
    assert (state.decision, turns_left(state)) == ("turn", (0, 1, False))
    assert lies(state, "discard") == "SNNN"
