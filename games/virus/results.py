"""Who has won, and how a position stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.virus.bodies import (
    COMPLETE,
    IMMUNISED,
    INFECTED,
    STATES,
    VACCINATED,
    healthy,
    state_of,
)
from games.virus.cards import COLOURS
from games.virus.record import NONE

WORTH = np.array(
    [
        0.0
        if state == 0
        else 1.0
        if INFECTED <= state < VACCINATED
        else 3.0
        if state < INFECTED
        else 4.0
        if state < IMMUNISED
        else 5.0
        for state in range(STATES)
    ]
)
"""What an organ is worth by its state: infected, free, vaccinated, immunised."""
MOST_WORTH = 5.0 * COLOURS


def winner_of(s: Any) -> int:
    """Who has a complete body; -1: nobody."""
    for p in range(int(s.seats)):
        if healthy(int(s.bodies[p])) >= COMPLETE:
            return p
    return NONE


def returns(s: Any, out: Any) -> None:
    """Each player's share of the win, from -1 (none) to 1; where nobody has won all share alike."""
    winner = winner_of(s)
    for p in range(int(s.seats)):
        if winner < 0:
            out[p] = 2.0 / int(s.seats) - 1.0
        else:
            out[p] = 1.0 if p == winner else -1.0


def clock(s: Any, decisions: int) -> int:
    """How many turns have ended."""
    return int(s.turns)


def value(s: Any, me: int) -> float:
    """The lead of the own body over the best of the others, as a share of the best there can be."""
    best = 0.0
    for p in range(int(s.seats)):
        if p != me:
            best = max(best, worth_of(int(s.bodies[p])))
    return (worth_of(int(s.bodies[me])) - best) / MOST_WORTH


def worth_of(body: int) -> float:
    """How good a body is: the sum over its organs."""
    worth = 0.0
    for colour in range(COLOURS):
        worth += WORTH[state_of(body, colour)]
    return worth
