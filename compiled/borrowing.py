"""Functions that make no array borrow those that they are given: nobody counts references to them.

Numba counts the references to every array that a function is given, atomically, at its beginning
and its end, and takes that back only where it sees both in a few steps. In small functions that are
called very often this costs more than what they do. A function that makes no array, and is handed
none by what it calls, needs no counting: who called it holds what it was given until it returns.

So each function inside a kernel is compiled without counting if that can be, else with it. It
cannot be

- where its code makes something, calls NumPy, or a method of an array (:func:`makes`). Numba
  compiles what these do once for all callers, who must agree on whether they count;
- where what it does needs counting, which Numba then says, as arithmetic with whole arrays does;
- where it returns an array, or takes one from what it calls (:func:`owns_arrays`).
"""

from __future__ import annotations

import contextlib
import dis
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import default_manager

from compiled.fingerprint import instructions
from compiled.policy import BORROWING, COUNTING

VIEWS = frozenset({"getitem", "static_getitem", "getiter", "iternext", "typed_getitem"})
"""What gives a part of an array, which is held by who holds the array."""

METHODS = frozenset(name for name in dir(np.ndarray) if callable(getattr(np.ndarray, name)))
"""What arrays can be asked to do."""

SAFE = frozenset({"BUILD_TUPLE", "BUILD_SLICE"})
"""What builds of what there is."""

PLAIN = (abs, bool, divmod, float, int, isinstance, len, max, min, pow, range, round)
"""Builtin functions that make nothing but numbers."""


def makes(function: FunctionType, referred: list[tuple[str, Any]]) -> bool:
    """Whether a function's own code may make something whose references are counted.

    Args:
        function: plain.
        referred: the global names that it reads, with what they mean.

    >>> def halves(array, n):
    ...     return np.empty(n)
    >>> def larger(a, b):
    ...     return a if a > b else np.float64(b)
    >>> def lowest(array):
    ...     return array.argsort()[0]
    >>> def pair(a, b):
    ...     return [a, b]
    >>> [makes(each, [("np", np)]) for each in (halves, larger, lowest, pair)]
    [True, False, True, True]
    """
    values = [value for _, value in referred]
    if any(_of_numpy(value) or _of_python(value) for value in values):
        return True
    through = any(value is np for value in values)
    return any(_makes(step, through) for step in instructions(function.__code__))


def _of_numpy(value: Any) -> bool:
    """Whether something is NumPy's, and no type: a function, or a further module."""
    if value is np or isinstance(value, type):
        return False
    module = value.__name__ if isinstance(value, ModuleType) else None
    named = module or getattr(value, "__module__", None) or type(value).__module__
    return (callable(value) or module is not None) and str(named).partition(".")[0] == "numpy"


def _of_python(value: Any) -> bool:
    """Whether something is a builtin that may make more than a number: ``list``, ``sorted``."""
    if isinstance(value, type) and issubclass(value, BaseException):
        return False
    return callable(value) and value.__module__ == "builtins" and value not in PLAIN


def _makes(step: dis.Instruction, through: bool) -> bool:
    """Whether an instruction calls what an array can be asked to do, or builds a list or the like.

    From Python 3.12 on, loading a method is a kind of loading an attribute.

    Args:
        through: whether the code reads ``numpy``, whose functions are attributes.
    """
    kind, _, what = step.opname.partition("_")
    if kind == "LOAD" and what in {"METHOD", "ATTR"}:
        called = what == "METHOD" or "NULL|self" in step.argrepr
        numpys = through and _of_numpy(getattr(np, step.argval, None))
        return numpys or (called and step.argval in METHODS)
    return kind in {"BUILD", "LIST", "MAP", "FORMAT"} and step.opname not in SAFE


def lender(dispatcher: Any) -> Callable[[tuple[Any, ...], Mapping[str, Any]], Any]:
    """How a call of a function is resolved: it borrows if it can, else it counts.

    Args:
        dispatcher: Numba's, of a function that may borrow by its code.

    Returns:
        what stands for its ``get_call_template``.
    """
    template = dispatcher.get_call_template
    settled: set[tuple[Any, ...]] = set()

    def resolved(args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        dispatcher.targetoptions.update(BORROWING)
        with contextlib.suppress(Exception):
            found = template(args, kws)
            types_of_call = tuple(found[2])
            made = dispatcher.overloads.get(types_of_call)
            if made is None or types_of_call in settled:  # made is None while it calls itself
                return found
            if not owns_arrays(made):
                settled.add(types_of_call)
                return found
            del dispatcher.overloads[types_of_call]
        dispatcher.targetoptions.update(COUNTING)
        dispatcher._compiler._failed_cache.clear()  # else Numba tells of the first attempt again
        found = template(args, kws)
        settled.add(tuple(found[2]))
        return found

    return resolved


def owns_arrays(made: Any) -> bool:
    """Whether what was compiled (Numba's result) returns an array, or takes one from what it calls.

    Parts of arrays that it was given are none of these.
    """
    return holds_arrays(made.signature.return_type) or any(
        signature is not None
        and holds_arrays(signature.return_type)
        and not _is_view(expression, signature)
        for expression, signature in made.type_annotation.calltypes.items()
    )


def _is_view(expression: Any, signature: Any) -> bool:
    """Whether an expression gives a part of an array by numbers and slices."""
    if getattr(expression, "op", None) not in VIEWS:
        return False
    return not any(holds_arrays(kind) for kind in signature.args[1:])


def holds_arrays(kind: Any) -> bool:
    """Whether values of a Numba type hold something whose references are counted.

    >>> import numba
    >>> holds_arrays(numba.int64[:]), holds_arrays(numba.types.UniTuple(numba.int64, 2))
    (True, False)
    """
    if not isinstance(kind, types.Type):
        return False
    return bool(default_manager[kind].contains_nrt_meminfo())
