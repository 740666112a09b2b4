"""Selection: which option an iteration tries in a node of the tree.

An option that leads to no child yet comes first (expansion); else the available child with the
greatest upper confidence bound. That is UCB1 by default. The other rules that the field knows are
in :mod:`players.search.rules`; they fill the slots ``bound``, ``select`` and ``enter`` of this
file, and ``back_up``.

Only children whose option is there in the present world compete. So a child's exploration term
counts the iterations in which it could have been chosen, its *availability*, instead of its
parent's visits (Cowling, Powley, Whitehouse 2012); where every option is always there, the two are
the same.

A search spends most of its time here, so the loops are written for the compiler. Children are met
and compared in one pass, with the options that are there as :mod:`players.search.marks`. What
happens at random, that a bound is greater than those before, takes no branch, which would be
guessed wrong; of equal bounds the first and the last are kept, and those between are looked for
only if there are two. And ``child >= 0`` says what ``child != NONE`` does not: that no index counts
from the end of an array.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from compiled import below, inlined, slot
from games.kit.seam import play
from players.search.marks import is_left, keep, mark_options, meet, was_met
from players.search.tree import NODES, NONE, add_child

ROOTS = np.array([0.0] + [math.sqrt(math.log(n)) for n in range(1, 4096)])
"""Of the natural logarithms of small counts: looking up takes a tenth of the time."""


@inlined
def root_log(n: int) -> float:
    """The root of the natural logarithm of a count from 1 on."""
    return float(ROOTS[n]) if 0 <= n < len(ROOTS) else math.sqrt(math.log(float(n)))


@slot(optional=True)
@inlined
def bound(tree: Any, child: int, parent: int, exploration: float) -> float:
    """How promising a child is that was visited: by default UCB1 (Auer, Cesa-Bianchi, Fischer).

    Asked again before anything has changed, it answers the same.

    The mean, and ``exploration`` times the root of (ln availability / visits); what depends on
    visits alone was worked out when they were counted.
    """
    node = tree[child]
    return float(node.average + exploration * (node.spread * root_log(int(node.availability))))


@slot(optional=True)
@inlined
def select(
    tree: Any,
    parent: int,
    options: Any,
    n: int,
    mover: int,
    counted: int,
    marks: Any,
    exploration: float,
    row: Any,
) -> tuple[int, int]:
    """The available child with the greatest bound; of equal ones each with the same chance.

    Args:
        options: the codes of n options of the seat ``mover``.
        counted: 1 where options without a child come first, and the visit counts for what was
            available; 0 where the choice is among the children that there are.
        marks: int64[OPTION_CODES + 1], in which the options are marked.

    Returns:
        that child, or NONE, and how many of the options have one. Where others come first it means
        little, and no draw is made.
    """
    there = mark_options(options, n, marks)
    left = there
    best = NONE
    last = NONE
    top = -math.inf
    met = 0
    child = int(tree[parent].child)
    while child >= 0:
        node = tree[child]
        found, left = meet(node, mover, there, left, counted, marks)
        if found:
            met += 1
            promise = bound(tree, child, parent, exploration)
            best = child if promise > top else best
            last = child if promise >= top else last
            top = promise if promise > top else top
        child = int(node.sibling)
    keep(there, left, marks)
    if NONE < best != last and (met == n or counted == 0):
        best = one_of_equals(best, last, tree, parent, mover, marks, exploration, row)
    return best, met


def greatest(tree: Any, parent: int, mover: int, marks: Any, exploration: float, row: Any) -> int:
    """The child with the greatest bound of those that were met; of equal ones as :func:`select`."""
    best = NONE
    last = NONE
    top = -math.inf
    child = int(tree[parent].child)
    while child >= 0:
        if was_met(tree[child], mover, marks):
            promise = bound(tree, child, parent, exploration)
            best = child if promise > top else best
            last = child if promise >= top else last
            top = promise if promise > top else top
        child = int(tree[child].sibling)
    if NONE < best != last:
        best = one_of_equals(best, last, tree, parent, mover, marks, exploration, row)
    return best


def one_of_equals(
    first: int,
    last: int,
    tree: Any,
    parent: int,
    mover: int,
    marks: Any,
    exploration: float,
    row: Any,
) -> int:
    """One of the children that were met with the bound of two of them, from the first to the last.

    Each has the same chance.
    """
    top = bound(tree, first, parent, exploration)
    equals = 1
    child = first
    while child >= 0 and child != last:
        child = next_with(top, child, tree, parent, mover, marks, exploration)
        equals += 1
    child = first
    for _ in range(below(row, equals)):
        child = next_with(top, child, tree, parent, mover, marks, exploration)
    return child


def next_with(
    top: float, child: int, tree: Any, parent: int, mover: int, marks: Any, exploration: float
) -> int:
    """The next of the children that were met whose bound is ``top``, or NONE."""
    child = int(tree[child].sibling)
    while child >= 0:
        if was_met(tree[child], mover, marks) and bound(tree, child, parent, exploration) == top:
            return child
        child = int(tree[child].sibling)
    return NONE


@inlined
def meet_children(
    tree: Any, parent: int, options: Any, n: int, mover: int, counted: int, marks: Any
) -> int:
    """Mark the options, and those whose child is met: how many; for rules that look more than once.

    The arguments are those of :func:`select`.
    """
    there = mark_options(options, n, marks)
    left = there
    met = 0
    child = int(tree[parent].child)
    while child >= 0:
        node = tree[child]
        found, left = meet(node, mover, there, left, counted, marks)
        met += found
        child = int(node.sibling)
    keep(there, left, marks)
    return met


@inlined
def untried(options: Any, n: int, left: int, marks: Any, row: Any) -> int:
    """One of the ``left`` options that lead to no child yet, each with the same chance."""
    nth = below(row, left)
    for k in range(n):
        action = int(options[k])
        if is_left(action, marks):
            if nth == 0:
                return action
            nth -= 1
    return NONE


@inlined
def expand(tree: Any, counts: Any, parent: int, action: int, mover: int) -> int:
    """Make the child by an option of a seat: its place. There must be room.

    Args:
        counts: int64[2], the tree's.
    """
    new = int(counts[NODES])
    add_child(tree, parent, new, action, mover)
    counts[NODES] += 1
    return new


@slot(optional=True)
def enter(tree: Any, node: int, grown: bool, s: Any, options: Any, n: int, rng: Any) -> None:
    """Play the option of a node in the position above it, in place.

    Here a rule can note what it makes of the position of a new node (a prior, a bias).

    Args:
        grown: whether the node is new.
        s: the position above; afterwards the node's own.
        options: the codes of the n options there.
        rng: generator rows of the searcher.
    """
    play(s, int(tree[node].action), rng)
