"""Whole numbers beyond 2**31 are drawn exactly uniformly, and so are worlds."""

import numpy as np
import pytest
from scipy.stats import chisquare

from beliefs import Knowledge, WorldDiagram
from beliefs.randomness import below_wide, generator_row
from compiled import kernel


@kernel
def drawn(row, n, parts, counts):
    """How many of the numbers fall into each of so many equal parts."""
    for _ in range(60_000):
        counts[below_wide(row, n) // (n // parts)] += 1


@pytest.mark.parametrize("n", [6, 3 * 2**30, 3 * 2**51, 2**53])
def test_numbers_of_any_size_are_drawn_uniformly(n):
    """Chi-square with an error rate of 1e-4; at 3 * 2**51 a remainder would favour a third."""
    parts = 3 if n % 3 == 0 else 4
    counts = np.zeros(parts, np.int64)
    drawn(generator_row(5), n, parts, counts)
    assert chisquare(counts).pvalue > 1e-4


def test_the_least_and_the_greatest_numbers_can_be_drawn():
    row = generator_row(1)
    assert {below_wide(row, 1) for _ in range(10)} == {0}
    numbers = [below_wide(row, 2**53) for _ in range(300)]
    assert min(numbers) < 2**47
    assert 2**53 - 2**47 < max(numbers) < 2**53


def test_worlds_beyond_31_bits_are_drawn_by_whole_numbers():
    diagram = WorldDiagram(Knowledge(range(40), {"x": 12, "y": 28}))
    assert 2**31 < diagram.count < 2**53
    assert diagram._grown.figures.whole
    # Each card is in x with chance 12/40: the worst of 40 within 5 standard errors.
    share = (diagram.sample(40_000, 3) == 0).mean(axis=0)
    assert abs(share - 0.3).max() < 5 * (0.3 * 0.7 / 40_000) ** 0.5
