"""Checks that must have been tested: where one was not, the audit does not pass."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from determinize.auditing.evidence import CHECKS
from determinize.auditing.verdict import NOT_TESTED, Check
from games.state import nearest

ALL = "all"
"""Instead of a list: all seven."""


def required(require: str | Iterable[str]) -> tuple[str, ...]:
    """The names of checks, in the order in which checks are told.

    Args:
        require: names, or a text with commas between them; ``all`` is all of them.

    Raises:
        ValueError: there is no such check, with what would be right.

    >>> required("calibrated, conserves")
    ('conserves', 'calibrated')
    >>> len(required(["all"])), required("")
    (7, ())
    >>> required("calibration")
    Traceback (most recent call last):
        ...
    ValueError: there is no check 'calibration' to require: did you mean calibrated?
    """
    asked = require.split(",") if isinstance(require, str) else list(require)
    names = [name.strip() for name in asked]
    if names == [""]:
        return ()
    for name in names:
        if name not in (*CHECKS, ALL):
            raise ValueError(f"there is no check {name!r} to require: {nearest(name, CHECKS)}")
    return CHECKS if ALL in names else tuple(name for name in CHECKS if name in names)


def lacking(checks: Sequence[Check], names: Collection[str]) -> list[Check]:
    """The checks that had to be tested, and were not.

    >>> [check.name for check in lacking([Check("conserves", NOT_TESTED, None, 0)], CHECKS)]
    ['conserves']
    """
    return [check for check in checks if check.name in names and check.outcome == NOT_TESTED]
