"""The disk cache of compiled kernels: one folder of our own, safe to delete, safe to share.

The folder is ``$UNSEEN_CACHE``, or ``unseen`` in the user's cache folder; no kernel is ever kept
anywhere else. A cache that cannot be read or written costs time, never a result: the kernel is
compiled and kept in memory. What lies in a folder that can only be read is used.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    _CacheLocator,
    _SourceFileBackedLocatorMixin,
)


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


def can_keep() -> bool:
    """Whether compiled kernels can be kept: in a folder that is there or can be made."""
    if _warned:
        return False
    try:
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=CACHE_FOLDER).close()
    except OSError:
        return False
    return True


class _OurFolder(_SourceFileBackedLocatorMixin, _CacheLocator):  # type: ignore[misc]
    """Where Numba looks for the files of a function: in the cache folder.

    Numba's own places ask for a folder that can be written, else the next one is taken, down to
    ``__pycache__`` beside the source. This one needs no more than to be read.
    """

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(CACHE_FOLDER / self.get_suitable_cache_subpath(py_file))

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _OurFolder:
        """The place of a function, whether or not anything can be kept there."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """The folder that holds the function's files."""
        return self._cache_path


class _KernelFiles(CompileResultCacheImpl):  # type: ignore[misc]
    """How Numba names a kernel's files and what it writes to them; they lie in our folder only."""

    _locator_classes = (_OurFolder,)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, which never turns an unusable disk into an error."""

    _impl_class = _KernelFiles

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
    """Give a Numba dispatcher its place in the cache folder, if there is one or it can be made.

    A function without a source file (typed at a prompt) is compiled anew by every process.
    """
    if not Path(function.__code__.co_filename).is_file():
        return
    elsewhere = getattr(numba.config, "CACHE_LOCATOR_CLASSES", "")  # $NUMBA_CACHE_LOCATOR_CLASSES
    numba.config.CACHE_LOCATOR_CLASSES = ""
    try:
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        dispatcher._cache = _KernelCache(function)
    except OSError:
        _warn_once()
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = elsewhere


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
