"""Weigh a diagram in float64: arcs, completions, probabilities.

The exact twin of these kernels, in whole numbers and fractions, is `beliefs.exact`.
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


def _pascal(n: int) -> Any:
    choose = np.zeros((n + 1, n + 1))
    for i in range(n + 1):
        choose[i, 0] = 1.0
        for k in range(1, i + 1):
            choose[i, k] = choose[i - 1, k - 1] + choose[i - 1, k]
    return choose


@kernel
def weigh(plan: Any, graph: Any, weights: Any) -> Any:
    """Ways and likelihood of every arc: float64[arcs] each.

    Ways: which of the row's remaining cards the pool takes (and to which of its places they go,
    when it is open). Likelihood: prior weights, and tables of the sums that close here.
    """
    choose = _pascal(int(plan.copies.max()) if plan.copies.size else 0)
    ways = np.ones(len(graph.child))
    likelihood = np.ones(len(graph.child))
    sums = plan.start.size
    for cell in range(plan.row.size):
        for node in range(int(graph.layer[cell]), int(graph.layer[cell + 1])):
            remain = int(graph.state[node, sums])
            for a in range(int(graph.arcs[node]), int(graph.arcs[node + 1])):
                k = int(graph.take[a])
                ways[a] = choose[remain, k] * weights.spread[cell] ** k
                likelihood[a] = weights.prior[cell] ** k
                for t in range(int(plan.touch[cell]), int(plan.touch[cell + 1])):
                    if plan.closes[t]:
                        f = int(plan.sum[t])
                        total = int(graph.state[node, f]) + k * int(plan.step[t])
                        likelihood[a] *= weights.values[int(plan.table[f]) + total]
    return ways, likelihood


@kernel
def backward(graph: Any, ways: Any, likelihood: Any) -> Any:
    """Weight of all completions: of every node, of every arc, and the power of two left out.

    A layer that grows beyond 2**400, or falls below 2**-400, is scaled by a power of two: the
    true weight of the root is `back[0] * 2**exponent`.
    """
    back = np.ones(len(graph.state))
    flow = np.empty(len(graph.child))
    exponent = 0
    for cell in range(len(graph.layer) - 3, -1, -1):
        begin, end = int(graph.layer[cell]), int(graph.layer[cell + 1])
        largest = 0.0
        for node in range(begin, end):
            weight = 0.0
            for a in range(int(graph.arcs[node]), int(graph.arcs[node + 1])):
                flow[a] = ways[a] * likelihood[a] * back[int(graph.child[a])]
                weight += flow[a]
            back[node] = weight
            largest = max(largest, weight)
        while largest > BIG or 0.0 < largest < 1.0 / BIG:
            scale = 1.0 / BIG if largest > BIG else BIG
            back[begin:end] *= scale
            flow[int(graph.arcs[begin]) : int(graph.arcs[end])] *= scale
            exponent += 400 if largest > BIG else -400
            largest *= scale
    return back, flow, exponent


@kernel
def forward(plan: Any, graph: Any, weights: Any, back: Any, flow: Any, pools: int) -> Any:
    """Probability of every arc, and expected cards of every row in every pool [rows, pools]."""
    reach = np.zeros(len(back))
    reach[0] = 1.0
    passed = np.empty(len(flow))
    expected = np.zeros((plan.copies.size, pools))
    for cell in range(plan.row.size):
        r, q = int(plan.row[cell]), int(weights.pool[cell])
        for node in range(int(graph.layer[cell]), int(graph.layer[cell + 1])):
            for a in range(int(graph.arcs[node]), int(graph.arcs[node + 1])):
                share = reach[node] * flow[a] / back[node] if reach[node] > 0.0 else 0.0
                passed[a] = share
                reach[int(graph.child[a])] += share
                expected[r, q] += share * int(graph.take[a])
    return passed, expected
