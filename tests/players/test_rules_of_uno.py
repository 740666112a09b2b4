"""The shedder plays as it is described, position by position, legally, and by what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from determinize import InformationSet, Watch
from games.uno.cards import COLOURS, COPIES, FACES, colour_of
from players import make
from players.rules.by_policy import follow
from players.rules.uno import BLUFFS, WORTH_CHALLENGING, chance_of_bluff, shedder
from tests.players.fairness import decided_alike

GAME = games.load("uno")
WD4, DRAW_TWO = "Wild Draw Four", "Draw Two"


def position(
    hand: str,
    top: str = "Red 5",
    others: Sequence[int | Sequence[str]] = (7, 7),
    *,
    rules: Any = None,
    drawn: str | None = None,
    **fields: Any,
) -> Watch:
    """Seat 0 to move; of the others' hands the size or the cards are given, by seat."""
    cards = {"hand 0": list(filter(None, hand.split(", "))), "discard": [top]}
    sizes = {}
    for seat, other in enumerate(others, 1):
        if isinstance(other, int):
            sizes[f"hand {seat}"] = other
        else:
            cards[f"hand {seat}"] = list(other)
    if drawn:
        cards["drawn 0"] = [drawn]
        fields["decision"] = "after_draw"
    if "colour" not in fields and top in FACES[:52]:
        fields["colour"] = colour_of(FACES.index(top))
    dealt = sum(map(len, cards.values())) + sum(sizes.values())
    return Watch(
        GAME.arrange(
            cards,
            sizes={**sizes, "deck": sum(COPIES) - dealt},
            players=len(others) + 1,
            parameters=rules,
            **fields,
        )
    )


def choices(info: InformationSet) -> set[str]:
    """What the shedder chooses over 40 seeds (one of two is missed: 1 in 10^12)."""
    made = make("shedder", GAME)
    codes = {made.decide(info, rows(seed)).option for seed in range(40)}
    return {GAME.words.option(info.state, code) for code in codes}


def chosen(watch: Watch) -> set[str]:
    return choices(watch.information(watch.state.mover))


# --------------------------------------------------------------------------------- playing a card


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("Wild, Red 1, Blue 2", "Red 1"),  # wilds are kept
        (f"{WD4}, Wild, Yellow 5, Blue 2", "Yellow 5"),
        ("Red 3, Green 5, Green 7, Green 8", "Green 5"),  # the colour that is held most
        ("Red 3, Red 7, Green 5", "Red 7"),  # of one colour what counts most
        ("Red 3, Red Skip, Green 5, Blue 9", "Red Skip"),
        ("Wild, Blue 2, Blue 7", "Wild"),  # what must be
        ("Blue 2, Blue 7", "draw"),
        ("Red 1, Yellow 0", "Red 1"),
    ],
)
def test_the_card_played(hand: str, expected: str) -> None:
    said = expected if expected == "draw" else f"play {expected}"
    assert chosen(position(hand)) == {said}


def test_of_cards_as_good_any_is_played() -> None:
    assert chosen(position("Green 5, Blue 5, Yellow 1")) == {"play Green 5", "play Blue 5"}


@pytest.mark.parametrize("weapon", ["Skip", DRAW_TWO])
def test_who_comes_next_and_is_about_to_go_out_is_stopped(weapon: str) -> None:
    """Even out of the colour held most, and not if it is the one after, or has cards enough."""
    hand = f"Green {weapon}, Green 1, Blue 9, Blue 2, Blue 4, Blue 6, Blue 7, Blue 8"
    for size, expected in ((7, "Blue 9"), (3, "Blue 9"), (2, f"Green {weapon}")):
        there = position(hand, "Green 9", (size, 7))
        assert chosen(there) == {f"play {expected}"}
    fields = {"reversed": 1}  # the last seat comes next
    assert chosen(position(hand, "Green 9", (7, 2), **fields)) == {f"play Green {weapon}"}


def test_a_wild_draw_four_stops_too_before_a_wild_does() -> None:
    hand = f"Wild, {WD4}, Blue 2, Blue 9"
    assert chosen(position(hand, others=(2, 7))) == {f"play {WD4}"}


