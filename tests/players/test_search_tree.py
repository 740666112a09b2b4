"""The tree: what is given up when it is full, what stays below a new root."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from compiled import bind, rows
from players import make
from players.search.ismcts import search
from players.search.settings import settings
from players.search.tree import (
    ITERATIONS,
    NODES,
    NONE,
    add_child,
    child_by,
    new_counts,
    new_tree,
    prune,
    reroot,
)
from tests.players.test_search import GAME, as_nodes, endgame, opening


def grown(descents: list[list[int]], room: int = 200) -> tuple[Any, int]:
    """A tree after descents by these options; seat 0 chooses at even depths, seat 1 at odd ones."""
    tree, nodes = new_tree(room), 1
    for options in descents:
        node = 0
        tree[0].visits += 1
        for depth, option in enumerate(options):
            child = child_by(tree, node, option, depth % 2)
            if child == NONE:
                child, nodes = nodes, nodes + 1
                add_child(tree, node, child, option, depth % 2)
            node = child
            tree[node].visits += 1
            tree[node].reward += option / 10
    return tree, nodes


Visited = dict[tuple[int, ...], tuple[int, float]]


def visited(tree: Any, at: int = 0, path: tuple[int, ...] = ()) -> Visited:
    """Path to visits and rewards of all nodes that links reach."""
    found = {path: (int(tree[at].visits), float(tree[at].reward))}
    child = int(tree[at].child)
    while child != NONE:
        found |= visited(tree, child, (*path, int(tree[child].action)))
        child = int(tree[child].sibling)
    return found


descents = st.lists(st.lists(st.integers(0, 4), max_size=5), max_size=40)


@hypothesis_settings(deadline=None)
@given(descents)
def test_pruning_keeps_the_most_visited_with_all_that_they_have_learned(
    below: list[list[int]],
) -> None:
    tree, nodes = grown(below)
    before = visited(tree)
    left = prune(tree, nodes, np.empty(nodes, np.int64))
    after = visited(tree)
    assert len(after) == left
    assert after.items() <= before.items()
    assert {path for path in before if len(path) == 1} <= set(after)
    gone = [before[path][0] for path in before.keys() - after.keys()]
    deep = [seen[0] for path, seen in after.items() if len(path) > 1]
    assert not gone or not deep or max(gone) < min(deep)
    root_children = sum(len(path) == 1 for path in before)
    assert left <= max(nodes // 2, 1) + root_children + 1


@hypothesis_settings(deadline=None)
@given(descents, st.integers(0, 1000))
def test_below_a_new_root_everything_stays_and_nothing_else(
    below: list[list[int]], number: int
) -> None:
    tree, nodes = grown(below)
    before = visited(tree)
    root = sorted(before)[number % len(before)]
    node = 0
    for depth, option in enumerate(root):
        node = child_by(tree, node, option, depth % 2)
    left = reroot(tree, nodes, node, np.empty(nodes, np.int64))
    expected = {p[len(root) :]: seen for p, seen in before.items() if p[: len(root)] == root}
    assert visited(tree) == expected
    assert left == len(expected)


@pytest.mark.parametrize("room", [50, 200])
def test_a_search_goes_on_when_its_tree_is_full(room: int) -> None:
    """The root's numbers add up as ever, and no node lies beyond the room there is."""
    info = opening(5)
    worlds, rng = info.worlds(300, rows(4)), rows(5)
    tree, counts = new_tree(room), new_counts()
    scratch, first = np.zeros(1, GAME.dtype), np.array(info.options)
    how = settings(0.7)[0]
    fullest = 0
    for _ in range(300):
        bind(search, GAME)(tree, counts, worlds, scratch, first, how, 10, rng)
        fullest = max(fullest, int(counts[NODES]))
        root = as_nodes(tree)
        assert sum(child.visits for child in root.children.values()) == counts[ITERATIONS]
        assert counts[NODES] <= room
    assert fullest == room


def test_a_small_tree_decides_as_a_large_one_where_it_is_clear() -> None:
    info = endgame(closed=True, score=[0, 0]).information(0)
    for seed in range(5):
        decision = make("ismcts(iterations=3000, nodes=60)", GAME).decide(info, rows(seed))
        assert GAME.faces[decision.option] == "AH"
        assert sum(one.visits for one in decision.considered) == 3000


def test_children_of_different_seats_are_different_children() -> None:
    """Where hidden cards decide who answers, the same option may be one seat's or another's."""
    tree = new_tree(4)
    add_child(tree, 0, 1, 7, 0)
    assert (child_by(tree, 0, 7, 0), child_by(tree, 0, 7, 1)) == (1, NONE)
    add_child(tree, 0, 2, 7, 1)
    assert (child_by(tree, 0, 7, 0), child_by(tree, 0, 7, 1)) == (1, 2)
