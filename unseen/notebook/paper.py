"""What a notebook is written on: its lines, as they were typed, and the file that keeps them.

The file holds what was accepted so far, whole, after every line: whoever ends the program loses
nothing. It is never written over what somebody else has put there meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from unseen.errors import CallError, NotWritten
from unseen.files import STANDARD_INPUT, as_text, called, check_writable, read_bytes, write_whole

MOST_BYTES = 2**20
"""No game is as long as this."""
MARK = "\ufeff"
"""What some editors begin a file with."""


class Paper:
    """The lines of a notebook, numbered from 1, and the file in which they are kept, if any.

    Comments and blank lines are lines too, so that a number is what an editor shows. Lines that
    were in the file keep the spaces and the line ends that they had.

    >>> paper = Paper(["players Ann Bob Cid", "", "me Ann"])
    >>> paper.text
    'players Ann Bob Cid\\n\\nme Ann\\n'
    """

    def __init__(self, lines: Sequence[str] = (), path: Path | None = None) -> None:
        self.path = path
        self.kept = path is None or not lines
        """Whether the file holds all the lines; true of lines that are to be kept nowhere."""
        self._lines = list(lines)
        self._mark, self._end = "", "\n"
        self._there: bytes | None = None  # what is in the file, as far as this notebook knows

    @classmethod
    def read(cls, name: str, *, new: bool = False) -> Paper:
        """The lines of a file, or of standard input (``-``), which keeps nothing.

        new: a file that is not there yet is one without lines, and can be written.

        Raises:
            CallError: it cannot be read, or is no text.
        """
        path = Path(name)
        if new and name != STANDARD_INPUT and not path.exists():
            check_writable(path)
            return cls(path=path)
        if new and path.exists() and not path.is_file() and not path.is_dir():
            raise CallError(f"{name} keeps no lines: name a file, or leave it out; --once reads it")
        raw = read_bytes(name, called(name), MOST_BYTES, "no notebook")
        paper = cls(path=None if name == STANDARD_INPUT else path)
        paper._there = raw
        text = as_text(raw, called(name), mark=True)
        if "\0" in text:
            raise CallError(f"{called(name)} is no text: byte {raw.index(0)} is zero")
        if text.startswith(MARK):
            paper._mark, text = MARK, text[1:]
        if "\r" in text and "\n" not in text:  # as very old systems end lines
            paper._end = "\r"
        paper._lines = text.removesuffix(paper._end).split(paper._end) if text else []
        return paper

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return [line.removesuffix("\r") for line in self._lines]

    @property
    def text(self) -> str:
        """All lines, as a file holds them."""
        return self._mark + "".join(f"{line}{self._end}" for line in self._lines)

    def change(self, lines: Sequence[str]) -> None:
        """Have these lines from now on, and write them to the file.

        Raises:
            NotWritten: the lines are had, but the file does not keep them, and why.
        """
        old = self.lines
        end = "\r" if self._lines and all(line.endswith("\r") for line in self._lines) else ""
        self._lines = [
            self._lines[i] if i < len(old) and old[i] == line else line + end
            for i, line in enumerate(lines)
        ]
        self._keep()

    def move(self, path: Path) -> None:
        """Keep the lines in another file from now on, which must not be there yet.

        Raises:
            CallError: it is there, or cannot be written; nothing changes.
        """
        check_writable(path)
        if path.exists():
            raise CallError(f"{path} is there already: name a file that is not")
        moved = Paper(path=path)
        moved._lines, moved._mark, moved._end = self._lines, self._mark, self._end
        moved._keep()
        self.path, self._there, self.kept = moved.path, moved._there, True

    def _keep(self) -> None:
        if self.path is None:
            return
        self.kept = False
        content = self.text.encode()
        with _alone_in(self.path.parent):
            try:
                there = self.path.read_bytes()
            except FileNotFoundError:
                there = None
            except OSError as error:
                raise NotWritten(f"{self.path}: {(error.strerror or '').lower()}") from None
            if there not in (None, self._there, content):
                raise NotWritten(f"{self.path} was changed by somebody else and is left as it is")
            write_whole(self.path, content)
        self._there, self.kept = content, True


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Between the look at a file and its writing no other notebook writes, if the system can."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        yield
        return
    handle = None
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)
