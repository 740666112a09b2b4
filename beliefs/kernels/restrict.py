"""The part of a diagram in which one more sum holds: the product of the diagram and its automaton.

Nothing that is settled is computed again: each node is taken once for each class of the new sum
with which it can be reached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from beliefs.kernels.automata import DEAD, filled, minimised
from beliefs.kernels.graph import Graph, roomier, trim
from beliefs.plan import CLOSES, LAYER, START, VERSION, WEIGHTED, WIDTH
from compiled import kernel


def _touch_of(extra: Any, layers: int) -> Any:
    """The touch of each layer, -1 where it has none."""
    touch_of = filled(layers, -1)
    for t in range(len(extra.touches)):
        touch_of[int(extra.touches[t, LAYER])] = t
    return touch_of


@kernel
def restricted(extra: Any, versions: int, graph: Any, product: Any) -> Any:
    """The automaton of the one sum of the plan `extra`, and the graph in which it holds.

    product: int64[layers], by which the classes that close are multiplied in `factor`. A graph
    without nodes means that no world is left.
    """
    automata = minimised(extra, versions)
    touches, sums, amount = extra.touches, extra.sums, extra.amount
    number, least, classes = automata.number, automata.least, automata.classes
    layer, arcs, child, option = graph.layer, graph.arcs, graph.child, graph.option
    remain, factor = graph.remain, graph.factor
    layers = len(layer) - 2
    touch_of = _touch_of(extra, layers + 1)
    weighs = len(factor) > 0 or int(sums[0, WEIGHTED]) > 0
    size = len(arcs) + 64
    new_layer = filled(layers + 2, 0)
    new_arcs, new_remain = np.empty(size, np.int64), np.empty(size, np.int32)
    node_of, class_of = np.empty(size, np.int32), np.empty(size, np.int32)
    new_child, new_option = np.empty(size, np.int32), np.empty(size, np.int32)
    new_factor = np.empty(size if weighs else 0, np.int64)
    node_of[0], class_of[0] = 0, 0
    nodes, count, before, many = 1, 0, -1, 1
    new_layer[1] = 1
    for cell in range(layers):
        t, following = int(touch_of[cell]), int(layer[cell + 1])
        closes = t >= 0 and int(touches[t, CLOSES]) > 0
        if closes:
            many = 1
        elif t >= 0:
            many = int(classes[t])
        width = int(layer[cell + 2]) - following
        slots = filled(width * many, -1)
        for new in range(int(new_layer[cell]), int(new_layer[cell + 1])):
            node, begin = int(node_of[new]), int(class_of[new])
            room = int(arcs[node + 1] - arcs[node])
            if nodes + room >= len(new_arcs):
                size = 2 * (nodes + room)
                new_arcs, new_remain = (
                    roomier(new_arcs, nodes, size),
                    roomier(new_remain, nodes, size),
                )
                node_of, class_of = roomier(node_of, nodes, size), roomier(class_of, nodes, size)
            if count + room > len(new_child):
                size = 2 * (count + room)
                new_child, new_option = (
                    roomier(new_child, count, size),
                    roomier(new_option, count, size),
                )
                if weighs:
                    new_factor = roomier(new_factor, count, size)
            total = int(sums[0, START])
            if before >= 0:
                total = int(least[int(touches[before, VERSION]) + begin])
            new_arcs[new] = count
            new_remain[new] = remain[node]
            for a in range(arcs[node], arcs[node + 1]):
                now = begin
                if t >= 0:
                    here = total + int(amount[int(option[a])])
                    if here < 0 or here >= sums[0, WIDTH]:
                        continue
                    now = int(number[int(touches[t, VERSION]) + here])
                    if now == DEAD:
                        continue
                slot = (int(child[a]) - following) * many
                if not closes:
                    slot += now
                if slots[slot] < 0:
                    slots[slot] = nodes
                    node_of[nodes] = child[a]
                    class_of[nodes] = 0 if closes else now
                    nodes += 1
                new_child[count] = slots[slot]
                new_option[count] = option[a]
                if weighs:
                    code = int(factor[a]) if len(factor) else 0
                    new_factor[count] = code + now * int(product[cell]) if closes else code
                count += 1
        new_layer[cell + 2] = nodes
        if t >= 0:
            before = -1 if closes else t
    for node in range(int(new_layer[layers]), nodes + 1):
        new_arcs[node] = count
    if new_layer[layers] < nodes:
        new_remain[nodes - 1] = 0
        trimmed = Graph(new_layer, new_arcs, new_remain, new_child, new_option, new_factor)
        nodes, count = trim(trimmed, nodes)
    else:
        nodes = 0
    return (
        automata,
        Graph(new_layer, new_arcs, new_remain, new_child, new_option, new_factor),
        nodes,
        count,
    )
