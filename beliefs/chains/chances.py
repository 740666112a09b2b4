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
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from beliefs.chains.problem import Floats, Ints, Problem, Tally

T = TypeVar("T", np.float64, np.bool_)

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
    can, high = logs > -np.inf, np.zeros((len(copies), 1))
    factor, chance = np.zeros(len(room)), np.zeros(logs.shape)
    for _ in range(200):
        scaled = logs + factor[column]
        high = scaled.max(axis=1, keepdims=True, initial=-1e300)
        chance = np.exp2(np.maximum(scaled - high, -900.0)) * can
        chance /= chance.sum(axis=1, keepdims=True)
        come = np.bincount(column, copies @ chance, len(room))
        off = np.maximum(room, 1e-9) / np.maximum(come, 1e-18)
        off[(come == 0.0) | (room == 0)] = 1.0
        if np.abs(off - 1.0).max(initial=0.0) < 1e-6:
            break
        factor += np.log2(off)
    return np.where(can, np.maximum(chance, LEAST), 0.0), factor


def shifted(sums: npt.NDArray[T], step: int) -> npt.NDArray[T]:
    """What stands `step` further on along the last axis; 0 beyond its ends.

    >>> shifted(np.array([1, 2, 3]), 1).tolist(), shifted(np.array([1, 2, 3]), -2).tolist()
    ([2, 3, 0], [0, 0, 1])
    """
    moved = np.zeros_like(sums)
    if step == 0:
        moved[:] = sums
    elif 0 < step < sums.shape[-1]:
        moved[..., :-step] = sums[..., step:]
    elif -sums.shape[-1] < step < 0:
        moved[..., -step:] = sums[..., :step]
    return moved


def _wanted(t: Tally, tilt: float, among: Floats, copies: Ints) -> float | None:
    """The mean of what is added to the sum, its table heeded; None if there is no chance of it."""
    chance = np.zeros(len(t.logs))
    chance[t.start] = 1.0
    for r in np.flatnonzero(t.step):
        for _ in range(copies[r] if among[r] else 0):
            chance = (1.0 - among[r]) * chance + among[r] * shifted(chance, -int(t.step[r]))
    added = np.arange(len(chance)) - t.start
    with np.errstate(divide="ignore"):
        logs = t.logs - tilt * added + np.log2(chance)
    if logs.max() == -np.inf:
        return None
    weight = np.exp2(logs - logs.max())
    return float(weight @ added / weight.sum())
