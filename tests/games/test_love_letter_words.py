"""Love Letter in words: options said and typed, positions."""

from __future__ import annotations

import pytest

import games
from tests.games.test_love_letter_rules import after, position

GAME = games.load("love-letter")


@pytest.mark.parametrize("typed", ["play Guard", "GUARD", "guard", " Play  the guard "])
def test_a_card_is_named_with_or_without_a_verb(typed: str) -> None:
    state = position([["Guard", "Priest"], ["Baron"]])
    assert state.code_of(typed) == state.codes[0]


@pytest.mark.parametrize("typed", ["player 1", "1", "seat 1", "on player 1"])
def test_a_player_is_named_by_seat(typed: str) -> None:
    state = after(position([["Guard", "Priest"], ["Baron"], ["King"]]), "play Guard")
    assert state.code_of(typed) == state.codes[0]


@pytest.mark.parametrize("typed", ["guess Baron", "baron"])
def test_a_guess_is_named_by_its_card(typed: str) -> None:
    state = after(position([["Guard", "Priest"], ["Baron"]]), "Guard", "1")
    assert GAME.words.option(state.record_array[0], state.code_of(typed)) == "guess Baron"


@pytest.mark.parametrize(
    "typed", ["", "play", "Guardian", "king", "Guard Priest", "player 7", "\x00"]
)
def test_what_is_no_option_is_refused_with_those_there_are(typed: str) -> None:
    state = position([["Guard", "Priest"], ["Baron"]])
    with pytest.raises(games.IllegalOption, match=r"play Guard, play Priest|control characters"):
        state.play(typed)
    assert state.history == []


def test_a_position_as_its_mover_sees_it() -> None:
    state = position(
        [["Guard", "Priest"], ["Baron"], []],
        deck=["King", "Guard"],
        protected=0b10,
        tokens=[1, 0, 2, 0, 0, 0],
        piles={1: ["Handmaid"]},
    )
    open_cards = ", ".join(state.view(0).known("faceup"))
    assert str(state.view(0)) == (
        "Round 1; 2 cards in the deck, 1 aside\n"
        f"  open        {open_cards}\n"
        "  your hand   Guard, Priest; played -; 1 token\n"
        "  player 1    ?; played Handmaid; 0 tokens, protected\n"
        "  player 2    -; played -; 2 tokens, out\n"
        "Your decision: play"
    )


def test_a_question_says_what_it_is_about() -> None:
    state = after(position([["Guard", "Priest"], ["Baron"]]), "Guard")
    assert str(state.view(1)).endswith("Decision of player 0: target of the Guard")
    state.play("1")
    assert str(state.view(0)).endswith("Your decision: guess at player 1")


def test_what_a_chancellor_has_put_under_is_told_to_its_player_alone() -> None:
    state = position(
        [["Chancellor", "Guard"], ["Baron"]], deck=["Priest", "King", "Prince"], preset="zman2019"
    )
    after(state, "play Chancellor", "keep King", "Prince lowest")
    assert "you know    Prince at 0, Guard at 1 from the bottom" in str(state.view(0))
    assert "you know" not in str(state.view(1))
