"""Back-up: what an iteration found is added to the nodes that it went through."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from compiled import inlined, slot

SPREADS = np.array([1.0] + [math.sqrt(1.0 / n) for n in range(1, 4096)])
"""1 / the root of small counts: looking up takes less time than a division and a root."""


@inlined
def spread(visits: int) -> float:
    """1 / the root of a count from 1 on."""
    return float(SPREADS[visits]) if 0 <= visits < len(SPREADS) else math.sqrt(1.0 / visits)


@slot(optional=True)
@inlined
def back_up(tree: Any, path: Any, length: int, result: Any) -> None:
    """Count a visit of each node of a path, and add the result of the seat that chose it.

    Args:
        path: int64[length] at least, the nodes from below the root.
        result: float64[seats], from 0 (worst) to 1 (best).
    """
    for k in range(length):
        node = tree[int(path[k])]
        node.visits += 1
        node.reward += result[int(node.mover)]
        node.average = node.reward / node.visits
        node.spread = spread(int(node.visits))
    tree[0].visits += 1
