"""Whatever a kernel depends on changes its name; what it does not depend on does not."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from compiled import bind, policy

BASE = """
from enum import IntEnum
from typing import NamedTuple
import numpy as np

class Kind(IntEnum):
    A = 0
    B = 1

class Pair(NamedTuple):
    a: int
    b: int

FACTOR = 3
TABLE = np.arange(2000)
NESTED = (np.arange(2000), 1.5)

def deepest(x, *, y=4):
    return x + FACTOR + TABLE[0] + y

def helper(x):
    return deepest(x) + NESTED[0][0]

def first(n):
    return 0 if n == 0 else second(n - 1)

def second(n):
    return 1 if n == 0 else first(n - 1)

def alone(x):
    return x

def main(x, y=2):
    inner = sum([k * 2 for k in range(x)])
    return helper(x) * y + int(Kind.B) + Pair(x, y).a + inner + first(x)
"""


class Nothing:
    """Fills no slots."""

    name = "nothing"
    parts: ClassVar[dict[str, Any]] = {}


def mark(source: str, name: str = "main", before: str | None = None) -> str:
    """The name of a function's kernel, perhaps after another one was bound."""
    scope: dict[str, Any] = {"__name__": "made"}
    exec(compile(source, "made.py", "exec"), scope)
    parts = Nothing()
    if before:
        bind(scope[before], parts, compiled=False)
    return str(bind(scope[name], parts, compiled=False).__qualname__)


def test_a_name_says_what_it_is_and_of_what() -> None:
    assert mark(BASE).startswith("main.nothing.")
    assert mark(BASE) == mark(BASE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("helper(x) * y", "helper(x) + y"),
        ("y=2", "y=3"),
        ("*, y=4", "*, y=5"),
        ("k * 2", "k * 3"),
        ("FACTOR = 3", "FACTOR = 4"),
        ("FACTOR = 3", "FACTOR = 3.0"),
        ("return deepest(x) + ", "return deepest(x) - "),
        ("x + FACTOR +", "x - FACTOR +"),
        ("TABLE = np.arange(2000)", "TABLE = np.arange(2000, dtype=np.int32)"),
        ("TABLE = np.arange(2000)", "TABLE = np.arange(2000).reshape(2000, 1)"),
        ("TABLE = np.arange(2000)", "TABLE = np.arange(2000); TABLE[1000] = 0"),
        ("NESTED = (np.arange(2000)", "NESTED = (np.r_[0:1000, 0, 1001:2000]"),
        ("B = 1", "B = 2"),
        ("return 0 if n", "return 7 if n"),
        ("return 1 if n", "return 7 if n"),
        ("Pair(x, y).a", "Pair(x, y).b"),
        ("    a: int\n    b: int", "    b: int\n    a: int"),
        ("sum([", "max([1] + ["),
    ],
)
def test_an_edit_of_anything_that_is_used_gives_another_name(old: str, new: str) -> None:
    assert old in BASE
    assert mark(BASE) != mark(BASE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def alone(x):\n    return x", "def alone(x):\n    return 2 * x"),
        ("FACTOR = 3", "UNUSED = 8\n\nFACTOR = 3"),
        ("    return deepest", "    # a comment\n    return deepest"),
    ],
)
def test_an_edit_of_anything_else_does_not(old: str, new: str) -> None:
    assert old in BASE
    assert mark(BASE) == mark(BASE.replace(old, new, 1))


@pytest.mark.parametrize("before", ["first", "second", "main"])
def test_functions_that_call_one_another_notice_each_others_edits(before: str) -> None:
    other = BASE.replace("return 0 if n", "return 7 if n")
    for name in ("first", "second"):
        assert mark(BASE, name, before) != mark(other, name, before)
        assert mark(BASE, name, before) == mark(BASE, name)


def test_options_and_versions_are_part_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = mark(BASE)
    monkeypatch.setitem(policy.OPTIONS, "fastmath", True)
    assert mark(BASE) != plain


def test_games_of_the_same_rules_have_kernels_of_their_own() -> None:
    class Other(Nothing):
        name = "other"

    def plain(x: int) -> int:
        return x

    one, two = (bind(plain, owner(), compiled=False) for owner in (Nothing, Other))
    assert one.__qualname__.split(".")[-1] == two.__qualname__.split(".")[-1]
    assert one.__qualname__ != two.__qualname__
