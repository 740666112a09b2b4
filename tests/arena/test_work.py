"""Work is spread without changing a result."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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


def test_more_jobs_than_are_handed_out_at_a_time() -> None:
    jobs = [n % 7 for n in range(3 * arena.work.WINDOW + 1)]
    with ThreadPoolExecutor(3) as pool:
        assert spread(math.factorial, jobs, executor=pool) == [math.factorial(n) for n in jobs]


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


PARENT = """
import arena.work, sys
from tests_of_work import job

if __name__ == "__main__":
    arena.work.PATIENCE = 0.0
    arena.work.spread(job, [sys.argv[1]] * 40, workers=2)
"""

JOBS = """
import os, pathlib, time

def job(folder):
    (pathlib.Path(folder) / str(os.getpid())).touch()
    time.sleep(0.3)
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_workers_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    (tmp_path / "tests_of_work.py").write_text(JOBS)
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    seen = tmp_path / "seen"
    seen.mkdir()
    paths = os.pathsep.join([str(tmp_path), str(Path(arena.work.__file__).parents[1])])
    parent = subprocess.Popen(
        [sys.executable, str(script), str(seen)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
    )
    _until(lambda: len(list(seen.iterdir())) == 3)  # itself and two workers
    parent.send_signal(signal.SIGKILL)
    assert parent.communicate(timeout=30)[0] == b""  # nobody holds the pipe any more
    workers = {int(file.name) for file in seen.iterdir()} - {parent.pid}
    _until(lambda: not any(_runs(worker) for worker in workers))


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_processes_that_are_stopped_have_ended_when_it_is_told(error: type[BaseException]) -> None:
    """Whoever ends Python next would else meet the thread that looks after them in mid-step."""
    before = set(threading.enumerate())
    with pytest.raises(error):
        _stopped_by(error)
    assert set(threading.enumerate()) <= before


def _stopped_by(error: type[BaseException]) -> None:
    with arena.work.processes(2) as pool:
        pool.submit(time.sleep, 60)
        pool.submit(time.sleep, 60)
        raise error


HALF = """
import os, pathlib, struct, sys, threading, time
from multiprocessing.connection import Connection
import arena.work

def half(place):
    # A result that is long, of which only the beginning is written.
    def begin(connection, message):
        os.write(connection.fileno(), struct.pack("!i", 1_000_000) + b"the beginning")
        pathlib.Path(place).touch()
        time.sleep(60)
    Connection.send_bytes = begin

def stop():
    with arena.work.processes(1) as pool:
        futures = [pool.submit(half, sys.argv[1]) for _ in range(9)]
        futures[-1].cancel()  # as spread does with what is left
        while not pathlib.Path(sys.argv[1]).exists():
            time.sleep(0.01)
        raise KeyboardInterrupt

if __name__ == "__main__":
    try:
        stop()
    except KeyboardInterrupt:
        print("interrupted", threading.active_count())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="writes as other systems do")
def test_a_process_that_is_stopped_in_the_middle_of_a_long_result(tmp_path: Path) -> None:
    """Nobody will write the rest: the exception comes all the same, and so does Python's end."""
    script = tmp_path / "half.py"
    script.write_text(HALF)
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "begun")],
        env={**os.environ, "PYTHONPATH": str(Path(arena.work.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted 1\n", "")


INTERRUPTED = """
import os, signal, sys, threading, time
from multiprocessing import util
import arena.work
from determinize.auditing.workers import pool

started = util.spawnv_passfds

def just_then(path, args, passed):
    # Start a process; the signal comes before it has been told what to do.
    process = started(path, args, passed)
    if any("spawn_main" in str(arg) for arg in args):
        os.kill(os.getpid(), signal.Signals[sys.argv[1]])
        time.sleep(0.1)  # a signal that did not wait would be handled now
    return process

def ended(number, _):
    raise KeyboardInterrupt

if __name__ == "__main__":
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()  # signals can come by it
    util.spawnv_passfds = just_then
    signal.signal(signal.Signals[sys.argv[1]], ended)
    arena.work.PATIENCE = 0.0
    try:
        if sys.argv[2] == "jobs":
            arena.work.spread(abs, range(40), workers=2)
        else:
            pool.spread(object, abs, range(40), workers=2)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("work", ["jobs", "audits"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_while_a_worker_is_started_waits_for_it(
    tmp_path: Path, name: str, work: str
) -> None:
    """Else the worker gets half of what it is to be told, and dies of it with a traceback."""
    script = tmp_path / "parent.py"
    script.write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, str(script), name, work],
        env={**os.environ, "PYTHONPATH": str(Path(arena.work.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _until(true: Callable[[], bool]) -> None:
    """Wait for something, half a minute at most."""
    last = time.monotonic() + 30
    while not true():
        assert time.monotonic() < last, "waited for nothing"
        time.sleep(0.05)
