"""How likely statements are in each of many worlds, all worlds at once.

For one world a statement is a sum over its cards and a table. Here the worlds are the rows of an
array, as `sample` draws them; what lies where is counted once, and a statement then costs a few
array operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Alternatives, Statement
from beliefs.facts import Fact, Place, unit_of
from beliefs.knowledge import Knowledge

Floats: TypeAlias = npt.NDArray[np.float64]


class Likelihoods:
    """The weights that statements give to many worlds.

    Parameters
    ----------
    knowledge: the cards and places.
    worlds: place numbers [worlds, cards], as `sample` returns them.

    `copies` int[places, faces, worlds] counts what lies where.

    >>> from beliefs import Belief, Knowledge, holds, likelihood
    >>> knowledge = Knowledge(["A", "K"], {"me": 1, "you": 1})
    >>> judged = Likelihoods(knowledge, np.array([[0, 1], [1, 0]]))
    >>> judged.of([holds("me", "A")]).tolist()
    [1.0, 0.0]
    >>> judged.of([likelihood("you", {"A": 1}, {0: 0.25, 1: 0.75})]).tolist()
    [0.25, 0.75]
    """

    def __init__(self, knowledge: Knowledge, worlds: npt.NDArray[Any]) -> None:
        self.knowledge = knowledge
        shape = (len(knowledge.places), len(knowledge.faces), len(worlds))
        self.copies = np.zeros(shape, np.int16)
        for card, face in enumerate(knowledge.face_of.tolist()):
            for place in range(len(knowledge.places)):
                self.copies[place, face] += worlds[:, card] == place
        self._face = {face: f for f, face in enumerate(knowledge.faces)}
        self._place = {place: p for p, place in enumerate(knowledge.places)}

    def of(self, statements: Iterable[Statement]) -> Floats:
        """The product of the statements' weights in each world: float64[worlds]."""
        weights = np.ones(self.copies.shape[2])
        for statement in statements:
            if isinstance(statement, Fact):
                weights *= self._fact(statement)
            else:
                weights *= self._alternatives(statement)
        return weights

    def possible(self, statement: Statement) -> npt.NDArray[np.bool_]:
        """Whether the statement gives each world any weight: bool[worlds]."""
        if isinstance(statement, Fact):
            return np.asarray(self._fact(statement) > 0)
        able = np.zeros(self.copies.shape[2], np.bool_)
        for facts, weight in zip(statement.cases, statement.weights, strict=True):
            if weight:
                able |= np.all([able | True, *(self._fact(fact) > 0 for fact in facts)], axis=0)
        return able

    def contents(self, places: Sequence[Place]) -> npt.NDArray[np.int16]:
        """Number of copies of each face in each of these places: int16[worlds, faces, places]."""
        return self.copies[[self._place[place] for place in places]].transpose(2, 1, 0)

    def _alternatives(self, among: Alternatives) -> Floats:
        if among.once:
            return self.possible(among).astype(np.float64)
        pairs = zip(among.cases, among.weights, strict=True)
        parts = [float(weight) * self.of(facts) for facts, weight in pairs]
        return np.asarray(np.sum(parts, axis=0))

    def _fact(self, fact: Fact) -> Floats:
        unit = unit_of(fact.weights)
        places = [self._place[place] for place in fact.places]
        faces = [self._face[face] for face in fact.weights]
        weights = np.array([weight // unit for weight in fact.weights.values()], np.int64)
        there = self.copies[places[0], faces]
        for place in places[1:]:
            there = there + self.copies[place, faces]
        sums: npt.NDArray[np.int64] = weights @ there
        if not len(sums):
            return np.ones(0)
        least = int(sums.min())
        table = [float(fact.weight(unit * s)) for s in range(least, int(sums.max()) + 1)]
        return np.asarray(np.array(table)[sums - least])
