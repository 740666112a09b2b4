"""Whose turn comes after whose."""

from __future__ import annotations

from typing import Any

from games.kit.masks import how_many, seat_after, zeros


def next_seat(s: Any, p: int) -> int:
    """Who comes after ``p`` in the direction of play, of those still in the game."""
    return seat_after(s, p, playing(s), -1 if s.reversed == 1 else 1)


def seat_before(s: Any, p: int) -> int:
    """After whom ``p`` comes in the direction of play."""
    return seat_after(s, p, playing(s), 1 if s.reversed == 1 else -1)


def left_of(s: Any, p: int) -> int:
    """Who sits left of ``p``, whatever the direction of play."""
    return seat_after(s, p, playing(s), 1)


def playing(s: Any) -> int:
    """Who is still in the game, as a mask."""
    return zeros(s.eliminated, int(s.seats))


def players_left(s: Any) -> int:
    """How many players are still in the game."""
    return how_many(playing(s))
