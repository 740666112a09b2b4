"""Weigh a diagram in float64: arcs, completions, probabilities.

All sums are of positive numbers, so that nothing cancels out: each relative error is at most some
1e-16 for each layer. The exact twin of these kernels is `beliefs.kernels.residues`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.plan import CLOSES, POOL, ROW, SUM, TAKE, TOUCH, VERSION, WEIGHTED
from compiled import kernel

BIG = 2.0**400


class Passes(NamedTuple):
    """The figures of a weighed diagram."""

    back: npt.NDArray[np.float64]  # [nodes] weight of all completions, times 2**-exponent
    flow: npt.NDArray[np.float64]  # [arcs] the same for an arc
    reach: npt.NDArray[np.float64]  # [nodes] probability that a world passes
    expected: npt.NDArray[np.float64]  # [rows, pools] cards
    exponent: int


def closed(plan: Any, least: Any, classes: Any, values: Any, layer: int, code: int) -> float:
    """The weight of the sums that close in a layer, by the number that an arc carries."""
    weight = 1.0
    for t in range(plan.layers[layer, TOUCH], plan.layers[layer + 1, TOUCH]):
        if plan.touches[t, CLOSES] and plan.sums[int(plan.touches[t, SUM]), WEIGHTED]:
            weight *= values[int(plan.touches[t, VERSION]) + code % int(classes[t])]
            code //= int(classes[t])
    return weight


def _backward(plan: Any, graph: Any, automata: Any, weight: Any, values: Any) -> Any:
    """Weight of all completions: of every node, of every arc, and the power of two left out.

    An arc weighs its option's weight, times the ways in which the cards can be chosen among those
    that remain, times the sums that close. A layer that grows beyond 2**400, or falls below
    2**-400, is scaled by a power of two: the weight of the root is `back[0] * 2**exponent`.
    """
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, arcs, child, option = graph.layer, graph.arcs, graph.child, graph.option
    remain, factor, options = graph.remain, graph.factor, plan.options
    back = np.empty(len(arcs) - 1, np.float64)
    flow = np.empty(len(child), np.float64)
    for node in range(layer[len(layer) - 2], len(back)):
        back[node] = 1.0
    exponent = 0
    for cell in range(len(layer) - 3, -1, -1):
        begin, end = int(layer[cell]), int(layer[cell + 1])
        largest = 0.0
        for node in range(begin, end):
            total, ways, counted, left = 0.0, 1.0, 0, int(remain[node])
            for a in range(arcs[node], arcs[node + 1]):
                o = int(option[a])
                if left > 1:
                    while counted < options[o, TAKE]:
                        ways = ways * (left - counted) / (counted + 1)
                        counted += 1
                flow[a] = ways * weight[o] * back[child[a]]
                if len(factor):
                    flow[a] *= closed(
                        plan, automata.least, automata.classes, values, cell, int(factor[a])
                    )
                total += flow[a]
            back[node] = total
            largest = max(largest, total)
        while largest > BIG or 0.0 < largest < 1.0 / BIG:
            scale = 1.0 / BIG if largest > BIG else BIG
            for node in range(begin, end):
                back[node] *= scale
            for a in range(arcs[begin], arcs[end]):
                flow[a] *= scale
            exponent += 400 if largest > BIG else -400
            largest *= scale
    return back, flow, exponent


def _forward(plan: Any, graph: Any, back: Any, flow: Any, pools: int) -> Any:
    """Probability of every node, and expected cards of every row in every pool [rows, pools]."""
    layers, options, layer, arcs = plan.layers, plan.options, graph.layer, graph.arcs
    child, option = graph.child, graph.option
    reach = np.empty(len(back), np.float64)
    for node in range(len(back)):
        reach[node] = 0.0
    reach[0] = 1.0
    rows = 0
    for cell in range(len(layer) - 2):
        rows = max(rows, int(layers[cell, ROW]) + 1)
    expected = np.empty((rows, pools), np.float64)
    for r in range(rows):
        for q in range(pools):
            expected[r, q] = 0.0
    for cell in range(len(layer) - 2):
        r = int(layers[cell, ROW])
        for node in range(layer[cell], layer[cell + 1]):
            if reach[node] > 0.0:
                share = reach[node] / back[node]
                for a in range(arcs[node], arcs[node + 1]):
                    passed = share * flow[a]
                    reach[child[a]] += passed
                    o = int(option[a])
                    if options[o, TAKE]:
                        expected[r, int(options[o, POOL])] += passed * int(options[o, TAKE])
    return reach, expected


@kernel
def weighed(plan: Any, graph: Any, automata: Any, weight: Any, values: Any, pools: int) -> Passes:
    """The diagram weighed, once backwards and once forwards.

    weight: float64[options], of all cards that the option takes. values: float64[versions], what
    each class of each sum weighs when it closes.
    """
    back, flow, exponent = _backward(plan, graph, automata, weight, values)
    reach, expected = _forward(plan, graph, back, flow, pools)
    return Passes(back, flow, reach, expected, exponent)
