"""Deal: worlds of a belief become states of the game, universal over the card table.

A world says how many copies of each face lie in each *spot*: a zone, or a run of positions of an
ordered zone whose inner order is unknown (``beliefs.Ledger.spots``). Dealing fills every slot that
the seat does not know accordingly; what is free within a spot (which position, which physical copy)
is drawn uniformly. The result promises *the whole history*: every fact that the belief held.

Where hidden copies of a face are of several lots, they then change slots among themselves until
each block holds as many cards of each lot as all know it to hold (:mod:`determinize.lots`). A world
that cannot have these numbers, as a belief that had to forget may give, is dealt all the same.

Which cards and slots are hidden is the same in all worlds of a view, so it is found out once.

What other seats have looked at in private is part of a world too. The card table of a view has lost
it; a game in which it matters draws it anew, by its own function ``remember``, once all cards lie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below, inlined
from determinize.lots import keep_lots, numbers_of_lots
from games.kit.marks import FACE
from games.kit.seam import remember

ZONE, START, SIZE = range(3)
"""What is told of a spot."""


def deal_all(states: Any, view: Any, me: int, worlds: Any, spots: Any, row: Any) -> bool:
    """Lay worlds out as states that ``me`` may see, and draw what the others have seen in them.

    A template: bind it to a game.

    Args:
        states: STATE[n], overwritten.
        view: STATE[1], the table as ``me`` sees it; the cards that it knows stay where they are.
        me: the seat whose belief the worlds come from.
        worlds: int[n, faces, spots], copies of each face in each spot, known cards included.
        spots: int64[spots, 3]: zone, lowest depth, number of cards.
        row: one generator row.

    Returns:
        whether the worlds fit the view; if not, the states are spoilt.
    """
    v = view[0]
    cards = np.empty(len(v.zone), np.int64)
    spot_of = np.empty(len(v.zone), np.int64)
    known = np.zeros(worlds.shape[1:], np.int64)
    hidden = _told_apart(v, me, spots, cards, spot_of, known)
    if hidden < 0:
        return False
    cards = cards[:hidden]
    if not _within(worlds, known, _most(cards, spot_of, known)):
        return False
    open_spots: Any = np.empty(len(spots), np.int64)
    open_spots = open_spots[: _spots_in_use(spot_of, cards, open_spots)]
    numbers = numbers_of_lots(v, cards)
    path = np.empty((3, numbers.shape[1]), np.int64)
    slots, free = np.empty(hidden, np.int64), np.empty(hidden, np.int64)
    for i in range(len(worlds)):
        states[i] = v
        s = states[i]
        _shuffle(cards, slots, row)
        left = hidden
        while left > 0:  # the next face
            face = FACE[cards[hidden - left]]
            copies = _alike(cards, hidden - left, free)
            for spot in open_spots:
                for _ in range(worlds[i, face, spot] - known[face, spot]):
                    at = _slot_in(spot, spot_of, slots, left)
                    if copies == 0 or at < 0:
                        return False
                    card, slot = _taken(free, copies, row), slots[at]
                    copies -= 1
                    left -= 1
                    slots[at] = slots[left]
                    s.zone[card] = v.zone[slot]
                    s.depth[card] = v.depth[slot]
                    s.block[card] = v.block[slot]
                    s.seen[card] = v.seen[slot]
            if copies > 0:
                return False
        if numbers.size > 0:
            keep_lots(s, me, cards, numbers, path, row)
        remember(s, me, row)
    return True


def _told_apart(v: Any, me: int, spots: Any, cards: Any, spot_of: Any, known: Any) -> int:
    """Tell the cards of a view that are hidden from ``me`` from those that it knows.

    Args:
        cards: int64[cards]; in front those that are hidden, face by face, as cards are numbered.
        spot_of: int64[cards]; the spot of the slot in which each of these lies in the view.
        known: int64[faces, spots], zero; how many of the others lie where.

    Returns:
        how many are hidden; -1 if a card lies in no spot.
    """
    hidden = 0
    for c in range(len(v.zone)):
        spot = _spot_of(spots, int(v.zone[c]), int(v.depth[c]))
        if spot < 0:
            return -1
        if (int(v.seen[c]) >> me) & 1:
            known[int(FACE[c]), spot] += 1
        else:
            cards[hidden] = c
            spot_of[c] = spot
            hidden += 1
    return hidden


def _spot_of(spots: Any, zone: int, depth: int) -> int:
    for k in range(len(spots)):
        if spots[k, ZONE] != zone:
            continue
        start = spots[k, START]
        if depth < 0 or start <= depth < start + spots[k, SIZE]:
            return k
    return -1


def _most(cards: Any, spot_of: Any, known: Any) -> Any:
    """How many of each face a world may have in each spot: beyond what is known, hidden ones."""
    copies = np.zeros(known.shape[0], np.int64)
    slots = np.zeros(known.shape[1], np.int64)
    for c in cards:
        copies[int(FACE[c])] += 1
        slots[spot_of[c]] += 1
    most = known.copy()
    for face in range(len(copies)):
        for spot in range(len(slots)):
            most[face, spot] += min(copies[face], slots[spot])
    return most


def _within(worlds: Any, least: Any, most: Any) -> bool:
    """Whether every number of all worlds is within these bounds of its face and spot."""
    if len(worlds) == 0:
        return True
    # In one row a world, and without a branch, so that many numbers are compared at a time.
    numbers = np.ascontiguousarray(worlds).reshape(len(worlds), least.size)
    low, high = numbers[0].copy(), numbers[0].copy()
    for i in range(1, len(numbers)):
        for k in range(len(low)):
            low[k] = min(low[k], numbers[i, k])
            high[k] = max(high[k], numbers[i, k])
    inside = True
    for k in range(len(low)):
        inside = inside and least.flat[k] <= low[k] and high[k] <= most.flat[k]
    return inside


@inlined
def _shuffle(cards: Any, slots: Any, row: Any) -> None:
    """The slots of these cards, each called by its card, in random order."""
    for k in range(len(cards)):
        at = below(row, k + 1)
        slots[k] = slots[at]
        slots[at] = cards[k]


@inlined
def _alike(cards: Any, k: int, free: Any) -> int:
    """The cards from number ``k`` on that have one face: how many, and which, in ``free``."""
    face = FACE[cards[k]]
    copies = 0
    while k + copies < len(cards) and FACE[cards[k + copies]] == face:
        free[copies] = cards[k + copies]
        copies += 1
    return copies


@inlined
def _slot_in(spot: int, spot_of: Any, slots: Any, left: int) -> int:
    """At which place of the ``left`` slots the first of a spot stands; -1 if there is none."""
    for at in range(left):
        if spot_of[slots[at]] == spot:
            return at
    return -1


@inlined
def _taken(free: Any, copies: int, row: Any) -> int:
    """A random one of so many free cards, taken out of them."""
    at = below(row, copies) if copies > 1 else 0
    card = int(free[at])
    for k in range(at, copies - 1):
        free[k] = free[k + 1]
    return card


def _spots_in_use(spot_of: Any, slots: Any, out: Any) -> int:
    """The spots in which any of these slots is: how many, and which, in order, in ``out``."""
    n = 0
    for spot in range(len(out)):
        if _slot_in(spot, spot_of, slots, len(slots)) >= 0:
            out[n] = spot
            n += 1
    return n
