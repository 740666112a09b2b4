"""The board of Clue: how far it is, and where a walk can end.

A step costs one pip. Walking is along *simple paths*: no square twice, none that a token occupies,
and a room ends the walk. That is why the destinations of a roll cannot be told from distances:
where the corridor is narrow there is no way to waste two pips. ``grid.py`` says what is where.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.clue.cards import ROOMS
from games.clue.grid import (
    COLUMN,
    FIRST_SQUARE,
    MOST_STEPS,
    NEIGHBOURS,
    NODES,
    PASSAGE,
    ROW,
    START,
    coordinates,
    graph,
    node_at,
)

# ------------------------------------------------------------------------------------ distances


def steps_to(room: int, taken: Any, out: Any) -> None:
    """How many pips it takes at least to walk to a room from everywhere; -1 where there is no way.

    Taken squares are walked round, no other room is walked through, and the room is left at once:
    it is 0 pips from itself. On a taken square stands somebody, who may walk from there.

    Args:
        room: where to.
        taken: nonzero for each node that a token occupies [197]; rooms are never full.
        out: the answers, int64[197].
    """
    queue = np.empty(len(out), np.int64)
    for node in range(len(out)):
        out[node] = -1
    queue[0] = room
    out[room] = 0
    first = 0
    last = 1
    while first < last:
        at = queue[first]
        first += 1
        for k in range(MOST_STEPS):
            node = NEIGHBOURS[at, k]
            if node >= 0 and out[node] < 0:
                out[node] = out[at] + 1
                if node >= FIRST_SQUARE and taken[node] == 0:
                    queue[last] = node
                    last += 1


def _distances() -> NDArray[np.int64]:
    nobody = np.zeros(NODES, np.int64)
    table = np.empty((len(ROOMS), NODES), np.int64)
    for room in range(len(ROOMS)):
        steps_to(room, nobody, table[room])
    return np.ascontiguousarray(table.T)


DISTANCE = _distances()
"""``DISTANCE[node, room]``: the pips to walk there on an empty board, entering included, through
no third room and no passage; int64[197, 9]."""


# -------------------------------------------------------------------------------------- walking

USED = 1  # a square that the walk may not touch: taken, or on the path already
END = 2  # a walk can end here
WALKED = 4  # and 8: a walk of an even, an odd number of steps comes here


def reach(taken: Any, start: int, pips: int, out: Any) -> int:
    """Where a walk of so many pips can end: how many nodes, and which, ascending, in ``out``.

    A walk goes along a simple path. It ends on a square after exactly ``pips`` steps, or in a room
    after as many or fewer. It never touches a square that a token occupies, nor one twice, and does
    not come back to the square or room that it began in. From a room it leaves by any door.

    Args:
        taken: nonzero for each node that a token occupies [197]; whether ``start`` is among them
            makes no difference, and rooms are never full.
        start: where the token is; -1, off the board, leads nowhere.
        pips: what was rolled, at least 1.
        out: room for the answers, int64[197].

    >>> ends = np.empty(NODES, np.int64)
    >>> n = reach(np.zeros(NODES, np.int64), ROOMS.index("Study"), 2, ends)
    >>> [coordinates(node) for node in ends[:n].tolist()]
    [(4, 5), (4, 7), (5, 6)]
    """
    if start < 0:
        return 0
    marks = np.empty(NODES, np.int64)
    for node in range(NODES):
        marks[node] = USED if node >= FIRST_SQUARE and taken[node] != 0 else 0
    marks[start] = USED
    open_ends = np.empty(NODES, np.int64)
    n = _walk(marks, start, pips, open_ends)
    if n > 0:
        _search(marks, start, pips, open_ends, n)
    n = 0
    for node in range(NODES):
        if marks[node] & END:
            out[n] = node
            n += 1
    return n


def _walk(marks: Any, start: int, pips: int, open_ends: Any) -> int:
    """Mark the ends that distances tell, and list the squares that they leave open.

    Breadth first over squares and the parity of steps, squares used twice allowed. What cannot be
    reached so cannot be reached at all. A room is entered by a shortest way, which uses no square
    twice; nor does a walk of ``pips`` steps if no shorter one of that parity comes to its end,
    since squares are coloured like those of a chessboard: from the start's square, or from the door
    square that it left by, no shorter way leads there at all. Open are the squares to which two
    pips or more have to be wasted.
    """
    queue = np.empty(2 * NODES, np.int64)
    steps = np.empty(2 * NODES, np.int64)
    queue[0] = start
    steps[0] = 0
    first = 0
    last = 1
    n = 0
    while first < last and steps[first] < pips:
        at = queue[first]
        step = steps[first] + 1
        first += 1
        walked = WALKED << (step & 1)
        for k in range(MOST_STEPS):
            node = NEIGHBOURS[at, k]
            if node < 0 or marks[node] & (USED | walked):
                continue
            marks[node] |= walked
            if node < FIRST_SQUARE or step == pips:
                marks[node] |= END
                continue
            queue[last] = node
            steps[last] = step
            last += 1
            if (pips - step) & 1 == 0:
                open_ends[n] = node
                n += 1
    return n


def _search(marks: Any, start: int, pips: int, open_ends: Any, n: int) -> None:
    """Mark which of ``n`` open squares are ends, by simple paths, depth first, until all are found.

    A path is given up where all open squares are further away, by rows and columns, than the pips
    that are left.
    """
    path = np.empty(pips, np.int64)
    tried = np.empty(pips, np.int64)
    path[0] = start
    tried[0] = 0
    depth = 0
    while depth >= 0:
        at = path[depth]
        k = tried[depth]
        node = NEIGHBOURS[at, k] if k < MOST_STEPS else -1
        if node < 0:
            marks[at] &= ~USED
            depth -= 1
            continue
        tried[depth] = k + 1
        if node < FIRST_SQUARE or marks[node] & USED:
            continue
        left = pips - depth - 1
        if left == 0:
            if not marks[node] & END:
                marks[node] |= END
                n -= 1
                if n == 0:
                    return
                for i in range(n):
                    if open_ends[i] == node:
                        open_ends[i] = open_ends[n]
        elif _some_within(open_ends, n, node, left):
            marks[node] |= USED
            depth += 1
            path[depth] = node
            tried[depth] = 0


def _some_within(squares: Any, n: int, node: int, pips: int) -> bool:
    """Whether one of ``n`` squares is no more than so many rows and columns away from another."""
    for i in range(n):
        away = abs(ROW[squares[i]] - ROW[node]) + abs(COLUMN[squares[i]] - COLUMN[node])
        if away <= pips:
            return True
    return False


def towards(taken: Any, start: int, room: int, pips: int) -> int:
    """Where a walk of so many pips gets nearest to a room; -1 where there is no way there.

    The room itself if it can be entered; else the square with the shortest way on to it, round the
    squares that are taken and through no other room; the lowest of several. There is none if no
    walk ends on a square, or if no way leads on. Other rooms are not considered.

    Args:
        taken, start, pips: as for :func:`reach`.
        room: where to.

    >>> nobody = np.zeros(NODES, np.int64)
    >>> coordinates(towards(nobody, node_at(0, 16), ROOMS.index("Lounge"), 5))
    (5, 16)
    """
    ends = np.empty(NODES, np.int64)
    return nearest_end(taken, ends, reach(taken, start, pips, ends), room)


def nearest_end(taken: Any, ends: Any, n: int, room: int) -> int:
    """Which of the first ``n`` ends of a walk is nearest to a room (see :func:`towards`), or -1."""
    for i in range(n):
        if ends[i] == room:
            return room
    left = np.empty(NODES, np.int64)
    steps_to(room, taken, left)
    best = -1
    for i in range(n):
        node = ends[i]
        if node >= FIRST_SQUARE and left[node] >= 0 and (best < 0 or left[node] < left[best]):
            best = node
    return int(best)


def rooms_ahead(taken: Any, ends: Any, n: int) -> int:
    """The rooms that a walk with these ``n`` ends enters or gets nearer to, as a mask.

    Those for which :func:`nearest_end` finds one: all at once.

    >>> nobody, ends = np.zeros(NODES, np.int64), np.empty(NODES, np.int64)
    >>> rooms_ahead(nobody, ends, reach(nobody, ROOMS.index("Study"), 2, ends)) == (1 << 9) - 1
    True
    """
    queue = np.empty(NODES, np.int64)
    met = np.zeros(NODES, np.bool_)
    last = 0
    for i in range(n):
        met[ends[i]] = True
        if ends[i] >= FIRST_SQUARE:
            queue[last] = ends[i]
            last += 1
    first = 0
    while first < last:
        at = queue[first]
        first += 1
        for k in range(MOST_STEPS):
            node = NEIGHBOURS[at, k]
            if node >= 0 and not met[node]:
                met[node] = True
                if node >= FIRST_SQUARE and taken[node] == 0:
                    queue[last] = node
                    last += 1
    rooms = 0
    for room in range(FIRST_SQUARE):
        rooms |= int(met[room]) << room
    return rooms


__all__ = [
    "DISTANCE",
    "NEIGHBOURS",
    "NODES",
    "PASSAGE",
    "START",
    "coordinates",
    "graph",
    "nearest_end",
    "node_at",
    "reach",
    "rooms_ahead",
    "steps_to",
    "towards",
]
