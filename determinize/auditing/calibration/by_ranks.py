"""Copies against truths: the rank of the true state among its copies, by many statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from determinize.auditing.asked import number
from determinize.auditing.auditable import Cell, NotTested
from determinize.auditing.calibration.features import sums, togetherness
from determinize.auditing.calibration.reference import Numbers, Reference, rank, weights_of
from determinize.auditing.evidence import CALIBRATED, REACHABLE, Evidence, Uniform
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


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


def rarest_cell(sample: Sample, reference: Reference, evidence: Evidence) -> None:
    """Adds the rank of the truth among its copies, those with a cell that no other has first."""
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 9])
    table, _ = tabled(sample)
    having = (table > 0).sum(axis=0)
    alone = np.where((table > 0) & (having == 1), 0.0, 1.0).min(axis=1)
    u = rank(alone.tolist(), weights_of(sample, reference), rng)
    name, kind = "a card where no other has it", Kind.WRONG_POOL.name
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
    features = getattr(sample.target, "features", None) or {}
    states = [sample.truth, *(one.state for one in sample.copies)]
    for name, feature in features.items():
        given = (feature(sample.target.world(state)) for state in states)
        numbers = [number(sample.target, f"the feature {name!r}", each) for each in given]
        yield weights, name, np.array(numbers)
