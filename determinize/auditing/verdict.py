"""The verdict of an audit: for each check an outcome, and for each failure what shows it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

PASSED = "passed"
FAILED = "failed"
CRASHED = "crashed"
NOT_TESTED = "not tested"
OUTCOMES = (PASSED, FAILED, CRASHED, NOT_TESTED)


@dataclass(frozen=True)
class Example:
    """The smallest position found that shows a failure.

    Attributes:
        seed: of the game.
        moves: the options played, in order.
        words: the same, as people say them.
        seat: whose copies they are.
        copy_seed: of the copy's generator, ``numpy.random.default_rng(copy_seed)``; None where the
            fault is one of many copies together.
        copy: what the copy, or the copies, say.
        truth: what the true state, or the belief, says.
    """

    seed: int
    moves: tuple[Hashable, ...]
    words: tuple[str, ...]
    seat: int
    copy_seed: int | None
    copy: str
    truth: str


@dataclass(frozen=True)
class Check:
    """One of the seven checks.

    Attributes:
        outcome: one of :data:`OUTCOMES`.
        p_value: adjusted for all tests of the audit: a right copier gets one as small as this in no
            more than this share of audits. None where no statistics were needed.
        copies: how many copies were looked at.
        kind: the name of the kind of bug that this usually is, where it failed.
        says: one sentence of what that is; or why it was not tested; or where it passed, what of it
            was not tested, if anything.
        positions: in how many positions it was made.
    """

    name: str
    outcome: str
    p_value: float | None
    copies: int
    example: Example | None = None
    kind: str | None = None
    says: str | None = None
    positions: int = 0


@dataclass(frozen=True)
class Audit:
    """What became of a copier's audit.

    Attributes:
        target: what was audited.
        promise: what the copier was held to: ``table`` or ``history``.
        reference: all that its copies were calibrated against, in words, the most frequent first;
            None if against nothing.
        error_rate: the chance, at most, that a right copier fails the audit.
        positions, copies: how many were looked at.
        checks: the seven checks in their order.
    """

    target: str
    promise: str
    reference: str | None
    error_rate: float
    positions: int
    copies: int
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing failed or crashed, and something was tested."""
        outcomes = {check.outcome for check in self.checks}
        return PASSED in outcomes and outcomes <= {PASSED, NOT_TESTED}

    def check(self, name: str) -> Check:
        """A check by its name."""
        return next(check for check in self.checks if check.name == name)
