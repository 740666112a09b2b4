"""Functions that make no array borrow those of their callers; nothing is lost or freed by it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.runtime import _nrt_python as runtime
from numba.core.runtime import rtsys

from compiled import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="plain Python counts references itself")


@pytest.fixture(autouse=True)
def counted() -> Iterator[None]:
    """Have Numba count what is made and freed."""
    runtime.memsys_enable_stats()
    yield
    runtime.memsys_disable_stats()


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a module and imports it."""
    monkeypatch.syspath_prepend(tmp_path)

    def written(text: str) -> ModuleType:
        name = f"borrowing_{abs(hash(text))}"
        (tmp_path / f"{name}.py").write_text(text)
        return importlib.import_module(name)

    return written


# -------------------------------------------------------------------------------------- who borrows


def rise(numbers: Any, by: int) -> None:
    """Borrows: a loop keeps Numba from seeing both ends of a count."""
    for i in range(len(numbers)):
        numbers[i] += by


def risen_row(table: Any, k: int, by: int) -> int:
    """Borrows, and lends a part of what it borrowed."""
    row = table[k]
    rise(row, by)
    return int(row[0])


LENT = """
from compiled import kernel

def greatest(table, out, k, n):
    best = 0
    while k < n:
        row = table[k % len(table)]
        for i in range(len(row)):
            if row[i] > best:
                best = row[i]
                out[0] = k
        k += 1 + best % 2
    return best

def twice(table, out, k, n):
    best = greatest(table, out, k, n)
    if best > 3:
        return greatest(table, out, k + 1, n)
    return best

@kernel
def total(table, out, n):
    total = 0
    for i in range(n):
        total += twice(table, out, i, n)
    return total
"""


def test_nobody_counts_what_is_lent(modules: Any) -> None:
    # A module of its own: compiled here, not from the cache, which holds no code to look at.
    total = modules(LENT).total
    total(np.zeros((4, 3), np.int64), np.zeros(1, np.int64), 5)
    [code] = total.inspect_llvm().values()
    counts = [line for line in code.splitlines() if "call void @NRT_incref" in line]
    assert len(counts) <= 2, "besides the kernel's own two arrays"
    assert "define" in code


# -------------------------------------------------------------------------------- nothing gets lost


def made(n: int) -> Any:
    """Makes an array, and hands it over."""
    return np.zeros(n, np.int64)


def total_of_made(n: int) -> int:
    """Makes none itself, but is handed one."""
    numbers = made(n)
    rise(numbers, 2)
    total = 0
    for number in numbers:
        total += number
    return total


@kernel
def all_at_once(table: Any, n: int) -> int:
    """Everything that the functions above do, many times."""
    total = 0
    for i in range(n):
        total += risen_row(table, i % len(table), 1)
        total += total_of_made(1 + i % 5)
        own = np.ones(3, np.int64)
        rise(own, i)
        total += own[0]
    return total


