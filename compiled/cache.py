"""The disk cache of compiled kernels: one folder of our own, safe to delete, safe to share.

The folder is ``$UNSEEN_CACHE``, or ``unseen`` in the user's cache folder. A cache that cannot be
read or written costs time, never a result: the kernel is compiled and kept in memory.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core.caching import FunctionCache


def _folder() -> Path:
    """Where compiled kernels are kept on this machine, for this user."""
    named = os.environ.get("UNSEEN_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local")))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))
    return base / "unseen"


CACHE_FOLDER: Path = _folder()
"""Where compiled kernels are kept."""


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, which never turns an unusable disk into an error."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for this signature, or None where there is no usable one."""
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None
        except Exception:  # a damaged pickle can raise anything
            self._discard()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a disk that refuses is reported once, as a warning."""
        try:
            super().save_overload(sig, data)
        except (OSError, EOFError, pickle.UnpicklingError):
            _warn_once()

    def _discard(self) -> None:
        """Forget what is kept of this function: it is damaged."""
        with contextlib.suppress(OSError):
            self.flush()


_warned = False


def _warn_once() -> None:
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            f"compiled kernels cannot be kept in {CACHE_FOLDER}, so they will be compiled anew by"
            " every process: make the folder writable, or set UNSEEN_CACHE to one that is",
            stacklevel=3,
        )


def keep_on_disk(dispatcher: Any, function: FunctionType) -> None:
    """Give a Numba dispatcher its place in the cache folder, if the folder can be used.

    A function without a source file (typed at a prompt) is compiled anew by every process.
    """
    if not Path(function.__code__.co_filename).is_file():
        return
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        dispatcher._cache = _KernelCache(function)
    except (OSError, RuntimeError):
        _warn_once()
    finally:
        numba.config.CACHE_DIR = before


@dataclass(frozen=True)
class CachedKernel:
    """One file of machine code in the cache folder."""

    name: str
    """The kernel with its fingerprint."""
    path: Path
    bytes: int
    used: float
    """When it was last read or written, in seconds since the epoch."""


def cached_kernels() -> list[CachedKernel]:
    """What the cache folder holds, most recently used first."""
    found = []
    for path in CACHE_FOLDER.glob("*/*.nb[ic]"):
        try:
            status = path.stat()
        except FileNotFoundError:  # another process pruned it meanwhile
            continue
        used = max(status.st_mtime, status.st_atime)
        found.append(CachedKernel(path.name.split("-")[0], path, status.st_size, used))
    return sorted(found, key=lambda kernel: (-kernel.used, kernel.path))


def prune(*, older_than_days: float = 0.0) -> int:
    """Delete kernels that were not used for so many days (all of them for 0); how many files."""
    limit = time.time() - older_than_days * 86400
    old = [kernel for kernel in cached_kernels() if kernel.used <= limit]
    for kernel in old:
        kernel.path.unlink(missing_ok=True)
    return len(old)
