"""Generator rows and seeds of a match, each from what it is for.

Every random choice comes from the match's seed and a key: which seat decides at which move, which
tie is broken. So nothing depends on who played before, in which process, or how fast, and matches
on the same deal differ only by what their players do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from compiled import rows

_PLAYER, _TIES, _DEALS = 1, 2, 3


def player_rows(seed: int, seat: int, move: int) -> NDArray[np.int64]:
    """The generator rows of the player in ``seat`` for its decision at ``move``: int64[3, 4]."""
    return rows(seed, _PLAYER, seat, move)


def tie_generator(seed: int, move: int, observer: int, target: int) -> np.random.Generator:
    """What breaks the ties in an observer's forecast of a seat's hand before ``move``."""
    return np.random.default_rng([seed, _TIES, move, observer, target])


def deal_seed(seed: int, number: int) -> int:
    """The seed of match ``number`` of a series: a whole number below 2**31.

    >>> deal_seed(1, 0) == deal_seed(1, 0), deal_seed(1, 0) == deal_seed(1, 1)
    (True, False)
    """
    word = np.random.SeedSequence([seed, _DEALS, number]).generate_state(1, np.uint32)[0]
    return int(word) >> 1
