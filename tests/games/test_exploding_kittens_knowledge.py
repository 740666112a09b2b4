"""Exploding Kittens: what each event tells whom, and until when (section 6).

Positions are dealt or arranged, then played on in words; probabilities are exact.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import games
from tests.games.kittens_scenes import (
    DEFUSE,
    KITTEN,
    NOPE,
    SHUFFLE,
    SKIP,
    TACOCAT,
    arranged,
    on_top,
    shown,
    unanswered,
)
from tests.games.kittens_table import GAME, LETTERS, lies
from tests.games.scenes import Scene


def test_who_was_dealt_a_defuse_is_known():
    """Official deals extra Defuses with the rest: each hand has one to three."""
    start = Scene.dealt(GAME, lambda state: lies(state, "hand 0").count("D") == 1, players=4)
    for seat in (1, 2, 3):
        assert start.chance(0, f"hand {seat}", DEFUSE, 1, 3) == 1
        assert 0 < start.chance(0, f"hand {seat}", DEFUSE, 3, 3) < 1
    assert start.chance(0, "deck", KITTEN, 3, 3) == 1


@pytest.mark.parametrize("preset", ["original2015", "tag"])
def test_where_extra_defuses_come_after_the_deal_each_hand_has_exactly_one(preset: str):
    scene = Scene.dealt(GAME, lambda _: True, players=3, preset=preset)
    assert [scene.chance(0, f"hand {seat}", DEFUSE, 1, 1) for seat in (1, 2)] == [1, 1]
    assert scene.chance(0, "deck", DEFUSE, 3, 3) == 1


def test_a_drawn_card_is_known_to_who_draws_it_and_no_kitten_to_the_rest():
    scene = arranged(["T", "D", "D"], "SNTCK" + "K").plays("draw")
    assert scene.expected(0, "hand 0") == {TACOCAT: 1, SKIP: 1}
    assert scene.expected(1, "hand 0").get(KITTEN, 0) == 0
    # T, S, D, N, T, C are unseen by seat 1.
    assert scene.chance(1, "hand 0", SKIP) == Fraction(2, 6)


def test_who_puts_a_kitten_back_keeps_what_was_seen_below_it():
    """Seat 0 sees kitten, Shuffle, Skip; draws the kitten and puts it under the Shuffle."""
    scene = arranged(["UD", "D", "D"], "KHSTCPBK")
    unanswered(scene, "see the future").plays("draw", "under 1")
    assert shown(scene, 0, SHUFFLE, KITTEN, SKIP)
    # Of the two kittens one is somewhere among 8 for the others.
    assert on_top(scene, 1) == Fraction(2, 8)


def test_an_explosion_says_that_there_was_no_defuse():
    scene = arranged(["TS", "D", "RC"], "KNDCK")
    assert 0 < scene.chance(1, "hand 0", DEFUSE) < 1
    scene.plays("draw")
    assert [scene.chance(seat, "dead 0", DEFUSE) for seat in (1, 2)] == [0, 0]
    # The hand stays face down: what is not in it lies elsewhere.
    assert 0 < scene.chance(1, "dead 0", TACOCAT) < 1
    assert on_top(scene, 1) == Fraction(1, 4)


def test_in_the_first_printing_an_exploded_hand_is_laid_open():
    scene = arranged(["TS", "D", "RC"], "KNDCK", preset="original2015").plays("draw")
    for seat in (1, 2):
        assert scene.expected(seat, "dead 0") == {SKIP: 1, TACOCAT: 1}


def test_a_peek_tells_the_others_nothing_and_survives_draws_shifted():
    scene = arranged(["USTT", "DC", "DP"], "SNHTCPBKK")
    scene.plays("see the future", "pass")
    unseen = scene.expected(1, "deck")
    scene.plays("pass")
    assert scene.expected(1, "deck") == unseen
    scene.plays("draw")
    assert shown(scene, 0, NOPE, SHUFFLE)
    assert on_top(scene, 1) == Fraction(2, 8)


@pytest.mark.parametrize("then", ["skip", "attack"])
def test_a_skip_or_an_attack_leaves_what_is_known_of_the_deck(then: str):
    scene = arranged(["USATT", "DC", "DP"], "NHTCPBKK")
    unanswered(scene, "see the future")
    unanswered(scene, then)
    assert shown(scene, 0, NOPE, SHUFFLE)


def test_a_shuffle_makes_who_put_a_kitten_back_forget_where():
    """Two players: seat 0 puts its kitten on top, seat 1 shuffles five cards."""
    scene = arranged(["DS", "HD"], "KTCPB").plays("draw", "on top")
    assert (on_top(scene, 0), on_top(scene, 1)) == (1, Fraction(1, 5))
    unanswered(scene, "shuffle")
    assert (on_top(scene, 0), on_top(scene, 1)) == (Fraction(1, 5), Fraction(1, 5))


def test_a_favor_is_seen_by_the_two_concerned_and_blurs_for_the_third():
    """Seat 2 knows all of seat 1's hand, a Tacocat and a Skip; one of them is given."""
    known = {TACOCAT: [2], SKIP: [2]}
    scene = arranged(["FPB", "TS", "DD"], "NHCKK", known=known)
    assert scene.expected(2, "hand 1") == {TACOCAT: 1, SKIP: 1}
    unanswered(scene, "favor", "player 1").plays("skip")
    for seat in (0, 1):
        assert scene.chance(seat, "hand 0", SKIP) == 1
    assert scene.chance(2, "hand 0", SKIP) == Fraction(1, 2)
    assert scene.chance(2, "hand 0", TACOCAT) == Fraction(1, 2)
    assert scene.chance(2, ["hand 0", "hand 1"], SKIP, 1, 1) == 1
    assert scene.chance(0, "hand 1", SKIP) == 0


