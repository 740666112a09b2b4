"""What weighted populations say: means, their standard errors, and how far runs agree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chains.course import Setting
from beliefs.chains.deals import Population, mean_of
from beliefs.chains.problem import Floats


class Diagnostics(NamedTuple):
    """How far a chain can be trusted."""

    effective: float  # effective share of the particles, before worlds are drawn from them
    dead: float  # share of the particles that broke a fact
    agreement: float  # split R-hat of the counts of cards, the worst: 1 where all runs agree
    redrawn: float  # how often particles were drawn anew on the way, on average
    runs: tuple[float, ...]  # log2 of the weight of all worlds, as each run estimates it


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


class Gathered:
    """All populations of a chain, `each` in a run, taken together."""

    def __init__(self, setting: Setting, populations: Sequence[Population], each: int) -> None:
        self.setting = setting
        self.populations = populations
        self.each = each
        self.totals = np.array([p.total for p in populations])  # log2
        self.alive = bool((self.totals > -np.inf).any())

    @cached_property
    def worlds(self) -> npt.NDArray[np.int16]:
        """The worlds of all particles [particles, cards], by steps."""
        return np.concatenate([p.world for p in self.populations])

    @cached_property
    def share(self) -> Floats:
        """The weights of all particles, over the largest."""
        return np.asarray(np.exp2(self._weight - self._weight.max()))

    @cached_property
    def ends(self) -> Floats:
        """Running totals of the weights."""
        return np.cumsum(self.share)

    @cached_property
    def log2_weight(self) -> float:
        """log2 of the total weight of all worlds."""
        return mean_of(self.totals)

    @cached_property
    def log2_count(self) -> float:
        """log2 of the number of worlds."""
        return mean_of(self._weight - self._likelihood)

    @cached_property
    def entropy(self) -> float:
        """In bits: log2 of all weight less its mean in a world."""
        mean = float(self.share @ self._likelihood / self.share.sum())
        return max(0.0, self.log2_weight - mean)

    @cached_property
    def unseen(self) -> float:
        """One in the effective number of particles."""
        return 1.0 / (self.diagnostics.effective * len(self._weight))

    @cached_property
    def diagnostics(self) -> Diagnostics:
        """How far the estimates can be trusted."""
        share = np.exp2(self.totals - self.totals.max())
        each = np.array([p.effective for p in self.populations])
        number = np.arange(len(self.totals))
        half = 2 * (number // self.each) + (2 * (number % self.each)) // self.each
        by_run = self.totals.reshape(-1, self.each)
        return Diagnostics(
            # The populations are weighed by their totals, which costs effect as well.
            effective=float(share @ each / share.sum() * share.mean() ** 2 / (share**2).mean()),
            dead=float((self._weight == -np.inf).mean()),
            agreement=agreement(self._counts, half),
            redrawn=float(np.mean([p.redrawn for p in self.populations])),
            runs=tuple(mean_of(totals) for totals in by_run),
        )

    @cached_property
    def cells(self) -> Estimate:
        """Probability of a copy of each face in each place [faces, places]."""
        setting = self.setting
        found = ratio(self._counts.first, self._counts.weight[:, None, None])
        can = setting.course.weight > 0.0
        undecided = can & (can.sum(axis=1, keepdims=True) > 1)
        error = np.maximum(found.error, undecided * self.unseen)
        copies, row_of = setting.copies[:, None], setting.row_of
        return Estimate((found.mean / copies)[row_of], (error / copies)[row_of])

    def mean(self, factor: Floats) -> Estimate:
        """The mean of what each particle's world is given."""
        by_population = (len(self.populations), -1)
        above = (self.share * factor).reshape(by_population).sum(axis=1)
        return ratio(above, self.share.reshape(by_population).sum(axis=1))

    @property
    def off(self) -> float:
        """The relative standard error of the total weight."""
        share = np.exp2(self.totals - self.totals.max())
        return float(share.std(ddof=1) / share.mean() / len(share) ** 0.5)

    @cached_property
    def _weight(self) -> Floats:
        return np.concatenate([p.weight for p in self.populations])

    @cached_property
    def _likelihood(self) -> Floats:
        """log2 of the worlds' own weights; 0 for the dead, which weigh nothing."""
        likelihood = np.concatenate([p.likelihood for p in self.populations])
        return np.where(self._weight == -np.inf, 0.0, likelihood)

    @cached_property
    def _counts(self) -> Counts:
        return counted(self.setting, self.populations)
