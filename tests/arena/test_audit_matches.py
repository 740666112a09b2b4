"""What the audit puts before players: honest matches behind the worlds that may be true."""

from __future__ import annotations

import numpy as np
import pytest

import games
from arena.auditing.drawing import course, earlier, places
from arena.auditing.tables import Matches, Place, Table
from arena.auditing.worlds import World, layout, record_of, worlds_of
from compiled import rows
from games.view import masked

GAME = games.load("schnapsen")
POND = games.load("template")
CLUE = games.load("clue")
DEAL = {"match_target": 1}


@pytest.mark.parametrize(("game", "seats"), [(GAME, 2), (POND, 2), (POND, 4), (CLUE, 2), (CLUE, 4)])
def test_matches_behind_worlds_are_honest(game: games.Game, seats: int) -> None:
    """The mover has seen the same, to the last bit, before every move; the cards lie otherwise."""
    table = Table(game, seats)
    made = 0
    for number in range(3):
        place = next(places(table, 5, number))
        matches = Matches(table, place)
        true = matches.true.late
        known = true.information(matches.seat)
        records, _ = worlds_of(known, 3, number, matches.truth)
        for record in records:
            match = matches.behind(World(record))
            if match is None:
                continue
            made += 1
            other = match.late
            assert layout(game, other.state.record_array) == layout(game, record_of(game, record))
            assert layout(game, other.state.record_array) != layout(game, true.state.record_array)
            views = [masked(game, one.state.record_array, matches.seat) for one in (true, other)]
            assert views[0].tobytes() == views[1].tobytes()
            assert other.information(matches.seat).ledger.lines() == known.ledger.lines()
            assert not game.verify(other.state.record_array[0])
    assert made >= 3


def test_all_worlds_are_taken_where_there_are_few() -> None:
    """Three thousand draws from the belief bring up no other."""
    table = Table(GAME, 2, parameters=DEAL)
    found = 0
    for number in range(12):
        end, choices = course(table, 3, number)
        for moves in choices[-5:]:
            matches = Matches(table, Place(end.seed, end.moves[:moves]))
            known = matches.true.late.information(matches.seat)
            records, complete = worlds_of(known, 40, 1, matches.truth)
            if complete and records:
                found += 1
                hidden = {
                    tuple(layout(GAME, np.array([one], GAME.dtype)).items())
                    for one in known.worlds(3000, rows(number))
                }
                assert len(records) == len(hidden) - 1
    assert found >= 3


def test_earlier_decisions_come_in_their_order() -> None:
    table = Table(GAME, parameters=DEAL)
    end, choices = course(table, 1, 0)
    assert [len(place.moves) for place in earlier(table, end)] == choices