def test_a_wild_draw_four_is_never_a_bluff() -> None:
    """Not even if somebody has but one card and nothing else stops him."""
    assert chosen(position(f"{WD4}, Red 0, Blue 9", others=(1, 1))) == {"play Red 0"}
    assert chosen(position(f"{WD4}, Blue 0, Blue 9", others=(1, 1))) == {f"play {WD4}"}
    drawn = position("Red 0, Blue 9", others=(1, 1), drawn=WD4)
    assert chosen(drawn) == {"keep"}
    assert chosen(position("Blue 0, Blue 9", others=(1, 1), drawn=WD4)) == {f"play {WD4}"}


def test_between_two_another_turn_is_taken_with_a_card_that_fits() -> None:
    """Skip, Reverse and Draw Two alike; among three a Reverse brings no turn."""
    for weapon in ("Skip", "Reverse", DRAW_TWO):
        assert chosen(position(f"Red {weapon}, Red 9, Red 8", others=(7,))) == {
            f"play Red {weapon}"
        }
    held = "Yellow Reverse, Red 0, Blue 1"
    assert chosen(position(held, "Red Reverse", (7, 7))) == {"play Yellow Reverse"}
    assert chosen(position(held, "Red Reverse", (7,))) == {"play Red 0"}


@pytest.mark.parametrize(("scoring", "first"), [(0, "Green 0"), (1, "Red Reverse")])
def test_what_counts_much_goes_first_where_own_cards_count(scoring: int, first: str) -> None:
    """In every scoring once somebody is about to go out."""
    hand, rules = "Red Reverse, Green 0, Green 1", {"scoring": scoring}
    assert chosen(position(hand, "Red 0", rules=rules)) == {f"play {first}"}
    assert chosen(position(hand, "Red 0", (7, 2), rules=rules)) == {"play Red Reverse"}


def test_a_drawn_card_is_played_unless_it_is_a_wild_before_the_end() -> None:
    assert chosen(position("Blue 1", drawn="Red 1")) == {"play Red 1"}
    assert chosen(position("Blue 1", drawn="Wild")) == {"keep"}
    assert chosen(position("Blue 1", others=(7, 2), drawn="Wild")) == {"play Wild"}
    assert chosen(position("Blue 1", drawn="Green 1")) == {"keep"}


def test_a_draw_two_is_answered_with_another() -> None:
    rules = {"stacking": True}
    pile = {"decision": "stack", "pending": 2, "rules": rules}
    assert chosen(position(f"Blue {DRAW_TWO}, Red 1", f"Red {DRAW_TWO}", **pile)) == {
        f"play Blue {DRAW_TWO}"
    }
    assert chosen(position("Blue 3, Red 1", f"Red {DRAW_TWO}", **pile)) == {"draw 2"}


# ------------------------------------------------------------------------------- colours and hands


@pytest.mark.parametrize("colour", COLOURS)
def test_the_colour_named_is_the_one_most_held(colour: str) -> None:
    rest = ", ".join(f"{other} {DRAW_TWO}" for other in COLOURS)
    watch = position(f"Wild, {colour} 7, {rest}", "Wild", decision="colour", colour=4)
    assert chosen(watch) == {f"name {colour.lower()}"}


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        ("Red 7, Red 1, Blue 1, Blue 2, Blue 3", (7, 2), "Red 7"),
        ("Red 7, Red 1, Blue 1, Blue 2, Blue 3", (5, 6), "Red 1"),
        ("Red 0, Red 1, Blue 1, Blue 2, Blue 3", (7, 2), "Red 0"),
        ("Red 0, Red 1, Blue 1, Blue 2, Blue 3", (2, 7), "Red 1"),
        ("Red 0", (2, 7), "Red 0"),
    ],
)
def test_hands_move_to_the_own_advantage(hand: str, others: tuple[int, int], expected: str) -> None:
    """With seven_zero a 7 takes the smallest hand, a 0 that of the seat before."""
    there = position(hand, others=others, rules={"seven_zero": True})
    assert chosen(there) == {f"play {expected}"}


def test_the_smallest_hand_is_taken() -> None:
    rules = {"seven_zero": True}
    swap = position("Blue 1, Red 3", "Red 7", (4, 2, 6), rules=rules, decision="swap")
    assert chosen(swap) == {"swap with player 2"}


def test_the_last_card_is_called_and_who_forgot_is_caught() -> None:
    rules = {"uno_call": True}
    assert chosen(position("Blue 1", decision="uno", rules=rules)) == {"uno"}
    caught = position("Blue 1, Red 3", others=(7, 1), decision="catch", forgetful=2, rules=rules)
    assert chosen(caught) == {"catch"}


