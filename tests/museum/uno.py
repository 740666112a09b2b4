"""Broken copiers of Uno, and right ones. Rounds with few cards, of which many are drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from determinize.audit import Auditable, Kind
from games.state import State
from games.uno.cards import NO_COLOUR, colour_of
from games.uno.record import DISCARD
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

FEW: dict[str, Any] = {
    "hand": 3,
    "numbers": 2,
    "skips": 0,
    "reverses": 0,
    "draw_twos": 1,
    "wilds": 1,
    "wild_draw_fours": 1,
    "target": 1,
}
"""A round with 18 cards."""
USED_UP: dict[str, Any] = {"parameters": FEW | {"hand": 7}, "most_moves": 24}
"""The deck is soon used up, and the pile reshuffled."""
TABLE = Room("uno", {"preset": "tag", "players": 2, "parameters": FEW, "most_moves": 12}, 6, 180)


def ignores_forced_draws(case: Case) -> State:
    """All other hands are pooled with the deck, whatever drawing has shown that they lack."""
    return pieces.without_facts(case, "seat")


def deals_from_the_old_pile(case: Case) -> State:
    """All hidden cards are dealt alike, those of the pile that was made the new deck among them."""
    copy = case.blank()
    record = copy.record_array[0]
    cards = np.flatnonzero(record.seen >> case.seat & 1 == 0)
    pieces.lay(record, cards[case.rng.permutation(len(cards))], pieces.slots_of(record, cards))
    return copy


def loses_the_named_colour(case: Case) -> State:
    """The colour in force is read from the top card; that named for a wild is lost."""
    copy = case.right()
    record = copy.record_array[0]
    pile = np.flatnonzero(record.zone == DISCARD)
    top = int(pile[np.argmax(record.depth[pile])])
    record.colour = colour_of(int(case.target.game.face_of[top])) % NO_COLOUR
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        ignores_forced_draws,
        "consistent",
        Kind.IGNORED_FACT,
        "other hands are pooled with the deck; that who had to draw could not play is ignored (9)",
        positions=14,
        copies=168,
    ),
    TABLE.piece(
        deals_from_the_old_pile,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "after a reshuffle others are dealt cards that lay face up in the pile a moment ago (9)",
        **USED_UP,
    ),
    TABLE.piece(
        loses_the_named_colour,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "the colour named for a wild is lost after another player draws (9)",
        "redeal",
        16,
        160,
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
        "the deck is copied, not shuffled: what will be drawn is drawn in its true order",
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
        "the generator that will shuffle the pile is copied with the state",
        "redeal",
    ),
    TABLE.piece(
        pieces.keeps_the_events,
        "independent",
        Kind.HISTORY_LEAK,
        "what happened is copied with the faces of drawn cards, also those kept",
        "redeal",
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a hand that was seen, given away for a 7, is dealt anew with those that were not",
        "redeal",
        14,
        140,
        parameters=FEW | {"numbers": 8, "wild_draw_fours": 0, "seven_zero": True},
        players=3,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal"),
    partial(TABLE.right, "deal", **USED_UP),
    partial(TABLE.right, "redeal", **USED_UP),
    partial(TABLE.right, "deal", preset="official", players=3),
    partial(TABLE.right, "redeal", preset="official", players=3),
)