def test_a_theft_by_a_pair_is_seen_by_thief_and_victim_alone():
    scene = arranged(["TTP", "NS", "DC"], "HCKK")
    unanswered(scene, "pair of tacocat", "player 1")
    [stolen] = lies(scene.watch.state, "hand 0").replace("P", "")
    for seat in (0, 1):
        assert scene.chance(seat, "hand 0", LETTERS[stolen]) == 1
    # N, S, P, H, C are unseen by seat 2, two of them in the thief's hand.
    assert scene.chance(2, "hand 0", LETTERS[stolen]) == Fraction(2, 5)
    assert scene.chance(2, ["hand 0", "hand 1"], NOPE) == Fraction(3, 5)


def test_a_triple_that_hits_shows_what_it_takes():
    """Seat 2 knows that the victim has two Nopes at least; then one at least."""
    fact = games.Deduction((GAME.zones["hand 1"],), {2: 1}, 2, 3, "shown", audience=1 << 2)
    scene = arranged(["TTTP", "NNS", "DC"], "HNCKK", facts=[fact])
    assert scene.chance(2, "hand 1", NOPE, 2) == 1
    unanswered(scene, "triple of tacocat", "player 1", "name nope")
    for seat in (0, 1, 2):
        assert scene.chance(seat, "hand 0", NOPE) == 1
    assert scene.chance(2, "hand 1", NOPE, 1, 2) == 1
    assert 0 < scene.chance(2, "hand 1", NOPE, 2) < 1
    assert scene.chance(0, "hand 1", NOPE) < 1


def test_a_triple_that_misses_holds_until_the_victim_gains_a_card():
    scene = arranged(["TTTSR", "CPB", "DDRRS"], "HDFUKK")
    unanswered(scene, "triple of tacocat", "player 1", "name defuse")
    unanswered(scene, "skip")
    assert scene.chance(2, "hand 1", DEFUSE) == 0
    scene.plays("draw")
    assert 0 < scene.chance(0, "hand 1", DEFUSE) < 1
    unanswered(scene, "pair of rainbow-ralphing cat", "player 1")
    assert 0 < scene.chance(0, "hand 1", DEFUSE) < 1


def test_a_miss_still_holds_for_a_hand_that_has_lost_a_card():
    scene = arranged(["TTTRR", "CPB", "DDS"], "HDFUKK")
    unanswered(scene, "triple of tacocat", "player 1", "name defuse")
    unanswered(scene, "pair of rainbow-ralphing cat", "player 1")
    assert scene.chance(2, "hand 1", DEFUSE) == 0


def test_what_is_taken_for_five_different_cards_is_known_to_all():
    scene = arranged(["TCPBR", "DN", "DS"], "HUFKK", preset="original2015", zones={"discard": "AD"})
    unanswered(scene, "five different").plays("take defuse")
    assert [scene.chance(seat, "hand 0", DEFUSE) for seat in range(3)] == [1, 1, 1]


def test_a_noped_triple_tells_nothing_about_the_hand_it_was_aimed_at():
    scene = arranged(["TTT", "DC", "NS"], "HDFKK")
    before = scene.expected(0, "hand 1")
    scene.plays("triple of tacocat", "player 1", "name defuse", "pass", "nope", "pass", "pass")
    assert scene.watch.state.decision == "turn"
    # Only the Nope is no longer among the unseen cards: 2 of 7, then 2 of 6.
    assert before[DEFUSE] == Fraction(2 * 2, 7)
    assert scene.expected(0, "hand 1")[DEFUSE] == Fraction(2 * 2, 6)


def test_who_passes_may_hold_a_nope():
    scene = arranged(["SS", "DN", "DNT"], "HNFKK")
    before = [scene.expected(0, f"hand {seat}") for seat in (1, 2)]
    scene.plays("skip", "pass")
    assert [scene.expected(0, f"hand {seat}") for seat in (1, 2)] == before
    scene.plays("nope")
    assert scene.expected(0, "hand 1")[NOPE] == Fraction(2 * 2, 7)
