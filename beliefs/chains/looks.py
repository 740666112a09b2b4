"""Looking ahead: the mean weight that a fact can still get, from a relaxed diagram.

In it all cards to come are independent, each with its chance, given only how many of them go to the
fact's places. One table over (cards dealt, room left in those places, sum so far), filled from the
end. It is exact for a fact that stands alone, and 0 only where nothing can fulfil the fact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beliefs.chains.chances import LEAST, Chances
from beliefs.chains.kernels.expect import means_by_room, means_freely
from beliefs.chains.problem import Floats, Ints, Problem, Tally

MOST = 4_000_000
"""Numbers in the look-ahead of one fact, at most; beyond, it looks less closely."""
TINY = 1e-100
"""The least mean weight of a fact that can still be fulfilled."""


class Look(NamedTuple):
    """The look-ahead of one fact.

    Where the fact's places have no room of their own, or the table would be too long, room is not
    minded. Where it is too long still, only bounds are known: `table` is then the lowest and the
    highest sum with weight, and for each number of cards dealt the least and the most that the
    others can add.
    """

    table: Floats  # [cards + 1, depth, sums] flat; or bounds [2 + 2 * (cards + 1)]
    room: int  # of the fact's places together; 0 where it is not minded
    depth: int  # numbers of room told apart; 0: only bounds
    possible: bool  # whether anything can fulfil the fact

    @property
    def minds_room(self) -> bool:
        """Whether room is minded."""
        return self.room > 0


def look_ahead(problem: Problem, chances: Chances) -> list[Look]:
    """The look-ahead of every fact."""
    return [
        _look(problem, chances.cell, t, float(tilt))
        for t, tilt in zip(problem.tallies, chances.tilt, strict=True)
    ]


def _look(problem: Problem, cell: Floats, t: Tally, tilt: float) -> Look:
    forced = (cell[:, ~t.inside] == 0.0).all(axis=1)
    among = np.where(forced, 1.0, np.minimum(cell[:, t.inside].sum(axis=1), 1.0 - LEAST))
    row = problem.row
    room, layer = _room(problem, t), (len(row) + 1) * len(t.logs)
    if layer > MOST:
        return _bounds(t, among, row)
    last = t.logs - tilt * np.arange(len(t.logs))
    last = np.exp2(np.maximum(last - last.max(), np.log2(TINY))) * (t.logs > -np.inf)
    if room and (room + 1) * layer <= MOST:
        return _by_room(t, room, last, among, row)
    return _free(t, last, among, row)


def _room(problem: Problem, t: Tally) -> int:
    """How many cards lie in the fact's places together; 0 where that is open."""
    free = np.array([size is None for size in problem.sizes], bool)
    if (free & t.inside).any() and (free & ~t.inside).any():
        return 0
    columns = np.unique(problem.column[t.inside])
    return int(problem.room[columns].sum())


def _by_room(t: Tally, room: int, last: Floats, among: Floats, row: Ints) -> Look:
    """Given how many of the cards to come go to the fact's places."""
    cards, width = len(row), len(last)
    means = np.zeros((cards + 1, room + 1, width))
    means[cards, 0] = last
    can = np.empty((2, room + 1, width), np.bool_)
    means_by_room(row, among, t.step, TINY, np.empty(room + 1), means, can)
    return Look(means.ravel(), room, room + 1, bool(can[0, room, t.start]))


def _free(t: Tally, last: Floats, among: Floats, row: Ints) -> Look:
    """Each card to come goes there or not, whatever the others do."""
    means = np.zeros((len(row) + 1, len(last)))
    means[-1] = last
    can = np.empty((2, len(last)), np.bool_)
    means_freely(row, among, t.step, TINY, means, can)
    return Look(means.ravel(), 0, 1, bool(can[0, t.start]))


def _bounds(t: Tally, among: Floats, row: Ints) -> Look:
    """Only the least and the most that cards to come can add."""
    low = np.where(among < 1.0, np.minimum(t.step, 0), t.step) * (among > 0.0)
    high = np.where(among < 1.0, np.maximum(t.step, 0), t.step) * (among > 0.0)
    least = np.append(np.cumsum(low[row][::-1])[::-1], 0.0)
    most = np.append(np.cumsum(high[row][::-1])[::-1], 0.0)
    good = np.flatnonzero(t.logs > -np.inf)
    ends = np.array([good[0], good[-1]], np.float64)
    possible = t.start + least[0] <= ends[1] and t.start + most[0] >= ends[0]
    table = np.concatenate([ends, np.stack([least, most], axis=1).ravel()])
    return Look(table, 0, 0, bool(possible))
