"""What a search found at its root: the options, best first, with what it expects to follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
        for child in children(tree, 0):
            node = tree[child]
            sums = found.setdefault(int(node["action"]), [0, 0.0, 0, 0, ()])
            sums[0] += int(node["visits"])
            sums[1] += float(node["reward"])
            sums[2] += int(node["availability"])
            if int(node["visits"]) > sums[3]:
                sums[3:] = [int(node["visits"]), line(tree, child)]
    return ranked(
        Considered(option, visits, reward / max(1, visits), availability, tuple(follows))
        for option, (visits, reward, availability, _, follows) in found.items()
    )


def ranked(options: Iterable[Considered]) -> tuple[Considered, ...]:
    """Options in the order in which search prefers them: most visits, then value, then code."""
    return tuple(sorted(options, key=lambda one: (-one.visits, -one.value, one.option)))


def children(tree: NDArray[Any], node: int) -> list[int]:
    """The children of a node, the latest first."""
    siblings = tree["sibling"]
    found = []
    child = tree["child"].item(node)
    while child != NONE:
        found.append(child)
        child = siblings.item(child)
    return found


def line(tree: NDArray[Any], node: int) -> Sequence[int]:
    """The principal variation below a node: the option that was visited most, and so on."""
    visits, actions = tree["visits"], tree["action"]
    found: list[int] = []
    while len(found) < LONGEST_LINE and (below := children(tree, node)):
        node = max(below, key=lambda child: (visits.item(child), -child))
        found.append(actions.item(node))
    return found
