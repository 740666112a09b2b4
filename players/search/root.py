"""What a search found at its root: the options, best first, with what it expects to follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from numpy.typing import NDArray

from players.player import Considered
from players.search.tree import NONE

LONGEST_LINE = 12
"""So many options of a principal variation are given at most."""


def root_options(*trees: NDArray[Any]) -> tuple[Considered, ...]:
    """What searches of one position found for the options at the root, most visited first.

    Args:
        trees: of several workers or worlds: visits and rewards are added up.
    """
    found: dict[int, list[Any]] = {}
    for tree in trees:
        actions, visits, rewards, availabilities = columns(
            tree, "action", "visits", "reward", "availability"
        )
        below = children(tree, 0)
        for child, follows in zip(below, lines(tree, below), strict=True):
            sums = found.setdefault(actions[child], [0, 0.0, 0, 0, []])
            sums[0] += visits[child]
            sums[1] += rewards[child]
            sums[2] += availabilities[child]
            if visits[child] > sums[3]:
                sums[3:] = [visits[child], follows]
    return ranked(
        Considered(option, visits, reward / max(1, visits), availability, tuple(follows))
        for option, (visits, reward, availability, _, follows) in found.items()
    )


def ranked(options: Iterable[Considered]) -> tuple[Considered, ...]:
    """Options in the order in which search prefers them: most visits, then value, then code."""
    return tuple(sorted(options, key=lambda one: (-one.visits, -one.value, one.option)))


def columns(tree: NDArray[Any], *names: str) -> list[Any]:
    """Fields of all nodes, as views that give a node's in half the time that an array takes.

    >>> from players.search.tree import new_tree
    >>> visits, child = columns(new_tree(3), "visits", "child")
    >>> visits[0], child[0]
    (0, -1)
    """
    return [tree[name].data for name in names]


def children(tree: NDArray[Any], node: int) -> list[int]:
    """The children of a node, the latest first."""
    first, siblings = columns(tree, "child", "sibling")
    found = []
    child = first[node]
    while child != NONE:
        found.append(child)
        child = siblings[child]
    return found


def line(tree: NDArray[Any], node: int) -> Sequence[int]:
    """The principal variation below a node: the option that was visited most, and so on."""
    return next(lines(tree, [node]))


def lines(tree: NDArray[Any], nodes: Iterable[int]) -> Iterator[list[int]]:
    """The principal variation below each of some nodes."""
    first, siblings, visits, actions = columns(tree, "child", "sibling", "visits", "action")
    for node in nodes:
        found: list[int] = []
        best = node
        while len(found) < LONGEST_LINE and (child := first[best]) != NONE:
            best = child
            while (child := siblings[child]) != NONE:
                if visits[child] >= visits[best]:  # of equals the one made first
                    best = child
            found.append(actions[best])
        yield found
