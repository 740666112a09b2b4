"""Copies against an exact count: of each position, and of all positions by steady statistics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from determinize.auditing.auditable import TABLE, Cell, Posterior
from determinize.auditing.calibration.absence import absent
from determinize.auditing.calibration.features import shared, sums, togetherness
from determinize.auditing.calibration.reference import (
    CERTAIN,
    MOST_TALLIED,
    Numbers,
    Worlds,
    as_world,
    worlds_of,
)
from determinize.auditing.evidence import (
    CALIBRATED,
    CONSISTENT,
    INDISTINGUISHABLE,
    Bet,
    Evidence,
    Finding,
    Histogram,
    Tally,
)
from determinize.auditing.judging.statistics import AS_IN_TRUTH, SHARED_WITH_TRUTH, TRUE_WORLD
from determinize.auditing.judging.uniformity import binned
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

MOST_FINDINGS = 3
"""Copies of one position that are told to be in an impossible world."""
LABELS = 16
"""Places that are looked at in pairs, where there are no more."""
CONCENTRATIONS = (10.0, 100.0, 1000.0)
"""How far wagers think that the copier's probabilities lie from the right ones: sums of the
parameters of a Dirichlet distribution about these."""


def by_count(sample: Sample, posterior: Posterior, evidence: Evidence) -> None:
    """Adds what copies show against an exact count."""
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 7])
    evidence.findings.extend(_impossible(sample, posterior))
    worlds = worlds_of(sample)
    kind = absent(sample)
    evidence.tallies.extend(_cells(sample, posterior, kind))
    evidence.tallies.extend(_as_in_truth(sample, posterior, rng))
    evidence.tallies.extend(_by_order(sample, posterior))
    bet = _bet_on_cells(sample, posterior)
    if bet is not None:
        evidence.bets.append(bet)
    if worlds is not None and len(worlds.keys) > 1:
        evidence.tallies.extend(_worlds(worlds, len(sample.copies), kind))
        evidence.histograms.extend(_histograms(sample, worlds, rng))
        evidence.bets.append(_bet_on_worlds(worlds))


def _impossible(sample: Sample, posterior: Posterior) -> Iterator[Finding]:
    """Copies that the belief excludes, though no card is lost and nothing that is seen differs.

    That breaks the promise: what the seat learned, or where it promises the table only, what it
    sees. Copies that lose cards or change what is seen are other checks' business.
    """
    table = sample.settings.promise == TABLE
    check, kind = (
        (INDISTINGUISHABLE, Kind.KNOWN_CARDS) if table else (CONSISTENT, Kind.IGNORED_FACT)
    )
    told = 0
    faces = _faces(sample.cells(sample.truth))
    for one, world, contents in zip(sample.copies, sample.worlds, sample.contents, strict=True):
        words = _excluded(posterior, world, contents)
        if words is None or _faces(contents) != faces:
            continue
        observe = sample.target.observe
        if observe(one.state, sample.seat) != observe(sample.truth, sample.seat):
            continue
        yield Finding(check, kind.name, one.seed, words, f"impossible: {posterior.source}")
        told += 1
        if told == MOST_FINDINGS:
            return


def _excluded(posterior: Posterior, world: object, contents: Mapping[Cell, int]) -> str | None:
    """What of a copy is impossible, in words."""
    for (face, place), n in contents.items():
        chances = posterior.cells.get((face, place), (1.0,))
        if n >= len(chances) or chances[n] <= CERTAIN:
            return f"{face} lies in {place}" if n == 1 else f"{n} of {face} lie in {place}"
    for (face, place), chances in posterior.cells.items():
        if not contents.get((face, place)) and chances[0] <= CERTAIN:
            return f"no {face} lies in {place}"
    if posterior.worlds is not None and posterior.worlds.get(world, 0.0) <= 0:
        return f"all cards together: {world}"
    return None


def _faces(contents: Mapping[Cell, int]) -> Counter[str]:
    faces: Counter[str] = Counter()
    for (face, _), n in contents.items():
        faces[face] += n
    return faces


def at_least(posterior: Posterior) -> Iterator[tuple[Cell, int, float]]:
    """Each cell, a number of copies, and the probability that so many or more lie there, where that
    is neither certain nor impossible."""
    for cell, chances in posterior.cells.items():
        for k in range(1, len(chances)):
            p = math.fsum(chances[k:])
            if CERTAIN < p < 1 - CERTAIN:
                yield cell, k, p


def says(cell: Cell, k: int) -> str:
    """A number of copies of a face in a place, in words.

    >>> says(("QH", "hand 1"), 1), says(("Guard", "deck"), 2)
    ('QH lies in hand 1', '2 or more of Guard lie in deck')
    """
    face, place = cell
    return f"{face} lies in {place}" if k == 1 else f"{k} or more of {face} lie in {place}"


def _cells(sample: Sample, posterior: Posterior, kind: str) -> Iterator[Tally]:
    n = len(sample.copies)
    for cell, k, p in at_least(posterior):
        hits = sum(contents.get(cell, 0) >= k for contents in sample.contents)
        named = kind if hits in (0, n) else Kind.BIASED.name
        yield Tally(CALIBRATED, says(cell, k), named, hits, n, p)


def _as_in_truth(sample: Sample, posterior: Posterior, rng: np.random.Generator) -> Iterator[Tally]:
    """For each copy one of the hidden cards is drawn, and looked for where it truly lies.

    Then one for each place, and looked for in all others: a shuffle that begins with the true order
    and mixes it badly moves cards from some places to some others too often.
    """
    true = sample.cells(sample.truth)
    hidden = {(cell, k): p for cell, k, p in at_least(posterior) if true.get(cell, 0) >= k}
    if not hidden:
        return
    n = len(sample.copies)
    held = list(hidden)
    drawn = rng.integers(len(held), size=n)
    hits = sum(
        contents.get(held[i][0], 0) >= held[i][1]
        for contents, i in zip(sample.contents, drawn, strict=True)
    )
    mean = math.fsum(hidden.values()) / len(hidden)
    yield Tally(CALIBRATED, AS_IN_TRUTH, Kind.BIASED.name, hits, n, mean)
    faces: dict[str, list[str]] = {}
    for (face, place), k in held:
        if k == 1:
            faces.setdefault(place, []).append(face)
    chances = {cell: p for cell, k, p in at_least(posterior) if k == 1}
    labels = sorted({place for _, place in chances})
    if not 2 < len(labels) <= LABELS:
        return
    for place, mine in sorted(faces.items()):
        which = [mine[i] for i in rng.integers(len(mine), size=n)]
        for label in labels:
            yield from _drawn(
                sample,
                f"what truly lies in {place} lies in {label}",
                [chances.get((face, label), _sure(posterior, (face, label))) for face in mine],
                [(face, label) for face in which],
            )


def _sure(posterior: Posterior, cell: Cell) -> float:
    """1 where a cell is certain to hold a card, 0 where it is certain to hold none."""
    chances = posterior.cells.get(cell, (1.0,))
    return 0.0 if chances[0] > 0.5 else 1.0


def _by_order(sample: Sample, posterior: Posterior) -> Iterator[Tally]:
    """Where the first and the last of the hidden faces lie: of a shuffle that begins in order."""
    chances = {cell: p for cell, k, p in at_least(posterior) if k == 1}
    faces = sorted({face for face, _ in chances})
    labels = sorted({place for _, place in chances})
    if len(faces) < 3 or len(labels) > LABELS:
        return
    for words, face in (("first", faces[0]), ("last", faces[-1])):
        for label in labels:
            if (face, label) in chances:
                yield from _drawn(
                    sample,
                    f"the {words} of the hidden cards lies in {label}",
                    [chances[face, label]],
                    [(face, label)] * len(sample.copies),
                )


def _drawn(
    sample: Sample, statistic: str, chances: Sequence[float], drawn: Sequence[Cell]
) -> Iterator[Tally]:
    mean = math.fsum(chances) / len(chances)
    if CERTAIN < mean < 1 - CERTAIN:
        hits = sum(
            contents.get(cell, 0) > 0 for contents, cell in zip(sample.contents, drawn, strict=True)
        )
        kind = Kind.BIASED.name
        yield Tally(CALIBRATED, statistic, kind, hits, len(drawn), mean, alone=False)


def _worlds(worlds: Worlds, n: int, kind: str) -> Iterator[Tally]:
    if worlds.truth is not None:
        hits, p = int(worlds.counts[worlds.truth]), float(worlds.probabilities[worlds.truth])
        named = Kind.WRONG_WEIGHTS.name
        yield Tally(CALIBRATED, TRUE_WORLD, named, hits, n, p, alone=False)
    if len(worlds.keys) > MOST_TALLIED:
        return
    for i in range(len(worlds.keys)):
        hits, p = int(worlds.counts[i]), float(worlds.probabilities[i])
        named = kind if hits in (0, n) else Kind.WRONG_WEIGHTS.name
        yield Tally(CALIBRATED, worlds.says(i), named, hits, n, p)


def _histograms(sample: Sample, worlds: Worlds, rng: np.random.Generator) -> Iterator[Histogram]:
    """The copies' distribution functions of single cards, of cards together, and of worlds."""
    table, labels = worlds.table, worlds.labels
    mean = worlds.probabilities @ table
    single = list(sums(table, labels))
    joint = list(togetherness(table, labels, mean))
    joint.append(("the probability of the copy's world", np.log(worlds.probabilities)))
    joint.append(("the copy's world in order", np.arange(len(worlds.keys), dtype=float)))
    features = getattr(sample.target, "features", None) or {}
    for name, feature in features.items():
        joint.append((name, np.array([float(feature(as_world(key))) for key in worlds.keys])))
    if worlds.truth is not None:
        single.append((SHARED_WITH_TRUTH, shared(table, table[worlds.truth])))
    for kind, statistics in ((Kind.BIASED, single), (Kind.WRONG_WEIGHTS, joint)):
        for name, statistic in statistics:
            values = worlds.pit(statistic, rng)
            if values is not None:
                yield Histogram(CALIBRATED, name, kind.name, binned(values))
    together = list(_pairs(worlds, rng))
    if together:
        name = "cards that lie as in another copy"
        yield Histogram(CALIBRATED, name, Kind.WRONG_WEIGHTS.name, binned(together))


