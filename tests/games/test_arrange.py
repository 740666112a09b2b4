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
        ({"sizes": {"pond": "8"}}, "pond cannot hold '8' cards: a whole number"),
        ({"cards": {"hand 0": "eel"}}, "hand 0 holds a list of cards, not 'eel'"),
        ({"cards": {"hand 0": None}}, "hand 0 holds a list of cards, not None"),
        ({"cards": ["eel"]}, r"cards cannot be \['eel'\]: a table from a zone"),
        ({"sizes": 3}, "sizes cannot be 3: a table from a zone"),
        ({"known": ["eel"]}, r"known cannot be \['eel'\]: a table from a card"),
        ({"parameters": ["hand"]}, r"parameters cannot be \['hand'\]: a table from name"),
        ({"facts": 3}, r"facts cannot be 3: a list of games\.Deduction"),
        ({"facts": ["eel"]}, r"a fact is a games\.Deduction or games\.Alternatives, not 'eel'"),
        ({"cards": {3: ["eel"]}}, "there is no zone 3: one of pond"),
        ({"known": {"eel": 0}}, "eel is known to a list of seats, not 0"),
        ({"known": {"eel": ["0"]}}, "seat '0' cannot know eel: 0 to 1"),
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


SCHNAPSEN = games.load("schnapsen")
PLAIN: dict[str, Any] = {
    "hand 0": ["AH", "KH", "10S", "QD", "JC"],
    "hand 1": ["JH", "AC", "KC", "10C", "QC"],
    "trump": ["QH"],
    "out": ["9C", "9D", "9H", "9S"],
}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"trump": 7}, "trump cannot be 7: a suit, 0 clubs, 1 diamonds, 2 hearts, 3 spades"),
        ({"trump": -1}, "trump cannot be -1: a suit"),
        ({"trump": 3}, "trump cannot be 3 with QH in trump: 2, its suit"),
        ({"closer": 3}, r"closer cannot be 3: 0 for nobody, or 1 \+ the seat"),
        ({"declared": 5}, r"declared cannot be 5: 0 for none, or 1 \+ the suit"),
        ({"decision": "lead marriage"}, "declared cannot be 0 at 'lead_marriage'"),
        ({"decision": "follow"}, "decision cannot be 'follow' with no card in trick"),
        ({"dealer": 2}, "dealer cannot be 2: a seat, 0 or 1"),
        ({"points": [0, -1]}, r"points cannot be \[0, -1\]: each 0 or more points"),
        ({"pending": [-20, 0]}, r"pending cannot be \[-20, 0\]: each 0 to 100 points"),
        ({"tricks": [11, 0]}, r"tricks cannot be \[11, 0\]: each 0 to 10 tricks"),
        ({"score": [-1, 0]}, r"score cannot be \[-1, 0\]: each 0 or more game points"),
        ({"deal_winner": 2}, "deal_winner cannot be 2: a seat"),
        ({"round": -1}, "round cannot be -1: how many deals came before"),
    ],
)
def test_a_field_that_no_deal_comes_to_is_named(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        SCHNAPSEN.arrange(PLAIN, sizes={"talon": 9}, **{"trump": 2, **changes})


@pytest.mark.parametrize(
    ("cards", "sizes", "complaint"),
    [
        ({}, {"hand 0": 6, "talon": 8}, "hand 0 cannot hold 6 cards: 5 at most"),
        ({"trick": ["AS", "KS"]}, {"talon": 7}, "trick cannot hold 2 cards: 1 at most"),
        ({"trick": ["AS"]}, {"talon": 8}, "decision cannot be 'lead' with a card in trick"),
        ({"hand 0": []}, {"talon": 14}, "hand 0 cannot be empty: seat 0 has to play a card"),
        ({"out": ["9C"]}, {"talon": 12}, "9D cannot lie in talon with 20 cards in play: in out"),
        (
            {"out": ["9C", "9D", "9H", "9S", "AS"]},
            {"talon": 8},
            "AS cannot lie in out: it is one of the 20 cards in play",
        ),
    ],
)
def test_a_zone_that_no_deal_comes_to_is_named(
    cards: dict[str, list[str]], sizes: dict[str, int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        SCHNAPSEN.arrange({**PLAIN, **cards}, sizes=sizes, trump=2)


def test_whatever_is_not_refused_can_be_printed_and_has_options() -> None:
    taken = 0
    for number in range(600):
        fields = {
            "trump": number % 4,
            "closer": number % 5 - 1,
            "declared": number // 3 % 7 - 1,
            "decision": number // 5 % 4,
            "deal_winner": number // 7 % 3,
            "mover": number // 11 % 3 - 1,
        }
        try:
            state = SCHNAPSEN.arrange(PLAIN, sizes={"talon": 9}, seed=number, **fields)
        except ValueError:
            continue
        taken += 1
        for seat in (0, 1):
            assert str(state.view(seat))
        state.options()
    assert taken > 5
