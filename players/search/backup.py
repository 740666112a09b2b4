"""Back-up: what an iteration found is added to the nodes that it went through."""

from __future__ import annotations

import math
from typing import Any

from compiled import inlined, slot


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
        node.spread = math.sqrt(1.0 / node.visits)
    tree[0].visits += 1
