"""Build a diagram: all states that can be reached and completed, layer by layer.

A state is what the past means for the rest: the class of every open sum (`automata`), packed into
words. The diagram has a **node** for each state of each layer, and an **arc** for each option that
leads to a state from which no sum alone is lost. Nodes and arcs are numbered layer by layer; the
arcs of node `i` are `arcs[i]` to `arcs[i + 1] - 1`. What cannot be completed is trimmed at the end.

The kernel works in arrays that are handed in, and stops when it needs more room or has done some
work, to be resumed: Python can give room, look at the clock and hear of interrupts in between.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs.kernels.automata import DEAD, filled, minimise
from beliefs.graphs.plan import (
    AMOUNT,
    BEFORE,
    CLOSES,
    COPIES,
    FORCED,
    MANY,
    OPTION,
    REMAIN,
    START,
    SUM,
    TOUCH,
    VERSION,
    WEIGHTED,
    WIDTH,
)
from compiled import kernel

CELL, NODE, NODES, COUNT, WORDS, STATUS = range(6)
NEW, RUNNING, DONE, EMPTY, SHORT, CROWDED = range(6)
NODE_BYTES, ARC_BYTES = 44, 28
"""What a node and an arc cost, about, with the passes over them."""


class Graph(NamedTuple):
    """The nodes and arcs of a diagram."""

    layer: npt.NDArray[np.int64]  # [layers + 2] first node of each layer; one more for the end
    arcs: npt.NDArray[np.int64]  # [nodes + 1] first arc of each node
    remain: npt.NDArray[np.int32]  # [nodes] cards of the layer's row that are not dealt
    child: npt.NDArray[np.int32]  # [arcs] the node that it leads to
    option: npt.NDArray[np.int32]  # [arcs] the option of the plan that it takes
    factor: npt.NDArray[np.int64]  # [arcs] which weights of sums close; empty without such


def _found(words: Any, width: int, slots: Any, reached: int, new: int) -> int:
    """The node of the layer begun at `reached` whose state equals that of `new`, entered in
    `slots`; `new` if there is none. Entries of earlier layers count as free."""
    mark = 0
    for w in range(new * width, new * width + width):
        word = int(words[w])
        mark = ((mark ^ (word & 0x7FFFFFFF)) * 0x5BD1E995) & 0x7FFFFFFF
        mark = ((mark ^ (word >> 31)) * 0x2545F491) & 0x7FFFFFFF
    i = (mark ^ (mark >> 15)) & (len(slots) - 1)
    while slots[i] >= reached:
        node, same = int(slots[i]), True
        for w in range(width):
            if words[node * width + w] != words[new * width + w]:
                same = False
                break
        if same:
            return node
        i = (i + 1) & (len(slots) - 1)
    slots[i] = new
    return new


def _extend(
    plan: Any, automata: Any, graph: Any, words: Any, slots: Any, at: Any, work: int
) -> None:
    """Go on with a build for about so many options, or until there is no more room."""
    layers, touches, amount = plan.layers, plan.touches, plan.amount
    number, least, classes = automata.number, automata.least, automata.classes
    field, sums = automata.field, plan.sums
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, arcs, remain = graph.layer, graph.arcs, graph.remain
    child, option, factor = graph.child, graph.option, graph.factor
    cell, node, nodes, count = int(at[CELL]), int(at[NODE]), int(at[NODES]), int(at[COUNT])
    status, width, weighs = RUNNING, int(at[WORDS]), len(factor) > 0
    total, cleared = filled(len(sums) + 1, 0), filled(width, 0)
    while cell + 1 < len(layers) and work > 0 and status == RUNNING:
        end = reached = int(layer[cell + 1])
        first, last = int(layers[cell, OPTION]), int(layers[cell + 1, OPTION])
        touch, ends = int(layers[cell, TOUCH]), int(layers[cell + 1, TOUCH])
        while node < end and work > 0:
            most = nodes + last - first
            crowd = most >= len(remain) or (most + 1) * width > len(words)
            if crowd or count + last - first > len(child):
                status = SHORT
                break
            if 2 * (most - reached) > len(slots):
                status = CROWDED
                break
            arcs[node] = count
            for w in range(width):
                cleared[w] = words[node * width + w]
            for t in range(touch, ends):
                f = int(touches[t, SUM])
                if touches[t, BEFORE] < 0:
                    total[t - touch] = sums[f, START]
                else:
                    w, shift, mask = int(field[f, 0]), int(field[f, 1]), int(field[f, 2])
                    old = (int(words[node * width + w]) >> shift) & mask
                    cleared[w] = int(cleared[w]) & ~(mask << shift)
                    total[t - touch] = least[int(touches[int(touches[t, BEFORE]), VERSION]) + old]
            left = int(layers[cell, COPIES])
            if layers[cell, REMAIN] >= 0:
                left -= int(total[int(layers[cell, REMAIN])])
            remain[node] = left
            low, high = first, last
            if layers[cell, MANY]:
                high = first + left + 1
                if layers[cell, FORCED]:
                    low = first + left
            for o in range(low, high):
                for w in range(width):
                    words[nodes * width + w] = cleared[w]
                i, product, code = int(layers[cell, AMOUNT]) + (o - first) * (ends - touch), 1, 0
                now = 0
                for t in range(touch, ends):
                    f = int(touches[t, SUM])
                    here = int(total[t - touch]) + int(amount[i + t - touch])
                    now = DEAD
                    if 0 <= here < sums[f, WIDTH]:
                        now = int(number[int(touches[t, VERSION]) + here])
                    if now == DEAD:
                        break
                    if not touches[t, CLOSES]:
                        w = nodes * width + int(field[f, 0])
                        words[w] = int(words[w]) | now << int(field[f, 1])
                    elif sums[f, WEIGHTED]:
                        code += now * product
                        product *= int(classes[t])
                if now != DEAD:
                    found = _found(words, width, slots, reached, nodes)
                    nodes = max(nodes, found + 1)
                    child[count] = found
                    option[count] = o
                    if weighs:
                        factor[count] = code
                    count += 1
            work -= high - low
            node += 1
        if node == end:
            cell += 1
            layer[cell + 1] = nodes
            if nodes == end:
                status = EMPTY
    if status == RUNNING and cell + 1 == len(layers):
        status = DONE
        remain[nodes - 1] = 0
        for last_node in range(int(layer[cell]), nodes + 1):
            arcs[last_node] = count
    at[CELL], at[NODE], at[NODES], at[COUNT], at[STATUS] = cell, node, nodes, count, status


def trim(graph: Any, nodes: int) -> Any:
    """Leave out, in place, the nodes from which the end cannot be reached and the arcs to them.

    Returns the numbers of nodes and arcs that are left.
    """
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, arcs, child, option = graph.layer, graph.arcs, graph.child, graph.option
    remain, factor = graph.remain, graph.factor
    final = int(layer[len(layer) - 2])
    keep = filled(nodes + 1, 0)
    left = 0
    for node in range(nodes - 1, -1, -1):
        keep[node] = int(node >= final)
        for a in range(arcs[node], arcs[node + 1]):
            keep[node] |= keep[child[a]]
        left += keep[node]
    count = int(arcs[nodes])
    if left == nodes:
        return nodes, count
    new = 0
    for node in range(nodes + 1):  # the number of each node that is kept
        kept = int(keep[node])
        keep[node] = new if kept else -1 - new
        new += kept
    for i in range(len(layer)):
        k = int(keep[int(layer[i])])
        layer[i] = k if k >= 0 else -1 - k
    count, begin = 0, 0
    for node in range(nodes):
        end = int(arcs[node + 1])
        new = int(keep[node])
        if new >= 0:
            remain[new] = remain[node]
            arcs[new] = count
            for a in range(begin, end):
                if keep[child[a]] >= 0:
                    child[count] = keep[child[a]]
                    option[count] = option[a]
                    if len(factor):
                        factor[count] = factor[a]
                    count += 1
        begin = end
    arcs[left] = count
    return left, count


@kernel
def grow(plan: Any, automata: Any, graph: Any, words: Any, slots: Any, at: Any, work: int) -> None:
    """Begin or go on with a diagram, for about so many options (`work`).

    words: int64, the states, `at[WORDS]` numbers for each node. slots: a hash table, its size a
    power of two, at first all -1. at: int64[6], all 0 at first; its STATUS says at the end whether
    the build is RUNNING, DONE (and trimmed), EMPTY (no world), SHORT of room for nodes or arcs, or
    CROWDED in `slots`: then the layer must begin anew.
    """
    if at[STATUS] == NEW:
        minimise(plan, automata)
        width = 1
        for f in range(len(plan.sums)):
            width = max(width, int(automata.field[f, 0]) + 1)
        for w in range(width):
            words[w] = 0
        graph.layer[0] = 0
        graph.layer[1] = 1
        at[NODES] = 1
        at[WORDS] = width
    _extend(plan, automata, graph, words, slots, at, work)
    if at[STATUS] == DONE:
        at[NODES], at[COUNT] = trim(graph, int(at[NODES]))