def _pairs(worlds: Worlds, rng: np.random.Generator) -> Iterator[float]:
    """Given the first copy of a pair, the second's number of cards in common with it."""
    for a, b in zip(worlds.copies[::2], worlds.copies[1::2], strict=False):
        values = worlds.pit_at(shared(worlds.table, worlds.table[a]), np.array([b]), rng)
        if values is not None:
            yield float(values[0])


def _bet_on_cells(sample: Sample, posterior: Posterior) -> Bet | None:
    """A wager on each cell, the stake spread evenly over them."""
    n = len(sample.copies)
    factors = []
    for cell, k, p in at_least(posterior):
        if k == 1:
            hits = sum(contents.get(cell, 0) > 0 for contents in sample.contents)
            factors.append(_log_wager(np.array([hits, n - hits]), np.array([p, 1 - p])))
    if not factors:
        return None
    return Bet(CALIBRATED, "the places of single cards", Kind.BIASED.name, _log_mean(factors))


def _bet_on_worlds(worlds: Worlds) -> Bet:
    log_factor = _log_wager(worlds.counts, worlds.probabilities)
    return Bet(
        CALIBRATED, "the numbers of copies in each world", Kind.WRONG_WEIGHTS.name, log_factor
    )


def _log_wager(counts: np.ndarray, probabilities: Numbers) -> float:
    """The logarithm of how much likelier the counts are to somebody who does not trust the copier.

    A mixture of Dirichlet-multinomial distributions about the right probabilities, against the
    multinomial: its mean is 1 if these are right.
    """
    n, size = int(counts.sum()), len(probabilities)
    seen = counts > 0
    hits, p = counts[seen].tolist(), probabilities[seen].tolist()
    logs = []
    for concentration in CONCENTRATIONS:
        a = concentration * size / 2
        log = math.lgamma(a) - math.lgamma(a + n)
        for h, q in zip(hits, p, strict=True):
            log += math.lgamma(h + a * q) - math.lgamma(a * q) - h * math.log(q)
        logs.append(log)
    return _log_mean(logs)


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + math.log(math.fsum(math.exp(each - most) for each in logs) / len(logs))
