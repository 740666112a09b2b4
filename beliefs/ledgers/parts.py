"""The values that a ledger's state is made of: rows, clauses, piles, paths; sets of lots.

`ledgers.lots` says what they mean together. All are immutable, and the dictionaries in them are
never written to, so that states share them freely. Sets of lots are whole numbers, one bit for
each lot; a lot is a set with one member.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from beliefs.errors import Contradiction
from beliefs.facts import Face, Number

Zone: TypeAlias = Hashable
"""The name of a hand, a deck, a pile on the table."""
Set: TypeAlias = int
"""A set of lots: bit i stands for lot i."""
Lot: TypeAlias = int
"""One lot: a set with one member."""
Balance: TypeAlias = Mapping[Face, int]


NOTHING: Balance = {}
"""The balance of no card (never written to)."""


class Impossible(Contradiction):
    """An event that cannot have happened by what is known; nothing was changed by it."""

    def __init__(self, message: str) -> None:
        super().__init__()
        self.args = (message,)

    def __reduce__(self) -> tuple[type[Impossible], tuple[str]]:  # type: ignore[override]
        return type(self), (self.args[0],)


class Row(NamedTuple):
    """Copies of a face that are alike: their paths start in `starts` (and end in `ends`)."""

    face: Face
    copies: int
    starts: Set
    ends: Set = 0


class Clause(NamedTuple):
    """The weight of a world: of the summed weights of the cards that touch `lots`.

    `table` maps sums to weights; None: 1 for sums from lo to hi (None: no bound).
    """

    lots: Set
    weights: Mapping[Face, int]
    lo: int | None = None
    hi: int | None = None
    table: Mapping[int, Number] | None = None
    because: str | None = None

    def weight(self, total: int) -> Number:
        """The weight of one sum."""
        if self.table is not None:
            return self.table.get(total, 0)
        return int((self.lo is None or total >= self.lo) and (self.hi is None or total <= self.hi))

    def of(self, content: Balance) -> int:
        """The summed weight of some cards."""
        return sum(n * self.weights.get(face, 0) for face, n in content.items())

    def outside(self, lot: Lot) -> Clause:
        """The clause without one lot."""
        return self._replace(lots=self.lots & ~lot) if self.lots & lot else self

    def without(self, part: int) -> Clause:
        """The clause for the rest, when cards that weigh `part` are taken out of its lots."""
        if not part:
            return self
        if self.table is not None:
            return self._replace(table={s - part: w for s, w in self.table.items()})
        lo = None if self.lo is None else self.lo - part
        hi = None if self.hi is None else self.hi - part
        return self._replace(lo=lo, hi=hi)


class Checked(NamedTuple):
    """Clauses of which none is constant or implied by another, and what that was seen by.

    All else in a state may change; while these mappings stay equal, so do the sums that are
    possible (see `ledgers.clauses`).
    """

    clauses: tuple[Clause, ...] = ()
    rows: Mapping[Face, tuple[Row, ...]] = {}
    capacity: Mapping[Lot, int] = {}
    before: Mapping[Lot, Set] = {}
    after: Mapping[Lot, Set] = {}


UNCHECKED = Checked()
"""Of a state without clauses."""


class Pile(NamedTuple):
    """Cards in a zone whose order among themselves is unknown.

    `gone`: copies that have left by name but are still counted in the capacities of the lots.
    """

    lots: Set = 0
    size: int = 0
    balance: Balance = NOTHING
    gone: Balance = NOTHING

    def with_card(self, face: Face, sign: int = 1) -> Pile:
        """With one known copy of `face` more (sign 1) or less (sign -1)."""
        balance = {**self.balance, face: self.balance.get(face, 0) + sign}
        if not balance[face]:
            del balance[face]
        return Pile(self.lots, self.size + sign, balance, self.gone)

    def union(self, other: Pile) -> Pile:
        """Both piles together."""
        return Pile(
            self.lots | other.lots,
            self.size + other.size,
            added(self.balance, other.balance),
            added(self.gone, other.gone),
        )

    def offset(self, face: Face) -> int:
        """Copies of `face` here, less those that the lots count."""
        return self.balance.get(face, 0) - self.gone.get(face, 0)


EMPTY = Pile()


def added(a: Balance, b: Balance) -> Balance:
    """Two balances together, zeros left out."""
    if not b:
        return a
    if not a:
        return b
    both = {face: a.get(face, 0) + b.get(face, 0) for face in {**a, **b}}
    return {face: n for face, n in both.items() if n}


def each(lots: Set) -> Iterator[Lot]:
    """The members of a set of lots."""
    while lots:
        lot = lots & -lots
        yield lot
        lots ^= lot


def lone(lots: Set) -> bool:
    """Is this a set with exactly one member?"""
    return bool(lots) and not lots & (lots - 1)


class Path(NamedTuple):
    """A way through lots: where it starts, all lots on it, where it ends."""

    start: Lot
    lots: Set
    end: Lot
