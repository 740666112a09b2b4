"""Replayable: the history of each copy can be played, move by move, under the rules."""

from __future__ import annotations

from determinize.auditing.auditable import TABLE, NotTested, ability
from determinize.auditing.evidence import REPLAYABLE, Evidence, Finding
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def replayable(sample: Sample, evidence: Evidence) -> None:
    """Asks the target why the history of each copy cannot be played.

    What a seat sees can be equal although no course of the game leads to the copy, so comparing
    observations is not enough.

    Raises:
        NotTested: the copier promises the table only, or its states keep no history.
    """
    if sample.settings.promise == TABLE:
        raise NotTested("the copier promises the table only")
    impossible = ability(sample.target, "impossible")
    if impossible is None:
        raise NotTested("the target cannot replay the history of a copy (impossible)")
    looked = 0
    for one in sample.copies:
        why = impossible(sample.truth, sample.seat, one.state)
        looked += 1
        if why is not None:
            evidence.findings.append(
                Finding(
                    REPLAYABLE,
                    Kind.IMPOSSIBLE_HISTORY.name,
                    one.seed,
                    str(why),
                    "a history that can be played",
                )
            )
    evidence.looked(REPLAYABLE, looked)
