"""What a player of Exploding Kittens can tell of hidden cards, and what cards are worth to it.

All of it follows from what the player sees: how many cards lie where, which of them it has seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.exploding_kittens.cards import (
    CARDS,
    DEFUSE,
    FACE_OF_CARD,
    FIRST_CARD,
    KITTEN,
    count,
    face_of,
)
from games.exploding_kittens.record import DECK, DISCARD, HAND
from games.exploding_kittens.turns import alive
from games.kit.table import size, top

PUT_BACK = 65
"""How likely a kitten that has just been put back lies on top, in hundredths."""
WORTHS = np.array([0, 100, 25, 30, 25, 6, 10, 12, 4, 4, 4, 4, 4], np.int64)
"""What each title is worth to who holds it, in hundredths of a Defuse."""
MATCH = 2
"""What another card of the same title is worth in addition."""


def sees(s: Any, me: int, card: int) -> bool:
    """Whether a player has seen a card where it lies."""
    return int(s.seen[card]) >> me & 1 == 1


def knows_top(s: Any, me: int) -> bool:
    """Whether a player has seen the next card of the deck."""
    return sees(s, me, top(s, DECK))


def knows_kitten_on_top(s: Any, me: int) -> bool:
    """Whether a player has seen that the next card is a kitten."""
    card = top(s, DECK)
    return face_of(card) == KITTEN and sees(s, me, card)


def chance_of_kitten(s: Any, me: int) -> int:
    """How likely the next card is a kitten, in hundredths."""
    card = top(s, DECK)
    if sees(s, me, card):
        return 100 if face_of(card) == KITTEN else 0
    cards = 0
    kittens = alive(s) - 1
    known = 0
    for c in range(CARDS):
        if s.zone[c] == DECK:
            if sees(s, me, c):
                known += FACE_OF_CARD[c] == KITTEN
            else:
                cards += 1
    kittens -= known
    if kittens == 0:
        return 0
    return max(100 * kittens // cards, 0 if known else hint(s))


def hint(s: Any) -> int:
    """What the discard pile tells of a kitten on top, in hundredths."""
    last = top(s, DISCARD)
    return PUT_BACK if last >= 0 and face_of(last) == DEFUSE else 0


def chance_of_title(s: Any, me: int, p: int, title: int) -> int:
    """How likely another holds a title, in hundredths, at most; seen copies are certain."""
    copies = 0
    for c in range(int(FIRST_CARD[title]), int(FIRST_CARD[title + 1])):
        if sees(s, me, c):
            if s.zone[c] == HAND + p:
                return 100
        else:
            copies += 1
    unseen = 0
    held = 0
    for c in range(CARDS):
        if not sees(s, me, c):
            unseen += 1
            held += s.zone[c] == HAND + p
    return min(99, 100 * copies * held // max(1, unseen))


def worth_of_hand(s: Any, me: int, p: int) -> int:
    """What a random card of another's hand is worth on an average; 0 without cards."""
    unseen = 0
    total = 0
    hidden = 0
    known = 0
    for c in range(CARDS):
        worth = int(WORTHS[FACE_OF_CARD[c]])
        held = s.zone[c] == HAND + p
        if not sees(s, me, c):
            unseen += 1
            total += worth
            hidden += held
        elif held:
            known += worth
    held_cards = size(s, HAND + p)
    if held_cards == 0:
        return 0
    return (known + hidden * total // max(1, unseen)) // held_cards


def worth_in_hand(hand: int, title: int) -> int:
    """What a card of a hand is worth: more if there are others of its title for a set."""
    return int(WORTHS[title]) + (MATCH if count(hand, title) > 1 else 0)
