"""Line-ups: nobody gains from a seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from arena.lineups import lineups, seats_for


@given(names=st.integers(1, 6), seats=st.integers(1, 6))
def test_every_name_has_every_seat_equally_often(names: int, seats: int) -> None:
    tables = lineups(names, seats)
    assert len(set(tables)) == len(tables)
    for seat in range(seats):
        assert len(set(Counter(table[seat] for table in tables).values())) == 1
        assert {table[seat] for table in tables} == set(range(names))


@given(names=st.integers(2, 6), seats=st.integers(2, 6))
def test_every_two_names_meet_equally_often(names: int, seats: int) -> None:
    met = Counter(
        pair for table in lineups(names, seats) for pair in combinations(sorted(set(table)), 2)
    )
    assert set(met) == set(combinations(range(names), 2))
    if names >= seats:
        assert len(set(met.values())) == 1


@given(names=st.integers(1, 6), seats=st.integers(1, 6))
def test_alone_each_name_is_the_whole_team(names: int, seats: int) -> None:
    assert lineups(names, seats, alone=True) == [(n,) * seats for n in range(names)]


def test_a_match_has_the_least_seats_that_seat_all_names() -> None:
    pond = games.load("template")  # two to four players
    assert [seats_for(pond, names) for names in range(1, 7)] == [2, 2, 3, 4, 4, 4]
    assert seats_for(pond, 2, 4) == 4
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        seats_for(pond, 2, 5)
