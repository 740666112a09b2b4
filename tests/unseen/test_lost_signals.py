"""A signal whose exception is raised where none can be is sent again, and ends the command.

The compiler calls back while it makes code; an exception there is printed and forgotten. The
command here raises the signal in such a callback, so that it is always met.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

COMMAND = """
import ctypes, signal, sys, time
from unseen.app import app
from unseen.cli import main

@app.command()
def stumble(name: str, times: int) -> None:
    def callback():
        if name == "none":
            raise LookupError("of another kind")
        signal.raise_signal(signal.Signals[name])
        for _ in range(100):  # the handler has run by now
            pass

    call = ctypes.CFUNCTYPE(None)(callback)
    for _ in range(times):
        call()
    print("goes on", flush=True)
    if name != "none":
        time.sleep(60)
        print("to the end")

sys.argv[0] = "unseen"
main()
"""


def stumble(name: str, times: int = 1) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "stumble", name, str(times)],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("name", "times", "status", "said"),
    [
        ("SIGINT", 1, 130, "unseen: interrupted\n"),
        ("SIGTERM", 3, 143, ""),
        ("SIGHUP", 1, 129, ""),
    ],
)
def test_a_signal_that_is_lost_comes_again(name: str, times: int, status: int, said: str) -> None:
    done = stumble(name, times)
    assert "to the end" not in done.stdout
    assert (done.returncode, done.stderr) == (status, said)


def test_other_exceptions_are_told_as_ever() -> None:
    done = stumble("none")
    assert done.returncode == 0
    assert "LookupError: of another kind" in done.stderr
