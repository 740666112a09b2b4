"""Means, rates, and how far they may be off."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

Z = statistics.NormalDist().inv_cdf(0.975)
"""The 97.5 % point of the normal distribution, for two-sided intervals at 95 %."""


class Interval(NamedTuple):
    """A mean and its interval at 95 %; the bounds are None where one value cannot tell."""

    mean: float
    low: float | None
    high: float | None


def rate_interval(rate: float, n: int) -> tuple[float, float]:
    """The interval at 95 % of a rate that was seen in ``n`` trials (Wilson 1927).

    For values between 0 and 1 other than those two it is on the safe side.

    >>> [round(bound, 3) for bound in rate_interval(0.5, 100)]
    [0.404, 0.596]
    """
    spread = Z * Z / n
    middle = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float], *, reach: float | None = None) -> Interval:
    """The mean of independent values, with Student's interval at 95 %.

    Args:
        values: at least one.
        reach: no value can be further from zero. Given this, equal values do not pretend to be
            certain: another outcome with a chance below 3.7 / n would have stayed unseen.

    >>> mean_interval([1.0, 2.0, 3.0, 4.0])
    Interval(mean=2.5, low=0.46..., high=4.53...)
    >>> mean_interval([1.0])
    Interval(mean=1.0, low=None, high=None)
    """
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Interval(mean, None, None)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = student(n - 1) * deviation / math.sqrt(n)
    if deviation == 0.0 and reach is not None:
        half = -math.log(0.025) / n * 2 * reach
    low, high = mean - half, mean + half
    if reach is not None:
        low, high = max(-reach, low), min(reach, high)
    return Interval(mean, low, high)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution: exact for 1 and 2 degrees, else to about 1 %.

    Cornish-Fisher expansion (Abramowitz and Stegun 1964, 26.7.5).

    >>> [round(student(n), 2) for n in (1, 2, 10, 1000)]
    [12.71, 4.3, 2.23, 1.96]
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z, v = Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
