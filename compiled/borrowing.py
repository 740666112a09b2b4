"""Which functions only borrow arrays: they make none, so nobody need count references to them.

Numba counts the references to every array that a function is given, atomically, at its beginning
and its end, and takes that back only where it sees both in a few steps. In small functions that are
called very often this costs more than what they do. A function that makes no array, and calls none
that does, needs no counting: who called it holds what it was given until it returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.datamodel import default_manager

RETURNED = "Only accept returning of array passed into the function"
"""What Numba says of a function that borrows and returns a part of an array."""


def makes_arrays(function: FunctionType, referred: list[tuple[str, Any]]) -> bool:
    """Whether a function's own code may make an array.

    Args:
        function: plain.
        referred: the global names that it reads, with what they mean.

    >>> def halves(array, n):
    ...     return np.empty(n)
    >>> def larger(a, b):
    ...     return a if a > b else np.float64(b)
    >>> makes_arrays(halves, [("np", np)]), makes_arrays(larger, [("np", np)])
    (True, False)
    """
    names = set(_names(function.__code__))
    if "copy" in names:
        return True
    if not any(isinstance(value, ModuleType) and value is np for _, value in referred):
        return False
    return any(hasattr(np, name) and not isinstance(getattr(np, name), type) for name in names)


def _names(code: CodeType) -> Iterator[str]:
    """The names of globals and attributes in a function's code."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def holds_arrays(kind: Any) -> bool:
    """Whether values of a Numba type hold something whose references are counted.

    >>> import numba
    >>> holds_arrays(numba.int64[:]), holds_arrays(numba.types.UniTuple(numba.int64, 2))
    (True, False)
    """
    return bool(default_manager[kind].contains_nrt_meminfo())
