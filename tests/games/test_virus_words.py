"""What people type and read at the table of Virus!"""

from __future__ import annotations

import pytest

from games.virus import words
from tests.games.virus_tables import GAME, lay

HAND = ["red organ", "organ thief", "multicolour medicine"]
TABLE = {
    "hand 0": HAND,
    "organ multicolour 0": ["multicolour organ", "green virus"],
    "organ red 1": ["red organ", "red medicine"],
    "organ blue 1": ["blue organ"],
    "organ blue 2": ["blue organ", "blue virus"],
    "discard": ["contagion", "green organ"],
}


def test_faces_are_numbered_in_the_order_of_the_book():
    assert GAME.faces[:6] == (
        "red organ", "green organ", "blue organ", "yellow organ", "multicolour organ", "red virus"
    )  # fmt: skip
    assert GAME.faces[14:] == (
        "multicolour medicine", "contagion", "organ thief", "transplant", "latex glove",
        "medical error",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("play red organ", "play red organ"),
        ("Red Organ", "play red organ"),
        ("organ thief", "play organ thief"),
        ("thief", "play organ thief"),
        ("play thief", "play organ thief"),
        ("multicolour medicine", "play multicolour medicine"),
        ("multi medicine", "play multicolour medicine"),
        ("discard", "discard"),
    ],
)
def test_an_action_is_read(text: str, meant: str):
    state = lay(TABLE, players=3)
    assert state.options()[[str(o) for o in state.options()].index(meant)].code == state.code_of(
        text
    )


@pytest.mark.parametrize(
    "text",
    ["red", "organ", "medicine", "blue organ", "red organ thief", "discard red organ", "0", ""],
)
def test_half_a_name_and_other_things_are_no_action(text: str):
    with pytest.raises(ValueError, match="is no option: play red organ, play multicolour medicine"):
        lay(TABLE, players=3).code_of(text)


@pytest.mark.parametrize(
    "text", ["blue 1", "blue organ of player 1", "Blue seat 1", "blue organ 1"]
)
def test_an_organ_on_the_table_is_read(text: str):
    state = lay(TABLE, players=3)
    state.play("play organ thief")
    assert [str(option) for option in state.options()] == [
        "red organ of player 1", "blue organ of player 1", "blue organ of player 2"
    ]  # fmt: skip
    assert state.code_of(text) == state.code_of("blue organ of player 1")


@pytest.mark.parametrize("text", ["blue", "1", "player 1", "green 1", "blue 3", "1 blue"])
def test_half_an_organ_is_none(text: str):
    state = lay(TABLE, players=3)
    state.play("play organ thief")
    with pytest.raises(ValueError, match="is no option"):
        state.code_of(text)


def test_a_colour_alone_is_no_organ_also_where_there_is_one():
    state = lay({"hand 0": ["red virus"], "organ red 1": ["red organ"]})
    state.play("play red virus")
    with pytest.raises(ValueError, match="'red' is no option: red organ of player 1"):
        state.code_of("red")


def test_players_and_ends_are_read():
    state = lay({**TABLE, "hand 0": ["medical error", "red virus"]}, players=3)
    error = state.copy()
    error.play("error")
    assert error.code_of("2") == error.code_of("seat 2") == error.code_of("player 2")
    state.play("discard")
    state.play("red virus")
    assert state.code_of("stop") == state.code_of("done")


def test_every_code_has_words_of_its_own():
    s = lay(TABLE, players=3).record_array[0]
    said = [words.option(s, code) for code in range(GAME.option_codes)]
    assert len(set(said)) == GAME.option_codes


def test_a_position_shows_bodies_the_own_hand_and_what_is_known_of_the_deck():
    state = lay(TABLE, players=3)
    assert str(state.view(0)).splitlines() == [
        "Deck 56, discard 2, green organ on top",
        "player 0 (you): multicolour organ (green virus)",
        "  hand: red organ, multicolour medicine, organ thief",
        "player 1: red organ (red medicine), blue organ",
        "  hand: empty",
        "player 2: blue organ (blue virus)",
        "  hand: empty",
    ]
    state.play("thief")
    assert str(state.view(1)).splitlines()[-1] == "player 0 plays organ thief"
    assert "  hand: ?, ?" in str(state.view(1))


def test_a_deck_that_was_turned_over_is_shown_the_next_card_first():
    state = lay({**TABLE, "discard": ["contagion", "green organ"]}, rest="discard", players=3)
    pile = [*state.view(1).slots("discard")]
    state.play("play red organ")
    assert state.view(1).known("hand 0") == ("contagion",)
    assert f"Deck {len(pile) - 1} (next {', '.join(pile[1:4])}, " in str(state.view(1))
