"""What the checks bring to light in a position, for the tests of the audit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from determinize.auditing.auditable import Auditable, NotTested
from determinize.auditing.checks.conserves import conserves
from determinize.auditing.checks.consistent import consistent
from determinize.auditing.checks.independent import independent
from determinize.auditing.checks.indistinguishable import indistinguishable
from determinize.auditing.checks.replayable import replayable
from determinize.auditing.evidence import CONSERVES, Evidence, Position
from determinize.auditing.judging.significance import two_samples
from determinize.auditing.positions import random_position
from determinize.auditing.sample import Copied, Sample, Settings

CHECKS = (conserves, indistinguishable, independent, consistent, replayable)
COPIES = 32
CERTAIN = 1e-7
"""A p-value that a right copier would not reach in all tests of this file together."""


def sampled(target: Auditable, position: Position, copies: int) -> Sample:
    sample = Sample(target, position, Settings(copies, target.promise), lambda *_: None)
    for seed in sample.seeds(copies):
        sample.copies.append(Copied(seed, sample.copied(sample.truth, seed, CONSERVES)))
    return sample


def examined(target: Auditable, seed: int, copies: int = COPIES, checks: Any = CHECKS) -> Evidence:
    """What these checks bring to light in one position."""
    position = random_position(target, seed)
    sample, evidence = sampled(target, position, copies), Evidence(position)
    for check in checks:
        try:
            check(sample, evidence)
        except NotTested as reason:
            evidence.untested[check.__name__] = str(reason)
    return evidence


def shown(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Check and kind of everything that is proved in a position."""
    yield from ((one.check, one.kind) for one in evidence.findings)
    for one in evidence.samples:
        if two_samples(one.ours, one.theirs)[0] < CERTAIN:
            yield one.check, one.kind
