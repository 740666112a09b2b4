"""Arrays for the graph of a diagram: with room while it is built, without at the end."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from beliefs.graphs.kernels.build import Graph

Number = TypeVar("Number", np.int32, np.int64)

ROOM = 1024
"""States for which there is room at first."""

NOTHING = Graph(
    np.zeros(2, np.int64),
    np.zeros(1, np.int64),
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
    np.zeros(0, np.int64),
)
"""The graph of a shape that has no world."""


def room_for(layers: int, *, weighs: bool) -> Graph:
    """Arrays for the first states and arcs. `weighs`: arcs say which weights close."""
    return Graph(
        np.zeros(layers + 2, np.int64),
        np.empty(ROOM + 1, np.int64),
        np.empty(ROOM, np.int32),
        np.empty(4 * ROOM, np.int32),
        np.empty(4 * ROOM, np.int32),
        np.empty(4 * ROOM if weighs else 0, np.int64),
    )


def roomier(graph: Graph, nodes: int, arcs: int, more: int) -> Graph:
    """The same graph, with room for three times as many nodes and arcs, and `more` beside."""
    to_nodes, to_arcs = 3 * nodes + more, 3 * arcs + more
    return Graph(
        graph.layer,
        enlarged(graph.arcs, nodes, to_nodes + 1),
        enlarged(graph.remain, nodes, to_nodes),
        enlarged(graph.child, arcs, to_arcs),
        enlarged(graph.option, arcs, to_arcs),
        enlarged(graph.factor, arcs, to_arcs if len(graph.factor) else 0),
    )


def enlarged(array: npt.NDArray[Number], used: int, size: int) -> npt.NDArray[Number]:
    """The first numbers of an array, and room for `size` in all."""
    if size <= len(array):
        return array
    larger = np.empty(size, array.dtype)
    larger[:used] = array[:used]
    return larger


def cut(graph: Graph, nodes: int, arcs: int) -> Graph:
    """The graph without the room that it does not need."""
    if not nodes:
        return NOTHING
    return Graph(
        graph.layer,
        graph.arcs[: nodes + 1].copy(),
        graph.remain[:nodes].copy(),
        graph.child[:arcs].copy(),
        graph.option[:arcs].copy(),
        graph.factor[:arcs].copy(),
    )
