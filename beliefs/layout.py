"""A knowledge laid out for the diagram: rows of cards alike, pools of places alike, cells.

- **row**: faces alike (same weight in every fact, same prior weight in every place), with all
  their cards. Which of them goes where is a matter of chance alone.
- **pool**: places alike (spoken of by the same facts, same prior weights, all with a capacity or
  all without: an **open** pool). Cards are dealt to the pool and then split at random.
- **cell**: a row and a pool where its cards may be. The diagram has one layer for each cell, and
  decides in it how many of the row's remaining cards the pool takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, log2, prod

import numpy as np

from beliefs.facts import Number, exactly_as_given
from beliefs.knowledge import Knowledge
from beliefs.plan import Ints, Plan, plan_of, short_order
from beliefs.sums import Sum, sums_of


@dataclass(frozen=True)
class Pool:
    """Places alike, by number, and their capacities; `open` ones have none."""

    places: list[int]
    sizes: list[int]
    open: bool

    @property
    def capacity(self) -> int:
        """The cards that it holds, unless it is open."""
        return sum(self.sizes)

    @property
    def splits(self) -> int:
        """In how many ways its cards can be split among its places, unless it is open."""
        return factorial(self.capacity) // prod(map(factorial, self.sizes))

    @property
    def slots(self) -> list[int]:
        """Its places, each as often as it holds a card; once, if it is open."""
        if self.open:
            return self.places
        return [p for p, n in zip(self.places, self.sizes, strict=True) for _ in range(n)]

    @property
    def shares(self) -> list[Fraction]:
        """The part of its cards that each place gets."""
        if self.open:
            return [Fraction(1, len(self.places))] * len(self.places)
        return [Fraction(size, self.capacity or 1) for size in self.sizes]


@dataclass(frozen=True)
class Layout:
    """Rows, pools and plan of a knowledge; `plan` is None where no world can be."""

    row_of: Ints  # [faces]
    pool_of: Ints  # [places]
    pools: list[Pool]
    pool: list[int]  # [cells]
    prior: list[Number]  # [cells] of each card
    sums: list[Sum]
    constant: int | Fraction  # weight that all worlds share
    plan: Plan | None

    @property
    def bits(self) -> float:
        """How far weights of worlds, and of parts of worlds, can lie apart: a bound on log2."""
        bits = sum(self.plan.copies.tolist()) * log2(len(self.pool_of) or 1) if self.plan else 0.0
        heaviest: dict[int, float] = {}
        if self.plan and self.prior.count(1) < len(self.prior):
            for r, weight in zip(self.plan.row.tolist(), self.prior, strict=True):
                heaviest[r] = max(heaviest.get(r, 0.0), abs(log2(weight)))
            bits += 2 * sum(int(self.plan.copies[r]) * heavy for r, heavy in heaviest.items())
        return bits + 2 * sum(
            max((abs(log2(weight)) for weight in s.table if weight not in (0, 1)), default=0.0)
            for s in self.sums
        )

    @property
    def splits(self) -> int:
        """In how many ways the pools' cards can be split among their places."""
        return prod(pool.splits for pool in self.pools if len(pool.places) > 1)

    @property
    def shares(self) -> list[Fraction]:
        """The part of its pool's cards that each place gets."""
        share = {
            p: part for pool in self.pools for p, part in zip(pool.places, pool.shares, strict=True)
        }
        return [share[p] for p in range(len(self.pool_of))]


def lay_out(knowledge: Knowledge) -> Layout:
    """Find rows and pools, order the rows so that sums are open briefly, list the cells."""
    sums, prior, constant = sums_of(knowledge)
    rows = _alike([(prior[f], *(s.weights[f] for s in sums)) for f in range(len(prior))])
    pools = [_pool(knowledge, places) for places in _alike_places(knowledge, sums, prior, rows)]
    pool_of = _number_of([pool.places for pool in pools])
    order = short_order(
        [s._replace(weights=[s.weights[fs[0]] for fs in rows]) for s in sums], len(rows)
    )
    rows = [rows[r] for r in order]
    sums = [
        s._replace(
            weights=[s.weights[faces[0]] for faces in rows],
            places=frozenset(pool_of[p] for p in s.places),
        )
        for s in sums
    ]
    sums += [
        Sum([1] * len(rows), frozenset([q]), [0] * pool.capacity + [1], 0)
        for q, pool in enumerate(pools)
        if not pool.open
    ]
    by_size = sorted(range(len(pools)), key=lambda q: (pools[q].open, pools[q].capacity))
    cells = [
        (r, q, weight)
        for r, faces in enumerate(rows)
        for q in by_size
        if (weight := prior[faces[0]][pools[q].places[0]])
    ]
    fits = len({r for r, _, _ in cells}) == len(rows)
    for s in sums:
        if not any(s.weights[r] and q in s.places for r, q, _ in cells):
            # Nothing can be added to this sum: it is what it is.
            weight = s.table[s.start] if s.start < len(s.table) else 0
            fits, constant = fits and bool(weight), constant * exactly_as_given(weight)
    copies = [sum(knowledge.copies[f] for f in faces) for faces in rows]
    return Layout(
        row_of=np.array(_number_of(rows), np.int64),
        pool_of=np.array(pool_of, np.int64),
        pools=pools,
        pool=[q for _, q, _ in cells],
        prior=[weight for _, _, weight in cells],
        sums=sums,
        constant=constant,
        plan=plan_of([(r, q) for r, q, _ in cells], sums, copies) if fits else None,
    )


def _alike_places(
    knowledge: Knowledge, sums: list[Sum], prior: list[tuple[Number, ...]], rows: list[list[int]]
) -> list[list[int]]:
    return _alike(
        (
            capacity is None,
            *(p in s.places for s in sums),
            *(prior[faces[0]][p] for faces in rows),
        )
        for p, capacity in enumerate(knowledge.capacities)
    )


def _pool(knowledge: Knowledge, places: list[int]) -> Pool:
    sizes = [knowledge.capacities[p] for p in places]
    return Pool(places, [size or 0 for size in sizes], sizes[0] is None)


def _alike(roles: Iterable[Hashable]) -> list[list[int]]:
    """The groups of those with equal roles."""
    groups: dict[Hashable, list[int]] = {}
    for i, role in enumerate(roles):
        groups.setdefault(role, []).append(i)
    return list(groups.values())


def _number_of(groups: list[list[int]]) -> list[int]:
    """The number of the group of each member."""
    number = {member: g for g, members in enumerate(groups) for member in members}
    return [number[member] for member in range(len(number))]
