"""Alpha-beta: the exact value of every option in a world that is fully known.

For two players whose results add up to the same whatever happens, in a world without further
chance: cards that are still to be drawn lie there in their order. A deal's end is the horizon; what
follows it in a match is valued as everywhere in search (:func:`players.search.playout.rewards`).
Chance is whatever a move draws, the last one as well; only the row of the deals may be drawn from
where the next deal begins.

Options are tried in the order of how often they have been the best of a node that was searched to
its end or cut off (the *history heuristic*, counted alike at all depths), the one that a table of
transpositions remembers before all others. The search keeps what it does in arrays instead of
calling itself, so it can be stopped after so many nodes and go on later.

Donald E. Knuth, Ronald W. Moore: "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6,
1975. Jonathan Schaeffer: "The History Heuristic and Alpha-Beta Search Enhancements in Practice",
IEEE Transactions on Pattern Analysis and Machine Intelligence 11, 1989.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from compiled import DEAL, PLAY
from games.kit.seam import SEATS, legal, play
from players.search.playout import rewards
from players.search.transpositions import EXACT, GIVEN_UP, LOWER, UPPER, key_of
from players.search.tree import NONE

MOST_PLIES = 200
"""No line is followed further: games that can go on for longer are not solved."""

TINY = 1e-9
"""Results that differ by less are the same."""

LEVEL, SPENT, HITS, STANDING = range(4)
"""What the numbers of a line's counts are."""
SEARCHING, SOLVED, TOO_DEEP, CHANCE, UNEVEN = range(5)

FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("mover", np.int64),
                ("n", np.int64),  # options
                ("at", np.int64),  # how many of them were tried
                ("option", np.int64),  # the best of these
                ("best", np.float64),  # its value for the seat that searches
                ("floor", np.float64),  # alpha and beta, as the node was reached …
                ("ceiling", np.float64),
                ("low", np.float64),  # … and as they are now
                ("high", np.float64),
            ],
            align=True,
        ),
    )
)


class Line(NamedTuple):
    """What a search is in the middle of.

    Attributes:
        stack: STATE[MOST_PLIES + 1], the states of the line that is being searched.
        words: the same memory as numbers, int64[MOST_PLIES + 1, ...].
        frames: FRAME[MOST_PLIES + 1], its nodes.
        options: int64[MOST_PLIES + 1, OPTION_CODES], of each node.
        values: float64[k], of the options at the root; NaN where they are not known yet.
        sums: float64[2], what results add up to: of finished games, of what is valued.
        counts: int64[4], the level, the nodes, hits of the table, how the search stands.
        history: int64[SEATS, OPTION_CODES], how often each option was the best.
    """

    stack: NDArray[Any]
    words: NDArray[np.int64]
    frames: NDArray[Any]
    options: NDArray[np.int64]
    values: NDArray[np.float64]
    sums: NDArray[np.float64]
    counts: NDArray[np.int64]
    history: NDArray[np.int64]


def search_on(me: int, line: Any, table: Any, told_by: Any, n: int, rng: Any) -> None:
    """Search on for ``n`` nodes, or until all options at the root are valued. A template.

    Args:
        me: the seat that searches; values are its results.
        line: the :class:`Line`, changed in place.
        table: ENTRY[a power of two].
        told_by: the game's :class:`players.search.transpositions.Keys`.
        n: how many further nodes.
        rng: generator rows; as they were, but where chance is met.
    """
    result = np.empty(SEATS, np.float64)
    fresh = rng.copy()
    counts = line.counts
    last = int(counts[SPENT]) + n
    deal = int(line.stack[0].round)
    while counts[STANDING] == SEARCHING and counts[SPENT] < last:
        level = int(counts[LEVEL])
        frame = line.frames[level]
        if frame.at == frame.n or (level > 0 and frame.low >= frame.high):
            if level == 0:
                counts[STANDING] = SOLVED
            else:
                keep(table, frame)
                line.history[int(frame.mover), int(frame.option)] += 1
                counts[LEVEL] = level - 1
                take(me, line, level - 1, float(frame.best))
            continue
        line.stack[level + 1] = line.stack[level]
        s = line.stack[level + 1]
        play(s, int(line.options[level, int(frame.at)]), rng)
        counts[SPENT] += 1
        frame.at += 1
        if by_chance(s, deal, rng, fresh):
            counts[STANDING] = CHANCE
        elif s.mover < 0 or s.round != deal:
            rewards(s, result)
            if not add_up(line.sums, int(s.mover < 0), result[0] + result[1]):
                counts[STANDING] = UNEVEN
            rng[:] = fresh  # the next deal has drawn
            take(me, line, level, float(result[me]))
        elif level == MOST_PLIES - 1:
            counts[STANDING] = TOO_DEEP
        else:
            low, high = float(frame.low), float(frame.high)
            key = key_of(line.words[level + 1], told_by)
            entry = table[key & (len(table) - 1)]
            if entry.key == key and settles(entry, low, high):
                counts[HITS] += 1
                take(me, line, level, float(entry.value))
            else:
                known = int(entry.option) if entry.key == key else NONE
                reach(me, line, level + 1, key, known, low, high)


