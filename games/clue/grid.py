"""The map of Clue's board: squares, rooms, doors and passages as numbers.

Nodes 0 to 8 are the rooms, in the order of ``cards.ROOMS``; 9 to 196 the corridor squares, row by
row. A step leads from a square to one beside it, or through a door.

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
ROW, COLUMN = np.array([(-1, -1)] * FIRST_SQUARE + list(SQUARES), np.int64).T.copy()
"""Row and column of each node, counted from 0 at the top left; -1 of rooms; int64[197] each."""


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


def node_at(row: int, col: int) -> int:
    """The node of a corridor square; -1 where there is none.

    >>> node_at(0, 16), node_at(10, 10)
    (10, -1)
    """
    return SQUARES.get((row, col), -1)


def coordinates(node: int) -> tuple[int, int]:
    """Row and column of a corridor square, counted from 0 at the top left; (-1, -1) of a room.

    >>> coordinates(10)
    (0, 16)
    """
    return int(ROW[node]), int(COLUMN[node])


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
