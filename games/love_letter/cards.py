"""The cards of Love Letter as numbers, in the order of their ranks.

The order is the same in every edition; the numbers printed on the highest three are not: six,
seven, eight in the first edition, seven, eight, nine since there are Spies and Chancellors.
"""

from __future__ import annotations

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
