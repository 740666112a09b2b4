"""The plan of a diagram: in which steps cards are dealt, and which sums each step touches.

A step, or **layer**, of a row of one card asks which pool takes it; a row of several cards has a
layer for each pool, which asks how many of the remaining cards the pool takes. Each answer is an
**option** that adds to the sums of the knowledge: its facts, the capacities of pools, and for a row
of several layers the number of its cards that are dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.facts import Number, exactly_as_given
from beliefs.graphs.shape import Shape
from beliefs.sums import Sum

Ints = npt.NDArray[np.int64]
Table: TypeAlias = Sequence[Number]
"""The weights of the sums of one constraint."""
Add: TypeAlias = tuple[int, int, frozenset[int]]
"""A sum, what one card adds to it, and in which pools."""
ANYWHERE: frozenset[int] = frozenset((-2,))
"""The pools in which the dealt cards of a row are counted: all of them."""
CODES = 2**60
"""Combined weights of the sums that close in one layer, at most."""

# Columns of `Plan.layers`, `.touches`, `.sums` and `.options`.
ROW, COPIES, MANY, FORCED, OPTION, AMOUNT, TOUCH, REMAIN = range(8)
SUM, LAYER, VERSION, BEFORE, CLOSES = range(5)
START, WIDTH, TABLE, LOW, HIGH, WEIGHTED = range(6)
POOL, TAKE = range(2)


class Plan(NamedTuple):
    """The steps and what they add to which sums, as arrays for the kernels.

    layers [layers + 1, 8]: the row and its number of cards; MANY: options take 0, 1, 2… cards;
    FORCED: of MANY, the last one, which takes all that remain; the first option, amount and touch;
    REMAIN: which of the layer's touches counts the dealt cards of the row (-1: all remain).
    options [options, 2]: the pool (-1: none as yet) and the number of cards that it takes.
    touches [touches, 5]: a sum that the layer adds to; where its classes after that begin; the
    touch of the same sum before (-1: none); 1 where no later layer touches the sum.
    amount: what each option adds to each touched sum, layer by layer, option by option.
    sums [sums, 6]: where the empty sum lies in the table, the length of the table, where it begins
    in `codes`; from LOW to HIGH the sums that hold where each card adds 1 and weights are 0 or 1
    (LOW is -1 for other sums); WEIGHTED: 1 where weights are other than 0 and 1.
    codes: equal codes mean equal weights within a table, 0 that the sum is broken.
    """

    layers: Ints
    options: Ints
    touches: Ints
    amount: Ints
    sums: Ints
    codes: Ints

    @property
    def versions(self) -> int:
        """The number of classes of all touches, at most."""
        return int(self.sums[self.touches[:, SUM], WIDTH].sum())


def short_order(members: Sequence[Sequence[int]], rows: int) -> list[int]:
    """An order of the rows in which few sums are open at a time, greedily.

    members: the rows of each sum. Each step goes on with the sum that has the fewest rows left, and
    takes the row of it that opens the fewest sums beyond those that it closes.
    """
    masks = [0] * rows
    for f, some in enumerate(members):
        for r in some:
            masks[r] |= 1 << f
    waiting = list(map(len, members))
    left, order, opened = list(range(rows)), [], 0
    while left:
        nearest = min((n for n in waiting if n), default=0)
        urgent = single = 0
        for f, n in enumerate(waiting):
            if n == nearest:
                urgent |= 1 << f
            if n == 1:
                single |= 1 << f
        best, least = -1, 0
        for r in left:
            mask = masks[r]
            if mask & urgent or not nearest:
                cost = (mask & ~opened).bit_count() - (mask & single).bit_count()
                if best < 0 or cost < least:
                    best, least = r, cost
        mask = masks[best]
        opened |= mask
        left.remove(best)
        order.append(best)
        while mask:
            waiting[(mask & -mask).bit_length() - 1] -= 1
            mask &= mask - 1
    return order


def plan_of(shape: Shape) -> tuple[Plan, list[Table], int | Fraction]:
    """The arrays for a shape, the tables of its sums, and the weight of those nothing adds to.

    That weight is 0 where such a sum is broken, or where a card may be nowhere.
    """
    rows = range(len(shape.copies))
    members = [[r for r in rows if s.weights[r]] for s in shape.sums]
    order = short_order(members, len(rows))
    steps, cells = _Steps(shape, members), _cells(shape)
    for part in (0, 1) if shape.first else (2,):
        for r in order:
            visited = [q for q in cells[r] if part == 2 or (q >= shape.first) == part]
            steps.visit(r, shape.copies[r], visited, cells[r])
    steps.close()
    return steps.plan(), [s.table for s in steps.sums], steps.untouched() if all(cells) else 0


def _cells(shape: Shape) -> list[list[int]]:
    """The pools where the cards of each row may be: small ones first, those of `first` in front."""
    by_size = sorted(
        range(len(shape.pools)),
        key=lambda q: (q >= shape.first, shape.pools[q].open, shape.pools[q].capacity),
    )
    return [[q for q in by_size if weights[q]] for weights in shape.prior]


class _Steps:
    """The plan in the making: layer by layer, in Python lists."""

    def __init__(self, shape: Shape, members: Sequence[Sequence[int]]) -> None:
        self.sums = list(shape.sums)
        self.adds: list[list[Add]] = [[] for _ in shape.copies]  # to which sums a row adds
        for f, (s, some) in enumerate(zip(shape.sums, members, strict=True)):
            for r in some:
                self.adds[r].append((f, s.weights[r], s.places))
        for q, pool in enumerate(shape.pools):
            if not pool.open:
                where, table = frozenset((q,)), (0,) * pool.capacity + (1,)
                for adds in self.adds:
                    adds.append((len(self.sums), 1, where))
                self.sums.append(Sum((1,) * len(self.adds), where, table, 0))
        self.last: list[int] = [-1] * len(self.sums)
        self.layers: list[tuple[int, ...]] = []
        self.options: list[tuple[int, int]] = []
        self.touches: list[list[int]] = []
        self.amount: list[int] = []
        self.versions = 0
        self.dealt: set[int] = set()  # rows whose dealt cards are counted

    def visit(self, r: int, copies: int, visited: list[int], allowed: list[int]) -> None:
        """The layers that deal cards of a row to some of the pools where they are allowed."""
        if not visited:
            return
        if copies == 1:
            whole = len(visited) == len(allowed)
            self._layer(r, 1, visited if whole else [*visited, -1], not whole, False, False)
            return
        for q in visited:
            forced = q == allowed[-1]
            self._layer(r, copies, [q], len(allowed) > 1, True, forced)

    def _layer(
        self, r: int, copies: int, pools: list[int], counted: bool, many: bool, forced: bool
    ) -> None:
        touched = [add for add in self.adds[r] if not add[2].isdisjoint(pools)]
        remain = -1
        if counted:
            if r not in self.dealt:
                self.dealt.add(r)
                self.adds[r].append((len(self.sums), 1, ANYWHERE))
                self.sums.append(Sum((), frozenset(), (0,) * copies + (1,), 0))
                self.last.append(-1)
            remain = len(touched)
            touched.append(next(add for add in self.adds[r] if add[2] is ANYWHERE))
        here = (r, copies, int(many), int(forced), len(self.options), len(self.amount))
        self.layers.append((*here, len(self.touches), remain))
        for f, _, _ in touched:
            self._touch(f)
        if many:
            weights = [weight for _, weight, _ in touched]
            for k in range(copies + 1):
                self.options.append((pools[0], k))
                self.amount += [k * weight for weight in weights]
        else:
            for q in pools:
                self.options.append((q, int(q >= 0)))
                self.amount += [
                    weight if q in places or (places is ANYWHERE and q >= 0) else 0
                    for _, weight, places in touched
                ]

    def untouched(self) -> int | Fraction:
        """The weight of the sums that no layer adds to: they are what they are."""
        weight: int | Fraction = 1
        for s, last in zip(self.sums, self.last, strict=True):
            if last < 0:
                weight *= exactly_as_given(s.table[s.start]) if s.start < len(s.table) else 0
        return weight

    def close(self) -> None:
        """Note where sums close; where too many weights would meet, put some off to the end."""
        meeting: dict[int, int] = {}
        late = []
        for f, s in enumerate(self.sums):
            if self.last[f] >= 0 and (many := len({*s.table, 0, 1})) > 2:
                layer = self.touches[self.last[f]][LAYER]
                if meeting.get(layer, 1) * many > CODES:
                    late.append(f)
                else:
                    meeting[layer] = meeting.get(layer, 1) * many
        for f in late:
            row, copies = self.layers[-1][:2]
            here = (row, copies, 0, 0, len(self.options), len(self.amount), len(self.touches), -1)
            self.layers.append(here)
            self.options.append((-1, 0))
            self._touch(f)
            self.amount.append(0)
        for last in self.last:
            if last >= 0:
                self.touches[last][CLOSES] = 1

    def _touch(self, f: int) -> None:
        self.touches.append([f, len(self.layers) - 1, self.versions, self.last[f], 0])
        self.last[f] = len(self.touches) - 1
        self.versions += len(self.sums[f].table)

    def plan(self) -> Plan:
        """All as arrays."""
        ends = (0, 0, 0, 0, len(self.options), len(self.amount), len(self.touches), -1)
        sums, codes = tables_of(self.sums)
        return Plan(
            np.array([*self.layers, ends], np.int64),
            np.array(self.options, np.int64).reshape(-1, 2),
            np.array(self.touches, np.int64).reshape(-1, 5),
            np.array(self.amount, np.int64),
            sums,
            codes,
        )


def tables_of(sums: Sequence[Sum]) -> tuple[Ints, Ints]:
    """The arrays `sums` and `codes` of a plan."""
    codes: list[int] = []
    rows = []
    for s in sums:
        weighted, low, high = _kind(s)
        rows.append((s.start, len(s.table), len(codes), low, high, int(weighted)))
        if weighted:
            number: dict[Number, int] = {0: 0}
            codes += [number.setdefault(v, len(number)) for v in s.table]
        else:
            codes += map(int, s.table)
    return np.array(rows, np.int64).reshape(-1, 6), np.array(codes, np.int64)


def _kind(s: Sum) -> tuple[bool, int, int]:
    """Has it weights other than 0 and 1? If not, and each card adds 1: the range that holds."""
    if set(s.table) - {0, 1}:
        return True, -1, -1
    if 1 not in s.table:
        return False, -1, -1
    low, inside = s.table.index(1), s.table.count(1)
    if s.start or not set(s.weights) <= {0, 1} or 0 in s.table[low : low + inside]:
        return False, -1, -1
    return False, low, low + inside - 1
