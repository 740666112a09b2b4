"""Exact tests of numbers that are uniform on [0, 1] if the copier is right.

Ranks of true states among their copies, and the copies' distribution functions of a statistic. As
in :mod:`determinize.auditing.judging.significance`, every p-value is super-uniform: binomial tails
at fixed thresholds, and the inequality of Dvoretzky, Kiefer and Wolfowitz with the constant of
Massart (1990: *The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality*).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from determinize.auditing.judging.significance import binomial, binomial_tails

THRESHOLDS = (
    *(1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2),
    *(3 / 4, 7 / 8, 15 / 16, 31 / 32, 63 / 64, 127 / 128),
)
"""Where uniform numbers are counted: closer together towards both ends, where faults show first."""
LOW = THRESHOLDS.index(1 / 2) + 1
"""So many of the thresholds are no greater than a half."""


def binned(values: Iterable[float]) -> tuple[int, ...]:
    """How many numbers lie between neighbours of 0, :data:`THRESHOLDS` and 1; an upper end belongs.

    >>> binned([0.001, 0.5, 0.999])
    (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)
    """
    counts = [0] * (len(THRESHOLDS) + 1)
    for value in values:
        counts[bisect_left(THRESHOLDS, value)] += 1
    return tuple(counts)


def uniform_counts(counts: Sequence[int]) -> tuple[float, str]:
    """Whether numbers counted by :func:`binned` are independent and uniform on [0, 1].

    The binomial's tails at every threshold; for as many at both ends together as at one (too many
    there, or in the middle); and the greatest deviation of all. The smallest p-value is taken as
    often as there are tests.

    Returns:
        The p-value, and which part holds too many or too few, in words.

    >>> uniform_counts(binned([i / 200 for i in range(200)]))[0]
    1.0
    >>> uniform_counts(binned([0.001] * 20))[1]
    'the lowest 1/128: 20 of 20'
    """
    n = sum(counts)
    below, total = [], 0
    for count in counts[:-1]:
        total += count
        below.append(total)
    found = [
        (binomial(hits, n, threshold), _part(threshold, hits, n))
        for threshold, hits in zip(THRESHOLDS, below, strict=True)
    ]
    for k in range(LOW - 1):
        hits = below[k] + n - below[-1 - k]
        words = f"the lowest and the highest 1/{round(1 / THRESHOLDS[k])}: {hits} of {n}"
        found.append((binomial(hits, n, 2 * THRESHOLDS[k]), words))
    gap = max((abs(hits / n - t) for t, hits in zip(THRESHOLDS, below, strict=True)), default=0.0)
    found.append((massart(gap, n), min(found)[1]))
    best = min(found, key=lambda each: each[0])
    return min(1.0, best[0] * len(found)), best[1]


def uniform(values: Sequence[float]) -> tuple[float, str]:
    """Whether numbers are independent and uniform on [0, 1], with what is odd about them in words.

    As :func:`uniform_counts`, and the greatest deviation is looked for everywhere, not only at the
    thresholds: the smaller p-value counts twice.
    """
    n = len(values)
    p, words = uniform_counts(binned(values))
    gap = max((max((i + 1) / n - v, v - i / n) for i, v in enumerate(sorted(values))), default=0.0)
    return min(1.0, 2 * min(p, massart(gap, n))), words


def low_counts(counts: Sequence[int], *, many: bool) -> tuple[float, str]:
    """Whether too many, or too few, of the numbers counted by :func:`binned` are small.

    One-sided, at the thresholds up to a half.

    >>> low_counts(binned([0.9] * 20), many=False)
    (6.67572021484375e-06, 'the lowest 1/2: 0 of 20')
    """
    n, total, found = sum(counts), 0, []
    for threshold, count in zip(THRESHOLDS[:LOW], counts, strict=False):
        total += count
        p = binomial_tails(total, n, threshold)[1 if many else 0]
        found.append((p, _part(threshold, total, n)))
    best = min(found, key=lambda each: each[0])
    return min(1.0, best[0] * len(found)), best[1]


def massart(gap: float, n: int) -> float:
    """How likely at most n uniform numbers' distribution strays so far from the uniform one.

    >>> round(massart(0.2, 100), 6)
    0.000671
    """
    return min(1.0, 2 * math.exp(-2 * n * gap * gap))


def _part(threshold: float, hits: int, n: int) -> str:
    """The part of the numbers below a threshold, or above one of the upper half."""
    if threshold <= 0.5:
        return f"the lowest 1/{round(1 / threshold)}: {hits} of {n}"
    return f"the highest 1/{round(1 / (1 - threshold))}: {n - hits} of {n}"
