"""Weigh a diagram exactly, in whole numbers and fractions of any size.

The same passes as `beliefs.kernels.weights`, on NumPy arrays of Python numbers.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.facts import exactly_as_given
from beliefs.kernels.graph import Graph
from beliefs.layout import Layout
from beliefs.plan import Plan

Objects = npt.NDArray[np.object_]


def ways(layout: Layout, plan: Plan, graph: Graph) -> Objects:
    """In how many ways the pool takes the cards of each arc: ints[arcs]."""
    base = int(plan.copies.max(initial=0)) + 1
    remain = np.repeat(graph.state[:, -1].astype(np.int64), np.diff(graph.arcs))
    pairs, number = np.unique(remain * base + graph.take, return_inverse=True)
    counted = np.array([comb(*divmod(pair, base)) for pair in pairs.tolist()], object)[number]
    for cell, q in enumerate(layout.pool):
        if layout.pools[q].open:
            spread = len(layout.pools[q].places)
            arcs = arcs_of(graph, cell)
            counted[arcs] *= np.array([spread**k for k in graph.take[arcs].tolist()], object)
    return counted


def likelihood(layout: Layout, plan: Plan, graph: Graph) -> Objects:
    """Prior weights, and tables of the sums that close, of each arc: ints or Fractions[arcs]."""
    weight = np.ones(len(graph.child), object)
    source = np.repeat(np.arange(len(graph.state)), np.diff(graph.arcs))
    for cell, prior in enumerate(layout.prior):
        arcs = arcs_of(graph, cell)
        if prior != 1:
            base = exactly_as_given(prior)
            weight[arcs] *= np.array([base**k for k in graph.take[arcs].tolist()], object)
        for t in range(plan.touch[cell], plan.touch[cell + 1]):
            f = plan.sum[t]
            table = layout.sums[f].table
            if plan.closes[t] and any(v not in (0, 1) for v in table):
                exact = np.array([exactly_as_given(v) for v in table], object)
                weight[arcs] *= exact[
                    graph.state[source[arcs], f] + graph.take[arcs] * plan.step[t]
                ]
    return weight


def backward(graph: Graph, weight: Objects) -> tuple[Objects, Objects]:
    """Weight of all completions of every node, and of every arc."""
    back = np.ones(len(graph.state), object)
    flow = weight.copy()
    for cell in range(len(graph.layer) - 3, -1, -1):
        arcs = arcs_of(graph, cell)
        flow[arcs] *= back[graph.child[arcs]]
        begin, end = graph.layer[cell], graph.layer[cell + 1]
        back[begin:end] = np.add.reduceat(flow[arcs], graph.arcs[begin:end] - arcs.start)
    return back, flow


def expected(layout: Layout, plan: Plan, graph: Graph, weight: Objects) -> list[list[Any]]:
    """Cards of each row in each pool, summed over all worlds with their weights [rows][pools]."""
    _, flow = backward(graph, weight)
    reach = np.zeros(len(graph.state), object)
    reach[0] = 1
    source = np.repeat(np.arange(len(graph.state)), np.diff(graph.arcs))
    counts: list[list[Any]] = [[0] * len(layout.pools) for _ in plan.copies]
    for cell, (r, q) in enumerate(zip(plan.row.tolist(), layout.pool, strict=True)):
        arcs = arcs_of(graph, cell)
        come = reach[source[arcs]]
        np.add.at(reach, graph.child[arcs], come * weight[arcs])
        counts[r][q] += (come * flow[arcs] * graph.take[arcs].astype(object)).sum()
    return counts


def arcs_of(graph: Graph, cell: int) -> slice:
    """The arcs of a layer."""
    return slice(int(graph.arcs[graph.layer[cell]]), int(graph.arcs[graph.layer[cell + 1]]))
