"""Indistinguishable: the seat cannot tell a copy from the true state, nor a copy of the copy."""

from __future__ import annotations

from determinize.auditing.evidence import INDISTINGUISHABLE, Evidence, Finding
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def indistinguishable(sample: Sample, evidence: Evidence) -> None:
    """Compares what the seat observes, whose turn it is, and what the seat may choose."""
    target, seat = sample.target, sample.seat
    true = target.observe(sample.truth, seat)
    for one in sample.copies:
        if target.observe(one.state, seat) != true:
            evidence.findings.append(
                Finding(
                    INDISTINGUISHABLE,
                    Kind.CHANGED_TABLE.name,
                    one.seed,
                    str(target.observe(one.state, seat)),
                    str(true),
                )
            )
    evidence.looked(INDISTINGUISHABLE, len(sample.copies))
