"""Broken copiers of Schnapsen, and right ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from determinize.audit import Auditable, Kind
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("schnapsen", positions=6, copies=180)


def forgets_voids(case: Case) -> State:
    """Deals from a belief that has heard nothing of what could not be followed or beaten."""
    return pieces.without_facts(case, " ")


def starts_points_anew(case: Case) -> State:
    """A copy whose players have no points and no tricks yet."""
    copy = case.right()
    copy.record_array["points"] = 0
    copy.record_array["tricks"] = 0
    return copy


def mends_voids_by_hand(case: Case) -> State:
    """Deals anyhow, then exchanges each card that a void forbids with the first that it allows."""
    copy = pieces.without_facts(case, " ")
    record, ledger = copy.record_array[0], case.information.ledger
    game = case.target.game
    least = ledger.expected()
    spots = [game.zones[str(spot.zone)] for spot in ledger.spots]
    hand = game.hand_of(1 - case.seat)
    if hand not in spots:
        return copy
    may = least[:, spots.index(hand)] > 1e-12
    for card in case.hidden.tolist():
        if record.zone[card] == hand and not may[card]:
            for other in case.hidden.tolist():
                if record.zone[other] != hand and may[other]:
                    pieces.exchange(record, card, other)
                    break
    return copy


def deals_low_cards_first(case: Case) -> State:
    """The opponent's hand is filled in the order of the cards, each taken with the same chance."""
    copy = case.blank()
    record = copy.record_array[0]
    cards = np.flatnonzero(record.seen >> case.seat & 1 == 0)
    hand = case.target.game.hand_of(1 - case.seat)
    size = int((record.zone[cards] == hand).sum())
    order = case.rng.permutation(cards[::-1])
    if 0 < size < len(cards):
        share = size / len(cards)
        taken = [card for card in cards.tolist() if case.rng.random() < 1.3 * share][:size]
        taken += [card for card in cards.tolist() if card not in taken][: size - len(taken)]
        order = np.array(taken + [card for card in order.tolist() if card not in taken], np.int64)
    slots = pieces.slots_of(record, cards)
    first = np.argsort(slots[0] != hand, kind="stable")
    pieces.lay(record, order, [column[first] for column in slots])
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "a card of the opponent's hand is left in the copy because only the rest is dealt anew",
    ),
    TABLE.piece(
        pieces.keeps_the_bottom,
        "independent",
        Kind.PEEKING,
        "the bottom card of the talon is treated as if it were known (digest, section 10)",
    ),
    TABLE.piece(
        pieces.keeps_the_draw_order,
        "independent",
        Kind.PEEKING,
        "unknown talon cards are drawn in their true order (section 10)",
    ),
    TABLE.piece(
        pieces.tells_the_truth_now_and_then,
        "calibrated",
        Kind.PEEKING,
        "a fall-back returns the true state when dealing has failed too often",
        positions=16,
        copies=960,
    ),
    TABLE.piece(
        pieces.never_mixes_the_deck,
        "independent",
        Kind.PEEKING,
        "the talon is shuffled and the hand left as it is: the talon's cards stay in the talon",
        "redeal",
    ),
    TABLE.piece(
        pieces.keeps_the_previous_state,
        "independent",
        Kind.HISTORY_LEAK,
        "a state keeps a chain of previous states, and copies keep the chain",
    ),
    TABLE.piece(
        pieces.keeps_the_events,
        "independent",
        Kind.HISTORY_LEAK,
        "the true history, with the faces of drawn cards, is copied with the state",
        positions=18,
        copies=270,
    ),
    TABLE.piece(
        pieces.keeps_the_generator,
        "independent",
        Kind.GENERATOR_LEAK,
        "the generator lives in the state and is copied with it, so the copy draws the true future",
    ),
    TABLE.piece(
        pieces.writes_hands_down,
        "independent",
        Kind.CACHE_LEAK,
        "the text form of a perspective prints the whole hidden state (section 10)",
    ),
    TABLE.piece(
        pieces.shares_the_history,
        "independent",
        Kind.ALIASING,
        "class-level mutable trick lists are shared by all states (section 10)",
    ),
    TABLE.piece(
        pieces.shares_the_record,
        "independent",
        Kind.ALIASING,
        "copy.copy of a state: a new object around the same array",
    ),
    TABLE.piece(
        pieces.changes_the_original,
        "independent",
        Kind.SIDE_EFFECT,
        "rows are deleted from the table of hands while it is iterated over (section 10)",
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "the exchanged indicator and the partner of a marriage are dealt anew (section 10)",
        "redeal",
        20,
        400,
    ),
    TABLE.piece(
        pieces.forgets_in_the_second_copy,
        "indistinguishable",
        Kind.FORGOTTEN_LOOK,
        "looks are kept beside the state and copied from the original only",
        "redeal",
        50,
        600,
    ),
    TABLE.piece(
        starts_points_anew,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "points are not copied, so that a copy begins the count anew",
    ),
    TABLE.piece(
        forgets_voids,
        "consistent",
        Kind.IGNORED_FACT,
        "worlds are sampled from the cards that have not been seen, voids shown in play ignored",
        positions=24,
        copies=480,
    ),
    TABLE.piece(
        forgets_voids,
        "replayable",
        Kind.IMPOSSIBLE_HISTORY,
        "the same, played back: the answer was not allowed with the hand that the copy has",
        positions=24,
        copies=480,
    ),
    TABLE.piece(
        pieces.shuffles_naively,
        "calibrated",
        Kind.BIASED,
        "the shuffle exchanges each card with any card",
        "redeal",
        60,
        7200,
    ),
    TABLE.piece(
        deals_low_cards_first,
        "calibrated",
        Kind.BIASED,
        "dealing in the order of the cards, with a chance for each, favours low ones",
        "redeal",
        16,
        960,
    ),
    TABLE.piece(
        pieces.cuts_instead_of_shuffling,
        "calibrated",
        Kind.WRONG_WEIGHTS,
        "cards are cut and not shuffled: each is right by itself, neighbours stay together",
        "redeal",
        16,
        960,
    ),
    TABLE.piece(
        pieces.leaves_a_world_out,
        "reachable",
        Kind.MISSING_WORLD,
        "a loop over hands ends one too early",
        positions=45,
        copies=5400,
    ),
    TABLE.piece(
        mends_voids_by_hand,
        "calibrated",
        Kind.BIASED,
        "a deal that breaks a known void is mended by the first exchange that helps",
        positions=36,
        copies=4320,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal"),
    partial(TABLE.right, "deal", preset="vu_platform"),
    partial(TABLE.right, "deal", preset="vu_classic"),
)
