"""How a position of Clue looks to a seat: the board with its tokens, and what the seat knows.

A token is drawn as the number of its person, which is that of the seat that plays it. ``v ^ < >``
are doors, with the way in which one leaves; rows and columns count from 0 at the top left.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from games.clue.cards import FACES, KINDS, PEOPLE, ROOMS, parts
from games.clue.grid import FIRST_SQUARE, GRID, MAP, coordinates
from games.clue.log import suggestion_log
from games.clue.parameters import Board
from games.clue.record import HAND, SIDE_ZONE
from games.view import View

WIDTH = 80
RECENT = 4
"""How many of the latest suggestions are told."""
_DRAWN = {".": ".", "#": "#", "x": "#"}
_ARROWS = {"north": "^", "south": "v", "west": "<", "east": ">"}
_LABELS: dict[str, tuple[int, tuple[str, ...], int]] = {
    "Hall": (2, ("Hall",), 3),
    "Lounge": (2, ("Lounge",), 3),
    "Dining Room": (11, ("Dining", "Room"), 13),
    "Kitchen": (20, ("Kit-", "chen"), 22),
    "Ballroom": (20, ("Ballroom",), 21),
    "Conservatory": (20, ("Conser", "vatory"), 22),
    "Billiard Room": (13, ("Bill-", "iard"), 16),
    "Library": (7, ("Library",), 9),
    "Study": (1, ("Study",), 2),
}
"""The row of each room's name, the name in lines, and the row of the tokens inside."""


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal of 80 columns."""
    if view.state.rules.board == Board.ROOMS_ONLY:
        return "\n".join(_notes(view, WIDTH - 1))
    board = _board(view.state)
    gap = len(board[-1]) + 2
    notes = [*_notes(view, WIDTH - 1 - gap)]
    height = max(len(board), len(notes))
    board += [""] * (height - len(board))
    notes += [""] * (height - len(notes))
    return "\n".join(
        f"{left:{gap}}{right}".rstrip() for left, right in zip(board, notes, strict=True)
    )


def _board(s: Any) -> list[str]:
    """The board, a letter for each cell, with the numbers of rows and columns."""
    cells = [[_DRAWN.get(letter, " ") for letter in line] for line in GRID]
    for room, name in enumerate(ROOMS):
        first, label, last = _LABELS[name]
        here = "".join(str(person) for person in range(6) if s.token[person] == room)
        for row, text in (*enumerate(label, first), (last, here)):
            inside = [c for c, one in enumerate(GRID[row]) if one == MAP["rooms"][name]["letter"]]
            start = inside[0] + (len(inside) - len(text)) // 2
            for column, letter in enumerate(text, start):
                cells[row][column] = letter
        for row, column, side in MAP["rooms"][name]["doors"]:
            cells[row][column] = _ARROWS[side]
    for person in range(6):
        node = int(s.token[person])
        if node >= FIRST_SQUARE:
            row, column = coordinates(node)
            cells[row][column] = str(person)
    columns = range(len(GRID[0]))
    heading = ["   " + "".join(str(c // 10) if c >= 10 else " " for c in columns)]
    heading.append("   " + "".join(str(c % 10) for c in columns))
    return heading + [f"{row:2} {''.join(line)}" for row, line in enumerate(cells)]


def _notes(view: View, width: int) -> Iterator[str]:
    """What a seat sees beside the board, in lines of a width."""
    s, me = view.state, view.seat
    yield f"Turn {int(s.turns) + (view.mover >= 0)}"
    for person in range(6):
        yield _who(view, person)
    for line in _known(view):
        yield from textwrap.wrap(line, width, subsequent_indent="  ")
    log = suggestion_log(s)
    first = max(0, len(log) - RECENT)
    for i in range(first, len(log)):
        shower = int(log.shower[i])
        answer = "nobody could show" if shower < 0 else f"{shower} showed"
        line = f"{i + 1}. {int(log.suggester[i])}: {_names(int(log.triples[i]))}: {answer}"
        yield from textwrap.wrap(line, width, subsequent_indent="  ")
    if view.mover >= 0:
        whose = "Your decision" if view.mover == me else f"Decision of seat {view.mover}"
        rolled = f", {int(s.rolled)} rolled" if view.decision == "move" else ""
        yield f"{whose}: {view.decision}{rolled}"
    elif s.winner >= 0:
        yield "You win" if s.winner == me else f"Seat {int(s.winner)} wins"
    else:
        yield "Nobody wins"


def _who(view: View, person: int) -> str:
    """A person: who plays it, how many cards, where the token is."""
    s = view.state
    node = int(s.token[person])
    where = "off the board"
    if node >= FIRST_SQUARE:
        row, column = coordinates(node)
        where = f"at {row},{column}"
    elif node >= 0:
        where = ROOMS[node]
    said = f"{person} {PEOPLE[person]:8} "
    if person >= s.seats:
        return f"{said}          {where}"
    cards = s.zone.tolist().count(HAND + person)
    you = "you" if person == view.seat else "   "
    out = ", out" if s.out[person] else ""
    return f"{said}{you} {cards:2} cards  {where}{out}".rstrip()


def _known(view: View) -> Iterator[str]:
    """The cards a seat has seen, by where they lie, and those that are open."""
    s, me = view.state, view.seat
    yield f"Your hand: {', '.join(view.known(f'hand {me}'))}"
    for p in range(int(s.seats)):
        seen = view.known(f"hand {p}")
        if p != me and seen:
            yield f"Seat {p} has: {', '.join(seen)}"
        lacks = [face for card, face in enumerate(FACES) if int(s.lacks[p]) >> card & 1]
        if p != me and lacks:
            yield f"Seat {p} lacks: {', '.join(lacks)}"
    if s.zone.tolist().count(SIDE_ZONE):
        yield f"Laid aside: {', '.join(face or '?' for face in view.slots('side'))}"
    if table := view.known("table"):
        yield f"On the table: {', '.join(table)}"
    file = [face for zone in ("suspect", "weapon", "room") for face in view.known(zone)]
    if file:
        yield f"In the file: {', '.join(file)}"
        return
    unseen = {face for card, face in enumerate(FACES) if not int(s.seen[card]) >> me & 1}
    for kind in KINDS:
        yield f"Not seen: {', '.join(face for face in kind if face in unseen)}"


def _names(number: int) -> str:
    return ", ".join(FACES[card] for card in parts(number))
