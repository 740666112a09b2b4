"""What people type and read at the Clue table."""

from __future__ import annotations

import pytest

from games import IllegalOption, State
from games.clue import words
from games.clue.cards import ALIASES, FACES, KINDS, TRIPLES, parts, triple
from games.clue.record import ACCUSE, ACCUSE_NOW, OPTIONS, SHOW_ONE
from tests.games.clue_tables import GAME, A, B, C, arrange, in_room, play
from tests.games.clue_tables import words as said

DECIDE = {
    "start": lambda: arrange(A, B, C, tokens={"Scarlet": "Study"}, summoned=[1, 0, 0, 0, 0, 0]),
    "move": lambda: arrange(A, B, C, tokens={"Scarlet": "Study"}, decision="move", rolled=4),
    "suggest": lambda: in_room("Hall", parameters={"suggestion_on_entry": "optional"}),
    "show": lambda: shown(),
    "accuse": lambda: arrange(A, B, C, decision="accuse"),
}


def shown() -> State:
    state = in_room("Dining Room")
    play(state, "suggest White Knife")
    return state


def test_cards_have_their_names_and_triples_their_numbers():
    assert len(FACES) == 21
    assert [len(kind) for kind in KINDS] == [6, 6, 9]
    assert TRIPLES == 324
    for number in range(TRIPLES):
        person, weapon, room = parts(number)
        assert triple(person, weapon - 6, room - 12) == number
    assert set(ALIASES.values()) <= set(FACES)
    assert not set(ALIASES) & set(FACES)


@pytest.mark.parametrize(
    ("place", "text", "meant"),
    [
        ("start", "roll", "roll"),
        ("start", "Roll the dice", "roll"),
        ("start", "passage", "passage to Kitchen"),
        ("start", "use the secret passage", "passage to Kitchen"),
        ("start", "passage to kitchen", "passage to Kitchen"),
        ("start", "take the passage to the Kitchen", "passage to Kitchen"),
        ("start", "stay", "stay"),
        ("start", "stay in the study", "stay"),
        ("move", "go to Hall", "go to Hall"),
        ("move", "hall", "go to Hall"),
        ("move", "enter the HALL", "go to Hall"),
        ("move", "walk towards the hall", "go to Hall"),
        ("move", "go to 5,4", "go to 5,4"),
        ("move", "5,4", "go to 5,4"),
        ("move", "move 5 4", "go to 5,4"),
        ("move", "(5, 4)", "go to 5,4"),
        ("suggest", "suggest Plum Rope", "suggest Plum Rope"),
        ("suggest", "Plum, rope", "suggest Plum Rope"),
        ("suggest", "I suggest Professor Plum with the rope in the hall", "suggest Plum Rope"),
        ("suggest", "rope plum", "suggest Plum Rope"),
        ("suggest", "suggest lead-pipe, Prof. Plum", "suggest Plum Lead Pipe"),
        ("suggest", "Miss Scarlett leadpipe", "suggest Scarlet Lead Pipe"),
        ("suggest", "col. mustard pistol", "suggest Mustard Revolver"),
        ("suggest", "Rev_Green spanner", "suggest Green Wrench"),
        ("suggest", "no suggestion", "no suggestion"),
        ("suggest", "pass", "no suggestion"),
        ("show", "show knife", "show Knife"),
        ("show", "dagger", "show Knife"),
        ("show", "show my Dining-Room", "show Dining Room"),
        ("show", "Mrs. White", "show White"),
        ("accuse", "no", "no accusation"),
        ("accuse", "no accusation", "no accusation"),
        ("accuse", "accuse Plum Rope Hall", "accuse Plum Rope Hall"),
        ("accuse", "accuse billiard room, plum, lead pipe", "accuse Plum Lead Pipe Billiard Room"),
        ("accuse", "Accuse Mr Green with the Candlestick in the Ballroom", None),
    ],
)
def test_what_is_typed_is_understood(place, text, meant):
    state = DECIDE[place]()
    wanted = "accuse Green Candlestick Ballroom" if meant is None else meant
    assert words.option(state.record_array[0], state.code_of(text)) == wanted


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("start", ""),
        ("start", "rol"),
        ("start", "roll roll"),
        ("start", "passage to Hall"),
        ("start", "stay in the hall"),
        ("start", "no"),
        ("start", "accuse now"),
        ("move", "go to Library"),
        ("move", "go to Plum"),
        ("move", "5"),
        ("move", "5,5"),
        ("move", "99,99"),
        ("move", "go to 5,4,3"),
        ("move", "hall hall"),
        ("suggest", "Plum"),
        ("suggest", "suggest Plum Rope Kitchen"),
        ("suggest", "suggest Plum Green Rope"),
        ("suggest", "suggest Plum Rope Rope"),
        ("suggest", "suggest Plum Rope please"),
        ("suggest", "accuse Plum Rope Hall"),
        ("suggest", "show Rope"),
        ("show", "show Rope"),
        ("show", "show Knife White"),
        ("show", "no"),
        ("accuse", "Plum Rope Hall"),
        ("accuse", "accuse Plum Rope"),
        ("accuse", "accuse"),
        ("accuse", "accuse Plum Green Rope Hall"),
        ("accuse", "accuse Plum\x00 Rope Hall"),
    ],
)
def test_what_is_not_clear_is_refused_with_what_would_be_right(place, text):
    state = DECIDE[place]()
    before = state.record_array.tobytes()
    with pytest.raises(IllegalOption) as error:
        state.play(text)
    assert state.record_array.tobytes() == before
    if "\x00" not in text:
        assert said(state)[0] in str(error.value)
        assert len(str(error.value)) < 500


