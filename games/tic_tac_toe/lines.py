"""The lines of a grid: K cells side by side in a row, a column or a diagonal.

A cell of an N by N grid has the number ``row * N + column``, both from 0; a set of cells is a mask
in which bit ``cell`` stands for the cell. There are 2N(N-K+1) lines along rows and columns and
2(N-K+1)² along the diagonals of both directions, those among them that touch no corner: 2N + 2
where K = N. (A line of one cell, K = 1, has no direction: there are N² of them.)
"""

from __future__ import annotations

import numpy as np

LARGEST = 6
"""The greatest N."""

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, a column, and the diagonals down to the right and to the left: steps in rows and
columns."""


def lines(size: int, length: int) -> list[int]:
    """The lines of ``length`` cells on a grid of ``size`` by ``size``, as masks.

    >>> [f"{line:09b}" for line in lines(3, 3)[:3]]
    ['000000111', '000111000', '111000000']
    >>> len(lines(3, 3)), len(lines(4, 4)), len(lines(4, 3))
    (8, 10, 24)
    """
    found = []
    for down, right in WAYS:
        for row in range(size):
            for column in range(size):
                cells = [(row + down * i, column + right * i) for i in range(length)]
                if all(r < size and 0 <= c < size for r, c in cells):
                    found.append(sum(1 << r * size + c for r, c in cells))
    return list(dict.fromkeys(found))


_EVERY = {
    (size, length): lines(size, length)
    for size in range(1, LARGEST + 1)
    for length in range(1, size + 1)
}

COUNT = np.zeros((LARGEST + 1, LARGEST + 1), np.int64)
"""How many lines of each length a grid of each size has: ``COUNT[size, length]``."""
LINES = np.zeros((LARGEST + 1, LARGEST + 1, max(map(len, _EVERY.values()))), np.int64)
"""The lines as masks: ``LINES[size, length, :COUNT[size, length]]``."""
for _which, _masks in _EVERY.items():
    COUNT[_which] = len(_masks)
    LINES[_which][: len(_masks)] = _masks
