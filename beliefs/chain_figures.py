"""What weighted populations say: means, their standard errors, and how far runs agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chain_course import Setting
from beliefs.chain_deals import Population
from beliefs.chain_problem import Floats


class Counts(NamedTuple):
    """Cards of each row in each place, in every population."""

    weight: Floats  # [populations] sum of the weights, over the largest of all
    first: Floats  # [populations, rows, places] weighted sum of the counts
    second: Floats  # [populations, rows, places] weighted sum of their squares


class Estimate(NamedTuple):
    """A mean and its standard error; numbers or arrays."""

    mean: Any
    error: Any


def counted(setting: Setting, populations: Sequence[Population]) -> Counts:
    """The counts of all populations."""
    most = max(p.weight.max() for p in populations)
    rows, places = len(setting.copies), len(setting.course.column)
    shape = (len(populations), rows, places)
    weight, first, second = np.zeros(shape[0]), np.zeros(shape), np.zeros(shape)
    begins = np.cumsum(setting.copies) - setting.copies
    for b, population in enumerate(populations):
        share = np.exp2(population.weight - most)
        weight[b] = share.sum()
        for p in range(places):
            cards = np.add.reduceat((population.world == p).astype(np.float64), begins, axis=1)
            first[b, :, p] = share @ cards
            second[b, :, p] = share @ cards**2
    return Counts(weight, first, second)


def ratio(above: Floats, below: Floats) -> Estimate:
    """sum(above) / sum(below) over independent populations (axis 0), with its standard error.

    The error of a ratio of sums to first order (Owen, "Monte Carlo theory, methods and examples",
    2013, 9.2): from the spread of above - ratio * below.
    """
    n, total = len(above), below.sum(axis=0)
    mean = above.sum(axis=0) / total
    off = above - mean * below
    error = np.sqrt((off**2).sum(axis=0) * n / (n - 1)) / total
    return Estimate(mean, error)


def agreement(counts: Counts, group: npt.NDArray[np.int64]) -> float:
    """The worst split R-hat of all counts: 1 where halves of independent runs agree.

    sqrt((W + B) / W), W the variance within a group of populations, B the variance of the groups'
    means, as in Gelman et al., "Bayesian Data Analysis", 3rd ed. 2013, 11.4, with weights. Infinite
    where a whole group died.
    """
    weight, first, second = (
        np.array([field[group == g].sum(axis=0) for g in range(int(group.max()) + 1)])
        for field in counts
    )
    if (weight == 0.0).any():
        return float("inf")
    mean = first / weight[:, None, None]
    within = (second / weight[:, None, None] - mean**2).mean(axis=0)
    between = mean.var(axis=0, ddof=1)
    open_ = within > 1e-9
    return float(np.sqrt(1.0 + (between[open_] / within[open_]).max(initial=0.0)))
