"""Marks and lots: who knows which card, and which set of cards a hidden face belongs to.

The bookkeeping beneath the moves of the card table (:mod:`games.kit.table`): what seats forget when
a hidden card leaves, which of several copies it was that somebody knew, and when nobody can tell
any more of which lot the hidden cards of a block are.
"""

from __future__ import annotations

from typing import Any

from compiled import slot_value

FACE: Any = slot_value("FACE", "int64[cards]: the face of each physical card")
COPIES: Any = slot_value(
    "COPIES", "int64[cards, 2]: the first card of the face of each, and one past the last"
)
HAS_COPIES: Any = slot_value("HAS_COPIES", "whether any face has several copies")
ZONE_OWNER: Any = slot_value("ZONE_OWNER", "int64[zones]: the seat that owns each zone; -1 nobody")

UNSHARED = 1 << 62
"""Beside the seats' bits in ``seen``: the others cannot tell which slot it is that they know."""


def all_seats(s: Any) -> int:
    """The marks of all seats together."""
    return (1 << int(s.seats)) - 1


def public_marks(seen: int, owner: int, me: int, everybody: int) -> int:
    """Of a card's marks, those that ``me`` knows of: everybody's, its own, the zone's owner's.

    What others have looked at in private is hidden from ``me``. The owner is -1 where nobody is.
    """
    if seen == everybody:
        return seen
    known = 1 << me
    if owner >= 0:
        known |= 1 << owner
    return seen & known


def keep_public_marks(s: Any, me: int) -> None:
    """Of who has seen which card, keep in place what a view shows ``me``."""
    everybody = all_seats(s)
    for c in range(len(s.zone)):
        owner = int(ZONE_OWNER[int(s.zone[c])])
        s.seen[c] = public_marks(int(s.seen[c]), owner, me, everybody)


def forget(s: Any, zone: int, seers: int) -> None:
    """A card left or came unseen: who did not see it knows no slot of the zone, nor who does."""
    for c in range(len(s.zone)):
        if s.zone[c] == zone:
            kept = int(s.seen[c]) & seers
            s.seen[c] = kept | UNSHARED if kept else 0


def send_shared_copy(s: Any, card: int) -> None:
    """A card seen in a zone without order is, of the copies of its face, one known to all."""
    everybody = all_seats(s)
    found = -1
    for c in range(COPIES[card, 0], COPIES[card, 1]):
        shared = s.zone[c] == s.zone[card] and int(s.seen[c]) == everybody
        if shared and (found < 0 or s.lot[c] < s.lot[found]):
            found = c
    if found >= 0:
        seen, lot = int(s.seen[card]), int(s.lot[card])
        s.seen[card], s.lot[card] = int(s.seen[found]), int(s.lot[found])
        s.seen[found], s.lot[found] = seen, lot


def one_copy_fewer(s: Any, card: int, newcomers: int) -> None:
    """Whoever knew a copy of this face in its zone, but not this card, knew this one for it."""
    for c in range(COPIES[card, 0], COPIES[card, 1]):
        if c != card and s.zone[c] == s.zone[card]:
            known = int(s.seen[c]) & newcomers
            s.seen[c] = int(s.seen[c]) & ~known
            newcomers &= ~known


def renew_lot(s: Any, zone: int) -> None:
    """The cards of a zone that everybody knew become a lot of their own, before a shuffle."""
    everybody = all_seats(s)
    fresh = _unused_lot(s)
    for c in range(len(s.zone)):
        if s.zone[c] == zone and int(s.seen[c]) == everybody:
            s.lot[c] = fresh


def _unused_lot(s: Any) -> int:
    """The lowest lot number that no card has."""
    lots = s.lot
    for lot in range(len(lots)):
        used = 0
        for c in range(len(lots)):
            used |= lots[c] == lot
        if used == 0:
            return lot
    return len(lots)


def merge_lots(s: Any, card: int) -> None:
    """Nobody can tell from now on of which lot the hidden cards of a block are: merge them."""
    if not _has_other_lot(s, card):
        return
    everybody = all_seats(s)
    for c in range(len(s.zone)):
        if s.lot[c] != s.lot[card] and s.block[c] == s.block[card] and int(s.seen[c]) != everybody:
            _merge(s, int(s.lot[c]), int(s.lot[card]))


def merge_lots_of_copies(s: Any, card: int) -> None:
    """Everybody sees a hidden card: it may be of each lot of its block that has its face."""
    everybody = all_seats(s)
    for c in range(COPIES[card, 0], COPIES[card, 1]):
        other = s.lot[c] != s.lot[card] and int(s.seen[c]) != everybody
        if other and _hides_lot(s, int(s.block[card]), int(s.lot[c])):
            _merge(s, int(s.lot[c]), int(s.lot[card]))


def _has_other_lot(s: Any, card: int) -> bool:
    """Whether the card's block has cards of another lot, which it mostly has not.

    Here, and in the next, the answer is found without a branch for each card.
    """
    lots = s.lot
    blocks = s.block
    lot = int(lots[card])
    block = int(blocks[card])
    found = 0
    for c in range(len(lots)):
        found |= (lots[c] != lot) & (blocks[c] == block)
    return found != 0


def _hides_lot(s: Any, block: int, lot: int) -> bool:
    """Whether a block has hidden cards of a lot."""
    lots = s.lot
    blocks = s.block
    marks = s.seen
    everybody = all_seats(s)
    found = 0
    for c in range(len(lots)):
        found |= (lots[c] == lot) & (blocks[c] == block) & (marks[c] != everybody)
    return found != 0


def _merge(s: Any, one: int, other: int) -> None:
    """Two lots become one, of the lower number."""
    if one != other:
        for c in range(len(s.lot)):
            if s.lot[c] == max(one, other):
                s.lot[c] = min(one, other)