def test_every_option_is_said_in_words_of_its_own_and_read_by_them():
    state = arrange(A, B, C, tokens={"Scarlet": "Study"})
    s = state.record_array[0]
    said = {code: words.option(s, code) for code in range(OPTIONS)}
    assert len(set(said.values())) == OPTIONS
    for code, text in said.items():
        if code != SHOW_ONE:  # never offered
            assert words.parse(s, text, range(OPTIONS)) == code
    assert said[ACCUSE] == "accuse Scarlet Rope Hall"
    assert said[ACCUSE_NOW] == "accuse now"


def test_slots_are_looked_at_by_number():
    hands = (A, [*B, "Peacock"])
    side = ["Candlestick", "Ballroom", "Conservatory", "Library"]
    tokens = {"Scarlet": "Hall"}
    for text in ("look at card 3", "look 3", "3", "slot 3", "look at slot 3"):
        state = arrange(
            [*hands[0], "Billiard Room"], hands[1], side=side, tokens=tokens, decision="side look"
        )
        if text == "slot 3":
            with pytest.raises(IllegalOption):
                state.play(text)
            continue
        state.play(text)
        assert state.view(0).slots("side") == (None, None, "Conservatory", None)


# -------------------------------------------------------------------------------------- positions


def test_a_position_shows_the_board_and_what_the_seat_knows():
    state = in_room("Hall", tokens={"Mustard": (7, 20), "Plum": "Billiard Room"})
    play(state, "suggest Green Candlestick", "show Green", "no accusation")
    lines = str(state.view(0)).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[:5] == [
        "             11111111112222  Turn 2",
        "   012345678901234567890123  0 Scarlet  you  6 cards  Hall",
        " 0       #.#      #.#        1 Mustard       6 cards  at 7,20",
        " 1  Study ..      ..         2 White         6 cards  at 24,14",
        " 2        .. Hall ..Lounge   3 Green              Hall",
    ]
    text = "\n".join(lines)
    assert " 3       v..  03  ..  " in text  # both tokens in the Hall
    assert " 7 Library.............1..." in text
    assert "16   5   ......" in text
    assert "Seat 1 has: Green" in text
    assert "Not seen: White, Peacock, Plum" in text
    assert "1. 0: Green, Candlestick, Hall: 1 showed" in text
    assert "Decision of seat 1: start" in text
    other = str(state.view(2))
    assert "Seat 1 has" not in other
    assert "Not seen: Scarlet, Mustard, White, Green, Plum" in other


def test_a_room_shows_all_its_doors_and_all_six_tokens():
    for room in KINDS[2]:
        state = arrange(A, B, C, tokens=dict.fromkeys(KINDS[0], room))
        text = str(state.view(0))
        assert "012345" in text.split("\n", 2)[2]
        board = [line[3:27] for line in text.splitlines()[2:27]]
        arrows = sum(line.count(arrow) for line in board for arrow in "v^<>")
        assert arrows == 17 + sum(line.count("v") for line in ("vatory",))


def test_without_a_board_there_is_no_picture():
    state = GAME.new(players=4, preset="rooms_only", leftover="public")
    text = str(state.view(3))
    assert text.startswith("Turn 1\n0 Scarlet")
    assert "On the table: " in text
    assert "####" not in text


def test_the_end_is_told():
    state = arrange(A, B, C, decision="accuse")
    other = state.copy()
    play(state, "accuse Plum Revolver Study")
    assert str(state.view(0)).count("You win") == 1
    assert "Seat 0 wins" in str(state.view(1))
    assert "In the file: Plum, Revolver, Study" in str(state.view(1))
    play(other, "accuse Plum Revolver Hall")
    assert "0 Scarlet  you  6 cards  off the board, out" in str(other.view(0))
    last = arrange(A, B, C, decision="accuse", turns=299)
    play(last, "no")
    assert "Nobody wins" in str(last.view(0))
