"""Tree reuse: a search goes on where the one before it, at the seat's last decision, has left off.

The moves that the seat has seen since lead down its old tree, to the node whose subtree is kept;
all else is given up. Visits that were made in worlds which have since turned out wrong count on:
what a few moves have taught is less than what a search has found, and fresh iterations outvote it.

Where the tree has no such node, or nothing below it, the search begins anew: as after a new deal.
Of trees that are kept for other seats, too, only those go on down which the moves lead that this
seat has seen: where everybody sees every move in full. A tree whose steps are options themselves,
not what the seat sees of them, goes on in such games alone: elsewhere the code of one option may be
what the seat saw of another.

What is remembered are the searched trees themselves, not copies, so remembering takes no time. It
takes memory: all trees of a worker's search are one array, which stays until the seat's next
decision is made and remembered in its stead. Meanwhile there are two of them. Nodes that were not
used take next to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from players.search.root import children
from players.search.tree import (
    NODE,
    NODES,
    NONE,
    child_by,
    new_counts,
    new_tree,
    prune,
    reroot,
)

Tree = tuple[NDArray[Any], NDArray[np.int64]]
"""A tree and its counts, NODE[nodes] and int64[2]; or several that are searched together,
NODE[trees, nodes] and int64[trees, 2]."""


def used(
    trees: NDArray[Any], counts: NDArray[np.int64], which: Iterable[int]
) -> tuple[NDArray[Any], ...]:
    """What is to be remembered of searched trees: of each the nodes that are used, read-only.

    These are views, so nobody may search the trees any further.

    >>> trees, counts = new_trees(3, 100)
    >>> [tree.shape for tree in used(trees, counts, [0, 2])]
    [(1,), (1,)]
    """
    kept = []
    for i in which:
        part = trees[i, : int(counts[i, NODES])]
        part.flags.writeable = False
        kept.append(part)
    return tuple(kept)


def numbers(nodes: NDArray[Any]) -> NDArray[np.int64]:
    """The same memory as whole numbers: records are copied several times as slowly."""
    return nodes.view(np.int64)


def planted(
    old: Sequence[NDArray[Any] | None],
    moves: Sequence[tuple[int, int]],
    seat: int,
    options: NDArray[np.int64],
    room: int,
    most: int,
    node: np.dtype[Any],
) -> Tree:
    """Trees to be searched together: of old ones what goes on, else new ones.

    Args:
        old: the trees that are remembered, copied and not written to; None where there is none.
        moves, seat, options: as for :func:`replanted`.
        room: for so many further nodes there is room in each,
        most: if there are no more than so many altogether.
        node: the record of their nodes.
    """
    kept = [None if one is None else replanted(one, moves, seat, options, most) for one in old]
    wide = max([room, *(min(len(one) + room, most) for one in kept if one is not None)])
    trees, counts = new_trees(len(old), wide, node)
    for i, one in enumerate(kept):
        if one is not None:
            numbers(trees[i, : len(one)])[:] = numbers(one)
            counts[i, NODES] = len(one)
    return trees, counts


def new_trees(trees: int, nodes: int, node: np.dtype[Any] = NODE) -> Tree:
    """So many trees with room for so many nodes each, and their counts.

    >>> trees, counts = new_trees(3, 100)
    >>> trees.shape, counts.tolist()
    ((3, 100), [[0, 1], [0, 1], [0, 1]])
    """
    made = np.zeros((trees, nodes), node)
    made[:, 0] = new_tree(1, node)
    return made, np.array([new_counts()] * trees)


def replanted(
    old: NDArray[Any],
    moves: Sequence[tuple[int, int]],
    seat: int,
    options: NDArray[np.int64],
    most: int,
) -> NDArray[Any] | None:
    """What an old tree has below the moves that were made since; None if there is nothing.

    Args:
        old: NODE[nodes], a remembered tree; it stays as it is.
        moves: the moves since its root's decision, that one first: (seat, option).
        seat: whose decision it is now.
        options: the options that are weighed at the root; what led to others is given up.
        most: so many nodes may stay.
    """
    node = 0
    for mover, option in moves:
        node = child_by(old, node, option, mover)
        if node == NONE:
            return None
    tree = numbers(old).copy().view(old.dtype)
    keep_children(tree, node, seat, {int(option) for option in options})
    if tree[node]["child"] == NONE:
        return None
    moved = np.empty(len(tree), np.int64)
    left = int(reroot(tree, len(tree), node, moved))
    while left > most:
        before, left = left, int(prune(tree[:left], left, moved))
        if left == before:
            return None  # the root's children alone are too many
    return tree[:left]


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
