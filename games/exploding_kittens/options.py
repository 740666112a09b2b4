"""What may be done at each decision place (section 4)."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import (
    ALL_TITLES,
    ATTACK,
    CARDS,
    CATS,
    DEFUSE,
    FAVOR,
    FUTURE,
    SHUFFLE,
    SKIP,
    TITLES,
    different,
    faces_in,
    find,
    with_at_least,
)
from games.exploding_kittens.parameters import Pairs
from games.exploding_kittens.record import (
    DECK,
    DISCARD,
    DRAW,
    FIVE,
    HAND,
    MOST_SEATS,
    NOPE,
    PAIR,
    PASS,
    PENDING,
    POSITION,
    SEAT,
    TRIPLE,
    USE_DEFUSE,
    Decision,
)
from games.kit.table import size

ACTIONS = 1 << ATTACK | 1 << SKIP | 1 << FAVOR | 1 << SHUFFLE | 1 << FUTURE
AIMED = 1 << FAVOR


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover`` in ascending code order: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    if s.decision == Decision.REACT:
        return reactions(s, out)
    if s.decision == Decision.TURN:
        return turn_options(s, out)
    if s.decision == Decision.SET:
        return write_titles(set_titles(s), out)
    if s.decision == Decision.TARGET:
        return write_targets(targets(s), out)
    if s.decision == Decision.NAME:
        return write_titles(ALL_TITLES, out)
    if s.decision == Decision.FAVOR_GIVE:
        return write_titles(with_at_least(faces_in(s, HAND + int(s.mover)), 1), out)
    if s.decision == Decision.FIVE_PICK:
        return write_titles(with_at_least(faces_in(s, DISCARD), 1), out)
    if s.decision == Decision.DEFUSE:
        return answers_to_kitten(s, out)
    return positions(s, out)


def turn_options(s: Any, out: Any) -> int:
    """``turn``: draw, a card that is played alone, a set."""
    me = int(s.mover)
    hand = faces_in(s, HAND + me)
    aimed_at = targets(s) > 0
    single = with_at_least(hand, 1) & ACTIONS
    out[0] = DRAW
    n = 1
    n += write_titles_from(single if aimed_at else single & ~AIMED, out, n)
    if aimed_at:
        if with_at_least(hand, 2) & titles_for_pairs(s):
            out[n] = PAIR
            n += 1
        if s.rules.triples and with_at_least(hand, 3):
            out[n] = TRIPLE
            n += 1
    if s.rules.five_different and different(with_at_least(hand, 1)) >= 5 and size(s, DISCARD) > 0:
        out[n] = FIVE
        n += 1
    return n


def titles_for_pairs(s: Any) -> int:
    """The titles that may be played as a pair, as a mask."""
    if s.rules.pairs == Pairs.ANY:
        return ALL_TITLES
    return CATS if s.rules.pairs == Pairs.CATS else 0


def set_titles(s: Any) -> int:
    """``set``: of which titles the mover can lay the set, or the next of five different ones."""
    hand = faces_in(s, HAND + int(s.mover))
    if s.action == PAIR:
        return with_at_least(hand, 2) & titles_for_pairs(s)
    if s.action == TRIPLE:
        return with_at_least(hand, 3)
    return next_of_five(s, with_at_least(hand, 1))


def next_of_five(s: Any, held: int) -> int:
    """Of the titles held, those above the last one laid with enough others above them."""
    more = 5 - size(s, PENDING)
    above = held >> int(s.title) + 1 << int(s.title) + 1
    found = 0
    for face in range(TITLES):
        enough = different(above >> face) >= more
        found |= int(enough) << face
    return above & found


def targets(s: Any) -> int:
    """The other players who have a card, as a mask; who has exploded has none."""
    zones = s.zone
    mask = 0
    for c in range(CARDS):
        p = zones[c] - HAND
        mask |= 1 << p if 0 <= p < MOST_SEATS else 0
    return int(mask) & ~(1 << int(s.turn))


def write_titles(mask: int, out: Any) -> int:
    """The titles of a mask as option codes in ``out``; how many."""
    return write_titles_from(mask, out, 0)


def write_titles_from(mask: int, out: Any, start: int) -> int:
    """The titles of a mask as option codes in ``out`` from ``start`` on; how many."""
    n = start
    for face in range(TITLES):
        out[n] = face  # overwritten by the next if it is not in the mask: faster than a branch
        n += mask >> face & 1
    return n - start


def write_targets(mask: int, out: Any) -> int:
    """The seats of a mask as option codes in ``out``; how many."""
    n = 0
    for p in range(MOST_SEATS):
        if mask >> p & 1:
            out[n] = SEAT + p
            n += 1
    return n


def reactions(s: Any, out: Any) -> int:
    """``react``: a Nope if there is one, or none."""
    n = 0
    if find(s, HAND + int(s.mover), NOPE) >= 0:
        out[0] = NOPE
        n = 1
    out[n] = PASS
    return n + 1


def answers_to_kitten(s: Any, out: Any) -> int:
    """``defuse``: use a Defuse if there is one, or explode."""
    n = 0
    if find(s, HAND + int(s.mover), DEFUSE) >= 0:
        out[0] = USE_DEFUSE
        n = 1
    out[n] = PASS
    return n + 1


def positions(s: Any, out: Any) -> int:
    """``reinsert``: so many cards of the deck above the kitten, from none to all."""
    n = size(s, DECK) + 1
    for above in range(n):
        out[above] = POSITION + above
    return n