# ---------------------------------------------------------------------------------- the challenge


def accused(
    cards: int | Sequence[str], hand: str = "Red 1, Red 2, Blue 9, Green 3", **more: Any
) -> Watch:
    """A Wild Draw Four of seat 2, on red, to be answered by seat 0."""
    return position(
        hand, WD4, (7, cards), decision="challenge", pending=4, colour=3, before=0, **more
    )


def test_who_has_many_cards_is_challenged() -> None:
    """By how likely the hand has the colour: exactly, with 23 red cards among 103 unseen."""
    for cards in range(1, 15):
        watch = accused(cards)
        view = watch.information(0).state
        without = comb(103 - 23, cards) / comb(103, cards)
        bluff = BLUFFS * (1 - without)
        expected = bluff / (bluff + without)
        assert chance_of_bluff(view) == pytest.approx(expected)
        doubted = expected > WORTH_CHALLENGING
        assert chosen(watch) == {"challenge" if doubted else "accept and draw 4"}
        assert doubted == (cards >= 3)


def test_what_one_holds_and_has_seen_makes_a_bluff_less_likely() -> None:
    reds = ", ".join(f"Red {n}" for n in (1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7, 7, 8, 8, 9, 9, 0))
    assert chosen(accused(6, reds)) == {"accept and draw 4"}
    assert chosen(accused(6)) == {"challenge"}


def test_a_hand_that_one_has_seen_is_no_question() -> None:
    """After a swap the giver knows what the accused holds."""
    for known, expected in (("Red 9", "challenge"), ("Green 9", "accept and draw 4")):
        watch = accused([known, "Blue 8"], known={known: [0], "Blue 8": [0]})
        assert chosen(watch) == {expected}


# ------------------------------------------------------------------------------------ any position

SWITCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("official", {}),
    ("tag", {}),
    ("tag", {"scoring": "challenge", "target": 60}),
    ("official", {"stacking": True, "uno_call": True, "seven_zero": True}),
    ("official", {"stacking": True, "wd4": "enforced", "draw_until_playable": True}),
)


def decisions(number: int, most: int = 24) -> list[Watch]:
    """The positions of a game between shedders and random players."""
    preset, parameters = SWITCHES[number % len(SWITCHES)]
    watch = Watch(
        GAME.new(players=2 + number % 4, seed=number, preset=preset, **{"target": 1, **parameters})
    )
    made, row, found = make("shedder", GAME), rows(number, 7)[PLAY], []
    while not watch.state.over and len(found) < most:
        found.append(watch.copy())
        codes = watch.state.codes
        code = codes[below(row, len(codes))]
        if watch.state.mover % 2 == 0:
            info = watch.information(watch.state.mover)
            code = made.decide(info, rows(number, len(found))).option
        assert code in codes
        watch.play(code)
    return found


@pytest.mark.parametrize("number", range(10))
def test_it_decides_lawfully_by_what_it_sees_alike_compiled_and_plain(number: int) -> None:
    """In every position: in the mover's view, in the truth and in other worlds the same option."""
    assert decided_alike(GAME, shedder, decisions(number)[::4]) >= 6 * 3


@pytest.mark.parametrize(("preset", "least"), [("official", 600), ("tag", 520)])
def test_rounds_for_two_are_won_more_often_than_by_chance(preset: str, least: int) -> None:
    """Of 1000; with 69 and 59 % to win, too few come once in 10^5 times at most."""
    deal, plays = bind(GAME.rules.setup, GAME), bind(GAME.rules.play, GAME)
    decides, considers = bind(follow, GAME, policy=shedder), bind(GAME.rules.sensible, GAME)
    state = GAME.new(players=2, preset=preset, target=1)
    record, out, won = state.record_array, np.zeros(GAME.option_codes, np.int64), 0.0
    for number in range(1000):
        rng = rows(number // 2)
        deal(record[0], rng)
        while record[0].mover >= 0:
            if record[0].mover == number % 2:
                code = decides(record[0], out, rng[PLAY])
            else:
                code = out[below(rng[PLAY], considers(record[0], out))]
            plays(record[0], int(code), rng)
        won += state.returns[number % 2] > 0
    assert won >= least
