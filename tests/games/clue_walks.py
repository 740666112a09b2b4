"""Walks on Clue's board by brute force: networkx spells out every simple path.

The graph is put together anew from the grid and the doors of ``clue.json``, so that it does not
depend on the arrays that play uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

import networkx as nx

from games.clue.cards import ROOMS
from games.clue.grid import GRID, MAP

ROOM_NODES = range(9)


@cache
def squares() -> dict[tuple[int, int], int]:
    """Row and column of each corridor square to its number, row by row from 9 on."""
    cells = [(r, c) for r in range(25) for c in range(24) if GRID[r][c] == "."]
    return {cell: 9 + i for i, cell in enumerate(cells)}


@cache
def board() -> nx.Graph[int]:
    """Rooms 0 to 8 and squares, joined where one pip leads."""
    lattice = nx.grid_2d_graph(25, 24).subgraph(squares())
    graph: nx.Graph[int] = nx.relabel_nodes(lattice, squares())
    for room, name in enumerate(ROOMS):
        for row, col, side in MAP["rooms"][name]["doors"]:
            assert GRID[row][col] == MAP["rooms"][name]["letter"]
            outside = {
                "north": (row - 1, col),
                "south": (row + 1, col),
                "west": (row, col - 1),
                "east": (row, col + 1),
            }[side]
            graph.add_edge(room, squares()[outside])
    return graph


def open_board(taken: Collection[int], start: int) -> nx.DiGraph[int]:
    """Where one can step from where: not on to taken squares, and out of no room but the start."""
    steps = nx.DiGraph(board())
    steps.remove_nodes_from([node for node in taken if node not in (start, *ROOM_NODES)])
    steps.remove_edges_from([(r, to) for r in ROOM_NODES if r != start for to in list(steps[r])])
    return steps


def walk_ends(taken: Collection[int], start: int, rolls: Iterable[int]) -> dict[int, list[int]]:
    """Each roll with the destinations it has, ascending: the ends of all simple paths.

    A path that uses the whole roll may end anywhere, a shorter one in a room.
    """
    found: dict[int, set[int]] = {roll: set() for roll in rolls}
    steps = open_board(taken, start)
    others = [node for node in steps if node != start]
    for path in nx.all_simple_paths(steps, start, others, cutoff=max(found)):
        end, used = path[-1], len(path) - 1
        for roll, ends in found.items():
            if used == roll or (end in ROOM_NODES and used <= roll):
                ends.add(end)
    return {roll: sorted(ends) for roll, ends in found.items()}


def way_left(taken: Collection[int], room: int) -> dict[int, int]:
    """The pips on to a room from itself and from every free square that has a way there."""
    free = set(board()) - set(ROOM_NODES) - set(taken)
    return dict(nx.single_source_shortest_path_length(board().subgraph(free | {room}), room))


def nearest_end(taken: Collection[int], start: int, room: int, pips: int) -> int:
    """Where a walk towards a room ends: there, or on the square nearest to it; -1: no way."""
    ends = walk_ends(taken, start, [pips])[pips]
    if room in ends:
        return room
    left = way_left(taken, room)
    on = [(left[node], node) for node in ends if node not in ROOM_NODES and node in left]
    return min(on)[1] if on else -1
