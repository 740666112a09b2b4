"""Files that are written whole or not at all: records, ledgers, results."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from secrets import token_hex


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file so that it is never seen half-written: beside it first, then in its place.

    A new file gets the usual mode, one that stood there keeps its own; a link stays, and what it
    names is written. Text is written as UTF-8.

    Raises:
        IsADirectoryError: a folder stands there.
        OSError: something else that is no file stands there (a device, a pipe), or the file cannot
            be written. What stood there is unchanged.
    """
    target = Path(path).resolve()
    old = target.stat().st_mode if target.exists() else None
    if old is not None:
        if stat.S_ISDIR(old):
            raise IsADirectoryError(errno.EISDIR, "a folder stands there: name a file in it", path)
        if not stat.S_ISREG(old):
            raise OSError(errno.EINVAL, "no file stands there, and it is not replaced", path)
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "no permission to write it", path)
    beside = target.with_name(f".{target.name[:40]}.{token_hex(8)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(beside, flags, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        if old is not None:
            os.chmod(beside, stat.S_IMODE(old))
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
