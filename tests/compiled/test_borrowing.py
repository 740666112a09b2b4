"""Functions that make no array borrow those of their callers; nothing is lost or freed by it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.core.runtime import rtsys

from compiled import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="plain Python counts references itself")


def rise(numbers: Any, by: int) -> None:
    """Borrows: a loop keeps Numba from seeing both ends of a count."""
    for i in range(len(numbers)):
        numbers[i] += by


def risen_row(table: Any, k: int, by: int) -> int:
    """Borrows, and lends a part of what it borrowed."""
    row = table[k]
    rise(row, by)
    return int(row[0])


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
    made_ones = sum(2 * (1 + i % 5) for i in range(n))
    assert found == rows + made_ones + sum(1 + i for i in range(n))
    assert table.tolist() == [[n // 4] * 3] * 4


def given_back(numbers: Any) -> Any:
    """Returns what it was given: whose would it be?"""
    return numbers


def part_given_back(numbers: Any) -> Any:
    """Returns a part of what it was given."""
    return numbers[1:]


def pair_given_back(numbers: Any) -> Any:
    """Returns a part of what it was given, and a number."""
    return (len(numbers), numbers[1:])


@kernel
def of_given_back(numbers: Any) -> int:
    """Calls the first."""
    return int(given_back(numbers)[0])


@kernel
def of_part_given_back(numbers: Any) -> int:
    """Calls the second."""
    return int(part_given_back(numbers)[0])


@kernel
def of_pair_given_back(numbers: Any) -> int:
    """Calls the third."""
    return int(pair_given_back(numbers)[1][0])


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (of_given_back, "given_back"),
        (of_part_given_back, "part_given_back"),
        (of_pair_given_back, "pair_given_back"),
    ],
)
def test_a_borrowed_array_is_not_returned(function: Any, named: str) -> None:
    with pytest.raises(TypeError, match=rf"^{named}\..* returns an array that it was given"):
        function(np.arange(5))


def total_of_copy(numbers: Any) -> int:
    """An array's own ``copy`` makes one."""
    other = numbers.copy()
    rise(other, 1)
    return int(other[0])


@kernel
def copied_total(numbers: Any) -> int:
    """Calls it."""
    return total_of_copy(numbers)


def test_a_copy_is_an_array_that_was_made() -> None:
    numbers = np.arange(5)
    assert copied_total(numbers) == 1
    assert numbers[0] == 0


@pytest.fixture(autouse=True)
def counted() -> Iterator[None]:
    """Have Numba count what is made and freed."""
    from numba.core.runtime import _nrt_python as runtime

    runtime.memsys_enable_stats()
    yield
    runtime.memsys_disable_stats()
