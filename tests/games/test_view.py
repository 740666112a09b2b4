"""Views: what a seat cannot know leaves no trace in its record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from compiled import below, rows
from games.view import masked
from tests.games.toys import ZONES, table, toy

GAME = games.load("template")


def played(seed: int, players: int, moves: int) -> games.State:
    """A random game so far."""
    state = GAME.new(players=players, seed=seed)
    row = rows(seed, 1)[0]
    while not state.over and len(state.history) < moves:
        options = state.options()
        state.play(options[below(row, len(options))])
    return state


def relaid(states: Any, me: int, row: Any) -> Any:
    """Another table that ``me`` cannot tell from this one: hidden faces permuted within lots, then
    within blocks, and copies renumbered. A second, slower statement of what ``redeal`` does."""
    twin = states.copy()
    s: Any = twin[0]
    hidden = [c for c in range(len(s.zone)) if not int(s.seen[c]) >> me & 1]
    for label in ("lot", "block"):
        for value in {int(s[label][c]) for c in hidden}:
            alike = [c for c in hidden if s[label][c] == value]
            for i in range(len(alike) - 1, 0, -1):
                exchange(s, alike[i], alike[below(row, i + 1)], keep_lot=True)
    for cards in GAME.cards_of.values():
        for i in range(len(cards) - 1, 0, -1):
            exchange(s, cards[i], cards[below(row, i + 1)], keep_lot=False)
    return twin


def exchange(s: Any, a: int, b: int, *, keep_lot: bool) -> None:
    """Two cards change slots; copies that change names change lots as well."""
    for name in ("zone", "depth", "block", "seen") + (() if keep_lot else ("lot",)):
        s[name][a], s[name][b] = int(s[name][b]), int(s[name][a])


positions = st.builds(played, st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 40))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions, st.integers(0, 10**6))
def test_other_hidden_cards_leave_the_view_as_it_is(state: games.State, seed: int) -> None:
    row = rows(seed)[0]
    for seat in range(state.seats):
        view = masked(GAME, state.record_array, seat)
        other = relaid(state.record_array, seat, row)
        assert masked(GAME, other, seat).tobytes() == view.tobytes()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions)
def test_a_view_of_a_view_is_the_view(state: games.State) -> None:
    for seat in range(state.seats):
        view = masked(GAME, state.record_array, seat)
        assert masked(GAME, view, seat).tobytes() == view.tobytes()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions)
def test_a_view_shows_the_seats_own_cards_and_the_sizes_of_all_zones(state: games.State) -> None:
    true = state.record_array[0]
    for seat in range(state.seats):
        view = state.view(seat)
        for number, name in enumerate(GAME.zones.names):
            here = np.flatnonzero(true.zone == number)
            slots = view.slots(name)
            assert len(slots) == len(here)
            known = sorted(
                GAME.faces[GAME.face_of[c]] for c in here if int(true.seen[c]) >> seat & 1
            )
            assert sorted(view.known(name)) == known
            if name in (f"hand {seat}", "laid 0", "laid 1"):
                assert None not in slots


def test_fields_that_are_no_cards_are_hidden_by_their_audience() -> None:
    game = toy()
    states = table(game)
    states[0].points[:] = 1, 2, 3
    states[0].bid[:] = 4, 5, 6
    states[0].fate = 7
    view = masked(game, states, 1)[0]
    assert view.points.tolist() == [1, 2, 3]
    assert view.bid.tolist() == [0, 5, 0]
    assert view.fate == 0
    assert states[0].bid.tolist() == [4, 5, 6]


def test_others_private_marks_are_not_in_a_view_and_owners_are() -> None:
    game = toy()
    states = table(game)
    states[0].zone[:2] = ZONES["hand"]
    states[0].depth[:2] = -1
    states[0].seen[:] = [1, 1 | 4, 2, 4, 7, 0]
    view = masked(game, states, 1)[0]
    assert sorted(view.seen.tolist()) == [0, 0, 1, 1, 2, 7]


def test_an_ordered_zone_is_read_from_the_bottom_with_gaps_where_it_is_unknown() -> None:
    game = toy()
    states = table(game)
    states[0].seen[2] = states[0].seen[5] = 2
    view = games.View(game, 1, masked(game, states, 1)[0], ())
    assert view.slots("deck") == (None, None, "A", None, None, "C")
    assert view.known("deck") == ("A", "C")


def test_options_are_shown_to_the_mover_alone() -> None:
    state = GAME.new(seed=1)
    assert state.view(0).options == state.codes
    assert state.view(1).options == ()
    assert state.view(1).mover == 0
    assert state.view(1).decision == "turn"


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}: 0 to 1"):
        GAME.new(seed=1).view(seat)
