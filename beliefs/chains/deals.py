"""Populations of weighted worlds: sequential importance sampling with resampling.

All particles deal the same cards step by step (`beliefs.chains.course`); each is weighed by the
weight of its world over the chance with which it was dealt. On the way a particle counts as much as
it promises: its weight so far, times what its look-ahead expects of the rest. Where that has become
too uneven, particles are drawn anew in proportion (Doucet and Johansen, "A tutorial on particle
filtering and smoothing", 2009, with the look-ahead as their twist); where it has not, they stay
independent of each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chains.course import Setting
from beliefs.chains.kernels.advance import Particles, advance
from beliefs.chains.looks import TINY
from beliefs.chains.problem import Floats
from beliefs.chains.told import factor_of
from compiled import uniform

STRETCH = 8
"""Cards dealt between two looks at the weights."""
UNEVEN = 0.5
"""Draw particles anew where the effective share is less."""
ROOM = 2**26
"""Bytes that the particles of one population may take, about."""


class Population(NamedTuple):
    """Particles dealt to the end."""

    world: npt.NDArray[np.int16]  # [particles, cards] place of the card dealt at each step
    weight: Floats  # [particles] log2; -inf: dead. Their mean estimates the weight of all worlds
    likelihood: Floats  # [particles] log2 of the weight of the world itself
    family: npt.NDArray[np.int64]  # [particles] first particle that it comes from
    redrawn: int  # times that particles were drawn anew

    @property
    def total(self) -> float:
        """log2 of the mean weight; -inf if all are dead."""
        return mean_of(self.weight)

    @property
    def effective(self) -> float:
        """The effective share: particles that come from one are counted together.

        (sum of weights)^2 / (sum of the squares of families' weights) / particles. Without drawing
        anew, Kish's effective sample size; else by Lee and Whiteley, "Variance estimation in the
        particle filter", 2018.
        """
        most = self.weight.max()
        if most == -np.inf:
            return 0.0
        family = np.bincount(self.family, np.exp2(self.weight - most))
        return float(family.sum() ** 2 / (family @ family) / len(self.weight))


def mean_of(logs: Floats) -> float:
    """log2 of the mean of what has these logarithms."""
    most = logs.max(initial=-np.inf)
    if most == -np.inf:
        return float("-inf")
    return float(most + np.log2(np.exp2(logs - most).mean()))


def most_particles(setting: Setting) -> int:
    """How many particles a population can have at most."""
    cells = setting.flow.size * 2 + len(setting.card) * 2 + setting.course.mask.size * 8
    return max(16, ROOM // (64 + cells + 16 * len(setting.values) + 8 * len(setting.room)))


def deal(setting: Setting, particles: int, row: npt.NDArray[np.int64]) -> Population:
    """A population of so many particles; draws from the generator row."""
    course, cards = setting.course, len(setting.card)
    state = _fresh(setting, particles)
    weight, likelihood = np.zeros(particles), np.full(particles, setting.scale)
    family, redrawn = np.arange(particles), 0
    for begin in range(0, cards, STRETCH):
        end = min(begin + STRETCH, cards)
        advance(course, state, begin, end, row)
        dead = state.factor == 0.0
        weight[dead] = -np.inf
        weight[~dead] += np.log2(state.factor[~dead])
        state.factor[~dead] = 1.0
        if setting.prior is not None:
            rows = course.row[begin:end]
            prior = np.where(dead, 0.0, setting.prior[rows, state.world[:, begin:end]].sum(axis=1))
            weight += prior
            likelihood += prior
        promise = weight + _promise(setting, state, end)
        if end < cards and 0.0 < _share(promise) < UNEVEN:
            chosen = spread(promise, particles, uniform(row))
            state = _redrawn(state, chosen)
            weight = weight[chosen] - promise[chosen] + mean_of(promise)
            likelihood, family = likelihood[chosen], family[chosen]
            redrawn += 1
    told = np.zeros(particles)
    for f, values in enumerate(setting.values):
        told += values[np.clip(state.sum[:, f], 0, len(values) - 1)]
    if setting.knowledge.alternatives:
        told += _alternatives(setting, state.world)
    told[weight == -np.inf] = -np.inf
    return Population(
        state.world, weight + told + setting.scale, likelihood + told, family, redrawn
    )


def _alternatives(setting: Setting, world: npt.NDArray[np.int16]) -> Floats:
    """log2 of what alternatives weigh, in each world."""
    knowledge = setting.knowledge
    face_of = knowledge.face_of[setting.card]
    with np.errstate(divide="ignore"):
        return np.log2(factor_of(knowledge.alternatives, knowledge, face_of, world))


def spread(logs: Floats, n: int, offset: float) -> npt.NDArray[np.int64]:
    """`n` indices in proportion to 2**logs, evenly spread (systematic); `offset` in [0, 1)."""
    share = np.exp2(logs - logs.max())
    ends = np.cumsum(share)
    at = (np.arange(n) + offset) * (ends[-1] / n)
    found = np.minimum(np.searchsorted(ends, at, side="right"), len(logs) - 1)
    # Rounding at the very end must not choose what has no weight.
    return np.asarray(np.minimum(found, np.flatnonzero(share)[-1]))


def _fresh(setting: Setting, particles: int) -> Particles:
    """So many particles with nothing dealt yet."""
    return Particles(
        np.zeros((particles, len(setting.card)), np.int16),
        np.repeat(setting.room[None], particles, axis=0),
        np.repeat(setting.flow[None], particles, axis=0),
        np.repeat(setting.support[None], particles, axis=0),
        np.repeat(setting.course.left[None], particles, axis=0),
        np.repeat(setting.course.start[None], particles, axis=0),
        np.ones(particles),
    )


def _redrawn(state: Particles, chosen: npt.NDArray[np.int64]) -> Particles:
    """The chosen particles, each as often as it is chosen."""
    fields = {name: getattr(state, name)[chosen] for name in Particles._fields}
    return Particles(**fields)


def _promise(setting: Setting, state: Particles, dealt: int) -> Floats:
    """log2 of what the look-ahead expects of the cards to come, up to a constant."""
    if dealt == len(setting.card):
        return np.zeros(len(state.factor))
    room = state.room
    promise = (room * setting.waiting[dealt] - setting.factorial[room]).sum(axis=1)
    course = setting.course
    promise += (state.sum - course.start) @ setting.tilt
    for f in range(len(setting.values)):
        at, width, depth = course.size[f]
        if depth:
            at = at + (dealt * depth + state.left[:, f]) * width
            at = at + np.clip(state.sum[:, f], 0, width - 1)
            mean = course.look[np.minimum(at, len(course.look) - 1)]
            promise += np.log2(np.maximum(mean, TINY))
    return np.asarray(promise)


def _share(logs: Floats) -> float:
    most = logs.max(initial=-np.inf)
    if most == -np.inf:
        return 0.0
    share = np.exp2(logs - most)
    return float(share.sum() ** 2 / (share @ share) / len(logs))
