"""Ways: in how many ways cards can go to places that do not take all of them, and a fair draw.

The cards come in *columns* (places of one kind), each with so much room. Some cards are *bound*:
there is a column that they may not go to. For each number of bound cards that have chosen, and each
room that is left, a table holds in how many ways the rest can be completed; who chooses in
proportion to it makes all completions equally likely, with no rejection. This is counting perfect
matchings by dynamic programming, which is quick because columns are few.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import uniform
from games.kit.marks import FACE
from games.kit.pools import ANY_FACE, CARD_POOL, HAS_POOLS, ZONE_POOL

MOST_CARDS = 170
"""Of more cards no ways are counted: 171! is beyond a double."""
FACTORIAL = np.cumprod(np.concatenate([np.ones(1), np.arange(1.0, MOST_CARDS + 1)]))


def fits(zone: int, card: int, excluded: Any) -> bool:
    """Whether a card may lie in a zone, by the mask and the zone's pool."""
    if excluded[zone, int(FACE[card])]:
        return False
    return not HAS_POOLS or bool(ZONE_POOL[zone] == ANY_FACE or ZONE_POOL[zone] == CARD_POOL[card])


def may(zone: int, card: int, excluded: Any) -> bool:
    """Whether a card may go to a column, by its zone; -1 takes all."""
    return zone < 0 or fits(zone, card, excluded)


def step(room: Any, j: int, columns: int) -> int:
    """By how much the number of a state falls when a card goes to column j."""
    if j == columns - 1:
        return 0
    size = 1
    for i in range(j):
        size *= int(room[i]) + 1
    return size


def room_left(state: int, room: Any, j: int, columns: int) -> int:
    """The room left in a column; in the last there is some wherever there are ways."""
    if j == columns - 1:
        return 1
    return (state // step(room, j, columns)) % (int(room[j]) + 1)


def count_ways(
    excluded: Any,
    group: Any,
    n_bound: int,
    zone_of: Any,
    room: Any,
    columns: int,
    states: int,
    free: int,
) -> Any:
    """In how many ways the cards from the k-th on can go to columns: float64[n_bound + 1, states].

    A state is the room left in all columns but the last, mixed radix; the last has the rest. After
    the cards that are bound, those that are free fill what is left, in any way.
    """
    ways = np.zeros((n_bound + 1, states), np.float64)
    for state in range(states):
        last = free
        orders = 1.0
        for j in range(columns - 1):
            here = room_left(state, room, j, columns)
            last -= here
            orders *= FACTORIAL[here]
        if last >= 0:
            ways[n_bound, state] = FACTORIAL[free] / (orders * FACTORIAL[last])
    for k in range(n_bound - 1, -1, -1):
        for j in range(columns):
            if may(int(zone_of[j]), int(group[k]), excluded):
                by = step(room, j, columns)
                for state in range(states):
                    if room_left(state, room, j, columns) > 0:
                        ways[k, state] += ways[k + 1, state - by]
    return ways


def choose_column(
    ways: Any,
    k: int,
    state: int,
    excluded: Any,
    card: int,
    zone_of: Any,
    room: Any,
    columns: int,
    row: Any,
) -> int:
    """The column of the k-th card, in proportion to the ways that are left then."""
    point = uniform(row) * float(ways[k, state])
    chosen = -1
    for j in range(columns):
        if may(int(zone_of[j]), card, excluded) and room_left(state, room, j, columns) > 0:
            here = float(ways[k + 1, state - step(room, j, columns)])
            if here > 0.0:
                chosen = j
                if point < here:
                    return chosen
                point -= here
    return chosen  # rounding
