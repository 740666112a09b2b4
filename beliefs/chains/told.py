"""What statements weigh in many worlds at once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Alternatives, Statement
from beliefs.chains.problem import Floats
from beliefs.facts import Fact
from beliefs.knowledge import Knowledge


def factor_of(
    statements: Iterable[Statement],
    knowledge: Knowledge,
    face_of: npt.NDArray[np.int64],
    worlds: npt.NDArray[np.int16],
) -> Floats:
    """The product of the statements' weights in each world.

    `worlds`: place numbers [worlds, cards]; `face_of`: the face of each card, in their order.
    """
    factor = np.ones(len(worlds))
    for statement in statements:
        if isinstance(statement, Alternatives):
            mixed = np.zeros(len(worlds))
            for weight, case in zip(statement.weights, statement.cases, strict=True):
                mixed += float(weight) * factor_of(case, knowledge, face_of, worlds)
            factor *= mixed > 0.0 if statement.once else mixed
        else:
            factor *= _weights(statement, knowledge, face_of, worlds)
    return factor


def _weights(
    fact: Fact,
    knowledge: Knowledge,
    face_of: npt.NDArray[np.int64],
    worlds: npt.NDArray[np.int16],
) -> Floats:
    step = np.array([fact.weights.get(face, 0) for face in knowledge.faces], np.int64)[face_of]
    inside = np.array([place in fact.places for place in knowledge.places], bool)
    about = np.flatnonzero(step)
    totals, at = np.unique(inside[worlds[:, about]] @ step[about], return_inverse=True)
    return np.array([float(fact.weight(total)) for total in totals.tolist()])[at]
