"""Targets made where it does no harm first: an engine may end its process before any game."""

from __future__ import annotations

from collections.abc import Callable

from determinize.auditing.auditable import Auditable
from determinize.auditing.workers.pool import spread
from determinize.auditing.workers.processes import WorkersFailed


class Tried:
    """A function that makes a target, and is known not to end the process that calls it."""

    def __init__(self, make: Callable[[], Auditable]) -> None:
        self.make = make

    def __call__(self) -> Auditable:
        """The target."""
        return self.make()


def tried(make: Callable[[], Auditable], *, workers: int | None = None) -> Callable[[], Auditable]:
    """The same function, once it has made a target in a process of its own.

    Args:
        workers: with 0, or where ``make`` cannot be pickled, it is not tried.

    Raises:
        ValueError: ``workers`` is negative.
        WorkersFailed: making the target ends its process, or takes for ever.
        Exception: whatever ``make`` raises.
    """
    if workers == 0 or isinstance(make, Tried):
        return make
    if spread(make, _named, [0], workers=workers) != [True]:
        raise WorkersFailed("the target ends its process when it is asked for its name")
    return Tried(make)


def _named(target: Auditable, *_: object) -> bool:
    return isinstance(target.name, str)
