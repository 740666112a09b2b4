"""The survivor plays as it is described, position by position, legally, and by what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from determinize import InformationSet, Watch
from games.exploding_kittens.cards import COPIES, FACES
from players import make
from players.rules.by_policy import follow
from players.rules.exploding_kittens import survivor
from tests.players.fairness import decided_alike

GAME = games.load("exploding-kittens")
KITTEN, DEFUSE, FUTURE = "Exploding Kitten", "Defuse", "See the Future"


def position(
    hand: str,
    deck: int = 20,
    others: Sequence[str] = ("Favor, Favor",),
    *,
    kitten: int = 0,
    discard: str = "",
    pending: str = "",
    known: Any = None,
    preset: str = "official",
    **fields: Any,
) -> Watch:
    """Seat 0 to move, and a deck of so many cards, one kitten at the depth ``kitten`` from its top.

    The others' hands are given, by seat; kittens above the first lie at the bottom of the deck.
    """
    cards = {f"hand {p}": split(held) for p, held in enumerate((hand, *others))}
    cards |= {"discard": split(discard), "pending": split(pending)}
    kittens = len(others) - ("drawn" in fields)
    cards["drawn"] = [KITTEN] if fields.pop("drawn", False) else []
    used = [name for zone in cards.values() for name in zone]
    rest = [
        name
        for name, copies in zip(FACES[2:], COPIES[2:], strict=True)
        for _ in range(copies - used.count(name))
    ]
    below_top = rest[: deck - kittens]
    from_top = [*below_top, *[KITTEN] * (kittens - 1)]
    if kittens:
        from_top.insert(kitten, KITTEN)
    cards["deck"] = from_top[::-1]
    state = GAME.arrange(
        cards,
        sizes={"out": sum(COPIES) - len(used) - deck},
        players=len(others) + 1,
        preset=preset,
        known=known,
        **fields,
    )
    return Watch(state)


def split(cards: str) -> list[str]:
    return list(filter(None, cards.split(", ")))


def chosen(watch: Watch) -> set[str]:
    """What the survivor chooses over 40 seeds (one of two is missed: 1 in 10^12)."""
    made, info = make("survivor", GAME), watch.information(0)
    codes = {made.decide(info, rows(seed)).option for seed in range(40)}
    return {GAME.words.option(info.state, code) for code in codes}


SEEN = {KITTEN: [0]}
"""Seat 0 knows where the kitten lies."""


# --------------------------------------------------------------------------------- draw, or escape


@pytest.mark.parametrize(
    ("hand", "deck", "expected"),
    [
        ("Defuse, Skip", 20, "draw"),
        ("Skip, Attack", 20, "draw"),
        ("Defuse, Skip", 4, "draw"),  # with a Defuse a quarter is risked,
        ("Tacocat, Skip", 4, "play Skip"),  # without one it is not,
        ("Tacocat, Skip", 5, "draw"),  # but a fifth is
        ("Defuse, Skip", 2, "play Skip"),
        ("Defuse, Attack", 2, "play Attack"),
        ("Defuse, Skip, Attack", 2, "play Skip"),
        ("Defuse, Skip, Attack, See the Future", 2, "play See the Future"),
        ("Defuse, Nope", 2, "draw"),
    ],
)
def test_it_draws_as_long_as_that_is_safe_enough(hand: str, deck: int, expected: str) -> None:
    assert chosen(position(hand, deck)) == {expected}


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        ("Defuse, Skip, Attack, See the Future", 1, "play Attack"),
        ("Defuse, Skip, See the Future", 1, "play Skip"),
        ("Defuse, Skip, Attack, Shuffle", 1, "play Shuffle"),
        ("Defuse, Skip, Attack, Shuffle", 2, "play Attack"),
        ("Defuse, Shuffle", 2, "play Shuffle"),
        ("Defuse, See the Future", 2, "draw"),
    ],
)
def test_it_flees_from_a_kitten_that_it_has_seen(hand: str, others: int, expected: str) -> None:
    assert chosen(position(hand, 20, ("Nope",) * others, known=SEEN)) == {expected}


def test_it_draws_a_card_that_it_has_seen_to_be_none() -> None:
    """Of a deck of two, without a Defuse: the kitten is known to be the other one."""
    assert chosen(position("Skip", 2, kitten=1)) == {"play Skip"}
    assert chosen(position("Skip", 2, kitten=1, known=SEEN)) == {"draw"}


def test_with_turns_left_an_attack_ends_all_of_them() -> None:
    hand = "Tacocat, Skip, Attack"
    assert chosen(position(hand, 4)) == {"play Skip"}
    assert chosen(position(hand, 4, further_turns=1, attacked=1)) == {"play Attack"}


def test_a_kitten_just_put_back_by_another_is_taken_to_be_on_top() -> None:
    """Not so one that it has put back itself: it knows where."""
    hand = "Defuse, Skip"
    assert chosen(position(hand, discard="Defuse")) == {"play Skip"}
    assert chosen(position(hand, discard="Defuse, Favor")) == {"draw"}
    assert chosen(position(hand, discard="Defuse", kitten=5, known=SEEN)) == {"draw"}


def test_a_kitten_is_put_back_where_the_next_player_draws_it() -> None:
    for left, said in ((0, "on top"), (1, "under 1"), (3, "under 3")):
        there = position("Skip", drawn=True, decision="reinsert", further_turns=left)
        assert chosen(there) == {f"put back {said}"}


# ---------------------------------------------------------------------------------- taking, giving


def test_what_can_be_taken_is_taken_first() -> None:
    assert chosen(position("Defuse, Favor, Skip", 2)) == {"play Favor"}
    held = "Defuse, Skip, Skip, Tacocat, Tacocat, Attack, Attack"
    assert chosen(position(held)) == {"play a pair of Tacocat"}


def test_pairs_are_kept_while_more_than_two_are_left_and_nothing_is_amiss() -> None:
    others = ("Nope, Skip", "Nope, Skip")
    assert chosen(position("Defuse, Tacocat, Tacocat", 20, others)) == {"draw"}
    assert chosen(position("Tacocat, Tacocat", 8, others)) == {"play a pair of Tacocat"}
    assert chosen(position("Tacocat, Tacocat, Skip", 8, others)) == {"play Skip"}
    one_action = position("Defuse, Tacocat, Tacocat", 20, others, preset="tag")
    assert chosen(one_action) == {"play a pair of Tacocat"}


def test_a_triple_takes_a_defuse() -> None:
    """From who is known to hold one, or likely does."""
    hand, others = "Tacocat, Tacocat, Tacocat", ("Nope, Skip", "Nope, Defuse")
    known = {DEFUSE: [0, 1, 2]}
    assert chosen(position(hand, 20, others, known=known)) == {"play a triple of Tacocat"}
    assert chosen(position(hand, 20, ("Nope, Skip", "Nope, Skip"))) == {"draw"}
    aimed = {"action": 14, "pending": hand, "known": known}
    assert chosen(position("Skip", 20, others, decision="target", **aimed)) == {"player 2"}
    named = {**aimed, "target": 2}
    assert chosen(position("Skip", 20, others, decision="name", **named)) == {"name Defuse"}


def test_a_hand_that_is_worth_much_is_aimed_at() -> None:
    others, known = ("Tacocat, Nope, Skip", "Defuse, Skip"), {DEFUSE: [0, 1, 2]}
    for action, pending in ((13, "Tacocat, Tacocat"), (5, "Favor")):
        aimed = {"action": action, "pending": pending}
        there = position("Skip", 20, others, decision="target", known=known, **aimed)
        assert chosen(there) == {"player 2"}


def test_five_different_cards_fetch_a_defuse() -> None:
    hand = "Tacocat, Beard Cat, Cattermelon, Hairy Potato Cat, Shuffle"
    rules = {"preset": "original2015"}
    [said] = chosen(position(hand, discard="Defuse, Nope", **rules))
    assert said.startswith("play five different")
    assert chosen(position(hand, discard="Skip, Nope", **rules)) == {"draw"}
    picks = {"decision": "five_pick", "action": 15, "pending": hand, **rules}
    assert chosen(position("Skip", discard="Nope, Defuse, Attack", **picks)) == {"take Defuse"}
    assert chosen(position("Skip", discard="Nope, Favor, Attack", **picks)) == {"take Attack"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("Defuse, Nope, Attack, Tacocat", "Tacocat"),
        ("Defuse, Tacocat, Tacocat, Beard Cat", "Beard Cat"),
        ("Defuse, Nope, Attack, See the Future, Shuffle", "Shuffle"),
        ("Defuse, Attack", "Attack"),
    ],
)
def test_what_is_worth_least_is_given(hand: str, expected: str) -> None:
    asked = {"decision": "favor_give", "action": 5, "turn": 1, "pending": "Favor", "last": 1}
    assert chosen(position(hand, 20, ("Skip",), **asked)) == {f"give {expected}"}


# ------------------------------------------------------------------------------------------ Nopes


def against(
    hand: str, laid: str, deck: int = 20, others: Sequence[str] = ("Skip",), **more: Any
) -> bool:
    """Whether seat 0 Nopes what seat 1 has laid."""
    action = FACES.index(split(laid)[0])
    fields = {"turn": 1, "last": 1, "action": action, "nopes": split(laid).count("Nope"), **more}
    return chosen(position(hand, deck, others, decision="react", pending=laid, **fields)) == {
        "nope"
    }


def test_an_attack_is_noped_in_danger() -> None:
    assert against("Nope, Skip", "Attack", 8)
    assert not against("Nope, Skip", "Attack", 30)
    assert against("Nope, Skip", "Attack", 8, ("Skip", "Skip"), turn=2, last=2) is not False
    assert not against("Nope, Skip", "Attack", 8, ("Skip", "Skip"))  # on another


def test_who_flees_from_a_kitten_that_is_known_to_be_on_top_is_stopped() -> None:
    for action in ("Skip", "Shuffle", "Attack"):
        assert against("Nope, Tacocat", action, 30, known=SEEN)
        assert not against("Nope, Tacocat", action, 30, kitten=1, known=SEEN)
    assert not against("Nope, Tacocat", FUTURE, 30, known=SEEN)


def test_a_defuse_is_defended() -> None:
    cats = "Tacocat, Tacocat, Tacocat"
    triple = {"action": 14}
    assert against("Nope, Defuse, Skip", cats, named=1, **triple)
    assert not against("Nope, Defuse, Skip", cats, named=4, **triple)
    assert not against("Nope, Skip", cats, named=1, **triple)
    pair, two = {"action": 13}, ("Skip", "Skip")
    assert against("Nope, Defuse, Skip", "Tacocat, Tacocat", **pair)
    assert not against("Nope, Skip", "Tacocat, Tacocat", **pair)
    assert not against("Nope, Defuse, Skip", "Tacocat, Tacocat", 20, two, **pair, target=2)
    assert not against("Nope, Defuse, Skip", "Favor")
    assert against("Nope, Defuse", "Favor")


def test_it_insists_on_what_it_needs() -> None:
    """Its own Skip that another has Noped, in danger; a See the Future is let go."""
    own = {"turn": 0, "nopes": 1, "last": 1}
    assert against("Nope, Tacocat", "Skip, Nope", 3, **own)
    assert not against("Nope, Tacocat", "Skip, Nope", 30, **own)
    assert not against("Nope, Tacocat", f"{FUTURE}, Nope", 3, **own)
    assert not against("Nope, Tacocat", "Skip, Nope", 3, ("Skip", "Skip"), turn=1, nopes=1, last=2)


# ------------------------------------------------------------------------------------ any position

TABLES = [(preset, players) for preset in GAME.presets for players in (2, 3, 5)]


def decisions(preset: str, players: int, number: int, most: int = 60) -> list[Watch]:
    """The positions of a game between survivors and random players, with a choice."""
    watch = Watch(GAME.new(players=players, seed=number, preset=preset))
    made, row, found = make("survivor", GAME), rows(number, 7)[PLAY], list[Watch]()
    while not watch.state.over and len(found) < most:
        codes = watch.state.codes
        code = codes[below(row, len(codes))]
        if len(codes) > 1:
            found.append(watch.copy())
            if watch.state.mover % 2 == 0:
                info: InformationSet = watch.information(watch.state.mover)
                code = made.decide(info, rows(number, len(found))).option
        assert code in codes
        watch.play(code)
    return found


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_decides_lawfully_by_what_it_sees_alike_compiled_and_plain(
    preset: str, players: int
) -> None:
    """In every position: in the mover's view, in the truth and in other worlds the same option."""
    assert decided_alike(GAME, survivor, decisions(preset, players, 1)[::4]) >= 4 * 6


@pytest.mark.parametrize(
    ("preset", "players", "least"),
    [("official", 2, 360), ("original2015", 3, 266), ("tag", 4, 131), ("official", 5, 130)],
)
def test_it_survives_more_often_than_by_chance(preset: str, players: int, least: int) -> None:
    """One among random players, of 400 games; with 97, 76, 44, 43 % too few come once in 10^5."""
    deal, plays = bind(GAME.rules.setup, GAME), bind(GAME.rules.play, GAME)
    decides, considers = bind(follow, GAME, policy=survivor), bind(GAME.rules.sensible, GAME)
    state: Any = GAME.new(players=players, preset=preset).record_array[0]
    out, survived = np.zeros(GAME.option_codes, np.int64), 0
    for number in range(400):
        rng, seat = rows(number // players), number % players
        deal(state, rng)
        while state.mover >= 0:
            if state.mover == seat:
                code = decides(state, out, rng[PLAY])
            else:
                code = out[below(rng[PLAY], considers(state, out))]
            plays(state, int(code), rng)
        survived += int(state.eliminated[seat] == 0)
    assert survived >= least
