"""Broken copiers of Love Letter, and right ones: one hidden card each, and one laid aside.

Most faults are those of a search that fills hands and deck from marks on single cards: what is said
at the table has no mark, and marks are lost when hands change owners or copies are copied.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from determinize.audit import Auditable, Kind
from determinize.auditing.ours.truths import Truth
from games.kit.events import Opened, Swapped
from games.love_letter.record import HAND, REMOVED
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("love-letter", {"players": 3, "most_moves": 14}, positions=6, copies=120)
LOOKS = {"guards": 1, "priests": 2, "barons": 0, "handmaids": 0, "princes": 0, "spies": 2}
"""A deck in which much is seen and exchanged, and few go out."""
TIES = {"guards": 6, "priests": 0, "barons": 2, "handmaids": 0, "princes": 0, "kings": 0}
"""A deck in which compared hands are often equal."""
FORCED = {"guards": 2, "priests": 0, "barons": 0, "handmaids": 0}
"""A deck in which Kings and Princes are played early."""
COMPARED = {"guards": 1, "priests": 2, "barons": 2, "handmaids": 1}
"""A deck in which hands are compared early, and mostly differ."""
GUESSED = {"priests": 0, "barons": 1, "handmaids": 0, "princes": 0, "kings": 0, "tokens3": 1}
"""A deck in which Guards name one of few other cards, and mostly miss."""


def keeps_the_card_aside(case: Case) -> State:
    """The card that was laid aside stays there: it belongs to no deck and to no hand."""
    copy, true = case.right(), case.true.record_array[0]
    for card in case.hidden.tolist():
        if int(true.zone[card]) == REMOVED:
            pieces.put_as_true(case, copy, card)
    return copy


def exchanged_hands(case: Case) -> list[int]:
    """The hands that were last exchanged by a King in this round; a copy has no history."""
    found: list[int] = []
    for event in case.state.watch.events if isinstance(case.state, Truth) else ():
        if isinstance(event, Opened):
            found = []
        elif isinstance(event, Swapped):
            found = [event.a, event.b]
    return found


def deals_hands_anew(case: Case, hands: list[int]) -> State:
    """What the seat knows of these hands is dealt anew, with all that it does not know."""
    copy = case.right()
    record = copy.record_array[0]
    known = record.seen >> case.seat & 1 == 1
    others = [hand for hand in hands if hand != HAND + case.seat]
    pool = np.flatnonzero(~known | np.isin(record.zone, others))
    pieces.lay(record, pool[case.rng.permutation(len(pool))], pieces.slots_of(record, pool))
    return copy


def forgets_the_card_given_away(case: Case) -> State:
    """Who exchanges hands by a King no longer knows the card that the other now has."""
    hands = exchanged_hands(case)
    return deals_hands_anew(case, hands) if HAND + case.seat in hands else case.right()


def forgets_looks_at_exchanged_hands(case: Case) -> State:
    """Whose look went with a hand that two others exchanged by a King no longer knows the card."""
    hands = exchanged_hands(case)
    return case.right() if HAND + case.seat in hands else deals_hands_anew(case, hands)


def keeps_what_others_have_seen(case: Case) -> State:
    """Hands stay that anybody has looked at: whose mark it is does not count."""
    copy, true = case.right(), case.true.record_array[0]
    for card in case.hidden.tolist():
        hand = int(true.zone[card])
        if HAND <= hand < HAND + true.seats and int(true.seen[card]) & ~(1 << hand - HAND):
            pieces.put_as_true(case, copy, card)
    return copy


def forgets_who_else_has_looked(case: Case) -> State:
    """In the copy nobody knows a hand but its owner, and the seat it is made for what it knew."""
    copy = case.right()
    record = copy.record_array[0]
    for card in np.flatnonzero((record.zone >= HAND) & (record.zone < HAND + record.seats)):
        record.seen[card] &= 1 << int(record.zone[card]) - HAND | 1 << case.seat
    return copy


def forgets_ties(case: Case) -> State:
    """Deals from a belief that has not heard that compared hands were equal."""
    return pieces.without_facts(case, "held the same")


def forgets_the_countess(case: Case) -> State:
    """Deals from a belief that takes a Countess to be possible beside a King that was played."""
    return pieces.without_facts(case, "no Countess")


def forgets_who_won(case: Case) -> State:
    """Deals from a belief that has not heard that the winner of a Baron held the higher card."""
    return pieces.without_facts(case, "won against")


def forgets_misses(case: Case) -> State:
    """Deals from a belief that has not heard which cards Guards have named in vain."""
    return pieces.without_facts(case, "and missed")


def ends_protection(case: Case) -> State:
    """A copy in which no Handmaid protects anybody."""
    copy = case.right()
    copy.record_array["protected"] = 0
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        keeps_the_card_aside,
        "independent",
        Kind.PEEKING,
        "deck and hands are dealt anew, and the card laid aside is copied: it lies in no deck",
    ),
    TABLE.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "one hand is left as it is because only the next player's is dealt anew",
    ),
    TABLE.piece(
        pieces.keeps_the_events,
        "independent",
        Kind.HISTORY_LEAK,
        "actions of Priests and Barons that were played store the cards seen; copies keep them",
    ),
    TABLE.piece(
        pieces.writes_hands_down,
        "independent",
        Kind.CACHE_LEAK,
        "the text of the history names the card that a Priest saw",
    ),
    TABLE.piece(
        pieces.keeps_the_generator,
        "independent",
        Kind.GENERATOR_LEAK,
        "the next round is dealt by the generator that is copied with the state",
    ),
    TABLE.piece(
        pieces.never_mixes_the_deck,
        "independent",
        Kind.PEEKING,
        "hands are shuffled among themselves, and the deck by itself",
        "redeal",
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "hands are collected and dealt anew with the cards that were seen by a Priest",
        "redeal",
        20,
        400,
    ),
    TABLE.piece(
        pieces.forgets_in_the_second_copy,
        "indistinguishable",
        Kind.FORGOTTEN_LOOK,
        "filling hands shuffles them by a routine that takes all marks away: a copy knows what was"
        " seen, a copy of the copy does not",
        "redeal",
        20,
        400,
    ),
    TABLE.piece(
        forgets_the_card_given_away,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a King adds the cards to the other hand with the marks of new ones",
        "redeal",
        30,
        600,
        parameters=LOOKS,
    ),
    TABLE.piece(
        keeps_what_others_have_seen,
        "independent",
        Kind.PEEKING,
        "a card counts as known when its mark says that somebody has seen it: an onlooker is given"
        " what another saw by a Priest",
        "redeal",
        30,
        600,
        parameters=LOOKS | {"tokens3": 1},
        most_moves=8,
    ),
    TABLE.piece(
        forgets_who_else_has_looked,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "cards dealt to a hand have the marks of new ones: that the opponent has seen it is lost",
        "redeal",
        20,
        200,
        players=2,
        parameters=LOOKS | {"faceup": 0, "tokens2": 1},
        most_moves=8,
    ),
    TABLE.piece(
        ends_protection,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "a Handmaid's protection is taken away at once",
    ),
    TABLE.piece(
        pieces.deals_hands_one_by_one,
        "conserves",
        Kind.LOST_CARDS,
        "each hidden hand is drawn by itself from all unseen cards",
    ),
    TABLE.piece(
        forgets_ties,
        "consistent",
        Kind.IGNORED_FACT,
        "an equal comparison by a Baron is not recorded at all",
        positions=30,
        copies=600,
        parameters=TIES,
    ),
    TABLE.piece(
        forgets_the_countess,
        "consistent",
        Kind.IGNORED_FACT,
        "what a player need not have played is no mark on any card",
        positions=30,
        copies=600,
        parameters=FORCED,
    ),
    TABLE.piece(
        forgets_who_won,
        "consistent",
        Kind.IGNORED_FACT,
        "of a comparison by a Baron only who is out is kept",
        positions=30,
        copies=600,
        parameters=COMPARED,
    ),
    TABLE.piece(
        forgets_misses,
        "consistent",
        Kind.IGNORED_FACT,
        "what a Guard named in vain is no mark on any card",
        positions=20,
        copies=600,
        parameters=GUESSED,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal"),
    partial(TABLE.right, players=2, preset="tag"),
    partial(TABLE.right, players=4, preset="zman2019"),
    partial(TABLE.right, "redeal", players=2, preset="zman2019"),
    partial(TABLE.right, parameters=TIES),
)
