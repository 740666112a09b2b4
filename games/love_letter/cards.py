"""The cards of Love Letter as numbers, in the order of their ranks.

The order is the same in every edition; the numbers printed on the highest three are not: six,
seven, eight in the first edition, seven, eight, nine since there are Spies and Chancellors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FACES = (
    "Spy",
    "Guard",
    "Priest",
    "Baron",
    "Handmaid",
    "Prince",
    "Chancellor",
    "King",
    "Countess",
    "Princess",
)
SPY, GUARD, PRIEST, BARON, HANDMAID, PRINCE, CHANCELLOR, KING, COUNTESS, PRINCESS = range(10)
COPIES = (2, 6, 2, 2, 2, 2, 2, 1, 1, 1)
FACE_COUNT = len(FACES)
CARD_COUNT = sum(COPIES)

FACE_OF_CARD = np.repeat(np.arange(FACE_COUNT), COPIES)
"""The face of each physical card; copies lie side by side."""
FIRST_CARD = np.cumsum((0, *COPIES))
"""``FIRST_CARD[f]`` to ``FIRST_CARD[f + 1] - 1`` are the cards of face ``f``."""


def face_in(s: Any, zone: int) -> int:
    """The lowest face in a zone, -1 if it is empty: for zones of one card, its face."""
    zones = s.zone
    for c in range(CARD_COUNT):
        if zones[c] == zone:
            return int(FACE_OF_CARD[c])
    return -1


def faces_in(s: Any, zone: int) -> int:
    """The faces in a zone, as a mask."""
    zones = s.zone
    mask = 0
    for c in range(CARD_COUNT):
        mask |= int(zones[c] == zone) << int(FACE_OF_CARD[c])
    return mask


def card_in(s: Any, zone: int, face: int) -> int:
    """A card of a face in a zone, -1 if there is none: any of them, copies are alike."""
    for c in range(int(FIRST_CARD[face]), int(FIRST_CARD[face + 1])):
        if s.zone[c] == zone:
            return c
    return -1
