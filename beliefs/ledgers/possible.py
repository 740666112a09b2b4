"""Is there a world? Asked of a state, or of one world's contents, without counting any others.

A diagram holds all worlds, and is wide where many cards moved on unseen; one world is found, or
proved not to be, by a search over how many cards of each row take each path. Rows are given out,
lots filled, contents matched and clauses met: each a sum that must be one of some numbers
(`beliefs.kernels.placing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.chains.flow import first_flow, usable
from beliefs.errors import KnowledgeError, TooLarge
from beliefs.facts import Face, unit_of
from beliefs.kernels.placing import FOUND, SHORT, Sums, narrow, place
from beliefs.knowledge import MOST_SUMS
from beliefs.ledgers.counts import piles_of
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Clause, Lot, Pile, Row, each, lone
from beliefs.ledgers.paths import ways_of

STEPS = 200_000
"""Steps of a search, at most: a few seconds. Nearly all take fewer than a hundred."""
FIRST = 512
"""Steps after which a search begins anew, knowing what is hard; then twice as many, and so on."""


class Cell(NamedTuple):
    """An entry: how many cards of a row take a path."""

    row: int
    way: int


class _Sum(NamedTuple):
    terms: Mapping[int, int]  # entry -> weight
    lo: int
    fits: list[bool]  # of lo, lo + 1...


def agrees(lots: Lots, hidden: npt.NDArray[np.int64], faces: Mapping[Face, int]) -> bool:
    """Has some world these numbers of hidden cards? The sizes of piles and faces are right."""
    here = piles_of(lots)
    housed = sum(pile.lots for pile in here if lone(pile.lots))
    plain = not lots.after and all(lot & housed for lot in lots.capacity)
    if plain and all(len(rows) == 1 and not rows[0].ends for rows in lots.rows.values()):
        return _agrees_plainly(lots, here, hidden, faces)
    return has_world(lots, hidden, faces)


def _agrees_plainly(
    lots: Lots, here: list[Pile], hidden: npt.NDArray[np.int64], faces: Mapping[Face, int]
) -> bool:
    """One lot in each pile and one row of each face: contents say where every card is."""
    inside = {}
    names = list(faces)
    for number, at in np.argwhere(hidden):
        face, n, lot = names[number], int(hidden[number, at]), here[at].lots
        if n < 0 or not lot or face not in lots.rows or not lots.rows[face][0].starts & lot:
            return False
        inside[face, lot] = n
    return all(
        clause.weight(
            sum(
                weight * inside.get((face, lot), 0)
                for lot in each(clause.lots)
                for face, weight in clause.weights.items()
            )
        )
        for clause in lots.clauses
    )


def has_world(
    lots: Lots,
    hidden: npt.NDArray[np.int64] | None = None,
    faces: Mapping[Face, int] | None = None,
    *,
    steps: int = STEPS,
) -> bool:
    """Has some world these numbers of hidden cards: int[faces, piles]? None: has the state any?

    faces: face -> its number. Raises TooLarge where the steps did not suffice to tell.
    """
    if hidden is not None and (hidden < 0).any():
        return False
    sums, most = _sums(lots, hidden, faces or {})
    failed, left, budget = np.ones(len(sums.lo)), steps, FIRST
    deepest = sum(row.copies for some in lots.rows.values() for row in some)  # a step places one
    past = np.empty((deepest + 1, 2, len(most)), np.int64)
    while left > 0:
        rest = np.array([min(budget, left)], np.int64)
        left -= int(rest[0])
        answer = place(sums, np.zeros_like(most), most.copy(), failed, rest, past)
        if answer != SHORT:
            return bool(answer == FOUND)
        if budget == FIRST and not lots.after and not _fit(lots, sums, most):
            return False
        budget *= 2
    what = "some world" if hidden is None else "this world"
    raise TooLarge(
        f"whether {what} agrees with what was seen is open after a search of {steps:,} steps: "
        f"{sum(map(len, lots.rows.values()))} kinds of hidden cards in {len(lots.capacity)} lots, "
        f"{len(lots.clauses)} facts about them; worlds that agree can be had by "
        "sample(n, rng, quickly=True)"
    )


def _sums(
    lots: Lots, hidden: npt.NDArray[np.int64] | None, faces: Mapping[Face, int]
) -> tuple[Sums, npt.NDArray[np.int64]]:
    """The sums of a search, rows first, then lots; and the most that each entry can be."""
    rows = [row for some in lots.rows.values() for row in some]
    ways = list(ways_of(lots, rows))
    home: dict[Lot, int] = {}
    for at, pile in enumerate(piles_of(lots)):
        home |= dict.fromkeys(each(pile.lots), at)
    where = [home.get(way.end, -1) for way in ways]

    def may(row: Row, w: int) -> bool:
        if hidden is not None and where[w] >= 0 and not row.ends:
            return bool(hidden[faces[row.face], where[w]]) and lots.open_to(row, ways[w])
        return lots.open_to(row, ways[w])

    cells = [Cell(r, w) for r, row in enumerate(rows) for w in range(len(ways)) if may(row, w)]
    of_row: list[list[int]] = [[] for _ in rows]
    through: dict[Lot, list[int]] = {lot: [] for lot in lots.capacity}
    inside: dict[tuple[Face, int], list[int]] = {}
    for e, (r, w) in enumerate(cells):
        of_row[r].append(e)
        for lot in each(ways[w].lots):
            through[lot].append(e)
        if not rows[r].ends:
            inside.setdefault((rows[r].face, where[w]), []).append(e)
    found = [_exactly(some, row.copies) for some, row in zip(of_row, rows, strict=True)]
    found += [_exactly(some, lots.capacity[lot]) for lot, some in through.items()]
    if hidden is not None:
        names = list(faces)
        for number, at in np.argwhere(hidden).tolist():
            found.append(_exactly(inside.get((names[number], at), []), int(hidden[number, at])))
    for clause in lots.clauses:
        weighs = [clause.weights.get(row.face, 0) for row in rows]
        touches = [bool(way.lots & clause.lots) for way in ways]
        terms = {e: weighs[r] for e, (r, w) in enumerate(cells) if weighs[r] and touches[w]}
        totals = {cells[e].row: n * rows[cells[e].row].copies for e, n in terms.items()}
        found.append(_told(clause, terms, list(totals.values())))
    return _packed(found, len(cells)), np.array([rows[r].copies for r, _ in cells], np.int64)


def _told(clause: Clause, terms: Mapping[int, int], totals: list[int]) -> _Sum:
    """The sums that a clause lets be; totals: what all cards of each row together would add."""
    unit = unit_of(clause.weights) or 1
    least = sum(n for n in totals if n < 0) // unit
    most = sum(n for n in totals if n > 0) // unit
    if most - least > MOST_SUMS:
        raise KnowledgeError(
            f"{clause.because or 'a fact'}: the weights {dict(clause.weights)!r:.80} can add up to "
            f"{most - least} different sums, {MOST_SUMS} at most are kept apart: take coarser ones"
        )
    fits = [bool(clause.weight(unit * total)) for total in range(least, most + 1)]
    return _Sum({e: n // unit for e, n in terms.items()}, least, fits)


def _fit(lots: Lots, sums: Sums, most: npt.NDArray[np.int64]) -> bool:
    """Do all rows fit into the lots, cards of each side by side? Entries that cannot be go.

    For states without successors: the first sums are those of the rows, then come the lots. Eight
    cards for seven lots are seen at once by a flow, and only after all orders by a search.
    """
    copies = [row.copies for some in lots.rows.values() for row in some]
    rows, columns, every = len(copies), len(lots.capacity), len(sums.lo)
    least, failed = np.zeros_like(most), np.ones(every)
    narrow(sums, least, most, failed, np.ones(every, np.bool_), np.arange(every), every)
    own = np.repeat(np.arange(every), np.diff(sums.begin))
    row, column = np.empty_like(most), np.empty_like(most)
    row[sums.entry[own < rows]] = own[own < rows]
    among = (own >= rows) & (own < rows + columns)
    column[sums.entry[among]] = own[among] - rows
    may = [0] * rows
    for r, q, n in zip(row.tolist(), column.tolist(), most.tolist(), strict=True):
        may[r] |= bool(n) << q
    flow = first_flow(copies, list(lots.capacity.values()), may)
    if flow is None:
        return False
    used = usable(flow, may)
    for e, (r, q) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        if not used[r] >> q & 1:
            most[e] = 0
    return True


def _exactly(entries: list[int], n: int) -> _Sum:
    return _Sum(dict.fromkeys(entries, 1), n, [True])


def _packed(found: list[_Sum], entries: int) -> Sums:
    """The sums one after the other."""
    entry = np.array([e for one in found for e in one.terms], np.int64)
    sizes = [len(one.terms) for one in found]
    order = np.argsort(entry, kind="stable")
    return Sums(
        begin=np.array([*accumulate(sizes, initial=0)], np.int64),
        entry=entry,
        weight=np.array([weight for one in found for weight in one.terms.values()], np.int64),
        lo=np.array([one.lo for one in found], np.int64),
        fits=np.array([fit for one in found for fit in one.fits], np.bool_),
        table=np.array([*accumulate((len(one.fits) for one in found), initial=0)], np.int64),
        home=np.searchsorted(entry[order], np.arange(entries + 1)),
        within=np.repeat(np.arange(len(found)), sizes)[order],
    )
