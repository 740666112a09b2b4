"""Budgets: how much a search may think, in iterations or in seconds, on how many threads.

A search is done in steps: a kernel is told to do some more iterations, and goes on where it
stopped. Between steps the clock is looked at, and an interrupt is heard; workers look whether the
search was broken off, by an interrupt or because one of them failed. How a search is cut into steps
changes nothing in it: iterations are the same however many are asked for at once.

With several workers each has a tree, a stream of random numbers and, of a number of iterations, an
equal share (*root parallelisation*; Chaslot, Winands, van den Herik: "Parallel Monte-Carlo Tree
Search", 2008). They are threads, since kernels leave the interpreter to others; what they find is
added up in the order of the workers, so that the same seed gives the same result with as many.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, rows
from players.search.settings import check_kind, check_number

MOST_ITERATIONS = 10_000_000
"""No search has more."""
MOST_SECONDS = 3600.0
"""Nor does it take longer."""
MOST_WORKERS = 256
"""Nor has it more threads."""
STEP = 1 << 16
"""Iterations of a step at most, so that an interrupt is heard soon."""
FIRST_STEP = 256
"""Iterations of the first step where iterations count: most searches need few steps."""
HEARING = 0.1
"""Seconds that a step is to take at most where iterations count, so that an interrupt is heard."""
PACE = 0.001
"""Seconds that a step is to take where time counts."""
NODES_A_SECOND = 4_000_000
"""No faster do trees grow: more room for nodes would be of no use."""

Step = Callable[[int], None]
Work = TypeVar("Work")


@dataclass(frozen=True)
class Budget:
    """How much a search may think.

    Attributes:
        iterations: how many iterations, of all workers together.
        seconds: how long, instead of a number of iterations; 0 counts iterations.
        workers: on how many threads.

    Raises:
        ValueError: a number that cannot be.

    >>> Budget(iterations=10, workers=3).shares()
    [4, 3, 3]
    """

    iterations: int = 1000
    seconds: float = 0.0
    workers: int = 1

    def __post_init__(self) -> None:
        check_number("iterations", self.iterations, MOST_ITERATIONS)
        check_number("workers", self.workers, MOST_WORKERS)
        check_seconds(self.seconds, "so many iterations")
        if self.iterations < self.workers and not self.seconds:
            raise ValueError(
                f"iterations cannot be {self.iterations}: at least one for each worker"
            )

    def shares(self) -> list[int]:
        """How many iterations each worker does."""
        each, left = divmod(self.iterations, self.workers)
        return [each + (i < left) for i in range(self.workers)]

    def room(self, nodes: int, least: int, each: int = 1, trees: int = 1) -> int:
        """How many nodes the tree of a worker has room for: no more than it can fill.

        Args:
            nodes: how many it may have.
            least: so many it needs, however few it may have.
            each: how many an iteration adds at most.
            trees: how many trees the worker has, among which iterations are shared.

        >>> Budget(iterations=10, workers=2).room(1000, 4)
        6
        >>> Budget(iterations=10, workers=2).room(1000, 2, trees=2)
        4
        >>> Budget(seconds=1e-6).room(1000, 4), Budget(seconds=1.0).room(1000, 4)
        (5, 1000)
        """
        if self.seconds:
            return max(min(nodes, 1 + int(NODES_A_SECOND * self.seconds / trees)), least)
        return min(max(nodes, least), 1 + each * -(-max(self.shares()) // trees))

    def end(self) -> float:
        """When a decision that begins now is to be there, as ``time.perf_counter`` tells time.

        Asked for first of all: drawing worlds is part of the time that a decision takes.
        """
        return time.perf_counter() + self.seconds

    def spend(
        self,
        begin: Callable[[int, NDArray[np.int64]], tuple[Work, Step]],
        rng: NDArray[np.int64],
        end: float,
    ) -> list[Work]:
        """Do all the work, and give what each worker has made, in their order.

        Args:
            begin: begins a worker's search, by its number and with its generator rows: what it
                works on, and the step that does some more iterations.
            rng: the searcher's generator rows. One worker draws from these.
            end: when it is over, where time counts; from :meth:`end`.

        Raises:
            BaseException: what a worker raised, or an interrupt; then none takes a further step.
        """
        streams = [rng] if self.workers == 1 else _streams(rng, self.workers)
        begun = [begin(*each) for each in enumerate(streams)]
        broken_off = Event()

        def work(step: Step, share: int) -> None:
            if self.seconds:
                until(step, end, broken_off)
            else:
                finish(step, share, broken_off)

        jobs = [(step, share) for (_, step), share in zip(begun, self.shares(), strict=True)]
        if len(jobs) == 1:
            work(*jobs[0])
        else:
            with ThreadPoolExecutor(len(jobs)) as pool:
                try:
                    working = [pool.submit(work, *job) for job in jobs]
                    wait(working, return_when=FIRST_EXCEPTION)
                finally:
                    broken_off.set()  # leaving the pool waits for its threads
            for one in working:
                one.result()
        return [work for work, _ in begun]


def check_seconds(seconds: float, instead: str) -> None:
    """Refuse a time that is negative, no number, or longer than is sensible.

    Args:
        seconds: how long.
        instead: what counts where it is 0.

    >>> check_seconds(-1.0, "so many worlds")
    Traceback (most recent call last):
        ...
    ValueError: seconds cannot be -1.0: up to 3600, or 0 for so many worlds
    """
    right = f"up to {MOST_SECONDS:g}, or 0 for {instead}"
    check_kind("seconds", seconds, float, right)
    if not 0 <= seconds <= MOST_SECONDS:
        raise ValueError(f"seconds cannot be {seconds}: {right}")


def do(step: Step, n: int, seconds: float, end: float) -> None:
    """Take steps until ``n`` of whatever they do are done; or, where time counts, until ``end``.

    >>> steps = []
    >>> do(steps.append, 100_000, 0.0, 0.0)
    >>> steps
    [65536, 34464]
    """
    if seconds:
        until(step, end)
        return
    while n > 0:
        step(min(n, STEP))
        n -= STEP


def finish(step: Step, n: int, broken_off: Event) -> None:
    """Take steps until ``n`` iterations are done, or the search is broken off.

    No step takes much longer than :data:`HEARING`, unless a single iteration does.

    >>> steps = []
    >>> finish(steps.append, 1000, Event())
    >>> steps
    [256, 512, 232]
    """
    most, now = FIRST_STEP, time.perf_counter()
    while n > 0 and not broken_off.is_set():
        before = now
        step(min(n, most))
        now = time.perf_counter()
        n -= most
        most = _next(most, now - before, HEARING)


def until(step: Step, end: float, broken_off: Event | None = None) -> None:
    """Take steps until the clock shows ``end``, or the search is broken off; at least one.

    Args:
        step: does some more.
        end: as ``time.perf_counter`` tells time.
        broken_off: set by another thread when no more is to be done.
    """
    n, now = 1, time.perf_counter()
    while True:
        before = now
        step(n)
        now = time.perf_counter()
        if now >= end or (broken_off is not None and broken_off.is_set()):
            return
        n = _next(n, now - before, PACE)


def _next(n: int, took: float, pace: float) -> int:
    """How many iterations the step has that follows one of ``n``."""
    if took < pace / 2:
        return min(2 * n, STEP)
    return max(n // 2, 1) if took > pace else n


def _streams(rng: NDArray[np.int64], n: int) -> Sequence[NDArray[np.int64]]:
    """Independent generator rows for so many workers."""
    seed = below(rng[PLAY], 1 << 30)
    return [rows(seed, worker) for worker in range(n)]
