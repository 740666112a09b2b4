"""The search tree as one array of named records; children are linked lists.

A tree has room for so many nodes and never takes more memory. When it is full, the least visited
half is given up (:func:`prune`): what the search has come to believe unlikely is what it forgets,
and the sums in the nodes that stay hold what was learned below them.

Edward Powley, Peter Cowling, Daniel Whitehouse: "Memory Bounded Monte Carlo Tree Search", AIIDE
2017, compares ways to recycle nodes; theirs takes back one node at a time, the one that was left
unvisited for longest, and touches every node of a path for that. Here nothing is paid before the
tree is full.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import inlined, kernel

NONE = -1

ITERATIONS, NODES = 0, 1
"""What the two numbers of :func:`new_counts` count."""


def node_type(*further: str) -> np.dtype[Any]:
    """The record of a node, with further numbers that a way of selecting needs."""
    fields = [
        ("action", np.int64),  # the option that led here
        ("mover", np.int64),  # the seat that chose it
        ("visits", np.int64),
        ("availability", np.int64),  # how often it could have been chosen
        ("reward", np.float64),  # sum of the mover's results, each from 0 to 1
        ("average", np.float64),  # reward / visits
        ("spread", np.float64),  # 1 / the root of visits
        ("child", np.int32),  # the latest child, or NONE
        ("sibling", np.int32),  # the child of the same node made before, or NONE
        *((name, np.float64) for name in further),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


NODE = node_type()


def new_tree(nodes: int, node: np.dtype[Any] = NODE) -> NDArray[Any]:
    """Room for so many nodes; node 0 is the root. What is not used yet takes no memory."""
    tree = np.zeros(nodes, node)
    tree[0]["child"] = NONE
    tree[0]["sibling"] = NONE
    return tree


def new_counts() -> NDArray[np.int64]:
    """How many iterations a tree has seen, and how many nodes it has: int64[2], for a new tree."""
    return np.array([0, 1], np.int64)


def child_by(tree: Any, parent: int, action: int, mover: int) -> int:
    """The child of a node by an option of a seat, or NONE."""
    child = int(tree[parent].child)
    while child != NONE and (tree[child].action != action or tree[child].mover != mover):
        child = int(tree[child].sibling)
    return child


@inlined
def add_child(tree: Any, parent: int, at: int, action: int, mover: int) -> None:
    """Make node ``at`` the child of ``parent`` by an option of ``mover``; it was available once."""
    node = tree[at]
    node.action = action
    node.mover = mover
    node.visits = 0
    node.availability = 1
    node.reward = 0.0
    node.child = NONE
    node.sibling = int(tree[parent].child)
    tree[parent].child = at


def compact(tree: Any, nodes: int, moved: Any) -> int:
    """Move the nodes that stay to the front, in their order, and mend their links.

    Args:
        nodes: how many there are.
        moved: int64[nodes] at least: NONE for a node that is given up; overwritten with where each
            node is now.

    Returns:
        how many are left.
    """
    for i in range(nodes):  # first the links, while all siblings are where they were
        if moved[i] != NONE:
            tree[i].child = _first_that_stays(tree, int(tree[i].child), moved)
            tree[i].sibling = _first_that_stays(tree, int(tree[i].sibling), moved)
    left = 0
    for i in range(nodes):
        if moved[i] != NONE:
            moved[i] = left
            left += 1
    for i in range(nodes):
        if moved[i] != NONE:
            at = int(moved[i])
            tree[at] = tree[i]
            if tree[at].child != NONE:
                tree[at].child = moved[int(tree[at].child)]
            if tree[at].sibling != NONE:
                tree[at].sibling = moved[int(tree[at].sibling)]
    return left


def _first_that_stays(tree: Any, node: int, moved: Any) -> int:
    while node != NONE and moved[node] == NONE:
        node = int(tree[node].sibling)
    return node


def least_kept(tree: Any, nodes: int) -> int:
    """So many visits keep a node where the least visited half is given up, if that can be."""
    fewest = 1
    left = nodes
    while left > nodes // 2 and left > 1:
        fewest += 1 + fewest // 4
        left = 0
        for i in range(nodes):
            left += tree[i].visits >= fewest
    return fewest


@kernel
def prune(tree: Any, nodes: int, moved: Any) -> int:
    """Give up the least visited nodes of a tree, at least half of them if that can be.

    The root's children stay. A node is visited no less often than its children together, so what
    stays is a tree.

    Args:
        nodes: how many there are.
        moved: int64[nodes] at least, overwritten with where each node is now, or NONE.

    Returns:
        how many are left.
    """
    fewest = least_kept(tree, nodes)
    for i in range(nodes):
        moved[i] = i if tree[i].visits >= fewest else NONE
    moved[0] = 0
    child = int(tree[0].child)
    while child != NONE:
        moved[child] = child
        child = int(tree[child].sibling)
    return compact(tree, nodes, moved)


@kernel
def reroot(tree: Any, nodes: int, root: int, moved: Any) -> int:
    """Make a node the root, and give up all that is not below it.

    Args:
        nodes: how many there are.
        moved: int64[nodes] at least, overwritten with where each node is now, or NONE.

    Returns:
        how many are left.
    """
    for i in range(nodes):
        moved[i] = NONE
    moved[root] = root
    for i in range(root, nodes):  # parents stand before their children
        child = int(tree[i].child) if moved[i] != NONE else NONE
        while child != NONE:
            moved[child] = child
            child = int(tree[child].sibling)
    tree[root].sibling = NONE
    return compact(tree, nodes, moved)
