"""What goes wrong with a call, in words for the person who made it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class CallError(Exception):
    """The call was wrong: one line on standard error, exit status 2."""

    status = 2


class NotWritten(CallError):
    """The call was right, but its result could not be written: exit status 1."""

    status = 1


class NoAnswer(CallError):
    """The call was right, but there is no answer, such as of a contradiction: exit status 1."""

    status = 1


@contextmanager
def wrong_call() -> Iterator[None]:
    """A ``ValueError`` in here is the caller's.

    >>> with wrong_call():
    ...     int("five")
    Traceback (most recent call last):
        ...
    unseen.errors.CallError: invalid literal for int() with base 10: 'five'
    """
    try:
        yield
    except ValueError as error:
        raise CallError(str(error)) from error
