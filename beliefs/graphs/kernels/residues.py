"""Weigh a diagram in whole numbers of any size: by their residues modulo primes.

The passes of `beliefs.graphs.kernels.weights`, modulo one prime below 2**31 after the other; the
numbers themselves follow from enough residues by the Chinese remainder theorem (`graphs.exact`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from beliefs.graphs.plan import CLOSES, COPIES, POOL, ROW, SUM, TAKE, TOUCH, VERSION, WEIGHTED
from compiled import kernel


def _factorials(n: int, prime: int) -> Any:
    """0! to n! modulo a prime, and their inverses."""
    factorial, inverse = np.empty(n + 2, np.int64), np.empty(n + 2, np.int64)
    factorial[0] = factorial[1] = inverse[0] = inverse[1] = 1
    for i in range(2, n + 1):
        factorial[i] = int(factorial[i - 1]) * i % prime
        inverse[i] = (prime - prime // i) * int(inverse[prime % i]) % prime  # of i alone, as yet
    for i in range(2, n + 1):
        inverse[i] = int(inverse[i]) * int(inverse[i - 1]) % prime
    return factorial, inverse


@kernel
def residues(
    plan: Any, graph: Any, automata: Any, weight: Any, values: Any, prime: int, cards: Any
) -> Any:
    """Weight of all completions of each node modulo a prime: int64[nodes].

    weight [options] and values [versions] as in `weighed`, modulo the prime. Adds to `cards`
    [rows, pools], unless it is empty, the cards of each row in each pool over all worlds.
    """
    layers, options, touches, sums = plan.layers, plan.options, plan.touches, plan.sums
    layer, arcs, child, option = graph.layer, graph.arcs, graph.child, graph.option
    remain, factor, classes = graph.remain, graph.factor, automata.classes
    most = 1
    for cell in range(len(layers) - 1):
        most = max(most, int(layers[cell, COPIES]))
    factorial, inverse = _factorials(most, prime)
    back = np.empty(len(arcs) - 1, np.int64)
    weights = np.empty(len(child), np.int64)
    for node in range(layer[len(layer) - 2], len(back)):
        back[node] = 1
    for cell in range(len(layer) - 3, -1, -1):
        for node in range(layer[cell], layer[cell + 1]):
            total, left = 0, int(remain[node])
            for a in range(arcs[node], arcs[node + 1]):
                o = int(option[a])
                here = int(weight[o])
                if left > 1:
                    k = int(options[o, TAKE])
                    here = here * int(factorial[left]) % prime
                    here = here * int(inverse[k]) % prime * int(inverse[left - k]) % prime
                if len(factor):
                    code = int(factor[a])
                    for t in range(layers[cell, TOUCH], layers[cell + 1, TOUCH]):
                        if touches[t, CLOSES] and sums[int(touches[t, SUM]), WEIGHTED]:
                            now = int(touches[t, VERSION]) + code % int(classes[t])
                            here = here * int(values[now]) % prime
                            code //= int(classes[t])
                weights[a] = here
                total += here * int(back[child[a]]) % prime
            back[node] = total % prime
    if len(cards):
        reach = np.empty(len(back), np.int64)
        for node in range(len(back)):
            reach[node] = 0
        reach[0] = 1
        for cell in range(len(layer) - 2):
            r = int(layers[cell, ROW])
            for node in range(layer[cell], layer[cell + 1]):
                come = int(reach[node])
                for a in range(arcs[node], arcs[node + 1]):
                    passed = come * int(weights[a]) % prime
                    reach[child[a]] = (int(reach[child[a]]) + passed) % prime
                    o = int(option[a])
                    if options[o, TAKE]:
                        q = int(options[o, POOL])
                        add = passed * int(back[child[a]]) % prime * int(options[o, TAKE])
                        cards[r, q] = (int(cards[r, q]) + add) % prime
    return back
