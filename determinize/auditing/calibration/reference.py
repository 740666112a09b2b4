"""What copies are calibrated against, and by which statistics.

Against an exact *count*, made without the copier: each copy is an independent draw from a known
distribution. Where the worlds are spelled out, every statistic of a world has a known distribution
too, and :class:`Worlds` gives its randomised distribution function at each copy (the *probability
integral transform*, PIT): uniform if the copier is right.

Or against *truths*, the true states of games from play: truth and copies are then exchangeable, and
the randomised rank of the truth is uniform (simulation-based calibration: Talts, Betancourt,
Simpson, Vehtari and Gelman, 2018). Play tells of hidden cards (who had to follow suit, followed),
so that truths are no uniform draw from the worlds of their observer. Where the target gives the
likelihood of the choices in a state's own history, this is set right exactly: which of the states
of the set {truth, copies} is the truth, has probability proportional to likelihood. Where it does
not, the games were thinned before.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from determinize.auditing.asked import number
from determinize.auditing.auditable import TABLE, Cell, NotTested, Posterior, ability, cells
from determinize.auditing.sample import COUNT, TRUTHS, Sample

Numbers: TypeAlias = NDArray[np.float64]

MOST_WORLDS = 3000
"""Worlds spelled out that are looked at one by one; of more, only their cells are."""
MOST_TALLIED = 64
"""Worlds of which each is counted by itself; of more, only statistics are."""
CERTAIN = 1e-12
"""Probabilities nearer to 0 or 1 than this are taken for 0 or 1."""

WEIGHTED = "true states of random play, weighted by the inverse likelihood of the choices"
THINNED = "true states of random play, thinned by the inverse likelihood of the choices"
NEITHER = "truths are no uniform draw: the target tells neither count nor likelihood"
FREE = "true states of random play, before anybody else has chosen anything"
TOGETHER = "cards together, and features, were not tested: the count does not spell out its worlds"
COUNTS = "truths are not ranked: the target counts worlds"
HISTORY_ONLY = "true states follow the whole history, not the table alone"
FOLLOWING = "true states of games played by the given policy"


@dataclass(frozen=True)
class Reference:
    """What the copies of one position are calibrated against.

    Attributes:
        words: what the report calls it.
        ranked: what it calls the truths by whose ranks cards together are tested, beside a count.
        posterior: the exact count, or None.
        likelihood: the likelihood by which truths are weighted, or None; with a count it serves for
            the statistics whose distribution the count does not give.
        ranks: whether the rank of the truth among its copies is uniform.
        untested: why cards together are not tested, where neither count nor truths do.
    """

    words: str
    posterior: Posterior | None
    likelihood: Any | None
    ranks: bool
    ranked: str | None = None
    untested: str | None = None

    @property
    def optional(self) -> tuple[type[NotTested], ...]:
        """What ranks may fail with, where the check is made without them."""
        return (NotTested,) if self.posterior is not None else ()


def reference(sample: Sample) -> Reference:
    """What a position's copies are to be calibrated against.

    Raises:
        NotTested: there is nothing, with the reason.
    """
    if not sample.copies:
        raise NotTested("no copy could be made")
    settings, likelihood = sample.settings, ability(sample.target, "likelihood")
    posterior = sample.posterior if settings.reference != TRUTHS else None
    if posterior is not None and settings.policy is None:
        return _counted(sample, posterior)
    if settings.reference == COUNT:
        raise NotTested("the target gives no exact count here")
    if settings.promise == TABLE:
        raise NotTested(HISTORY_ONLY)
    if settings.policy is not None:
        return Reference(FOLLOWING, None, None, True)
    if likelihood is not None:
        return Reference(WEIGHTED, None, likelihood, True)
    if settings.bounds:
        return Reference(THINNED, None, None, True)
    if not sample.position.choices and not settings.unranked:
        return Reference(FREE, None, None, True)
    raise NotTested(settings.unranked or NEITHER)


def _counted(sample: Sample, posterior: Posterior) -> Reference:
    """An exact count; and truths, for what a count does not tell that spells no worlds out.

    A count of what the table shows says nothing of truths, which follow the whole history.
    """
    settings, likelihood = sample.settings, ability(sample.target, "likelihood")
    words = f"an exact count: {posterior.source}"
    if _spelled_out(posterior):
        return Reference(words, posterior, likelihood, False)
    if likelihood is not None:
        return Reference(words, posterior, likelihood, True, WEIGHTED)
    why = settings.unranked or NEITHER
    if settings.reference == COUNT:
        why = "true states were not asked for"
    elif settings.promise == TABLE:
        why = HISTORY_ONLY
    elif settings.bounds:
        return Reference(words, posterior, None, True, THINNED)
    elif not sample.position.choices and not settings.unranked:
        return Reference(words, posterior, None, True, FREE)
    untested = TOGETHER if why == COUNTS else f"{TOGETHER}, and {why}"
    return Reference(words, posterior, None, False, untested=untested)


def _spelled_out(posterior: Posterior) -> bool:
    return posterior.worlds is not None and len(posterior.worlds) <= MOST_WORLDS


@lru_cache(maxsize=1)  # two checks ask for it, one after the other
def worlds_of(sample: Sample) -> Worlds | None:
    """The worlds of a sample's count, where they are spelled out and few enough."""
    posterior = sample.posterior
    if posterior is None or posterior.worlds is None or not _spelled_out(posterior):
        return None
    return Worlds(posterior.worlds, sample)


