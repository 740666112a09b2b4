"""Weigh a diagram by logarithms: for weights that lie too far apart for float64.

The same passes as `beliefs.graphs.kernels.weights`, layer by layer in NumPy, with log2 of every
weight. Relative errors are some 1e-16 for each bit of the largest weight: 1e-13 for 2**1000.
"""

from __future__ import annotations

from functools import cache
from math import log2

import numpy as np
import numpy.typing as npt

from beliefs.graphs.kernels.build import Graph
from beliefs.graphs.plan import POOL, ROW, TAKE, Plan

Floats = npt.NDArray[np.float64]


def ways(plan: Plan, graph: Graph) -> Floats:
    """log2 of the ways in which the cards of each arc can be chosen among those that remain."""
    take = plan.options[graph.option, TAKE]
    remain = np.repeat(graph.remain, np.diff(graph.arcs))
    coarse, fine = _factorials(1 << int(remain.max(initial=0)).bit_length())
    found = np.zeros(len(take))
    some = np.flatnonzero((take > 0) & (take < remain))
    if len(some):
        n, k = remain[some], take[some]
        found[some] = coarse[n] - coarse[k] - coarse[n - k]
        found[some] += fine[n] - fine[k] - fine[n - k]
    return found


@cache
def _factorials(most: int) -> tuple[Floats, Floats]:
    """log2 of 0! to most!, in two parts: multiples of 2**-20, and what is left beyond those.

    The first ones are exact in differences of large numbers, where nothing may be lost.
    """
    coarse, fine = np.zeros(most + 1), np.zeros(most + 1)
    for n in range(2, most + 1):
        more = log2(n)
        step = round(more * 2**20) / 2**20
        left = fine[n - 1] + (more - step)
        carry = round(left * 2**20) / 2**20
        coarse[n], fine[n] = coarse[n - 1] + step + carry, left - carry
    return coarse, fine


def weighed(
    plan: Plan, graph: Graph, total: Floats, pools: int
) -> tuple[float, Floats, Floats, Floats]:
    """The diagram weighed, once backwards and once forwards. `total`: log2 of each arc's weight.

    Returns log2 of the weight of all paths; the probability of each arc among those of its node;
    that of each node; expected cards [rows, pools].
    """
    source = np.repeat(np.arange(len(graph.arcs) - 1), np.diff(graph.arcs))
    back, total = np.zeros(len(graph.arcs) - 1), total.copy()
    for cell in range(len(graph.layer) - 3, -1, -1):
        arcs, nodes = _arcs_of(graph, cell), slice(graph.layer[cell], graph.layer[cell + 1])
        total[arcs] += back[graph.child[arcs]]
        back[nodes] = np.logaddexp2.reduceat(total[arcs], graph.arcs[nodes] - arcs.start)
    flow = np.exp2(total - back[source])
    reach = np.zeros(len(back))
    rows = int(plan.layers[:-1, ROW].max(initial=-1)) + 1
    expected = np.zeros((rows, pools))
    reach[0] = 1.0
    for cell, r in enumerate(plan.layers[:-1, ROW].tolist()):
        arcs = _arcs_of(graph, cell)
        passed = reach[source[arcs]] * flow[arcs]
        np.add.at(reach, graph.child[arcs], passed)
        options = plan.options[graph.option[arcs]]
        taken = options[:, TAKE] > 0
        pool, cards = options[taken, POOL], passed[taken] * options[taken, TAKE]
        for q in np.unique(pool).tolist():
            expected[r, q] += cards[pool == q].sum()  # in pairs: less is lost than one by one
    return float(back[0]), flow, reach, expected


def _arcs_of(graph: Graph, cell: int) -> slice:
    """The arcs of a layer."""
    return slice(int(graph.arcs[graph.layer[cell]]), int(graph.arcs[graph.layer[cell + 1]]))
