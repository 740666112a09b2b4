"""What can lie in some places, with probabilities: the distribution that questions are about.

Contents are numbers of copies of each face in each of the places. There are far fewer of them than
worlds: 324 case files at most, where there are a hundred million deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.builders import exactly, lacks
from beliefs.cases import WorldCases
from beliefs.diagram import WorldDiagram
from beliefs.facts import Fact, Place
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods
from beliefs.table import WorldTable

DRAWN = (2_000, 50_000)
"""Worlds drawn to see what can lie there; the second time where the first does not show all."""

Contents: TypeAlias = npt.NDArray[np.int64]
"""Numbers of copies [contents, faces, places], all different."""
Shares: TypeAlias = npt.NDArray[np.float64]
"""Their probabilities [contents]."""


def contents(structure: Any, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """All that can lie in these places, with its probability.

    >>> from beliefs import Knowledge
    >>> table = WorldTable(Knowledge({"Guard": 3, "Priest": 1}, {"hand": 1, "deck": 3}))
    >>> held, shares = contents(table, ["hand"])
    >>> held[:, :, 0].tolist(), shares.tolist()
    ([[0, 1], [1, 0]], [0.25, 0.75])
    """
    if isinstance(structure, WorldTable):
        return _of_table(structure, places)
    if isinstance(structure, WorldCases):
        return _of_cases(structure, places)
    return _of_diagram(structure, places)


def _of_table(table: WorldTable, places: Sequence[Place]) -> tuple[Contents, Shares]:
    held = Likelihoods(table.knowledge, table.rows).contents(places)
    weights = [float(weight / table.weight) for weight in table.weights]
    return _merged(held, np.array(weights))


def _of_cases(cases: WorldCases, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """The parts' contents, by the parts' weights: probabilities of contents are sums over parts."""
    found = [contents(part.diagram, places) for part in cases.parts]
    shares = [
        float(part.weight / cases.weight) * share
        for part, (_, share) in zip(cases.parts, found, strict=True)
    ]
    return _merged(np.concatenate([held for held, _ in found]), np.concatenate(shares))


def _of_diagram(diagram: WorldDiagram, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """What a sample shows, if that is all; else entry by entry, for every number of copies."""
    knowledge = diagram.knowledge
    found: dict[bytes, tuple[npt.NDArray[Any], Fraction]] = {}
    for n in DRAWN:
        held = Likelihoods(knowledge, diagram.sample(n, 0)).contents(places)
        for one in held[np.unique(numbered(held), return_index=True)[1]]:
            if (key := one.tobytes()) not in found:
                told = _told(knowledge, places, one)
                found[key] = one, Fraction(diagram.probability(*told, exact=True))
        if sum(share for _, share in found.values()) == 1:
            seen = np.array([one for one, _ in found.values()], np.int64)
            return seen, np.array([share for _, share in found.values()], np.float64)
    return _split(diagram, places)


def _told(knowledge: Knowledge, places: Sequence[Place], held: npt.NDArray[Any]) -> list[Fact]:
    """The facts that these contents lie there: one for each place, and for each face in it."""
    told = []
    for place, copies in zip(places, held.T.tolist(), strict=True):
        counts = dict(zip(knowledge.faces, copies, strict=True))
        if absent := [face for face, n in counts.items() if not n]:
            told.append(lacks([place], absent))
        told += [exactly([place], [face], n) for face, n in counts.items() if n]
    return told


def _split(diagram: WorldDiagram, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """Entry by entry, a diagram for every number of copies that it can have."""
    knowledge = diagram.knowledge
    found: list[tuple[npt.NDArray[np.int64], float]] = []

    def split(here: WorldDiagram, held: npt.NDArray[np.int64], entry: int) -> None:
        if entry == held.size:
            found.append((held.copy(), float(here.weight / diagram.weight)))
            return
        f, p = divmod(entry, len(places))
        for n in range(knowledge.copies[f] + 1):
            told = here.given(exactly([places[p]], [knowledge.faces[f]], n))
            if told.possible:
                held[f, p] = n
                split(told, held, entry + 1)
        held[f, p] = 0

    split(diagram, np.zeros((len(knowledge.faces), len(places)), np.int64), 0)
    return np.array([held for held, _ in found]), np.array([share for _, share in found])


def _merged(held: npt.NDArray[Any], shares: Shares) -> tuple[Contents, Shares]:
    """Equal contents once, with their shares added up."""
    _, first, number = np.unique(numbered(held), return_index=True, return_inverse=True)
    merged = np.zeros(len(first))
    np.add.at(merged, number, shares)
    return held[first].astype(np.int64), merged


def numbered(held: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """A number for each contents [contents, faces, places], the same for equal ones only."""
    number = np.zeros(len(held), np.int64)
    for counts in held.reshape(len(held), -1).T:
        base = int(counts.max(initial=0)) + 1
        if base > 1:
            if int(number.max(initial=0)) >= 2**62 // base:
                number = np.unique(number, return_inverse=True)[1]
            number = number * base + counts
    return number
