"""Bully and Anti-Bully, the bots of the university's Schnapsen platform.

Both claim when they have reached 66, and never exchange, close or declare. They are policies in the
form of :func:`players.search.playout.choose`, so that search can play out with them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiled import below
from games.schnapsen.cards import CARDS, suit_of
from games.schnapsen.options import GOAL, card_led
from games.schnapsen.record import CLAIM, PLAY_ON, Decision
from games.schnapsen.results import points_of, takes
from players.rules.by_policy import ByPolicy


def bully(s: Any, options: Any, n: int, row: Any) -> int:
    """A random trump, else a random card of the suit led, else a random card of most points."""
    if s.decision == Decision.CLAIM:
        return claim_if_right(s)
    card = random_of_suit(options, n, int(s.trump), row)
    if card < 0 and s.decision == Decision.FOLLOW:
        card = random_of_suit(options, n, suit_of(card_led(s)), row)
    if card < 0:
        card = random_of_most_points(s, options, n, row)
    return card


def anti_bully(s: Any, options: Any, n: int, row: Any) -> int:
    """The cheapest card that beats the one led; leading, or where none does, the cheapest card."""
    if s.decision == Decision.CLAIM:
        return claim_if_right(s)
    card = -1
    if s.decision == Decision.FOLLOW:
        card = cheapest(s, options, n, True)
    if card < 0:
        card = cheapest(s, options, n, False)
    return card


def claim_if_right(s: Any) -> int:
    """Claim with 66 points or more, else play on."""
    return CLAIM if s.points[int(s.mover)] >= GOAL else PLAY_ON


def random_of_suit(options: Any, n: int, suit: int, row: Any) -> int:
    """A random one of the cards of a suit among the options, or -1."""
    found = -1
    ties = 0
    for k in range(n):
        card = int(options[k])
        if card < CARDS and suit_of(card) == suit:
            ties += 1
            if below(row, ties) == 0:
                found = card
    return found


def random_of_most_points(s: Any, options: Any, n: int, row: Any) -> int:
    """A random one of the cards that count most."""
    found = -1
    most = -100
    ties = 0
    for k in range(n):
        card = int(options[k])
        if card >= CARDS:
            continue
        points = points_of(s, card)
        if points > most:
            found, most, ties = card, points, 1
        elif points == most:
            ties += 1
            if below(row, ties) == 0:
                found = card
    return found


def cheapest(s: Any, options: Any, n: int, beating: bool) -> int:
    """The card of fewest points, no trump before a trump, then the lowest number; or -1.

    ``beating``: only cards that beat the one led.
    """
    found = -1
    least = 1 << 20
    for k in range(n):
        card = int(options[k])
        if card >= CARDS or (beating and not takes(s, card_led(s), card)):
            continue
        cost = (points_of(s, card) + 100) * 2
        if suit_of(card) == s.trump:
            cost += 1
        cost = cost * CARDS + card
        if cost < least:
            found, least = card, cost
    return found


@dataclass(frozen=True)
class Bully(ByPolicy):
    """Plays its trumps, and the suit led, and high cards, at random."""

    games = ("schnapsen",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`bully`."""
        return bully


@dataclass(frozen=True)
class AntiBully(ByPolicy):
    """Wins tricks as cheaply as it can, and throws away what counts least."""

    games = ("schnapsen",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`anti_bully`."""
        return anti_bully
