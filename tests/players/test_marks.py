"""Marks say which options are there, and which lead to a child: as sets do, for few and many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiled import COMPILED, bind
from players.search.marks import FEW, is_left, keep, mark_options, meet, was_met
from players.search.tree import add_child, new_tree

MOVER = 1


def visit(tree: Any, options: Any, marks: Any, met: Any, left: Any) -> None:
    """One visit of a node with all nodes but the first as children: which codes are met, left."""
    there = mark_options(options, len(options), marks)
    rest = there
    for child in range(1, len(tree)):
        _, rest = meet(tree[child], MOVER, there, rest, 1, marks)
    keep(there, rest, marks)
    met[:] = False
    left[:] = False
    for child in range(1, len(tree)):
        if was_met(tree[child], MOVER, marks):
            met[int(tree[child].action)] = True
    for k in range(len(options)):
        left[int(options[k])] = is_left(int(options[k]), marks)


class Toy:
    """A game with so many option codes."""

    def __init__(self, codes: int) -> None:
        self.name = f"of{codes}"
        self.parts = {"OPTION_CODES": codes}


@pytest.mark.parametrize("codes", [1, 2, FEW - 1, FEW, FEW + 1, 200])
@pytest.mark.parametrize("compiled", [True, False] if COMPILED else [False])
def test_marks_are_sets(codes: int, compiled: bool) -> None:
    kernel = bind(visit, Toy(codes), compiled=compiled)
    sets = st.sets(st.integers(0, codes - 1))

    @settings(max_examples=40, deadline=None)
    @given(sets, sets, st.lists(sets, min_size=1, max_size=5), st.randoms(use_true_random=False))
    def check(mine: set[int], theirs: set[int], visits: list[set[int]], order: Any) -> None:
        children = [(code, MOVER) for code in mine] + [(code, 1 - MOVER) for code in theirs]
        order.shuffle(children)
        tree = new_tree(len(children) + 1).view(np.recarray)
        for at, (code, mover) in enumerate(children, 1):
            add_child(tree, 0, at, code, mover)
        marks = np.zeros(codes + 1, np.int64)
        met = np.zeros(codes, np.bool_)
        left = np.zeros(codes, np.bool_)
        for there in visits:  # nothing is cleared between visits
            options = np.array(order.sample(sorted(there), len(there)), np.int64)
            kernel(tree, options, marks, met, left)
            assert set(np.flatnonzero(met).tolist()) == mine & there
            assert set(np.flatnonzero(left).tolist()) == there - mine

    check()
