"""``unseen notebook`` in processes of its own: at a terminal, killed, two at once."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

UNSEEN = [sys.executable, "-c", "from unseen.cli import main; main()"]
START = """players Ann Bob Cid
me Ann
hand Scarlet Mustard Rope, Lead Pipe, Hall Lounge
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "game.clue"
    file.write_text(text)
    return file


def test_two_sessions_on_one_file_lose_nothing(tmp_path: Path) -> None:
    file, other = written(tmp_path, START), tmp_path / "other.clue"
    with talking(file) as first, talking(file) as second:
        first("Bob lacks Plum")
        for line in ("Cid lacks Plum", f"save {file}", "save"):
            told = second(line)
            assert "Not saved" in told
            assert "was changed by somebody else" in told
            assert "save OTHER" in told
            assert file.read_text() == f"{START}Bob lacks Plum\n"
        assert "quit once more leaves" in second("quit")
        taken = tmp_path / "taken"
        taken.write_text("mine")
        assert "is there already" in second(f"save {taken}")
        assert "Every line is in" in second(f"save {other}")
        second("Cid lacks Green")
        first("Bob lacks Green")
    assert taken.read_text() == "mine"
    assert file.read_text() == f"{START}Bob lacks Plum\nBob lacks Green\n"
    assert other.read_text() == f"{START}Cid lacks Plum\nCid lacks Green\n"


def test_lines_that_could_not_be_saved_show_in_the_exit_status(tmp_path: Path) -> None:
    file = written(tmp_path, START)
    process = started(file)
    assert process.stdin
    assert process.stdout
    until(process, "ask next")
    file.write_text(f"{START}# somebody else\n")
    said, _ = process.communicate("Cid lacks Plum\n", timeout=60)
    assert "Not all lines are in" in said
    assert process.returncode == 1
    assert file.read_text() == f"{START}# somebody else\n"


def test_a_killed_session_has_lost_nothing(tmp_path: Path) -> None:
    """Killed while it ranks questions: each line that was answered is in the file."""
    file = written(tmp_path, START)
    process = started(file)
    assert process.stdin
    until(process, "ask next")
    told = [f"Bob lacks {card}" for card in ("Plum", "Green", "Knife", "Study")]
    for line in told:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        until(process, "worlds,")  # answered; what to ask next is being looked for
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.communicate()
    assert file.read_text().splitlines() == [*START.splitlines(), *told]
    assert list(tmp_path.iterdir()) == [file]


def started(file: Path) -> subprocess.Popen[str]:
    command = [*UNSEEN, "notebook", "clue", str(file), "-i"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)


def until(process: subprocess.Popen[str], said: str) -> str:
    """What it says up to a line with these words."""
    assert process.stdout
    found = ""
    for line in process.stdout:
        found += line
        if said in line:
            return found
    raise AssertionError(found + (process.stderr.read() if process.stderr else ""))


@contextlib.contextmanager
def talking(file: Path) -> Iterator[Any]:
    """A session to which a line can be said: its answer comes back."""
    process = started(file)
    until(process, "ask next")

    def say(line: str) -> str:
        assert process.stdin
        process.stdin.write(f"{line}\nthe end\n")  # which cannot be read, and marks it
        process.stdin.flush()
        return " ".join(until(process, "lists what can").split())

    try:
        yield say
    finally:
        process.communicate("quit\nquit\n", timeout=60)


# --------------------------------------------------------------------------------------- terminals


class Terminal:
    """A session at a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.process, self.handle = pty.fork()
        if self.process == 0:
            os.environ.update({"TERM": "dumb", "COLUMNS": "80", **environment})
            os.execv(sys.executable, [*UNSEEN, "notebook", "clue", *arguments])
        self.said = ""

    def until(self, words: str, seconds: float = 60.0) -> str:
        """What is shown until these words are."""
        end = time.monotonic() + seconds
        while words not in self.said:
            assert time.monotonic() < end, self.said
            if select.select([self.handle], [], [], 0.1)[0]:
                try:
                    self.said += os.read(self.handle, 65536).decode()
                except OSError:  # it has ended
                    assert words in self.said, self.said
        found, _, self.said = self.said.partition(words)
        return found + words

    def type(self, keys: str) -> None:
        if "\x03" in keys:
            # Python waits for keys a moment after the prompt is there, and an interrupt in between
            # is noticed with the next key only: nobody types so soon.
            time.sleep(1)
        os.write(self.handle, keys.encode())

    def status(self) -> int:
        """How it ends."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                if select.select([self.handle], [], [], 0.05)[0]:
                    self.said += os.read(self.handle, 65536).decode()
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self.handle)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError("it does not end")


def test_a_terminal_gets_a_session(tmp_path: Path) -> None:
    file = written(tmp_path, START)
    terminal = Terminal(str(file), NO_COLOR="1")
    page = terminal.until("4> ")
    assert "103,488 worlds" in page
    assert "\x1b[3" not in page  # no colour
    terminal.type("Bob lacks Plum\n")
    assert "Bob does not hold Plum" in terminal.until("5> ")
    assert file.read_text() == f"{START}Bob lacks Plum\n"
    terminal.type("quit\n")
    assert terminal.status() == 0


def test_lines_that_are_pasted_are_not_kept_waiting(tmp_path: Path) -> None:
    """The next question is looked for after the last of them alone."""
    file = written(tmp_path, START)
    terminal = Terminal(str(file))
    terminal.until("4> ")
    terminal.type("Bob lacks Plum\nBob lacks Green\nBob lacks Knife\n")
    said = terminal.until("7> ")
    assert said.count("ask next") <= 2  # the first may have come alone
    terminal.type("\x04")
    assert terminal.status() == 0
    assert len(file.read_text().splitlines()) == 6


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_control_keys_leave_and_lose_nothing(tmp_path: Path, key: str, status: int) -> None:
    file = tmp_path / "new.clue"
    terminal = Terminal(str(file))
    terminal.until("1> ")
    terminal.type("players Ann Bob Cid\n")
    terminal.until("2> ")
    terminal.type(key)
    assert terminal.status() == status
    assert file.read_text() == "players Ann Bob Cid\n"
    assert "Traceback" not in terminal.said


def test_an_interrupt_asks_first_where_lines_would_be_lost(tmp_path: Path) -> None:
    terminal = Terminal()
    terminal.until("1> ")
    terminal.type("players Ann Bob Cid\n")
    terminal.until("2> ")
    terminal.type("Bob has\x03")
    assert "in no file: save FILE keeps them, another interrupt" in terminal.until("2> ")
    terminal.type(f"save {tmp_path}/kept.clue\n")
    terminal.until("2> ")
    assert (tmp_path / "kept.clue").read_text() == "players Ann Bob Cid\n"
    terminal.type("\x03")
    assert terminal.status() == 130
    terminal = Terminal()
    terminal.until("1> ")
    terminal.type("players Ann Bob Cid\n")
    terminal.until("2> ")
    terminal.type("\x03")
    terminal.until("2> ")
    terminal.type("\x03")
    assert terminal.status() == 130
    assert "Traceback" not in terminal.said


def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    file = written(tmp_path, START)
    command = f"{' '.join(map(repr, UNSEEN))} notebook clue {file} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""


def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    file = written(tmp_path, START)
    command = f"{' '.join(map(repr, UNSEEN))} notebook clue {file} -i <&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "103,488 worlds" in done.stdout
