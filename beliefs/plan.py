"""The plan of a diagram: in which order cards are dealt, and which sums each step touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.facts import Number
from beliefs.sums import Sum

Ints = npt.NDArray[np.int64]


class Plan(NamedTuple):
    """The cells and what they add to which sums, as arrays for the kernels.

    A cell is a row of cards alike and a pool of places alike where they may be. A touch is a cell
    and a sum in which its cards count; touches are listed cell by cell.
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


def short_order(sums: Sequence[Sum], rows: int) -> list[int]:
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


def plan_of(cells: Sequence[tuple[int, int]], sums: Sequence[Sum], copies: Sequence[int]) -> Plan:
    """The arrays for cells (row, pool), row by row, and sums over rows and pools."""
    touches: list[tuple[int, int, int]] = []  # sum, step, most
    first = [0]
    final: dict[int, int] = {}
    for r, q in cells:
        for f, s in enumerate(sums):
            if s.weights[r] and q in s.places:
                final[f] = len(touches)
                touches.append((f, s.weights[r], copies[r]))
        first.append(len(touches))
    sum_of, step, most = _ints(touches).reshape(-1, 3).T
    rows = _ints([r for r, _ in cells])
    width = _ints([len(s.table) for s in sums])
    codes: dict[Number, int] = {0: 0}
    return Plan(
        row=rows,
        last=np.append(np.diff(rows), 1) if len(rows) else rows,
        copies=_ints(copies),
        start=_ints([s.start for s in sums]),
        width=width,
        table=np.cumsum(width) - width,
        codes=_ints([codes.setdefault(v, len(codes)) for s in sums for v in s.table]),
        touch=_ints(first),
        sum=np.ascontiguousarray(sum_of),
        step=np.ascontiguousarray(step),
        most=np.ascontiguousarray(most),
        closes=_ints([int(final[f] == t) for t, (f, _, _) in enumerate(touches)]),
        version=np.cumsum(width[sum_of]) - width[sum_of],
    )


def _ints(values: Sequence[int] | Sequence[tuple[int, ...]]) -> Ints:
    return np.array(values, np.int64)
