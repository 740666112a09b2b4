"""Consistent: every fact that the seat has learned still holds in each copy."""

from __future__ import annotations

from determinize.auditing.auditable import TABLE, NotTested, ability
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
    looked, unsaid = 0, "no copy could be made"
    for one in sample.copies:
        try:
            broken = sample.contradiction(one.state)
        except NotTested as reason:
            unsaid = str(reason)
            continue
        looked += 1
        if broken is not None:
            copy = f"cannot be, after: {broken}"
            found(evidence, CONSISTENT, Kind.IGNORED_FACT, one.seed, copy, broken)
    if not looked:
        raise NotTested(unsaid)
    evidence.looked(CONSISTENT, looked)
