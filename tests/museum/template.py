"""Broken copiers of Little Pond, and right ones: faces with copies, a deck, looks into it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.special import gammaln

from compiled import rows
from determinize.audit import Auditable, Kind
from determinize.auditing.ours.truths import fresh_state
from determinize.information import dealt
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("template", {"players": 3})


def forgets_who_had_none(case: Case) -> State:
    """Deals from a belief that has not heard who had none of a face."""
    return pieces.without_facts(case, "had none")


def shuffles_the_whole_pond(case: Case) -> State:
    """The pond is shuffled with the card that was looked at, or sunk, in it."""
    copy = case.right()
    record = copy.record_array[0]
    cards = np.flatnonzero(case.target.game.zones.ordered[record.zone] == 1)
    pieces.lay(record, cards[case.rng.permutation(len(cards))], pieces.slots_of(record, cards))
    return copy


def counts_faces_instead_of_cards(case: Case) -> State:
    """Of all contents of hands each is as likely, however many cards could make it."""
    known = case.information
    row = rows(int(case.rng.integers(2**62)))[0]
    worlds = known.ledger.sample(60, row)
    # Labelled placements of a content are in inverse proportion to the product of its factorials.
    weights = np.exp(gammaln(worlds.astype(float) + 1).sum(axis=(1, 2)))
    world = worlds[int(case.rng.choice(len(worlds), p=weights / weights.sum()))][None]
    return fresh_state(case.true, dealt(known.view, world, known.ledger, row), case.rng)


def shares_the_points(case: Case) -> State:
    """The copy's points are a view of the array of the original."""
    copy = case.right()
    copy.points = case.true.record_array["points"]  # type: ignore[attr-defined]
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "one card of a hand is left where it is because it is being played",
    ),
    TABLE.piece(
        pieces.keeps_the_bottom,
        "independent",
        Kind.PEEKING,
        "the bottom card of the deck is not dealt anew",
    ),
    TABLE.piece(
        shares_the_points,
        "independent",
        Kind.ALIASING,
        "an array is handed over instead of its copy",
    ),
    TABLE.piece(
        pieces.forgets_in_the_second_copy,
        "indistinguishable",
        Kind.FORGOTTEN_LOOK,
        "who looked at a card is kept beside the state, and copies do not copy it on",
        "redeal",
        20,
        480,
    ),
    TABLE.piece(
        shuffles_the_whole_pond,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a deck is shuffled although the seat has seen one of its cards",
        "redeal",
        20,
        480,
    ),
    TABLE.piece(
        pieces.deals_hands_one_by_one,
        "conserves",
        Kind.LOST_CARDS,
        "with three players each hidden hand is sampled by itself (Schnapsen digest, section 10)",
    ),
    TABLE.piece(
        forgets_who_had_none,
        "consistent",
        Kind.IGNORED_FACT,
        "what was said at the table is not kept",
        positions=20,
        copies=800,
    ),
    TABLE.piece(
        pieces.never_mixes_the_deck,
        "reachable",
        Kind.WRONG_POOL,
        "hands are dealt anew among themselves: undealt cards never take part",
        "redeal",
        20,
        1200,
    ),
    TABLE.piece(
        counts_faces_instead_of_cards,
        "calibrated",
        Kind.BIASED,
        "worlds are counted as contents, copies of a face not told apart",
        positions=30,
        copies=3600,
    ),
    TABLE.piece(
        pieces.cuts_instead_of_shuffling,
        "calibrated",
        Kind.WRONG_WEIGHTS,
        "cards are cut and not shuffled",
        "redeal",
        16,
        960,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal", players=4),
    partial(TABLE.right, "deal", players=2),
)
