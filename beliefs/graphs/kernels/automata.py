"""Which sums are the same from some layer on: the minimal automaton of each sum.

Two sums are the same after a touch when, whatever still comes, their table reads alike. This is
what closes a sum that can no longer fail, caps one that counts to "at least", and spots at once
one that can no longer be met. Classes are numbered from 0 by their least sum, DEAD for sums that
cannot hold any more, and packed as bit fields into the words of a state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs.plan import (
    AMOUNT,
    BEFORE,
    CLOSES,
    HIGH,
    LAYER,
    LOW,
    SUM,
    TABLE,
    TOUCH,
    VERSION,
    WIDTH,
    Plan,
)

DEAD = -1
BITS = 62
"""Bits of a word that are used: whole numbers stay positive, compiled and plain."""


class Automata(NamedTuple):
    """The classes of all sums after each of their touches, and where a state keeps them."""

    number: npt.NDArray[np.int64]  # [versions] the class of each sum after a touch, or DEAD
    least: npt.NDArray[np.int64]  # [versions] the least sum of each class
    classes: npt.NDArray[np.int64]  # [touches] how many there are
    field: npt.NDArray[np.int64]  # [sums, 3] word, shift and mask

    @classmethod
    def empty(cls, plan: Plan) -> Automata:
        """Room for the automata of a plan."""
        versions = plan.versions
        return cls(
            np.zeros(versions, np.int64),
            np.zeros(versions, np.int64),
            np.zeros(len(plan.touches), np.int64),
            np.zeros((len(plan.sums), 3), np.int64),
        )


def filled(size: int, value: int) -> Any:
    """int64[size], all of one value (as a loop: NumPy's own way compiles slowly)."""
    array = np.empty(size, np.int64)
    for i in range(size):
        array[i] = value
    return array


def power(n: int) -> int:
    """The least power of two that is at least n."""
    size = 1
    while size < n:
        size *= 2
    return size


def _range_of(plan: Any, t: int) -> Any:
    """The least and the most that an option adds at a touch."""
    layer = int(plan.touches[t, LAYER])
    first = int(plan.layers[layer, TOUCH])
    touches = int(plan.layers[layer + 1, TOUCH]) - first
    begin, end = int(plan.layers[layer, AMOUNT]) + t - first, int(plan.layers[layer + 1, AMOUNT])
    least = most = int(plan.amount[begin])
    for i in range(begin, end, touches):
        least = min(least, int(plan.amount[i]))
        most = max(most, int(plan.amount[i]))
    return least, most


def _plain(number: Any, least: Any, here: int, width: int, low: int, high: int, more: int) -> int:
    """Classes of a count that must end from low to high when 0 to `more` more come."""
    classes, safe = 0, DEAD
    for s in range(width):
        if s + more < low or s > high:
            number[here + s] = DEAD
        elif s >= low and s + more <= high:
            if safe == DEAD:
                safe = classes
                least[here + classes] = s
                classes += 1
            number[here + s] = safe
        else:
            number[here + s] = classes
            least[here + classes] = s
            classes += 1
    return classes


def _after(plan: Any, number: Any, t: int, following: int, s: int, i: int) -> int:
    """What becomes of sum s after touch t: its code at the end, else its class after option i."""
    f = int(plan.touches[t, SUM])
    if following < 0:
        return int(plan.codes[int(plan.sums[f, TABLE]) + s]) - 1
    total = s + int(plan.amount[i])
    if total < 0 or total >= int(plan.sums[f, WIDTH]):
        return DEAD
    return int(number[int(plan.touches[following, VERSION]) + total])


def _general(plan: Any, number: Any, least: Any, t: int, following: int) -> int:
    """Classes of any other sum: equal where all options of the following touch agree."""
    f, here = int(plan.touches[t, SUM]), int(plan.touches[t, VERSION])
    width = int(plan.sums[f, WIDTH])
    begin, end, stride = 0, 1, 1
    if following >= 0:
        layer = int(plan.touches[following, LAYER])
        first = int(plan.layers[layer, TOUCH])
        stride = int(plan.layers[layer + 1, TOUCH]) - first
        begin = int(plan.layers[layer, AMOUNT]) + following - first
        end = int(plan.layers[layer + 1, AMOUNT])
    slots = filled(power(2 * width), -1)
    classes = 0
    for s in range(width):
        mark, alive = 0, False
        for i in range(begin, end, stride):
            after = _after(plan, number, t, following, s, i)
            alive = alive or after != DEAD
            mark = (mark * 69069 + after + 2) & 0x7FFFFFFF
        if not alive:
            number[here + s] = DEAD
            continue
        slot = (mark ^ (mark >> 15)) & (len(slots) - 1)
        while slots[slot] >= 0:
            same, other = True, int(least[here + int(slots[slot])])
            for i in range(begin, end, stride):
                if _after(plan, number, t, following, s, i) != _after(
                    plan, number, t, following, other, i
                ):
                    same = False
                    break
            if same:
                break
            slot = (slot + 1) & (len(slots) - 1)
        if slots[slot] < 0:
            slots[slot] = classes
            least[here + classes] = s
            classes += 1
        number[here + s] = slots[slot]
    return classes


def _allot(plan: Any, classes: Any, field: Any) -> None:
    """A word, a shift and a mask for each sum: those that are open together share no bit."""
    sums, touches = len(plan.sums), len(plan.touches)
    most = filled(sums, 1)
    for t in range(touches):
        if not plan.touches[t, CLOSES]:
            f = int(plan.touches[t, SUM])
            most[f] = max(most[f], classes[t])
    used = filled(sums + 1, 0)
    for t in range(touches):
        f = int(plan.touches[t, SUM])
        if plan.touches[t, BEFORE] < 0:
            mask = power(int(most[f])) - 1
            word = shift = 0
            while int(used[word]) & (mask << shift):
                shift += 1
                if (mask << shift) >> BITS:
                    word, shift = word + 1, 0
            used[word] |= mask << shift
            field[f, 0] = word
            field[f, 1] = shift
            field[f, 2] = mask
        if plan.touches[t, CLOSES]:
            used[int(field[f, 0])] ^= int(field[f, 2]) << int(field[f, 1])


def minimise(plan: Any, automata: Any) -> None:
    """Fill in the automata of all sums, backwards from their last touch. All arrays are 0 first."""
    sums, touches = len(plan.sums), len(plan.touches)
    number, least, classes = automata.number, automata.least, automata.classes
    following = filled(sums, -1)
    few, many = filled(sums, 0), filled(sums, 0)
    for t in range(touches - 1, -1, -1):
        f, here = int(plan.touches[t, SUM]), int(plan.touches[t, VERSION])
        low, high, width = int(plan.sums[f, LOW]), int(plan.sums[f, HIGH]), int(plan.sums[f, WIDTH])
        if low >= 0:
            classes[t] = _plain(
                number, least, here, width, low - int(few[f]), high - int(few[f]), int(many[f])
            )
            fewest, most = _range_of(plan, t)
            few[f] += fewest
            many[f] += most - fewest
        else:
            classes[t] = _general(plan, number, least, t, int(following[f]))
        following[f] = t
    _allot(plan, classes, automata.field)
