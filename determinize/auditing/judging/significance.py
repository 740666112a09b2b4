"""Exact tests: how likely is it that a right copier's copies look as odd as these?

Every p-value here is *super-uniform*: if the copier is right, it is at most x with probability at
most x, for every x and every number of copies. Nothing is an approximation for large samples, so a
verdict does not depend on there being many copies. The tests, with their sources:

- the binomial's own tails (Clopper and Pearson, 1934), and for counts with differing probabilities
  the bound of Hoeffding (1956, theorem 4: *On the distribution of the number of successes in
  independent trials*);
- Fisher's exact test for two samples, which holds for all divisions of the same copies into two;
- for wagers, Markov's inequality (e-values: Vovk and Wang, 2021);
- for many tests together, Holm (1979), with weights.

Whether numbers are uniform on [0, 1] is tested in
:mod:`determinize.auditing.judging.uniformity`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

MOST_VALUES = 24
"""Different values that two samples are compared by; of more, the most frequent and buckets."""
BUCKETS = 16
"""Buckets for values that are too many, by a hash that knows nothing of the samples."""
_ENOUGH = 1e-17
"""A tail's sum is ended where a term is a smaller part of it."""


@lru_cache(maxsize=1 << 17)
def binomial_tails(hits: int, n: int, probability: float) -> tuple[float, float]:
    """The probabilities that of n independent trials at most, and at least, ``hits`` succeed.

    >>> binomial_tails(0, 2, 0.5)
    (0.25, 1.0)

    Raises:
        ValueError: ``hits`` is not between 0 and ``n``, or the probability not between 0 and 1.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} hits of {n} cannot be")
    if not 0 <= probability <= 1:
        raise ValueError(f"{probability} is no probability")
    if probability in (0, 1):
        certain = n if probability else 0
        return float(hits >= certain), float(hits <= certain)
    odds = probability / (1 - probability)
    here = math.exp(
        _log_choose(n, hits) + hits * math.log(probability) + (n - hits) * math.log1p(-probability)
    )
    if hits <= (n + 1) * probability:  # the terms fall towards 0
        ratios = (k / (n - k + 1) / odds for k in range(hits, 0, -1))
        lower = min(1.0, here * _series(ratios))
        return lower, min(1.0, 1 - lower + here)
    ratios = ((n - k) / (k + 1) * odds for k in range(hits, n))
    upper = min(1.0, here * _series(ratios))
    return min(1.0, 1 - upper + here), upper


def binomial(hits: int, n: int, probability: float) -> float:
    """Two-sided: whether ``hits`` of ``n`` are too few or too many.

    >>> binomial(0, 10, 0.5)
    0.001953125
    """
    return min(1.0, 2 * min(binomial_tails(hits, n, probability)))


def pooled_binomial(counts: Iterable[tuple[int, int, float]]) -> float:
    """Two-sided, for independent trials of differing probability: (hits, n, probability) each.

    A sum of such trials strays from its mean, by one or more, no more often than a binomial of the
    same mean does.

    >>> pooled_binomial([(0, 10, 0.4), (0, 10, 0.6)]) == binomial(0, 20, 0.5)
    True
    """
    listed = list(counts)
    hits, n = sum(h for h, _, _ in listed), sum(n for _, n, _ in listed)
    if n == 0:
        return 1.0
    mean = math.fsum(n * p for _, n, p in listed)
    if abs(hits - mean) < 1:
        return 1.0
    return binomial(hits, n, min(1.0, max(0.0, mean / n)))


def never(counts: Iterable[tuple[int, float]]) -> float:
    """The probability that nothing of this hits: (n, probability) each.

    >>> round(never([(1, 0.5), (2, 0.5)]), 9)
    0.125
    """
    logs = []
    for n, p in counts:
        if p >= 1 and n:
            return 0.0
        logs.append(n * math.log1p(-p) if p < 1 else 0.0)
    return min(1.0, math.exp(math.fsum(logs)))


def pooled_fisher(tables: Iterable[tuple[int, int, int, int]]) -> float:
    """Two-sided, for many pairs of samples together: (a, n, b, m) each, a of n against b of m.

    Twice the smaller tail of how many hits are in the first samples, all together, given how many
    there are in each pair.

    >>> round(pooled_fisher([(3, 3, 0, 3), (3, 3, 0, 3)]), 9)
    0.005
    """
    chances, least, hits = np.ones(1), 0, 0
    for a, n, b, m in tables:
        low, high = max(0, a + b - m), min(n, a + b)
        logs = [_log_choose(n, k) + _log_choose(m, a + b - k) for k in range(low, high + 1)]
        total = _log_choose(n + m, a + b)
        chances = np.convolve(chances, np.exp(np.array(logs) - total))
        least, hits = least + low, hits + a
    here = hits - least
    return min(1.0, 2 * float(min(chances[: here + 1].sum(), chances[here:].sum())))


@lru_cache(maxsize=1 << 17)
def fisher(a: int, n: int, b: int, m: int) -> float:
    """Fisher's exact test, two-sided: ``a`` of ``n`` against ``b`` of ``m``.

    Twice the smaller tail, given how many hits there are in both together.

    >>> round(fisher(3, 3, 0, 3), 9)
    0.1
    """
    if not (0 <= a <= n and 0 <= b <= m):
        raise ValueError(f"{a} of {n} and {b} of {m} cannot be")
    hits = a + b
    here = math.exp(_log_choose(n, a) + _log_choose(m, b) - _log_choose(n + m, hits))
    if a * m <= b * n:  # no more than expected: the terms fall towards the least possible
        ratios = (
            k / (n - k + 1) * (m - hits + k) / (hits - k + 1)
            for k in range(a, max(0, hits - m), -1)
        )
    else:
        ratios = (
            (n - k) / (k + 1) * (hits - k) / (m - hits + k + 1) for k in range(a, min(n, hits))
        )
    return min(1.0, 2 * here * _series(ratios))


def two_samples(
    ours: Mapping[Hashable, int], theirs: Mapping[Hashable, int]
) -> tuple[float, Hashable]:
    """Whether two samples of values come from one distribution, and the value that tells most.

    Every value is tested against the rest, and the smallest p-value is taken as often as there are
    tests. Of more than :data:`MOST_VALUES` values only the most frequent in both samples together
    are, beside buckets of all of them by a fixed hash. Each test holds for all divisions of the
    same values into two samples, and what is tested depends on no division.

    Returns:
        The p-value, and the value (of a bucket: of its values) whose share differs most.

    >>> two_samples({"A": 40}, {"A": 20, "B": 20})[0] < 1e-6
    True
    >>> two_samples({"A": 40}, {"A": 40})
    (1.0, 'A')
    """
    n, m = sum(ours.values()), sum(theirs.values())
    together: dict[Hashable, int] = dict(ours)
    for value, count in theirs.items():
        together[value] = together.get(value, 0) + count
    groups: list[list[Hashable]] = [[value] for value in together]
    if len(groups) > MOST_VALUES:
        frequent = sorted(together, key=lambda value: (-together[value], _hash(value)))
        buckets: list[list[Hashable]] = [[] for _ in range(BUCKETS)]
        for value in together:
            buckets[_hash(value) % BUCKETS].append(value)
        groups = [[value] for value in frequent[:MOST_VALUES]] + [b for b in buckets if b]
    best, telling = math.inf, groups[0] if groups else []
    for group in groups:
        p = fisher(sum(ours.get(v, 0) for v in group), n, sum(theirs.get(v, 0) for v in group), m)
        if p < best:
            best, telling = p, group
    if not telling:
        return 1.0, None
    value = max(telling, key=lambda v: abs(ours.get(v, 0) * m - theirs.get(v, 0) * n))
    return min(1.0, best * len(groups)), value


def wagers(log_factors: Iterable[float]) -> float:
    """The p-value of independent wagers: one over the product of their factors.

    >>> round(wagers([math.log(10), math.log(4)]), 9)
    0.025
    """
    return min(1.0, math.exp(min(0.0, -math.fsum(log_factors))))


def mixed_wagers(log_factors: Iterable[Sequence[float]]) -> float:
    """The p-value of a fortune in equal parts, each wagered in its own way: [wagers, ways].

    >>> round(mixed_wagers([(math.log(10), 0.0), (math.log(4), 0.0)]), 9)
    0.048780488
    """
    sums = [math.fsum(way) for way in zip(*log_factors, strict=True)]
    most = max(sums)
    mean = math.fsum(math.exp(each - most) for each in sums) / len(sums)
    return min(1.0, math.exp(min(0.0, -most - math.log(mean))))


def holm(p_values: Sequence[float], weights: Sequence[float] | None = None) -> list[float]:
    """Adjusted p-values: one as small as x comes up in a share x of right copiers' audits, at most.

    Holm's step-down method, whatever the dependence between the tests.

    Args:
        weights: how much of the error rate each test is given; they need not sum to 1.

    >>> holm([0.01, 0.02, 0.5])
    [0.03, 0.04, 0.5]
    >>> [round(p, 9) for p in holm([0.01, 0.01], weights=[9, 1])]
    [0.011111111, 0.011111111]
    """
    shares = [1.0] * len(p_values) if weights is None else list(weights)
    order = sorted(range(len(p_values)), key=lambda i: (p_values[i] / shares[i], i))
    left, most = 0.0, 0.0
    remaining = [0.0] * len(order)
    for k in range(len(order) - 1, -1, -1):
        left += shares[order[k]]
        remaining[k] = left
    adjusted = [1.0] * len(order)
    for k, i in enumerate(order):
        most = max(most, min(1.0, p_values[i] / shares[i] * remaining[k]))
        adjusted[i] = most
    return adjusted


def _series(ratios: Iterable[float]) -> float:
    """1 + r1 + r1 r2 + …, until what is added is too small to be seen."""
    term = total = 1.0
    for ratio in ratios:
        term *= ratio
        total += term
        if term < _ENOUGH * total:
            break
    return total


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _hash(value: Hashable) -> int:
    return int.from_bytes(hashlib.blake2b(repr(value).encode(), digest_size=8).digest(), "big")
