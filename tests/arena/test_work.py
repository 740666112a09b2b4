"""Work is spread without changing a result."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

import arena.work
from arena.work import FailedJob, spread


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes as soon as anything is left after two jobs."""
    monkeypatch.setattr(arena.work, "PATIENCE", 0.0)


def test_results_come_in_the_order_of_the_jobs(impatient: None) -> None:
    jobs = list(range(20, 0, -1))
    told: list[tuple[int, int]] = []
    results = spread(math.factorial, jobs, workers=2, progress=lambda *both: told.append(both))
    assert results == [math.factorial(job) for job in jobs]
    assert told == [(n, 20) for n in range(1, 21)]


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert spread(math.factorial, range(9), executor=pool) == spread(math.factorial, range(9))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_is_raised_here_and_names_it(impatient: None, workers: int) -> None:
    """Not as a ``ValueError``: that would say that the call was wrong."""
    with pytest.raises(FailedJob, match=r"factorial.* \(in -1\)"):
        spread(math.factorial, [1, 2, 3, -1, 4], workers=workers)


def test_other_errors_stay_what_they_are(impatient: None) -> None:
    with pytest.raises(TypeError):
        spread(math.factorial, [1, 2, 3, "four", 5], workers=2)


def test_no_jobs_no_results() -> None:
    assert spread(math.factorial, []) == []


def test_workers_are_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        spread(math.factorial, [1], workers=0)
