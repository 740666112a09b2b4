"""Redeal: the quick redistribution of what a seat cannot see, universal over the card table.

Faces that the seat does not know change places, first among the cards of each lot, then among the
cards of each block, so that the seat's view stays as it is: an information set of *the table*. No
face goes where a zone's pool forbids it. What the history implies (a suit that somebody could not
follow) is not kept: that is what ``deal_all`` with worlds from a belief is for.

What other seats have seen in private is hidden too: of their marks those stay that a view shows,
and a game in which the rest matters draws it anew by its own function ``remember``, as in a deal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below
from games.kit.marks import keep_public_marks
from games.kit.pools import ANY_FACE, CARD_POOL, HAS_POOLS, ZONE_POOL
from games.kit.seam import remember

POOL, LOT, BLOCK = range(3)
"""What the cards that change places have in common."""
LARGE = 32
"""On a table of more cards it is worth looking whether a shuffle can be left out."""
NO_GROUP = 0
"""The group of the cards that do not take part; the others are numbered from 1."""


def redeal(s: Any, me: int, row: Any) -> None:
    """Permute in place all faces that ``me`` cannot know; ``row`` is one generator row.

    A template: bind it to a game. All distinct outcomes that the table and the pools allow are
    equally likely as placements of labelled cards.
    """
    # Why that is so with pools. No two restricted pools share a face, so the slots of a lot in
    # zones of one pool compete with those of no other: whichever of the lot's faces of that pool
    # they get, in whichever order, the lot has as many ways left to fill the rest. A placement
    # drawn uniformly is therefore a uniform choice for these slots of each pool, and then a uniform
    # permutation of what remains. The shuffle within a pool makes that choice (it also moves cards
    # of the pool that lie elsewhere, where any face may lie), the shuffle within a lot, of slots
    # that take any face, that permutation. The slots of a block lie in one zone: any permutation
    # of them keeps to the pools.
    if HAS_POOLS:
        shuffle_within(s, me, POOL, row)
    shuffle_within(s, me, LOT, row)
    # One lot alone: its shuffle has filled all slots. Small tables keep the draws that they had.
    if HAS_POOLS or len(s.zone) <= LARGE or not one_lot(s, me):
        shuffle_within(s, me, BLOCK, row)
    keep_public_marks(s, me)
    remember(s, me, row)


def one_lot(s: Any, me: int) -> bool:
    """Whether all cards that ``me`` cannot know are of one lot."""
    least = len(s.lot)
    most = 0
    for c in range(len(s.lot)):
        if (int(s.seen[c]) >> me) & 1 == 0:
            least = min(least, int(s.lot[c]))
            most = max(most, int(s.lot[c]))
    return most <= least


def shuffle_within(s: Any, me: int, group: int, row: Any) -> None:
    """A Fisher-Yates shuffle of the cards of each group: each against one of those up to itself.

    Linear in the number of cards: the members of each group stand in a row, the lowest first, and
    a card's rank there is how many of its group come before it.
    """
    cards = len(s.zone)
    columns = np.empty((3, cards), np.int64)  # in one piece: three would cost as much as the rest
    group_of, rank, member = columns[0], columns[1], columns[2]
    lots = _lots(s) if HAS_POOLS and group == POOL else 0
    groups = 1
    for c in range(cards):
        group_of[c] = _group_of(s, me, group, lots, c)
        groups = max(groups, group_of[c] + 1)
    start = np.zeros(groups + 1, np.int64)
    for c in range(cards):
        rank[c] = start[group_of[c] + 1]
        start[group_of[c] + 1] += 1
    for k in range(groups):
        start[k + 1] += start[k]
    for c in range(cards):
        member[start[group_of[c]] + rank[c]] = c
    for i in range(cards - 1, 0, -1):
        if group_of[i] != NO_GROUP:
            pick = below(row, int(rank[i]) + 1)
            exchange_slots(s, i, int(member[start[group_of[i]] + pick]))


def _group_of(s: Any, me: int, group: int, lots: int, c: int) -> int:
    """The number of the group that a card is shuffled in; no exchange within a group changes it."""
    if (int(s.seen[c]) >> me) & 1:
        return NO_GROUP
    if group == BLOCK:
        return int(s.block[c]) + 1
    if HAS_POOLS and group == POOL:
        pool = int(CARD_POOL[c])
        return pool * lots + int(s.lot[c]) + 1 if pool != ANY_FACE else NO_GROUP
    if HAS_POOLS and ZONE_POOL[int(s.zone[c])] != ANY_FACE:
        return NO_GROUP
    return int(s.lot[c]) + 1


def _lots(s: Any) -> int:
    """One more than the highest number of a lot."""
    highest = 0
    for c in range(len(s.lot)):
        highest = max(highest, int(s.lot[c]))
    return highest + 1


def exchange_slots(s: Any, i: int, j: int) -> None:
    """Cards i and j change slots; each keeps its lot, which belongs to the face."""
    zone, depth, block, seen = int(s.zone[i]), int(s.depth[i]), int(s.block[i]), int(s.seen[i])
    s.zone[i], s.depth[i] = int(s.zone[j]), int(s.depth[j])
    s.block[i], s.seen[i] = int(s.block[j]), int(s.seen[j])
    s.zone[j], s.depth[j], s.block[j], s.seen[j] = zone, depth, block, seen
