"""Workers end with the call, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SCRIPT = """
import functools
from determinize.auditing.workers import examined
from tests.determinize import audit_dying as here
if __name__ == "__main__":
    print("begun", flush=True)
    steps = lambda *step: print(*step, flush=True)
    examined(
        functools.partial(here.toy, here.hang, hand=5), here.look, list(range(30)), workers=2,
        progress=steps,
    )
"""


def children(pid: int) -> list[int]:
    """The processes whose parent this is, and theirs."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] != "Z":
                found += [int(entry.name), *children(int(entry.name))]
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("number", "status", "leaves"),
    [(signal.SIGINT, -2, 0), (signal.SIGTERM, 143, 0), (signal.SIGKILL, -9, 1)],
)
def test_nothing_is_left_behind(
    tmp_path: Path, number: signal.Signals, status: int, leaves: int
) -> None:
    script = tmp_path / "audit.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    assert process.stdout.readline() == "1 30\n"
    below = children(process.pid)
    assert len(below) >= 2
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # Ctrl-C reaches the workers too
    else:
        process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == status
    assert errors.count("Traceback") == (1 if number == signal.SIGINT else 0), errors
    end = time.monotonic() + 5
    while any(map(alive, below)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, below))
    assert len([*folder.glob("unseen-audit-*")]) == leaves


def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "audit.py"
    script.write_text(textwrap.dedent(SCRIPT.replace('if __name__ == "__main__":', "if True:")))
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "under `if __name__ == '__main__':`" in done.stderr.splitlines()[-1]


INTERACTIVE = """
from determinize.auditing.workers import examined
from determinize.auditing.evidence import Evidence, Position
def make():
    return object()
def work(target, draw, told, placed):
    return Evidence(Position(draw, 0, ()))
print(len(examined(make, work, [1, 2, 3], workers=2)))
"""


@pytest.mark.parametrize("how", ["-", "-c"])
def test_what_is_typed_is_done_in_its_own_process(how: str) -> None:
    done = subprocess.run(
        [sys.executable, how, *([INTERACTIVE] if how == "-c" else [])],
        input=INTERACTIVE if how == "-" else None,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("3\n", "")
