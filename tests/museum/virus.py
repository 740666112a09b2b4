"""Broken copiers of Virus!, and right ones. Few cards, so that the deck is soon used up.

What can be got wrong is mostly the discard pile: it is seen by all, becomes the deck, and is drawn
from there; from then on hands and deck are no longer one pool.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.audit import Auditable, Kind
from games.state import State
from games.virus.bodies import BITS, IMMUNISED, state_of
from games.virus.cards import COLOURS, FACE_OF_CARD
from games.virus.record import DECK, DISCARD_PILE, HAND, ORGANS, OUT
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

FEW: dict[str, Any] = {
    "organs": 2,
    "multi_organs": 0,
    "viruses": 1,
    "multi_viruses": 0,
    "medicines": 1,
    "multi_medicines": 0,
    "contagions": 0,
    "organ_thieves": 1,
    "transplants": 0,
    "medical_errors": 0,
}
"""18 cards."""
IMMUNE: dict[str, Any] = FEW | {"organs": 1, "viruses": 0, "multi_medicines": 4, "latex_gloves": 0}
"""Many medicines."""
GLOVE: dict[str, Any] = {
    "players": 4,
    "parameters": FEW
    | {"hand": 2, "viruses": 0, "medicines": 0, "organ_thieves": 0, "max_discard": 1},
    "most_moves": 12,
}
"""Nine cards, one of them the Latex Glove, which empties three hands."""
TABLE = Room("virus", {"players": 2, "parameters": FEW, "most_moves": 24}, 6, 120)
SHUFFLED: dict[str, Any] = {"preset": "tag", "parameters": FEW | {"hand": 5}, "most_moves": 24}
"""Large hands, so that there are many cards that lay in no pile."""

Cards = NDArray[np.int64]


def mix(case: Case, record: Any, cards: Cards) -> None:
    """Cards change places among themselves at random."""
    pieces.lay(record, cards[case.rng.permutation(len(cards))], pieces.slots_of(record, cards))


def in_other_hands(case: Case, record: Any) -> Any:
    """Which cards lie in the hands of others."""
    theirs = (record.zone >= HAND) & (record.zone < HAND + record.seats)
    return theirs & (record.zone != HAND + case.seat)


def pools_hands_with_the_deck(case: Case) -> State:
    """All other hands and the deck are one pool, whatever was drawn from a deck that all knew."""
    copy = case.right()
    record = copy.record_array[0]
    mix(case, record, np.flatnonzero(in_other_hands(case, record) | (record.zone == DECK)))
    return copy


def deals_from_the_old_pile(case: Case) -> State:
    """All hidden cards are dealt alike, those of the pile that was shuffled into a deck as well."""
    copy = case.blank()
    record = copy.record_array[0]
    mix(case, record, np.flatnonzero(record.seen >> case.seat & 1 == 0))
    return copy


def shuffles_the_turned_pile(case: Case) -> State:
    """A deck that was turned over as it lay is shuffled in the copy."""
    copy = case.right()
    record = copy.record_array[0]
    mix(case, record, np.flatnonzero(record.zone == DECK))
    return copy


def turns_the_pile_the_wrong_way(case: Case) -> State:
    """Of a deck that was turned over the newest card comes next instead of the oldest."""
    copy = case.right()
    record = copy.record_array[0]
    known = np.flatnonzero((record.zone == DECK) & (record.seen >> case.seat & 1 == 1))
    upwards = known[np.argsort(record.depth[known])]
    pieces.lay(record, upwards[::-1], pieces.slots_of(record, upwards))
    return copy


def deals_the_discard_pile(case: Case) -> State:
    """The discard pile is taken up with all that is hidden, and dealt anew."""
    copy = case.right()
    record = copy.record_array[0]
    hidden = record.seen >> case.seat & 1 == 0
    mix(case, record, np.flatnonzero(hidden | (record.zone == DISCARD_PILE)))
    return copy


def doubles_cards_on_organs(case: Case) -> State:
    """What is laid on the table is discarded as well: another of its face leaves the hidden."""
    copy = case.right()
    record = copy.record_array[0]
    on_table = (record.zone >= ORGANS) & (record.zone < OUT)
    faces = set(FACE_OF_CARD[on_table].tolist())
    for card in case.hidden.tolist():
        if record.zone[card] != DECK and int(FACE_OF_CARD[card]) in faces:
            record.depth[card] = np.count_nonzero(record.zone == DISCARD_PILE)
            record.zone[card] = record.block[card] = DISCARD_PILE
            break
    return copy


def forgets_immunity(case: Case) -> State:
    """An organ with two medicines has no state: its cards are there, and the body lacks it."""
    copy = case.right()
    bodies = copy.record_array[0].bodies
    for p, body in enumerate(bodies.tolist()):
        for colour in range(COLOURS):
            state = state_of(body, colour)
            if state >= IMMUNISED:
                bodies[p] -= state << BITS * colour
    return copy


def fills_emptied_hands(case: Case) -> State:
    """Hands are dealt full, also those that a Latex Glove has just emptied."""
    copy = case.right()
    record = copy.record_array[0]
    deck = np.flatnonzero(record.zone == DECK)
    upwards = deck[np.argsort(record.depth[deck])].tolist()
    for p in range(int(record.seats)):
        if p != case.seat and not np.any(record.zone == HAND + p):
            for card in upwards[-int(record.rules.hand) :]:
                record.zone[card] = record.block[card] = HAND + p
                record.depth[card] = -1
            break
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        pools_hands_with_the_deck,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "hands are pooled with the deck: those drawn from a deck that all knew are dealt anew (9)",
        "redeal",
        24,
        240,
    ),
    TABLE.piece(
        deals_from_the_old_pile,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "an opponent is dealt a card that lay in the discard pile when it was in no hand (9)",
        "deal",
        6,
        120,
        **SHUFFLED,
    ),
    TABLE.piece(
        shuffles_the_turned_pile,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the discard pile is shuffled where the rules turn it over: the public order is lost (9)",
        "redeal",
        24,
        240,
    ),
    TABLE.piece(
        turns_the_pile_the_wrong_way,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the pile is turned over and then drawn from the wrong end, the newest card first (9)",
        "redeal",
        24,
        240,
    ),
    TABLE.piece(
        deals_the_discard_pile,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the discard pile is recycled too early, and what lay open in it is dealt (9)",
        "redeal",
    ),
    TABLE.piece(
        doubles_cards_on_organs,
        "conserves",
        Kind.LOST_CARDS,
        "a card laid on an organ is also put on the discard pile, and is there twice (9)",
        "redeal",
    ),
    TABLE.piece(
        forgets_immunity,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "an organ moved with two medicines on it has no state any more (9)",
        "redeal",
        20,
        200,
        parameters=IMMUNE,
    ),
    TABLE.piece(
        fills_emptied_hands,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "hands are dealt as large as they should be, and not as large as they are",
        "redeal",
        30,
        300,
        **GLOVE,
    ),
    TABLE.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "a card of the next hand is left in the copy because only the rest is dealt anew",
        "redeal",
    ),
    TABLE.piece(
        pieces.keeps_the_draw_order,
        "independent",
        Kind.PEEKING,
        "the replacement is drawn before the effect, so it is taken from the true deck (9)",
        "redeal",
    ),
    TABLE.piece(
        pieces.never_mixes_the_deck,
        "independent",
        Kind.PEEKING,
        "hands and deck are each dealt anew, so that what is in another's hand stays there",
        "redeal",
    ),
    TABLE.piece(
        pieces.keeps_the_generator,
        "independent",
        Kind.GENERATOR_LEAK,
        "the generator that will shuffle the discard pile is copied with the state",
        "redeal",
        **SHUFFLED,
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "what another drew from a deck that was turned over is dealt anew with its other cards",
        "redeal",
        players=3,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal", players=3),
    partial(TABLE.right, "deal", **SHUFFLED),
    partial(TABLE.right, "redeal", **SHUFFLED),
)
