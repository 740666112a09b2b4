"""Move worlds about, and draw from weighted ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from compiled import below, kernel, uniform


def _proposed(column: Any, free: Any, world: Any, row: Any, moved: Any, to: Any) -> int:
    """A random move: which cards (by step) go to which places; how many they are, 0 for none.

    Two cards change places; or three go round; or one goes from a place without capacity to
    another. Each move is as likely as its reverse.
    """
    cards = len(world)
    kind = below(row, 8)
    if len(free) > 1 and kind >= 4:
        moved[0] = below(row, cards)
        to[0] = free[below(row, len(free))]
        return int(column[world[moved[0]]] == column[to[0]])
    if cards < 2:
        return 0
    first, second = below(row, cards), below(row, cards - 1)
    second += int(second >= first)
    moved[0], moved[1] = first, second
    to[0], to[1] = world[second], world[first]
    if kind > 0 or cards < 3:
        return 2
    third = below(row, cards - 2)
    third += int(third >= min(first, second))
    third += int(third >= max(first, second))
    moved[2] = third
    to[1], to[2] = world[third], world[first]
    return 3


@kernel
def stir(course: Any, card: Any, worlds: Any, tries: int, row: Any, out: Any) -> None:
    """Move worlds about and write them to `out` [worlds, cards], card by physical card.

    Every world makes `tries` moves, each in proportion to the weights (Metropolis et al. 1953),
    which leave the distribution over consistent worlds as it is. Cards of a row are alike: which of
    them lies where is drawn anew at the end. `worlds`: [worlds, cards] by steps, changed in place;
    `card`: the physical card of each step.
    """
    # Fields of tuples are read once here: in the loops each reading would count references.
    row_of, weight, step, inside = course.row, course.weight, course.step, course.inside
    table, values, start = course.table, course.values, course.start
    column, free = course.column, course.open
    facts = len(start)
    moved, to = np.empty(3, np.int64), np.empty(3, np.int64)
    sums, new = np.empty(facts, np.int64), np.empty(facts, np.int64)
    for k in range(len(worlds)):
        world = worlds[k]
        for f in range(facts):
            sums[f] = start[f]
            for t in range(len(world)):
                if inside[f, world[t]]:
                    sums[f] += step[f, row_of[t]]
        for _ in range(tries):
            n = _proposed(column, free, world, row, moved, to)
            ratio, changed = 1.0, False
            for i in range(n):
                r, old = int(row_of[moved[i]]), int(world[moved[i]])
                if to[i] != old:
                    changed = True
                    ratio *= weight[r, to[i]] / weight[r, old]
            if not changed or ratio == 0.0:
                continue
            for f in range(facts):
                by = 0
                for i in range(n):
                    was, now = int(inside[f, world[moved[i]]]), int(inside[f, to[i]])
                    by += (now - was) * int(step[f, row_of[moved[i]]])
                new[f] = sums[f] + by
                if by != 0:
                    at = int(table[f])
                    if new[f] < 0 or at + new[f] >= table[f + 1]:
                        ratio = 0.0
                        break
                    ratio *= values[at + new[f]] / values[at + sums[f]]
            if ratio >= 1.0 or (ratio > 0.0 and uniform(row) < ratio):
                for i in range(n):
                    world[moved[i]] = to[i]
                for f in range(facts):
                    sums[f] = new[f]
        begin = 0
        for t in range(len(world)):
            if row_of[t] != row_of[begin]:
                begin = t
            other = begin + below(row, t - begin + 1)
            world[t], world[other] = world[other], world[t]
        for t in range(len(world)):
            out[k, card[t]] = world[t]


@kernel
def shuffle(numbers: Any, row: Any) -> None:
    """Bring numbers into a random order."""
    for i in range(len(numbers) - 1, 0, -1):
        j = below(row, i + 1)
        numbers[i], numbers[j] = numbers[j], numbers[i]
