"""Consistent: every fact that the seat has learned still holds in each copy."""

from __future__ import annotations

from determinize.auditing.auditable import TABLE, NotTested, ability
from determinize.auditing.checks.each_copy import impossible_copies
from determinize.auditing.evidence import CONSISTENT, Evidence
from determinize.auditing.finding import found
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def consistent(sample: Sample, evidence: Evidence) -> None:
    """Asks the target which fact of the seat's history each copy breaks.

    Raises:
        NotTested: the copier promises the table only, or the target cannot tell.
    """
    if sample.settings.promise == TABLE:
        raise NotTested("the copier promises the table only")
    if ability(sample.target, "contradiction") is None:
        raise NotTested("the target does not say what a seat has learned (contradiction)")
    for seed, broken in impossible_copies(sample, evidence, CONSISTENT, sample.contradiction):
        copy = f"cannot be, after: {broken}"
        found(evidence, CONSISTENT, Kind.IGNORED_FACT, seed, copy, broken)
