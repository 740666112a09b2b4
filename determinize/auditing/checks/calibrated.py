"""Calibrated: every world is as likely as it should be."""

from __future__ import annotations

from contextlib import suppress

from determinize.auditing.calibration.by_count import by_count
from determinize.auditing.calibration.by_ranks import by_ranks
from determinize.auditing.calibration.reference import reference
from determinize.auditing.evidence import CALIBRATED, Evidence
from determinize.auditing.sample import Sample


def calibrated(sample: Sample, evidence: Evidence) -> None:
    """Copies against an exact count of worlds, or the true state's rank among its copies.

    A copy in a world that the count excludes breaks what the copier promises, and is a finding of
    that check: *consistent* where it promises the history, *indistinguishable* where the table.

    Raises:
        NotTested: there is nothing to calibrate against.
    """
    evidence.truth = sample.canonical(sample.truth)
    against = reference(sample)
    if against.posterior is not None:
        by_count(sample, against.posterior, evidence)
    if against.ranks:
        with suppress(*against.optional):
            by_ranks(sample, against, evidence)
    if against.untested is not None:
        evidence.partly[CALIBRATED] = against.untested
    evidence.reference, evidence.ranked = against.words, against.ranked
    evidence.looked(CALIBRATED, len(sample.copies))
