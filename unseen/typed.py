"""Lines that a person types, one at a time."""

from __future__ import annotations

import contextlib
import sys


def typed_line(prompt: str) -> str:
    """A line from the terminal, where it can be edited while it is typed.

    Raises:
        EOFError: nothing more will come.
        KeyboardInterrupt: the person interrupts.
    """
    if sys.stdin is None:  # closed from the beginning
        raise EOFError
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # arrow keys move in the line, where there is a terminal
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise
