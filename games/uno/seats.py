"""Whose turn comes after whose."""

from __future__ import annotations

from typing import Any


def next_seat(s: Any, p: int) -> int:
    """Who comes after ``p`` in the direction of play, of those still in the game."""
    return neighbour(s, p, int(s.reversed) == 1)


def seat_before(s: Any, p: int) -> int:
    """After whom ``p`` comes in the direction of play."""
    return neighbour(s, p, int(s.reversed) == 0)


def left_of(s: Any, p: int) -> int:
    """Who sits left of ``p``, whatever the direction of play."""
    return neighbour(s, p, False)


def neighbour(s: Any, p: int, down: bool) -> int:
    """The next seat still in the game, in descending or ascending order."""
    seats = int(s.seats)
    for _ in range(seats):
        p += -1 if down else 1
        if p == seats:
            p = 0
        elif p < 0:
            p = seats - 1
        if s.eliminated[p] == 0:
            return p
    return p


def players_left(s: Any) -> int:
    """How many players are still in the game."""
    n = 0
    for p in range(int(s.seats)):
        n += s.eliminated[p] == 0
    return int(n)
