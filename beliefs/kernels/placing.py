"""Numbers for entries so that sums of them are as they must be: a search that misses none.

Each **range** is a sum of weights times entries that must be one of some numbers. At each step the
ranges narrow the entries as far as they go; then one entry that is still open becomes as many as
it can be or, if that fails, fewer. The range whose entries are closed first is the one with the
least choice for how often it has failed (Boussemart, Hemery, Lecoutre and Sais, "Boosting
systematic search by weighting constraints", 2004), so that what is hard is settled first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import kernel

FOUND, NONE, SHORT = 1, 0, -1
"""All entries have a number; there are no such numbers; the steps did not suffice."""


class Sums(NamedTuple):
    """Sums that must be one of some numbers, one after the other."""

    begin: npt.NDArray[np.int64]  # [ranges + 1] where the terms of each range start
    entry: npt.NDArray[np.int64]  # [terms]
    weight: npt.NDArray[np.int64]  # [terms] not 0
    lo: npt.NDArray[np.int64]  # [ranges] the least sum
    fits: npt.NDArray[np.bool_]  # which sums will do, from the least to the greatest of each range
    table: npt.NDArray[np.int64]  # [ranges + 1] where those of each range start
    home: npt.NDArray[np.int64]  # [entries + 1] where the ranges of each entry start
    within: npt.NDArray[np.int64]  # [terms] ranges


@kernel
def looseness(sums: Any, low: Any, high: Any, e: Any) -> Any:
    """How much room the tightest range of an entry has, as a share of what could still come."""
    least_share = 1.0
    for k in range(sums.home[e], sums.home[e + 1]):
        r = int(sums.within[k])
        least, most = 0, 0
        for t in range(sums.begin[r], sums.begin[r + 1]):
            w, other = int(sums.weight[t]), int(sums.entry[t])
            least += w * int(low[other] if w > 0 else high[other])
            most += w * int(high[other] if w > 0 else low[other])
        hi = int(sums.lo[r] + sums.table[r + 1] - 1 - sums.table[r])
        if most > least:
            least_share = min(least_share, (min(hi, most) - least) / (most - least))
    return least_share


@kernel
def next_entry(sums: Any, low: Any, high: Any, failed: Any) -> Any:
    """The entry to close next, -1 if all are: of the hardest range, the one with most room."""
    best, hardest = np.inf, -1
    for r in range(len(sums.lo)):
        choice = 0
        for t in range(sums.begin[r], sums.begin[r + 1]):
            choice += int(high[sums.entry[t]] - low[sums.entry[t]])
        if choice and choice / failed[r] < best:
            best, hardest = choice / failed[r], r
    if hardest < 0:
        return -1
    best, found = -1.0, -1
    for t in range(sums.begin[hardest], sums.begin[hardest + 1]):
        e = int(sums.entry[t])
        if low[e] < high[e]:
            loose = looseness(sums, low, high, e)
            if loose > best:
                best, found = loose, e
    return found


@kernel
def narrow(sums: Any, low: Any, high: Any, failed: Any, dirty: Any, queue: Any, n: Any) -> Any:
    """Narrow the entries by the n ranges in the queue, and those that this touches.

    False if a range cannot be met: then it is counted in `failed`, and no range is left `dirty`.
    """
    ranges, head, waiting = len(sums.lo), 0, int(n)
    while waiting:
        r = int(queue[head])
        head = (head + 1) % ranges
        waiting -= 1
        dirty[r] = False
        least, most = 0, 0
        for t in range(sums.begin[r], sums.begin[r + 1]):
            w, e = int(sums.weight[t]), int(sums.entry[t])
            if w > 0:
                least += w * int(low[e])
                most += w * int(high[e])
            else:
                least += w * int(high[e])
                most += w * int(low[e])
        at, end = int(sums.table[r]), int(sums.table[r + 1]) - 1
        lo, hi = int(sums.lo[r]), int(sums.lo[r]) + end - at
        if least > lo:
            at += least - lo
            lo = least
        if most < hi:
            end -= hi - most
            hi = most
        while lo <= hi and not sums.fits[at]:
            at += 1
            lo += 1
        while lo <= hi and not sums.fits[end]:
            end -= 1
            hi -= 1
        broken = lo > hi
        spare, short = hi - least, lo - most
        if not broken and (least < lo or most > hi):
            for t in range(sums.begin[r], sums.begin[r + 1]):
                w, e = int(sums.weight[t]), int(sums.entry[t])
                old_low, old_high = int(low[e]), int(high[e])
                if old_low == old_high:
                    continue
                if w > 0:
                    new_high = (spare + w * old_low) // w
                    new_low = -((-short - w * old_high) // w)
                else:
                    new_high = (short + w * old_low) // w
                    new_low = -((-spare - w * old_high) // w)
                if new_low <= old_low and new_high >= old_high:
                    continue
                low[e], high[e] = max(new_low, old_low), min(new_high, old_high)
                if low[e] > high[e]:
                    broken = True
                    break
                for k in range(sums.home[e], sums.home[e + 1]):
                    other = int(sums.within[k])
                    if not dirty[other]:
                        dirty[other] = True
                        queue[(head + waiting) % ranges] = other
                        waiting += 1
        if broken:
            failed[r] += 1.0
            for k in range(ranges):
                dirty[k] = False
            return False
    return True


@kernel
def place(sums: Any, low: Any, high: Any, failed: Any, steps: Any, past: Any) -> Any:
    """Close all entries, in `low`; how that went: FOUND, NONE or SHORT.

    low, high: int64[entries] the least and the most of each, narrowed. failed: float64[ranges] how
    often each has failed so far, from 1 up. steps: int64[1], the steps that may be taken; what is
    left of them. past: int64[depth, 2, entries] room for what was before each entry was closed.
    """
    ranges, entries = len(sums.lo), len(low)
    dirty, queue = np.ones(ranges, np.bool_), np.arange(ranges)
    if not narrow(sums, low, high, failed, dirty, queue, ranges):
        return NONE
    chosen, depth = np.empty(len(past), np.int64), 0
    while True:
        e = next_entry(sums, low, high, failed)
        if e < 0:
            return FOUND
        for i in range(entries):
            past[depth, 0, i] = low[i]
            past[depth, 1, i] = high[i]
        chosen[depth] = e
        depth += 1
        low[e] = high[e]
        while True:
            if steps[0] <= 0:
                return SHORT
            steps[0] -= 1
            n = 0
            for k in range(sums.home[e], sums.home[e + 1]):
                queue[n] = sums.within[k]
                dirty[queue[n]] = True
                n += 1
            if narrow(sums, low, high, failed, dirty, queue, n):
                break
            if depth == 0:
                return NONE
            depth -= 1
            for i in range(entries):
                low[i] = past[depth, 0, i]
                high[i] = past[depth, 1, i]
            e = int(chosen[depth])
            high[e] -= 1
