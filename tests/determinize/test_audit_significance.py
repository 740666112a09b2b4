"""The audit's tests are exact: against scipy, and over all outcomes that can be.

That a p-value is super-uniform (at most x with probability at most x) is checked for every outcome
where these can be listed, so that nothing depends on luck; else by simulation with a fixed seed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np
import pytest
from scipy import stats

from determinize.auditing.judging import significance as exact
from determinize.auditing.judging import uniformity

SLACK = 1 + 1e-9
"""Sums of floats may be off by so much."""


def assert_super_uniform(outcomes: Iterable[tuple[float, float]]) -> None:
    """For all pairs of (p-value, its probability): a p-value of x or less has probability ≤ x."""
    total = 0.0
    for p, chance in sorted(outcomes):
        total += chance
        assert total <= p * SLACK or p >= 1, f"a p-value of {p} or less has probability {total}"
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    ("n", "p"), [(1, 0.5), (30, 0.02), (120, 1 / 3), (9600, 0.99), (10**6, 0.5), (10**6, 1e-5)]
)
def test_tails_of_the_binomial_are_scipys(n: int, p: float) -> None:
    spread = int(8 * math.sqrt(n * p * (1 - p))) + 3
    middle = int(n * p)
    for hits in sorted({0, 1, n, *range(middle - spread, middle + spread, max(1, spread // 9))}):
        if 0 <= hits <= n:
            lower, upper = exact.binomial_tails(hits, n, p)
            assert lower == pytest.approx(stats.binom.cdf(hits, n, p), rel=1e-6, abs=1e-300)
            assert upper == pytest.approx(stats.binom.sf(hits - 1, n, p), rel=1e-6, abs=1e-300)


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (7, 0.5), (40, 0.07), (120, 0.357)])
def test_the_binomial_test_is_super_uniform(n: int, p: float) -> None:
    assert_super_uniform((exact.binomial(k, n, p), stats.binom.pmf(k, n, p)) for k in range(n + 1))


def test_what_is_certain_or_impossible_hits_always_or_never() -> None:
    assert exact.binomial(10, 10, 1.0) == exact.binomial(0, 10, 0.0) == 1
    assert exact.binomial(9, 10, 1.0) == exact.binomial(1, 10, 0.0) == 0
    with pytest.raises(ValueError, match="11 hits of 10"):
        exact.binomial(11, 10, 0.5)
    with pytest.raises(ValueError, match=r"1\.5 is no probability"):
        exact.binomial(1, 10, 1.5)


@pytest.mark.parametrize(
    "trials", [[(5, 0.1), (5, 0.9)], [(30, 0.02), (30, 0.3)], [(1, 0.5), (50, 0.01), (20, 0.6)]]
)
def test_counts_of_differing_probability_are_super_uniform(
    trials: list[tuple[int, float]],
) -> None:
    """Over the exact distribution of the sum: the convolution of the binomials."""
    chances = np.ones(1)
    for n, p in trials:
        chances = np.convolve(chances, stats.binom.pmf(np.arange(n + 1), n, p))
    total = sum(n for n, _ in trials)
    mean = sum(n * p for n, p in trials) / total

    def p_value(hits: int) -> float:
        first = min(hits, trials[0][0])
        counts = [(first, *trials[0])]
        left = hits - first
        for n, p in trials[1:]:
            counts.append((min(left, n), n, p))
            left -= min(left, n)
        return exact.pooled_binomial(counts)

    assert_super_uniform((p_value(k), chances[k]) for k in range(total + 1))
    assert p_value(total) == pytest.approx(2 * mean**total, rel=1e-6)


def test_never_is_the_product_of_misses() -> None:
    assert exact.never([(120, 0.1), (40, 0.3)]) == pytest.approx(0.9**120 * 0.7**40)
    assert exact.never([(3, 1.0)]) == 0
    assert exact.never([(0, 1.0)]) == 1


@pytest.mark.parametrize(("n", "m", "hits"), [(5, 5, 4), (30, 12, 9), (120, 120, 37), (3, 60, 1)])
def test_fishers_test_is_scipys_and_super_uniform(n: int, m: int, hits: int) -> None:
    law = stats.hypergeom(n + m, hits, n)
    outcomes = []
    for a in range(max(0, hits - m), min(n, hits) + 1):
        p = exact.fisher(a, n, hits - a, m)
        assert p == pytest.approx(min(1, 2 * min(law.cdf(a), law.sf(a - 1))), rel=1e-7)
        outcomes.append((p, law.pmf(a)))
    assert_super_uniform(outcomes)


def test_pairs_of_samples_together_are_super_uniform() -> None:
    """Over all outcomes of three pairs; one pair alone is Fisher's test."""
    pairs = [(6, 5, 3), (4, 4, 4), (10, 2, 6)]
    outcomes = []
    for firsts in itertools.product(*(range(hits + 1) for _, _, hits in pairs)):
        chance, tables = 1.0, []
        for a, (n, m, hits) in zip(firsts, pairs, strict=True):
            chance *= stats.hypergeom.pmf(a, n + m, hits, n)
            tables.append((a, n, hits - a, m))
        if chance > 0:
            outcomes.append((exact.pooled_fisher(tables), chance))
    assert_super_uniform(outcomes)
    assert exact.pooled_fisher([(9, 30, 1, 12)]) == pytest.approx(exact.fisher(9, 30, 1, 12))


