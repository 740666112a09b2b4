"""Files: read within a limit; written whole or not at all, and tried before the work."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from compiled import files
from unseen.errors import CallError, NotWritten

STANDARD_INPUT = "-"


def called(path: str) -> str:
    """What a file, or standard input, is called in errors."""
    return "standard input" if path == STANDARD_INPUT else path


def read_bytes(path: str | Path, name: str, most: int, kind: str) -> bytes:
    """What a file holds, or standard input (``-``).

    Args:
        path: the file.
        name: what it is called in errors.
        most: how many bytes it can hold.
        kind: what it is meant to be, for who takes another file for it: ``no notebook``.

    Raises:
        CallError: it cannot be read, or is larger; and why.
    """
    try:
        if path == STANDARD_INPUT:
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(most + 1)
    except OSError as error:
        raise CallError(f"{name} cannot be read: {_reason(error)}") from None
    except ValueError as error:  # a name that no file can have
        raise CallError(f"{name!r} cannot be read: {error}") from None
    if len(raw) > most:
        raise CallError(f"{name} is larger than {most:,} bytes: that is {kind}")
    return raw


def as_text(raw: bytes, name: str, *, mark: bool = False) -> str:
    """Bytes as text in UTF-8; with ``mark``, a byte order mark at its beginning is kept.

    Raises:
        CallError: it is none; with the byte.
    """
    try:
        return raw.decode("utf-8" if mark else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise CallError(f"{name} is no text in UTF-8: byte {error.start} is not") from None


def check_writable(path: Path) -> None:
    """See that a file can be written, without touching it.

    Raises:
        CallError: it cannot, and why.
    """
    if path.is_dir():
        raise CallError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise CallError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.exists() and not os.access(path, os.W_OK):
        raise CallError(f"{path} cannot be written: no permission")
    if not _is_device(path):
        try:
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        except OSError as error:
            raise CallError(f"{path} cannot be written: {_reason(error)}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is never seen half-written: beside it first, then in its place.

    Raises:
        NotWritten: it cannot be, and why; what stood there is unchanged.
    """
    try:
        if _is_device(path):
            path.write_bytes(content)
            return
        files.write_whole(path, content)
    except OSError as error:
        raise NotWritten(f"{path} cannot be written: {_reason(error)}") from None


def _is_device(path: Path) -> bool:
    """Whether something stands there that is no file, and must not be replaced by one."""
    return path.exists() and not path.is_file()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
