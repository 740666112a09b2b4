"""The cards of Schnapsen as numbers.

Card ``5 * suit + rank``: suits clubs, diamonds, hearts, spades; ranks ace, ten, king, queen, jack.
The four nines of the 24-card game follow as cards 20 to 23, so that the others keep their numbers.

===== ====== ====== ====== ======
rank  clubs  diam.  hearts spades
===== ====== ====== ====== ======
ace   0      5      10     15
ten   1      6      11     16
king  2      7      12     17
queen 3      8      13     18
jack  4      9      14     19
nine  20     21     22     23
===== ====== ====== ====== ======

Sets of cards are bit masks: bit ``c`` stands for card ``c``.
"""

from __future__ import annotations

import numpy as np

CARDS = 24
SUITS = 4
ACE, TEN, KING, QUEEN, JACK, NINE = range(6)

RANK_POINTS = np.array([11, 10, 4, 3, 2, 1], np.int64)
"""What a card counts by rank; aces and nines may be given other values."""


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 5 if card < 20 else card - 20


def rank_of(card: int) -> int:
    """The rank of a card, 0 ace to 5 nine."""
    return card % 5 if card < 20 else NINE


def card_of(suit: int, rank: int) -> int:
    """The card of a suit and rank.

    >>> card_of(2, QUEEN)
    13
    """
    return 5 * suit + rank if rank < NINE else 20 + suit


def _stronger(card: int, ace_low: bool) -> int:
    """The cards of the same suit that outrank ``card``, as a mask."""
    order = (TEN, KING, QUEEN, JACK, NINE, ACE) if ace_low else (ACE, TEN, KING, QUEEN, JACK, NINE)
    above = order[: order.index(rank_of(card))]
    return sum(1 << card_of(suit_of(card), rank) for rank in above)


SUIT_CARDS = np.array([sum(1 << card_of(s, r) for r in range(6)) for s in range(SUITS)], np.int64)
"""The cards of each suit, as masks."""

STRONGER = np.array(
    [[_stronger(card, ace_low) for card in range(CARDS)] for ace_low in (False, True)], np.int64
)
"""``STRONGER[ace_low, card]``: the cards of the same suit that beat it, as masks."""