def reach(me: int, line: Any, level: int, key: int, known: int, low: float, high: float) -> None:
    """Begin a node, the state of which lies on the line already."""
    s = line.stack[level]
    frame = line.frames[level]
    options = line.options[level]
    frame.key = key
    frame.mover = s.mover
    frame.n = legal(s, options)
    frame.at = 0
    frame.option = NONE
    frame.best = -1.0 if s.mover == me else 2.0  # beyond every result
    frame.floor = low
    frame.ceiling = high
    frame.low = low
    frame.high = high
    order(options, int(frame.n), line.history[int(s.mover)], known)
    line.counts[LEVEL] = level


def take(me: int, line: Any, level: int, value: float) -> None:
    """The option tried last at a level has this value."""
    frame = line.frames[level]
    at = int(frame.at) - 1
    if level == 0:
        line.values[at] = value  # all of them are wanted: the window stays open
        return
    better = value > frame.best if frame.mover == me else value < frame.best
    if better:
        frame.best = value
        frame.option = line.options[level, at]
    if frame.mover == me:
        frame.low = max(float(frame.low), value)
    else:
        frame.high = min(float(frame.high), value)


def settles(entry: Any, low: float, high: float) -> bool:
    """Whether what the table holds of a position is enough within these bounds."""
    if entry.bound == UPPER:
        return bool(entry.value <= low)
    return bool(entry.bound == EXACT or entry.value >= high)


def keep(table: Any, frame: Any) -> None:
    """Enter a node's value in the table, over whatever lies in its place."""
    entry = table[int(frame.key) & (len(table) - 1)]
    entry.key = frame.key
    entry.value = frame.best
    entry.option = frame.option
    entry.bound = EXACT
    if frame.best <= frame.floor:
        entry.bound = UPPER
    elif frame.best >= frame.ceiling:
        entry.bound = LOWER


def add_up(sums: Any, kind: int, total: float) -> bool:
    """Whether the results of a leaf add up to what those of the others of its kind do."""
    if sums[kind] < 0.0:
        sums[kind] = total
    return bool(abs(sums[kind] - total) < TINY)


def by_chance(s: Any, deal: int, rng: Any, fresh: Any) -> bool:
    """Whether the move to this state has drawn a random number, beyond those of a new deal.

    Args:
        s: the state after the move.
        deal: the deal in which it was made.
        rng: generator rows after it.
        fresh: the rows before it.
    """
    dealt = s.mover >= 0 and s.round != deal  # which begins the row of the deals anew
    drawn = False
    for i in range(4):
        drawn = drawn or rng[PLAY, i] != fresh[PLAY, i]
        drawn = drawn or (not dealt and rng[DEAL, i] != fresh[DEAL, i])
    return drawn


def order(options: Any, n: int, history: Any, known: int) -> None:
    """Sort options in place: the known one first, then by how often they were the best."""
    for i in range(1, n):
        option = int(options[i])
        j = i
        while j > 0 and is_before(option, int(options[j - 1]), history, known):
            options[j] = options[j - 1]
            j -= 1
        options[j] = option


def is_before(one: int, other: int, history: Any, known: int) -> bool:
    """Whether an option is tried before another."""
    if one == known or other == known:
        return one == known
    return bool(history[one] > history[other])


def value_of(me: int, s: Any, line: Any, table: Any, told_by: Any, limit: int, rng: Any) -> float:
    """The value of a state for ``me``; -1 where it takes more than ``limit`` nodes. A template.

    The state has a mover. That it was given up is kept in the table as well.
    """
    line.stack[1] = s
    key = key_of(line.words[1], told_by)
    entry = table[key & (len(table) - 1)]
    if entry.key == key and (entry.bound == EXACT or entry.bound == GIVEN_UP):
        return float(entry.value)
    line.stack[0] = s
    root = line.frames[0]
    root.n = 1
    root.at = 1  # as if the state were reached by the only option
    root.low = 0.0
    root.high = 1.0
    line.counts[SPENT] = 0
    line.counts[STANDING] = SEARCHING
    reach(me, line, 1, key, NONE, -1.0, 2.0)  # so that the least and the greatest are exact
    line.frames[1].low = 0.0
    line.frames[1].high = 1.0
    search_on(me, line, table, told_by, limit, rng)
    if line.counts[STANDING] == SOLVED:
        return float(line.values[0])
    entry.key = key
    entry.value = -1.0
    entry.bound = GIVEN_UP
    entry.option = NONE
    return -1.0


def guess(s: Any, scratch: Any, me: int, first: Any, values: Any, rng: Any) -> None:
    """Value the options that are not solved by the heuristic, one step ahead. A template."""
    result = np.empty(SEATS, np.float64)
    for k in range(len(first)):
        if np.isnan(values[k]):
            scratch[0] = s
            play(scratch[0], int(first[k]), rng)
            rewards(scratch[0], result)
            values[k] = result[me]
