"""The cards of Exploding Kittens: thirteen titles, 56 cards.

======= ======================== ====== ==========================================
number  title                    copies
======= ======================== ====== ==========================================
0       Exploding Kitten         4      in the deck, never in a hand
1       Defuse                   6      the answer to a kitten
2       Nope                     5      the answer to an action
3-7     Attack, Skip, Favor,     4 each actions; See the Future has 5 copies
        Shuffle, See the Future
8-12    the five cats            4 each played in sets only
======= ======================== ====== ==========================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

FACES = (
    "Exploding Kitten",
    "Defuse",
    "Nope",
    "Attack",
    "Skip",
    "Favor",
    "Shuffle",
    "See the Future",
    "Tacocat",
    "Cattermelon",
    "Hairy Potato Cat",
    "Beard Cat",
    "Rainbow-Ralphing Cat",
)
COPIES = (4, 6, 5, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4)

KITTEN, DEFUSE, NOPE, ATTACK, SKIP, FAVOR, SHUFFLE, FUTURE, FIRST_CAT = range(9)
TITLES = len(FACES)
CARDS = sum(COPIES)

FACE_OF_CARD = np.repeat(np.arange(TITLES), COPIES)
FIRST_CARD = np.concatenate(([0], np.cumsum(COPIES))).astype(np.int64)
"""The first card of each face; its copies lie side by side, up to the first of the next face."""

NIBBLE = 4
"""Bits of each face in a packed count: no face has more than six copies."""
ONE_OF = np.array([1 << NIBBLE * int(face) for face in FACE_OF_CARD], np.int64)
"""What each card adds to a packed count of faces."""

ALL_TITLES = (1 << TITLES) - 1 - (1 << KITTEN)
"""Masks of faces have a bit for each: here all but the kitten."""
CATS = ALL_TITLES >> FIRST_CAT << FIRST_CAT
PRECIOUS = 1 << DEFUSE | 1 << NOPE
"""Titles that are wasted in a set."""


def face_of(card: int) -> int:
    """The face of a card.

    >>> face_of(0), face_of(4), face_of(55)
    (0, 1, 12)
    """
    return int(FACE_OF_CARD[card])


def counts_in(s: Any, zone: int) -> int:
    """How many cards of each face lie in a zone, packed: :data:`NIBBLE` bits a face."""
    zones = s.zone
    packed = 0
    for c in range(CARDS):
        packed += ONE_OF[c] if zones[c] == zone else 0
    return int(packed)


def count(packed: int, face: int) -> int:
    """How many of a face a packed count says there are.

    >>> count(3 << 4 * DEFUSE | 1 << 4 * NOPE, DEFUSE)
    3
    """
    return packed >> NIBBLE * face & 15


def with_at_least(packed: int, n: int) -> int:
    """The faces of which a packed count has ``n`` or more, as a mask.

    >>> bin(with_at_least(3 << 4 * DEFUSE | 1 << 4 * NOPE, 2))
    '0b10'
    """
    mask = 0
    for face in range(TITLES):
        mask |= int(packed >> NIBBLE * face & 15 >= n) << face
    return mask
