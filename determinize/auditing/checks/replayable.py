"""Replayable: the history of each copy can be played, move by move, under the rules."""

from __future__ import annotations

from typing import Any

from determinize.auditing import asked
from determinize.auditing.auditable import TABLE, NotTested, ability
from determinize.auditing.checks.each_copy import impossible_copies
from determinize.auditing.evidence import REPLAYABLE, Evidence
from determinize.auditing.finding import found
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

    def why(copy: Any) -> str | None:
        given = impossible(sample.truth, sample.seat, copy)
        return asked.reason(sample.target, "impossible", given)

    for seed, reason in impossible_copies(sample, evidence, REPLAYABLE, why):
        true = "a history that can be played"
        found(evidence, REPLAYABLE, Kind.IMPOSSIBLE_HISTORY, seed, reason, true)
