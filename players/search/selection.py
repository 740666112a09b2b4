"""Selection: which option an iteration tries in a node of the tree.

An option that leads to no child yet comes first (expansion); else the available child with the
greatest upper confidence bound. That is UCB1 by default. The other rules that the field knows are
in :mod:`players.search.rules`; they fill the slots ``bound``, ``select`` and ``enter`` of this
file, and ``back_up``.

Only children whose option is there in the present world compete. So a child's exploration term
counts the iterations in which it could have been chosen, its *availability*, instead of its
parent's visits (Cowling, Powley, Whitehouse 2012); where every option is always there, the two are
the same.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from compiled import below, inlined, slot
from games.kit.seam import play
from players.search.tree import NODES, NONE, add_child

ROOTS = np.array([0.0] + [math.sqrt(math.log(n)) for n in range(1, 4096)])
"""Of the natural logarithms of small counts: looking up takes a tenth of the time."""


@inlined
def root_log(n: int) -> float:
    """The root of the natural logarithm of a count from 1 on."""
    return float(ROOTS[n]) if n < len(ROOTS) else math.sqrt(math.log(float(n)))


@slot(optional=True)
@inlined
def bound(tree: Any, child: int, parent: int, exploration: float) -> float:
    """How promising a child is that was visited: by default UCB1 (Auer, Cesa-Bianchi, Fischer).

    The mean, and ``exploration`` times the root of (ln availability / visits); what depends on
    visits alone was worked out when they were counted.
    """
    node = tree[child]
    return float(node.average + exploration * (node.spread * root_log(int(node.availability))))


@inlined
def find_children(
    tree: Any, parent: int, options: Any, n: int, mover: int, place: Any, children: Any
) -> int:
    """Find the children by the options of a seat, and count that they were available.

    Args:
        options: the codes of n options.
        place: int64[OPTION_CODES], overwritten.
        children: int64[n] at least, in which each option's child is put, or NONE.

    Returns:
        how many options lead to no child yet.
    """
    for k in range(n):
        place[int(options[k])] = k
        children[k] = NONE
    untried = n
    child = int(tree[parent].child)
    while child != NONE:
        node = tree[child]
        k = int(place[int(node.action)])
        # Where no option wrote its place, an older number stands there.
        if 0 <= k < n and options[k] == node.action and node.mover == mover:
            children[k] = child
            node.availability += 1
            untried -= 1
        child = int(node.sibling)
    return untried


@inlined
def nth_untried(children: Any, n: int, nth: int) -> int:
    """The place of the option that is the nth of those without a child."""
    for k in range(n):
        if children[k] == NONE:
            if nth == 0:
                return k
            nth -= 1
    return NONE


@inlined
def expand(
    tree: Any,
    counts: Any,
    parent: int,
    options: Any,
    n: int,
    children: Any,
    untried: int,
    mover: int,
    row: Any,
) -> int:
    """Make the child by one of the untried options, each with the same chance: its place.

    Args:
        counts: int64[2], the tree's; there must be room.
        children: as :func:`find_children` filled it for the ``n`` options.
        untried: how many of them lead to no child yet.
    """
    new = int(counts[NODES])
    action = int(options[nth_untried(children, n, below(row, untried))])
    add_child(tree, parent, new, action, mover)
    counts[NODES] += 1
    return new


@slot(optional=True)
@inlined
def select(tree: Any, parent: int, children: Any, n: int, exploration: float, row: Any) -> int:
    """The child with the greatest bound; of equal ones each with the same chance."""
    best = NONE
    best_bound = -1.0
    ties = 0
    for k in range(n):
        child = int(children[k])
        promise = bound(tree, child, parent, exploration)
        if best == NONE or promise > best_bound:
            best, best_bound, ties = child, promise, 1
        elif promise == best_bound:
            ties += 1
            if below(row, ties) == 0:
                best = child
    return best


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
