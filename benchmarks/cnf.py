"""A `Knowledge` as clauses, for samplers and counters that take nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from beliefs import Knowledge
from benchmarks.encoding import check, sizes


@dataclass
class Clauses:
    """Variables 1, 2, 3… of each (face, place), clauses over them and over helping variables."""

    variable: dict[tuple[Any, Any], int]
    clauses: list[list[int]] = field(default_factory=list)
    variables: int = 0

    def new(self) -> int:
        """One more variable."""
        self.variables += 1
        return self.variables

    def between(self, literals: list[int], lo: int, hi: int) -> None:
        """From lo to hi of the literals are true.

        At least one, or none: a clause, or units. Else a sequential counter (Sinz 2005): helper
        [i][j] says that j + 1 or more of the first i + 1 literals are true, and is defined both
        ways, so that the helpers follow from the literals and no world counts twice.
        """
        if hi <= 0:
            self.clauses += [[-literal] for literal in literals]
            return
        if lo == 1 and hi >= len(literals):
            self.clauses.append(literals)
            return
        before: list[int | bool] = [True, *[False] * (hi + 1)]
        for literal in literals:
            after: list[int | bool] = [True]
            for j in range(1, hi + 2):
                after.append(self._or_and(before[j], before[j - 1], literal))
            before = after
        self._hold(before[lo], wanted=True)
        self._hold(before[hi + 1], wanted=False)

    def _or_and(self, one: int | bool, other: int | bool, literal: int) -> int | bool:
        """A helper that is true just when ``one or (other and literal)``."""
        if other is False:
            return one
        if other is True and one is False:
            return literal
        helper = self.new()
        both = [] if other is True else [-other]
        self.clauses.append([helper, -literal, *both])
        outer = [] if one is False else [one]
        self.clauses.append([-helper, literal, *outer])
        if other is not True:
            self.clauses.append([-helper, other, *outer])
        if one is not False:
            self.clauses.append([helper, -one])
        return helper

    def _hold(self, literal: int | bool, *, wanted: bool) -> None:
        if isinstance(literal, bool):
            if literal != wanted:
                self.clauses += [[]]
        else:
            self.clauses.append([literal if wanted else -literal])


def clauses(knowledge: Knowledge) -> Clauses:
    """A variable for each face and place; facts must be numbers of cards within bounds."""
    check(knowledge)
    pairs = [(face, place) for face in knowledge.faces for place in knowledge.places]
    found = Clauses({pair: number for number, pair in enumerate(pairs, 1)}, variables=len(pairs))
    for face in knowledge.faces:
        row = [found.variable[face, place] for place in knowledge.places]
        found.clauses.append(row)
        found.clauses += [[-a, -b] for i, a in enumerate(row) for b in row[:i]]
    for fact in (*knowledge.facts, *sizes(knowledge)):
        if set(fact.weights.values()) != {1} or fact.table is not None:
            raise ValueError(f"{fact}: only numbers of cards become clauses")
        named = [found.variable[face, place] for face in fact.weights for place in fact.places]
        hi = len(named) if fact.hi is None else fact.hi
        found.between(named, fact.lo or 0, hi)
    return found
