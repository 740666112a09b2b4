"""What may be done at each decision place."""

from __future__ import annotations

from typing import Any

from games.kit.faces import faces_in
from games.kit.masks import write_options
from games.kit.table import any_card, size
from games.schnapsen.cards import JACK, KING, QUEEN, STRONGER, SUIT_CARDS, card_of, suit_of
from games.schnapsen.parameters import IllegalMove, MarriageCard
from games.schnapsen.record import (
    CLAIM,
    CLOSE,
    EXCHANGE,
    HAND,
    MARRIAGE,
    NONE,
    PLAY_ON,
    TALON,
    TRICK,
    TRUMP,
    Decision,
)

GOAL = 66


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover`` in ascending code order: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    if s.decision == Decision.CLAIM:
        out[0] = CLAIM
        out[1] = PLAY_ON
        return 2
    hand = faces_in(s, HAND + int(s.mover))
    if s.decision == Decision.LEAD:
        return lead_options(s, hand, out)
    if s.decision == Decision.LEAD_MARRIAGE:
        return write_options(couple(s, int(s.declared) - 1), 0, out, 0)
    if s.rules.illegal_move == IllegalMove.IMPOSSIBLE:
        hand = lawful_answers(s, hand)
    return write_options(hand, 0, out, 0)


def sensible(s: Any, out: Any) -> int:
    """The options without blunders: no unlawful answer, no wrong claim, no right one forgone."""
    if s.mover < 0:
        return 0
    if s.decision == Decision.CLAIM:
        out[0] = CLAIM if s.points[int(s.mover)] >= GOAL else PLAY_ON
        return 1
    if s.decision == Decision.FOLLOW:
        hand = lawful_answers(s, faces_in(s, HAND + int(s.mover)))
        return write_options(hand, 0, out, 0)
    return legal(s, out)


def lead_options(s: Any, hand: int, out: Any) -> int:
    """``lead``: any card; before it exchange, close, declare."""
    n = write_options(hand, 0, out, 0)
    has_trick = s.tricks[int(s.mover)] > 0
    if may_exchange(s, hand, has_trick):
        out[n] = EXCHANGE
        n += 1
    if s.rules.closing and not is_strict(s) and talon_has(s, int(s.rules.close_min_talon)):
        out[n] = CLOSE
        n += 1
    if has_trick or not s.rules.marriage_needs_trick:
        for suit in range(4):
            if hand >> card_of(suit, KING) & hand >> card_of(suit, QUEEN) & 1:
                out[n] = MARRIAGE + suit
                n += 1
    return n


def may_exchange(s: Any, hand: int, has_trick: bool) -> bool:
    """Whether the leader may exchange the trump jack for the indicator."""
    if not hand >> card_of(int(s.trump), JACK) & 1 or is_strict(s):
        return False
    if s.rules.exchange_needs_trick and not has_trick:
        return False
    return talon_has(s, int(s.rules.exchange_min_talon))


def talon_has(s: Any, least: int) -> bool:
    """Whether so many cards are left in phase 1, the indicator included; two always are."""
    return least <= 2 or size(s, TALON) + 1 >= least


def couple(s: Any, suit: int) -> int:
    """The cards of which one is led after a declaration, as a mask."""
    king = 1 << card_of(suit, KING)
    if s.rules.marriage_card == MarriageCard.KING:
        return king
    return king | 1 << card_of(suit, QUEEN)


def lawful_answers(s: Any, hand: int) -> int:
    """``follow``: the cards of ``hand`` that may answer the card led, as a mask.

    Phase 1: any. Phase 2: a higher card of the suit led; else any of that suit; else a trump; else
    any.
    """
    if not is_strict(s):
        return hand
    led = card_led(s)
    for duty in (
        higher_cards(s, led),
        int(SUIT_CARDS[suit_of(led)]),
        int(SUIT_CARDS[int(s.trump)]),
    ):
        if hand & duty:
            return hand & duty
    return hand


def is_strict(s: Any) -> bool:
    """Phase 2: the talon is closed, or its last card, the indicator, has been drawn."""
    return bool(s.closer > 0) or any_card(s, TRUMP) == NONE


def card_led(s: Any) -> int:
    """The card on the table that is to be answered."""
    return any_card(s, TRICK)


def higher_cards(s: Any, card: int) -> int:
    """The cards of the same suit that beat ``card``, as a mask (rank follows points)."""
    return int(STRONGER[1 if s.rules.ace_points < 11 else 0, card])
