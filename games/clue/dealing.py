"""How a game of Clue begins: tokens on their squares, the file filled, the cards dealt."""

from __future__ import annotations

from typing import Any

from compiled import below
from games.clue.cards import (
    FIRST_ROOM,
    FIRST_WEAPON,
    N_PEOPLE,
    N_ROOMS,
    N_WEAPONS,
)
from games.clue.grid import START
from games.clue.parameters import Board, Leftover, TwoPlayer
from games.clue.record import (
    BOX,
    HAND,
    NONE,
    ROOM,
    SIDE_ZONE,
    SUSPECT,
    TABLE,
    WEAPON,
)
from games.kit.table import (
    ALL,
    draw,
    move,
    open_table,
    shuffle,
    size,
)


def clear(s: Any) -> None:
    """Nothing has happened yet; every token is where it starts, whoever plays."""
    for i in range(int(s.logged)):
        s.log[i] = 0
    s.logged = 0
    s.turns = 0
    s.steps = 0
    s.winner = NONE
    for p in range(len(s.out)):
        s.out[p] = 0
        s.accused[p] = 0
        s.summoned[p] = 0
        s.lacks[p] = 0
        s.looked[p] = 0
        for card in range(len(s.zone)):
            s.shown_to[p, card] = 0
    for person in range(N_PEOPLE):
        s.token[person] = START[person] if s.rules.board == Board.CLASSIC else NONE


def fill_file(s: Any, row: Any) -> None:
    """One person, one weapon, one room go unseen into the file; each triple is as likely.

    The rest is shuffled once more, so that no place in the box tells anything.
    """
    open_table(s, BOX)
    shuffle(s, BOX, row)
    move(s, below(row, N_PEOPLE), SUSPECT, 0)
    move(s, FIRST_WEAPON + below(row, N_WEAPONS), WEAPON, 0)
    move(s, FIRST_ROOM + below(row, N_ROOMS), ROOM, 0)
    shuffle(s, BOX, row)


def deal_cards(s: Any) -> None:
    """One at a time, clockwise from seat 0; for two people some are laid aside before."""
    seats = int(s.seats)
    if seats == 2 and s.rules.two_player != TwoPlayer.PLAIN:
        for _ in range(4 if s.rules.two_player == TwoPlayer.SIDE4 else 5):
            draw(s, BOX, SIDE_ZONE, 0)
    left = size(s, BOX)
    odd = left % seats if s.rules.leftover == Leftover.PUBLIC else 0
    for i in range(left - odd):
        p = i % seats
        draw(s, BOX, HAND + p, 1 << p)
    for _ in range(odd):
        draw(s, BOX, TABLE, ALL)
