"""The card table: where every card lies and who knows its face; the only writer of both.

All cards of all games live in five arrays of the state record, indexed by physical card:

========= =========================================================================================
``zone``  where the card lies
``depth`` its position in an ordered zone, counted from the bottom; -1 in a zone without order
``block`` the group of slots with unknown inner order that it lies in: the zone, or a part of it
``seen``  a bit for each seat that knows the face of the card in this slot
``lot``   which publicly known set of cards the face belongs to
========= =========================================================================================

The first four are the *slot*; a card is the face that lies in it. How many cards of each lot a
block holds is public: a shuffle of cards that everybody knew makes them a lot of their own (a
reshuffled discard pile), and a departure that could have been of several lots merges them.

A hidden card that leaves a zone without order takes every mark on that zone away from those who did
not see it. Copies of a face are exchangeable: whoever knew one copy in a hand and sees a copy leave
it knows one fewer. Where all seats know a slot, all know that they do, unless it is marked
:data:`UNSHARED`: then some of them learned it in a way in which the others could not tell the slot.

All this forgets more than a clever player would (a seat that knew a whole hand of two forgets both
when one leaves unseen) and never claims too much; what follows from the history is the ledger's.

``eyes`` is a bit mask of the seats that see a face; :data:`ALL` is everybody. All functions are
plain; they are compiled with the game (:func:`compiled.bind`) and record what happened when
somebody watches (:mod:`games.kit.events`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below, slot_value
from games.kit.events import (
    ALL,
    ANNOUNCED,
    INSERTED,
    LOOKED,
    MOVED,
    OPENED,
    SHOWN,
    SHUFFLED,
    SWAPPED,
    happened,
)
from games.kit.marks import (
    FACE,
    HAS_COPIES,
    UNSHARED,
    all_seats,
    forget,
    merge_lots,
    merge_lots_of_copies,
    one_copy_fewer,
    renew_lot,
    send_shared_copy,
)

ZONE_ORDERED: Any = slot_value("ZONE_ORDERED", "int64[zones]: 1 where cards have positions")
ZONE_OPEN: Any = slot_value("ZONE_OPEN", "int64[zones]: 1 where everybody sees the cards")


# ------------------------------------------------------------------------------------- questions


def size(s: Any, zone: int) -> int:
    """How many cards lie in a zone."""
    zones = s.zone
    n = 0
    for c in range(len(zones)):
        n += zones[c] == zone
    return int(n)


def top(s: Any, zone: int) -> int:
    """The card on top of an ordered zone, or -1 when it is empty."""
    zones = s.zone
    depths = s.depth
    found = 0  # height and card in one number, 0 elsewhere, so that the loop needs no branch
    for c in range(len(zones)):
        found = max(found, (int(depths[c]) + 1 << 16 | c) & -int(zones[c] == zone))
    return found & 0xFFFF if found > 0xFFFF else -1


def card_at(s: Any, zone: int, depth: int) -> int:
    """The card at a depth (0 is the bottom) of an ordered zone, or -1 when there is none."""
    for c in range(len(s.zone)):
        if s.zone[c] == zone and s.depth[c] == depth:
            return c
    return -1


def any_card(s: Any, zone: int) -> int:
    """The card of lowest number in a zone, or -1 when it is empty; for zones that hold one."""
    for c in range(len(s.zone)):
        if s.zone[c] == zone:
            return c
    return -1


# ----------------------------------------------------------------------------------------- moves


def open_table(s: Any, zone: int) -> None:
    """Begin a deal: all cards face down in one ordered zone, in card order, seen by nobody."""
    for c in range(len(s.zone)):
        s.zone[c] = zone
        s.depth[c] = c
        s.block[c] = zone
        s.seen[c] = 0
        s.lot[c] = 0
    happened(OPENED, zone, 0, 0, 0, 0, 0, 0)


def shuffle(s: Any, zone: int, row: Any) -> None:
    """Put the cards of an ordered zone into a new order, all orders equally likely."""
    n = size(s, zone)
    renew_lot(s, zone)
    # Deal the depths out at random: card by card, one of the depths that are left.
    left = np.empty(n, np.int64)
    for i in range(n):
        left[i] = i
    for c in range(len(s.zone)):
        if s.zone[c] == zone:
            pick = below(row, n)
            n -= 1
            s.depth[c] = left[pick]
            left[pick] = left[n]
            s.seen[c] = 0
            s.block[c] = zone
    happened(SHUFFLED, zone, 0, 0, 0, 0, 0, 0)


def move(s: Any, card: int, zone: int, eyes: int) -> None:
    """A card that its owner chose, or that everybody can point at, goes on top of a zone.

    Who sees its face: ``eyes``, everybody if the zone is open, and whoever knew the place it comes
    from. An owner who lays a card of his hand face down sees which one it is, and so belongs to
    ``eyes``. For a card drawn or taken without choosing see :func:`draw` and :func:`take`.
    """
    _pass(s, card, zone, -1, eyes, True, False)


def draw(s: Any, source: int, zone: int, eyes: int) -> int:
    """The top card of an ordered zone goes to another; returns the card, -1 from an empty zone."""
    card = top(s, source)
    if card >= 0:
        _pass(s, card, zone, -1, eyes, False, True)
    return card


def take(s: Any, source: int, zone: int, eyes: int, row: Any) -> int:
    """A uniformly random card of a zone goes to another; returns it, -1 from an empty zone."""
    n = size(s, source)
    if n == 0:
        return -1
    nth = below(row, n)
    card = -1
    for c in range(len(s.zone)):
        if s.zone[c] == source:
            if nth == 0:
                card = c
                break
            nth -= 1
    _pass(s, card, zone, -1, eyes, False, False)
    return card


def put(s: Any, card: int, zone: int, depth: int, eyes: int) -> None:
    """A card goes to a depth of an ordered zone that everybody sees (0 is the bottom)."""
    _pass(s, card, zone, depth, eyes, True, False)


def insert(s: Any, card: int, zone: int, depth: int, eyes: int) -> None:
    """A card goes to a depth of an ordered zone that only ``eyes`` learn, with its face.

    Everybody else no longer knows any position of that zone.
    """
    source, source_depth, knew, seers = _leave(s, card, zone, eyes, False)
    if seers != all_seats(s):
        forget(s, zone, seers)
    _make_room(s, zone, depth)
    _arrive(s, card, zone, depth, 0, seers)
    if 0 < seers < all_seats(s):
        s.seen[card] = seers | UNSHARED
    known = knew & all_seats(s)
    happened(INSERTED, int(FACE[card]), source, zone, depth, seers, known, source_depth)


def turn_over(s: Any, source: int, target: int, stays: int) -> None:
    """An ordered open pile is turned over onto another ordered zone: its oldest card comes on top.

    All saw the pile, so all know the order; who shuffles it then (:func:`shuffle`), makes the cards
    a lot of their own. ``stays``: so many cards on top of the pile remain there.
    """
    n = size(s, source)
    order = np.empty(n, np.int64)
    for c in range(len(s.zone)):
        if s.zone[c] == source:
            order[s.depth[c]] = c
            s.depth[c] -= max(0, n - stays)  # where it lies if it stays
    everybody = all_seats(s)
    below_it = size(s, target)
    for depth in range(n - 1 - stays, -1, -1):
        card = int(order[depth])
        s.zone[card] = target
        s.depth[card] = below_it
        s.block[card] = target
        s.seen[card] = everybody
        knew_and_chosen = everybody << 1 | 1
        happened(
            MOVED, int(FACE[card]), source, depth, target, below_it, everybody, knew_and_chosen
        )
        below_it += 1


def reveal(s: Any, card: int, eyes: int) -> None:
    """The face of a card that its owner chose is shown to ``eyes``; the card stays.

    Two copies of a face shown one after the other from a hand may be one and the same card; for a
    whole hand see :func:`look`.
    """
    _show(s, card, eyes, True)


def peek(s: Any, card: int, eyes: int) -> None:
    """The face of a card that nobody chose (by its place, or at random) is shown to ``eyes``."""
    _show(s, card, eyes, False)


def look(s: Any, zone: int, eyes: int) -> None:
    """All cards of a zone are shown to ``eyes`` together, and stay."""
    seers = eyes & all_seats(s)
    n = 0
    for c in range(len(s.zone)):
        if s.zone[c] == zone:
            if HAS_COPIES and int(s.seen[c]) != all_seats(s):
                merge_lots(s, c)
            if seers == all_seats(s):
                s.seen[c] = seers
            else:
                s.seen[c] = int(s.seen[c]) | seers
            happened(LOOKED, int(FACE[c]), zone, int(s.depth[c]), seers, n, 0, 0)
            n += 1


def swap(s: Any, a: int, b: int) -> None:
    """Two zones, both ordered or neither, change their whole contents; marks travel with the cards.

    Cards keep their depths. The new owners see nothing by that: :func:`look`.
    """
    for c in range(len(s.zone)):
        if s.zone[c] == a:
            s.zone[c] = b
            s.block[c] = b
        elif s.zone[c] == b:
            s.zone[c] = a
            s.block[c] = a
    happened(SWAPPED, a, b, 0, 0, 0, 0, 0)


def announce(s: Any, what: int, who: int, a: int, b: int) -> None:
    """A statement that the rules make at the table (``what``: the game's own list of them)."""
    happened(ANNOUNCED, int(what), who, a, b, 0, 0, 0)


# ------------------------------------------------------------------------------------ their parts


def _pass(
    s: Any, card: int, zone: int, depth: int, eyes: int, chosen: bool, uppermost: bool
) -> None:
    """A card goes to a zone, in an ordered one to a depth that everybody sees (-1: on top)."""
    source, source_depth, knew, seers = _leave(s, card, zone, eyes, uppermost)
    if depth >= 0:
        _make_room(s, zone, depth)
    elif ZONE_ORDERED[zone]:
        depth = size(s, zone)
    _arrive(s, card, zone, depth, knew, seers)
    happened(
        MOVED,
        int(FACE[card]),
        source,
        source_depth,
        zone,
        depth,
        seers,
        ((knew & all_seats(s)) << 1) | int(chosen),
    )


def _leave(s: Any, card: int, target: int, eyes: int, uppermost: bool) -> tuple[int, int, int, int]:
    """Take a card out of its zone: where it lay, who knew it by its place, who sees it now.

    ``uppermost``: it is known that no card of an ordered zone lies above it.
    """
    everybody = all_seats(s)
    source = int(s.zone[card])
    depth = int(s.depth[card])
    seers = everybody if ZONE_OPEN[target] else eyes & everybody
    alone = False
    if ZONE_ORDERED[source]:
        if not uppermost:
            _close_gap(s, source, depth)
    elif seers != everybody:
        alone = size(s, source) == 1
        if not alone:
            forget(s, source, seers)
    elif HAS_COPIES:
        send_shared_copy(s, card)
    knew = int(s.seen[card])
    if not alone:  # else there is no other that it could be
        if (seers | knew) != everybody:
            merge_lots(s, card)
        elif HAS_COPIES and knew != everybody:
            merge_lots_of_copies(s, card)
        if HAS_COPIES and not ZONE_ORDERED[source]:
            one_copy_fewer(s, card, seers & ~knew)
    s.zone[card] = -1
    return source, depth, knew, seers


def _arrive(s: Any, card: int, zone: int, depth: int, knew: int, seers: int) -> None:
    s.zone[card] = zone
    s.depth[card] = depth
    s.block[card] = zone
    s.seen[card] = knew | seers if knew & all_seats(s) & ~seers else seers


def _show(s: Any, card: int, eyes: int, chosen: bool) -> None:
    everybody = all_seats(s)
    seers = eyes & everybody
    zone = int(s.zone[card])
    identified = bool(ZONE_ORDERED[zone]) or size(s, zone) == 1
    if HAS_COPIES and not identified:
        send_shared_copy(s, card)
    seen = int(s.seen[card])
    if seen == everybody:
        pass
    elif seers == everybody:
        if HAS_COPIES:
            merge_lots_of_copies(s, card)
            if not identified:
                one_copy_fewer(s, card, seers & ~seen)
        s.seen[card] = seers
    else:
        if HAS_COPIES:
            merge_lots(s, card)
            if not identified:
                one_copy_fewer(s, card, seers & ~seen)
        s.seen[card] = seen | seers if identified else seen | seers | UNSHARED
    happened(SHOWN, int(FACE[card]), zone, int(s.depth[card]), seers, int(chosen), 0, 0)


def _close_gap(s: Any, zone: int, depth: int) -> None:
    zones = s.zone
    depths = s.depth
    for c in range(len(zones)):
        depths[c] -= (zones[c] == zone) & (depths[c] > depth)


def _make_room(s: Any, zone: int, depth: int) -> None:
    for c in range(len(s.zone)):
        if s.zone[c] == zone and s.depth[c] >= depth:
            s.depth[c] += 1


__all__ = [
    "ALL",
    "UNSHARED",
    "announce",
    "any_card",
    "card_at",
    "draw",
    "insert",
    "look",
    "move",
    "open_table",
    "peek",
    "put",
    "reveal",
    "shuffle",
    "size",
    "swap",
    "take",
    "top",
    "turn_over",
]
