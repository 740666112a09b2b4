"""Copies flow from faces to places: what capacities and allowed places alone decide, exactly.

The copies of each face leave it, go through the entries (face, place), each at least its `low` and
at most its `high`, and fill the places. An entry can change only along a cycle of the residual
network of one flow that fits (Régin, "Generalized arc consistency for global cardinality
constraint", 1996): entries off all cycles are certain. How far it can change is a maximum flow.
"""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import pairwise
from math import inf
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from beliefs.knowledge import Knowledge

Ints = npt.NDArray[np.int64]


def narrow_by_flow(knowledge: Knowledge, low: Ints, high: Ints, *, fully: bool = False) -> bool:
    """Narrow bounds [faces, places] by flow; False if no flow fits them.

    Afterwards an entry with high 0 or low above 0 is one that must be so; with `fully`, all bounds
    are numbers of copies that can be (at one more maximum flow or two for each open entry).
    """
    flow = _flow(knowledge, low, high)
    if flow is None:
        return False
    room = high - low
    residual = _residual(knowledge, flow, room)
    component: dict[object, int] = {}
    for i, nodes in enumerate(nx.strongly_connected_components(residual)):
        component |= dict.fromkeys(nodes, i)
    least, most = low.copy(), high.copy()
    for f, p in zip(*np.nonzero(room), strict=True):
        here = low[f, p] + flow[f, p]
        if component["face", f] != component["place", p]:
            # No cycle passes here: the entry is what it is in this flow.
            least[f, p] = most[f, p] = here
        elif room[f, p] > 1:
            if fully or (low[f, p] == 0 and flow[f, p] > 0):
                least[f, p] = here - _detour(residual, ("face", f), ("place", p), flow[f, p])
            if fully:
                spare = room[f, p] - flow[f, p]
                most[f, p] = here + _detour(residual, ("place", p), ("face", f), spare)
    low[:], high[:] = least, most
    return True


def _flow(knowledge: Knowledge, low: Ints, high: Ints) -> Ints | None:
    """A way to deal the copies within the bounds, less `low`; None if there is none."""
    supply = np.array(knowledge.copies, np.int64) - low.sum(axis=1)
    if (supply < 0).any() or (low > high).any():
        return None
    network = nx.DiGraph()
    network.add_nodes_from(["source", "sink"])
    left = int(supply.sum())  # for the places without capacity, together
    for f, n in enumerate(supply):
        network.add_edge("source", ("face", f), capacity=int(n))
    for f, p in zip(*np.nonzero(high > low), strict=True):
        network.add_edge(("face", f), ("place", p), capacity=int(high[f, p] - low[f, p]))
    for p, n in enumerate(knowledge.capacities):
        if n is None:
            network.add_edge(("place", p), "free")
        else:
            size = int(n - low[:, p].sum())
            if size < 0:
                return None
            network.add_edge(("place", p), "sink", capacity=size)
            left -= size
    if left < 0:
        return None
    network.add_edge("free", "sink", capacity=left)
    total, flows = nx.maximum_flow(network, "source", "sink")
    if total < supply.sum():
        return None
    flow: Ints = np.zeros_like(low)
    for f, p in zip(*np.nonzero(high > low), strict=True):
        flow[f, p] = flows["face", f]["place", p]
    return flow


def _residual(knowledge: Knowledge, flow: Ints, room: Ints) -> Any:
    """How the flow can change: towards a place while there is room, back while there is flow."""
    residual = nx.DiGraph()
    residual.add_nodes_from(("face", f) for f in range(flow.shape[0]))
    for f, p in zip(*np.nonzero(room), strict=True):
        if flow[f, p] < room[f, p]:
            residual.add_edge(("face", f), ("place", p), capacity=int(room[f, p] - flow[f, p]))
        if flow[f, p] > 0:
            residual.add_edge(("place", p), ("face", f), capacity=int(flow[f, p]))
    for p, n in enumerate(knowledge.capacities):
        residual.add_node(("place", p))
        if n is None:
            residual.add_edge(("place", p), "free")
            if flow[:, p].sum() > 0:
                residual.add_edge("free", ("place", p), capacity=int(flow[:, p].sum()))
    return residual


def _detour(residual: Any, start: object, end: object, most: int) -> int:
    """How much of the flow through an entry can go another way, up to `most`.

    From face to place: flow that leaves the entry; the other way round: flow that joins it.
    """
    # Along shortest paths (Edmonds and Karp): one or two of a few steps each do, as a rule.
    moved: dict[tuple[object, object], int] = defaultdict(int)
    barred = {(start, end), (end, start)}
    total = 0
    while total < most:
        path = _path(residual, start, end, moved, barred)
        if path is None:
            break
        steps = list(pairwise(path))
        more = min(_left(residual, moved, *step) for step in steps)
        more = int(min(more, most - total))
        for u, v in steps:
            moved[u, v] += more
            moved[v, u] -= more
        total += more
    return total


def _left(residual: Any, moved: dict[tuple[object, object], int], u: object, v: object) -> float:
    """What can still flow from u to v, once so much was moved."""
    edge = residual.get_edge_data(u, v)
    room = 0 if edge is None else edge.get("capacity", inf)
    return float(room - moved.get((u, v), 0))


def _path(
    residual: Any,
    start: object,
    end: object,
    moved: dict[tuple[object, object], int],
    barred: set[tuple[object, object]],
) -> list[object] | None:
    """A shortest path on which something can still flow, or None."""
    back = defaultdict(list)  # where flow that was moved can return
    for (u, v), amount in moved.items():
        if amount < 0 and not residual.has_edge(u, v):
            back[u].append(v)
    came: dict[object, object] = {start: start}
    queue = deque([start])
    while queue:
        u = queue.popleft()
        for v in (*residual[u], *back.get(u, ())):
            if v in came or (u, v) in barred or _left(residual, moved, u, v) <= 0:
                continue
            came[v] = u
            if v == end:
                path = [end]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            queue.append(v)
    return None
