"""Build a diagram: all states that can be reached and completed.

The diagram has a layer of **nodes** for each cell (a row of cards and a pool of places), one node
for each state that can be reached and completed, and one **arc** for each number of cards that the
pool can take there. A state is `[sum, sum, …, cards of this row that remain]`, int32. Nodes and
arcs are numbered layer by layer; the arcs of node `i` are `arcs[i]` to `arcs[i + 1] - 1`.

Kernels see the `Plan` that `beliefs.plan` makes, and the diagram as a `Graph`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import kernel

DEAD = -1


class Graph(NamedTuple):
    """The nodes and arcs of a diagram."""

    layer: npt.NDArray[np.int64]  # [cells + 2] first node of each layer; one more for the end
    state: npt.NDArray[np.int32]  # [nodes, sums + 1]
    arcs: npt.NDArray[np.int64]  # [nodes + 1] first arc of each node
    child: npt.NDArray[np.int64]  # [arcs] the node that it leads to
    take: npt.NDArray[np.int64]  # [arcs] cards that the pool takes


def _later(plan: Any, classes: Any, n: int, f: int, s: int, k: int) -> int:
    """The class of sum s after k cards of the next touch n."""
    total = s + k * int(plan.step[n])
    if total < 0 or total >= int(plan.width[f]):
        return DEAD
    return int(classes[int(plan.version[n]) + total])


def _mark(plan: Any, classes: Any, n: int, f: int, s: int) -> int:
    """A number that is equal for sums that are the same, DEAD for broken ones."""
    if n < 0:
        code = int(plan.codes[int(plan.table[f]) + s])
        return code if code > 0 else DEAD
    mark, alive = 0, False
    for k in range(int(plan.most[n]) + 1):
        later = _later(plan, classes, n, f, s, k)
        alive = alive or later != DEAD
        mark = (mark * 69069 + later + 1) & 0xFFFFFFFF
    return mark if alive else DEAD


def _alike(plan: Any, classes: Any, n: int, f: int, a: int, b: int) -> bool:
    """Whether sums a and b are the same before touch n (their marks are equal)."""
    if n >= 0:
        for k in range(int(plan.most[n]) + 1):
            if _later(plan, classes, n, f, a, k) != _later(plan, classes, n, f, b, k):
                return False
    return True


def _filled(size: int, value: int) -> Any:
    filled = np.empty(size, np.int64)
    for i in range(size):
        filled[i] = value
    return filled


def _minimise(plan: Any, size: int) -> Any:
    """Which sums are the same from here on: int64[size], the classes after every touch.

    Two sums are the same when, whatever still comes, their table reads alike: the minimal
    automaton of each sum, backwards. A class is named by its least sum; DEAD: cannot hold any more.
    This is what closes a sum that can no resized fail, caps one that counts to "at least", and
    spots at once one that can no resized be met.
    """
    classes = _filled(size, DEAD)
    following = _filled(plan.start.size, -1)
    marks = _filled(size + 1, DEAD)
    for t in range(plan.sum.size - 1, -1, -1):
        f, here = int(plan.sum[t]), int(plan.version[t])
        n = int(following[f])
        for s in range(int(plan.width[f])):
            marks[s] = _mark(plan, classes, n, f, s)
            if marks[s] == DEAD:
                continue
            same = 0
            while same < s and not (
                marks[same] == marks[s] and _alike(plan, classes, n, f, same, s)
            ):
                same += 1
            classes[here + s] = same
        following[f] = t
    return classes


def _follow(plan: Any, classes: Any, state: Any, cell: int, node: int, k: int, new: int) -> bool:
    """Write into row `new` the state after k cards; False if a sum is broken by them."""
    sums = plan.start.size
    for f in range(sums):
        state[new, f] = state[node, f]
    for t in range(int(plan.touch[cell]), int(plan.touch[cell + 1])):
        f = int(plan.sum[t])
        total = int(state[node, f]) + k * int(plan.step[t])
        if total < 0 or total >= int(plan.width[f]):
            return False
        now = int(classes[int(plan.version[t]) + total])
        if now == DEAD:
            return False
        state[new, f] = 0 if plan.closes[t] else now
    if not plan.last[cell]:
        state[new, sums] = int(state[node, sums]) - k
    elif cell + 1 < plan.row.size:
        state[new, sums] = plan.copies[int(plan.row[cell + 1])]
    else:
        state[new, sums] = 0
    return True


def _found(state: Any, slots: Any, new: int) -> int:
    """The node that equals row `new`, entered in the hash table `slots`; `new` if there is none."""
    mark = 0
    for f in range(state.shape[1]):
        mark = ((mark ^ int(state[new, f])) * 0x5BD1E995) & 0x7FFFFFFF
        mark ^= mark >> 15
    i = mark & (len(slots) - 1)
    while slots[i] >= 0:
        node, same = int(slots[i]), True
        for f in range(state.shape[1]):
            if state[node, f] != state[new, f]:
                same = False
                break
        if same:
            return node
        i = (i + 1) & (len(slots) - 1)
    slots[i] = new
    return new


def _power(n: int) -> int:
    """The least power of two that is at least n."""
    power = 1
    while power < n:
        power *= 2
    return power


def _resized(array: Any, used: int, size: int) -> Any:
    """The first `used` numbers, and room for `size` in all."""
    resized = np.empty(size, np.int64)
    for i in range(used):
        resized[i] = array[i]
    return resized


def _resized_rows(array: Any, used: int, size: int) -> Any:
    resized = np.empty((size, array.shape[1]), np.int32)
    for i in range(used):
        for f in range(array.shape[1]):
            resized[i, f] = array[i, f]
    return resized


def _build(plan: Any, classes: Any, limit: int) -> Graph:
    """All states that can be reached, layer by layer.

    Stops early where no state is left, or when there are more than `limit` of them; then
    `layer[-1]` is 0.
    """
    cells, sums = plan.row.size, plan.start.size
    layer = _filled(cells + 2, 0)
    state = np.empty((64, sums + 1), np.int32)
    arcs = np.empty(64, np.int64)
    child = np.empty(64, np.int64)
    take = np.empty(64, np.int64)
    for f in range(sums):
        state[0, f] = plan.start[f]
    state[0, sums] = plan.copies[0] if cells else 0
    layer[1] = nodes = 1
    count = 0
    for cell in range(cells):
        begin = int(layer[cell])
        room = (nodes - begin) * (int(plan.copies[int(plan.row[cell])]) + 1)
        if nodes + room >= len(state):
            state = _resized_rows(state, nodes, 2 * (nodes + room))
            arcs = _resized(arcs, nodes, 2 * (nodes + room))
        if count + room > len(child):
            child = _resized(child, count, 2 * (count + room))
            take = _resized(take, count, 2 * (count + room))
        slots = _filled(_power(2 * room), -1)
        end = nodes
        for node in range(begin, end):
            arcs[node] = count
            remain = int(state[node, sums])
            for k in range(remain if plan.last[cell] else 0, remain + 1):
                if _follow(plan, classes, state, cell, node, k, nodes):
                    found = _found(state, slots, nodes)
                    nodes = max(nodes, found + 1)
                    child[count] = found
                    take[count] = k
                    count += 1
        layer[cell + 2] = nodes
        if nodes == end or nodes > limit:
            layer[cells + 1] = 0
            break
    for node in range(int(layer[cells]), nodes + 1):
        arcs[node] = count
    return Graph(layer, state[:nodes], arcs[: nodes + 1], child[:count], take[:count])


def _trim(graph: Graph) -> Graph:
    """The graph without nodes from which the end cannot be reached, and without arcs to them."""
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, state, arcs, child, take = graph.layer, graph.state, graph.arcs, graph.child, graph.take
    nodes, final = len(state), int(layer[len(layer) - 2])
    keep = _filled(nodes, 0)
    for node in range(nodes - 1, -1, -1):
        keep[node] = int(node >= final)
        for a in range(arcs[node], arcs[node + 1]):
            keep[node] |= keep[child[a]]
    number = _filled(nodes + 1, 0)
    for node in range(nodes):
        number[node + 1] = number[node] + keep[node]
    for i in range(len(layer)):
        layer[i] = number[layer[i]]
    count = 0
    for node in range(nodes):
        if keep[node]:
            new, a, end = number[node], arcs[node], arcs[node + 1]
            for f in range(state.shape[1]):
                state[new, f] = state[node, f]
            arcs[new] = count
            for old in range(a, end):
                if keep[child[old]]:
                    child[count] = number[child[old]]
                    take[count] = take[old]
                    count += 1
    left = number[nodes]
    arcs[left] = count
    return Graph(
        layer,
        _resized_rows(state, left, left),
        _resized(arcs, left + 1, left + 1),
        _resized(child, count, count),
        _resized(take, count, count),
    )


@kernel
def grow(plan: Any, size: int, limit: int) -> Graph:
    """The diagram of a plan; `size` is the sum of `width` over all touches.

    `layer[-1]` is 0 where no world is left, and where there are more than `limit` nodes.
    """
    graph = _build(plan, _minimise(plan, size), limit)
    return _trim(graph) if graph.layer[len(graph.layer) - 1] else graph
