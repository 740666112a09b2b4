"""Moving in whole games of Clue: what is offered is what brute force finds, past every token.

Random games of two to six people: at each decision about moving the options are compared with the
ends of all simple paths past the tokens on the board, those that nobody plays among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from games.clue.board import PASSAGE, START
from games.clue.cards import PEOPLE, ROOMS
from games.clue.record import MOVE, ROLL, STAND, STAY, USE_PASSAGE
from games.state import State
from tests.games.clue_walks import nearest_end, squares, walk_ends

CLUE = games.load("clue")
sensible = bind(CLUE.rules.sensible, CLUE, compiled=False)


@dataclass
class Choice:
    """A decision about moving, what was offered, and what came of it."""

    place: str
    start: int
    taken: list[int]
    pips: int
    options: list[int]
    chosen: int = -1
    after: int = -1


def choices(players: int, seed: int, most: int, **rules: Any) -> Iterator[Choice]:
    """The first decisions about moving of a random game.

    Half of the decisions are sensible, so that rooms are entered, and half are any option, so that
    tokens get everywhere. Once in thirty turns somebody accuses at random; more often, and soon
    nobody would be left to move.
    """
    state = CLUE.new(players=players, seed=seed, **rules)
    s: Any = state.record_array[0]
    row = rows(seed + 1000)[PLAY]
    out = np.empty(CLUE.option_codes, np.int64)
    n = 0
    while not state.over and n < most:
        me, codes = state.mover, list(state.codes)
        tokens = s.token.tolist()
        start = tokens.pop(me)
        noted = Choice(state.decision, start, tokens, int(s.rolled), codes)
        if below(row, 30) > 0 if state.decision == "accuse" else below(row, 2) > 0:
            codes = out[: sensible(s, out)].tolist()
        noted.chosen = codes[below(row, len(codes))]
        state.play(noted.chosen)
        noted.after = int(s.token[me])
        if noted.place in ("start", "move"):
            n += 1
            yield noted


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_moves_offered_are_the_ends_of_all_simple_paths(players: int) -> None:
    moves, from_rooms, entered = 0, 0, 0
    for seed in range(8):
        for d in choices(players, seed, 120):
            if d.place == "move":
                ends = walk_ends(d.taken, d.start, [d.pips])[d.pips]
                assert d.options == ([MOVE + node for node in ends] or [STAND])
                assert d.after == (d.start if d.chosen == STAND else d.chosen - MOVE)
                moves += 1
                from_rooms += d.start < 9
                entered += d.after < 9
    assert moves > 200
    assert min(from_rooms, entered) > 20


@pytest.mark.parametrize("players", [2, 6])
def test_moves_with_two_dice(players: int) -> None:
    moves = 0
    for seed in range(60, 63):
        for d in choices(players, seed, 40, dice=2):
            if d.place == "move" and d.pips <= 9:  # more take brute force too long
                ends = walk_ends(d.taken, d.start, [d.pips])[d.pips]
                assert d.options == ([MOVE + node for node in ends] or [STAND])
                moves += 1
    assert moves > 30


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_turn_begins_with_a_roll_where_some_roll_leads_anywhere(players: int) -> None:
    n = 0
    for seed in range(20, 24):
        for d in choices(players, seed, 60):
            if d.place == "start":
                walks = any(walk_ends(d.taken, d.start, range(1, 7)).values())
                passage = d.start < 9 and PASSAGE[d.start] >= 0
                codes = set(d.options) - {STAY}
                expected = {ROLL} if walks else set()
                expected |= {USE_PASSAGE} if passage else set()
                assert codes == (expected or {STAND})
                n += 1
    assert n > 50


@pytest.mark.parametrize("players", [2, 6])
def test_rooms_to_walk_towards(players: int) -> None:
    """Preset ``rl_env``: a room is chosen; the passage is a step of any roll."""
    for seed in range(40, 43):
        for d in choices(players, seed, 40, preset="rl_env"):
            if d.place != "move":
                continue
            start, taken, pips = d.start, d.taken, d.pips
            goals = {}
            for room in range(9):
                if room != start:
                    goals[room] = nearest_end(taken, start, room, pips)
            if start < 9 and PASSAGE[start] >= 0:
                goals[int(PASSAGE[start])] = int(PASSAGE[start])
            goals = {room: end for room, end in goals.items() if end >= 0}
            assert d.options == ([MOVE + room for room in goals] or [STAND])
            if goals:
                assert d.after == goals[d.chosen - MOVE]


# -------------------------------------------------------------------------------- in a given place


def standing(where: dict[str, str], *, decision: str, rolled: int = 0, **more: Any) -> State:
    """Two people, Scarlet to decide; tokens where said, the others at their starts."""
    token = START.tolist()
    for person, place in where.items():
        row_col = tuple(map(int, place.split(","))) if "," in place else ()
        token[PEOPLE.index(person)] = squares()[row_col] if row_col else ROOMS.index(place)
    return CLUE.arrange(
        {"suspect": ["Green"], "weapon": ["Knife"], "room": ["Hall"]},
        sizes={"hand 0": 7, "hand 1": 7, "side": 4},
        players=2,
        mover=0,
        decision=decision,
        rolled=rolled,
        token=token,
        **more,
    )


def said(state: State) -> list[str]:
    return [option.words for option in state.options()]


def test_nobody_walks_through_a_token_that_nobody_plays() -> None:
    free = standing({"Scarlet": "7,9"}, decision="move", rolled=4)
    assert "go to 7,13" in said(free)
    barred = standing({"Scarlet": "7,9", "Peacock": "7,10"}, decision="move", rolled=4)
    assert "go to 7,13" not in said(barred)
    assert "go to 7,10" not in said(barred)


def test_locked_in_a_room_one_stands_still_and_may_not_suggest() -> None:
    doors = {"Scarlet": "Billiard Room", "Plum": "11,1", "White": "15,6"}
    state = standing(doors, decision="start")
    assert said(state) == ["stand still"]
    state.play("stand still")
    assert state.decision == "accuse"


def test_locked_in_a_room_some_tables_let_one_suggest() -> None:
    doors = {"Scarlet": "Billiard Room", "Plum": "11,1", "White": "15,6"}
    state = standing(doors, decision="start", parameters={"blocked_may_suggest": True})
    state.play("stand still")
    assert state.decision == "suggest"


def test_locked_in_a_corner_room_the_passage_is_left() -> None:
    state = standing({"Scarlet": "Study", "Plum": "4,6"}, decision="start")
    assert said(state) == ["passage to Kitchen"]
    state.play("passage to Kitchen")
    assert state.decision == "suggest"
    assert state.view(0).state.token[0] == ROOMS.index("Kitchen")


def test_who_was_put_into_a_locked_room_may_stay() -> None:
    doors = {"Scarlet": "Billiard Room", "Plum": "11,1", "White": "15,6"}
    state = standing(doors, decision="start", summoned=[1, 0, 0, 0, 0, 0])
    assert "stay" in said(state)
    assert "roll" not in said(state)


def test_locked_in_on_the_corridor() -> None:
    around = {"Scarlet": "7,12", "Green": "7,11", "White": "7,13"}
    # The Hall's door is at (7, 12): it is the one way out.
    assert said(standing(around, decision="start")) == ["roll"]
    assert said(standing(around, decision="move", rolled=5)) == ["go to Hall"]
    dead_end = {"Scarlet": "24,14", "White": "23,14"}
    assert said(standing(dead_end, decision="start")) == ["stand still"]


def test_a_roll_that_no_way_fits_leaves_the_token_where_it_is() -> None:
    # From the end of a dead end two free squares long a roll of three leads nowhere.
    around = {"Scarlet": "24,14", "White": "23,16"}
    assert said(standing(around, decision="start")) == ["roll"]
    state = standing(around, decision="move", rolled=3)
    assert said(state) == ["stand still"]
    state.play("stand still")
    assert state.decision == "accuse"
    assert state.view(0).state.token[0] == squares()[24, 14]


def test_the_room_just_left_cannot_be_entered_again() -> None:
    state = standing({"Scarlet": "Ballroom"}, decision="move", rolled=6)
    assert "go to Ballroom" not in said(state)
    assert "go to Conservatory" in said(state)
