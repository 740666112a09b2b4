"""The cards of Virus! as numbers: 68 cards with 20 faces.

Face ``kind + colour`` for the coloured cards, then the five treatments:

========= === ===== ==== ====== ============ ======
kind      red green blue yellow multicolour  copies
========= === ===== ==== ====== ============ ======
organ     0   1     2    3      4            5, 1
virus     5   6     7    8      9            4, 1
medicine  10  11    12   13     14           4, 4
========= === ===== ==== ====== ============ ======

15 Contagion (2), 16 Organ Thief (3), 17 Transplant (3), 18 Latex Glove (1), 19 Medical Error (1).
This order of the faces is also the order in which several cards of a hand are discarded.
"""

from __future__ import annotations

import numpy as np

RED, GREEN, BLUE, YELLOW, MULTI = range(5)
COLOURS = 5
"""The four colours, and the multicolour one, which fits all."""

ORGAN, VIRUS, MEDICINE = 0, 5, 10
CONTAGION, ORGAN_THIEF, TRANSPLANT, LATEX_GLOVE, MEDICAL_ERROR = range(15, 20)

COLOUR_NAMES = ("red", "green", "blue", "yellow", "multicolour")
FACES = (
    *(f"{colour} {kind}" for kind in ("organ", "virus", "medicine") for colour in COLOUR_NAMES),
    "contagion",
    "organ thief",
    "transplant",
    "latex glove",
    "medical error",
)
"""The names of the faces, by number."""
FACE_COUNT = len(FACES)

COPIES = (5, 5, 5, 5, 1, 4, 4, 4, 4, 1, 4, 4, 4, 4, 4, 2, 3, 3, 1, 1)
"""How many cards of each face are printed."""
CARD_COUNT = sum(COPIES)

FIRST_CARD = np.concatenate([[0], np.cumsum(COPIES)]).astype(np.int64)
"""The first card of each face, and at the end the number of cards: copies lie side by side."""
FACE_OF_CARD = np.repeat(np.arange(FACE_COUNT, dtype=np.int64), COPIES)
"""The face of each physical card."""

ORGAN_FACES = 0b11111
VIRUS_FACES = ORGAN_FACES << VIRUS
MEDICINE_FACES = ORGAN_FACES << MEDICINE
"""Sets of faces are bit masks."""


def fits(one: int, other: int) -> bool:
    """Whether two colours go together: they are equal, or one of them is multicolour.

    >>> fits(RED, RED), fits(RED, BLUE), fits(MULTI, BLUE)
    (True, False, True)
    """
    return one == other or MULTI in (one, other)
