"""Clue by the book: suggestions, who answers them, what is shown to whom."""

from __future__ import annotations

import pytest

from games import IllegalOption, State
from games.clue.cards import FACES
from games.clue.log import suggestion_log
from games.kit.events import Shown
from tests.games.clue_tables import (
    GAME,
    A,
    B,
    C,
    arrange,
    in_room,
    knows,
    play,
    said,
    to_seat,
    where,
    words,
)

# ------------------------------------------------------------------------------------- 4. suggest


def test_any_person_and_weapon_may_be_named_own_cards_too():
    state = in_room()
    assert len(words(state)) == 36
    play(state, "suggest Mustard Rope")  # all three are the suggester's own
    log = suggestion_log(state.record_array[0])
    assert log.triples.tolist() == [(1 * 6 + 0) * 9 + 0]
    hot = log.one_hot()
    assert hot.shape == (1, 324)
    assert hot.nonzero()[1].tolist() == log.triples.tolist()
    assert log.shower.tolist() == [-1]


def test_a_suggestion_is_compulsory_unless_the_table_says_otherwise():
    assert "no suggestion" not in words(in_room())
    state = in_room(parameters={"suggestion_on_entry": "optional"})
    assert len(words(state)) == 37
    play(state, "no suggestion")
    assert (state.mover, state.decision) == (0, "accuse")
    assert len(suggestion_log(state.record_array[0])) == 0


def test_the_token_named_comes_into_the_room_whoever_plays_it():
    state = in_room()
    play(state, "suggest Peacock Rope")  # nobody plays Mrs Peacock
    assert where(state, "Peacock") == "Hall"
    state = in_room()
    play(state, "suggest White Rope")
    assert where(state, "White") == "Hall"
    assert state.record_array[0].summoned.tolist() == [0, 0, 1, 0, 0, 0]
    state = in_room()
    play(state, "suggest Scarlet Rope")
    assert where(state, "Scarlet") == "Hall"
    assert not state.record_array[0].summoned.any()


def test_who_was_carried_may_stay_and_suggest_there_once():
    state = in_room()
    play(state, "suggest White Candlestick", "show White", "no accusation")
    to_seat(state, 2)
    assert words(state) == ["roll", "stay"]
    twin = state.copy()
    play(state, "stay")
    assert (state.decision, where(state, "White")) == ("suggest", "Hall")
    play(state, "suggest White Candlestick")
    to_seat(state, 2)
    assert words(state) == ["roll"]  # used
    play(twin, "roll")
    to_seat(twin, 0)
    assert not twin.record_array[0].summoned.any()  # given up


def test_who_was_there_already_or_went_by_himself_may_not_stay():
    state = in_room(tokens={"White": "Hall"})
    play(state, "suggest White Candlestick")
    assert not state.record_array[0].summoned.any()
    assert "stay" not in words(arrange(A, B, C, tokens={"Scarlet": "Hall"}))


def test_a_table_may_know_no_right_to_stay():
    parameters = {"stay_after_summon": False}
    state = arrange(
        A, B, C, tokens={"Scarlet": "Hall"}, summoned=[1, 0, 0, 0, 0, 0], parameters=parameters
    )
    assert words(state) == ["roll"]


# ----------------------------------------------------------------------------- 4. respond and show


def test_all_are_asked_clockwise_until_one_can_show_and_those_behind_are_not():
    state = in_room()
    play(state, "suggest White Knife")  # both seat 1's
    assert said(state) == [("SUGGESTS", 0), ("SHOWS", 1)]  # public before a card is chosen
    assert (state.mover, state.decision) == (1, "show")
    assert not state.record_array[0].lacks.any()  # seat 2, behind, has said nothing
    state = in_room()
    play(state, "suggest Peacock Rope")  # seat 2's, and the suggester's own
    assert said(state) == [("SUGGESTS", 0), ("PASSES", 1), ("SHOWS", 2)]
    assert state.mover == 2
    lacks = state.record_array[0].lacks.tolist()
    assert lacks[1] == 1 << FACES.index("Peacock") | 1 << FACES.index("Rope") | 1 << 12
    assert lacks[0] == lacks[2] == 0


def test_the_round_wraps_past_the_last_seat():
    state = arrange(A, B, C, tokens={"Mustard": "Kitchen"}, decision="suggest", mover=1)
    play(state, "suggest Scarlet Rope")
    assert said(state) == [("SUGGESTS", 1), ("PASSES", 2), ("SHOWS", 0)]
    assert state.mover == 0
    assert words(state) == ["show Scarlet", "show Rope"]
    play(state, "show Rope")
    assert (state.mover, state.decision) == (1, "accuse")


