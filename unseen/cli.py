"""The entry point of the command ``unseen``: signals first, everything else after them.

What takes time to load is loaded in :func:`main`, when an interrupt is already a quiet end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import warnings
from types import FrameType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

WRONG_CALL = 2
FAILED = 1
INTERRUPTED = 130
AGAIN = 0.02
"""Seconds after which a signal that was lost is sent again."""
_to_be_sent: set[int] = set()


def main() -> None:
    """Run the command that was typed, and leave with its exit status."""
    try:
        _run()
    except SystemExit as left:
        sys.exit(_flushed(left.code))
    sys.exit(_flushed(0))


def say(what: str, status: int) -> None:
    """Say what is wrong, in one line on standard error, and leave."""
    line = " ".join(what.split())
    with contextlib.suppress(OSError):  # nobody listens
        print(f"unseen: {line}", file=sys.stderr)
    sys.exit(status)


def _run() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not ignored
        signal.signal(signal.SIGINT, _interrupted_early)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _ended)
    sys.unraisablehook = _lost
    # a terminal without ♥ shows a question mark; what cannot be read is refused where it is asked
    for stream, errors in (
        (sys.stdout, "replace"),
        (sys.stderr, "replace"),
        (sys.stdin, "surrogateescape"),
    ):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    warnings.showwarning = _warn
    from unseen.app import app

    if signal.getsignal(signal.SIGINT) is _interrupted_early:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    app()


def _interrupted_early(number: int, frame: FrameType | None) -> None:
    """Leave at once: an exception in the middle of an import may be taken for another."""
    os.write(2, b"unseen: interrupted\n")
    os._exit(INTERRUPTED)


def _ended(number: int, frame: FrameType | None) -> None:
    """Leave in order, which takes the workers along."""
    raise _Ended(number)


class _Ended(SystemExit):
    """A signal ends this process."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def _lost(raised: UnraisableHookArgs) -> None:
    """Send a signal again whose exception was raised where none can be, and so was lost.

    So it is in what the compiler calls while it makes code: the run would go on to its end. That
    may be met several times; in between, the process is at a place where the exception is heard.
    """
    if isinstance(raised.exc_value, _Ended):
        number = raised.exc_value.number
    elif isinstance(raised.exc_value, KeyboardInterrupt):
        number = signal.SIGINT
    else:
        sys.__unraisablehook__(raised)
        return
    if number in _to_be_sent:
        return
    _to_be_sent.add(number)
    again = threading.Timer(AGAIN, _send, (number,))
    again.daemon = True
    with contextlib.suppress(RuntimeError):  # the interpreter is on its way out already
        again.start()


def _send(number: int) -> None:
    """Send a signal to the main thread, which handles it also where it waits for something."""
    _to_be_sent.discard(number)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say in one line what Python would say in two."""
    with contextlib.suppress(OSError):
        print(f"unseen: {' '.join(str(message).split())}", file=sys.stderr)


def _flushed(status: str | int | None) -> str | int | None:
    """Write out what is still held back; a disk that is full then is said too."""
    if sys.stdout is None:
        return status
    try:
        sys.stdout.flush()
    except OSError as error:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)  # or the interpreter complains once more
        if status in (0, None):
            status = FAILED
            if not isinstance(error, BrokenPipeError):
                print(f"unseen: standard output: {(error.strerror or '').lower()}", file=sys.stderr)
    return status
