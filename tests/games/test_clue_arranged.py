"""Clue: parameters that no table can play by, and positions that no game comes to."""

from __future__ import annotations

import numpy as np
import pytest

from games.clue.cards import PEOPLE, cards_of
from games.clue.log import packed
from games.clue.record import MOST_TURNS
from tests.games.clue_tables import GAME, A, B, C, arrange, words


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"dice": 3}, "dice cannot be 3: 1 or 2"),
        ({"max_turns": 0}, "max_turns cannot be 0: 1 to 1000"),
        ({"max_turns": 1001}, "max_turns cannot be 1001"),
        ({"max_steps": -1}, "max_steps cannot be -1"),
        ({"who_is_shown_public": False}, "who_is_shown_public cannot be False: true, since"),
        ({"accuse_before_move": True, "accuse_needs_suggestion": True}, "accuse_before_move"),
        ({"board": "rooms_only", "dice": 2}, "dice cannot be 2: 1 where board is rooms_only"),
        ({"board": "rooms_only", "walking": "rooms"}, "walking cannot be rooms"),
        ({"board": "rooms_only", "passage_needs_no_roll": False}, "passage_needs_no_roll"),
        ({"leftover": "burnt"}, "leftover cannot be 'burnt': one of in_hands, public"),
    ],
)
def test_rules_that_no_table_can_play_by_are_refused(parameters, says):
    with pytest.raises(ValueError, match=says):
        GAME.new(players=3, **parameters)


OUT = {"out": [0, 1, 0, 0, 0, 0]}


def one(seat: int, number: int) -> list[int]:
    """What each seat has accused: one of them a triple."""
    return [cards_of(number) if p == seat else 0 for p in range(6)]


def logged(entry: int) -> dict[str, object]:
    """The fields of a log of one suggestion."""
    return {"log": [entry] + [0] * (MOST_TURNS - 1), "logged": 1}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"tokens": {"Scarlet": (7, 23)}}, "Scarlet and Mustard cannot both stand on square 71"),
        ({"out": [1, 0, 0, 0, 0, 0]}, "mover cannot be 0, who has accused wrongly"),
        ({"decision": "suggest"}, "'suggest' with Scarlet outside the rooms"),
        ({"decision": "move"}, "where nothing was rolled"),
        ({"decision": "show"}, "unless another seat, asker, has suggested a triple"),
        (
            {"decision": "show", "asker": 1, "suggested": 260},
            "with none of Peacock, Candlestick, Study in hand 0",
        ),
        ({"decision": "side look"}, "no card of side is new to seat 0"),
        ({"turns": 300}, "turns cannot be 300"),
        ({"lacks": [1, 0, 0, 0, 0, 0]}, "lacks cannot name Scarlet for seat 0, who holds it"),
        ({"winner": 3}, "winner cannot be 3"),
        ({"accused": [7, 0, 0, 0, 0, 0]}, "accused cannot be 7 for seat 0: one card of each kind"),
        ({"accused": one(1, 0)}, "for seat 1, who has not accused wrongly"),
        ({"accused": one(1, 323), **OUT}, "accused cannot be .* for seat 1: that is in the file"),
        (
            {"accused": one(1, 323 - 54 * 3), **OUT, "parameters": {"accusing": "unseen"}},
            "accused cannot name White for seat 1, who had seen it",
        ),
        (logged(packed(0, 0, 1)), "of Scarlet, Rope, Hall seat 1 holds one that seat 0 has seen"),
        (logged(packed(108, 0, 1)), "of White, Rope, Hall seat 1 holds one that seat 0 has seen"),
        ({"side": ["Library"], "hands": (A, B, C[:-1])}, "side cannot hold 1 cards: none"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(fields, says):
    hands = fields.pop("hands", (A, B, C))
    with pytest.raises(ValueError, match=says):
        arrange(*hands, **fields)


def test_a_position_may_leave_out_what_means_nothing():
    cards = {f"hand {p}": hand for p, hand in enumerate((A, B, C))}
    file = {"suspect": ["Plum"], "weapon": ["Revolver"], "room": ["Study"]}
    state = GAME.arrange({**cards, **file}, players=3)
    assert words(state) == ["roll"]  # everybody in the Hall
    assert np.all(state.record_array[0].token == 0)
    assert PEOPLE[state.mover] == "Scarlet"


def test_a_position_may_have_a_past():
    """A suggestion that was answered, an accusation: as it may have come about."""
    past = logged(packed(108, 0, 1))
    state = arrange(A, B, C, known={"White": [0]}, accused=one(1, 0), **OUT, **past)
    assert words(state) == ["roll"]
