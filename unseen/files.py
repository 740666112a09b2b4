"""Files that are written whole or not at all, and tried before the work, not after it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from compiled import files
from unseen.errors import CallError, NotWritten


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
