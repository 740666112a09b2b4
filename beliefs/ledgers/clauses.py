"""Clauses made fewer: constant ones dropped, tables about the same cards joined.

A clause weighs a world by the sum of its cards' weights. By the rows alone that sum has bounds;
where the clause gives the same weight to all sums within them, it says nothing any more.

Most events add a clause or two to many that stand. So a state remembers what was last found
(`parts.Checked`): a clause that stood is weighed again only if its rows or lots have changed
since, and compared only with clauses that are new.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from beliefs.facts import Face, Number, exactly_as_given
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Checked, Clause, Impossible, Row, Set, each

Key: TypeAlias = tuple[Set, frozenset[tuple[Face, int]]]
EVERY: Set = -1
"""All lots that there are and will be."""


def simplified(lots: Lots) -> tuple[Clause, ...]:
    """The clauses of a state in fewer words; raises Impossible if one has no sum left."""
    last = lots.checked
    faces, touched = _changed(lots, last)
    if lots.clauses is last.clauses and not faces and not touched:
        return last.clauses
    stood = {id(clause) for clause in last.clauses}
    clauses = tuple(_joined([*_open(lots, stood, faces, touched)], stood))
    if faces or touched:
        rows, capacity = lots.rows.copy(), lots.capacity.copy()
        lots.checked = Checked(clauses, rows, capacity, lots.before.copy(), lots.after.copy())
    else:
        lots.checked = last._replace(clauses=clauses)
    return clauses


def _changed(lots: Lots, last: Checked) -> tuple[Collection[Face], Set]:
    """The faces whose rows, and the lots whose capacities, are not as they were."""
    if lots.before != last.before or lots.after != last.after:
        return lots.rows, EVERY
    faces: set[Face] = set()
    if lots.rows != last.rows:
        rows, old = lots.rows, last.rows
        faces = {face for face in {**rows, **old} if rows.get(face) != old.get(face)}
    touched = 0
    if lots.capacity != last.capacity:
        for lot in {**lots.capacity, **last.capacity}:
            if lots.capacity.get(lot) != last.capacity.get(lot):
                touched |= lot
    return faces, touched


def _open(
    lots: Lots, stood: Collection[int], faces: Collection[Face], touched: Set
) -> Iterator[Clause]:
    """The clauses that are not constant over the sums that are still possible."""
    for clause in lots.clauses:
        as_it_was = id(clause) in stood and not clause.lots & touched
        if as_it_was and not (faces and any(face in faces for face in clause.weights)):
            yield clause
            continue
        low, high = bounds(lots, clause)
        if clause.table is None:
            if (clause.lo is None or clause.lo <= low) and (clause.hi is None or clause.hi >= high):
                continue  # the constant is 1
            fine = (clause.lo is None or clause.lo <= high) and (
                clause.hi is None or clause.hi >= low
            )
        else:
            weights = [clause.weight(total) for total in range(low, high + 1)]
            fine = any(weights)
            if fine and all(weight == weights[0] for weight in weights):
                lots.scale_by(weights[0])
                continue
        if not fine:
            reason = f" ({clause.because})" if clause.because else ""
            raise Impossible(
                f"no world is left: the weights {dict(clause.weights)!r} would have to add up to "
                f"{_wanted(clause)}{reason}, but can only be {low} to {high}"
            )
        yield clause


def _wanted(clause: Clause) -> str:
    if clause.table is not None:
        return " or ".join(str(total) for total, weight in clause.table.items() if weight)
    if clause.lo is None:
        return f"{clause.hi} at most"
    return f"{clause.lo} at least" if clause.hi is None else f"{clause.lo} to {clause.hi}"


def bounds(lots: Lots, clause: Clause) -> tuple[int, int]:
    """The least and the greatest sum of a clause, by its rows alone."""
    if not clause.weights:
        return 0, 0
    maybe, surely = _reach(lots, clause.lots)
    low = high = 0
    for face, weight in clause.weights.items():
        for row in lots.rows.get(face, ()):
            if row.starts & maybe:
                part = weight * row.copies
                sure = _touches(row, clause.lots, surely)
                if sure or part < 0:
                    low += part
                if sure or part > 0:
                    high += part
    room = sum(lots.capacity[lot] for lot in each(clause.lots))
    values = clause.weights.values()
    return max(low, room * min(0, *values)), min(high, room * max(0, *values))


def _touches(row: Row, within: Set, surely: Set) -> bool:
    """Do all paths of the row come through `within` (by their starts, or by their ends)?"""
    if row.ends:
        return not row.ends & ~within or not row.starts & ~within
    return not row.starts & ~surely


def _reach(lots: Lots, within: Set) -> tuple[Set, Set]:
    """The lots from which a card may, and from which it must, come through `within`."""
    if not lots.before:
        return within, within
    maybe, todo = within, within
    while todo:
        above = 0
        for lot in each(todo):
            above |= lots.before.get(lot, 0)
        todo = above & ~maybe
        maybe |= above
    surely, grown = within, True
    while grown:
        grown = False
        for lot, heirs in lots.after.items():
            if not lot & surely and not heirs & ~surely:
                surely, grown = surely | lot, True
    return maybe, surely


def _joined(clauses: Iterable[Clause], stood: Collection[int]) -> Iterable[Clause]:
    """Tables about the same cards in the same lots become one; implied clauses are left out."""
    tables: dict[Key, Clause] = {}
    facts: list[Clause] = []
    for clause in clauses:
        if clause.table is None or clause.because is not None:
            facts.append(clause)
            continue
        key = (clause.lots, frozenset(clause.weights.items()))
        other = tables.get(key)
        tables[key] = clause if other is None else clause._replace(table=_product(clause, other))
    every = [*enumerate(facts)]
    new = [(i, clause) for i, clause in every if id(clause) not in stood]
    if new:
        facts = [
            clause
            for i, clause in every
            if not _implied(i, clause, new if id(clause) in stood else every)
        ]
    return [*facts, *tables.values()]


def _implied(i: int, clause: Clause, others: Sequence[tuple[int, Clause]]) -> bool:
    """Does another clause say as much and more, or an earlier one as much?"""
    return any(
        _implies(other, clause) and i != j and (j < i or not _implies(clause, other))
        for j, other in others
    )


def _product(a: Clause, b: Clause) -> dict[int, Number]:
    both: dict[int, Number] = {
        total: exactly_as_given(weight) * exactly_as_given(other)
        for total, weight in (a.table or {}).items()
        if weight and (other := b.weight(total))
    }
    if not both:
        raise Impossible(
            f"no world is left: the weights {dict(a.weights)!r} would have to add up to "
            f"{_wanted(a)}, and to {_wanted(b)}"
        )
    return both


def _implies(a: Clause, b: Clause) -> bool:
    if b.lots & ~a.lots or a.table is not None or b.table is not None:
        return False
    if a.hi == b.hi == 0 and not b.lo:
        counts = {*a.weights.values(), *b.weights.values()} == {1}
        return counts and b.weights.keys() <= a.weights.keys()
    return a[:4] == b[:4]
