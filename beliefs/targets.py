"""What can lie in some places, with probabilities: the distribution that questions are about.

Contents are numbers of copies of each face in each of the places. There are far fewer of them than
worlds: 324 case files at most, where there are a hundred million deals. A diagram that deals to
these places before all others tells of them without listing worlds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from math import log
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.cases import WorldCases
from beliefs.diagram import WorldDiagram
from beliefs.errors import KnowledgeError, unknown
from beliefs.facts import Place, several
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods
from beliefs.table import WorldTable

DRAWN = 50_000
"""Worlds drawn from a structure that is not exact."""
UNSEEN = 0.02
"""Probability of contents that no draw has shown, at most, for an estimate from draws."""

Contents: TypeAlias = npt.NDArray[np.int64]
"""Numbers of copies [contents, faces, places], all different."""
Shares: TypeAlias = npt.NDArray[np.float64]
"""Their probabilities [contents]."""


def contents(structure: Any, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """All that can lie in these places, with its probability.

    Of a structure that is not exact: what a sample of its worlds shows, with its frequency. Raises
    KnowledgeError where much has not been seen (as much as was seen only once: Good, "The
    population frequencies of species and the estimation of population parameters", 1953).

    >>> from beliefs import Knowledge
    >>> table = WorldTable(Knowledge({"Guard": 3, "Priest": 1}, {"hand": 1, "deck": 3}))
    >>> held, shares = contents(table, ["hand"])
    >>> held[:, :, 0].tolist(), shares.tolist()
    ([[0, 1], [1, 0]], [0.25, 0.75])
    """
    if isinstance(structure, WorldDiagram):
        return structure.contents(places)
    if isinstance(structure, WorldTable):
        rows, weights = structure.rows, [float(w / structure.weight) for w in structure.weights]
        return _merged(Likelihoods(structure.knowledge, rows).contents(places), np.array(weights))
    if isinstance(structure, WorldCases):
        return _of_cases(structure, places)
    worlds = structure.sample(DRAWN, 0)
    held = Likelihoods(structure.knowledge, worlds).contents(places)
    found, shares = _merged(held, np.full(len(worlds), 1 / len(worlds)))
    refuse_if_manifold(shares * len(worlds), places)
    return found, shares


def grouped(
    structure: Any, held: npt.NDArray[Any], places: Sequence[Place]
) -> npt.NDArray[np.int64]:
    """A number for the contents in each world [worlds, faces, places], counted from 0.

    Raises KnowledgeError where a sample of a structure that is not exact does not tell of them.
    """
    group = np.unique(numbered(held), return_inverse=True)[1]
    if not structure.exact:
        refuse_if_manifold(np.bincount(group), places)
    return group


def refuse_if_manifold(draws: npt.NDArray[Any], places: Sequence[Place]) -> None:
    """Raise KnowledgeError where draws of each contents do not tell of what was not drawn."""
    once = int((draws < 1.5).sum())
    if once > UNSEEN * draws.sum():
        raise KnowledgeError(
            f"what lies in {', '.join(map(str, places))} is too manifold to be told from samples: "
            f"{once:,} of {draws.sum():,.0f} draws were seen once only; ask of fewer places, or "
            "with method='exact'"
        )


def named(knowledge: Knowledge, places: Place | Collection[Place]) -> tuple[Place, ...]:
    """Places by their names, each once; those of a set in the order of the knowledge.

    >>> from beliefs import Knowledge
    >>> named(Knowledge(["A"], {"x": 1, "y": 0}), ["y", "x", "y"])
    ('y', 'x')
    """
    found = tuple(dict.fromkeys(several(places)))
    for place in found:
        if place not in knowledge.places:
            raise unknown("place", place, knowledge.places)
    if isinstance(places, Set):
        return tuple(place for place in knowledge.places if place in places)
    return found


def entropy_of(structure: Any, places: Sequence[Place] | None) -> float:
    """How open it is, in bits, what lies in these places; None is the whole world.

    >>> from beliefs import Knowledge
    >>> deal = WorldDiagram(Knowledge({"Guard": 3, "Priest": 1}, {"hand": 1, "deck": 3}))
    >>> round(entropy_of(deal, ["hand"]), 3), entropy_of(deal, None)
    (0.811, 2.0)
    """
    if places is None:
        return float(structure.entropy())
    if isinstance(structure, WorldDiagram):
        return structure.entropy(places)
    return bits(contents(structure, places)[1])


def bits(shares: npt.NDArray[Any]) -> float:
    """Entropy of probabilities, in bits."""
    some = shares[shares > 0]
    return max(0.0, -float((some * np.log2(some)).sum()))


def information(joint: Shares, drawn: int | None = None) -> Shares:
    """I(T; A) in bits from the probabilities of pairs [..., answers, targets]: [...].

    drawn: where they are frequencies among so many worlds, how many; the first order of their bias
    is then taken off: about one bit / (2 ln 2) for each pair that occurs beyond those that the
    margins fix, over the number of worlds (Miller, "Note on the bias of information estimates",
    1955).

    >>> information(np.array([[[0.5, 0], [0, 0.5]], [[0.25, 0.25], [0.25, 0.25]]])).tolist()
    [1.0, 0.0]
    """
    answers, targets = joint.sum(axis=-1), joint.sum(axis=-2)
    told = _bits(answers) + _bits(targets) - _bits(joint.reshape(*answers.shape[:-1], -1))
    if drawn is None:
        return np.maximum(told, 0.0)
    spare = (joint > 0).sum(axis=(-2, -1)) - (answers > 0).sum(axis=-1)
    spare = spare - (targets > 0).sum(axis=-1) + 1
    return np.asarray(told - spare / (2 * log(2) * drawn))


def _bits(shares: Shares) -> Shares:
    """Entropy over the last axis, in bits."""
    some = np.where(shares > 0, shares, 1.0)
    return np.asarray(-(some * np.log2(some)).sum(axis=-1))


def _of_cases(cases: WorldCases, places: Sequence[Place]) -> tuple[Contents, Shares]:
    """The parts' contents, by the parts' weights: probabilities of contents are sums over parts."""
    found = [contents(part.diagram, places) for part in cases.parts]
    shares = [
        float(part.weight / cases.weight) * share
        for part, (_, share) in zip(cases.parts, found, strict=True)
    ]
    return _merged(np.concatenate([held for held, _ in found]), np.concatenate(shares))


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
