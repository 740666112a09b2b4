"""The board of Clue: a graph of squares and rooms, and where a walk can end.

Nodes 0 to 8 are the rooms, in the order of ``cards.ROOMS``; 9 to 196 the corridor squares, row by
row. A step leads from a square to one beside it, or through a door, and costs one pip. Walking is
along *simple paths*: no square twice, none that a token occupies, and a room ends the walk. That
is why the destinations of a roll cannot be told from distances: where the corridor is narrow there
is no way to waste two pips.

The map is read from ``clue.json`` into arrays when the game is loaded; kernels read those.
:func:`graph` is the same as a networkx graph, for everything else that one asks of a graph.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from games.clue.cards import PEOPLE, ROOMS

if TYPE_CHECKING:
    import networkx as nx

SIDES = {"north": (-1, 0), "west": (0, -1), "east": (0, 1), "south": (1, 0)}
FIRST_SQUARE = len(ROOMS)
"""The first square; nodes below are rooms."""
MOST_STEPS = 4
"""No node has more neighbours than this."""

# ------------------------------------------------------------------------------------- the map

MAP: dict[str, Any] = json.loads(files("games.clue").joinpath("clue.json").read_text("utf-8"))
"""What ``clue.json`` says: the grid, and each room's letter and doors."""

GRID: tuple[str, ...] = tuple(MAP["grid"])
SQUARES: dict[tuple[int, int], int] = {
    cell: node
    for node, cell in enumerate(
        (
            (row, col)
            for row, line in enumerate(GRID)
            for col, letter in enumerate(line)
            if letter == "."
        ),
        start=FIRST_SQUARE,
    )
}
"""Row and column of each corridor square to its node."""
NODES = FIRST_SQUARE + len(SQUARES)


def _beside(row: int, col: int) -> list[int]:
    """The squares beside a cell, ascending."""
    around = ((row + down, col + right) for down, right in SIDES.values())
    return [SQUARES[cell] for cell in around if cell in SQUARES]


def _steps() -> NDArray[np.int64]:
    steps: list[list[int]] = [[] for _ in range(NODES)]
    for cell, node in SQUARES.items():
        steps[node] += _beside(*cell)
    for room, name in enumerate(ROOMS):
        for row, col, side in MAP["rooms"][name]["doors"]:
            down, right = SIDES[side]
            square = SQUARES[row + down, col + right]
            steps[room].append(square)
            steps[square].append(room)
    return np.array([sorted(to) + [-1] * (MOST_STEPS - len(to)) for to in steps], np.int64)


def _passages() -> NDArray[np.int64]:
    other = np.full(len(ROOMS), -1, np.int64)
    for ends in MAP["passages"]:
        a, b = map(ROOMS.index, ends)
        other[a], other[b] = b, a
    return other


NEIGHBOURS = _steps()
"""``NEIGHBOURS[node]``: where one pip leads, ascending, then -1; int64[197, 4]."""
PASSAGE = _passages()
"""``PASSAGE[room]``: the room at the other end of its secret passage, or -1; int64[9]."""
START = np.array([SQUARES[tuple(MAP["starts"][name])] for name in PEOPLE], np.int64)
"""``START[person]``: the square on which a token begins; int64[6]."""


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
    marks = np.empty(NODES, np.int64)  # 1: not to be walked on; 2: a walk ends here
    for node in range(NODES):
        marks[node] = 1 if node >= FIRST_SQUARE and taken[node] != 0 else 0
    path = np.empty(pips, np.int64)
    tried = np.empty(pips, np.int64)
    depth = 0
    path[0] = start
    tried[0] = 0
    marks[start] = 1
    while depth >= 0:
        k = tried[depth]
        node = NEIGHBOURS[path[depth], k] if k < MOST_STEPS else -1
        if node < 0:
            marks[path[depth]] &= 2
            depth -= 1
            continue
        tried[depth] = k + 1
        if marks[node] & 1:
            continue
        if node < FIRST_SQUARE or depth + 1 == pips:
            marks[node] |= 2
            continue
        marks[node] |= 1
        depth += 1
        path[depth] = node
        tried[depth] = 0
    n = 0
    for node in range(NODES):
        if marks[node] & 2:
            out[n] = node
            n += 1
    return n


def towards(taken: Any, start: int, room: int, pips: int) -> int:
    """Where a walk of so many pips gets nearest to a room; -1 where there is no way there.

    The room itself if it can be entered; else the square with the shortest way on to it, round the
    squares that are taken and through no other room; the lowest of several. There is none if no
    walk ends on a square, if there is no way on, or if ``start`` is that room.

    Args:
        taken, start, pips: as for :func:`reach`.
        room: where to.

    >>> nobody = np.zeros(NODES, np.int64)
    >>> coordinates(towards(nobody, node_at(0, 16), ROOMS.index("Lounge"), 5))
    (5, 16)
    """
    ends = np.empty(NODES, np.int64)
    n = reach(taken, start, pips, ends)
    left = np.empty(NODES, np.int64)
    steps_to(room, taken, left)
    best = -1
    for i in range(n):
        node = ends[i]
        if node == room:
            return room
        if node >= FIRST_SQUARE and left[node] >= 0 and (best < 0 or left[node] < left[best]):
            best = node
    return int(best)


# ------------------------------------------------------------------------------------ for people


def node_at(row: int, col: int) -> int:
    """The node of a corridor square; -1 where there is none.

    >>> node_at(0, 16), node_at(10, 10)
    (10, -1)
    """
    return SQUARES.get((row, col), -1)


_CELLS = (*((-1, -1) for _ in ROOMS), *SQUARES)


def coordinates(node: int) -> tuple[int, int]:
    """Row and column of a corridor square, counted from 0 at the top left; (-1, -1) of a room.

    >>> coordinates(10)
    (0, 16)
    """
    return _CELLS[node]


@lru_cache(maxsize=1)
def graph() -> nx.Graph[int]:
    """The board as a graph: an edge costs a pip; nodes have a ``name`` (rooms) or a ``cell``.

    >>> board = graph()
    >>> len(board), board.size(), board.nodes[8], board.nodes[9]
    (197, 293, {'name': 'Study'}, {'cell': (0, 7)})
    """
    import networkx as nx  # a tenth of a second, which play does not need

    board: nx.Graph[int] = nx.Graph()
    board.add_nodes_from((room, {"name": name}) for room, name in enumerate(ROOMS))
    board.add_nodes_from((node, {"cell": cell}) for cell, node in SQUARES.items())
    board.add_edges_from((a, int(b)) for a in range(NODES) for b in NEIGHBOURS[a] if b > a)
    return board
