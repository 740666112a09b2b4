"""Lots: hidden cards that are alike to an observer, and how their paths split and join.

A **lot** is a group of hidden slots with a capacity. When cards of unknown faces move on, each
card of a lot continues into exactly one of the lot's **successors**; so a card's life is a
**path** through lots, and it uses one unit of capacity in every lot on its path. A world puts
every physical card on one path, every lot filled exactly, and its weight is the product of the
clauses' tables. What an observer knows is a `Lots`:

- **rows**: `copies` cards of a face whose paths start in one of `starts`. With `ends`, these are
  cards known to have left the game from that ambiguous place: their paths end there by name.
- **clauses**: a table of weights for the summed weight of the cards whose paths touch some lots.
- **piles**: what a zone is made of. A pile is a run of cards of unknown inner order: its lots
  (where paths end), its size, and a signed **balance** of faces. So

      copies of f in a pile = cards of f whose path ends in its lots, those that have left by name
                              not counted, + balance of f.

Three moves are all that ever happens to hidden cards, and each keeps the measure in which every
deal of labelled cards and every hidden random choice counts alike:

- `depart`: a card seen to be f leaves a pile. With v copies there, v labelled cards could be the
  one, so the world's weight is multiplied by v. **Pin**: if these cards are m copies of one row on
  one path, taking one card off that path does it, as v ways in C(m, v) worlds are m ways in
  C(m-1, v-1). **Designate**: if the row has several paths, one copy is set to end here, by name.
  Else the clause v -> v says it, and the balance falls by one.
- `split`: a uniformly random part leaves a pile: lots E and T become successors of all its lots.
  Known cards beside the lots become rows that start in E or T. Where d copies of f have left but
  are still counted in the lots, an auxiliary successor G, which only f may enter, takes d of
  them, and the clause v -> 1 / C(v, d) undoes the choice. A pile of one lot needs no successors:
  the lot is simply parted, and stays free of structure.
- `union`: piles become one.

A state also has a positive **coefficient** (`ledgers.coefficient`). Every rule that changes all
weights by one factor, here and in `ledgers.tidy`, enters it there.

Lots are never numbered twice. A state is copied before it is changed, so that a refused event
leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb, lcm

from beliefs.facts import Face
from beliefs.ledgers.coefficient import Weighed
from beliefs.ledgers.parts import (
    EMPTY,
    UNCHECKED,
    Balance,
    Checked,
    Clause,
    Impossible,
    Lot,
    Path,
    Pile,
    Row,
    Set,
    Zone,
    added,
    each,
    lone,
)


class Lots(Weighed):
    """Hidden cards: rows, lots and clauses, and the piles of each zone.

    `before` and `after` hold predecessors and successors (only of lots that have any), `only` the
    one face that may enter a lot. `piles` lists the piles of each zone from the bottom; a zone that
    is not `ordered` has exactly one. `away` counts known copies that are in no zone; `up` / `down`
    is the coefficient. `checked`: what `ledgers.clauses` found when it last looked.
    """

    __slots__ = (
        "after",
        "away",
        "before",
        "capacity",
        "checked",
        "clauses",
        "fresh",
        "only",
        "ordered",
        "piles",
        "rows",
    )

    def __init__(self, copies: Mapping[Face, int], zones: Mapping[Zone, bool]) -> None:
        self.rows: dict[Face, tuple[Row, ...]] = {}
        self.capacity: dict[Lot, int] = {}
        self.before: dict[Lot, Set] = {}
        self.after: dict[Lot, Set] = {}
        self.only: dict[Lot, Face] = {}
        self.clauses: tuple[Clause, ...] = ()
        self.checked: Checked = UNCHECKED
        self.ordered = frozenset(zone for zone, ordered in zones.items() if ordered)
        self.piles: dict[Zone, tuple[Pile, ...]] = {
            zone: () if ordered else (EMPTY,) for zone, ordered in zones.items()
        }
        self.away = dict(copies)
        self.fresh: Lot = 1
        self.up = self.down = 1

    def copy(self) -> Lots:
        """An independent copy; what they share is never written to."""
        other = Lots.__new__(Lots)
        other.rows = self.rows.copy()
        other.capacity = self.capacity.copy()
        other.before = self.before.copy()
        other.after = self.after.copy()
        other.only = self.only.copy()
        other.clauses = self.clauses
        other.checked = self.checked
        other.ordered = self.ordered
        other.piles = self.piles.copy()
        other.away = self.away.copy()
        other.fresh = self.fresh
        other.up, other.down = self.up, self.down
        return other

    def new(self, capacity: int, before: Set = 0) -> Lot:
        """A new lot; its predecessors, if any, get it as a successor."""
        lot = self.fresh
        self.fresh <<= 1
        self.capacity[lot] = capacity
        if before:
            self.before[lot] = before
            for parent in each(before):
                self.after[parent] = self.after.get(parent, 0) | lot
        return lot

    # --- what can be ---

    def ways(self, ends: Set) -> list[Path]:
        """All paths that end in one of the lots, whoever may take them."""
        if not self.before:
            return [Path(lot, lot, lot) for lot in each(ends)]
        return [Path(start, lots, end) for end in each(ends) for start, lots in self._up(end)]

    def _up(self, lot: Lot) -> Iterator[tuple[Lot, Set]]:
        yield lot, lot
        for parent in each(self.before.get(lot, 0)):
            for start, lots in self._up(parent):
                yield start, lots | lot

    def open_to(self, row: Row, path: Path) -> bool:
        """May a card of this row take this path?"""
        if not path.start & row.starts:
            return False
        if row.ends:
            if not path.end & row.ends:
                return False
        elif path.end in self.after:
            return False
        return not self.only or all(
            face == row.face for lot, face in self.only.items() if lot & path.lots
        )

    def live(self, pile: Pile, face: Face) -> list[tuple[Row, Path]]:
        """The rows of `face` whose cards may lie in the pile, with the paths that lead there."""
        rows = [row for row in self.rows.get(face, ()) if not row.ends]
        if not rows or not pile.lots:
            return []
        ways = self.ways(pile.lots)
        return [(row, path) for row in rows for path in ways if self.open_to(row, path)]

    def faces_in(self, pile: Pile) -> list[Face]:
        """The faces that may lie in the pile, as far as is seen at a glance."""
        faces = [face for face in self.rows if self.live(pile, face)]
        return faces + [f for f, n in pile.balance.items() if n > 0 and f not in faces]

    # --- rows ---

    def put_rows(self, face: Face, rows: list[Row]) -> None:
        """Set the rows of a face; rows alike are counted together, empty ones left out."""
        alike: dict[tuple[Set, Set], int] = {}
        for row in rows:
            key = (row.starts, row.ends)
            alike[key] = alike.get(key, 0) + row.copies
        kept = tuple(Row(face, n, *key) for key, n in alike.items() if n)
        if kept:
            self.rows[face] = kept
        else:
            self.rows.pop(face, None)

    def _fewer(self, row: Row) -> None:
        """One card of the row less."""
        one = Row(row.face, row.copies - 1, row.starts, row.ends)
        rest = [one if other is row else other for other in self.rows[row.face]]
        self.put_rows(row.face, rest)

    def take(self, row: Row, lots: Set) -> None:
        """Pin: one card of the row was on the path through these lots; it is hidden no more."""
        self._fewer(row)
        for lot in each(lots):
            self.capacity[lot] -= 1
            if self.capacity[lot] < 0:
                raise Impossible(f"no world is left: there is no room for {row.face!r}")
        self.clauses = tuple(
            c.without(c.weights.get(row.face, 0)) if c.lots & lots else c for c in self.clauses
        )

    # --- the moves ---

    def depart(self, pile: Pile, face: Face) -> Pile | None:
        """A card seen to be `face` leaves the pile: the pile without it, None if it cannot."""
        known = pile.balance.get(face, 0)
        live = self.live(pile, face)
        if not live:
            if known <= 0:
                return None
            self.scale(known)
            return pile.with_card(face, -1)
        row, path = live[0]
        if known == 0 and all(other is row for other, _ in live):
            self.scale(row.copies)
            if len(live) == 1:
                self.take(row, path.lots)
                return Pile(pile.lots, pile.size - 1, pile.balance, pile.gone)
            return self._designate(row, pile)
        self._weigh_copies(pile, face, known)
        return pile.with_card(face, -1)

    def _designate(self, row: Row, pile: Pile) -> Pile:
        self._fewer(row)
        named = Row(row.face, 1, row.starts, pile.lots)
        self.put_rows(row.face, [*self.rows.get(row.face, ()), named])
        return pile._replace(size=pile.size - 1, gone=added(pile.gone, {row.face: 1}))

    def _weigh_copies(self, pile: Pile, face: Face, known: int) -> None:
        beside = pile.offset(face)
        most = sum(row.copies for row in self.rows[face])
        table = {v: v + beside for v in range(most + 1) if v + beside > 0}
        self.clauses += (Clause(pile.lots, {face: 1}, table=table),)

    def split(self, pile: Pile, k: int) -> tuple[Pile, Pile]:
        """A uniformly random part of k cards leaves the pile unseen: what stays, what leaves."""
        if k == pile.size:
            return EMPTY, pile
        if k == 0:
            return pile, EMPTY
        if not pile.lots and len(pile.balance) == 1:
            (face,) = pile.balance
            rest = pile.size - k
            return Pile(0, rest, {face: rest}), Pile(0, k, {face: k})
        self.scale(1, comb(pile.size, k))
        left = {face: -n for face, n in pile.balance.items() if n < 0}
        if left or pile.gone or not (lone(pile.lots) or not pile.lots):
            return self._fork(pile, k, left)
        return self._part(pile, k)

    def _part(self, pile: Pile, k: int) -> tuple[Pile, Pile]:
        """Split a pile of at most one lot: the lot is parted in two."""
        stay = pile.lots or self.new(0)
        leave = self.new(0, self.before.get(stay, 0))
        for face, rows in self.rows.items():
            if any((row.starts | row.ends) & stay for row in rows):
                self.rows[face] = tuple(
                    Row(face, n, s | leave if s & stay else s, e | leave if e & stay else e)
                    for _, n, s, e in rows
                )
        beside = pile.balance
        self.clauses = tuple(
            c._replace(lots=c.lots | leave).without(-c.of(beside)) if c.lots & stay else c
            for c in self.clauses
        )
        for face, n in beside.items():
            self.put_rows(face, [*self.rows.get(face, ()), Row(face, n, stay | leave)])
        self.capacity[stay] = pile.size - k
        self.capacity[leave] = k
        return Pile(stay, pile.size - k), Pile(leave, k)

    def _fork(self, pile: Pile, k: int, left: Balance) -> tuple[Pile, Pile]:
        """Split a pile of several lots: they get successors."""
        stay, leave = self.new(pile.size - k, pile.lots), self.new(k, pile.lots)
        for face, n in pile.balance.items():
            if n > 0:
                self.put_rows(face, [*self.rows.get(face, ()), Row(face, n, stay | leave)])
        for face, d in left.items():
            self.only[self.new(d, pile.lots)] = face
            named = pile.gone.get(face, 0)
            most = sum(row.copies for row in self.rows[face]) - named
            ways = {v: comb(v, d) for v in range(d, most + 1)}
            whole = lcm(*ways.values())
            self.scale(1, whole)
            table = {v + named: whole // n for v, n in ways.items()}
            self.clauses += (Clause(pile.lots, {face: 1}, table=table),)
        return Pile(stay, pile.size - k), Pile(leave, k)
