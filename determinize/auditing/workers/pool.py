"""Several workers at the jobs of one call, and one more for each that dies."""

from __future__ import annotations

import pickle
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import wait as wait_for_one_of
from pathlib import Path
from typing import Any, Generic

from determinize.auditing.auditable import Auditable
from determinize.auditing.workers.machine import Progress, processors
from determinize.auditing.workers.processes import (
    Crash,
    Job,
    Result,
    Unsendable,
    Work,
    Worker,
    WorkersFailed,
    received,
)

LIMIT = 60.0
"""Seconds that a step may take, by default, before it is taken to hang."""
MOST_CRASHES = 10
"""After so many crashes in a row, in the order of the jobs, nothing more is tried."""
AHEAD = 16
"""Jobs that may be begun before an earlier one is done, for each worker."""


def spread(
    make: Callable[[], Auditable],
    work: Work[Job, Result],
    jobs: Sequence[Job],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    limit: float = LIMIT,
) -> list[Result | Crash]:
    """The results of jobs of any kind, in their order; of a job that ended its worker, a crash.

    There are fewer than jobs after :data:`MOST_CRASHES` crashes in a row. The arguments are those
    of :func:`determinize.auditing.workers.examined`.
    """
    if workers is not None and workers < 0:
        raise ValueError(f"the number of workers is at least 0, not {workers}")
    most = min(processors() if workers is None else workers, len(jobs))
    if most:
        try:
            told = _told(make, work, jobs)
            with _folder() as folder, _ended_by_signal():
                return _Pool[Job, Result](folder, told, jobs, most, progress, limit).run()
        except Unsendable:
            pass
    return _here(make, work, jobs, progress)


def _told(make: Callable[[], Auditable], work: object, jobs: Sequence[object]) -> bytes:
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    if getattr(main, "__spec__", None) is None and file and not Path(file).exists():
        raise Unsendable(f"{file} cannot be read again")  # a script on standard input
    try:
        pickle.dumps(jobs)
        return pickle.dumps((make, work))
    except Exception as error:  # whatever the objects' own pickling raises
        raise Unsendable from error


def _here(
    make: Callable[[], Auditable],
    work: Work[Job, Result],
    jobs: Sequence[Job],
    progress: Progress | None,
) -> list[Result | Crash]:
    target = make() if jobs else None
    results: list[Result | Crash] = []
    for job in jobs:
        assert target is not None
        results.append(work(target, job, lambda *_: None, lambda _: None))
        if progress is not None:
            progress(len(results), len(jobs))
    return results


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="unseen-audit-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _ended_by_signal() -> Iterator[None]:
    """A SIGTERM that nobody handles ends this process in good order: workers first."""
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if ours:
        signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)


@dataclass
class _Pool(Generic[Job, Result]):
    """Workers, and which jobs they are at."""

    folder: Path
    told: bytes
    jobs: Sequence[Job]
    most: int
    progress: Progress | None
    limit: float
    results: dict[int, Result | Crash] = field(default_factory=dict)
    workers: list[Worker] = field(default_factory=list)
    begun: int = 0
    started: int = 0
    frontier: int = 0
    """All jobs before this one are done."""
    in_a_row: int = 0
    """The crashes of the last jobs before the frontier."""

    def run(self) -> list[Result | Crash]:
        """All results, or those up to too many crashes."""
        patience = 0.0
        try:
            while self.frontier < len(self.jobs) and self.in_a_row < MOST_CRASHES:
                self._employ()
                self._listen()
            patience = 1.0
        finally:
            for worker in self.workers:
                worker.end(patience)
        return [self.results[number] for number in range(self.frontier)]

    def _employ(self) -> None:
        """As many workers as there is work for, each with a job."""
        wanted = min(self.most, len(self.jobs) - len(self.results))
        while len(self.workers) < wanted:
            self.started += 1
            self.workers.append(Worker(self.folder / str(self.started), self.told, self.limit))
            self.workers[-1].start()
        for worker in self.workers:
            ahead = self.frontier + AHEAD * self.most
            idle = worker.phase == "made" and worker.job is None
            if idle and self.begun < min(len(self.jobs), ahead):
                worker.give(self.begun, self.jobs[self.begun])
                self.begun += 1

    def _listen(self) -> None:
        """Wait for news, and take note of them."""
        sources: list[Any] = [worker.connection for worker in self.workers]
        sources += [worker.process.sentinel for worker in self.workers]
        wait_for_one_of(sources, timeout=min(1.0, self.limit / 4))
        now = time.monotonic()
        for worker in list(self.workers):
            # Asked before its messages are read: what it sent before it ended is among them.
            ended = not worker.process.is_alive()
            for message in worker.messages():
                self._heard(worker, message)
            if ended:
                self._lost(worker, None)
            elif worker.hangs(now):
                worker.process.kill()
                self._lost(worker, f"nothing moved for {self.limit:g} s, and it was ended")

    def _heard(self, worker: Worker, message: tuple[Any, ...]) -> None:
        kind, *rest = message
        if kind == "unknown":
            raise Unsendable(rest[0])
        if kind == "raised":
            raise received(*rest[1:])
        if kind == "done":
            worker.job, worker.settled = None, True
            self._done(rest[0], rest[1])
        else:
            worker.phase = kind

    def _lost(self, worker: Worker, how: str | None) -> None:
        """A worker is no more."""
        self.workers.remove(worker)
        crash = worker.crash(how)
        worker.end()
        if not worker.phase:
            raise WorkersFailed(
                f"a worker process could not begin: {crash.how}. A script that audits does so under"
                " `if __name__ == '__main__':`; workers=0 does without processes"
            )
        if worker.phase == "ready":
            wrote = f"; it wrote: {crash.last}" if crash.last else ""
            raise WorkersFailed(f"making the target ends its process: {crash.how}{wrote}")
        if worker.job is not None:
            self._done(worker.job, crash)

    def _done(self, number: int, result: Result | Crash) -> None:
        self.results[number] = result
        while self.frontier in self.results and self.in_a_row < MOST_CRASHES:
            crashed = isinstance(self.results[self.frontier], Crash)
            self.in_a_row = self.in_a_row + 1 if crashed else 0
            self.frontier += 1
        if self.progress is not None:
            self.progress(len(self.results), len(self.jobs))