def test_who_is_out_is_asked_and_shows_like_everybody():
    state = in_room(out=[0, 1, 0, 0, 0, 0])
    play(state, "suggest White Rope")
    assert (state.mover, state.decision, words(state)) == (1, "show", ["show White"])
    state = in_room(out=[0, 1, 0, 0, 0, 0])
    play(state, "suggest Peacock Rope")
    assert said(state) == [("SUGGESTS", 0), ("PASSES", 1), ("SHOWS", 2)]


def test_showing_is_asked_with_one_two_or_three_cards_and_cannot_be_refused():
    for suggestion, room, shown in (
        ("suggest White Rope", "Hall", ["White"]),
        ("suggest White Knife", "Hall", ["White", "Knife"]),
        ("suggest White Knife", "Kitchen", ["White", "Knife", "Kitchen"]),
    ):
        state = in_room(room)
        play(state, suggestion)
        assert state.decision == "show"
        assert words(state) == [f"show {face}" for face in shown]
        with pytest.raises(IllegalOption):
            state.play("pass")


def test_only_the_suggester_sees_the_card():
    state = in_room()
    play(state, "suggest White Knife")
    one, other = state.copy(), state.copy()
    play(one, "show White")
    play(other, "show Knife")
    assert knows(one, 0, "White")
    assert not knows(one, 0, "Knife")
    assert not knows(one, 2, "White")
    # Whatever was shown, an onlooker's view is the same to the last bit.
    assert one.view(2).state.tobytes() == other.view(2).state.tobytes()
    assert one.view(0).state.tobytes() != other.view(0).state.tobytes()
    assert [(e.face, e.eyes & 7) for e in one.events if isinstance(e, Shown)] == [(2, 1)]
    assert said(one) == said(other) == []


def test_the_shower_alone_remembers_whom_he_showed_what():
    state = in_room()
    play(state, "suggest White Knife", "show Knife")
    assert state.view(1).state.shown_to[1, FACES.index("Knife")] == 1 << 0
    for seat in (0, 2):
        assert not state.view(seat).state.shown_to.any()


def test_what_others_see_of_a_show_is_that_a_card_is_shown():
    state = in_room()
    play(state, "suggest White Knife")
    s, code = state.record_array[0], state.code_of("show Knife")
    seen = [GAME.words.option(s, GAME.rules.visible(s, code, seat)) for seat in range(3)]
    assert seen == ["show Knife", "show Knife", "show a card"]


def test_the_log_keeps_every_suggestion_of_a_long_game():
    state = GAME.new(players=2, preset="rooms_only", seed=4, two_player="plain")
    log = []
    while len(log) < 60:
        room = words(state)[state.seed % 2]
        play(state, room, "suggest Plum Rope")
        log.append(state.record_array[0].asker if state.decision == "show" else state.mover)
        while state.decision != "start":
            state.play(state.options()[0])
    assert suggestion_log(state.record_array[0]).suggester.tolist() == [0, 1] * 30


# ------------------------------------------------------------------------------------ 4. side look

TWO = (
    ["Scarlet", "Mustard", "Rope", "Lead Pipe", "Hall", "Lounge", "Dining Room"],
    ["White", "Green", "Knife", "Wrench", "Kitchen", "Ballroom", "Conservatory"],
)
SIDE = ["Peacock", "Candlestick", "Billiard Room", "Library"]


def two(**more: object) -> State:
    return arrange(*TWO, side=SIDE, tokens={"Scarlet": "Hall"}, decision="suggest", **more)  # type: ignore[arg-type]


def test_where_the_other_cannot_show_one_looks_at_a_card_laid_aside():
    state = two()
    play(state, "suggest Peacock Candlestick")
    assert (state.mover, state.decision) == (0, "side look")
    assert words(state) == [f"look at card {slot}" for slot in (1, 2, 3, 4)]
    play(state, "look at card 2")
    assert state.decision == "accuse"
    assert state.view(0).slots("side") == (None, "Candlestick", None, None)
    assert state.view(1).slots("side") == (None,) * 4
    assert state.view(1).state.looked.tolist()[:2] == [1 << 1, 0]  # which slot is public
    assert state.record_array[0].looked[0] == 1 << 1


def test_a_slot_seen_is_not_offered_again_and_nothing_is_when_all_are_seen():
    state = two(looked=[0b1011, 0, 0, 0, 0, 0])
    play(state, "suggest Peacock Candlestick")
    assert words(state) == ["look at card 3"]
    state = two(looked=[0b1111, 0, 0, 0, 0, 0])
    play(state, "suggest Peacock Candlestick")
    assert state.decision == "accuse"


def test_nothing_is_looked_at_where_a_card_was_shown():
    state = two()
    play(state, "suggest White Candlestick", "show White")
    assert state.decision == "accuse"
