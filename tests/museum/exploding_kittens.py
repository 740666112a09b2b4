"""Broken copiers of Exploding Kittens, and right ones. Few cards, so that much of it is seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.audit import Auditable, Kind
from games.exploding_kittens.cards import FACE_OF_CARD, KITTEN
from games.exploding_kittens.parameters import Pairs
from games.exploding_kittens.record import HAND
from games.state import State
from tests.museum import pieces
from tests.museum.kittens_forgotten import (
    forgets_seen_cards_when_drawn,
    forgets_what_it_gave,
    forgets_what_was_stolen,
    from_the_top,
    lay_in,
    leaves_seen_cards_where_they_were,
)
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

FEW: dict[str, Any] = {
    "hand": 2,
    "defuses": 3,
    "nopes": 1,
    "attacks": 0,
    "skips": 1,
    "favors": 2,
    "shuffles": 1,
    "futures": 2,
    "cats": 1,
}
"""Two players have nine cards in the deck, three have seven."""
PEEKS: dict[str, Any] = FEW | {"favors": 0, "futures": 4, "pairs": Pairs.NONE, "triples": False}
QUIET: dict[str, Any] = FEW | {"hand": 3, "defuses": 4, "nopes": 0, "skips": 0, "shuffles": 0}
"""Little but what is added to it can happen."""
FAVORS: dict[str, Any] = QUIET | {"favors": 4, "futures": 1, "pairs": Pairs.NONE, "triples": False}
PAIRS: dict[str, Any] = QUIET | {"favors": 0, "cats": 4, "hand": 6, "futures": 0, "triples": False}
LOOKS: dict[str, Any] = PEEKS | QUIET | {"favors": 0, "cats": 2, "futures": 5}
TABLE = Room("exploding-kittens", {"players": 2, "parameters": FEW, "most_moves": 16}, 8, 240)

Cards = NDArray[np.int64]


def in_hands(case: Case, record: Any) -> Cards:
    """The cards in the hands of the others."""
    theirs = (record.zone >= HAND) & (record.zone < HAND + record.seats)
    return np.flatnonzero(theirs & (record.zone != HAND + case.seat))


def unseen(case: Case, record: Any, cards: Cards) -> Cards:
    """Those of some cards that the seat does not know."""
    return cards[record.seen[cards] >> case.seat & 1 == 0]


def refilled(case: Case, pile: Cards, hands: int) -> tuple[list[int], list[int], list[int]]:
    """A shuffled pile, so many cards of which go to hands: those, kittens met, what is left."""
    filled: list[int] = []
    aside: list[int] = []
    order = pile[case.rng.permutation(len(pile))].tolist()
    while order and len(filled) < hands:
        card = order.pop(0)
        (aside if FACE_OF_CARD[card] == KITTEN else filled).append(card)
    return filled, aside, order


def puts_kittens_on_top(case: Case) -> State:
    """Hands are filled from the shuffled pile; kittens met on the way go on top of the deck.

    Cards that the seat knows stay where they are.
    """
    copy = case.blank()
    record = copy.record_array[0]
    hands = unseen(case, record, in_hands(case, record))
    deck = unseen(case, record, from_the_top(record))
    filled, aside, rest = refilled(case, np.concatenate((hands, deck)), len(hands))
    lay_in(record, filled + aside + rest, np.concatenate((hands, deck)))
    return copy


def pushes_known_cards_down(case: Case) -> State:
    """The same, as it was found: nothing is known of hands, and kittens come above a peeked card.

    As in the original, a seat's look into the deck is kept in the order of the cards alone.
    """
    copy = case.blank()
    record = copy.record_array[0]
    hands, deck = in_hands(case, record), from_the_top(record)
    hidden = set(unseen(case, record, deck).tolist())
    pile = np.concatenate((hands, np.array(sorted(hidden), np.int64)))
    filled, aside, rest = refilled(case, pile, len(hands))
    below = []
    for card in deck.tolist():
        if card not in hidden:
            below.append(card)
        elif rest:
            below.append(rest.pop(0))
    seen = record.seen[deck].copy()
    lay_in(record, filled + aside + below, np.concatenate((hands, deck)))
    record.seen[np.array(aside + below, np.int64)] = seen
    return copy


def deals_kittens_to_hands(case: Case) -> State:
    """All hidden cards are dealt alike: a kitten may come to a hand."""
    copy = case.blank()
    record = copy.record_array[0]
    cards = np.flatnonzero(record.seen >> case.seat & 1 == 0)
    lay_in(record, cards[case.rng.permutation(len(cards))].tolist(), cards)
    return copy


def shuffles_the_whole_deck(case: Case) -> State:
    """The deck is shuffled with what the seat has seen of it, or put back, in it."""
    copy = case.right()
    record = copy.record_array[0]
    deck = from_the_top(record)
    lay_in(record, deck[case.rng.permutation(len(deck))].tolist(), deck)
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        puts_kittens_on_top,
        "calibrated",
        Kind.BIASED,
        "kittens met while hands are refilled are put on top of the deck (section 9)",
        positions=6,
        copies=480,
        parameters=FEW | {"triples": False},
        most_moves=6,
    ),
    TABLE.piece(
        pushes_known_cards_down,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the same, and cards that a peek showed on top lie below these kittens (section 9)",
        parameters=PEEKS,
    ),
    TABLE.piece(
        deals_kittens_to_hands,
        "consistent",
        Kind.IGNORED_FACT,
        "a state copied while a kitten is about can have one in a hand (section 9)",
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the Defuse that everybody is dealt is not kept in the hand (section 9)",
        "redeal",
        players=3,
    ),
    TABLE.piece(
        shuffles_the_whole_deck,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a kitten is put back at random instead of where the player chose (section 9)",
        "redeal",
    ),
    TABLE.piece(
        pieces.keeps_the_events,
        "independent",
        Kind.HISTORY_LEAK,
        "actions are kept in the history, with where a kitten went and what was given (section 9)",
    ),
    TABLE.piece(
        pieces.keeps_the_generator,
        "independent",
        Kind.GENERATOR_LEAK,
        "the generator that will shuffle the deck is copied with the state",
    ),
    TABLE.piece(
        pieces.forgets_in_the_second_copy,
        "indistinguishable",
        Kind.FORGOTTEN_LOOK,
        "who saw a card is kept beside the state, and copies of copies lose it",
    ),
    TABLE.piece(
        forgets_what_it_gave,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a Favor adds the card to the other hand as one that its owner alone has seen (section 9)",
        "redeal",
        parameters=FAVORS,
    ),
    TABLE.piece(
        forgets_what_was_stolen,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a stolen card is added to the thief's hand in the same way (section 9)",
        "redeal",
        parameters=PAIRS,
    ),
    TABLE.piece(
        forgets_seen_cards_when_drawn,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a card that was seen on top is drawn: only who drew it still knows it (section 9)",
        "redeal",
        parameters=LOOKS,
    ),
    TABLE.piece(
        leaves_seen_cards_where_they_were,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "known positions in the deck are not shifted after a draw (section 9)",
        "redeal",
        positions=24,
        parameters=PEEKS,
    ),
    TABLE.piece(
        pieces.keeps_the_draw_order,
        "independent",
        Kind.PEEKING,
        "the deck is copied, not shuffled: kittens are drawn when they truly come",
        "redeal",
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal"),
    partial(TABLE.right, "deal", players=3, most_moves=8),
    partial(TABLE.right, "redeal", players=3, parameters=PEEKS),
)
