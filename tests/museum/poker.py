"""Broken copiers of Kuhn and Leduc poker, and right ones: folded hands, a card to come."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from compiled import rows
from determinize.audit import Auditable, Kind
from determinize.auditing.ours.truths import fresh_state
from determinize.information import dealt
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

KUHN = Room("kuhn", {"players": 3})
LEDUC = Room("leduc", {"players": 3})


def leaves_folded_hands(case: Case) -> State:
    """Hands that have folded stay as they are."""
    copy, true = case.right(), case.true.record_array[0]
    first = case.target.game.hand_of(0)
    for card in case.hidden.tolist():
        owner = int(true.zone[card]) - first
        if 0 <= owner < case.true.seats and true.folded[owner]:
            pieces.put_as_true(case, copy, card)
    return copy


def keeps_the_board_to_come(case: Case) -> State:
    """The card that will be turned up is not dealt anew."""
    copy, true = case.right(), case.true.record_array[0]
    deck = [
        card for card in case.hidden.tolist() if case.target.game.zones.ordered[true.zone[card]]
    ]
    if deck:
        pieces.put_as_true(case, copy, max(deck, key=lambda card: int(true.depth[card])))
    return copy


def draws_ranks_instead_of_cards(case: Case) -> State:
    """Every rank is as likely, however many of its cards are left.

    Over all positions each card comes as often as it should, but too often beside its own twin.
    """
    known = case.information
    row = rows(int(case.rng.integers(2**62)))[0]
    worlds = known.ledger.sample(40, row)
    different = np.unique(worlds, axis=0)
    world = different[int(case.rng.integers(len(different)))][None]
    return fresh_state(case.true, dealt(known.view, world, known.ledger, row), case.rng)


PIECES: tuple[Piece, ...] = (
    KUHN.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "of two other hands one is left where it is",
    ),
    KUHN.piece(
        pieces.deals_hands_one_by_one,
        "conserves",
        Kind.LOST_CARDS,
        "each hand is drawn from all cards but the seat's own",
    ),
    LEDUC.piece(
        leaves_folded_hands,
        "independent",
        Kind.PEEKING,
        "a hand that has folded is left alone, as if it did not matter what the others cannot hold",
        positions=20,
        copies=800,
    ),
    LEDUC.piece(
        keeps_the_board_to_come,
        "independent",
        Kind.PEEKING,
        "the private cards are dealt anew and the deck is not",
        positions=20,
        copies=800,
    ),
    LEDUC.piece(
        draws_ranks_instead_of_cards,
        "calibrated",
        Kind.WRONG_WEIGHTS,
        "a rank is drawn where a card should be: the second copy counts for nothing",
        positions=20,
        copies=1600,
        players=2,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    KUHN.right,
    partial(KUHN.right, "redeal", players=2),
    LEDUC.right,
    partial(LEDUC.right, "redeal", players=2),
)
