"""Naming: what kind of bug significant tests usually are."""

from __future__ import annotations

from collections.abc import Sequence

from determinize.auditing.evidence import CALIBRATED, INDEPENDENT, REACHABLE, Evidence
from determinize.auditing.judging.statistics import CHANNELS, Trial
from determinize.auditing.kinds import Kind

ALL = -1
"""All positions together, among the places where a kind of bug shows."""
PEEKING, BIASED, POOL = Kind.PEEKING.name, Kind.BIASED.name, Kind.WRONG_POOL.name
MISSING = Kind.MISSING_WORLD.name
NEVER = (POOL, MISSING, PEEKING)
"""What is never reached, and why."""
LEAKS = (Kind.GENERATOR_LEAK.name, Kind.HISTORY_LEAK.name, Kind.CACHE_LEAK.name)

ENOUGH = 5
"""In fewer positions a swap test that differs nowhere does not clear a copier of peeking."""
DOUBT = 0.05
"""Nor does one with a p-value that is no greater."""


def cleared(evidence: Sequence[Evidence], tests: Sequence[Trial]) -> bool:
    """Whether the swap test passed so cleanly that copies cannot depend on the hidden cards.

    That copies agree with the truth is then no sign of peeking. A copier that always does what is
    likely agrees with the truth as often as what is likely is true: one that never deals a card to
    anybody, where most of the cards lie in the deck, leaves it where it is in most positions.
    """
    made = sum(INDEPENDENT in each.tested for each in evidence)
    if made < max(ENOUGH, len(evidence) / 2):
        return False
    swaps = [test for test in tests if test.check == INDEPENDENT]
    return all(
        (test.adjusted if test.single or test.family == CHANNELS else test.p) > DOUBT
        for test in swaps
    )


def named(check: str, significant: Sequence[Trial], *, clear: bool = False) -> str:
    """The kind of bug of a check, from all significant tests of an audit.

    That something is never reached (a pool, a world) is named where more positions show it than
    show that a card lies somewhere too often. Of channels that differ, the world explains the
    others. Else a deviation is peeking where that copies agree with the truth too often is what is
    clearest, or the swap test differs as well; or what the clearest test says: a bias of single
    cards, or wrong weights of worlds. Agreement is no sign of peeking where the swap test has
    cleared the copier of it.

    Args:
        significant: all tests of the audit that are.
        clear: what :func:`cleared` says of the audit.
    """
    mine = _clearest_channel([test for test in significant if test.check == check])
    shown: dict[str, set[int]] = {}
    for test in mine:
        shown.setdefault(test.kind, set()).add(test.places[0] if test.single else ALL)
    if clear and PEEKING in shown:
        missing = max((POOL, MISSING), key=lambda kind: len(shown.get(kind, ())))
        shown[missing] = shown.get(missing, set()) | shown.pop(PEEKING)
    never = max(NEVER, key=lambda kind: len(shown.get(kind, ())))
    if len(shown.get(never, ())) >= max(1, len(shown.get(BIASED, ()))):
        return POOL if check == REACHABLE and _by_chance(never, significant) else never
    leaks = [kind for kind in LEAKS if kind in shown]
    if leaks:
        return max(leaks, key=lambda kind: len(shown[kind]))
    if clear:
        return min(mine, key=lambda test: (test.agreement, test.p, test.kind)).kind
    swapped = any(test.family.startswith("swap") and test.kind == PEEKING for test in significant)
    clearest = min(mine, key=lambda test: (test.p, not test.agreement, test.kind))
    if clearest.agreement or (swapped and any(test.agreement for test in mine)):
        return PEEKING
    return clearest.kind


def _clearest_channel(tests: Sequence[Trial]) -> list[Trial]:
    """Of wagers on channels only the clearest: what is written of a copy repeats what it holds."""
    channels = [test for test in tests if test.family == CHANNELS]
    rest = [test for test in tests if test.family != CHANNELS]
    clearest = sorted(channels, key=lambda test: (test.p, test.kind != PEEKING, test.kind))
    return [*rest, *clearest[:1]]


def _by_chance(never: str, significant: Sequence[Trial]) -> bool:
    """Whether the true cards are always there in some positions only because they always are.

    Then copies are biased all the same where the truth is another, and no more often as in truth.
    """
    calibrated = any(test.check == CALIBRATED for test in significant)
    return never == PEEKING and calibrated and named(CALIBRATED, significant) != PEEKING