def test_arrays_live_as_long_as_they_are_used_and_no_longer() -> None:
    table = np.zeros((4, 3), np.int64)
    all_at_once(table, 1)
    table[:] = 0
    held = sys.getrefcount(table)
    before = rtsys.get_allocation_stats()
    n = 20_000
    found = all_at_once(table, n)
    after = rtsys.get_allocation_stats()
    assert sys.getrefcount(table) == held
    assert after.alloc - before.alloc == after.free - before.free
    rows = sum(1 + i // 4 for i in range(n))
    totals_made = sum(2 * (1 + i % 5) for i in range(n))
    assert found == rows + totals_made + sum(1 + i for i in range(n))
    assert table.tolist() == [[n // 4] * 3] * 4


MODULE = """
import numpy as np
from numpy import zeros
from compiled import kernel

def alone(a, b):
    x = {what}
    return x[0]

def given(a, b):
    return {what}

def handed(a, b):
    x = given(a, b)
    return x[0]

def beside(a, b):
    x = {what}
    z = np.zeros(2)
    return x[0], z[1]

@kernel
def each(a, b):
    return {calls}

def plain(a, b):
    return {calls}
"""

WHATS = (
    "a", "(a[0], b)", "(a, b)[0]", "a[1:]", "a[::-1]", "a.T", "b[0]", "a if a[0] > 2 else b[1]",
    "a.copy()", "a.flatten()", "a.ravel()", "a.argsort()", "a.reshape(2, 3).T.ravel()",
    "b.view(np.int64)", "a.astype(np.float64)", "a.repeat(2)", "a.cumsum()", "a.nonzero()[0]",
    "np.asarray(a)", "np.flip(a)", "zeros(3)", "a + 1", "-a", "a[a > 1]", "a[np.array([1, 0])]",
    "sorted(a)", "list(a)", "[x for x in a]", "[a[0]] * 3", "(a.min(), a.sort())",
)  # fmt: skip
"""Ways to come by something that may hold an array, or to be one."""

ORDERS = ("alone, beside, handed", "beside, alone, handed", "handed, beside, alone")
"""Numba compiles what arrays can do once for all: who comes first must not matter."""


@pytest.mark.parametrize(("what", "order"), list(zip(WHATS, cycle(ORDERS), strict=False)))
def test_whatever_a_function_does_is_right_and_all_is_freed(
    modules: Any, what: str, order: str
) -> None:
    calls = ", ".join(f"{name}(a, b)" for name in order.split(", "))
    module = modules(MODULE.format(what=what, calls=f"({calls},)"))
    arrays = np.array([3, 1, 2, 5, 0, 4]), np.arange(12).reshape(2, 6)
    wanted = module.plain(*(array.copy() for array in arrays))
    own = [array.copy() for array in arrays]
    found = module.each(*own)
    assert [_listed(one) for one in found] == [_listed(one) for one in wanted]
    del found
    held = [sys.getrefcount(array) for array in own]
    before = rtsys.get_allocation_stats()
    for _ in range(50):
        module.each(*own)
    after = rtsys.get_allocation_stats()
    assert [sys.getrefcount(array) for array in own] == held
    assert after.alloc - before.alloc == after.free - before.free


def _listed(one: Any) -> Any:
    """An array, or a tuple that may hold some, as lists."""
    if isinstance(one, tuple):
        return [_listed(each) for each in one]
    return np.asarray(one).tolist()


RECURSIVE = """
import numpy as np
from compiled import kernel

def rest(a, n):
    if n == 0:
        return a
    return rest(a[1:], n - 1)

def total(a, n):
    if n == 0:
        return 0
    return a[n - 1] + total(a, n - 1)

@kernel
def both(a, n):
    return rest(a, n)[0] + total(a, n) + rest(np.ones(4, np.int64), n)[0]
"""


def test_functions_that_call_themselves(modules: Any) -> None:
    module = modules(RECURSIVE)
    numbers = np.array([3, 1, 4, 1])
    assert module.both(numbers, 2) == 4 + 4 + 1
    held, before = sys.getrefcount(numbers), rtsys.get_allocation_stats()
    for _ in range(50):
        module.both(numbers, 3)
    after = rtsys.get_allocation_stats()
    assert sys.getrefcount(numbers) == held
    assert after.alloc - before.alloc == after.free - before.free


RECORDS = """
from compiled import kernel

def pass_on(s):
    s.old[:] = s.hand
    s.hand[:3] = s.hand[1:]

@kernel
def passed(states):
    pass_on(states[0])
"""


def test_parts_of_records_are_moved(modules: Any) -> None:
    states = np.zeros(1, [("hand", np.int64, 4), ("old", np.int64, 4)]).view(np.recarray)
    states[0].hand[:] = [1, 2, 3, 4]
    modules(RECORDS).passed(states)
    assert states[0].old.tolist() == [1, 2, 3, 4]
    assert states[0].hand.tolist() == [2, 3, 4, 4]
