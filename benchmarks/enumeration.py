"""Worlds spelled out one by one: OR-tools CP-SAT, python-constraint2, and itertools."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beliefs import Fact, Knowledge

Tally = NDArray[np.float64]
"""The probabilities of each face in each place [faces, places]."""


def by_cp_sat(knowledge: Knowledge) -> tuple[int, Tally]:
    """Count and probabilities by OR-tools CP-SAT, told to enumerate: a 0-1 variable a pair.

    Without linear relaxations, of which an enumeration has no use: ten times faster so.
    """
    from ortools.sat.python import cp_model

    class Keeping(cp_model.CpSolverSolutionCallback):
        """Keeps every solution."""

        def __init__(self) -> None:
            super().__init__()
            self.found: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.found.append(tuple(self.response_proto.solution))

    model = cp_model.CpModel()
    there = {
        (face, place): model.new_bool_var(f"{face} {place}")
        for face in knowledge.faces
        for place in knowledge.places
    }
    for face in knowledge.faces:
        model.add_exactly_one(there[face, place] for place in knowledge.places)
    for place, size in zip(knowledge.places, knowledge.capacities, strict=True):
        model.add(sum(there[face, place] for face in knowledge.faces) == size)
    for fact in knowledge.facts:
        named = [there[face, place] for face in fact.weights for place in fact.places]
        weights = [weight for weight in fact.weights.values() for _ in fact.places]
        model.add_linear_constraint(
            cp_model.LinearExpr.weighted_sum(named, weights),
            fact.lo if fact.lo is not None else cp_model.INT_MIN,
            fact.hi if fact.hi is not None else cp_model.INT_MAX,
        )
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.linearization_level = 0
    solver.parameters.num_workers = 1
    solutions = Keeping()
    if solver.solve(model, solutions) != cp_model.OPTIMAL:
        raise AssertionError("CP-SAT did not come to the end of the worlds")
    tally = np.mean(solutions.found, axis=0).reshape(len(knowledge.faces), -1)
    return len(solutions.found), tally


def by_constraint(knowledge: Knowledge) -> tuple[int, Tally]:
    """Count and probabilities by python-constraint2: a variable a card, its place the value.

    A place's size is kept during the search, so is every fact: each looks at its cards placed so
    far, which is faster than the library's own sums over all of them at the end.
    """
    from constraint import OptimizedBacktrackingSolver, Problem

    problem = Problem(OptimizedBacktrackingSolver())
    for number, face in enumerate(knowledge.faces):
        problem.addVariable(number, _open_places(knowledge, face))
    for place, size in zip(knowledge.places, knowledge.capacities, strict=True):
        each = dict.fromkeys(knowledge.faces, 1)
        _add(problem, knowledge, Fact({place}, each, lo=size, hi=size))
    for fact in knowledge.facts:
        if fact.hi != 0:
            _add(problem, knowledge, fact)
    solutions = problem.getSolutions()
    index = {place: column for column, place in enumerate(knowledge.places)}
    tally = np.zeros((len(knowledge.faces), len(index)))
    for world in solutions:
        for number, place in world.items():
            tally[number, index[place]] += 1
    return len(solutions), tally / len(solutions)


def _open_places(knowledge: Knowledge, face: Any) -> list[Any]:
    """Where a card may be: facts that exclude it narrow its domain."""
    barred = {
        place
        for fact in knowledge.facts
        if fact.hi == 0 and face in fact.weights
        for place in fact.places
    }
    return [place for place in knowledge.places if place not in barred]


def _add(problem: Any, knowledge: Knowledge, fact: Fact) -> None:
    """A fact with weights 1 as a constraint that fails as early as it can."""
    from constraint import Constraint, Unassigned

    class Within(Constraint):  # type: ignore[misc]
        """From lo to hi of the variables take a value among the places."""

        def __call__(
            self,
            variables: Any,
            domains: Any,
            assignments: Any,
            forwardcheck: bool = False,
            _unassigned: Any = Unassigned,
        ) -> bool:
            inside = unknown = 0
            for variable in variables:
                value = assignments.get(variable, _unassigned)
                if value is _unassigned:
                    unknown += 1
                elif value in fact.places:
                    inside += 1
            enough = fact.lo is None or inside + unknown >= fact.lo
            return enough and (fact.hi is None or inside <= fact.hi)

    numbers = [number for number, face in enumerate(knowledge.faces) if face in fact.weights]
    problem.addConstraint(Within(), numbers)


def by_itertools(knowledge: Knowledge) -> tuple[int, Tally]:
    """Count and probabilities of two places without facts: all hands, as short as it can be said.

    NumPy does the counting, over all hands at once.
    """
    hand, size = knowledge.capacities[0] or 0, knowledge.size
    hands = np.fromiter(
        (card for cards in combinations(range(size), hand) for card in cards), np.int64
    )
    count = len(hands) // hand
    there = np.bincount(hands, minlength=size) / count
    return count, np.stack([there, 1 - there], axis=1)
