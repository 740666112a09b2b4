"""What a seat can tell at a glance: for play-outs, heuristics, and the marks of others.

This is the cheap part of knowledge, by marks and by what was said in public, without combining
facts. It is sound: what it calls solved is so. Exact knowledge is the ledger's.
"""

from __future__ import annotations

from typing import Any

from compiled import below
from games.clue.cards import (
    CARDS,
    PEOPLE_MASK,
    ROOMS_MASK,
    WEAPONS_MASK,
    parts,
    triple_of_cards,
)
from games.clue.log import shower_of, suggester_of, triple_of
from games.clue.parameters import Accusing
from games.clue.record import HAND, NOBODY, NONE, ROOM, SIDE_ZONE, SUSPECT, Decision
from games.kit.masks import how_many, lowest
from games.kit.table import UNSHARED

# ------------------------------------------------------------------------------------ what is open


def unseen_by(s: Any, me: int) -> int:
    """The cards whose faces a seat has not seen, as a mask: those of the file are among them."""
    seen = s.seen
    mask = 0
    for card in range(CARDS):
        mask |= (~int(seen[card]) >> me & 1) << card
    return mask


def held_by_nobody(s: Any, me: int) -> int:
    """The cards that every other place than the file is known to lack, as a mask.

    A hand lacks what its owner has said it does not hold, and of the cards that ``me`` has not seen
    all, once every card of it has been seen. The numbered slots lack those once all have been.
    """
    zones = s.zone
    seen = s.seen
    dark = 0  # the zones in which lie cards that me has not seen
    for card in range(CARDS):
        dark |= (~int(seen[card]) >> me & 1) << int(zones[card])
    if dark >> SIDE_ZONE & 1:
        return 0
    mask = (1 << CARDS) - 1
    for p in range(int(s.seats)):
        if dark >> (HAND + p) & 1:
            mask &= int(s.lacks[p])
    return mask


def candidates(unseen: int, nowhere: int, kind: int) -> int:
    """The cards of a kind that may be in the file, as a mask.

    Args:
        unseen: the cards that a seat has not seen.
        nowhere: those that nobody holds.
        kind: the cards of the kind.
    """
    found = unseen & nowhere & kind
    return found if found else unseen & kind


def is_one(mask: int) -> bool:
    """Whether a mask has one card."""
    return mask != 0 and mask & (mask - 1) == 0


def solution_known_to(s: Any, me: int) -> int:
    """The triple in the file, if what a seat sees at a glance leaves no other; else ``NONE``."""
    unseen = unseen_by(s, me)
    if how_many(unseen) == 3:
        nowhere = 0
    else:
        nowhere = held_by_nobody(s, me)
    person = candidates(unseen, nowhere, PEOPLE_MASK)
    weapon = candidates(unseen, nowhere, WEAPONS_MASK)
    room = candidates(unseen, nowhere, ROOMS_MASK)
    if not (is_one(person) and is_one(weapon) and is_one(room)):
        return NONE
    return int(triple_of_cards(lowest(person), lowest(weapon), lowest(room)))


def left_to_find(s: Any, me: int) -> int:
    """How many cards too many are candidates for the file, to a seat: 0 when it knows the file."""
    unseen = unseen_by(s, me)
    nowhere = held_by_nobody(s, me)
    return (
        how_many(candidates(unseen, nowhere, PEOPLE_MASK))
        + how_many(candidates(unseen, nowhere, WEAPONS_MASK))
        + how_many(candidates(unseen, nowhere, ROOMS_MASK))
        - 3
    )


# ---------------------------------------------------------------------------------- for search


def value(s: Any, me: int) -> float:
    """How well ``me`` stands in the race, from -1 to 1.

    Each seat that can still win weighs the more, the fewer cards it has left to find: by the square
    of one over that number (and one). The value is twice the share of ``me``, less one.
    """
    total = 0.0
    mine = 0.0
    for p in range(int(s.seats)):
        if s.out[p] == 0:
            left = 1.0 + left_to_find(s, p)
            weight = 1.0 / (left * left)
            total += weight
            if p == me:
                mine = weight
    return 2.0 * mine / total - 1.0 if total > 0.0 else -1.0


def clock(s: Any, decisions: int) -> int:
    """How many turns are over."""
    return int(s.turns)


def remember(s: Any, me: int, row: Any) -> None:
    """Redraw in place what the other seats have seen, in a world laid out in ``me``'s view.

    Of what others have seen, ``me`` knows which card it showed to whom, that a suggester saw one of
    three cards in the shower's hand, that who accused wrongly knows the file (and, at some tables,
    had seen none of what it accused), and which slots were looked at. Where a shower held several
    cards that it can have shown, each is as likely to be the one. Whom others have shown their
    cards is drawn with that.
    """
    seats = int(s.seats)
    for p in range(seats):
        for card in range(CARDS):
            if p != me:
                to_me = s.zone[card] == HAND + p and int(s.seen[card]) >> me & 1
                s.shown_to[p, card] = 1 << me if to_me else 0
    everybody = (1 << seats) - 1
    mine = 1 << me
    for card in range(CARDS):
        seen = int(s.seen[card])
        if seen == everybody:
            continue
        zone = int(s.zone[card])
        marks = seen & mine
        if HAND <= zone < HAND + seats:
            marks |= 1 << (zone - HAND)
            if zone == HAND + me:
                marks |= int(s.shown_to[me, card])
            if marks != 1 << (zone - HAND):
                marks |= UNSHARED
        elif SUSPECT <= zone <= ROOM:
            for p in range(seats):
                marks |= int(s.out[p]) << p
        elif zone == SIDE_ZONE:
            for p in range(seats):
                marks |= (int(s.looked[p]) >> int(s.depth[card]) & 1) << p
        s.seen[card] = marks
    answered = int(s.logged) - (1 if s.decision == Decision.SHOW else 0)
    for i in range(answered):
        entry = int(s.log[i])
        suggester = suggester_of(entry)
        shower = shower_of(entry)
        if shower != NOBODY and shower != me and suggester != me:
            mark_shown(s, triple_of(entry), suggester, shower, row)


def mark_shown(s: Any, number: int, suggester: int, shower: int, row: Any) -> None:
    """The suggester saw one of the cards of triple ``number`` that the shower holds.

    None that it accused later, where that would not have been offered then; who has accused wrongly
    suggests no more.
    """
    zone = HAND + shower
    held = 0
    for card in parts(number):
        if s.zone[card] == zone:
            held |= 1 << card
    if s.rules.accusing != Accusing.FREE:
        held &= ~int(s.accused[suggester])
    if held == 0:
        return  # the world was not made from the history
    if not is_one(held):
        for _ in range(below(row, how_many(held))):
            held &= held - 1
    card = lowest(held)
    s.shown_to[shower, card] = int(s.shown_to[shower, card]) | 1 << suggester
    if s.seen[card] != (1 << int(s.seats)) - 1:
        s.seen[card] = int(s.seen[card]) | 1 << suggester | UNSHARED
