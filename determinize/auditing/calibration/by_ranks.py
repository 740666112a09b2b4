"""Copies against truths: the rank of the true state among its copies, by many statistics."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from determinize.auditing.asked import number
from determinize.auditing.auditable import Cell, NotTested
from determinize.auditing.calibration.features import sums, togetherness
from determinize.auditing.calibration.reference import (
    CERTAIN,
    Numbers,
    Reference,
    rank,
    weights_of,
)
from determinize.auditing.evidence import CALIBRATED, REACHABLE, Evidence, Tally, Uniform
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

BY_ITSELF = "the true state is in a world in which no other of the set is:"


def by_ranks(sample: Sample, reference: Reference, evidence: Evidence) -> None:
    """Adds the ranks of the truth among its copies; each is uniform if the copier is right.

    Every statistic is a function of a world and of the set of all worlds, truth and copies, which
    takes no notice of which is the truth.
    """
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 8])
    weights = weights_of(sample, reference)
    table, labels = tabled(sample)
    statistics = list(_statistics(sample, table, labels))
    if reference.likelihood is not None and min(weights) > 0:
        kind = Kind.WRONG_WEIGHTS.name
        statistics.append((kind, "the likelihood of the choices", np.log(weights)))
    for kind, name, values in statistics:
        u = rank(values.tolist(), weights, rng)
        evidence.uniforms.append(Uniform(CALIBRATED, name, kind, u))
    evidence.tallies.extend(_by_itself(table, weights))


def _by_itself(table: Numbers, weights: Sequence[float]) -> Iterator[Tally]:
    """Whether the truth is in a world of its own, where some state of the set is.

    Which of the set is the truth, has a probability by weight; so a few positions tell, in which
    copies meet each other in the worlds that they know, and never the truth in its own.
    """
    alone = in_the_same_world(table) == 0
    chance = math.fsum(w for w, one in zip(weights, alone, strict=True) if one) / math.fsum(weights)
    if CERTAIN < chance < 1 - CERTAIN:
        kind = Kind.MISSING_WORLD.name
        yield Tally(CALIBRATED, BY_ITSELF, kind, int(alone[0]), 1, chance, alone=False)


def in_the_same_world(table: Numbers) -> Numbers:
    """How many others are in the same world, of each. Of a world never produced, only the truth is.

    >>> in_the_same_world(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])).tolist()
    [0.0, 1.0, 1.0]
    """
    _, which, counts = np.unique(table, axis=0, return_inverse=True, return_counts=True)
    others: Numbers = counts[which.reshape(-1)].astype(float) - 1
    return others


def most_alike(table: Numbers) -> Numbers:
    """How many cards lie in the same cell as in that other with which most do, of each.

    Where worlds are too many to be met twice, the neighbours of one never produced are missing.

    >>> most_alike(np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])).tolist()
    [1.0, 2.0, 2.0]
    """
    together = np.array([np.minimum(table, row).sum(axis=1) for row in table])
    np.fill_diagonal(together, -1)
    nearest: Numbers = together.max(axis=1)
    return nearest


def rarest_cell(sample: Sample, reference: Reference, evidence: Evidence) -> None:
    """Adds the rank of the truth among its copies, those with a cell that no other has first; and
    those with a world that no other has."""
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 9])
    table, _ = tabled(sample)
    having = (table > 0).sum(axis=0)
    alone = np.where((table > 0) & (having == 1), 0.0, 1.0).min(axis=1)
    u = rank(alone.tolist(), weights_of(sample, reference), rng)
    name, kind = "a card where no other has it", Kind.WRONG_POOL.name
    evidence.uniforms.append(Uniform(REACHABLE, name, kind, u))
    u = rank(in_the_same_world(table).tolist(), weights_of(sample, reference), rng)
    name, kind = "a world in which no other is", Kind.MISSING_WORLD.name
    evidence.uniforms.append(Uniform(REACHABLE, name, kind, u))


def tabled(sample: Sample) -> tuple[Numbers, list[Cell]]:
    """How many copies of each cell's face lie there: truth first, then copies, [1 + copies, cells].

    Cells that all have alike are left out.

    Raises:
        NotTested: nothing is left.
    """
    contents = [sample.cells(sample.truth), *sample.contents]
    labels = sorted({cell for each in contents for cell in each})
    table = np.array([[each.get(cell, 0) for cell in labels] for each in contents], float)
    table = table.reshape(len(contents), len(labels))
    varies = (table != table[0]).any(axis=0)
    if not varies.any():
        raise NotTested("the true state and its copies are all alike, so that none can be ranked")
    return table[:, varies], [cell for cell, one in zip(labels, varies, strict=True) if one]


def _statistics(
    sample: Sample, table: Numbers, labels: Sequence[Cell]
) -> Iterator[tuple[str, str, Numbers]]:
    biased, weights = Kind.BIASED.name, Kind.WRONG_WEIGHTS.name
    places = sorted({place for _, place in labels})
    for face in sorted({face for face, _ in labels}):
        order = np.array([places.index(p) if f == face else 0 for f, p in labels], float)
        yield biased, f"the place of {face}", table @ order
    for name, values in sums(table, labels):
        yield biased, name, values
    for name, values in togetherness(table, labels, table.mean(axis=0)):
        yield weights, name, values
    together = (table @ table.sum(axis=0)) - (table * table).sum(axis=1)
    yield biased, "cards that lie as in the others", together
    yield weights, "others in the same world", in_the_same_world(table)
    yield weights, "cards that lie as in the most alike other", most_alike(table)
    features = getattr(sample.target, "features", None) or {}
    states = [sample.truth, *(one.state for one in sample.copies)]
    for name, feature in features.items():
        given = (feature(sample.target.world(state)) for state in states)
        numbers = [number(sample.target, f"the feature {name!r}", each) for each in given]
        yield weights, name, np.array(numbers)
