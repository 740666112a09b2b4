"""Reachable: no world that can be true is left out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import suppress

import numpy as np

from determinize.auditing.auditable import Posterior
from determinize.auditing.calibration.absence import absent
from determinize.auditing.calibration.by_count import at_least, says
from determinize.auditing.calibration.by_ranks import rarest_cell
from determinize.auditing.calibration.reference import MOST_TALLIED, Worlds, reference, worlds_of
from determinize.auditing.evidence import REACHABLE, Evidence, Histogram, Tally
from determinize.auditing.judging.statistics import DECISIVE, TRUE_WORLD
from determinize.auditing.judging.uniformity import binned
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

TIMES = 4
"""So many times as many copies are made of a small position, at most, to miss nothing by chance."""


def reachable(sample: Sample, evidence: Evidence) -> None:
    """Whether some cell or world never comes up in copies, although it should.

    Against an exact count: that n copies all miss what has probability p is as likely as (1 - p)^n.
    Where all worlds are spelled out and more copies make sure that none is missed by chance,
    they are made. Against truths: whether the true state has a card where no copy has it.

    Raises:
        NotTested: there is nothing to say what should be reached.
    """
    evidence.truth = sample.canonical(sample.truth)
    against = reference(sample)
    copies = len(sample.copies)
    if against.posterior is not None:
        worlds = worlds_of(sample)
        kind = absent(sample)
        evidence.tallies.extend(_cells(sample, against.posterior, kind))
        if worlds is not None and len(worlds.keys) > 1:
            evidence.tallies.extend(_true_world(worlds, copies, kind))
            evidence.histograms.extend(_rarest(sample, worlds, against.posterior))
            if len(worlds.keys) <= MOST_TALLIED:
                more = _more(sample, worlds)
                copies += sum(more.values())
                evidence.tallies.extend(_worlds(worlds, more, copies, kind))
    if against.ranks:
        with suppress(*against.optional):
            rarest_cell(sample, against, evidence)
    evidence.reference, evidence.ranked = against.words, against.ranked
    evidence.looked(REACHABLE, copies)


def _cells(sample: Sample, posterior: Posterior, kind: str) -> Iterator[Tally]:
    for cell, k, p in at_least(posterior):
        hits = sum(contents.get(cell, 0) >= k for contents in sample.contents)
        yield Tally(REACHABLE, says(cell, k), kind, hits, len(sample.copies), p)


def _true_world(worlds: Worlds, copies: int, kind: str) -> Iterator[Tally]:
    if worlds.truth is not None:
        hits, p = int(worlds.counts[worlds.truth]), float(worlds.probabilities[worlds.truth])
        yield Tally(REACHABLE, TRUE_WORLD, kind, hits, copies, p, alone=False)


def _rarest(sample: Sample, worlds: Worlds, posterior: Posterior) -> Iterator[Histogram]:
    """The probability of the least likely cell that a world has, at each copy."""
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 10])
    chances = {cell: 1 - p[0] for cell, p in posterior.cells.items()}
    row = np.array([chances.get(cell, 1.0) for cell in worlds.labels])
    values = worlds.pit(np.where(worlds.table > 0, row, 1.0).min(axis=1), rng)
    if values is not None:
        name = "the least likely place of a card"
        yield Histogram(REACHABLE, name, Kind.WRONG_POOL.name, binned(values))


def _more(sample: Sample, worlds: Worlds) -> Counter[Hashable]:
    """Further copies' worlds, as many as it takes to miss none by chance; none if that is too many.

    How many depends on the count alone, never on what the copies were.
    """
    n = len(sample.copies)
    least = float(worlds.probabilities.min())
    needed = math.ceil(math.log(DECISIVE) / math.log1p(-least))
    if not n < needed <= TIMES * n:
        return Counter()
    return Counter(
        sample.canonical(sample.copied(sample.truth, seed, REACHABLE))
        for seed in sample.seeds(needed)[n:]
    )


def _worlds(worlds: Worlds, more: Counter[Hashable], copies: int, kind: str) -> Iterator[Tally]:
    for i, key in enumerate(worlds.keys):
        hits, p = int(worlds.counts[i]) + more[key], float(worlds.probabilities[i])
        yield Tally(REACHABLE, worlds.says(i), kind, hits, copies, p)
