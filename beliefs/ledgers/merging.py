"""States side by side become fewer: equal ones are added up, and those that differ in one clause.

Two states are equal if their lots can be renumbered so that everything else is the same; their
coefficients are added. Two that differ in one clause about the same cards in the same lots become
one whose table is the sum of both tables, each times its coefficient (a state without such a
clause has a table of ones). Both are exact. That two states are equal may be missed where their
lots are hard to tell apart; then they are kept apart, which costs time and changes no answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from beliefs.facts import exactly_as_given
from beliefs.ledgers.clauses import bounds
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Clause, Lot, Set, each
from beliefs.ledgers.tidy import tidy

Table: TypeAlias = frozenset[tuple[int, Fraction]]


class Portrait(NamedTuple):
    """A state, its lots renumbered: equal portraits are equal states.

    frame: all but the clauses; clauses: what each is about, with its table scaled to begin with 1;
    factor: the coefficient that goes with these tables.
    """

    frame: Hashable
    clauses: tuple[tuple[Hashable, Table], ...]
    factor: Fraction


Key: TypeAlias = tuple[Hashable, Hashable]
Kept: TypeAlias = dict[Key, tuple[Lots, Portrait]]
"""States by their portraits without the factor."""


def merged(states: list[Lots]) -> list[Lots]:
    """The same histories in fewer states; the states handed in are used up."""
    if len(states) < 2:
        return states
    kept: Kept = {}
    for state in states:
        _keep(kept, state)
    while len(kept) > 1 and (pair := _alike_but_one(kept)):
        first, other, i, joint = pair
        state, _ = kept.pop(first)
        del kept[other]
        state.clauses = (*state.clauses[:i], joint, *state.clauses[i + 1 :])
        tidy(state)
        _keep(kept, state)
    return [state for state, _ in kept.values()]


def _keep(kept: Kept, state: Lots) -> None:
    portrait = portray(state)
    key = (portrait.frame, frozenset(Counter(portrait.clauses).items()))
    if key not in kept:
        kept[key] = state, portrait
        return
    first, known = kept[key]
    ratio = 1 + portrait.factor / known.factor
    first.scale(ratio.numerator, ratio.denominator)
    kept[key] = first, known._replace(factor=known.factor * ratio)


def portray(lots: Lots) -> Portrait:
    """What a state says, whatever the numbers of its lots."""
    number = _numbers(lots)

    def named(some: Set) -> frozenset[int]:
        return frozenset(number[lot] for lot in each(some))

    factor, clauses = lots.coefficient, []
    for clause in lots.clauses:
        table, unit = _table(lots, clause)
        factor *= unit
        weights = frozenset((f, w) for f, w in clause.weights.items() if f in lots.rows)
        clauses.append(((named(clause.lots), weights), table))
    frame = (
        tuple(lots.capacity[lot] for lot in number),
        frozenset(
            (face, row.copies, named(row.starts), named(row.ends))
            for face, rows in lots.rows.items()
            for row in rows
        ),
        frozenset((number[lot], named(heirs)) for lot, heirs in lots.after.items()),
        frozenset((number[lot], face) for lot, face in lots.only.items()),
        tuple(
            tuple(
                (named(p.lots), p.size, frozenset(p.balance.items()), frozenset(p.gone.items()))
                for p in piles
            )
            for piles in lots.piles.values()
        ),
    )
    return Portrait(frame, tuple(clauses), factor)


def _numbers(lots: Lots) -> dict[Lot, int]:
    """Numbers of the lots by where they lie and what they are like."""
    home: dict[Lot, tuple[int, int]] = {}
    for z, piles in enumerate(lots.piles.values()):
        for p, pile in enumerate(piles):
            home |= dict.fromkeys(each(pile.lots), (z, p))
    like: dict[Lot, int] = {}
    for lot, capacity in lots.capacity.items():
        rows = frozenset(
            (face, row.copies, bool(row.starts & lot), bool(row.ends & lot))
            for face, among in lots.rows.items()
            for row in among
            if (row.starts | row.ends) & lot
        )
        within = frozenset(
            Counter(frozenset(c.weights.items()) for c in lots.clauses if c.lots & lot).items()
        )
        like[lot] = hash((capacity, home.get(lot), lots.only.get(lot), rows, within))
    for _ in range(2 if lots.after else 0):
        like = {
            lot: hash(
                (
                    mine,
                    frozenset(like[one] for one in each(lots.before.get(lot, 0))),
                    frozenset(like[one] for one in each(lots.after.get(lot, 0))),
                )
            )
            for lot, mine in like.items()
        }
    order = sorted(lots.capacity, key=lambda lot: (home.get(lot, (-1, 0)), like[lot], lot))
    return {lot: number for number, lot in enumerate(order)}


def _table(lots: Lots, clause: Clause) -> tuple[Table, Fraction]:
    """A clause's weights of the sums that are possible, the lowest one 1; and the unit."""
    low, high = bounds(lots, clause)
    table = _weights(clause, low, high)
    unit = Fraction(next(iter(table.values()), 1))
    return frozenset((total, weight / unit) for total, weight in table.items()), unit


def _weights(clause: Clause, low: int, high: int) -> dict[int, Fraction]:
    weights = ((total, clause.weight(total)) for total in range(low, high + 1))
    return {total: Fraction(exactly_as_given(weight)) for total, weight in weights if weight}


def _alike_but_one(kept: Kept) -> tuple[Key, Key, int, Clause] | None:
    """Two states that differ in one clause: their keys, its number in the first, both as one."""
    seen: dict[Hashable, tuple[Key, int]] = {}
    for key, (state, portrait) in kept.items():
        whole = Counter(portrait.clauses)
        for i, (about, table) in enumerate(portrait.clauses):
            rest = frozenset((whole - Counter([(about, table)])).items())
            bare = (portrait.frame, rest)
            if bare in kept:
                return key, bare, i, _sum(state, portrait, i, kept[bare][1], None)
            frame = (portrait.frame, rest, about)
            if frame in seen and seen[frame][0] != key:
                other, j = seen[frame]
                return key, other, i, _sum(state, portrait, i, kept[other][1], j)
            seen[frame] = key, i
    return None


def _sum(state: Lots, mine: Portrait, i: int, other: Portrait, j: int | None) -> Clause:
    """Clause i of a state with that of another added: it stands for both states."""
    clause = state.clauses[i]
    low, high = bounds(state, clause)
    table = _weights(clause, low, high)
    unit = next(iter(table.values()))
    theirs = dict.fromkeys(range(low, high + 1), Fraction(1))
    if j is not None:
        theirs = dict(other.clauses[j][1])
    share = unit * other.factor / mine.factor
    both = {
        total: exactly_as_given(table.get(total, Fraction(0)) + share * theirs.get(total, 0))
        for total in range(low, high + 1)
    }
    return clause._replace(lo=None, hi=None, table=both, because=None)
