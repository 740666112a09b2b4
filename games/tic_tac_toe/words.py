"""Tic-Tac-Toe in words: cells, options, grids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.tic_tac_toe.lines import LARGEST
from games.tic_tac_toe.rules import CELLS
from games.tic_tac_toe.verify import SYMBOLS, verify
from games.typed import quoted, typed_words
from games.view import View

__all__ = ["cell", "features", "marks", "option", "parse", "position", "verify"]

COLUMNS = "abcdef"


def cell(size: int, number: int) -> str:
    """The name of a cell: the letter of its column, the number of its row from the top.

    >>> cell(3, 0), cell(3, 5)
    ('a1', 'c2')
    """
    return f"{COLUMNS[number % size]}{number // size + 1}"


def marks(grid: str) -> list[int]:
    """A grid as the field ``marks`` has it: X, O or a dot for each cell, row by row.

    Spaces and ends of lines between the rows make no difference.

    Raises:
        ValueError: it is no grid.

    >>> marks("XX. OO. ...")
    [3, 24]
    >>> marks("XX. OO")
    Traceback (most recent call last):
        ...
    ValueError: 'XX. OO' is no grid: it has 5 cells, and a grid has 1, 4, 9, 16, 25 or 36
    """
    cells = "".join(grid.split()).upper()
    if strange := next((sign for sign in cells if sign not in "XO."), None):
        raise ValueError(f"{quoted(grid)} is no grid: {strange!r} is no X, O or dot")
    if len(cells) not in [size**2 for size in range(1, LARGEST + 1)]:
        many = f"it has {len(cells)} cells, and a grid has 1, 4, 9, 16, 25 or 36"
        raise ValueError(f"{quoted(grid)} is no grid: {many}")
    return [sum(1 << i for i, sign in enumerate(cells) if sign == one) for one in SYMBOLS]


def option(state: Any, code: int) -> str:
    """How an option is said."""
    return f"mark {cell(int(state.rules.size), code)}"


_CELL = re.compile("(?:(?:mark|play|take|put|x|o) )?(?:in |on |at )?([a-f]) ?([1-6])")


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``b2``, ``mark b2``, ``X on b2``.

    Args:
        state: the record, for the size of the grid.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, with what would be right.
    """
    size = int(state.rules.size)
    left = f"one of {', '.join(cell(size, code) for code in options)}"
    named = _CELL.fullmatch(" ".join(typed_words(text)))
    if named is None:
        raise ValueError(f"{quoted(text)} is no cell: {left}")
    column, row = COLUMNS.index(named[1]), int(named[2]) - 1
    if max(column, row) >= size:
        raise ValueError(f"{quoted(text)} is outside the grid: {left}")
    if row * size + column not in options:
        raise ValueError(f"{quoted(text)} is marked already: {left}")
    return row * size + column


def position(view: View) -> str:
    """The grid, which everybody sees alike."""
    s = view.state
    size = int(s.rules.size)
    taken = [int(s.marks[p]) for p in range(2)]
    lines = [" " * 4 + " ".join(COLUMNS[:size])]
    for row in range(size):
        signs = [
            next((SYMBOLS[p] for p in range(2) if taken[p] >> row * size + column & 1), ".")
            for column in range(size)
        ]
        lines.append(f" {row + 1}  {' '.join(signs)}")
    who = [f"{SYMBOLS[p]} is seat {p}{' (you)' if p == view.seat else ''}" for p in range(2)]
    lines.append(", ".join(who) + _rules(s))
    if view.mover < 0:
        lines.append("A draw" if s.winner == 0 else f"{SYMBOLS[int(s.winner) - 1]} wins")
    else:
        whose = "Your decision" if view.mover == view.seat else f"Decision of seat {view.mover}"
        lines.append(f"{whose}: {view.decision}")
    return "\n".join(lines)


def _rules(s: Any) -> str:
    """What is not as in the usual game: how many in a row, and that they lose."""
    length = int(s.rules.line) or int(s.rules.size)
    if s.rules.misere:
        return f"; {length} in a row lose"
    return f"; {length} in a row win" if length < s.rules.size else ""


def features(seen: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """For learners: ``marked`` bool[2, 36], whether X and O have marked each cell.

    Args:
        seen: the named arrays of an observation.

    >>> features({"marks": np.array([3, 24])})["marked"].nonzero()
    (array([0, 0, 1, 1]), array([0, 1, 3, 4]))
    """
    return {"marked": (seen["marks"][:, None] >> np.arange(CELLS) & 1).astype(np.bool_)}
