"""Broken copiers of Tic-Tac-Toe, and right ones: nothing is hidden, so a copy is the state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from determinize.audit import Auditable, Kind
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("tic-tac-toe")


def wipes_out_a_mark(case: Case) -> State:
    """The last column is one too far for the loop that copies the grid."""
    copy = case.right()
    marks = copy.record_array[0].marks
    marks &= ~(1 << 2 | 1 << 5 | 1 << 8)
    return copy


def tries_a_cell(case: Case) -> State:
    """Whether a cell wins is tried on the original, which then keeps the mark."""
    copy = case.right()
    true = case.true.record_array[0]
    free = ~(int(true.marks[0]) | int(true.marks[1]))
    true.marks[case.seat] |= free & -free
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        wipes_out_a_mark,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "a loop over the grid ends too soon",
    ),
    TABLE.piece(
        tries_a_cell,
        "independent",
        Kind.SIDE_EFFECT,
        "marks are static objects that games running in parallel share (digest, section 9)",
    ),
    TABLE.piece(
        pieces.shares_the_record,
        "independent",
        Kind.ALIASING,
        "the grid is handed over instead of its copy",
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal", parameters={"size": 4, "line": 3}),
    partial(TABLE.right, "deal", parameters={"misere": True}),
)
