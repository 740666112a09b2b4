"""Foretelling which of two states a copy was made of, from what stands in one of its channels.

A hint that is left in few copies is too rare to be noticed in one position. So a gambler goes
through the copies of both states, in an order drawn beforehand, and bets on where each comes from:
by how often the copies before it, of either state, had the same value in the channel. If the copies
of both states are distributed alike, origins are a random order, whatever the values are, and the
stakes are worth what they cost on average. What the gambler has won in several positions multiplies
(:class:`determinize.auditing.evidence.Bet`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence

SMOOTHING = 0.2
"""What is added to each value's number of copies before: less trusts few copies more."""


def foretold(column: Sequence[Hashable], origins: Sequence[bool], *, stake: float = 1.0) -> float:
    """The logarithm of what a gambler's fortune is multiplied by: on average, the factor is 1.

    Args:
        column: the value in each copy, in order.
        origins: whether it was made of the true state: a random order of these, fixed beforehand.
        stake: the part of the fortune that follows the forecast; the rest makes no bet.

    >>> foretold(["A", "K"] * 8, [True, False] * 8) > math.log(100)
    True
    >>> foretold(["A"] * 4, [True, False, False, True])
    0.0
    """
    left = [origins.count(False), origins.count(True)]
    size = SMOOTHING * len(set(column))
    seen: list[Counter[Hashable]] = [Counter(), Counter()]
    done = [0, 0]
    log = 0.0
    for value, origin in zip(column, origins, strict=True):
        share = left[1] / (left[0] + left[1])
        if 0 < share < 1:
            ours, theirs = (
                (seen[i][value] + SMOOTHING) / (done[i] + size) * part
                for i, part in ((1, share), (0, 1 - share))
            )
            right = (ours if origin else theirs) / (ours + theirs)
            log += math.log(1 - stake + stake * right / (share if origin else 1 - share))
        seen[origin][value] += 1
        done[origin] += 1
        left[origin] -= 1
    return log
