"""What cannot be in a position of Tic-Tac-Toe: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.tic_tac_toe.rules import NONE, has_line, is_full, marked

SYMBOLS = "XO"


def verify(s: Any) -> list[str]:
    """Everything about a position that no game comes to, in words; none: it may be played."""
    if wrong := _wrong_marks(s):
        return wrong
    return [*_wrong_count(s), *_wrong_end(s)]


def _wrong_marks(s: Any) -> list[str]:
    """Marks that lie outside the grid or upon one another."""
    size = int(s.rules.size)
    wrong = [
        f"marks cannot be {int(s.marks[p])} for {SYMBOLS[p]}: a mask of cells 0 to {size**2 - 1}"
        for p in range(2)
        if not 0 <= s.marks[p] < 1 << size**2
    ]
    both = int(s.marks[0]) & int(s.marks[1])
    if not wrong and both:
        cell = (both & -both).bit_length() - 1
        wrong.append(f"cell {cell} cannot be marked by both players")
    return wrong


def _wrong_count(s: Any) -> list[str]:
    """Marks that were not made by turns, beginning with X."""
    x, o = marked(int(s.marks[0])), marked(int(s.marks[1]))
    if x - o not in (0, 1):
        return [f"marks cannot be {x} of X and {o} of O: as many of each, or one more of X"]
    turn = x - o
    if s.mover not in (turn, NONE):
        return [f"mover cannot be {int(s.mover)} with {x} marks of X and {o} of O: {turn}"]
    return []


def _wrong_end(s: Any) -> list[str]:
    """A game that goes on after its end, has ended before it, or is won by somebody else."""
    rows = [p for p in range(2) if has_line(s, p)]
    if len(rows) == 2:
        return ["both players cannot have a line: the first one ends the game"]
    winner = 0
    if rows:
        [p] = rows
        winner = 1 + (1 - p if s.rules.misere else p)
        last = 0 if marked(int(s.marks[0])) > marked(int(s.marks[1])) else 1
        if p != last:
            other = SYMBOLS[1 - p]
            return [f"{SYMBOLS[p]} cannot have a line with a mark of {other} made after it"]
    wrong = []
    ended = bool(rows) or is_full(s)
    if ended and s.mover != NONE:
        why = f"{SYMBOLS[rows[0]]} has a line" if rows else "the grid is full"
        wrong.append(f"mover cannot be {int(s.mover)}, since {why}: -1, the game is over")
    if not ended and s.mover == NONE:
        wrong.append("mover cannot be -1 with an empty cell and no line: the game goes on")
    if s.winner != winner:
        right = f"1 + the seat that has won, {winner}" if winner else "0, nobody has won"
        wrong.append(f"winner cannot be {int(s.winner)}: {right}")
    return wrong
