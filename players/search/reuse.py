"""Tree reuse: a search goes on where the one before it, at the seat's last decision, has left off.

The moves that the seat has seen since lead down its old tree, to the node whose subtree is kept;
all else is given up. Visits that were made in worlds which have since turned out wrong count on:
what a few moves have taught is less than what a search has found, and fresh iterations outvote it.

Where the tree has no such node, or nothing below it, the search begins anew: after a new deal, or
where a move was seen only in part (a code that stands for several).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from players.search.root import children
from players.search.tree import (
    NODES,
    NONE,
    child_by,
    new_counts,
    new_tree,
    prune,
    reroot,
)

Tree = tuple[NDArray[Any], NDArray[np.int64]]
"""A tree and its counts."""


def used(trees: Sequence[Tree]) -> tuple[NDArray[Any], ...]:
    """What is to be remembered of searched trees: as much of each as is used, never written to."""
    kept = []
    for tree, counts in trees:
        part = tree[: int(counts[NODES])].copy()
        part.flags.writeable = False
        kept.append(part)
    return tuple(kept)


def replanted(
    old: NDArray[Any],
    moves: Sequence[tuple[int, int]],
    seat: int,
    options: NDArray[np.int64],
    room: int,
    most: int,
) -> Tree | None:
    """An old tree below the moves that were made since, to search on; None if there is nothing.

    Args:
        old: NODE[nodes], a remembered tree; it stays as it is.
        moves: the moves since its root's decision, that one first: (seat, option).
        seat: whose decision it is now.
        options: the options that are weighed at the root; what led to others is given up.
        room: for so many further nodes there is room,
        most: if there are no more than so many altogether.
    """
    node = 0
    for mover, option in moves:
        node = child_by(old, node, option, mover)
        if node == NONE:
            return None
    tree = old.copy()
    keep_children(tree, node, seat, {int(option) for option in options})
    if tree[node]["child"] == NONE:
        return None
    moved = np.empty(len(tree), np.int64)
    left = int(reroot(tree, len(tree), node, moved))
    while left > most:
        before, left = left, int(prune(tree[:left], left, moved))
        if left == before:
            return None  # the root's children alone are too many
    grown, counts = new_tree(min(left + room, most), tree.dtype), new_counts()
    grown[:left] = tree[:left]
    counts[NODES] = left
    return grown, counts


def keep_children(tree: NDArray[Any], node: int, seat: int, options: set[int]) -> None:
    """Unlink the children that are not by an option of the seat, in place."""
    last = NONE
    for child in children(tree, node):
        if int(tree[child]["mover"]) != seat or int(tree[child]["action"]) not in options:
            continue
        if last == NONE:
            tree[node]["child"] = child
        else:
            tree[last]["sibling"] = child
        last = child
    if last == NONE:
        tree[node]["child"] = NONE
    else:
        tree[last]["sibling"] = NONE
