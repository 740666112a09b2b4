"""Naming: what kind of bug significant tests usually are."""

from __future__ import annotations

from collections.abc import Sequence

from determinize.auditing.evidence import CALIBRATED, REACHABLE
from determinize.auditing.judging.statistics import Trial
from determinize.auditing.kinds import Kind

ALL = -1
"""All positions together, among the places where a kind of bug shows."""
PEEKING, BIASED, POOL = Kind.PEEKING.name, Kind.BIASED.name, Kind.WRONG_POOL.name
NEVER = (POOL, Kind.MISSING_WORLD.name, PEEKING)
"""What is never reached, and why."""
LEAKS = (Kind.GENERATOR_LEAK.name, Kind.HISTORY_LEAK.name, Kind.CACHE_LEAK.name)


def named(check: str, significant: Sequence[Trial]) -> str:
    """The kind of bug of a check, from all significant tests of an audit.

    That something is never reached (a pool, a world) is named where more positions show it than
    show that a card lies somewhere too often. Of channels that differ, the world explains the
    others. Else a deviation is peeking where that copies agree with the truth too often is what is
    clearest, or the swap test differs as well; or what the clearest test says: a bias of single
    cards, or wrong weights of worlds.
    """
    mine = [test for test in significant if test.check == check]
    shown: dict[str, set[int]] = {}
    for test in mine:
        shown.setdefault(test.kind, set()).add(test.places[0] if test.single else ALL)
    never = max(NEVER, key=lambda kind: len(shown.get(kind, ())))
    if len(shown.get(never, ())) >= max(1, len(shown.get(BIASED, ()))):
        return POOL if check == REACHABLE and _by_chance(never, significant) else never
    leaks = [kind for kind in LEAKS if kind in shown]
    if leaks:
        return max(leaks, key=lambda kind: len(shown[kind]))
    swapped = any(test.family.startswith("swap") and test.kind == PEEKING for test in significant)
    clearest = min(mine, key=lambda test: (test.p, not test.agreement, test.kind))
    if clearest.agreement or (swapped and any(test.agreement for test in mine)):
        return PEEKING
    return clearest.kind


def _by_chance(never: str, significant: Sequence[Trial]) -> bool:
    """Whether the true cards are always there in some positions only because they always are.

    Then copies are biased all the same where the truth is another, and no more often as in truth.
    """
    calibrated = any(test.check == CALIBRATED for test in significant)
    return never == PEEKING and calibrated and named(CALIBRATED, significant) != PEEKING
