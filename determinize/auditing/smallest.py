"""Smallest examples: an earlier moment of the same game that shows the failure as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from determinize.auditing.auditable import Auditable
from determinize.auditing.draws import Draw, look
from determinize.auditing.evidence import Evidence, Position
from determinize.auditing.judging.judge import judge
from determinize.auditing.sample import Settings
from determinize.auditing.verdict import FAILED, Audit, Check, Example
from determinize.auditing.workers import examined

SINGLE = "the true state of a single position has a rank, but nothing to be compared with"
MOST = 40
"""Earlier moments that are examined, at most."""


def with_smallest_examples(
    verdict: Audit, make: Callable[[], Auditable], settings: Settings, *, workers: int | None
) -> Audit:
    """The verdict with each failure's example replaced by the earliest moment that shows it.

    The moments before the examples' own are examined like any position; one that shows the same
    failure by itself, with an error rate no greater, is the smaller example.
    """
    failed = [check for check in verdict.checks if check.outcome == FAILED and check.example]
    moments = sorted({each for check in failed for each in _before(check.example)})[:MOST]
    if not moments:
        return verdict
    alone = replace(settings, bounds=(), unranked=SINGLE)
    draws = [Draw(moment.seed, alone, moment) for moment in moments]
    earlier = examined(make, look, draws, workers=workers)
    checks = tuple(
        _smaller(check, earlier, verdict) if check in failed else check for check in verdict.checks
    )
    return replace(verdict, checks=checks)


def _before(example: Example | None) -> list[Position]:
    if example is None:
        return []
    return [
        Position(seed=example.seed, seat=example.seat, moves=example.moves[:depth])
        for depth in range(len(example.moves))
    ]


def _smaller(check: Check, earlier: list[Evidence], verdict: Audit) -> Check:
    """The check with the first of these that shows its failure by itself."""
    assert check.example is not None
    own = dict.fromkeys(_before(check.example))
    for evidence in earlier:
        if evidence.position not in own:
            continue
        again = judge(
            [evidence],
            target=verdict.target,
            promise=verdict.promise,
            error_rate=verdict.error_rate,
        ).check(check.name)
        if again.outcome == FAILED and again.kind == check.kind and again.example is not None:
            return replace(check, example=again.example)
    return check
