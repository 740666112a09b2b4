"""The channels of two states' copies as columns of values, and which of them are compared.

What is compared is decided by the values of both states' copies together, never by which copy is
whose, so that every comparison is an exact test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

from determinize.auditing.channels.walk import Token

ABSENT = "absent"
MOST_NUMBERS = 16
"""Of more different numbers in one channel, only the quarters that they lie in are compared."""
QUARTERS = (
    "in the lowest quarter",
    "in the second quarter",
    "in the third quarter",
    "in the highest quarter",
)

Column: TypeAlias = Sequence[Hashable]


def columns(tokens: Sequence[Mapping[str, Token]]) -> dict[str, Column]:
    """Path to the values of all copies: the nearest first, what is made of a copy last."""
    first = list(tokens[0])
    if all(list(found) == first for found in tokens):
        made = zip(*(found.values() for found in tokens), strict=True)
        ranked = sorted(zip(first, made, strict=True), key=lambda pair: _order(pair[0]))
        return {path: quartered(column) for path, column in ranked}
    paths = sorted({path for found in tokens for path in found}, key=_order)
    return {path: quartered([found.get(path, ABSENT) for found in tokens]) for path in paths}


def _order(path: str) -> tuple[bool, int, str]:
    return " " in path, path.count(".") + path.count("["), path


def quartered(column: Column) -> Column:
    """Many different numbers as the quarter of all of them that each lies in; else what it was.

    A number with a little noise is different in every copy and tells all the same.

    >>> quartered([1, 1, 2])
    [1, 1, 2]
    >>> Counter(quartered([n / 7 for n in range(40)])).most_common(1)
    [('in the lowest quarter', 10)]
    """
    if not _is_number(column[0]) and not _is_number(column[-1]):
        return column  # at once: most channels are no numbers
    numbers = sorted(value for value in column if _is_number(value))  # type: ignore[type-var]
    if len(set(numbers)) <= MOST_NUMBERS:
        return column
    ends = [numbers[len(numbers) * k // 4] for k in (1, 2, 3)]
    return [
        QUARTERS[sum(value >= end for end in ends)] if _is_number(value) else value  # type: ignore[operator]
        for value in column
    ]


def _is_number(value: Hashable) -> bool:
    return type(value) is int or type(value) is float


def nearest_to_half(found: Mapping[str, Column], most: int) -> list[str]:
    """The channels that could tell most: some value in about half of all copies together."""
    return _ranked(found, lambda column: min(abs(n / len(column) - 0.5) for n in _counts(column)))[
        :most
    ]


def rarest(found: Mapping[str, Column], most: int) -> list[str]:
    """The channels whose usual value is the most usual: others are rare, yet may tell."""
    return _ranked(found, lambda column: -max(_counts(column)))[:most]


def _counts(column: Column) -> Any:
    return Counter(column).values()


def _ranked(found: Mapping[str, Column], key: Callable[[Column], float]) -> list[str]:
    ranked = [(key(column), name) for name, column in found.items()]
    return [name for _, name in sorted(ranked, key=lambda pair: pair[0])]


def telling(found: Mapping[str, Column], seen: set[Hashable]) -> dict[str, Column]:
    """The channels that can tell anything, and anything that no other before them does.

    Args:
        seen: the patterns of values of what came before; these channels' are added.
    """
    return {name: column for name, column in found.items() if _tells(column, seen)}


def _tells(column: Column, seen: set[Hashable]) -> bool:
    if not 1 < len(set(column)) < len(column):
        return False
    numbers: dict[Hashable, int] = {}
    pattern = tuple(numbers.setdefault(value, len(numbers)) for value in column)
    if pattern in seen:
        return False
    seen.add(pattern)
    return True
