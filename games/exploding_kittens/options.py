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
    counts_in,
    with_at_least,
)
from games.exploding_kittens.parameters import Pairs
from games.exploding_kittens.record import (
    DECK,
    DISCARD,
    DRAW,
    FIVE_OF,
    HAND,
    MOST_SEATS,
    NOPE,
    PAIR_OF,
    PASS,
    POSITION,
    SEAT,
    TRIPLE_OF,
    USE_DEFUSE,
    Decision,
)
from games.exploding_kittens.sets import NUMBER_OF_FIVE
from games.kit.faces import card_in
from games.kit.masks import how_many, write_options
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
    if s.decision == Decision.TARGET:
        return write_options(targets(s), SEAT, out, 0)
    if s.decision == Decision.NAME:
        return write_options(ALL_TITLES, 0, out, 0)
    if s.decision == Decision.FAVOR_GIVE:
        return write_options(with_at_least(counts_in(s, HAND + int(s.mover)), 1), 0, out, 0)
    if s.decision == Decision.FIVE_PICK:
        return write_options(with_at_least(counts_in(s, DISCARD), 1), 0, out, 0)
    if s.decision == Decision.DEFUSE:
        return answers_to_kitten(s, out)
    return positions(s, out)


def turn_options(s: Any, out: Any) -> int:
    """``turn``: draw, a card that is played alone, a set."""
    me = int(s.mover)
    hand = counts_in(s, HAND + me)
    held = with_at_least(hand, 1)
    aimed_at = targets(s) > 0
    single = held & ACTIONS
    out[0] = DRAW
    n = write_options(single if aimed_at else single & ~AIMED, 0, out, 1)
    if aimed_at:
        n = write_options(with_at_least(hand, 2) & titles_for_pairs(s), PAIR_OF, out, n)
        if s.rules.triples:
            n = write_options(with_at_least(hand, 3), TRIPLE_OF, out, n)
    if s.rules.five_different and how_many(held) >= 5 and size(s, DISCARD) > 0:
        n += write_fives(held, out, n)
    return n


def titles_for_pairs(s: Any) -> int:
    """The titles that may be played as a pair, as a mask."""
    if s.rules.pairs == Pairs.ANY:
        return ALL_TITLES
    return CATS if s.rules.pairs == Pairs.CATS else 0


def write_fives(held: int, out: Any, start: int) -> int:
    """All fives of the titles held as option codes in ``out`` from ``start`` on; how many."""
    n = start
    part = held & -held
    while part > 0:
        number = int(NUMBER_OF_FIVE[part])
        if number >= 0:
            out[n] = FIVE_OF + number
            n += 1
        part = (part - held) & held  # the next part of what is held, in ascending order
    return n - start


def targets(s: Any) -> int:
    """The other players who have a card, as a mask; who has exploded has none."""
    zones = s.zone
    mask = 0
    for c in range(CARDS):
        p = zones[c] - HAND
        mask |= 1 << p if 0 <= p < MOST_SEATS else 0
    return int(mask) & ~(1 << int(s.turn))


def reactions(s: Any, out: Any) -> int:
    """``react``: a Nope if there is one, or none."""
    n = 0
    if card_in(s, HAND + int(s.mover), NOPE) >= 0:
        out[0] = NOPE
        n = 1
    out[n] = PASS
    return n + 1


def answers_to_kitten(s: Any, out: Any) -> int:
    """``defuse``: use a Defuse if there is one, or explode."""
    n = 0
    if card_in(s, HAND + int(s.mover), DEFUSE) >= 0:
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
