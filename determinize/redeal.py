"""Redeal: the quick redistribution of what a seat cannot see, universal over the card table.

Faces that the seat does not know change places, first among the cards of each lot, then among the
cards of each block, so that the seat's view stays as it is: an information set of *the table*. What
the history implies (a suit that somebody could not follow) is not kept: that is what ``deal`` with
a world from a belief is for.
"""

from __future__ import annotations

from typing import Any

from compiled import below


def redeal(s: Any, me: int, row: Any) -> None:
    """Permute in place all faces that ``me`` cannot know; ``row`` is one generator row.

    A template: bind it to a game. All distinct outcomes that the table allows are equally likely
    as placements of labelled cards.
    """
    cards = len(s.zone)
    for i in range(cards - 1, 0, -1):
        if not (int(s.seen[i]) >> me) & 1:
            _exchange_within(s, me, i, True, row)
    for i in range(cards - 1, 0, -1):
        if not (int(s.seen[i]) >> me) & 1:
            _exchange_within(s, me, i, False, row)


def _exchange_within(s: Any, me: int, i: int, by_lot: bool, row: Any) -> None:
    """One step of a Fisher-Yates shuffle: hidden card i against one of those up to i alike it."""
    alike = 0
    for j in range(i + 1):
        alike += _alike(s, me, i, j, by_lot)
    pick = below(row, alike)
    for j in range(i + 1):
        if _alike(s, me, i, j, by_lot):
            if pick == 0:
                _exchange_slots(s, i, j)
                return
            pick -= 1


def _alike(s: Any, me: int, i: int, j: int, by_lot: bool) -> bool:
    if (int(s.seen[j]) >> me) & 1:
        return False
    if by_lot:
        return bool(s.lot[i] == s.lot[j])
    return bool(s.block[i] == s.block[j])


def _exchange_slots(s: Any, i: int, j: int) -> None:
    """Cards i and j change slots; each keeps its lot, which belongs to the face."""
    zone, depth, block, seen = int(s.zone[i]), int(s.depth[i]), int(s.block[i]), int(s.seen[i])
    s.zone[i], s.depth[i] = int(s.zone[j]), int(s.depth[j])
    s.block[i], s.seen[i] = int(s.block[j]), int(s.seen[j])
    s.zone[j], s.depth[j], s.block[j], s.seen[j] = zone, depth, block, seen
