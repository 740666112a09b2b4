"""Hearing that something is being compiled: the first use of a game takes longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


@contextmanager
def compiling(begins: Callable[[], None]) -> Iterator[None]:
    """Call ``begins`` each time a kernel that is not on disk begins to be compiled.

    >>> from compiled import compiling, kernel
    >>> with compiling(lambda: print("patience")):
    ...     pass  # whatever may compile
    """
    listener = _Listener(begins)
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


class _Listener(event.Listener):  # type: ignore[misc]
    def __init__(self, begins: Callable[[], None]) -> None:
        self._begins = begins

    def on_start(self, event: Any) -> None:
        self._begins()

    def on_end(self, event: Any) -> None:
        pass
