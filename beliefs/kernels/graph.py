"""Build a diagram: all states that can be reached and completed, layer by layer.

A state is what the past means for the rest: the class of every open sum (`automata`), packed into
words. The diagram has a **node** for each state of each layer, and an **arc** for each option that
leads to a state from which no sum alone is lost. Nodes and arcs are numbered layer by layer; the
arcs of node `i` are `arcs[i]` to `arcs[i + 1] - 1`. What cannot be completed is trimmed at the end.

Arrays grow as needed, up to a budget. A build stops after some work, to be resumed: so that
Python can look at the clock, and hear of interrupts, in between.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.kernels.automata import DEAD, filled, minimised, power
from beliefs.plan import (
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

CELL, NODE, NODES, COUNT, STATUS = range(5)
RUNNING, DONE, EMPTY, OVER = range(4)
NODE_BYTES, ARC_BYTES = 44, 28
"""What a node and an arc cost at most, with the passes over them; fewer where sums are few."""


class Graph(NamedTuple):
    """The nodes and arcs of a diagram."""

    layer: npt.NDArray[np.int64]  # [layers + 2] first node of each layer; one more for the end
    arcs: npt.NDArray[np.int64]  # [nodes + 1] first arc of each node
    remain: npt.NDArray[np.int32]  # [nodes] cards of the layer's row that are not dealt
    child: npt.NDArray[np.int32]  # [arcs] the node that it leads to
    option: npt.NDArray[np.int32]  # [arcs] the option of the plan that it takes
    factor: npt.NDArray[np.int64]  # [arcs] which weights of sums close; empty without such


class Store(NamedTuple):
    """A graph in the making: arrays with room, the states, and how far it is."""

    graph: Graph
    words: npt.NDArray[np.int64]  # [nodes, words]
    slots: npt.NDArray[np.int64]  # hash table of the next layer's states
    at: npt.NDArray[np.int64]  # [5] layer, node, nodes, arcs, status


def roomier(array: Any, used: int, size: int) -> Any:
    """The first `used` numbers, and room for `size` in all."""
    larger = np.empty(size, array.dtype)
    for i in range(used):
        larger[i] = array[i]
    return larger


def _roomier_rows(array: Any, used: int, size: int, columns: int) -> Any:
    larger = np.empty((size, columns), np.int64)
    for i in range(used):
        for f in range(columns):
            larger[i, f] = array[i, f]
    return larger


def _mark(words: Any, node: int) -> int:
    """A number that is equal for equal states."""
    mark = 0
    for w in range(words.shape[1]):
        word = int(words[node, w])
        mark = ((mark ^ (word & 0x7FFFFFFF)) * 0x5BD1E995) & 0x7FFFFFFF
        mark = ((mark ^ (word >> 31)) * 0x2545F491) & 0x7FFFFFFF
    return mark ^ (mark >> 15)


def _found(words: Any, slots: Any, new: int) -> int:
    """The node whose state equals row `new`, entered in `slots`; `new` if there is none."""
    i = _mark(words, new) & (len(slots) - 1)
    while slots[i] >= 0:
        node, same = int(slots[i]), True
        for w in range(words.shape[1]):
            if words[node, w] != words[new, w]:
                same = False
                break
        if same:
            return node
        i = (i + 1) & (len(slots) - 1)
    slots[i] = new
    return new


def _rehashed(words: Any, begin: int, end: int, size: int) -> Any:
    """A hash table of this size with the states of some nodes."""
    slots = filled(size, -1)
    for node in range(begin, end):
        i = _mark(words, node) & (size - 1)
        while slots[i] >= 0:
            i = (i + 1) & (size - 1)
        slots[i] = node
    return slots


def _extend(plan: Any, automata: Any, store: Any, work: int, budget: int) -> Any:
    """Go on with a build for about so many options. `budget`: bytes, at most."""
    layers, touches, amount = plan.layers, plan.touches, plan.amount
    number, least = automata.number, automata.least
    field, sums = automata.field, plan.sums
    layer, arcs, remain = store.graph.layer, store.graph.arcs, store.graph.remain
    child, option, factor = store.graph.child, store.graph.option, store.graph.factor
    words, slots, at = store.words, store.slots, store.at
    cell, node, nodes, count = int(at[0]), int(at[1]), int(at[2]), int(at[3])
    status, width, weighs = RUNNING, words.shape[1], len(factor) > 0
    total, cleared = filled(len(sums) + 1, 0), filled(width, 0)
    while status == RUNNING and cell + 1 < len(layers) and work > 0:
        begin, end, reached = int(layer[cell]), int(layer[cell + 1]), int(layer[cell + 1])
        first, last = int(layers[cell, OPTION]), int(layers[cell + 1, OPTION])
        touch, ends = int(layers[cell, TOUCH]), int(layers[cell + 1, TOUCH])
        start_amount, row_sum = int(layers[cell, AMOUNT]), int(layers[cell, REMAIN])
        if node == begin:
            slots = filled(power(4 * (end - begin) + 16), -1)
        while node < end and work > 0:
            if nodes + last - first >= len(arcs):
                size = 2 * (nodes + last - first)
                arcs, remain = roomier(arcs, nodes, size), roomier(remain, nodes, size)
                words = _roomier_rows(words, nodes, size, width)
            if count + last - first > len(child):
                size = 2 * (count + last - first)
                child, option = roomier(child, count, size), roomier(option, count, size)
                if weighs:
                    factor = roomier(factor, count, size)
            if 2 * (nodes - reached + last - first) > len(slots):
                slots = _rehashed(
                    words, reached, nodes, power(4 * (nodes - reached + last - first))
                )
            arcs[node] = count
            for w in range(width):
                cleared[w] = words[node, w]
            for t in range(touch, ends):
                f = int(touches[t, SUM])
                if touches[t, BEFORE] < 0:
                    total[t - touch] = sums[f, START]
                else:
                    w, shift, mask = int(field[f, 0]), int(field[f, 1]), int(field[f, 2])
                    old = (int(words[node, w]) >> shift) & mask
                    cleared[w] = int(cleared[w]) & ~(mask << shift)
                    total[t - touch] = least[int(touches[int(touches[t, BEFORE]), VERSION]) + old]
            left = int(layers[cell, COPIES])
            if row_sum >= 0:
                left -= int(total[row_sum])
            remain[node] = left
            low, high = first, last
            if layers[cell, MANY]:
                high = first + left + 1
                if layers[cell, FORCED]:
                    low = first + left
            for o in range(low, high):
                for w in range(width):
                    words[nodes, w] = cleared[w]
                i, alive, product, code = start_amount + (o - first) * (ends - touch), True, 1, 0
                for t in range(touch, ends):
                    f = int(touches[t, SUM])
                    here = int(total[t - touch]) + int(amount[i])
                    i += 1
                    if here < 0 or here >= sums[f, WIDTH]:
                        alive = False
                        break
                    now = int(number[int(touches[t, VERSION]) + here])
                    if now == DEAD:
                        alive = False
                        break
                    if not touches[t, CLOSES]:
                        w = int(field[f, 0])
                        words[nodes, w] = int(words[nodes, w]) | now << int(field[f, 1])
                    elif sums[f, WEIGHTED]:
                        code += now * product
                        product *= int(automata.classes[t])
                if alive:
                    found = _found(words, slots, nodes)
                    nodes = max(nodes, found + 1)
                    child[count] = found
                    option[count] = o
                    if weighs:
                        factor[count] = code
                    count += 1
            work -= high - low
            node += 1
        if nodes * NODE_BYTES + count * ARC_BYTES > budget:
            status = OVER
        elif node == end:
            layer[cell + 2] = nodes
            cell += 1
            if nodes == end:
                status = EMPTY
    if status == RUNNING and cell + 1 == len(layers):
        status = DONE
        for last_node in range(int(layer[cell]), nodes + 1):
            arcs[last_node] = count
        remain[nodes - 1] = 0
    at[0], at[1], at[2], at[3], at[4] = cell, node, nodes, count, status
    return Store(Graph(layer, arcs, remain, child, option, factor), words, slots, at)


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
def grow(plan: Any, versions: int, automata: Any, store: Any, work: int, budget: int) -> Any:
    """Begin or go on with a diagram, for about so many options (`work`) and bytes (`budget`).

    A store without states is a new one. Its status says whether it is RUNNING still, DONE (and
    trimmed), EMPTY (no world) or OVER the budget.
    """
    if store.words.shape[0] == 0:
        automata = minimised(plan, versions)
        words = 1
        for f in range(len(plan.sums)):
            words = max(words, int(automata.field[f, 0]) + 1)
        states = np.empty((len(store.graph.arcs), words), np.int64)
        for w in range(words):
            states[0, w] = 0
        store.graph.layer[0] = 0
        store.graph.layer[1] = 1
        store.at[NODES] = 1
        store = Store(store.graph, states, store.slots, store.at)
    store = _extend(plan, automata, store, work, budget)
    if store.at[STATUS] == DONE:
        store.at[NODES], store.at[COUNT] = trim(store.graph, int(store.at[NODES]))
    return automata, store
