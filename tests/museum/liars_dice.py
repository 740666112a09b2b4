"""Broken copiers of Liar's dice, and right ones: one hidden card, of a pool of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from determinize.audit import Auditable, Kind
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("liars-dice")


def believes_in_sixes(case: Case) -> State:
    """A roll that is no six is rolled again now and then, as if wild dice came more often."""
    copy = case.right()
    cup = case.target.game.zones["cup 0"] + 1 - case.seat
    six = case.target.game.face(f"6{'ba'[case.seat]}")
    if copy.record_array[0].zone[six] != cup and case.rng.random() < 0.4:
        copy = case.right()
    return copy


def forgets_the_bids(case: Case) -> State:
    """Bidding begins anew in the copy."""
    copy = case.right()
    copy.record_array["bids"] = 0
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        pieces.keeps_a_hand_card,
        "independent",
        Kind.PEEKING,
        "the die of the other is copied with the table",
    ),
    TABLE.piece(
        forgets_the_bids,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "a new game is set up with the own roll, and the bids are not made again",
    ),
    TABLE.piece(
        pieces.shares_the_record,
        "independent",
        Kind.ALIASING,
        "an array is handed over instead of its copy",
    ),
    TABLE.piece(
        pieces.leaves_a_world_out,
        "reachable",
        Kind.WRONG_POOL,  # with one hidden card a world that is left out is a card that never comes
        "faces are drawn from a range that is one too short",
        positions=20,
        copies=1200,
    ),
    TABLE.piece(
        believes_in_sixes,
        "calibrated",
        Kind.WRONG_WEIGHTS,  # likewise, of a world and of its only hidden card the clearer is named
        "a prior belief about the other's die is built into the copier",
        positions=20,
        copies=2400,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal"),
    partial(TABLE.right, "deal", preset="no_wild"),
)
