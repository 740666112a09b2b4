"""Generator rows: random numbers that are the same compiled and plain.

A *row* is four int64 words, each below 2**32: the state of xoshiro128++ (Blackman and Vigna,
"Scrambled linear pseudorandom number generators", 2021). All arithmetic stays below 2**63, so
compiled code and plain Python agree without a cast and without a warning.

A game is handed three rows at once, ``rng`` of shape (3, 4):

======== ====================================================================================
row      what it is for
======== ====================================================================================
``PLAY`` everything random that happens during play
1        the key of the deals; never advanced
``DEAL`` the present deal, started anew for each round by :func:`start_deal`, so that round *k*
         of a seed is dealt alike however the rounds before it were played
======== ====================================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled.binding import inlined

PLAY = 0
KEY = 1
DEAL = 2

MASK = 0xFFFFFFFF

Row = NDArray[np.int64]


def rows(seed: int, *key: int) -> NDArray[np.int64]:
    """The three generator rows of one purpose: int64[3, 4].

    The same ``seed`` and ``key`` give the same rows; different keys are independent streams.

    Args:
        seed: a whole number, not negative.
        key: whole numbers from 0 to 2**64 - 1 that tell this purpose from others of the same seed.

    Raises:
        ValueError: for a negative seed or key.

    >>> rows(7).shape
    (3, 4)
    >>> below(rows(7)[PLAY], 1000) == below(rows(7)[PLAY], 1000)
    True
    """
    for number in (seed, *key):
        if number < 0:
            raise ValueError(f"a seed must not be negative: {number}")
    # Not all in one list: NumPy takes [7] and [7, 0] for the same seed.
    purpose = [word for number in key for word in (number & MASK, number >> 32)]
    words = np.random.SeedSequence(seed, spawn_key=purpose).generate_state(12, np.uint32)
    return words.astype(np.int64).reshape(3, 4)


@inlined
def _next(row: Any) -> int:
    """The next 32 random bits of a row, which is advanced in place."""
    a, b, c, d = int(row[0]), int(row[1]), int(row[2]), int(row[3])
    total = (a + d) & MASK
    result = ((((total << 7) | (total >> 25)) & MASK) + a) & MASK
    shifted = (b << 9) & MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = ((d << 11) | (d >> 21)) & MASK
    row[0] = a
    row[1] = b
    row[2] = c
    row[3] = d
    return result


@inlined
def below(row: Any, n: int) -> int:
    """A whole number drawn uniformly from 0 to n - 1, exactly (Lemire 2019); 1 <= n < 2**31.

    Advances ``row`` in place, usually by one draw.

    >>> 0 <= below(rows(1)[PLAY], 20) < 20
    True
    """
    product = _next(row) * n
    low = product & MASK
    if low < n:
        threshold = (MASK + 1 - n) % n
        while low < threshold:
            product = _next(row) * n
            low = product & MASK
    return product >> 32


def uniform(row: Any) -> float:
    """A float drawn uniformly from [0, 1), with 53 random bits. Advances ``row`` by two draws.

    >>> 0.0 <= uniform(rows(1)[PLAY]) < 1.0
    True
    """
    high = _next(row) >> 5
    low = _next(row) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


def permutation(n: int, row: Any) -> list[int]:
    """The numbers 0 to n - 1 in an order drawn uniformly (Fisher and Yates). Advances ``row``.

    >>> sorted(permutation(5, rows(1)[PLAY]))
    [0, 1, 2, 3, 4]
    """
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(row, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _mixed(word: int) -> int:
    """A 32-bit word with every input bit spread over all of them (odd multipliers below 2**31)."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & MASK
    word = ((word ^ (word >> 15)) * 0x46CA6B35) & MASK
    return word ^ (word >> 16)


def start_deal(rng: Any, number: int) -> None:
    """Set row ``DEAL`` of ``rng`` (int64[3, 4]) for deal ``number``, from the key row alone."""
    word = _mixed((number + 0x1E3779B9) & MASK)
    for i in range(4):
        word = _mixed((word + int(rng[KEY, i])) & MASK)
        rng[DEAL, i] = word
    rng[DEAL, 3] = int(rng[DEAL, 3]) | 1
    for _ in range(8):
        _next(rng[DEAL])
