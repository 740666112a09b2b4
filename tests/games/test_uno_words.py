"""What people type and read at the Uno table."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.uno import words
from games.uno.cards import COPIES, FACES, colour_of, symbol_of
from games.uno.record import OPTIONS, Decision

GAME = games.load("uno")
HAND = ["Red 5", "Red Skip", "Red Reverse", "Red Draw Two", "Green 5", "Wild", "Wild Draw Four"]


def start(**fields: Any) -> games.State:
    return GAME.arrange(
        {"hand 0": HAND, "hand 1": ["Blue 1"], "discard": ["Red 9"]}, sizes={"deck": 99}, **fields
    )


def after(*moves: str, **parameters: Any) -> games.State:
    state = GAME.arrange(
        {"hand 0": [*HAND, "Red 7"], "hand 1": ["Blue 1", "Blue 2"], "discard": ["Red 9"]},
        sizes={"deck": 97},
        parameters=parameters,
    )
    for move in moves:
        state.play(move)
    return state


def test_faces_have_their_numbers():
    assert words.card(0) == "Red 0"
    assert [words.card(f) for f in (12, 13, 51, 52, 53)] == [
        "Red Draw Two",
        "Yellow 0",
        "Blue Draw Two",
        "Wild",
        "Wild Draw Four",
    ]
    assert all(13 * colour_of(f) + symbol_of(f) == f for f in range(52))
    assert len(FACES) == len(COPIES) == 54


def test_option_codes_fit_into_a_word():
    assert GAME.option_codes == OPTIONS == 64


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("red 5", "play Red 5"),
        ("PLAY  the red 5", "play Red 5"),
        ("r5", "play Red 5"),
        ("r 5", "play Red 5"),
        ("red five", "play Red 5"),
        ("red skip", "play Red Skip"),
        ("rs", "play Red Skip"),
        ("r skip", "play Red Skip"),
        ("red rev", "play Red Reverse"),
        ("lay red reverse", "play Red Reverse"),
        ("red +2", "play Red Draw Two"),
        ("r+2", "play Red Draw Two"),
        ("red draw 2", "play Red Draw Two"),
        ("wild", "play Wild"),
        ("a wild", "play Wild"),
        ("w", "play Wild"),
        ("wd4", "play Wild Draw Four"),
        ("+4", "play Wild Draw Four"),
        ("wild draw 4", "play Wild Draw Four"),
        ("draw four", "play Wild Draw Four"),
        ("draw", "draw"),
        ("take a card", "draw"),
    ],
)
def test_what_is_typed_for_a_card(text: str, meant: str):
    state = start()
    assert words.option(state.record_array[0], state.code_of(text)) == meant


@pytest.mark.parametrize(
    "text",
    ["", "red", "5", "green 5", "green 6", "red 5 red 5", "x", "keep", "uno", "red 55", "play"],
)
def test_what_is_no_option(text: str):
    with pytest.raises(ValueError, match="is no option: play Red 5"):
        start().code_of(text)


@pytest.mark.parametrize(
    ("moves", "parameters", "text", "meant"),
    [
        (["Wild"], {}, "green", "name green"),
        (["Wild"], {}, "choose y", "name yellow"),
        (["Wild Draw Four", "name blue"], {}, "accept", "accept and draw 4"),
        (["Wild Draw Four", "name blue"], {}, "challenge", "challenge"),
        (["Red Draw Two"], {"stacking": True}, "draw", "draw 2"),
        (["Red 7"], {"seven_zero": True}, "1", "swap with player 1"),
        (["Red 7"], {"seven_zero": True}, "player 1", "swap with player 1"),
        (["draw"], {}, "keep it", "keep"),
        (["Red 5", "draw", "keep"], {}, "draw", "draw"),
    ],
)
def test_what_is_typed_at_the_other_places(
    moves: list[str], parameters: dict[str, Any], text: str, meant: str
):
    state = after(*moves, **parameters)
    assert words.option(state.record_array[0], state.code_of(text)) == meant


def test_calls_in_words():
    state = GAME.arrange(
        {"hand 0": ["Red 1", "Blue 1"], "hand 1": ["Blue 1"], "discard": ["Red 9"]},
        sizes={"deck": 104},
        parameters={"uno_call": True},
    )
    state.play("r1")
    assert [option.words for option in state.options()] == ["uno", "forget"]
    state.play("say nothing")
    assert [option.words for option in state.options()] == ["catch", "let pass"]
    state.play("pass")
    assert state.decision == "turn"


def test_every_place_has_a_name():
    assert [GAME.decision_name(int(place)) for place in Decision] == [
        *("turn", "after draw", "colour", "challenge", "stack", "swap", "uno", "catch"),
    ]


def test_a_position_in_words():
    state = start(scores=[1, 20, 0, 0, 0, 0, 0, 0, 0, 0], turns=3)
    assert str(state.view(0)).splitlines() == [
        "Round 1, turn 3: Red 9 on top, colour red, deck 99, seats upwards",
        "player 0 (you): 1 point, Red 5, Red Skip, Red Reverse, Red Draw Two, Green 5, Wild, Wild"
        " Draw Four",
        "player 1: 20 points, 1 unseen card",
        "Your decision: turn",
    ]
    assert "player 0: 1 point, 7 unseen cards" in str(state.view(1))
    state.play("draw")
    assert "; drawn an unseen card" in str(state.view(1))
    assert "Decision of player 0: after draw" in str(state.view(1))
    [card] = state.view(0).known("drawn 0")
    assert f"; drawn {card}" in str(state.view(0))
