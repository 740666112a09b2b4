"""The search tree as one array of named records; children are linked lists."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NONE = -1

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),  # the option that led here
                ("mover", np.int64),  # the seat that chose it
                ("visits", np.int64),
                ("availability", np.int64),  # how often it could have been chosen
                ("reward", np.float64),  # sum of the mover's results, each from 0 to 1
                ("child", np.int64),  # the latest child, or NONE
                ("sibling", np.int64),  # the child of the same node made before, or NONE
            ],
            align=True,
        ),
    )
)


def new_tree(nodes: int) -> NDArray[Any]:
    """Room for so many nodes; node 0 is the root."""
    tree = np.zeros(nodes, NODE)
    tree["child"] = NONE
    tree["sibling"] = NONE
    return tree


def child_by(tree: Any, parent: int, action: int) -> int:
    """The child of a node by an option, or NONE."""
    child = int(tree[parent].child)
    while child != NONE and tree[child].action != action:
        child = int(tree[child].sibling)
    return child


def add_child(tree: Any, parent: int, at: int, action: int, mover: int) -> None:
    """Make node ``at`` the child of ``parent`` by an option of ``mover``."""
    node = tree[at]
    node.action = action
    node.mover = mover
    node.visits = 0
    node.availability = 0
    node.reward = 0.0
    node.child = NONE
    node.sibling = int(tree[parent].child)
    tree[parent].child = at
