"""HoldingMatrix: held, lacked or unknown, for every card and place.

What a person keeps on a pad at the table. For every face and place it keeps the least and the most
copies that can lie there, and narrows them by two kinds of reasoning until neither finds more:

- **bounds**: all copies of a face lie somewhere, every place holds as many cards as it holds, every
  fact has a range of sums; in each of these the other entries' bounds limit each entry's.
- **flow**: copies flow from faces to places. An entry can change only along a cycle of the residual
  network of one flow that fits (Régin, "Generalized arc consistency for global cardinality
  constraint", 1996); entries off all cycles are certain. This finds that three cards which fit into
  two places of total size three leave no room for a fourth.

Certain entries are always right. Where there are facts, some entries that are certain may be called
unknown: `Belief` decides those. With capacities and allowed places alone, nothing is missed.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt

from beliefs.errors import unknown
from beliefs.facts import Face, Place, unit_of
from beliefs.knowledge import Knowledge
from beliefs.reasons import Explanation, contradiction, explain


class Holding(Enum):
    """What is known of a card and a place."""

    HELD = "+"
    LACKED = "-"
    UNKNOWN = "?"


class HoldingMatrix:
    """Held, lacked or unknown for every card and place, closed under facts and capacities.

    `low` and `high` [faces, places] bound the number of copies of the face in the place. Raises
    Contradiction where no world is left.

    >>> from beliefs import Knowledge, lacks
    >>> matrix = HoldingMatrix(Knowledge(["Plum", "knife", "hall"],
    ...                                  {"Ann": 1, "Bob": 1, "file": 1},
    ...                                  [lacks("Ann", ["Plum", "knife"], because="passed")]))
    >>> print(matrix)
          Ann Bob file
    Plum   -   ?   ?
    knife  -   ?   ?
    hall   +   -   -
    >>> print(matrix.explain("hall", "Bob"))
    Bob cannot hold hall, because Ann lacks Plum, knife (passed)
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        shape = (len(knowledge.faces), len(knowledge.places))
        self.low = np.zeros(shape, np.int64)
        self.high = np.minimum(
            np.array(knowledge.copies, np.int64)[:, None],
            np.array([knowledge.size if n is None else n for n in knowledge.capacities], np.int64),
        )
        for (face, place), weight in knowledge.prior.items():
            if not weight:
                self.high[knowledge.faces.index(face), knowledge.places.index(place)] = 0
        self._close(_ranges(knowledge))

    def __getitem__(self, pair: tuple[Face, Place]) -> Holding:
        """What is known of a (card, place): HELD where it certainly holds a copy of the card."""
        card, place = pair
        if card not in self.knowledge.faces:
            raise unknown("card", card, self.knowledge.faces)
        if place not in self.knowledge.places:
            raise unknown("place", place, self.knowledge.places)
        return self._holding(self.knowledge.faces.index(card), self.knowledge.places.index(place))

    def explain(self, card: Face, place: Place) -> Explanation:
        """An irreducible set of facts that makes a certain entry certain.

        Raises KnowledgeError where it is open whether the place holds the card.
        """
        self[card, place]
        return explain(self.knowledge, card, place)

    def _holding(self, face: int, place: int) -> Holding:
        if self.low[face, place] > 0:
            return Holding.HELD
        return Holding.LACKED if self.high[face, place] == 0 else Holding.UNKNOWN

    def __str__(self) -> str:
        faces = [str(face) for face in self.knowledge.faces]
        places = [str(place) for place in self.knowledge.places]
        margin = max(map(len, faces), default=0)
        lines = [" " * margin + "".join(f" {place}" for place in places)]
        for f, face in enumerate(faces):
            marks = (f" {self._holding(f, p).value:^{len(name)}}" for p, name in enumerate(places))
            lines.append((f"{face:<{margin}}" + "".join(marks)).rstrip())
        return "\n".join(lines)

    def _close(self, ranges: list[_Range]) -> None:
        before = -1
        while before != (now := int((self.high - self.low).sum())):
            before = now
            fits = all(self._bound(one) for one in ranges)
            if fits and int((self.high - self.low).sum()) == now:
                fits = _narrow_by_flow(self.knowledge, self.low, self.high)
            if not fits or (self.low > self.high).any():
                raise contradiction(self.knowledge)

    def _bound(self, one: _Range) -> bool:
        """Narrow the entries of one range by each other; False if they cannot meet it."""
        low, high = self.low[one.entries], self.high[one.entries]
        up = one.weights > 0
        least = np.where(up, one.weights * low, one.weights * high)
        most = np.where(up, one.weights * high, one.weights * low)
        if least.sum() > one.hi or most.sum() < one.lo:
            return False
        # What is left for each entry when all others do their least, or their most.
        at_most = one.hi - (least.sum() - least)
        at_least = one.lo - (most.sum() - most)
        upper = np.where(up, at_most // one.weights, at_least // one.weights)
        lower = np.where(up, -(-at_least // one.weights), -(-at_most // one.weights))
        self.low[one.entries] = np.maximum(low, lower)
        self.high[one.entries] = np.minimum(high, upper)
        return True


class _Range(NamedTuple):
    """lo <= sum of weights times copies over some entries <= hi."""

    entries: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]  # faces, places
    weights: npt.NDArray[np.int64]
    lo: int
    hi: int


def _ranges(knowledge: Knowledge) -> list[_Range]:
    faces, places = range(len(knowledge.faces)), range(len(knowledge.places))
    ranges = [_range([f], places, [1], n, n) for f, n in enumerate(knowledge.copies)]
    ranges += [
        _range(faces, [p], [1] * len(faces), n, n)
        for p, n in enumerate(knowledge.capacities)
        if n is not None
    ]
    for fact in knowledge.facts:
        unit = unit_of(fact.weights)
        about = [knowledge.faces.index(face) for face in fact.weights]
        weights = [weight // unit for weight in fact.weights.values()]
        totals = [w * knowledge.copies[f] for f, w in zip(about, weights, strict=True)]
        least = sum(w for w in totals if w < 0)
        most = sum(w for w in totals if w > 0)
        sums = [s for s in range(least, most + 1) if fact.weight(unit * s)]
        where = [knowledge.places.index(place) for place in fact.places]
        lo, hi = (sums[0], sums[-1]) if sums else (most + 1, most)
        ranges.append(_range(about, where, weights, lo, hi))
    return ranges + _others(knowledge, ranges)


def _others(knowledge: Knowledge, ranges: list[_Range]) -> list[_Range]:
    """What counts of some cards leave for the others, where places have capacities.

    One suspect and one weapon in a file of two cards: no room there.
    """
    counted: dict[frozenset[int], tuple[set[int], int, int]] = {}
    for one in ranges:
        faces, places = (frozenset(entry.tolist()) for entry in one.entries)
        told, lo, hi = counted.get(places, (set(), 0, 0))
        if (one.weights == 1).all() and not told & faces and len(faces) < len(knowledge.faces):
            counted[places] = (told | faces, lo + one.lo, hi + one.hi)
    found = []
    for places, (told, lo, hi) in counted.items():
        sizes = [knowledge.capacities[p] for p in places]
        rest = [f for f in range(len(knowledge.faces)) if f not in told]
        if rest and None not in sizes:
            room = sum(size or 0 for size in sizes)
            found.append(_range(rest, sorted(places), [1] * len(rest), room - hi, room - lo))
    return found


def _range(faces: Any, places: Any, weights: list[int], lo: int, hi: int) -> _Range:
    f, p = np.meshgrid(np.array(faces, np.int64), np.array(places, np.int64), indexing="ij")
    return _Range(
        (f.ravel(), p.ravel()), np.repeat(np.array(weights, np.int64), len(places)), lo, hi
    )


def _narrow_by_flow(knowledge: Knowledge, low: Any, high: Any) -> bool:
    """Narrow the bounds by flow; False if no flow fits them."""
    flow = _flow(knowledge, low, high)
    if flow is None:
        return False
    residual = _residual(knowledge, flow, high - low)
    component: dict[object, int] = {}
    for i, nodes in enumerate(nx.strongly_connected_components(residual)):
        component |= dict.fromkeys(nodes, i)
    for f, p in zip(*np.nonzero(high > low), strict=True):
        room = high[f, p] - low[f, p]
        if component["face", f] != component["place", p]:
            # No cycle passes here: the entry is what it is in this flow.
            low[f, p] = high[f, p] = low[f, p] + flow[f, p]
        elif low[f, p] == 0 and flow[f, p] > 0 and room > 1:
            low[f, p] = _inevitable(residual, int(f), int(p), int(flow[f, p]))
    return True


def _flow(knowledge: Knowledge, low: Any, high: Any) -> npt.NDArray[np.int64] | None:
    """A way to deal the copies within the bounds, less `low`; None if there is none."""
    supply = np.array(knowledge.copies, np.int64) - low.sum(axis=1)
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
            network.add_edge(("place", p), "sink", capacity=int(n - low[:, p].sum()))
            left -= int(n - low[:, p].sum())
    if left < 0:
        return None
    network.add_edge("free", "sink", capacity=left)
    total, flows = nx.maximum_flow(network, "source", "sink")
    if total < supply.sum():
        return None
    flow: npt.NDArray[np.int64] = np.zeros_like(low)
    for f, p in zip(*np.nonzero(high > low), strict=True):
        flow[f, p] = flows["face", f]["place", p]
    return flow


def _residual(knowledge: Knowledge, flow: Any, room: Any) -> nx.DiGraph:
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


def _inevitable(residual: nx.DiGraph, f: int, p: int, flow: int) -> int:
    """How many of the copies of f that flow to p cannot take another way there."""
    others = residual.copy()
    others.remove_edges_from([(("face", f), ("place", p)), (("place", p), ("face", f))])
    return flow - min(flow, int(nx.maximum_flow_value(others, ("face", f), ("place", p))))
