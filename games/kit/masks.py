"""Small sets of faces or of seats as bit masks: how many, which comes next, which are options."""

from __future__ import annotations

from typing import Any

import numpy as np

SEQUENCE = 0x03F79D71B4CB0A89
"""Sixty-four bits of which any six in a row are another number (a de Bruijn sequence)."""
PLACE = np.zeros(64, np.int64)
"""Where those six bits stand in the sequence, by the number that they are."""
for _place in range(64):
    PLACE[SEQUENCE << _place >> 58 & 63] = _place


def lowest(mask: int) -> int:
    """The least number in a set that is not empty.

    >>> lowest(0b101000), lowest(1 << 62)
    (3, 62)
    """
    return int(PLACE[(mask & -mask) * SEQUENCE >> 58 & 63])


def how_many(mask: int) -> int:
    """How many numbers a set has.

    >>> how_many(0b101001)
    3
    """
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def write_options(mask: int, code: int, out: Any, n: int) -> int:
    """The numbers of a set as options ``code + number``, after ``n`` others; how many then.

    >>> out = [7, 0, 0]
    >>> write_options(0b1001, 10, out, 1), out
    (3, [7, 10, 13])
    """
    while mask != 0:
        out[n] = code + lowest(mask)
        n += 1
        mask &= mask - 1
    return n


def zeros(row: Any, n: int) -> int:
    """At which of the first ``n`` places of a row there is a 0: of seats, who is not out.

    >>> zeros([1, 0, 0, 2, 0], 4)
    6
    """
    mask = 0
    for place in range(n):
        mask |= int(row[place] == 0) << place
    return mask


def seat_after(s: Any, p: int, playing: int, step: int) -> int:
    """Which of the seats in ``playing`` comes after ``p``: going up (``step`` 1) or down (-1).

    Where there is no other one it is ``p``.
    """
    seats = int(s.seats)
    for _ in range(seats):
        p += step
        if p == seats:
            p = 0
        elif p < 0:
            p = seats - 1
        if playing >> p & 1:
            return p
    return p
