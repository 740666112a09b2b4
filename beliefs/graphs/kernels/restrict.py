"""The part of a diagram in which one more sum holds: the product of the diagram and its automaton.

Nothing that is settled is computed again: each node is taken once for each class of the new sum
with which it can be reached.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs.kernels.automata import DEAD, filled, minimise
from beliefs.graphs.kernels.build import (
    CELL,
    COUNT,
    CROWDED,
    DONE,
    EMPTY,
    NEW,
    NODE,
    NODES,
    RUNNING,
    SHORT,
    STATUS,
    WORDS,
    trim,
)
from beliefs.graphs.plan import BEFORE, CLOSES, LAYER, START, VERSION, WIDTH
from compiled import kernel


class Pairs(NamedTuple):
    """Old nodes with classes of the new sum: which of them are new nodes."""

    of: npt.NDArray[np.int32]  # [2, nodes] the old node, and the class, of each new one
    slots: npt.NDArray[np.int32]  # [old nodes of a layer times classes] the new node; -1 at first
    product: npt.NDArray[np.int64]  # [layers] what multiplies a class that closes in `factor`


def _room(old: Any, touches: Any, classes: Any, touch_of: Any) -> int:
    """How many pairs of an old node and a class of the sum there can be in one layer."""
    room = many = 1
    for cell in range(len(old.layer) - 2):
        t = int(touch_of[cell])
        if t >= 0:
            many = 1 if touches[t, CLOSES] else int(classes[t])
        room = max(room, int(old.layer[cell + 2] - old.layer[cell + 1]) * many)
    return room


@kernel
def restrict(
    extra: Any, automata: Any, old: Any, graph: Any, pairs: Any, at: Any, work: int
) -> None:
    """Begin or go on with the part of `old` in which the one sum of the plan `extra` holds.

    For about so many options (`work`). `at` as in `grow`: at the end RUNNING, DONE (and trimmed),
    EMPTY, SHORT of room for nodes or arcs, or CROWDED for want of slots: it takes `at[WORDS]`.
    """
    of, slots, product = pairs.of, pairs.slots, pairs.product
    touches, sums, amount = extra.touches, extra.sums, extra.amount
    number, least, classes = automata.number, automata.least, automata.classes
    layer, arcs, child, option = old.layer, old.arcs, old.child, old.option
    remain, factor = old.remain, old.factor
    if at[STATUS] == NEW:
        minimise(extra, automata)
        of[0, 0] = of[1, 0] = 0
        graph.layer[0] = 0
        graph.layer[1] = 1
        at[NODES] = 1
    touch_of = filled(len(layer), -1)
    for t in range(len(touches)):
        touch_of[int(touches[t, LAYER])] = t
    at[WORDS] = _room(old, touches, classes, touch_of)
    if at[WORDS] > len(slots):
        at[STATUS] = CROWDED
        return
    cell, new, nodes, count = int(at[CELL]), int(at[NODE]), int(at[NODES]), int(at[COUNT])
    status, before, many = RUNNING, -1, 1
    for earlier in range(cell):
        if touch_of[earlier] >= 0:
            before = int(touch_of[earlier])
    while cell + 2 < len(layer) and work > 0 and status == RUNNING:
        t, following, end = int(touch_of[cell]), int(layer[cell + 1]), int(graph.layer[cell + 1])
        closes = t >= 0 and int(touches[t, CLOSES]) > 0
        many = 1
        if t >= 0 and not closes:
            many = int(classes[t])
        elif t < 0 <= before and not touches[before, CLOSES]:
            many = int(classes[before])
        while new < end and work > 0:
            node, begin = int(of[0, new]), int(of[1, new])
            room = int(arcs[node + 1] - arcs[node])
            if nodes + room >= len(graph.remain) or count + room > len(graph.child):
                status = SHORT
                break
            total = int(sums[0, START])
            if t >= 0 and touches[t, BEFORE] >= 0:
                total = int(least[int(touches[int(touches[t, BEFORE]), VERSION]) + begin])
            graph.arcs[new] = count
            graph.remain[new] = remain[node]
            for a in range(arcs[node], arcs[node + 1]):
                now = begin
                if t >= 0:
                    here = total + int(amount[int(option[a])])
                    now = DEAD
                    if 0 <= here < sums[0, WIDTH]:
                        now = int(number[int(touches[t, VERSION]) + here])
                    if now == DEAD:
                        continue
                slot = (int(child[a]) - following) * many
                if not closes:
                    slot += now
                if slots[slot] < end:  # of an earlier layer
                    slots[slot] = nodes
                    of[0, nodes] = child[a]
                    of[1, nodes] = 0 if closes else now
                    nodes += 1
                graph.child[count] = slots[slot]
                graph.option[count] = option[a]
                if len(graph.factor):
                    code = int(factor[a]) if len(factor) else 0
                    graph.factor[count] = code + now * int(product[cell]) if closes else code
                count += 1
            work -= room
            new += 1
        if new == end:
            cell += 1
            graph.layer[cell + 1] = nodes
            if t >= 0:
                before = t
            if nodes == end:
                status = EMPTY
    if status == RUNNING and cell + 2 == len(layer):
        status = DONE
        graph.remain[nodes - 1] = 0
        for last in range(int(graph.layer[cell]), nodes + 1):
            graph.arcs[last] = count
    at[CELL], at[NODE], at[NODES], at[COUNT], at[STATUS] = cell, new, nodes, count, status
    if status == DONE:
        at[NODES], at[COUNT] = trim(graph, nodes)
