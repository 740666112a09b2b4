"""Weigh a diagram by logarithms: for weights that lie too far apart for float64.

The same passes as `beliefs.kernels.weights`, layer by layer in NumPy, with log2 of every weight.
Relative errors are some 1e-16 for each bit of the largest weight: 1e-13 for 2**1000.
"""

from __future__ import annotations

from math import log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.fractional import Objects, arcs_of
from beliefs.kernels.graph import Graph
from beliefs.layout import Layout
from beliefs.plan import Plan

Floats = npt.NDArray[np.float64]


class Logarithms(NamedTuple):
    """The figures of a diagram."""

    likelihood: Floats  # [arcs] log2
    total: float  # log2 of the weight of all paths
    flow: Floats  # [arcs] probability among the arcs of the same node
    passed: Floats  # [arcs] probability among all paths
    expected: Floats  # [rows, pools] cards


def weighed(layout: Layout, plan: Plan, graph: Graph, ways: Objects) -> Logarithms:
    """The diagram weighed, once backwards and once forwards. `ways`: whole numbers[arcs]."""
    source = np.repeat(np.arange(len(graph.state)), np.diff(graph.arcs))
    likelihood = _likelihood(layout, plan, graph, source)
    total = likelihood + np.array([log2(n) for n in ways.tolist()], np.float64)
    back = np.zeros(len(graph.state))
    for cell in range(len(plan.row) - 1, -1, -1):
        arcs, nodes = arcs_of(graph, cell), slice(graph.layer[cell], graph.layer[cell + 1])
        total[arcs] += back[graph.child[arcs]]
        back[nodes] = np.logaddexp2.reduceat(total[arcs], graph.arcs[nodes] - arcs.start)
    flow = np.exp2(total - back[source])
    reach, passed = np.zeros(len(back)), np.zeros(len(flow))
    expected = np.zeros((len(plan.copies), len(layout.pools)))
    reach[0] = 1.0
    for cell, (r, q) in enumerate(zip(plan.row.tolist(), layout.pool, strict=True)):
        arcs = arcs_of(graph, cell)
        passed[arcs] = reach[source[arcs]] * flow[arcs]
        np.add.at(reach, graph.child[arcs], passed[arcs])
        expected[r, q] += passed[arcs] @ graph.take[arcs]
    return Logarithms(likelihood, float(back[0]), flow, passed, expected)


def _likelihood(layout: Layout, plan: Plan, graph: Graph, source: npt.NDArray[np.int64]) -> Floats:
    """log2 of prior weights, and of tables of the sums that close, of each arc."""
    weight = np.zeros(len(graph.child))
    for cell, prior in enumerate(layout.prior):
        arcs = arcs_of(graph, cell)
        if prior != 1:
            weight[arcs] += log2(prior) * graph.take[arcs]
        for t in range(plan.touch[cell], plan.touch[cell + 1]):
            if plan.closes[t]:
                f = plan.sum[t]
                logs = np.array([log2(v) if v else 0.0 for v in layout.sums[f].table])
                sums = graph.state[source[arcs], f] + graph.take[arcs] * plan.step[t]
                weight[arcs] += logs[sums]
    return weight
