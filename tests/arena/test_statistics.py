"""Intervals hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics import mean_interval, rate_interval, student


@given(n=st.integers(1, 2000), data=st.data())
def test_the_rate_interval_is_wilsons(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, n))
    wilson = scipy.stats.binomtest(wins, n).proportion_ci(0.95, method="wilson")
    assert rate_interval(wins / n, n) == pytest.approx((wilson.low, wilson.high), abs=1e-12)


@pytest.mark.parametrize("freedom", [*range(1, 40), 100, 10_000])
def test_students_point_is_right_to_one_percent(freedom: int) -> None:
    assert student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=0.01)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=50).filter(lambda x: np.std(x) > 1e-6))
def test_the_mean_interval_is_students(values: list[float]) -> None:
    mean, low, high = mean_interval(values)
    half = scipy.stats.t.ppf(0.975, len(values) - 1) * scipy.stats.sem(values)
    assert mean == pytest.approx(np.mean(values))
    assert high - mean == pytest.approx(half, rel=0.01, abs=1e-9)
    assert mean - low == pytest.approx(half, rel=0.01, abs=1e-9)


def test_the_mean_interval_covers_in_ninety_five_of_a_hundred() -> None:
    """2000 samples of 30: coverage 0.95 with a standard error of 0.0049; 4 of them: 1 in 15 000."""
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(2000):
        _, low, high = mean_interval(rng.normal(0.3, 1.0, 30).tolist())
        covered += low <= 0.3 <= high
    assert abs(covered / 2000 - 0.95) < 4 * 0.0049


def test_equal_values_are_not_certain() -> None:
    mean, low, high = mean_interval([1.0] * 100, reach=1.0)
    assert (mean, high) == (1.0, 1.0)
    assert 0.9 < low < 0.95
    assert mean_interval([0.0] * 10_000, reach=1.0).high < 0.001


def test_one_value_has_no_interval() -> None:
    assert mean_interval([0.5]) == (0.5, None, None)
