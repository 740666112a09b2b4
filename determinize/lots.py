"""Lots: which physical copies of a face lie where in a dealt world.

How many cards of each lot a block holds is public (:mod:`games.kit.table`), so a view shows it. A
world says which faces lie where and not which copies of them; where the hidden copies of a face are
of several lots, those that a deal laid out may break these numbers. Copies then change slots until
every block holds what is due. Copies are alike but for their lot, and no view, no option and no
event tells one physical card from another, so any assignment that fits is as good as any other:
none is favoured in a way that a seat could notice.

A copy that leaves a block must be answered by one of the same face and another lot: what is sought
is a table of face x block x lot with given sums. With two lots that is a flow. An exchange is a
step from block to block, what is wrong with one block is mended by a path of steps to another, and
there is such a path as long as any assignment fits. With more lots no quick way is known that never
fails (tables with three given sums are NP-complete: Irving and Jerrum, *Three-dimensional
statistical data security problems*, 1994). They are taken two and two; where that leads no further,
one lot is mended at random at the cost of another, or two copies change slots, before the next try.
Of 800 worlds on random tables of 105 cards in six zones that left none unmended with three lots,
and one with four.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below
from determinize.redeal import exchange_slots
from games.kit.marks import COPIES, FACE

DUE, SURPLUS = range(2)
"""Of each lot in each block: how many cards the view shows, and how many more the world has."""
QUEUE, GIVEN, TAKEN = range(3)
"""Of a search: the blocks in order; the copy that goes to each, and the one that leaves it."""
NOT_REACHED, BEGIN = -1, -2
"""In place of a copy."""
ROUNDS = 2000
"""So many attempts, where there are more than two lots."""


def numbers_of_lots(v: Any, cards: Any) -> Any:
    """The table in which lots are counted, filled with what is due: int64[2, blocks, lots].

    Args:
        v: the view.
        cards: int64[hidden]; the cards that are hidden in it, face by face.

    Returns:
        a table without blocks where hidden copies of a face are always of one lot.
    """
    blocks, lots = 0, 0
    if _several_lots(v, cards):
        for c in cards:
            blocks = max(blocks, int(v.block[c]) + 1)
            lots = max(lots, int(v.lot[c]) + 1)
    numbers = np.zeros((2, blocks, lots), np.int64)
    if blocks > 0:
        for c in cards:
            numbers[DUE, int(v.block[c]), int(v.lot[c])] += 1
    return numbers


def _several_lots(v: Any, cards: Any) -> bool:
    """Whether copies of a face, side by side in ``cards``, are of several lots."""
    for k in range(1, len(cards)):
        one, other = cards[k - 1], cards[k]
        if FACE[one] == FACE[other] and v.lot[one] != v.lot[other]:
            return True
    return False


def keep_lots(s: Any, me: int, cards: Any, numbers: Any, path: Any, row: Any) -> bool:
    """Let copies of equal faces change slots until each block holds its number of each lot.

    Args:
        s: a state whose hidden cards lie as a world says, changed in place.
        me: the seat from which they are hidden.
        cards, numbers: as in :func:`numbers_of_lots`.
        path: int64[3, blocks], overwritten.
        row: one generator row, used where there are more than two lots.

    Returns:
        whether they do; with two lots False says that they cannot.
    """
    surplus = numbers[SURPLUS]
    for block in range(surplus.shape[0]):
        for lot in range(surplus.shape[1]):
            surplus[block, lot] = -numbers[DUE, block, lot]
    for c in cards:
        surplus[int(s.block[c]), int(s.lot[c])] += 1
    for _ in range(ROUNDS):
        while _mend(s, me, cards, surplus, path):
            pass
        if not surplus.any():
            return True
        if _in_use(numbers[DUE]) <= 2:
            return False
        _drift(s, me, cards, surplus, path, row)
    return False


def _in_use(due: Any) -> int:
    """How many lots there are."""
    n = 0
    for lot in range(due.shape[1]):
        n += due[:, lot].any()
    return n


def _mend(s: Any, me: int, cards: Any, surplus: Any, path: Any) -> bool:
    """Bring one card of a lot from a block with too many to one with too few, if that can be."""
    blocks, lots = surplus.shape
    for block in range(blocks):
        for lot in range(lots):
            if surplus[block, lot] > 0:
                for other in range(lots):
                    if _send(s, me, cards, surplus, path, block, lot, other, False, 0):
                        return True
    return False


def _drift(s: Any, me: int, cards: Any, surplus: Any, path: Any, row: Any) -> None:
    """Mend a random lot though a random other may suffer; failing that, exchange two copies."""
    one = int(cards[below(row, len(cards))])
    block, lot = int(s.block[one]), int(s.lot[one])
    other = below(row, surplus.shape[1])
    skip = below(row, len(cards))
    if surplus[block, lot] <= 0 or not _send(
        s, me, cards, surplus, path, block, lot, other, True, skip
    ):
        first, end = int(COPIES[one, 0]), int(COPIES[one, 1])
        copy = first + below(row, end - first)
        if not (int(s.seen[copy]) >> me) & 1:
            _exchange(s, surplus, one, copy)


def _send(
    s: Any,
    me: int,
    cards: Any,
    surplus: Any,
    path: Any,
    begin: int,
    lot: int,
    other: int,
    worse: bool,
    skip: int,
) -> bool:
    """Send a card of a lot to a block that lacks it, and one of another lot back, by exchanges.

    Args:
        begin: the block with too many cards of the lot; the search is breadth first.
        worse: whether this may be done though it mends no more than it spoils.
        skip: the cards are gone through from this one on.

    Returns:
        whether it was done.
    """
    path[GIVEN, :] = NOT_REACHED
    path[GIVEN, begin] = BEGIN
    path[QUEUE, 0] = begin
    n, turn = 1, 0
    while turn < n and lot != other:
        for k in range(len(cards)):
            given = cards[(k + skip) % len(cards)]
            if s.block[given] != path[QUEUE, turn] or s.lot[given] != lot:
                continue
            for taken in range(COPIES[given, 0], COPIES[given, 1]):
                there = int(s.block[taken])
                known = (int(s.seen[taken]) >> me) & 1
                if known or s.lot[taken] != other or path[GIVEN, there] != NOT_REACHED:
                    continue
                path[GIVEN, there], path[TAKEN, there] = given, taken
                mends = surplus[begin, other] < 0 or surplus[there, other] > 0
                if surplus[there, lot] < 0 and (worse or mends):
                    _go(s, surplus, path, begin, there)
                    return True
                path[QUEUE, n] = there
                n += 1
        turn += 1
    return False


def _go(s: Any, surplus: Any, path: Any, begin: int, end: int) -> None:
    """Make the exchanges that lead to a block, the last one first: no copy is in two of them."""
    here = end
    while here != begin:
        given, taken = int(path[GIVEN, here]), int(path[TAKEN, here])
        here = int(s.block[given])
        _exchange(s, surplus, given, taken)


def _exchange(s: Any, surplus: Any, one: int, other: int) -> None:
    """Two copies change slots, and what they change in the numbers of lots is counted."""
    here, there = int(s.block[one]), int(s.block[other])
    surplus[here, int(s.lot[one])] -= 1
    surplus[there, int(s.lot[one])] += 1
    surplus[here, int(s.lot[other])] += 1
    surplus[there, int(s.lot[other])] -= 1
    exchange_slots(s, one, other)
