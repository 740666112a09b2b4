"""Targets held to another promise than their own.

What a target counts may depend on what its copier promises: the worlds that the table allows are
more than those that the history does. So an audit that holds a copier to another promise says so to
the target, by its attribute ``promise``; to a copy of it, since the caller's is the caller's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

from determinize.auditing.auditable import HISTORY, Auditable


def promise_of(target: Auditable) -> str:
    """What a target's copier promises: the history, if it does not say."""
    return str(getattr(target, "promise", HISTORY))


class Held:
    """A function that makes targets, as one that makes them with a promise.

    Args:
        make: makes a target.
        promise: what its copier is held to; None leaves it its own.

    >>> from determinize.auditing.auditable import Target
    >>> nothing = dict.fromkeys(["new", "mover", "options", "play", "observe", "copy", "world"])
    >>> own = Target("a game", **nothing)
    >>> Held(lambda: own, "table")().promise, own.promise
    ('table', 'history')
    """

    def __init__(self, make: Callable[[], Auditable], promise: str | None) -> None:
        self.make = make
        self.promise = promise

    def __call__(self) -> Auditable:
        """A target.

        Raises:
            ValueError: its promise is another, and cannot be set.
        """
        target = self.make()
        if self.promise is None or promise_of(target) == self.promise:
            return target
        try:
            held = copy.copy(target)
            held.promise = self.promise  # type: ignore[attr-defined]
        except (AttributeError, TypeError) as error:
            raise ValueError(
                f"{target.name} promises the {promise_of(target)} and cannot be held to the"
                f" {self.promise}: its attribute promise cannot be set ({error})"
            ) from None
        return held
