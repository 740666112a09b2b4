"""A knowledge laid out for the diagram: rows, pools, sums, cells.

- **row**: faces alike (same weight in every fact, same prior weight in every place), with all
  their cards. Which of them goes where is a matter of chance alone.
- **pool**: places alike (spoken of by the same facts, same prior weights, both with a capacity or
  both without). Cards are dealt to the pool and then split at random.
- **sum**: one constraint, a table of weights over the sum that it watches. Every capacity is one
  (each card counts 1), every fact is one. Facts that only forbid become cells left out; facts that
  say the same whatever happens become a constant.
- **cell**: a row and a pool where its cards may be; the diagram has one layer for each cell and
  decides in it how many of the row's remaining cards the pool takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.facts import Fact, Number
from beliefs.knowledge import Knowledge

Ints = npt.NDArray[np.int64]


class Plan(NamedTuple):
    """The cells and what they add to which sums, as arrays for the kernels.

    A touch is a (cell, sum) pair in which a card counts; touches are listed cell by cell.
    """

    row: Ints  # [cells] the row of a cell
    last: Ints  # [cells] 1 where the row has no further cell: it takes all that remain
    copies: Ints  # [rows] number of cards
    start: Ints  # [sums] where each sum begins in its table
    width: Ints  # [sums] length of its table
    table: Ints  # [sums] offset of its table in `codes`
    codes: Ints  # equal codes: equal weights; 0: the sum is broken
    touch: Ints  # [cells + 1] first touch of a cell
    sum: Ints  # [touches] the sum that is touched
    step: Ints  # [touches] what one card adds to it
    most: Ints  # [touches] number of cards in the row
    closes: Ints  # [touches] 1 where no later cell touches this sum
    version: Ints  # [touches] offset of the classes that hold after this touch


@dataclass(frozen=True)
class Layout:
    """Rows, pools and plan of a knowledge; `plan` is None where no world can be."""

    row_of: Ints  # [faces]
    pool_of: Ints  # [places]
    share: npt.NDArray[np.float64]  # [places] part of its pool's cards that a place gets
    shares: list[Fraction]  # the same, exactly
    pool: list[int]  # [cells]
    spread: list[int]  # [cells] number of places that a card may choose among, when open
    prior: list[Number]  # [cells]
    tables: list[Sequence[Number]]  # [sums]
    splits: int  # ways to split the pools' cards among their places
    constant: Number  # weight that all worlds share
    slots: list[list[int]]  # [pools] places, each as often as it holds a card (once, when open)
    open: list[bool]  # [pools] no capacity
    plan: Plan | None


class _Sum(NamedTuple):
    weights: tuple[int, ...]  # per face, later per row
    places: frozenset[int]  # later pools
    table: Sequence[Number]
    start: int


def lay_out(knowledge: Knowledge) -> Layout:
    """Find rows and pools, order the rows so that sums stay open briefly, list the cells."""
    prior, sums, constant = _constraints(knowledge)
    roles = list(zip(*(s.weights for s in sums), strict=True)) or [()] * len(knowledge.faces)
    row_of, rows = _alike([(roles[f], prior[f]) for f in range(len(prior))])
    columns = list(zip(*(prior[faces[0]] for faces in rows), strict=True)) or [()] * len(
        knowledge.places
    )
    about = [tuple(p in s.places for s in sums) for p in range(len(knowledge.places))]
    sizes = knowledge.capacities
    pool_of, pools = _alike([(sizes[p] is None, about[p], columns[p]) for p in range(len(sizes))])
    free = [sizes[places[0]] is None for places in pools]
    capacity = [sum(sizes[p] or 0 for p in places) for places in pools]
    splits = prod(
        factorial(capacity[q]) // prod(factorial(sizes[p] or 0) for p in places)
        for q, places in enumerate(pools)
        if len(places) > 1 and not free[q]
    )
    sums = [
        s._replace(
            weights=tuple(s.weights[faces[0]] for faces in rows),
            places=frozenset(pool_of[p] for p in s.places),
        )
        for s in sums
    ] + [
        _Sum((1,) * len(rows), frozenset([q]), [0] * capacity[q] + [1], 0)
        for q in range(len(pools))
        if not free[q]
    ]
    copies = [sum(knowledge.copies[f] for f in faces) for faces in rows]
    order = _order(sums, len(rows))
    rank = {r: i for i, r in enumerate(order)}
    by_size = sorted(range(len(pools)), key=lambda q: (free[q], capacity[q]))
    cells = [
        (r, q, prior[rows[r][0]][pools[q][0]])
        for r in order
        for q in by_size
        if prior[rows[r][0]][pools[q][0]]
    ]
    shares = [
        Fraction(1, len(pools[q]))
        if (size := sizes[p]) is None
        else Fraction(size, capacity[q] or 1)
        for p, q in enumerate(pool_of)
    ]
    plan, constant = _plan(cells, sums, [copies[r] for r in order], rank, constant)
    return Layout(
        row_of=np.array([rank[r] for r in row_of], np.int64),
        pool_of=np.array(pool_of, np.int64),
        share=np.array(shares, np.float64),
        shares=shares,
        pool=[q for _, q, _ in cells],
        spread=[len(pools[q]) if free[q] else 1 for _, q, _ in cells],
        prior=[weight for _, _, weight in cells],
        tables=[s.table for s in sums],
        splits=splits,
        constant=constant,
        slots=[
            [p for p in places for _ in range(sizes[p] if not free[q] else 1)]  # type: ignore[arg-type]
            for q, places in enumerate(pools)
        ],
        open=free,
        plan=plan,
    )


def _constraints(
    knowledge: Knowledge,
) -> tuple[list[tuple[Number, ...]], list[_Sum], Number]:
    """Prior weights [faces][places] with forbidden pairs 0, the sums that remain, a constant."""
    faces = {face: i for i, face in enumerate(knowledge.faces)}
    places = {place: i for i, place in enumerate(knowledge.places)}
    prior: list[list[Number]] = [[1] * len(places) for _ in faces]
    for (face, place), weight in knowledge.prior.items():
        prior[faces[face]][places[place]] = weight
    sums: list[_Sum] = []
    constant: Number = 1
    for fact in knowledge.facts:
        table, start = _table(
            fact, [w * knowledge.copies[faces[f]] for f, w in fact.weights.items()]
        )
        if start == 0 and len(table) == 1:
            constant = constant * table[0]
            for face in fact.weights:
                for place in fact.places:
                    prior[faces[face]][places[place]] = 0
        else:
            weights = [0] * len(faces)
            for face, weight in fact.weights.items():
                weights[faces[face]] = weight
            sums.append(
                _Sum(tuple(weights), frozenset(places[p] for p in fact.places), table, start)
            )
    return [tuple(row) for row in prior], sums, constant


def _table(fact: Fact, most: list[int]) -> tuple[list[Number], int]:
    """The weights of all sums that can be, and where in it the empty sum lies.

    `most`: what all copies of each face together add. Without negative weights the tail of zeros
    is cut off: sums never come back.
    """
    lowest = sum(w for w in most if w < 0)
    table = [fact.weight(s) for s in range(lowest, sum(w for w in most if w > 0) + 1)]
    while table and not lowest and not table[-1]:
        table.pop()
    return table, -lowest


def _alike(roles: list[tuple[object, ...]]) -> tuple[list[int], list[list[int]]]:
    """Group equal roles: the group of each, and the members of each group."""
    number: dict[tuple[object, ...], int] = {}
    groups: list[list[int]] = []
    group_of = []
    for i, role in enumerate(roles):
        g = number.setdefault(role, len(groups))
        if g == len(groups):
            groups.append([])
        groups[g].append(i)
        group_of.append(g)
    return group_of, groups


def _order(sums: list[_Sum], rows: int) -> list[int]:
    """An order of the rows in which few sums are open at a time, greedily.

    Each step goes on with the sum that has the fewest rows left, and takes the row of it that opens
    the fewest sums beyond those that it closes.
    """
    masks = [sum(1 << f for f, s in enumerate(sums) if s.weights[r]) for r in range(rows)]
    waiting = [sum(map(bool, s.weights)) for s in sums]
    left, order, opened = list(range(rows)), [], 0
    while left:
        nearest = min((n for n in waiting if n), default=0)
        urgent = sum(1 << f for f, n in enumerate(waiting) if n == nearest)
        single = sum(1 << f for f, n in enumerate(waiting) if n == 1)
        best = min(
            (r for r in left if masks[r] & urgent or not nearest),
            key=lambda r: (masks[r] & ~opened).bit_count() - (masks[r] & single).bit_count(),
        )
        opened |= masks[best]
        left.remove(best)
        order.append(best)
        for f, s in enumerate(sums):
            waiting[f] -= bool(s.weights[best])
    return order


def _plan(
    cells: list[tuple[int, int, Number]],
    sums: list[_Sum],
    copies: list[int],
    rank: dict[int, int],
    constant: Number,
) -> tuple[Plan | None, Number]:
    """Number the touches. No plan where a row has no cell, or an untouched sum is broken."""
    if len({r for r, _, _ in cells}) < len(copies):
        return None, constant
    touches: list[tuple[int, int, int]] = []  # sum, step, row
    first = [0]
    final: dict[int, int] = {}
    for r, q, _ in cells:
        for f, s in enumerate(sums):
            if q in s.places and s.weights[r]:
                final[f] = len(touches)
                touches.append((f, s.weights[r], rank[r]))
        first.append(len(touches))
    for f, s in enumerate(sums):
        if f not in final:
            if s.start >= len(s.table) or not s.table[s.start]:
                return None, constant
            constant = constant * s.table[s.start]
    codes: dict[Number, int] = {0: 0}
    widths = [len(s.table) for s in sums]
    rows = [rank[r] for r, _, _ in cells]

    def ints(values: list[int]) -> Ints:
        return np.array(values, np.int64)

    touched = ints([f for f, _, _ in touches])
    lengths = ints(widths)[touched] if touches else ints([])
    plan = Plan(
        row=ints(rows),
        last=ints([int(r != after) for r, after in zip(rows, [*rows[1:], -1], strict=True)])
        if rows
        else ints([]),
        copies=ints(copies),
        start=ints([s.start for s in sums]),
        width=ints(widths),
        table=np.cumsum(ints([0, *widths]))[:-1],
        codes=ints([codes.setdefault(v, len(codes)) for s in sums for v in s.table]),
        touch=ints(first),
        sum=touched,
        step=ints([step for _, step, _ in touches]),
        most=ints([copies[r] for _, _, r in touches]),
        closes=ints([int(final[f] == t) for t, (f, _, _) in enumerate(touches)]),
        version=np.cumsum(lengths) - lengths,
    )
    return plan, constant
