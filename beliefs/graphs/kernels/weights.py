"""Weigh a diagram in float64: arcs, completions, probabilities.

All sums are of positive numbers, so that nothing cancels out: each relative error is at most some
1e-16 for each layer. The exact twin of these kernels is `beliefs.graphs.kernels.residues`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs.plan import CLOSES, COPIES, POOL, ROW, SUM, TAKE, TOUCH, VERSION, WEIGHTED
from compiled import kernel

BIG = 2.0**400
EXACT = 2.0**53
"""Up to here float64 holds every whole number."""


class Passes(NamedTuple):
    """The figures of a weighed diagram."""

    back: npt.NDArray[np.float64]  # [nodes] weight of all completions, times 2**-exponent
    flow: npt.NDArray[np.float64]  # [arcs] the same for an arc
    reach: npt.NDArray[np.float64]  # [nodes] probability that a world passes
    expected: npt.NDArray[np.float64]  # [rows, pools] cards


def closed(plan: Any, least: Any, classes: Any, values: Any, layer: int, code: int) -> float:
    """The weight of the sums that close in a layer, by the number that an arc carries."""
    weight = 1.0
    for t in range(plan.layers[layer, TOUCH], plan.layers[layer + 1, TOUCH]):
        if plan.touches[t, CLOSES] and plan.sums[int(plan.touches[t, SUM]), WEIGHTED]:
            weight *= values[int(plan.touches[t, VERSION]) + code % int(classes[t])]
            code //= int(classes[t])
    return weight


def _one_more(ways: float, left: int, taken: int) -> float:
    """The ways to take one card more than `taken` of those left; exact where it is below 2**53."""
    product = ways * (left - taken)
    if product < EXACT:
        return product / (taken + 1)
    rest = ways % (taken + 1)
    return (ways - rest) / (taken + 1) * (left - taken) + rest * (left - taken) / (taken + 1)


def _backward(
    plan: Any, graph: Any, automata: Any, weight: Any, values: Any, back: Any, flow: Any
) -> int:
    """Weight of all completions of every node and arc; returns the power of two left out.

    An arc weighs its option's weight, times the ways in which the cards can be chosen among those
    that remain, times the sums that close. A layer that grows beyond 2**400, or falls below
    2**-400, is scaled by a power of two: the weight of the root is `back[0] * 2**exponent`.
    """
    # Fields of tuples are read once here: in the loops each reading would count references.
    layer, arcs, child, option = graph.layer, graph.arcs, graph.child, graph.option
    remain, factor, options = graph.remain, graph.factor, plan.options
    for node in range(layer[len(layer) - 2], len(back)):
        back[node] = 1.0
    most = 0
    for cell in range(len(plan.layers) - 1):
        most = max(most, int(plan.layers[cell, COPIES]))
    choices = np.empty(most // 2 + 1)  # [take] for few of those left: as many as for all the others
    choices[0] = 1.0
    exponent = 0
    for cell in range(len(layer) - 3, -1, -1):
        begin, end = int(layer[cell]), int(layer[cell + 1])
        largest = 0.0
        for node in range(begin, end):
            total, ways, counted, left = 0.0, 1.0, 0, int(remain[node])
            for a in range(arcs[node], arcs[node + 1]):
                o = int(option[a])
                if left > 1:
                    few = min(int(options[o, TAKE]), left - int(options[o, TAKE]))
                    while counted < few:
                        choices[counted + 1] = _one_more(choices[counted], left, counted)
                        counted += 1
                    ways = choices[few]
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
    return exponent


def _forward(plan: Any, graph: Any, back: Any, flow: Any, reach: Any, expected: Any) -> None:
    """Probability of every node, and expected cards of every row in every pool; both 0 at first.

    Expected cards are sums over all arcs of a layer, millions maybe: what rounding takes from each
    sum is added up beside it (Kahan, "Further remarks on reducing truncation errors", 1965).
    """
    layers, options, layer, arcs = plan.layers, plan.options, graph.layer, graph.arcs
    child, option = graph.child, graph.option
    reach[0] = 1.0
    lost = np.empty(expected.shape[1])
    for cell in range(len(layer) - 2):
        r = int(layers[cell, ROW])
        for q in range(len(lost)):
            lost[q] = 0.0
        for node in range(layer[cell], layer[cell + 1]):
            if reach[node] > 0.0:
                share = reach[node] / back[node]
                for a in range(arcs[node], arcs[node + 1]):
                    passed = share * flow[a]
                    reach[child[a]] += passed
                    o = int(option[a])
                    if options[o, TAKE]:
                        q = int(options[o, POOL])
                        more = passed * int(options[o, TAKE]) - lost[q]
                        total = expected[r, q] + more
                        lost[q] = (total - expected[r, q]) - more
                        expected[r, q] = total


@kernel
def weigh(plan: Any, graph: Any, automata: Any, weight: Any, values: Any, passes: Any) -> int:
    """The diagram weighed, once backwards and once forwards, into `passes` (0 at first).

    weight: float64[options], of all cards that the option takes. values: float64[versions], what
    each class of each sum weighs when it closes. Returns the exponent of the power of two.
    """
    exponent = _backward(plan, graph, automata, weight, values, passes.back, passes.flow)
    _forward(plan, graph, passes.back, passes.flow, passes.reach, passes.expected)
    return exponent
