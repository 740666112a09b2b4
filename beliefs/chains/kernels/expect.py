"""What independent cards fill, and what their sums come to; arithmetic alone, no logarithms.

(Logarithms and powers of compiled code and of NumPy may differ in their last bit.)
"""

from __future__ import annotations

from typing import Any

from compiled import kernel

ROUNDS, CLOSE = 200, 1e-6
"""Rounds in which columns are balanced, at most; how far off they may still be."""
FAINTEST = 1e-250
"""The least factor of a column, over the largest."""


@kernel
def balance(
    heavy: Any, column: Any, room: Any, copies: Any, scale: Any, come: Any, cell: Any
) -> None:
    """Chances in proportion to weights times a factor for each column, so that columns fill.

    Args:
        heavy: float64[rows, places], each row's largest weight about 1.
        column: int64[places].
        room: int64[columns].
        copies: int64[rows].
        scale: float64[columns], ones; overwritten with the factors.
        come: float64[columns], overwritten.
        cell: float64[rows, places], overwritten with the chances.
    """
    for _ in range(ROUNDS):
        for q in range(len(room)):
            come[q] = 0.0
        for r in range(len(copies)):
            total = 0.0
            for p in range(len(column)):
                cell[r, p] = heavy[r, p] * scale[column[p]]
                total += cell[r, p]
            for p in range(len(column)):
                cell[r, p] /= total
                come[column[p]] += copies[r] * cell[r, p]
        most = 0.0
        worst = 0.0
        for q in range(len(room)):
            if come[q] > 0.0 and room[q] > 0:
                off = room[q] / max(come[q], 1e-18)
                worst = max(worst, abs(off - 1.0))
                come[q] = off
            else:
                come[q] = 1.0
        if worst < CLOSE:
            return
        for q in range(len(room)):
            scale[q] *= come[q]
            most = max(most, scale[q])
        for q in range(len(room)):
            scale[q] = max(scale[q] / most, FAINTEST)


@kernel
def add_up(among: Any, step: Any, copies: Any, chance: Any, other: Any) -> None:
    """The chance of each sum when each card adds its step with the chance of its row.

    Args:
        among: float64[rows].
        step: int64[rows], what a card adds.
        copies: int64[rows].
        chance: float64[sums], of the sums before; overwritten.
        other: float64[sums], overwritten.
    """
    for r in range(len(copies)):
        if step[r] == 0 or among[r] == 0.0:
            continue
        for _ in range(copies[r]):
            for k in range(len(chance)):
                before = k - step[r]
                come = chance[before] if 0 <= before < len(chance) else 0.0
                other[k] = (1.0 - among[r]) * chance[k] + among[r] * come
            for k in range(len(chance)):
                chance[k] = other[k]


@kernel
def means_by_room(
    row: Any, among: Any, step: Any, least: float, chance: Any, means: Any, can: Any
) -> None:
    """The mean weight of a fact, given the cards dealt, the room left and the sum so far.

    Args:
        row: int64[cards], the row of each card.
        among: float64[rows], the chance that a card goes to the fact's places.
        step: int64[rows], what it adds there.
        least: of what can still be fulfilled.
        chance: float64[room + 1], overwritten.
        means: float64[cards + 1, room + 1, sums], zero but for the last layer's row 0.
        can: bool[2, room + 1, sums], overwritten.
    """
    cards = len(row)
    depth = means.shape[1]
    width = means.shape[2]
    for n in range(depth):
        chance[n] = 0.0
        for k in range(width):
            can[cards % 2, n, k] = means[cards, n, k] > 0.0
    chance[0] = 1.0
    for i in range(cards - 1, -1, -1):
        m = among[row[i]]
        by = step[row[i]]
        for n in range(depth - 1, -1, -1):
            come = m * chance[n - 1] if n > 0 else 0.0
            chance[n] = come + (1.0 - m) * chance[n]
            part = come / chance[n] if chance[n] > 0.0 else m
            for k in range(width):
                mean = (1.0 - part) * means[i + 1, n, k]
                may = can[(i + 1) % 2, n, k] and m < 1.0
                to = k + by
                if n > 0 and 0 <= to < width:
                    mean += part * means[i + 1, n - 1, to]
                    may = may or (can[(i + 1) % 2, n - 1, to] and m > 0.0)
                means[i, n, k] = max(mean, least) if may else 0.0
                can[i % 2, n, k] = may


@kernel
def means_freely(row: Any, among: Any, step: Any, least: float, means: Any, can: Any) -> None:
    """The same where room is not minded: means float64[cards + 1, sums], can bool[2, sums]."""
    cards = len(row)
    width = means.shape[1]
    for k in range(width):
        can[cards % 2, k] = means[cards, k] > 0.0
    for i in range(cards - 1, -1, -1):
        m = among[row[i]]
        by = step[row[i]]
        for k in range(width):
            mean = (1.0 - m) * means[i + 1, k]
            may = can[(i + 1) % 2, k] and m < 1.0
            to = k + by
            if 0 <= to < width:
                mean += m * means[i + 1, to]
                may = may or (can[(i + 1) % 2, to] and m > 0.0)
            means[i, k] = max(mean, least) if may else 0.0
            can[i % 2, k] = may
