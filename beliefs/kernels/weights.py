"""Weigh a diagram in float64: arcs, completions, probabilities.

The exact twin of these kernels, in whole numbers and fractions, is `beliefs.fractional`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import kernel

BIG = 2.0**400


class Weights(NamedTuple):
    """What cells and sums weigh, in floats."""

    pool: npt.NDArray[np.int64]  # [cells]
    spread: npt.NDArray[np.float64]  # [cells] places that a card may choose among in an open pool
    prior: npt.NDArray[np.float64]  # [cells]
    values: npt.NDArray[np.float64]  # the tables of all sums, one after the other


class Passes(NamedTuple):
    """The figures of a weighed diagram."""

    likelihood: npt.NDArray[np.float64]  # [arcs]
    back: npt.NDArray[np.float64]  # [nodes] weight of all completions, times 2**-exponent
    flow: npt.NDArray[np.float64]  # [arcs] the same for an arc
    exponent: int
    passed: npt.NDArray[np.float64]  # [arcs] probability
    expected: npt.NDArray[np.float64]  # [rows, pools] cards


def _zeros(rows: int, columns: int) -> Any:
    zeros = np.empty((rows, columns), np.float64)
    for i in range(rows):
        for k in range(columns):
            zeros[i, k] = 0.0
    return zeros


def _pascal(copies: Any) -> Any:
    """Binomial coefficients up to the largest of some numbers."""
    n = 0
    for i in range(len(copies)):
        n = max(n, int(copies[i]))
    choose = _zeros(n + 1, n + 1)
    for i in range(n + 1):
        choose[i, 0] = 1.0
        for k in range(1, i + 1):
            choose[i, k] = choose[i - 1, k - 1] + choose[i - 1, k]
    return choose


def _weigh(plan: Any, graph: Any, weights: Any) -> Any:
    """Ways and likelihood of every arc: float64[arcs] each.

    Ways: which of the row's remaining cards the pool takes (and to which of its places they go,
    when it is open). Likelihood: prior weights, and tables of the sums that close here.
    """
    choose = _pascal(plan.copies)
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, state, arcs, take = graph.layer, graph.state, graph.arcs, graph.take
    ways = np.empty(len(take), np.float64)
    likelihood = np.empty(len(take), np.float64)
    sums = plan.start.size
    for cell in range(plan.row.size):
        spread, prior = weights.spread[cell], weights.prior[cell]
        for node in range(layer[cell], layer[cell + 1]):
            remain = int(state[node, sums])
            for a in range(arcs[node], arcs[node + 1]):
                k = int(take[a])
                ways[a] = choose[remain, k] * spread**k
                likelihood[a] = prior**k
                for t in range(plan.touch[cell], plan.touch[cell + 1]):
                    if plan.closes[t]:
                        f = int(plan.sum[t])
                        total = int(state[node, f]) + k * int(plan.step[t])
                        likelihood[a] *= weights.values[int(plan.table[f]) + total]
    return ways, likelihood


def _backward(graph: Any, ways: Any, likelihood: Any) -> Any:
    """Weight of all completions: of every node, of every arc, and the power of two left out.

    A layer that grows beyond 2**400, or falls below 2**-400, is scaled by a power of two: the
    true weight of the root is `back[0] * 2**exponent`.
    """
    layer, arcs, child = graph.layer, graph.arcs, graph.child
    back = np.empty(len(graph.state), np.float64)
    flow = np.empty(len(child), np.float64)
    for node in range(layer[len(layer) - 2], len(back)):
        back[node] = 1.0
    exponent = 0
    for cell in range(len(layer) - 3, -1, -1):
        begin, end = int(layer[cell]), int(layer[cell + 1])
        largest = 0.0
        for node in range(begin, end):
            weight = 0.0
            for a in range(arcs[node], arcs[node + 1]):
                flow[a] = ways[a] * likelihood[a] * back[child[a]]
                weight += flow[a]
            back[node] = weight
            largest = max(largest, weight)
        while largest > BIG or 0.0 < largest < 1.0 / BIG:
            scale = 1.0 / BIG if largest > BIG else BIG
            for node in range(begin, end):
                back[node] *= scale
            for a in range(arcs[begin], arcs[end]):
                flow[a] *= scale
            exponent += 400 if largest > BIG else -400
            largest *= scale
    return back, flow, exponent


def _forward(plan: Any, graph: Any, pool: Any, back: Any, flow: Any, pools: int) -> Any:
    """Probability of every arc, and expected cards of every row in every pool [rows, pools]."""
    row, layer, arcs, child, take = plan.row, graph.layer, graph.arcs, graph.child, graph.take
    reach = np.empty(len(back), np.float64)
    for node in range(len(back)):
        reach[node] = 0.0
    reach[0] = 1.0
    passed = np.empty(len(flow), np.float64)
    expected = _zeros(plan.copies.size, pools)
    for cell in range(len(row)):
        r, q = int(row[cell]), int(pool[cell])
        for node in range(layer[cell], layer[cell + 1]):
            for a in range(arcs[node], arcs[node + 1]):
                share = reach[node] * flow[a] / back[node] if reach[node] > 0.0 else 0.0
                passed[a] = share
                reach[child[a]] += share
                expected[r, q] += share * int(take[a])
    return passed, expected


@kernel
def weighed(plan: Any, graph: Any, weights: Any, pools: int) -> Any:
    """The diagram weighed, once backwards and once forwards: the fields of `Passes`."""
    ways, likelihood = _weigh(plan, graph, weights)
    back, flow, exponent = _backward(graph, ways, likelihood)
    passed, expected = _forward(plan, graph, weights.pool, back, flow, pools)
    return likelihood, back, flow, exponent, passed, expected
