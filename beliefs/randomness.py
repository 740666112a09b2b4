"""Where the random numbers of a sample come from."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.errors import KnowledgeError
from beliefs.facts import whole
from compiled import below, kernel, rows, uniform

Randomness: TypeAlias = int | np.random.Generator | npt.NDArray[np.int64]
"""A seed (same seed, same sample), a NumPy generator, or one generator row (int64[4])."""


def generator_row(rng: Randomness) -> npt.NDArray[np.int64]:
    """The generator row to draw from; a row handed in is itself used and advanced.

    >>> generator_row(7).shape
    (4,)
    """
    if isinstance(rng, np.random.Generator):
        rng = int(rng.integers(2**63))
    if isinstance(rng, np.ndarray):
        if rng.shape != (4,) or rng.dtype != np.int64:
            raise KnowledgeError(f"a generator row is int64[4], not {rng.dtype}{list(rng.shape)}")
        return np.asarray(rng)
    if not isinstance(rng, int | np.integer) or isinstance(rng, bool) or rng < 0:
        raise KnowledgeError(f"rng is {rng!r}: give a seed, a NumPy Generator or a generator row")
    return np.asarray(rows(int(rng))[0])


def below_wide(row: Any, n: int) -> int:
    """A whole number drawn uniformly from 0 to n - 1, exactly; 1 <= n <= 2**53.

    >>> 0 <= below_wide(generator_row(7), 10**15) < 10**15
    True
    """
    if n < 2147483648:
        return below(row, n)
    last = 9007199254740992 - 9007199254740992 % n
    drawn = last
    while drawn >= last:
        high, middle = below(row, 2097152), below(row, 65536)
        drawn = (high << 32) | (middle << 16) | below(row, 65536)
    return drawn % n


def empty_worlds(n: int, cards: int, places: int) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
    """Room for n worlds: int8[n, cards], int16 where there are more than 127 places."""
    if whole(n, "the number of worlds") < 0:
        raise KnowledgeError(f"{n} worlds: draw 0 or more")
    return np.zeros((n, cards), np.int8) if places <= 127 else np.zeros((n, cards), np.int16)


@kernel
def pick(until: Any, whole: bool, row: Any, out: Any) -> Any:
    """Fill `out` with indices drawn in proportion to the steps of the running total `until`.

    `whole`: the steps are whole numbers, 2**53 at most in all, and the draw is exact. What has no
    weight is never drawn.
    """
    last = len(until) - 1
    for i in range(len(out)):
        at = float(below_wide(row, int(until[last]))) if whole else uniform(row) * until[last]
        low, high = 0, last
        while low < high:  # the first step beyond `at`
            middle = (low + high) // 2
            if until[middle] > at:
                high = middle
            else:
                low = middle + 1
        while low > 0 and until[low] == until[low - 1]:  # rounding at the very end
            low -= 1
        out[i] = low
    return out
