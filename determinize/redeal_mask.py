"""Redeal with an exclusion mask: a quick redistribution that keeps what everybody knows.

As :mod:`determinize.redeal`, for the worlds that a seat may think of within a search; but no face
comes to lie where the mask says that it cannot (:mod:`determinize.exclusions`).

What is promised: all placements of labelled cards that the table, the pools and the mask allow are
equally likely, as far as doubles count (a few parts in 10^16 for each card that the mask concerns).
They are drawn without rejection. The mask and the pools decide which cards of a lot may go to which
block; the slots of a block, and all blocks where all cards of the lot may lie, are alike. So a
table over *cards that are not free to go everywhere* × *room left in the blocks that do not take
all* counts the ways to complete a choice, and each card chooses in proportion to them. What is free
goes anywhere in what is left.

Where that table would have more than :data:`MOST_WAYS` numbers (many hands of many cards, all with
exclusions of their own), placements of the lot are drawn at random until one fits, at most
:data:`TRIES` times, and the first that fits is taken; then the cards of the present placement
change places in pairs, if both fit, :data:`SWAPS` times for each card. Every placement that is
allowed can come of that, though not each as often.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below
from determinize.exclusions import any_excluded
from determinize.redeal import BLOCK, redeal, shuffle_within
from determinize.ways import MOST_CARDS, choose_column, count_ways, fits, may, step
from games.kit.marks import keep_public_marks
from games.kit.seam import remember

MOST_WAYS = 1 << 15
"""A table of ways has no more numbers."""
TRIES = 64
"""Where ways are too many to be counted: so many placements are drawn to find one that fits."""
SWAPS = 16
"""And so many exchanges for each card are tried if none did."""

ZONE, DEPTH, BLOCK_OF, SEEN = range(4)


def redeal_masked(s: Any, me: int, excluded: Any, row: Any) -> bool:
    """Permute in place all faces that ``me`` cannot know, but none to where it cannot lie.

    A template: bind it to a game. Without an exclusion it is :func:`determinize.redeal`.

    Args:
        excluded: bool[zones, faces].
        row: one generator row.

    Returns:
        whether a placement that fits was found. If not, nothing has changed: there is none, or
        ways were too many to be counted, and the placement that is there does not fit.
    """
    if not any_excluded(excluded):
        redeal(s, me, row)
        return True
    cards = len(s.zone)
    slots = np.empty((cards, 4), np.int64)  # where each card lies now
    goes_to = np.empty(cards, np.int64)  # the card whose slot each takes
    done = np.zeros(cards, np.bool_)
    group = np.empty(cards, np.int64)
    for c in range(cards):
        slots[c, ZONE], slots[c, DEPTH] = int(s.zone[c]), int(s.depth[c])
        slots[c, BLOCK_OF], slots[c, SEEN] = int(s.block[c]), int(s.seen[c])
        goes_to[c] = c
        done[c] = (int(s.seen[c]) >> me) & 1
    for first in range(cards):
        n = 0
        for c in range(first, cards):
            if not done[first] and not done[c] and s.lot[c] == s.lot[first]:
                group[n] = c
                n += 1
        for k in range(n):
            done[group[k]] = True
        if n > 0 and not _place(slots, excluded, group, n, goes_to, row):
            return False
    for c in range(cards):
        slot = int(goes_to[c])
        s.zone[c], s.depth[c] = slots[slot, ZONE], slots[slot, DEPTH]
        s.block[c], s.seen[c] = slots[slot, BLOCK_OF], slots[slot, SEEN]
    shuffle_within(s, me, BLOCK, row)
    keep_public_marks(s, me)
    remember(s, me, row)
    return True


def _place(slots: Any, excluded: Any, group: Any, n: int, goes_to: Any, row: Any) -> bool:
    """Choose for the n cards of a lot which of their slots each takes; whether that can be."""
    column = np.empty(n, np.int64)
    zone_of = np.empty(n + 1, np.int64)
    room = np.zeros(n + 1, np.int64)
    columns = _columns(slots, excluded, group, n, column, zone_of, room)
    # The cards that may go everywhere come last.
    n_bound = 0
    for k in range(n):
        card = int(group[k])
        if not _goes_everywhere(card, zone_of, columns, excluded):
            group[k], group[n_bound] = int(group[n_bound]), card
            column[k], column[n_bound] = int(column[n_bound]), int(column[k])
            n_bound += 1
    states = 1
    for j in range(columns - 1):
        states = min(states * (int(room[j]) + 1), MOST_WAYS + 1)
    if n > MOST_CARDS or (n_bound + 1) * states > MOST_WAYS:
        return by_trial(slots, excluded, group, n, goes_to, TRIES, row)
    ways = count_ways(excluded, group, n_bound, zone_of, room, columns, states, n - n_bound)
    state = states - 1
    if ways[0, state] == 0.0:
        return False
    left = np.empty(n, np.int64)  # the slots that are not taken yet
    for k in range(n):
        left[k] = k
    for k in range(n):
        i = 0
        if k < n_bound:
            j = choose_column(ways, k, state, excluded, int(group[k]), zone_of, room, columns, row)
            state -= step(room, j, columns)
            nth = below(row, _left_in(left, n - k, column, j))
            while column[left[i]] != j or nth > 0:
                nth -= column[left[i]] == j
                i += 1
        else:
            i = below(row, n - k)
        goes_to[group[k]] = group[left[i]]
        left[i] = left[n - k - 1]
    return True


def _columns(
    slots: Any, excluded: Any, group: Any, n: int, column: Any, zone_of: Any, room: Any
) -> int:
    """Sort the slots of n cards into columns by what may lie there; how many there are.

    Each block that does not take all of the cards is a column by itself. The last column is all
    other blocks together, or the largest of the strict ones where there are no others.

    Args:
        column: int64[n], overwritten with the column of each slot.
        zone_of: int64[n + 1], overwritten with the zone of each column; -1 takes all.
        room: int64[n + 1], zeros; overwritten with how many slots each column has.
    """
    columns = 0
    shared = False
    for k in range(n):
        column[k] = -1
        for j in range(k):
            if slots[group[j], BLOCK_OF] == slots[group[k], BLOCK_OF]:
                column[k] = column[j]
        if column[k] == -1:
            column[k] = n
            zone = int(slots[group[k], ZONE])
            for j in range(n):
                if not fits(zone, int(group[j]), excluded):
                    column[k] = columns
            if column[k] == n:
                shared = True
            else:
                zone_of[columns] = zone
                columns += 1
    for k in range(n):
        if column[k] == n:
            column[k] = columns
        room[column[k]] += 1
    if shared:
        zone_of[columns] = -1
        return columns + 1
    last = columns - 1
    largest = last
    for j in range(columns):
        if room[j] > room[largest]:
            largest = j
    room[largest], room[last] = int(room[last]), int(room[largest])
    zone_of[largest], zone_of[last] = int(zone_of[last]), int(zone_of[largest])
    for k in range(n):
        if column[k] == largest:
            column[k] = last
        elif column[k] == last:
            column[k] = largest
    return columns


def _goes_everywhere(card: int, zone_of: Any, columns: int, excluded: Any) -> bool:
    everywhere = True
    for j in range(columns):
        everywhere = everywhere and may(int(zone_of[j]), card, excluded)
    return everywhere


def _left_in(left: Any, m: int, column: Any, j: int) -> int:
    """How many of the m slots that are left are of a column."""
    n = 0
    for i in range(m):
        n += column[left[i]] == j
    return int(n)


def by_trial(
    slots: Any, excluded: Any, group: Any, n: int, goes_to: Any, tries: int, row: Any
) -> bool:
    """Permute until it fits; else exchange pairs in the placement that is there, if it fits."""
    for _ in range(tries):
        for k in range(n):
            goes_to[group[k]] = group[k]
        for k in range(n - 1, 0, -1):
            _exchange(goes_to, int(group[k]), int(group[below(row, k + 1)]))
        if _all_fit(slots, excluded, group, n, goes_to):
            return True
    for k in range(n):
        goes_to[group[k]] = group[k]
    if not _all_fit(slots, excluded, group, n, goes_to):
        return False
    for _ in range(SWAPS * n):
        a, b = int(group[below(row, n)]), int(group[below(row, n)])
        _exchange(goes_to, a, b)
        to_a, to_b = int(slots[goes_to[a], ZONE]), int(slots[goes_to[b], ZONE])
        if not (fits(to_a, a, excluded) and fits(to_b, b, excluded)):
            _exchange(goes_to, a, b)
    return True


def _all_fit(slots: Any, excluded: Any, group: Any, n: int, goes_to: Any) -> bool:
    fit = True
    for k in range(n):
        fit = fit and fits(int(slots[goes_to[group[k]], ZONE]), int(group[k]), excluded)
    return fit


def _exchange(goes_to: Any, a: int, b: int) -> None:
    goes_to[a], goes_to[b] = int(goes_to[b]), int(goes_to[a])
