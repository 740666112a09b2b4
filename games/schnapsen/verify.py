"""What cannot be in a position of Schnapsen: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.schnapsen.cards import CARDS, suit_of
from games.schnapsen.record import HAND, NONE, OUT, TRICK, TRUMP, WON, ZONES, Decision

HAND_SIZE = 5
SUIT_LIST = "0 clubs, 1 diamonds, 2 hearts, 3 spades"


def verify(s: Any) -> list[str]:
    """Everything about a position that no deal comes to, in words; none: it may be played."""
    return [*_wrong_fields(s), *_wrong_cards(s), *_wrong_place(s)]


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    tricks = int(s.rules.deck) // 2
    fields: list[tuple[str, int, int | None, str]] = [
        ("trump", 0, 3, f"a suit, {SUIT_LIST}"),
        ("dealer", 0, 1, "a seat, 0 or 1"),
        ("declared", 0, 4, "0 for none, or 1 + the suit of the marriage"),
        ("closer", 0, 2, "0 for nobody, or 1 + the seat"),
        ("deal_winner", 0, 1, "a seat, 0 or 1"),
        ("deal_points", 0, 3, "0 to 3 game points"),
        ("round", 0, None, "how many deals came before, 0 or more"),
        ("pending", 0, 100, "0 to 100 points"),
        ("tricks", 0, tricks, f"0 to {tricks} tricks"),
        ("closing_tricks", 0, tricks, f"0 to {tricks} tricks"),
        ("score", 0, None, "0 or more game points"),
    ]
    if int(s.rules.ace_points) > 0:  # else a deal's points can fall below zero
        fields += [
            (name, 0, None, "0 or more points")
            for name in ("points", "closing_points", "deal_totals")
        ]
    wrong = []
    for name, least, most, right in fields:
        value = s[name].tolist()
        numbers = value if isinstance(value, list) else [value]
        if any(n < least or (most is not None and n > most) for n in numbers):
            each = "" if numbers is not value else "each "
            wrong.append(f"{name} cannot be {value}: {each}{right}")
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Zones that hold what they cannot hold, and a trump suit that is not the indicator's."""
    zone = s.zone.tolist()
    wrong = []
    most = {HAND: HAND_SIZE, HAND + 1: HAND_SIZE, TRUMP: 1, TRICK: 1}
    for number, n in most.items():
        if zone.count(number) > n:
            held = zone.count(number)
            wrong.append(f"{ZONES.names[number]} cannot hold {held} cards: {n} at most")
    deck = int(s.rules.deck)
    for card in range(CARDS):
        where = ZONES.names[zone[card]]
        if card < deck and zone[card] == OUT:
            wrong.append(f"{_name(card)} cannot lie in out: it is one of the {deck} cards in play")
        if card >= deck and zone[card] not in (OUT, WON, WON + 1):
            wrong.append(f"{_name(card)} cannot lie in {where} with {deck} cards in play: in out")
    indicators = [card for card in range(CARDS) if zone[card] == TRUMP]
    for card in indicators[:1]:
        if suit_of(card) != int(s.trump):
            wrong.append(
                f"trump cannot be {s.trump} with {_name(card)} in trump: {suit_of(card)}, its suit"
            )
    return wrong


def _wrong_place(s: Any) -> list[str]:
    """A decision place that the position does not lead to."""
    if s.mover == NONE:
        return []
    zone, me = s.zone.tolist(), int(s.mover)
    led, hand = zone.count(TRICK), zone.count(HAND + me)
    place = Decision(int(s.decision)).name.lower()
    wrong = []
    if s.decision == Decision.FOLLOW and led != 1:
        wrong.append(f"decision cannot be {place!r} with no card in trick: the card led lies there")
    if s.decision != Decision.FOLLOW and led:
        wrong.append(f"decision cannot be {place!r} with a card in trick: 'follow'")
    if s.decision == Decision.LEAD_MARRIAGE and s.declared == 0:
        wrong.append(f"declared cannot be 0 at {place!r}: 1 + the suit of the marriage")
    if s.decision != Decision.CLAIM and hand == 0:
        wrong.append(f"hand {me} cannot be empty: seat {me} has to play a card")
    return wrong


def _name(card: int) -> str:
    from games.schnapsen.words import FACES

    return FACES[card]
