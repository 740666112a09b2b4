"""Generator rows: the published generator, exact uniformity, and independent streams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from compiled import COMPILED, DEAL, PLAY, below, kernel, rows, start_deal, uniform
from compiled.rng import KEY, _next

MASK = 0xFFFFFFFF


def published(state: list[int]) -> int:
    """xoshiro128++ as on https://prng.di.unimi.it/xoshiro128plusplus.c, with Python's integers."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) & MASK

    result = (rotl((state[0] + state[3]) & MASK, 7) + state[0]) & MASK
    t = (state[1] << 9) & MASK
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = rotl(state[3], 11)
    return result


def take_below(row: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = below(row, n)


def take_uniform(row: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = uniform(row)


fast_below, fast_uniform = kernel(take_below), kernel(take_uniform)


def test_the_first_numbers_of_the_reference_implementation() -> None:
    """State 1, 2, 3, 4; the values also stand in the tests of the Rust crate rand_xoshiro."""
    row = np.array([1, 2, 3, 4], np.int64)
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732]
    assert [_next(row) for _ in expected] == expected


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, MASK), min_size=4, max_size=4))
def test_every_state_goes_on_as_published(state: list[int]) -> None:
    row = np.array(state, np.int64)
    for _ in range(3):
        assert _next(row) == published(state)
        assert row.tolist() == state


@pytest.mark.skipif(not COMPILED, reason="compares with compiled draws")
@pytest.mark.parametrize("n", [1, 2, 3, 20, 2**16 + 1, 3 << 29, 2**31 - 1])
def test_compiled_and_plain_draw_the_same(n: int) -> None:
    one, other = rows(3)[PLAY], rows(3)[PLAY]
    whole, plain = np.empty((2, 300), np.int64)
    fast_below(one, n, whole)
    take_below(other, n, plain)
    assert whole.tolist() == plain.tolist()
    real, slow = np.empty((2, 300))
    fast_uniform(one, real)
    take_uniform(other, slow)
    assert real.tobytes() == slow.tobytes()
    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("n", [2, 3, 5, 7, 20, 52])
def test_below_is_uniform(n: int) -> None:
    """100 000 draws; a fair generator fails once in a million seeds."""
    out = np.empty(100_000, np.int64)
    fast_below(rows(11)[PLAY], n, out)
    assert out.min() == 0
    assert out.max() == n - 1
    assert chisquare(np.bincount(out, minlength=n)).pvalue > 1e-6


def test_below_is_uniform_where_a_plain_product_would_not_be() -> None:
    """Of 2**32 words, 3 * 2**29 numbers get 2 or 3 each unless some are thrown away.

    Then every third number would come half as often again as the others; 30 000 draws tell.
    """
    out = np.empty(30_000, np.int64)
    fast_below(rows(12)[PLAY], 3 << 29, out)
    assert chisquare(np.bincount(out % 3, minlength=3)).pvalue > 1e-6


def test_uniform_is_uniform_and_below_one() -> None:
    """100 000 draws against Kolmogorov and Smirnov; fails once in a million seeds."""
    out = np.empty(100_000)
    fast_uniform(rows(13)[PLAY], out)
    assert out.min() >= 0.0
    assert out.max() < 1.0
    assert kstest(out, "uniform").pvalue > 1e-6


def test_the_greatest_draw_is_below_one() -> None:
    high, low = MASK >> 5, MASK >> 6
    assert (high * 67108864.0 + low) / 9007199254740992.0 < 1.0


def test_the_same_key_gives_the_same_rows_and_others_differ() -> None:
    keys = [(0,), (1,), (0, 0), (0, 1), (1, 0), (0, 0, 0), (2**40,)]
    starts = [rows(*key).tobytes() for key in keys]
    assert starts == [rows(*key).tobytes() for key in keys]
    assert len(set(starts)) == len(keys)
    three = rows(5)
    assert len({row.tobytes() for row in three}) == 3


@pytest.mark.parametrize("key", [(-1,), (3, -2), (0, 0, -7)])
def test_negative_seeds_are_named(key: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=f"a seed must not be negative: {min(key)}"):
        rows(*key)


def test_deals_depend_on_seed_and_number_alone() -> None:
    fresh, used = rows(9), rows(9)
    for _ in range(17):
        below(used[PLAY], 10)
        below(used[DEAL], 10)
    for number in (0, 1, 2, 1000):
        start_deal(fresh, number)
        start_deal(used, number)
        assert fresh[DEAL].tolist() == used[DEAL].tolist()
        below(used[DEAL], 10)
    assert fresh[KEY].tolist() == used[KEY].tolist() == rows(9)[KEY].tolist()


def test_the_deals_of_seeds_and_numbers_are_unlike() -> None:
    """First cards of 200 x 200 deals: no seed and no number is short of any of 20 cards."""
    first = np.empty((200, 200), np.int64)
    for seed in range(200):
        rng = rows(seed)
        for number in range(200):
            start_deal(rng, number)
            first[seed, number] = below(rng[DEAL], 20)
    assert chisquare(np.bincount(first.ravel(), minlength=20)).pvalue > 1e-6
    for side in (first, first.T):  # 200 tests each: a fair generator fails once in ten thousand
        worst = min(chisquare(np.bincount(line, minlength=20)).pvalue for line in side)
        assert worst > 1e-4 / 400
