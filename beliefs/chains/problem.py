"""What a chain deals: rows of cards alike into columns of room, and tables over sums of both.

A **row** is all cards of which the same is known. A **column** is the room of one place; places
without capacity share one, as together they take exactly the cards that the others leave.
"""

from __future__ import annotations

from fractions import Fraction
from math import log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chains.flow import Flow, first_flow, usable
from beliefs.facts import Number, exactly_as_given
from beliefs.knowledge import Knowledge
from beliefs.sums import Sum, sums_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Tally(NamedTuple):
    """A fact: a table of weights over the sum of its cards in its places."""

    step: Ints  # [rows] what one card adds
    inside: npt.NDArray[np.bool_]  # [places] where it counts
    logs: Floats  # [sums] log2 of the weight over the largest; -inf: cannot be
    start: int  # the empty sum


class Problem(NamedTuple):
    """Rows in the order in which they are dealt, columns, and facts."""

    faces: list[list[int]]  # [rows] faces of each
    copies: Ints  # [rows] cards of each
    column: Ints  # [places]
    sizes: list[int | None]  # [places] capacities
    room: Ints  # [columns]
    flow: Flow  # [rows][columns] one way to place all cards
    used: list[int]  # [rows] columns that some such way uses, as bits
    logs: Floats  # [rows, places] log2 of prior weights over the row's largest; -inf: cannot be
    tallies: list[Tally]
    scale: float  # log2 of the weight left out of `logs` and of the tallies

    @property
    def row(self) -> Ints:
        """The row of each card, in the order in which they are dealt."""
        return np.repeat(np.arange(len(self.copies)), self.copies)


def pose(knowledge: Knowledge) -> Problem | None:
    """The problem of a knowledge; None where capacities and forbidden places leave no world.

    So it does where a fact cannot be fulfilled whatever happens. Alternatives are left out, but
    what they tell apart is not in one row.
    """
    sums, prior, constant = sums_of(knowledge.with_facts(knowledge.facts))
    open_ = [fact.weights for one in knowledge.alternatives for fact in one.facts]
    alike: dict[object, list[int]] = {}
    for f, face in enumerate(knowledge.faces):
        role = (prior[f], *(s.weights[f] for s in sums), *(w.get(face, 0) for w in open_))
        alike.setdefault(role, []).append(f)
    faces = list(alike.values())
    copies = [sum(knowledge.copies[f] for f in fs) for fs in faces]
    column, room = _columns(knowledge)
    may = [_bits_of(column, prior[fs[0]]) for fs in faces]
    flow = first_flow(copies, room, may)
    if flow is None or not all(s.start < len(s.table) and any(s.table) for s in sums):
        return None
    used = usable(flow, may)
    order = _order(sums, faces, used, room)
    faces = [faces[r] for r in order]
    logs, heaviest = _logarithms([prior[fs[0]] for fs in faces], [used[r] for r in order], column)
    most = [max(map(log2_of, s.table)) for s in sums]
    return Problem(
        faces=faces,
        copies=np.array([copies[r] for r in order], np.int64),
        column=np.array(column, np.int64),
        sizes=list(knowledge.capacities),
        room=np.array(room, np.int64),
        flow=[flow[r] for r in order],
        used=[used[r] for r in order],
        logs=logs,
        tallies=[
            Tally(
                np.array([s.weights[fs[0]] for fs in faces], np.int64),
                np.isin(np.arange(len(column)), list(s.places)),
                np.array([log2_of(value) for value in s.table]) - high,
                s.start,
            )
            for s, high in zip(sums, most, strict=True)
        ],
        scale=sum(copies[r] * high for r, high in zip(order, heaviest, strict=True))
        + sum(most)
        + log2_of(constant),
    )


def log2_of(value: Number) -> float:
    """log2 of a number as it is given, whatever its size; -inf for 0."""
    exact = Fraction(exactly_as_given(value))
    return log2(exact.numerator) - log2(exact.denominator) if exact else float("-inf")


def _columns(knowledge: Knowledge) -> tuple[list[int], list[int]]:
    """The column of each place, and the room of each column; the last is that of open places."""
    room = [capacity for capacity in knowledge.capacities if capacity is not None]
    column, closed = [], 0
    for capacity in knowledge.capacities:
        column.append(len(room) if capacity is None else closed)
        closed += capacity is not None
    if closed < len(column):
        room.append(knowledge.size - sum(room))
    return column, room


def _bits_of(column: list[int], weights: tuple[Number, ...]) -> int:
    """The columns of the places with weight."""
    bits = 0
    for q, weight in zip(column, weights, strict=True):
        bits |= bool(weight) << q
    return bits


def _order(sums: list[Sum], faces: list[list[int]], used: list[int], room: list[int]) -> list[int]:
    """The rows, those with least freedom first: heavy in facts, then with little room.

    What is free comes last: there the chances of the rest are known best.
    """
    largest = [max(map(abs, s.weights), default=0) or 1 for s in sums]

    def freedom(r: int) -> tuple[float, float, int]:
        f = faces[r][0]
        told = sum(abs(s.weights[f]) / most for s, most in zip(sums, largest, strict=True))
        space = sum(n for q, n in enumerate(room) if used[r] >> q & 1)
        return (-told, space, used[r].bit_count())

    return sorted(range(len(faces)), key=freedom)


def _logarithms(
    prior: list[tuple[Number, ...]], used: list[int], column: list[int]
) -> tuple[Floats, list[float]]:
    """log2 of the weights over the row's largest, -inf where no card can be; and of the largest."""
    logs = np.full((len(prior), len(column)), -np.inf)
    heaviest = []
    for r, weights in enumerate(prior):
        row = {p: log2_of(w) for p, w in enumerate(weights) if w and used[r] >> column[p] & 1}
        heaviest.append(max(row.values(), default=0.0))
        for p, value in row.items():
            logs[r, p] = value - heaviest[-1]
    return logs, heaviest
