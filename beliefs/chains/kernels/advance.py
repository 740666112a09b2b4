"""Deal particles card by card, looking ahead."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import kernel, uniform

POWER = 5
WORD = 1 << POWER
"""Columns in one word of bits: a power of two, as kernels divide by it for every cell."""
SMALL = 1e-100

Ints = npt.NDArray[np.int64]


class Course(NamedTuple):
    """The order of cards and what each step expects of the rest; see `beliefs.chains.course`."""

    row: Ints  # [cards] row of the card dealt at each step
    first: Ints  # [rows + 1] first cell of each row
    place: Ints  # [cells]
    base: npt.NDArray[np.float64]  # [cells] chance of a card there
    mask: Ints  # [rows, words] columns of the cells, as bits
    column: Ints  # [places]
    pull: npt.NDArray[np.float64]  # [cards, columns] 1 / what cards still to come would bring
    step: Ints  # [facts, rows] what a card adds to the sum
    inside: Ints  # [facts, places] 1 where it counts
    takes: Ints  # [facts] 1 where the look-ahead minds the room left in the fact's places
    size: Ints  # [facts, 3] where its look-ahead begins; sums; room kept apart (0: bounds only)
    look: npt.NDArray[np.float64]  # mean weights [cards + 1, depth, width] of fact after fact
    start: Ints  # [facts] first sum
    left: Ints  # [facts] first room
    weight: npt.NDArray[np.float64]  # [rows, places] prior weight over the row's largest
    table: Ints  # [facts + 1] where the table of each fact begins in `values`
    values: npt.NDArray[np.float64]  # weights over the fact's largest
    open: Ints  # places without capacity


class Particles(NamedTuple):
    """Deals under way, side by side."""

    world: npt.NDArray[np.int16]  # [particles, cards] place of the card dealt at each step
    room: Ints  # [particles, columns] left
    flow: npt.NDArray[np.int16]  # [particles, rows, columns] one way to place the cards to come
    support: Ints  # [particles, rows, words] where that is not 0, as bits
    left: Ints  # [particles, facts] room left in the fact's places, where it is minded
    sum: Ints  # [particles, facts]
    factor: npt.NDArray[np.float64]  # [particles] 1 / chance of the latest steps; 0: dead


def _reach(mask: Any, support: Any, r: int, reached: Any) -> None:
    """Into which columns a card of row `r` may go so that the others can still be placed.

    Those that its row uses in the flow, and every column from which a card can make way into one
    that is reached. Stops early when all columns of the row are. The last rows come first: they
    are the freest.
    """
    words = len(reached)
    lacking = 0
    for w in range(words):
        reached[w] = support[r, w]
        lacking |= int(mask[r, w]) & ~int(reached[w])
    grown = True
    while grown and lacking != 0:
        grown = False
        for other in range(len(mask) - 1, r - 1, -1):
            meets = adds = 0
            for w in range(words):
                meets |= int(mask[other, w]) & int(reached[w])
                adds |= int(support[other, w]) & ~int(reached[w])
            if meets != 0 and adds != 0:
                grown = True
                lacking = 0
                for w in range(words):
                    reached[w] = int(reached[w]) | int(support[other, w])
                    lacking |= int(mask[r, w]) & ~int(reached[w])
                if lacking == 0:
                    break


def _bit(words: Any, r: int, column: int) -> int:
    return (int(words[r, column >> POWER]) >> (column & (WORD - 1))) & 1


def _shift(flow: Any, support: Any, r: int, column: int, by: int) -> None:
    """One card of row `r` more, or less, in a column of the flow."""
    flow[r, column] += by
    w, bit = column >> POWER, 1 << (column & (WORD - 1))
    if flow[r, column] > 0:
        support[r, w] = int(support[r, w]) | bit
    else:
        support[r, w] = int(support[r, w]) & ~bit


def _make_way(mask: Any, flow: Any, support: Any, r: int, column: int, work: Any) -> None:
    """Take a card of row `r` out of the flow, and the room that it gets out of `column`.

    If the flow has none of the row there, cards move along a shortest path from that column to one
    that the flow has a card of the row in. `work`: int64[3, columns]: for each column the row that
    moves there, out of which column, and the columns in the order in which they are found.
    """
    if not _bit(support, r, column):
        for q in range(work.shape[1]):
            work[0, q] = -1
        work[0, column] = r
        work[2, 0] = column
        head, tail, end = 0, 1, -1
        while end < 0 and head < tail:
            here = int(work[2, head])
            head += 1
            for other in range(len(mask) - 1, r - 1, -1):
                if end >= 0:
                    break
                if _bit(support, other, here):
                    for q in range(work.shape[1]):
                        if work[0, q] < 0 and _bit(mask, other, q):
                            work[0, q] = other
                            work[1, q] = here
                            work[2, tail] = q
                            tail += 1
                            if _bit(support, r, q):
                                end = q
                                break
        to = end
        while to != column:
            _shift(flow, support, int(work[0, to]), to, 1)
            _shift(flow, support, int(work[0, to]), int(work[1, to]), -1)
            to = int(work[1, to])
        column = end
    _shift(flow, support, r, column, -1)


def _mean(look: Any, size: Any, dealt: int, left: int, total: int) -> float:
    """The mean weight that a fact can still get; 0 where it is lost. `size`: at, width, depth."""
    at, width, depth = int(size[0]), int(size[1]), int(size[2])
    if left < 0 or total < 0 or total >= width:
        return 0.0
    if depth == 0:
        low, high = total + look[at + 2 + 2 * dealt], total + look[at + 3 + 2 * dealt]
        return 1.0 if low <= look[at + 1] and high >= look[at] else 0.0
    return float(look[at + (dealt * depth + left) * width + total])


def _heeded(place: Any, inside: Any, stay: float, come: float, chances: Any) -> float:
    """Chances once a fact's mean weight is heeded: `come` in its places, `stay` elsewhere.

    Returns their total. Both are weighed against the larger of the two, so that chances only fall.
    """
    most = max(stay, come)
    if most == 0.0:
        return 0.0
    stay, come = stay / most, come / most
    total = 0.0
    for i in range(len(place)):
        chances[i] *= come if inside[place[i]] else stay
        total += chances[i]
    if 0.0 < total < SMALL:
        total = 0.0
        for i in range(len(place)):
            chances[i] /= SMALL
            total += chances[i]
    return total


def _pick(chances: Any, cells: int, total: float, row: Any) -> int:
    """A cell in proportion to its chance; never one without."""
    rest = uniform(row) * total
    i = 0
    while i + 1 < cells and rest >= chances[i]:
        rest -= chances[i]
        i += 1
    while chances[i] == 0.0:  # rounding left some rest at the end
        i -= 1
    return i


@kernel
def advance(course: Any, particles: Any, begin: int, end: int, row: Any) -> None:
    """Deal the cards of steps `begin` to `end - 1` to all particles that are alive."""
    # Fields of tuples are read once here: in the loops each reading would count references.
    row_of, first, place, base = course.row, course.first, course.place, course.base
    mask, column, pull, look = course.mask, course.column, course.pull, course.look
    step, inside, takes, size = course.step, course.inside, course.takes, course.size
    worlds, rooms, flows, supports = (
        particles.world,
        particles.room,
        particles.flow,
        particles.support,
    )
    lefts, totals, factors = particles.left, particles.sum, particles.factor
    facts = len(takes)
    work = np.empty((3, pull.shape[1]), np.int64)
    reached = np.empty(mask.shape[1], np.int64)
    chances = np.empty(len(column), np.float64)
    for k in range(len(factors)):
        factor = float(factors[k])
        room, flow, support = rooms[k], flows[k], supports[k]
        for t in range(begin, end):
            if factor == 0.0:
                break
            r = int(row_of[t])
            at, stop = int(first[r]), int(first[r + 1])
            _reach(mask, support, r, reached)
            total = 0.0
            for i in range(at, stop):
                q = int(column[place[i]])
                chances[i - at] = 0.0
                if (int(reached[q >> POWER]) >> (q & (WORD - 1))) & 1:
                    chances[i - at] = base[i] * int(room[q]) * pull[t, q]
                    total += chances[i - at]
            for f in range(facts):
                left, told = int(lefts[k, f]), int(totals[k, f])
                stay = _mean(look, size[f], t + 1, left, told)
                come = _mean(look, size[f], t + 1, left - int(takes[f]), told + int(step[f, r]))
                if stay != come or stay == 0.0:
                    total = _heeded(place[at:stop], inside[f], stay, come, chances)
            if total == 0.0:
                factor = 0.0
                break
            i = _pick(chances, stop - at, total, row)
            factor *= total / chances[i]
            to = int(place[at + i])
            worlds[k, t] = to
            rooms[k, column[to]] -= 1
            _make_way(mask, flow, support, r, int(column[to]), work)
            for f in range(facts):
                if inside[f, to]:
                    lefts[k, f] -= takes[f]
                    totals[k, f] += step[f, r]
        factors[k] = factor