@pytest.mark.parametrize("values", ["AABBC", "AAAAAAB", "ABCDEFGH", "AABBCCDD"])
def test_two_samples_are_super_uniform_over_all_divisions(values: str) -> None:
    size = len(values) // 2
    outcomes = []
    for mine in itertools.combinations(range(len(values)), size):
        ours, theirs = ({}, {})  # type: tuple[dict[str, int], dict[str, int]]
        for i, value in enumerate(values):
            side = ours if i in mine else theirs
            side[value] = side.get(value, 0) + 1
        outcomes.append(exact.two_samples(ours, theirs)[0])
    assert_super_uniform((p, 1 / len(outcomes)) for p in outcomes)


def test_two_samples_of_many_values() -> None:
    """Hundreds of values are compared by buckets and by the most frequent ones: error rate 1e-6."""
    rng = np.random.default_rng(1)

    def sample(low: int, high: int, keep: float) -> dict[int, int]:
        drawn = np.where(rng.random(200) < keep, -1, rng.integers(low, high, 200))
        return {int(v): int(n) for v, n in zip(*np.unique(drawn, return_counts=True), strict=True)}

    assert exact.two_samples(sample(0, 1000, 0.0), sample(0, 1000, 0.0))[0] > 1e-6
    p, telling = exact.two_samples(sample(0, 1000, 0.3), sample(0, 1000, 0.0))
    assert p < 1e-6
    assert telling == -1


def test_uniform_numbers_pass_and_others_do_not() -> None:
    """1000 samples of 60 uniform numbers: p-values at most x in a share x, with error rate 1e-6."""
    rng = np.random.default_rng(2)
    found = np.array([uniformity.uniform(rng.random(60).tolist())[0] for _ in range(1000)])
    for x in (0.01, 0.05, 0.2, 0.5):
        assert stats.binom.sf((found <= x).sum() - 1, 1000, x) > 1e-6


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("at both ends", np.where(np.arange(80) % 2, 0.004, 0.996)),
        ("in the middle", np.linspace(0.3, 0.7, 80)),
        ("shifted", np.linspace(0.0, 1.0, 80) ** 2.5),
        ("at no threshold", np.full(80, 0.2501)),
    ],
)
def test_every_way_not_to_be_uniform_is_seen(what: str, values: np.ndarray) -> None:
    assert uniformity.uniform(values.tolist())[0] < 1e-4, what


def test_a_slight_excess_at_one_end_is_seen_in_many_numbers() -> None:
    values = np.concatenate([np.linspace(0, 1, 9000), np.full(100, 0.001)])
    p, words = uniformity.uniform_counts(uniformity.binned(values.tolist()))
    assert p < 1e-8
    assert words == "the lowest 1/128: 171 of 9100"


def test_massarts_inequality_holds_for_the_exact_distribution() -> None:
    """Scipy's exact distribution of the Kolmogorov-Smirnov statistic lies below it."""
    for n in (5, 40, 300):
        for gap in (0.05, 0.1, 0.2, 0.4):
            assert stats.kstwo.sf(gap, n) <= uniformity.massart(gap, n) * SLACK


def test_wagers_multiply() -> None:
    assert exact.wagers([math.log(50), math.log(20)]) == pytest.approx(1e-3)
    assert exact.wagers([-5.0]) == 1
    assert exact.wagers([]) == 1


def test_holm_is_the_closed_test_of_bonferroni() -> None:
    """Holm's adjusted p-value is the greatest Bonferroni p-value of all sets that hold the test."""
    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.integers(1, 7))
        p = (rng.random(n) ** 3).tolist()
        weights = rng.integers(1, 5, n).astype(float).tolist()
        closed = [0.0] * n
        for size in range(1, n + 1):
            for members in itertools.combinations(range(n), size):
                total = sum(weights[i] for i in members)
                whole = min(1.0, min(p[i] * total / weights[i] for i in members))
                for i in members:
                    closed[i] = max(closed[i], whole)
        assert exact.holm(p, weights) == pytest.approx(closed)
