"""Knowledge without names: rows of cards alike, pools of places alike, sums over both.

- **row**: faces alike (same weight in every fact, same prior weight in every place), with all
  their cards. Which of them goes where is a matter of chance alone.
- **pool**: places alike (spoken of by the same facts, same prior weights, all with a capacity or
  all without: an **open** pool). Cards are dealt to the pool and then split at random.

Knowledges of one shape share one diagram: the first hands of all deals of a game, say.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, log2, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.errors import unknown
from beliefs.facts import Number, Place, several
from beliefs.knowledge import Knowledge
from beliefs.sums import Sum, sums_of


class Pool(NamedTuple):
    """The capacities of places alike; `open` ones have none."""

    sizes: tuple[int, ...]
    open: bool

    @property
    def capacity(self) -> int:
        """The cards that it holds, unless it is open."""
        return sum(self.sizes)

    @property
    def spread(self) -> int:
        """Among how many of its places a single card may choose freely."""
        return len(self.sizes) if self.open else 1

    @property
    def splits(self) -> int:
        """In how many ways its cards can be split among its places, unless it is open."""
        return factorial(self.capacity) // prod(map(factorial, self.sizes))

    def shares(self, kind: type[Fraction] | type[float]) -> list[Fraction] | list[float]:
        """The part of its cards that each place gets."""
        sizes = (1,) * len(self.sizes) if self.open else self.sizes
        whole = sum(sizes) or 1
        if kind is float:
            return [size / whole for size in sizes]
        return [Fraction(size, whole) for size in sizes]


@dataclass(frozen=True)
class Shape:
    """Rows, pools and sums. Where `first` is not 0, that many pools are dealt before the others."""

    copies: tuple[int, ...]  # [rows]
    pools: tuple[Pool, ...]
    prior: tuple[tuple[Number, ...], ...]  # [rows][pools] of each card
    sums: tuple[Sum, ...]  # over rows and pools
    first: int

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.copies, self.pools, self.prior, self.sums, self.first))

    @property
    def bits(self) -> float:
        """How far weights of worlds, and of parts of worlds, can lie apart before facts are
        weighed: a bound on log2."""
        places = sum(len(pool.sizes) for pool in self.pools)
        bits = sum(self.copies) * log2(places or 1)
        for copies, weights in zip(self.copies, self.prior, strict=True):
            bits += 2 * copies * max((abs(log2(w)) for w in weights if w not in (0, 1)), default=0)
        return bits

    @cached_property
    def splits(self) -> int:
        """In how many ways the pools' cards can be split among their places."""
        return prod(p.splits for p in self.pools if len(p.sizes) > 1 and not p.open)


class Layout(NamedTuple):
    """The shape of a knowledge, and where its faces and places are in it."""

    shape: Shape
    row_of: npt.NDArray[np.int64]  # [faces]
    pool_of: npt.NDArray[np.int64]  # [places]
    constant: int | Fraction  # weight that all worlds share

    def shares_of(self, kind: type[Fraction] | type[float]) -> npt.NDArray[Any]:
        """The part of its pool's cards that each place gets [places], as floats or Fractions."""
        left = [iter(pool.shares(kind)) for pool in self.shape.pools]
        shares = [next(left[q]) for q in self.pool_of.tolist()]
        return np.array(shares, object if kind is Fraction else np.float64)

    def members(self, pool: int) -> list[int]:
        """The places of a pool."""
        return np.flatnonzero(self.pool_of == pool).tolist()


def lay_out(knowledge: Knowledge, first: Collection[int] = ()) -> Layout:
    """Find rows and pools. The places `first` are pools of their own, dealt before the others.

    With `first`, faces with several copies are rows of their own: then what lies in those places
    is told by how many cards of each row, but for single copies which are all equally likely.
    """
    sums, prior, constant = sums_of(knowledge)
    copies, sizes = knowledge.copies, knowledge.capacities
    alone = [f if first and n > 1 else -1 for f, n in enumerate(copies)]
    row_of, rows = _grouped(zip(alone, prior, *(s.weights for s in sums), strict=True))
    order = [*first, *(p for p in range(len(sizes)) if p not in first)]
    columns = [prior[fs[0]] for fs in rows]
    numbers, groups = _grouped(
        (
            p if p in first else -1,
            sizes[p] is None,
            *(column[p] for column in columns),
            *(p in s.places for s in sums),
        )
        for p in order
    )
    pools = [[order[i] for i in group] for group in groups]
    pool_of = [q for _, q in sorted(zip(order, numbers, strict=True))]
    where = [
        (frozenset(pool_of[p] for p in s.places), tuple(s.weights[fs[0]] for fs in rows))
        for s in sums
    ]
    shape = Shape(
        copies=tuple(sum(copies[f] for f in fs) for fs in rows),
        pools=tuple(Pool(tuple(sizes[p] or 0 for p in ps), sizes[ps[0]] is None) for ps in pools),
        prior=tuple(tuple(prior[fs[0]][ps[0]] for ps in pools) for fs in rows),
        sums=tuple(
            Sum(weights, places, s.table, s.start)
            for s, (places, weights) in zip(sums, where, strict=True)
        ),
        first=len(first),
    )
    return Layout(shape, np.array(row_of, np.int64), np.array(pool_of, np.int64), constant)


def _grouped(roles: Iterable[Hashable]) -> tuple[list[int], list[list[int]]]:
    """The number of the group of each, and the groups of those with equal roles."""
    number: dict[Hashable, int] = {}
    groups: list[list[int]] = []
    group_of = []
    for i, role in enumerate(roles):
        g = number.setdefault(role, len(groups))
        if g == len(groups):
            groups.append([])
        groups[g].append(i)
        group_of.append(g)
    return group_of, groups


def numbers_of(knowledge: Knowledge, places: Place | Collection[Place]) -> tuple[int, ...]:
    """The numbers of places as they are given, each once; those of a set, in ascending order."""
    named = several(places)
    numbers = dict.fromkeys(_index(knowledge, place) for place in named)
    return tuple(sorted(numbers) if isinstance(named, Set) else numbers)


def _index(knowledge: Knowledge, place: Place) -> int:
    if place not in knowledge.places:
        raise unknown("place", place, knowledge.places)
    return knowledge.places.index(place)
