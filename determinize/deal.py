"""Deal: a world of a belief becomes a state of the game, universal over the card table.

A world says how many copies of each face lie in each *spot*: a zone, or a run of positions of an
ordered zone whose inner order is unknown (``beliefs.Ledger.spots``). Dealing fills every slot that
the seat does not know accordingly; what is free within a spot (which position, which physical copy)
is drawn uniformly. The result promises *the whole history*: every fact that the belief held.

What other seats have looked at in private is part of a world too. The card table of a view has lost
it; a game in which it matters draws it anew, by its own function ``remember``, once all cards lie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below
from games.kit.marks import FACE
from games.kit.seam import remember

ZONE, START, SIZE = range(3)


def deal(s: Any, me: int, world: Any, spots: Any, row: Any) -> bool:
    """Lay a world out in place, in a state as ``me`` may see it, and what the others have seen.

    A template: bind it to a game.

    Args:
        s: the record; cards that ``me`` knows stay.
        me: the seat whose belief the world comes from.
        world: int[faces, spots], copies of each face in each spot, known cards included.
        spots: int64[spots, 3]: zone, lowest depth, number of cards.
        row: one generator row.

    Returns:
        whether the world fits the state; if not, the state is spoilt.
    """
    cards = len(s.zone)
    missing = np.zeros(world.shape, np.int64)
    for face in range(world.shape[0]):
        for spot in range(world.shape[1]):
            missing[face, spot] = world[face, spot]
    # The slots to fill, in random order: zone, depth, block, seen, spot.
    slots = np.empty((cards, 5), np.int64)
    free = np.zeros(cards, np.bool_)
    n = 0
    for c in range(cards):
        spot = _spot_of(spots, int(s.zone[c]), int(s.depth[c]))
        if spot < 0:
            return False
        if (int(s.seen[c]) >> me) & 1:
            missing[int(FACE[c]), spot] -= 1
            continue
        free[c] = True
        at = below(row, n + 1)
        for k in range(5):
            slots[n, k] = slots[at, k]
        slots[at, 0] = int(s.zone[c])
        slots[at, 1] = int(s.depth[c])
        slots[at, 2] = int(s.block[c])
        slots[at, 3] = int(s.seen[c])
        slots[at, 4] = spot
        n += 1
    for face in range(world.shape[0]):
        for spot in range(world.shape[1]):
            for _ in range(missing[face, spot]):
                card = _free_copy(free, face, row)
                slot = _slot_of(slots, n, spot)
                if card < 0 or slot < 0:
                    return False
                s.zone[card] = slots[slot, 0]
                s.depth[card] = slots[slot, 1]
                s.block[card] = slots[slot, 2]
                s.seen[card] = slots[slot, 3]
                free[card] = False
                slots[slot, 4] = -1
                n -= 1
                for k in range(5):
                    slots[slot, k] = slots[n, k]
    if n > 0:
        return False
    remember(s, me, row)
    return True


def deal_all(states: Any, view: Any, me: int, worlds: Any, spots: Any, row: Any) -> bool:
    """Lay out ``worlds`` (int[n, faces, spots]) in ``states`` (n records), each from ``view``."""
    for i in range(len(worlds)):
        states[i] = view[0]
        if not deal(states[i], me, worlds[i], spots, row):
            return False
    return True


def _spot_of(spots: Any, zone: int, depth: int) -> int:
    for k in range(len(spots)):
        if spots[k, ZONE] != zone:
            continue
        start = spots[k, START]
        if depth < 0 or start <= depth < start + spots[k, SIZE]:
            return k
    return -1


def _free_copy(free: Any, face: int, row: Any) -> int:
    """A uniformly random hidden card of a face, or -1."""
    copies = 0
    for c in range(len(free)):
        copies += free[c] and FACE[c] == face
    if copies == 0:
        return -1
    pick = below(row, copies) if copies > 1 else 0
    for c in range(len(free)):
        if free[c] and FACE[c] == face:
            if pick == 0:
                return c
            pick -= 1
    return -1


def _slot_of(slots: Any, n: int, spot: int) -> int:
    for i in range(n):
        if slots[i, 4] == spot:
            return i
    return -1
