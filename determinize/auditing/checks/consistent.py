"""Consistent: every fact that the seat has learned still holds in each copy."""

from __future__ import annotations

from determinize.auditing.auditable import TABLE, NotTested, ability
from determinize.auditing.evidence import CONSISTENT, Evidence, Finding
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def consistent(sample: Sample, evidence: Evidence) -> None:
    """Asks the target which fact of the seat's history each copy breaks.

    Raises:
        NotTested: the copier promises the table only, or the target cannot tell.
    """
    if sample.settings.promise == TABLE:
        raise NotTested("the copier promises the table only")
    contradiction = ability(sample.target, "contradiction")
    if contradiction is None:
        raise NotTested("the target does not say what a seat has learned (contradiction)")
    looked = 0
    for one in sample.copies:
        broken = contradiction(sample.truth, sample.seat, one.state)
        looked += 1
        if broken is not None:
            evidence.findings.append(
                Finding(
                    CONSISTENT,
                    Kind.IGNORED_FACT.name,
                    one.seed,
                    f"cannot be, after: {broken}",
                    str(broken),
                )
            )
    evidence.looked(CONSISTENT, looked)
