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

from compiled import below
from games.kit.marks import keep_public_marks
from games.kit.pools import ANY_FACE, CARD_POOL, HAS_POOLS, ZONE_POOL
from games.kit.seam import remember

POOL, LOT, BLOCK = range(3)


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
    shuffle_within(s, me, BLOCK, row)
    keep_public_marks(s, me)
    remember(s, me, row)


def shuffle_within(s: Any, me: int, group: int, row: Any) -> None:
    """A Fisher-Yates shuffle of the cards of each group: card i against one of those up to i."""
    for i in range(len(s.zone) - 1, 0, -1):
        if _takes_part(s, me, group, i):
            _exchange_within(s, me, group, i, row)


def _exchange_within(s: Any, me: int, group: int, i: int, row: Any) -> None:
    alike = 0
    for j in range(i + 1):
        alike += _takes_part(s, me, group, j) and _alike(s, group, i, j)
    pick = below(row, alike)
    for j in range(i + 1):
        if _takes_part(s, me, group, j) and _alike(s, group, i, j):
            if pick == 0:
                _exchange_slots(s, i, j)
                return
            pick -= 1


def _takes_part(s: Any, me: int, group: int, c: int) -> bool:
    if (int(s.seen[c]) >> me) & 1:
        return False
    if HAS_POOLS and group == POOL:
        return bool(CARD_POOL[c] != ANY_FACE)
    if HAS_POOLS and group == LOT:
        return bool(ZONE_POOL[int(s.zone[c])] == ANY_FACE)
    return True


def _alike(s: Any, group: int, i: int, j: int) -> bool:
    if group == BLOCK:
        return bool(s.block[i] == s.block[j])
    if HAS_POOLS and group == POOL and CARD_POOL[i] != CARD_POOL[j]:
        return False
    return bool(s.lot[i] == s.lot[j])


def _exchange_slots(s: Any, i: int, j: int) -> None:
    """Cards i and j change slots; each keeps its lot, which belongs to the face."""
    zone, depth, block, seen = int(s.zone[i]), int(s.depth[i]), int(s.block[i]), int(s.seen[i])
    s.zone[i], s.depth[i] = int(s.zone[j]), int(s.depth[j])
    s.block[i], s.seen[i] = int(s.block[j]), int(s.seen[j])
    s.zone[j], s.depth[j], s.block[j], s.seen[j] = zone, depth, block, seen
