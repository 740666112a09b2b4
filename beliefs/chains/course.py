"""The course of a chain: in which order cards are dealt, and what each step expects of the rest.

Every particle of `beliefs.chain` deals the cards one by one, those of a row side by side. A card
goes to a place in proportion to its chance there before anything was dealt, times the room left in
the place over what the cards to come would bring there, times the mean weight that each fact can
still get in that case.
"""

from __future__ import annotations

from math import lgamma, log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chains.chances import LEAST, Chances, find_chances
from beliefs.chains.kernels.advance import WORD, Course
from beliefs.chains.looks import Look, look_ahead
from beliefs.chains.problem import Floats, Ints, Problem, pose
from beliefs.knowledge import Knowledge

FAINT = -300.0
"""log2 of the least relative weight that moves tell from smaller ones."""


class Setting(NamedTuple):
    """A course, with what else weighs particles."""

    course: Course
    card: Ints  # [cards] physical card dealt at each step
    row_of: Ints  # [faces]
    copies: Ints  # [rows] cards
    knowledge: Knowledge
    flow: npt.NDArray[np.int16]  # [rows, columns] one way to place all cards
    support: Ints  # [rows, words] where that is not 0, as bits of columns
    room: Ints  # [columns]
    prior: Floats | None  # [rows, places] log2 of prior weights over the row's largest; None: all 0
    values: list[Floats]  # [facts][sums] log2 of the table, -inf for 0
    tilt: Floats  # [facts] log2 of what one unit of the sum weighs extra on the way
    waiting: Floats  # [cards + 1, columns] log2 of what the cards to come would bring, unscaled
    factorial: Floats  # [cards + 1] log2
    scale: float  # log2 of the weight left out above


def lay_course(knowledge: Knowledge) -> Setting | None:
    """The setting of a knowledge; None where it is plain that there is no world."""
    problem = pose(knowledge)
    if problem is None:
        return None
    chances = find_chances(problem)
    looks = look_ahead(problem, chances)
    if not all(look.possible for look in looks):
        return None
    row, cards = problem.row, len(problem.row)
    waiting = np.zeros((cards + 1, len(problem.room)))
    for p, q in enumerate(problem.column):
        waiting[:cards, q] += chances.cell[row, p]
    waiting = np.maximum(np.cumsum(waiting[::-1], axis=0)[::-1], LEAST)
    row_of = np.zeros(len(knowledge.faces), np.int64)
    for r, faces in enumerate(problem.faces):
        row_of[faces] = r
    flow = np.array(problem.flow, np.int16).reshape(len(problem.copies), len(problem.room))
    return Setting(
        course=_course(problem, chances, looks, 1.0 / waiting[1:]),
        card=np.argsort(row_of[knowledge.face_of], kind="stable"),
        row_of=row_of,
        copies=problem.copies,
        knowledge=knowledge,
        flow=flow,
        support=_words([sum(1 << int(q) for q in np.flatnonzero(f)) for f in flow], flow.shape[1]),
        room=problem.room,
        prior=problem.logs if (problem.logs > -np.inf)[problem.logs != 0.0].any() else None,
        values=[t.logs for t in problem.tallies],
        tilt=chances.tilt,
        waiting=np.log2(waiting) - chances.factor,
        factorial=np.array([lgamma(n + 1) / log(2) for n in range(cards + 1)]),
        scale=problem.scale,
    )


def _course(problem: Problem, chances: Chances, looks: list[Look], pull: Floats) -> Course:
    cell, place = np.nonzero(chances.cell)
    tallies, rows, places = problem.tallies, len(problem.copies), len(problem.column)
    lengths = [len(look.table) for look in looks]
    widths = [len(t.logs) for t in tallies]
    size = [sum(lengths[:f]) for f in range(len(looks))], widths, [look.depth for look in looks]
    return Course(
        row=problem.row,
        first=np.searchsorted(cell, np.arange(rows + 1)),
        place=place,
        base=chances.cell[cell, place],
        mask=_words(problem.used, len(problem.room)),
        column=problem.column,
        pull=pull,
        step=_ints([t.step for t in tallies], rows),
        inside=_ints([t.inside for t in tallies], places),
        takes=np.array([look.minds_room for look in looks], np.int64),
        size=np.ascontiguousarray(np.array(size, np.int64).T),
        look=np.concatenate([np.zeros(0), *(look.table for look in looks)]),
        start=np.array([t.start for t in tallies], np.int64),
        left=np.array([look.room for look in looks], np.int64),
        weight=_weights(problem.logs),
        table=np.cumsum([0, *widths]),
        values=np.concatenate([np.zeros(0), *(_weights(t.logs) for t in tallies)]),
        open=np.flatnonzero([size is None for size in problem.sizes]),
    )


def _weights(logs: Floats) -> Floats:
    """2**logs, for moves: what is not 0 stays so."""
    return np.where(logs > -np.inf, np.exp2(np.maximum(logs, FAINT)), 0.0)


def _words(masks: list[int], columns: int) -> Ints:
    """Bits of columns in words of `WORD` bits: int64[rows, words]."""
    words = range(max(1, -(-columns // WORD)))
    return _ints(
        [[mask >> WORD * w & (1 << WORD) - 1 for w in words] for mask in masks], len(words)
    )


def _ints(rows: list[list[int]] | list[Ints] | list[npt.NDArray[np.bool_]], width: int) -> Ints:
    return np.array(rows, np.int64).reshape(len(rows), width)
