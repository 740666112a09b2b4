"""Marks: which options are there in the present visit of a node, and which of them lead to a child.

Where a game has few option codes, a set of options is the bits of one number, which the compiler
keeps at hand. With more codes each has a mark of its own, the number of the visit, so that nothing
need be cleared; of an option whose child was met it is the negative.

``marks`` is int64[OPTION_CODES + 1], all zero at first. With few codes the first entry holds the
options that are there, the last one those that are left: that lead to no child. With many the last
one is the number of the visit. ``there`` is what :func:`mark_options` returned.
"""

from __future__ import annotations

from typing import Any

from compiled import inlined
from games.kit.seam import OPTION_CODES

FEW = 63
"""So many bits has a number, beside its sign."""


@inlined
def mark_options(options: Any, n: int, marks: Any) -> int:
    """Begin a visit in which the n options are there, and have met no child yet."""
    if OPTION_CODES <= FEW:
        there = 0
        for k in range(n):
            there |= 1 << int(options[k])
        return there
    visit = int(marks[OPTION_CODES]) + 1
    marks[OPTION_CODES] = visit
    for k in range(n):
        marks[int(options[k])] = visit
    return visit


@inlined
def meet(
    node: Any, mover: int, there: int, left: int, counted: int, marks: Any
) -> tuple[bool, int]:
    """Whether a child's option is there, and which options are left then; at first ``there``.

    If it is, the child was available ``counted`` times more. There is one for each option.
    """
    action = int(node.action)
    if OPTION_CODES <= FEW:
        met = bool(node.mover == mover and (there >> action) & 1 == 1)
        if met:
            left &= ~(1 << action)
    else:
        met = bool(node.mover == mover and marks[action] == there)
        if met:
            marks[action] = -there
    if met:
        node.availability += counted
    return met, left


@inlined
def keep(there: int, left: int, marks: Any) -> None:
    """All children were met: remember it for what follows."""
    if OPTION_CODES <= FEW:
        marks[0] = there
        marks[OPTION_CODES] = left


@inlined
def was_met(node: Any, mover: int, marks: Any) -> bool:
    """Whether a node is a child that was met in the present visit."""
    action = int(node.action)
    if OPTION_CODES <= FEW:
        return bool(node.mover == mover and (marks[0] >> action) & 1 == 1)
    return bool(node.mover == mover and marks[action] == -marks[OPTION_CODES])


@inlined
def is_left(action: int, marks: Any) -> bool:
    """Whether an option that is there leads to no child yet."""
    if OPTION_CODES <= FEW:
        return bool((marks[OPTION_CODES] >> action) & 1 == 1)
    return bool(marks[action] == marks[OPTION_CODES])
