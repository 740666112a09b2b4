"""Many independent jobs: here at first, and in further processes when it would take long.

Each job carries everything it needs (names and seeds), so that the results are the same wherever it
runs, and they come back in the order of the jobs. The first jobs run in this process: short work
starts no other, and what has to be compiled is compiled once and found on disk by the others.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from determinize.auditing.workers.machine import (
    Progress,
    disturbed_again,
    end_with_parent,
    processors,
    undisturbed,
)
from players.player import Unplayable

Job = TypeVar("Job")
Result = TypeVar("Result")

PATIENCE = 3.0
"""Seconds of work left that are worth starting processes for."""


WINDOW = 256
"""So many jobs are handed out at a time: with a million at once nothing could be stopped soon."""


GRACE = 3.0
"""Seconds in which the thread that looks after killed processes is to see that they ended."""


class FailedJob(RuntimeError):
    """A job met a ``ValueError`` of its own: a fault in what was run, not in how it was called."""


def spread(
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """The results of ``function`` for all jobs, in their order.

    Args:
        function: of a module's top level, so that its name can be sent to another process.
        jobs: what it is called with.
        workers: how many processes at most; by default one for each processor.
        executor: run everything there instead (a cluster, say).
        progress: told after each job.

    Raises:
        ValueError: ``workers`` is not positive.
        Unplayable: a player met what its parameters do not suit.
        FailedJob: a job ended with another ``ValueError``.

    >>> spread(abs, [-1, 2, -3], workers=1)
    [1, 2, 3]
    """
    if workers is not None and workers < 1:
        raise ValueError(f"the number of workers is at least 1, not {workers}")
    if executor is not None:
        return _submitted(function, jobs, executor, progress, [])
    most = processors() if workers is None else workers
    done: list[Result] = []
    pace = _Pace()
    for job in jobs:
        if most > 1 and pace.left(len(jobs) - len(done)) > PATIENCE:
            break
        done.append(_attempt(function, job))
        pace.tick()
        if progress is not None:
            progress(len(done), len(jobs))
    if len(done) == len(jobs):
        return done
    return _in_processes(function, jobs, min(most, len(jobs) - len(done)), progress, done)


def _attempt(function: Callable[[Job], Result], job: Job) -> Result:
    """Do one job, here or in a worker. What is wrong with a call was seen before the work began."""
    try:
        return function(job)
    except Unplayable:
        raise  # of a call after all, which could not be seen before
    except ValueError as error:
        raise FailedJob(f"{error} (in {job!r})") from error


class _Pace:
    """How long the rest will take, judged by the jobs so far without the first, which compiles."""

    def __init__(self) -> None:
        self.jobs = -1
        self.began = 0.0

    def tick(self) -> None:
        """One more job is done."""
        self.jobs += 1
        if self.jobs == 0:
            self.began = time.perf_counter()

    def left(self, jobs: int) -> float:
        """Seconds for so many more jobs; 0 where nothing is known yet."""
        if self.jobs < 1:
            return 0.0
        return (time.perf_counter() - self.began) / self.jobs * jobs


def _in_processes(
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    workers: int,
    progress: Progress | None,
    done: list[Result],
) -> list[Result]:
    with processes(workers) as pool:
        return _submitted(function, jobs, pool, progress, done)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many worker processes, which end with the block: at once where it ends with an exception.

    However it ends, they leave without a word, and so they do when this process ends.
    """
    before = set(multiprocessing.active_children())
    pool = _Processes(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_quietly
    )
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.kill()  # also one that is still being started, which would not hear less
        pool.end()  # waits: what ends alone is met by the end of Python
        raise
    pool.shutdown()


class _Processes(ProcessPoolExecutor):
    """It starts its processes when it is handed work: no signal gets in between."""

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        with undisturbed():
            return super().submit(*args, **kwargs)

    def end(self) -> None:
        """Shut down after the processes were killed; whatever the pool's thread does, soon.

        A process may have been killed in the middle of a long result. The thread reads on, and
        would for ever: this process itself could still write the rest, for all that anybody knows.
        So its own end of the results is closed then. Python has no public way to it: where a pool
        is made otherwise, its thread is left to itself.
        """
        thread: threading.Thread | None = getattr(self, "_executor_manager_thread", None)
        writer = getattr(getattr(self, "_result_queue", None), "_writer", None)
        waiting: dict[int, Any] = getattr(self, "_pending_work_items", {})
        self.shutdown(wait=False, cancel_futures=True)
        if thread is None:
            return
        thread.join(GRACE)
        if thread.is_alive() and writer is not None:
            for item in list(waiting.values()):
                if item.future.cancelled():
                    item.future = Future()  # to be told that the pool is broken: the other refuses
            writer.close()
            thread.join(GRACE)


def _leave_quietly() -> None:
    """In a worker: an interrupt ends it without a word, and so does the end of its parent."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    disturbed_again()
    end_with_parent()


def _submitted(
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    executor: Executor,
    progress: Progress | None,
    done: list[Result],
) -> list[Result]:
    results: dict[int, Result] = dict(enumerate(done))
    ahead = iter(range(len(done), len(jobs)))
    running: dict[Future[Result], int] = {}

    def submit(places: Iterable[int]) -> None:
        for place in places:
            running[executor.submit(_attempt, function, jobs[place])] = place

    submit(islice(ahead, WINDOW))
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            place = running.pop(future)
            if future.exception() is not None:
                for other in running:
                    other.cancel()
            results[place] = future.result()
            submit(islice(ahead, 1))
            if progress is not None:
                progress(len(results), len(jobs))
    return [results[place] for place in range(len(jobs))]
