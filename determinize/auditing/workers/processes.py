"""Jobs in worker processes that may die of them.

An engine of C++ that fails takes its process along. So each worker is a process of its own, which
writes down what it is about to do (:mod:`determinize.auditing.workers.report`); where one dies, or
hangs, its job ends as a :class:`Crash`, another worker is started, and the other jobs go on.

Workers never outlive the call: they end with it however it ends, and with this process even where
that is killed.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from determinize.auditing.auditable import Auditable
from determinize.auditing.evidence import Position
from determinize.auditing.workers.machine import disturbed_again, end_with_parent, undisturbed
from determinize.auditing.workers.report import Followed, Report, Trace

Job = TypeVar("Job")
Result = TypeVar("Result")
Work: TypeAlias = Callable[
    [Auditable, Job, Callable[[str, str], None], Callable[[Position], None]], Result
]
"""A job's work: the target, the job, and whom to tell: what is about to be done, and where."""

STARTING = 5
"""A worker has so many times the limit for each step of its first job, and to make its target: then
everything is imported and compiled."""
BEGINNING = 300.0
"""Seconds that a new process may take until it is Python with our modules."""
_LAST_WORDS = 400

_READY, _MADE, _DONE, _RAISED, _UNKNOWN = "ready", "made", "done", "raised", "unknown"


class WorkersFailed(RuntimeError):
    """No worker process could be made to work; with the reason."""


class Unsendable(Exception):
    """What is to be done cannot be told to another process."""


@dataclass(frozen=True)
class Crash:
    """How a worker died of a job, and what it was doing.

    Attributes:
        how: by what signal, with what exit status, or that it hung.
        last: the last line that it wrote to its output, if it wrote any.
    """

    trace: Trace
    how: str
    last: str


class Worker:
    """One process, as its parent sees it: made, so that it can be ended, and then started.

    Args:
        folder: where its report and its output are; of its own.
        told: the pickled functions ``make`` and ``work``.
        limit: seconds after which a step is taken to hang.

    Attributes:
        job: the number of the job that it is at, or None.
        phase: how far it has come: "", "ready" once it has loaded what to do, "made" with a target.
        settled: whether it has done a job.
    """

    def __init__(self, folder: Path, told: bytes, limit: float) -> None:
        folder.mkdir()
        self.report = Report(folder / "report")
        self.output = folder / "output"
        self.output.touch()
        self.job: int | None = None
        self.phase = ""
        self.settled = False
        self._limit = limit
        self._reached: tuple[object, ...] = ()
        self._since = 0.0
        context = multiprocessing.get_context("spawn")
        self.connection, self._theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(self._theirs, str(folder), told))

    def start(self) -> None:
        """Start the process."""
        with undisturbed():
            self.process.start()
        self._theirs.close()

    def give(self, number: int, job: object) -> None:
        """Hand over a job."""
        self.job = number
        with suppress(OSError):  # if it is gone, that is told like any other end
            self.connection.send((number, job))

    def messages(self) -> list[tuple[Any, ...]]:
        """What it has sent."""
        found = []
        try:
            while self.connection.poll():
                found.append(self.connection.recv())
        except (EOFError, OSError, pickle.UnpicklingError):
            pass  # it died at it
        return found

    def hangs(self, now: float) -> bool:
        """Whether nothing has moved for longer than a step may take."""
        reached = (self.phase, self.job, self.report.ticks)
        if reached != self._reached:
            self._reached, self._since = reached, now
        if self.phase == _MADE and self.job is None:
            return False
        if not self.phase:
            return now - self._since > BEGINNING
        patience = self._limit * (1 if self.settled else STARTING)
        return now - self._since > patience

    def crash(self, how: str | None = None) -> Crash:
        """How it ended: called once it has."""
        self.process.join()
        lines = self.output.read_bytes()[-20 * _LAST_WORDS :].decode(errors="replace").split("\n")
        written = [line.strip() for line in lines if line.strip()]
        return Crash(
            self.report.read(),
            how or _ended(self.process.exitcode),
            written[-1][:_LAST_WORDS] if written else "",
        )

    def end(self, patience: float = 0.0) -> None:
        """End it, after so many seconds of patience."""
        self.connection.close()
        self._theirs.close()
        if self.process.pid is not None:
            self.process.join(patience)
            self.process.kill()
            self.process.join()
        self.report.close()


def _ended(status: int | None) -> str:
    """An exit status in words.

    >>> _ended(3)
    'it ended by itself with exit status 3'
    """
    if status is None or status >= 0:
        return f"it ended by itself with exit status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else f"signal {-status}"
    lack = " (perhaps for lack of memory)" if name == "SIGKILL" else ""
    return f"it was ended by {name}{lack}"


def _serve(connection: Connection, folder: str, told: bytes) -> None:
    """A worker's life."""
    _owned_by_parent()
    report = Report(Path(folder) / "report")
    _write_to(Path(folder) / "output")
    try:
        make, work = pickle.loads(told)
    except Exception as error:  # whatever its modules raise: the parent decides
        connection.send((_UNKNOWN, f"{type(error).__name__}: {error}"))
        return
    connection.send((_READY,))
    try:
        target = make()
    except Exception as error:  # the engine's, for the parent to raise
        connection.send((_RAISED, -1, *_sendable(error)))
        return
    connection.send((_MADE,))
    while True:
        try:
            number, job = connection.recv()
        except (EOFError, OSError):
            return
        os.ftruncate(2, 0)
        report.begin()
        followed = Followed(target, report)
        try:
            answer = (_DONE, number, work(followed, job, report.told, followed.placed))
            message = pickle.dumps(answer)
        except Exception as error:  # the work's, for the parent to raise
            message = pickle.dumps((_RAISED, number, *_sendable(error)))
        connection.send_bytes(message)


def _sendable(error: Exception) -> tuple[bytes | None, str]:
    """An exception, pickled if it can be, and its traceback."""
    text = "".join(traceback.format_exception(error))
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)
    except Exception:  # an exception of the engine's own making: its text must do
        return None, text
    return pickled, text


def received(pickled: bytes | None, text: str) -> Exception:
    """The exception that a worker met."""
    error = pickle.loads(pickled) if pickled is not None else None
    if not isinstance(error, Exception):
        return WorkersFailed(text)
    error.add_note(f"in a worker process:\n{text}")
    return error


def _owned_by_parent() -> None:
    """An interrupt is the parent's affair; the parent's end is this process's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    disturbed_again()
    if sys.platform == "linux":
        # Even where an engine hangs and no thread of Python gets its turn (PR_SET_PDEATHSIG).
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    end_with_parent()


def _write_to(path: Path) -> None:
    """All that this process prints, C++ included, goes to a file, of which the end is kept."""
    sys.stdout.flush()
    sys.stderr.flush()
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
