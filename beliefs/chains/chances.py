"""Chances for independent cards that fill all capacities, and please all facts, on average.

They are the prior weights times a factor for each column, so that the columns fill (Sinkhorn and
Knopp, "Concerning nonnegative matrices and doubly stochastic matrices", 1967), times a tilt for
each fact: on the way each unit of its sum weighs 2**tilt, which its table gives back at the end. No
world weighs differently for that, but with the right tilt cards go by themselves where the fact
wants them. It is right where the mean sum of independent cards is the same with the table as
without (the fixed point of expectation propagation: Minka, "Expectation propagation for approximate
Bayesian inference", 2001), and found by Newton's steps.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from beliefs.chains.kernels.expect import add_up, balance
from beliefs.chains.problem import Floats, Ints, Problem, Tally

FAINT = -200.0
"""log2 of the least weight over its row's largest that the chances tell from smaller ones."""
LEAST = 1e-12
"""The least chance that a possible cell is given."""
ROUNDS = 12
"""Rounds in which tilts are sought, at most."""
EFFORT = 20_000
"""Cards added to sums in those rounds, at most."""
DAMPED = 0.7
"""The part of each of Newton's steps that is taken, as facts overlap."""
STEP, STEEPEST = 2.0, 15.0
"""A tilt changes by so much at once, and becomes so large, at most."""
CLOSE = 0.02
"""Standard deviations of its sum by which a fact may still be displeased."""


class Chances(NamedTuple):
    """The chance of a card in each place, and what it is made of."""

    cell: Floats  # [rows, places] 0 where it cannot be, else at least LEAST; a row adds up to 1
    factor: Floats  # [columns] log2
    tilt: Floats  # [facts] log2


def find_chances(problem: Problem) -> Chances:
    """The chances of a problem, as well as they are found in a short time."""
    tallies, copies = problem.tallies, problem.copies
    tilt = np.zeros(len(tallies))
    cost = sum(int(copies[t.step != 0].sum()) * (1 + len(t.logs) // 1000) for t in tallies)
    for left in range(min(ROUNDS, EFFORT // max(cost, 1)), -1, -1):
        heavy = problem.logs.copy()
        for f, t in enumerate(tallies):
            heavy += tilt[f] * np.outer(t.step, t.inside)
        cell, factor = balanced(heavy, problem.column, problem.room, copies)
        off = [0.0]
        for f, t in enumerate(tallies if left else []):
            among = np.minimum(cell[:, t.inside].sum(axis=1), 1.0)
            mean = float(copies @ (among * t.step))
            spread = float(copies @ (among * (1.0 - among) * t.step**2))
            wanted = _wanted(t, tilt[f], among, copies)
            if spread > 1e-9 and wanted is not None:
                by = DAMPED * (wanted - mean) / spread / log(2)
                tilt[f] = np.clip(tilt[f] + np.clip(by, -STEP, STEP), -STEEPEST, STEEPEST)
                off.append(abs(wanted - mean) / spread**0.5)
        if max(off) < CLOSE:
            break
    return Chances(cell, factor, tilt)


def balanced(logs: Floats, column: Ints, room: Ints, copies: Ints) -> tuple[Floats, Floats]:
    """Chances in proportion to 2**logs times a factor for each column, so that columns fill.

    The factors are given as log2.

    >>> balanced(np.zeros((2, 2)), np.arange(2), np.array([1, 3]), np.array([2, 2]))[0].round(3)
    array([[0.25, 0.75],
           [0.25, 0.75]])
    """
    can = logs > -np.inf
    # Columns are evened out in logarithms first: what is left, numbers can hold.
    most = np.full(len(room), -np.inf)
    np.maximum.at(most, column, logs.max(axis=0, initial=-np.inf))
    even = np.where(most > -np.inf, -most, 0.0)
    evened = logs + even[column]
    high = evened.max(axis=1, keepdims=True, initial=-1e300)
    heavy = np.exp2(np.maximum(evened - high, FAINT)) * can
    scale, come, cell = np.ones(len(room)), np.empty(len(room)), np.zeros(logs.shape)
    balance(heavy, column, room, copies, scale, come, cell)
    return np.where(can, np.maximum(cell, LEAST), 0.0), even + np.log2(scale)


def _wanted(t: Tally, tilt: float, among: Floats, copies: Ints) -> float | None:
    """The mean of what is added to the sum, its table heeded; None if there is no chance of it."""
    chance = np.zeros(len(t.logs))
    chance[t.start] = 1.0
    add_up(among, t.step, copies, chance, np.empty(len(chance)))
    added = np.arange(len(chance)) - t.start
    with np.errstate(divide="ignore"):
        logs = t.logs - tilt * added + np.log2(chance)
    if logs.max() == -np.inf:
        return None
    weight = np.exp2(logs - logs.max())
    return float(weight @ added / weight.sum())
