"""Where the mover of Clue can go: walks round other tokens, and passages."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.clue.board import nearest_end, reach, rooms_ahead
from games.clue.cards import N_PEOPLE, N_ROOMS
from games.clue.grid import MOST_STEPS, NEIGHBOURS, NODES, PASSAGE
from games.clue.parameters import Walking
from games.clue.record import (
    MOVE,
    NONE,
    STAND,
)


def can_walk(s: Any, node: int) -> bool:
    """Whether the least roll leads anywhere; then, and only then, some roll does."""
    if node < 0:
        return False
    if s.rules.walking == Walking.SQUARES and s.rules.dice == 1:
        return can_step(s, node)
    taken = squares_taken(s)
    ends = np.empty(NODES, np.int64)
    n = reach(taken, node, int(s.rules.dice), ends)
    if s.rules.walking == Walking.SQUARES:
        return n > 0
    ahead = rooms_ahead(taken, ends, n)
    if node < N_ROOMS:
        ahead &= ~(1 << node)
    return ahead != 0


def can_step(s: Any, node: int) -> bool:
    """Whether one pip leads anywhere: into a room, or to a square without a token."""
    for k in range(MOST_STEPS):
        beside = NEIGHBOURS[node, k]
        free = beside >= 0
        for person in range(N_PEOPLE):
            free = free and (beside < N_ROOMS or s.token[person] != beside)
        if free:
            return True
    return False


def squares_taken(s: Any) -> Any:
    """The squares on which other tokens than the mover's stand: bool[nodes]."""
    taken = np.zeros(NODES, np.bool_)
    for person in range(N_PEOPLE):
        node = int(s.token[person])
        if node >= N_ROOMS and person != s.mover:
            taken[node] = True
    return taken


def step_of_passage(s: Any, node: int) -> int:
    """The room at the other end of the passage, where using it takes a roll; else ``NONE``."""
    if s.rules.passage_needs_no_roll or not 0 <= node < N_ROOMS:
        return NONE
    return int(PASSAGE[node])


def end_of_walk(s: Any, taken: Any, ends: Any, n: int, room: int) -> int:
    """Where the mover ends who goes towards a room; ``NONE`` if there is no way.

    Args:
        taken, ends, n: the squares taken, and where the roll leads (``board.reach``).
        room: where to.
    """
    if step_of_passage(s, int(s.token[int(s.mover)])) == room:
        return room
    return nearest_end(taken, ends, n, room)


def destination(s: Any, room: int) -> int:
    """Where the mover ends who has rolled and goes towards a room; ``NONE`` if there is no way."""
    taken = squares_taken(s)
    ends = np.empty(NODES, np.int64)
    n = reach(taken, int(s.token[int(s.mover)]), int(s.rolled), ends)
    return end_of_walk(s, taken, ends, n, room)


def move_options(s: Any, out: Any) -> int:
    """Where the roll leads: rooms first; where it leads nowhere, the token stands."""
    node = int(s.token[int(s.mover)])
    taken = squares_taken(s)
    n = 0
    if s.rules.walking == Walking.SQUARES:
        n = reach(taken, node, int(s.rolled), out)
        other = step_of_passage(s, node)
        for i in range(n):
            if out[i] == other:
                other = NONE
            out[i] += MOVE
        if other >= 0:
            out[n] = MOVE + other
            n += 1
    else:
        ends = np.empty(NODES, np.int64)
        ahead = rooms_ahead(taken, ends, reach(taken, node, int(s.rolled), ends))
        beside = step_of_passage(s, node)
        for room in range(N_ROOMS):
            if room != node and (room == beside or ahead >> room & 1):
                out[n] = MOVE + room
                n += 1
    if n == 0:
        out[n] = STAND
        n += 1
    return n
