"""Arranged positions: laid as described, and every mistake named."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import games
from games.kit.events import Deduction
from games.template.rules import HAND, Decision

GAME = games.load("template")
HANDS: dict[str, list[str]] = {"hand 0": ["eel", "pike"], "hand 1": ["eel", "perch"]}


def arrange(cards: Any = None, sizes: Any = None, **given: Any) -> games.State:
    return GAME.arrange(HANDS if cards is None else cards, sizes=sizes or {"pond": 8}, **given)


def test_cards_lie_where_they_are_laid_and_the_rest_where_there_is_room() -> None:
    state = arrange({"pond": ["sturgeon", "perch"]}, {"pond": 5, "hand 0": 3, "laid 1": 4}, seed=3)
    assert state.view(1).slots("hand 0") == (None,) * 3
    assert len(state.view(0).known("laid 1")) == 4
    s = state.record_array[0]
    bottom = sorted(
        (int(s.depth[c]), GAME.faces[GAME.face_of[c]]) for c in range(12) if s.zone[c] == 0
    )
    assert [face for _, face in bottom][:2] == ["sturgeon", "perch"]
    assert Counter(GAME.face_of[s.zone >= 0].tolist()) == Counter(GAME.face_of.tolist())


def test_the_rest_is_dealt_from_the_seed() -> None:
    arrays = [arrange(seed=seed).record_array.tobytes() for seed in (1, 1, 2)]
    assert arrays[0] == arrays[1] != arrays[2]


def test_owners_know_their_hands_all_know_open_zones_and_nobody_the_rest() -> None:
    view = arrange({**HANDS, "laid 0": ["perch", "perch"]}, {"pond": 6}).view(0)
    assert view.known("hand 0") == ("eel", "pike")
    assert view.known("hand 1") == ()
    assert view.known("laid 0") == ("perch", "perch")
    assert view.known("pond") == ()


def test_a_seat_knows_what_is_said_that_it_knows() -> None:
    state = arrange(known={"eel": [0]})
    assert state.view(0).known("hand 1") == ("eel",)
    assert state.view(1).known("hand 0") == ()


def test_an_arranged_position_is_played_on() -> None:
    state = arrange(mover=1, decision="turn", points=[5, 0, 0, 0])
    assert [str(option) for option in state.options()] == ["ask for perch", "ask for eel", "look"]
    state.play("ask for eel")
    state.play("player 0")
    assert state.record_array[0].points.tolist() == [5, 2, 0, 0]
    assert state.view(0).known("laid 1") == ("eel", "eel")


@pytest.mark.parametrize("decision", ["whom", "Whom", Decision.WHOM, 1])
def test_a_decision_place_is_given_by_name_or_number(decision: Any) -> None:
    assert arrange(decision=decision, asked=1).decision == "whom"


def test_facts_stay_with_the_position() -> None:
    fact = Deduction((HAND + 1,), {1: 1}, 1, 4, "asked for an eel")
    assert arrange(facts=[fact]).copy().facts == (fact,)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"cards": {"hnd 0": ["eel"]}}, "no zone 'hnd 0': did you mean hand 0"),
        ({"cards": {"hand 0": ["trout"]}}, "no card 'trout': one of perch, eel"),
        ({"cards": {"hand 0": ["pike"] * 3}}, "pike is laid 3 times: the game has 2 of it"),
        ({"sizes": {"pound": 8}}, "no zone 'pound': did you mean pond"),
        ({"sizes": {"pond": 7}}, "8 cards are left to place .* and sizes leave room for 7"),
        ({"sizes": {"pond": 9}}, "8 cards are left to place .* and sizes leave room for 9"),
        ({"sizes": {"pond": 8, "hand 0": 1}}, "hand 0 cannot hold 1 cards: 2 are named"),
        ({"sizes": {"pond": 9, "laid 0": -1}}, "laid 0 cannot hold -1 cards"),
        ({"known": {"trout": [0]}}, "no card 'trout'"),
        ({"known": {"eel": [2]}}, "seat 2 cannot know eel: 0 to 1"),
        ({"players": 5}, "is for 2 to 4 players, not 5"),
        ({"seed": -1}, "a seed is a whole number, not negative: -1"),
        ({"seed": "x"}, "a seed is a whole number, not negative: 'x'"),
        ({"preset": "long"}, "no preset 'long'"),
        ({"parameters": {"hnad": 1}}, "no parameter 'hnad'"),
        ({"point": [1]}, "Little Pond has no field 'point': did you mean points"),
        ({"zone": [1]}, "has no field 'zone'"),
        ({"points": [1, 2]}, r"points has the shape \(4,\), not \(2,\): \[1, 2\]"),
        ({"mover": 2}, "mover cannot be 2: a seat, or -1 when the game is over"),
        ({"mover": -2}, "mover cannot be -2"),
        ({"mover": "me"}, "mover cannot be 'me'"),
        ({"decision": "whon"}, "no decision place 'whon': did you mean whom"),
        ({"decision": 7}, "no decision place 7"),
        ({"cards": {"hand 2": ["eel"]}}, "hand 2 belongs to seat 2, and there are 2 players"),
        ({"cards": HANDS, "sizes": {"hand 3": 8}}, "hand 3 belongs to seat 3"),
        ({"facts": [Deduction((99,), {1: 1}, 0, 1, "x")]}, "no zone number 99"),
        ({"facts": [Deduction((1,), {9: 1}, 0, 1, "x")]}, "no face number 9"),
        ({"facts": [Deduction((1,), {1: 1}, 2, 1, "x")]}, "lo is 2 and hi is 1"),
    ],
)
def test_every_mistake_is_named(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        arrange(given.pop("cards", None), given.pop("sizes", None), **given)
