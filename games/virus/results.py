"""Who has won, and how a position stands."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from games.virus.bodies import (
    COMPLETE,
    FREE,
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

NEARNESS_OF_HEALTHY = np.array([0.0, 0.3, 0.7, 1.5, 10.0, 10.0])
"""How near to winning a body is with so many healthy organs, in units of log odds. This and the
next were fitted to who won games among players that look one move ahead."""
NEARNESS = np.array(
    [
        0.0
        if state == 0 or state == FREE
        else 0.2
        if state < VACCINATED
        else 0.1
        if state < IMMUNISED
        else 0.25
        for state in range(STATES)
    ]
)
"""What an organ adds by its state: infected, vaccinated, immunised."""


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
    """About what the player can expect: by its chance of winning, from the bodies alone.

    The chances of the players are to each other as the exponentials of how near their bodies are
    to winning.
    """
    total = 0.0
    for p in range(int(s.seats)):
        total += math.exp(nearness(int(s.bodies[p])))
    return 2.0 * math.exp(nearness(int(s.bodies[me]))) / total - 1.0


def nearness(body: int) -> float:
    """How near a body is to winning, in units of log odds."""
    well = 0
    near = 0.0
    for colour in range(COLOURS):
        state = state_of(body, colour)
        well += state == FREE or state >= VACCINATED
        near += float(NEARNESS[state])
    return near + float(NEARNESS_OF_HEALTHY[well])


def worth_of(body: int) -> float:
    """How good a body is: the sum over its organs."""
    worth = 0.0
    for colour in range(COLOURS):
        worth += WORTH[state_of(body, colour)]
    return worth
