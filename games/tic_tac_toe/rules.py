"""Tic-Tac-Toe on a grid of N by N with K in a row, by the rules of the m,n,k-games.

Two players, no chance, nothing hidden: the reference for search with perfect information, and the
zero case of everything that deals with hidden cards.

1. *Setup.* The grid is empty. X is seat 0 and moves first, O is seat 1.
2. *Turn.* Whoever is to move marks an empty cell.
3. *End.* Whoever has K marks side by side in a row, a column or a diagonal of either direction has
   won at once, also with the last cell; several lines at once are one win. A full grid without a
   line is a draw. In *misère* play whoever completes a line has lost.

Sources: Elwyn Berlekamp, John Conway, Richard Guy, "Winning Ways for Your Mathematical Plays",
volume 3, A K Peters 2003, chapter 22 ("Lines and Squares"); the grid of N by N is that of Raluca
Gaina and others, "Design and Implementation of TAG: A Tabletop Games Framework", arXiv:2009.12065,
section 4, where K = N always.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from games.kit.fields import Field, check_rules, public
from games.tic_tac_toe.lines import COUNT, LARGEST, LINES

CELLS = LARGEST * LARGEST
"""Option codes: the number of the cell that is marked, ``row * N + column``."""

NONE = -1


class Decision(IntEnum):
    """The decision places: there is one."""

    CELL = 0
    """Which empty cell to mark (2)."""


FIELDS: tuple[Field, ...] = (
    public("marks", shape=(2,)),  # the cells that each seat has marked, as a mask
    public("winner"),  # 1 + the seat that has won; 0: nobody
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own."""


@dataclass(frozen=True)
class Parameters:
    """The tunable rules.

    Attributes:
        size: N, the rows and the columns of the grid: 1 to 6.
        line: K, how many side by side win: 1 to N; 0 means N.
        misere: whether a line loses.

    Raises:
        ValueError: a grid or a line that cannot be.

    >>> Parameters(size=4, line=5)
    Traceback (most recent call last):
        ...
    ValueError: line cannot be 5: 1 to 4, or 0 for as many as the size
    """

    size: int = 3
    line: int = 0
    misere: bool = False

    def __post_init__(self) -> None:
        check_rules(self)
        if not 1 <= self.size <= LARGEST:
            raise ValueError(f"size cannot be {self.size}: 1 to {LARGEST}")
        if not 0 <= self.line <= self.size:
            raise ValueError(
                f"line cannot be {self.line}: 1 to {self.size}, or 0 for as many as the size"
            )


PRESETS = {
    "standard": Parameters(),
    "tag": Parameters(),
}
"""The first one is the default; ``tag`` is the table of the TAG framework."""


# -------------------------------------------------------------------------------- 1. setup, 2. turn


def setup(s: Any, rng: Any) -> None:
    """1. The record is all zero but for ``s.seats`` and ``s.rules``: X, seat 0, is to move."""
    s.mover = 0
    s.decision = Decision.CELL


def legal(s: Any, out: Any) -> int:
    """2. The empty cells in the order of their numbers: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    taken = int(s.marks[0]) | int(s.marks[1])
    n = 0
    for cell in range(int(s.rules.size) * int(s.rules.size)):
        out[n] = cell  # overwritten by the next if it is taken: faster than a branch
        n += 1 - (taken >> cell & 1)
    return n


def play(s: Any, action: int, rng: Any) -> None:
    """2, 3. Mark a cell, and see whether that ends the game: a line before a full grid."""
    me = int(s.mover)
    s.marks[me] = int(s.marks[me]) | 1 << action
    if has_line(s, me):
        s.winner = 1 + (1 - me if s.rules.misere else me)
        s.mover = NONE
    elif is_full(s):
        s.mover = NONE
    else:
        s.mover = 1 - me


# ------------------------------------------------------------------------------------------ 3. end


def length_of_line(s: Any) -> int:
    """K, how many side by side make a line."""
    return int(s.rules.line) if s.rules.line > 0 else int(s.rules.size)


def has_line(s: Any, p: int) -> bool:
    """3. Whether seat ``p`` has a line."""
    size, length = int(s.rules.size), length_of_line(s)
    marks = int(s.marks[p])
    for i in range(COUNT[size, length]):
        line = int(LINES[size, length, i])
        if marks & line == line:
            return True
    return False


def is_full(s: Any) -> bool:
    """3. Whether every cell is marked."""
    cells = int(s.rules.size) * int(s.rules.size)
    return (int(s.marks[0]) | int(s.marks[1])) == (1 << cells) - 1


def returns(s: Any, out: Any) -> None:
    """3. 1 for the winner and -1 for the other; 0 for both after a draw."""
    for p in range(2):
        out[p] = 0.0
    if s.winner > 0:
        out[int(s.winner) - 1] = 1.0
        out[2 - int(s.winner)] = -1.0


# ---------------------------------------------------------------- for search: not part of the rules


def value(s: Any, me: int) -> float:
    """How player ``me`` stands: the lines that are still open to ``me``, less the other's.

    A line that holds marks of one player alone counts for that player, half as much for each mark
    that it lacks; all of it is measured against the number of lines. That is the idea of TAG's
    heuristic (source above). Here an empty cell is empty, the other's lines count against ``me``,
    lines are those of K cells, and misère turns it round; so the values of the two add up to zero.
    """
    if s.mover < 0:
        return 0.0 if s.winner == 0 else (1.0 if s.winner == 1 + me else -1.0)
    size, length = int(s.rules.size), length_of_line(s)
    mine, theirs = int(s.marks[me]), int(s.marks[1 - me])
    ahead = 0.0
    for i in range(COUNT[size, length]):
        line = int(LINES[size, length, i])
        if mine & line and theirs & line == 0:
            ahead += 0.5 ** (length - marked(mine & line))
        elif theirs & line and mine & line == 0:
            ahead -= 0.5 ** (length - marked(theirs & line))
    ahead /= int(COUNT[size, length])
    return -ahead if s.rules.misere else ahead


def marked(mask: int) -> int:
    """How many cells a mask has.

    >>> marked(0b101)
    2
    """
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n