class Worlds:
    """All worlds of a position, each with its cells, and which of them each copy is in.

    Attributes:
        probabilities: of each world, [worlds].
        table: how many copies of each cell's face lie there, [worlds, cells].
        labels: the cells.
        copies: which world each copy is in; copies in impossible worlds are left out.
        truth: which world is the true one, or None where it is not among them.
    """

    def __init__(self, worlds: Mapping[Hashable, float], sample: Sample) -> None:
        self.keys = sorted((key for key, p in worlds.items() if p > CERTAIN), key=repr)
        self.probabilities = np.array([worlds[key] for key in self.keys], float)
        self.probabilities /= self.probabilities.sum()
        counted = [cells(as_world(key), sample.ordered) for key in self.keys]
        self.labels: list[Cell] = sorted({cell for each in counted for cell in each})
        column = {cell: i for i, cell in enumerate(self.labels)}
        self.table = np.zeros((len(self.keys), len(self.labels)))
        for row, each in enumerate(counted):
            for cell, n in each.items():
                self.table[row, column[cell]] = n
        index = {key: i for i, key in enumerate(self.keys)}
        self.copies = np.array([index[w] for w in sample.worlds if w in index], int)
        self.truth = index.get(sample.canonical(sample.truth))
        self.counts = np.bincount(self.copies, minlength=len(self.keys))

    def says(self, i: int) -> str:
        """A world in words: what is not the same in all of them."""
        held: dict[str, list[str]] = {}
        for column in self._varying:
            if n := int(self.table[i, column]):
                face, place = self.labels[column]
                held.setdefault(place, []).extend([face] * n)
        return "; ".join(f"{place}: {' '.join(held[place])}" for place in sorted(held))

    @cached_property
    def _varying(self) -> list[int]:
        """The cells that are not the same in all worlds."""
        varying: list[int] = np.flatnonzero((self.table != self.table[0]).any(axis=0)).tolist()
        return varying

    def pit(self, statistic: Numbers, rng: np.random.Generator) -> Numbers | None:
        """The randomised distribution function of a statistic of worlds at each copy, [copies].

        None where the statistic is the same in all worlds.
        """
        return self.pit_at(statistic, self.copies, rng)

    def pit_at(
        self, statistic: Numbers, at: NDArray[np.int64], rng: np.random.Generator
    ) -> Numbers | None:
        """The same at the given worlds."""
        values, which = np.unique(np.round(statistic, 9), return_inverse=True)
        if len(values) < 2 or not len(at):
            return None
        mass = np.bincount(which, self.probabilities)
        before = np.cumsum(mass) - mass
        here = which[at]
        return np.clip(before[here] + rng.random(len(at)) * mass[here], 0.0, 1.0)


def as_world(key: Hashable) -> dict[str, Sequence[str]]:
    """A canonical world as place to faces."""
    return dict(key)  # type: ignore[call-overload, no-any-return]


def rank(values: Sequence[float], weights: Sequence[float], rng: np.random.Generator) -> float:
    """The randomised rank of the first value among all, by weight: uniform if which is first has
    probability proportional to weight.

    >>> 0 <= rank([1, 2, 3], [1, 1, 1], np.random.default_rng(1)) <= 1 / 3
    True
    """
    mine = round(values[0], 9)
    below = math.fsum(w for v, w in zip(values, weights, strict=True) if round(v, 9) < mine)
    equal = math.fsum(w for v, w in zip(values, weights, strict=True) if round(v, 9) == mine)
    return float((below + rng.random() * equal) / math.fsum(weights))


def weights_of(sample: Sample, reference: Reference) -> list[float]:
    """How likely it is of each, truth first and then the copies, to be the truth; up to a factor.

    Raises:
        NotTested: the target tells no likelihood here.
        BrokenGame: a likelihood is no number, or the true state's is 0.
    """
    states = [sample.truth, *(one.state for one in sample.copies)]
    if reference.likelihood is None:
        return [1.0] * len(states)
    given = [reference.likelihood(state, sample.seat) for state in states]
    logs = [  # copies may be impossible, the true state not
        number(sample.target, "likelihood", each, lowest=i > 0) for i, each in enumerate(given)
    ]
    most = max(logs)
    return [math.exp(each - most) for each in logs]
