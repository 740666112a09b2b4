"""The cards of Uno as numbers.

Face ``13 * colour + symbol``: colours red, yellow, green, blue; symbols 0 to 9 the numbers, then
Skip, Reverse, Draw Two. After the 52 coloured faces come the Wild and the Wild Draw Four. There is
one 0 of each colour, two of every other coloured face, and four of each wild: 108 cards. Sets of
faces are bit masks: bit ``f`` stands for face ``f``.
"""

from __future__ import annotations

import numpy as np

COLOURS = ("Red", "Yellow", "Green", "Blue")
SYMBOLS = (*map(str, range(10)), "Skip", "Reverse", "Draw Two")

SKIP, REVERSE, DRAW_TWO = 10, 11, 12
NO_SYMBOL = len(SYMBOLS)
"""The symbol of a wild, and of a card whose symbol nothing matches."""
NO_COLOUR = len(COLOURS)
"""The colour of a wild for which no colour has been named."""

WILD = NO_COLOUR * NO_SYMBOL
WILD_DRAW_FOUR = WILD + 1
FACES = (*(f"{c} {s}" for c in COLOURS for s in SYMBOLS), "Wild", "Wild Draw Four")
FACE_COUNT = len(FACES)
COPIES = (*(1 if symbol == "0" else 2 for _ in COLOURS for symbol in SYMBOLS), 4, 4)
CARD_COUNT = sum(COPIES)

FACE_OF_CARD = np.repeat(np.arange(FACE_COUNT), COPIES)
"""The face of each physical card; copies lie side by side."""
PRINTED = np.array(COPIES)
"""How many cards of each face there are."""


def colour_of(face: int) -> int:
    """The colour of a face; :data:`NO_COLOUR` for both wilds.

    >>> [colour_of(FACES.index(face)) for face in ("Yellow 0", "Blue Draw Two", "Wild Draw Four")]
    [1, 3, 4]
    """
    return min(face // 13, NO_COLOUR)


def symbol_of(face: int) -> int:
    """The symbol of a face, numbers for themselves; :data:`NO_SYMBOL` for both wilds.

    >>> [symbol_of(FACES.index(face)) for face in ("Yellow 0", "Blue Draw Two", "Wild Draw Four")]
    [0, 12, 13]
    """
    return face % 13 if face < WILD else NO_SYMBOL


def faces_of(mask: int) -> list[int]:
    """The faces of a mask.

    >>> [FACES[face] for face in faces_of(int(MATCHES[0, 5]))][12:]
    ['Red Draw Two', 'Yellow 5', 'Green 5', 'Blue 5', 'Wild', 'Wild Draw Four']
    """
    return [face for face in range(FACE_COUNT) if mask >> face & 1]


OF_COLOUR = np.array(
    [sum(1 << f for f in range(WILD) if colour_of(f) == c) for c in range(NO_COLOUR + 1)], np.int64
)
"""The coloured faces of each colour, as masks; none for :data:`NO_COLOUR`."""

OF_SYMBOL = np.array(
    [sum(1 << f for f in range(WILD) if symbol_of(f) == n) for n in range(NO_SYMBOL + 1)], np.int64
)
"""The coloured faces of each symbol, as masks; none for :data:`NO_SYMBOL`."""

WILDS = 1 << WILD | 1 << WILD_DRAW_FOUR

MATCHES = OF_COLOUR[:, None] | OF_SYMBOL[None, :] | WILDS
"""``MATCHES[colour, symbol]``: the faces that go on these, as masks."""
