"""What is left of a structure after each answer to a question, and how likely the answer is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from beliefs.alternatives import Alternatives, Statement
from beliefs.cases import WorldCases
from beliefs.diagram import WorldDiagram

Structure: TypeAlias = Any
"""WorldTable, WorldDiagram or WorldCases."""


def after_each(
    structure: Structure, answers: Sequence[Sequence[Statement]]
) -> Iterator[tuple[float, Structure]]:
    """The chance of each answer, a list of statements, and the structure of what is left then.

    Answers that cannot be are passed over. Where answers that come one after another begin with the
    same statements (the same people have passed), these are given once.

    >>> from beliefs import Knowledge, holds, lacks
    >>> deal = WorldDiagram(Knowledge(["A", "K", "Q"], {"me": 1, "you": 2}))
    >>> passed = lacks("me", "A")
    >>> answers = [holds("me", "A")], [passed, holds("me", "K")], [passed, lacks("me", "K")]
    >>> [(round(chance, 3), left.count) for chance, left in after_each(deal, answers)]
    [(0.333, 1), (0.333, 1), (0.333, 1)]
    """
    for part in _parts(structure, answers):
        if part.possible:
            yield _share(structure, part), part


def _parts(structure: Structure, answers: Sequence[Sequence[Statement]]) -> Iterator[Structure]:
    for begin, alike in groupby(answers, lambda told: told[:1]):
        some = list(alike)
        if begin and len(some) > 1:
            part = _given(structure, begin)
            if part.possible:
                yield from _parts(part, [told[1:] for told in some])
        else:
            yield from (_given(structure, told) for told in some)


def _given(structure: Structure, told: Sequence[Statement]) -> Structure:
    if isinstance(structure, WorldDiagram) and any(isinstance(one, Alternatives) for one in told):
        return WorldCases(structure.knowledge.given(*told), limits=structure.limits)
    return structure.given(*told)


def _share(structure: Structure, part: Structure) -> float:
    if isinstance(structure, WorldDiagram) and isinstance(part, WorldDiagram):
        return structure.share(part)
    return float(part.weight / structure.weight)
