"""Narrow the least and the most that entries can be, by sums that must lie in a range."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import kernel


class Ranges(NamedTuple):
    """lo <= sum of weights times entries <= hi, for several ranges, one after the other."""

    begin: npt.NDArray[np.int64]  # [ranges + 1] where the terms of each range start
    entry: npt.NDArray[np.int64]  # [terms]
    weight: npt.NDArray[np.int64]  # [terms] not 0
    lo: npt.NDArray[np.int64]  # [ranges]
    hi: npt.NDArray[np.int64]  # [ranges]


@kernel
def tighten(ranges: Any, used: Any, low: Any, high: Any) -> Any:
    """Narrow `low` and `high` [entries] by the ranges in use until nothing changes.

    In each range the other entries' bounds limit each entry's. False, with the bounds left as they
    are by then, if some range cannot be met.
    """
    changed = True
    while changed:
        changed = False
        for r in range(len(ranges.lo)):
            if not used[r]:
                continue
            least, most = 0, 0
            for t in range(ranges.begin[r], ranges.begin[r + 1]):
                w, e = int(ranges.weight[t]), int(ranges.entry[t])
                if w > 0:
                    least += w * int(low[e])
                    most += w * int(high[e])
                else:
                    least += w * int(high[e])
                    most += w * int(low[e])
            if least > ranges.hi[r] or most < ranges.lo[r]:
                return False
            # What is left for an entry when all others do their least, or their most.
            spare, short = int(ranges.hi[r]) - least, int(ranges.lo[r]) - most
            for t in range(ranges.begin[r], ranges.begin[r + 1]):
                w, e = int(ranges.weight[t]), int(ranges.entry[t])
                old_low, old_high = int(low[e]), int(high[e])
                if w > 0:
                    new_high = (spare + w * old_low) // w
                    new_low = -((-short - w * old_high) // w)
                else:
                    new_high = (short + w * old_low) // w
                    new_low = -((-spare - w * old_high) // w)
                if new_low > old_low:
                    low[e] = new_low
                    changed = True
                if new_high < old_high:
                    high[e] = new_high
                    changed = True
                if low[e] > high[e]:
                    return False
    return True
