"""What worker processes of every sort need to know of the machine and of their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait as wait_for_one_of
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Told after each job how many are done, of how many."""


def processors() -> int:
    """How many processors this process may use.

    >>> processors() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_SIGNALS = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}


@contextmanager
def undisturbed() -> Iterator[None]:
    """Signals that end this process wait while it starts another.

    Else one that comes just then forgets the new process, or leaves it with half of what it is to
    be told, of which it dies with a traceback. The new process inherits the waiting, and ends it
    with :func:`disturbed_again` when it is ready to be ended.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python starts this one with the first process, and lets signals in again when it has.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with ExitStack() as afterwards:
        # What blocks a signal is one thread, for itself and for what it starts; a signal that comes
        # by another one, of a library, is handled here all the same. So handlers wait as well.
        if threading.current_thread() is threading.main_thread():
            _put_off(afterwards)
        afterwards.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        yield


def _put_off(afterwards: ExitStack) -> None:
    """Have signals noted, and handled as they would have been when ``afterwards`` comes."""
    came: list[int] = []

    def handle() -> None:
        with ExitStack() as each:  # also where the first one raises
            for number in came:
                each.callback(signal.raise_signal, number)

    afterwards.callback(handle)
    for number in _SIGNALS:
        handler = signal.getsignal(number)
        if handler is not None and handler != signal.SIG_IGN:
            afterwards.callback(signal.signal, number, handler)
            signal.signal(number, lambda number, _: came.append(number))


def disturbed_again() -> None:
    """In a process that was started undisturbed: signals end it again, also those that waited."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def end_with_parent() -> None:
    """See that this process ends when the one that started it does, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """Wait until the parent is gone, however it went, and go too: nobody waits for results."""
    wait_for_one_of([sentinel])
    os._exit(1)
