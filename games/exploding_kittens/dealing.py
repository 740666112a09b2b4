"""The deal (section 3): hands without kittens, then the kittens are shuffled into the deck."""

from __future__ import annotations

from typing import Any

from compiled import DEAL, below, start_deal
from games.exploding_kittens.cards import (
    ATTACK,
    DEFUSE,
    FAVOR,
    FIRST_CARD,
    FIRST_CAT,
    FUTURE,
    KITTEN,
    NOPE,
    SHUFFLE,
    SKIP,
    TITLES,
)
from games.exploding_kittens.parameters import ExtraDefuses
from games.exploding_kittens.record import DECK, HAND, MOST_SEATS, OUT, TRIMMED
from games.kit.faces import leave_out
from games.kit.table import ALL, draw, move, open_table, shuffle, size


def deal(s: Any, rng: Any) -> int:
    """Deal a game; the seat that begins."""
    start_deal(rng, 0)
    seats = int(s.seats)
    first = below(rng[DEAL], seats)
    for p in range(MOST_SEATS):
        s.eliminated[p] = 0
    s.turns = 0
    open_table(s, DECK)
    set_aside(s)
    for p in range(seats):
        move(s, int(FIRST_CARD[DEFUSE]) + p, HAND + p, ALL)
    if s.rules.defuses_dealt:
        add_defuses(s)
    shuffle(s, DECK, rng[DEAL])
    for _ in range(int(s.rules.hand)):
        for p in range(seats):
            draw(s, DECK, HAND + p, 1 << p)
    if s.rules.trim:
        for _ in range(size(s, DECK) // 3):
            draw(s, DECK, TRIMMED, 0)
    if not s.rules.defuses_dealt:
        add_defuses(s)
    for card in range(int(FIRST_CARD[KITTEN]), int(FIRST_CARD[KITTEN]) + seats - 1):
        move(s, card, DECK, ALL)
    shuffle(s, DECK, rng[DEAL])
    return first


def set_aside(s: Any) -> None:
    """Kittens, Defuses and copies that are not played with lie beside the table, for all to see."""
    for face in range(TITLES):
        leave_out(s, face, copies_dealt(s, face), OUT)


def copies_dealt(s: Any, face: int) -> int:
    """How many cards of a title are in the deck from which hands are dealt."""
    if face >= FIRST_CAT:
        return int(s.rules.cats)
    if face == NOPE:
        return int(s.rules.nopes)
    if face == ATTACK:
        return int(s.rules.attacks)
    if face == SKIP:
        return int(s.rules.skips)
    if face == FAVOR:
        return int(s.rules.favors)
    if face == SHUFFLE:
        return int(s.rules.shuffles)
    if face == FUTURE:
        return int(s.rules.futures)
    return 0


def add_defuses(s: Any) -> None:
    """The extra Defuses come onto the deck."""
    first = int(FIRST_CARD[DEFUSE]) + int(s.seats)
    for card in range(first, first + extra_defuses(s)):
        move(s, card, DECK, ALL)


def extra_defuses(s: Any) -> int:
    """How many Defuses come into the deck, as ``Rules.extra`` has it."""
    left = int(s.rules.defuses) - int(s.seats)
    few = s.rules.extra_defuses == ExtraDefuses.AT_MOST_TWO or (
        s.rules.extra_defuses == ExtraDefuses.ALL_BUT_FOR_TWO and s.seats == 2
    )
    return min(2, left) if few else left
