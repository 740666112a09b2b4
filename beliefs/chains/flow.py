"""Rows of cards against columns of room: one way to place all, and every cell that some way uses.

A transport problem: each row has so many cards, each column takes exactly so many, and a row may
use only some columns. Columns are bits of whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Flow = list[list[int]]
"""Cards of each row in each column."""


def first_flow(copies: Sequence[int], room: Sequence[int], may: Sequence[int]) -> Flow | None:
    """Some way to put all cards of every row into columns that it may use; None if there is none.

    Fills the roomiest columns, rows with few columns first, and moves what stands in the way along
    shortest paths (Ford and Fulkerson, "Maximal flow through a network", 1956). `may`: columns as
    bits.

    >>> first_flow([1, 1], [1, 1], [0b11, 0b01])
    [[0, 1], [1, 0]]
    >>> first_flow([1, 1], [1, 1], [0b01, 0b01]) is None
    True
    """
    if sum(copies) != sum(room):
        return None
    left = list(room)
    flow = [[0] * len(room) for _ in copies]
    for r in sorted(range(len(copies)), key=lambda r: may[r].bit_count()):
        waiting = copies[r]
        while waiting:
            path = _path(flow, left, may, r)
            if path is None:
                return None
            last = path[-1][1]
            moved = min(waiting, left[last])
            for (_, come), (row, _) in pairwise(path):
                moved = min(moved, flow[row][come])
            come = -1
            for row, to in path:
                flow[row][to] += moved
                if come >= 0:
                    flow[row][come] -= moved
                come = to
            left[last] -= moved
            waiting -= moved
    return flow


def _path(flow: Flow, left: list[int], may: Sequence[int], r: int) -> list[tuple[int, int]] | None:
    """Moves that bring a card of row `r` in: (row, column it goes to), up to a column with room.

    Each move frees its place for the one before it.
    """
    roomiest = sorted(_bits(may[r]), key=lambda q: -left[q])
    came: dict[int, tuple[int, int]] = dict.fromkeys(roomiest, (r, -1))
    queue = list(came)
    for column in queue:
        if left[column]:
            path = []
            while column >= 0:
                row, before = came[column]
                path.append((row, column))
                column = before
            return path[::-1]
        for row, cards in enumerate(flow):
            if cards[column]:
                for to in _bits(may[row]):
                    if to not in came:
                        came[to] = (row, column)
                        queue.append(to)
    return None


def usable(flow: Flow, may: Sequence[int]) -> list[int]:
    """The columns that each row uses in some way to place all cards, as bits.

    A row can use a column if it does so in `flow`, or if a card there can make way, by a chain
    of moves, for one of the row's that leaves its own column: the two lie on a cycle (the edges
    that lie in some maximum matching, as Régin 1994 finds them for AllDifferent).
    """
    columns = len(flow[0]) if flow else 0
    leads = [1 << q for q in range(columns)]
    for cards, allowed in zip(flow, may, strict=True):
        for q in range(columns):
            if cards[q]:
                leads[q] |= allowed
    for middle in range(columns):
        for q in range(columns):
            if leads[q] >> middle & 1:
                leads[q] |= leads[middle]
    used = []
    for cards, allowed in zip(flow, may, strict=True):
        own = sum(1 << q for q, n in enumerate(cards) if n)
        used.append(own | sum(1 << q for q in _bits(allowed & ~own) if leads[q] & own))
    return used


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits
