"""What keeps lots small: exact simplifications, tried until none applies.

Each rule maps worlds to worlds so that the weights of all of them change by one common factor,
which goes into the coefficient where it is not 1; so no posterior changes.

- **constant**: a clause that gives one weight to every sum that is still possible is dropped; the
  weight goes into the coefficient.
- **empty**: a lot of capacity 0 disappears.
- **release**: a card that has left by name over the only path open to it is pinned there.
- **settle**: a lot that is filled by rows which can start nowhere else has known content: at the
  end of a path it becomes balance, else its rows start in its successors.
- **splice**: a lot whose successors have no other predecessor, and in which nothing ends by
  name, is replaced by them (its capacity is the sum of theirs less the cards that start there).
- **join**: neighbouring piles of an ordered zone whose slots are alike become one: copies of one
  known face, or twin lots (then any card of both lies in any slot of both, as likely).
- **merge**: lots of one pile with the same predecessors, successors, clauses and rows become
  one; a world of the merged lots stands for C(sum, part) worlds, which go into the coefficient.
"""

from __future__ import annotations

from math import comb

from beliefs.facts import Face
from beliefs.ledgers.clauses import simplified
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Balance, Impossible, Lot, Pile, Row, Set, added, each, lone


def tidy(lots: Lots) -> None:
    """Simplify in place; raises Impossible where it is seen that nothing is left."""
    while True:
        if lots.clauses:
            lots.clauses = simplified(lots)
        if _empty(lots):
            continue
        named, pinned = _kinds(lots)
        if not (
            (named and _release(lots))
            or (pinned and _settle(lots))
            or (lots.after and _splice(lots))
            or _merge(lots)
            or _join(lots)
        ):
            return


def _kinds(lots: Lots) -> tuple[bool, bool]:
    """Is there a row of cards that have left by name, and one that can start in one lot only?"""
    named = pinned = False
    for rows in lots.rows.values():
        for _, _, starts, ends in rows:
            if ends:
                named = True
            if not starts & (starts - 1):
                pinned = True
    return named, pinned


def _empty(lots: Lots) -> bool:
    if 0 not in lots.capacity.values():
        return False
    empty = [lot for lot, capacity in lots.capacity.items() if not capacity]
    for lot in empty:
        _drop(lots, lot)
    return True


def _drop(lots: Lots, lot: Lot) -> None:
    """Take a lot out of everything."""
    _strike(lots, lot)
    heirs, parents = lots.after.pop(lot, 0), lots.before.pop(lot, 0)
    for heir in each(heirs):
        _link(lots.before, heir, lots.before[heir] & ~lot)
    for parent in each(parents):
        _link(lots.after, parent, lots.after[parent] & ~lot)
    lots.clauses = tuple(c.outside(lot) for c in lots.clauses)
    del lots.capacity[lot]
    lots.only.pop(lot, None)
    _out_of_piles(lots, lot)


def _link(links: dict[Lot, Set], lot: Lot, others: Set) -> None:
    if others:
        links[lot] = others
    else:
        links.pop(lot, None)


def _strike(lots: Lots, lot: Lot) -> None:
    """No row starts or ends in the lot."""
    for face, rows in list(lots.rows.items()):
        if not any((row.starts | row.ends) & lot for row in rows):
            continue
        kept = [row._replace(starts=row.starts & ~lot, ends=row.ends & ~lot) for row in rows]
        for row, old in zip(kept, rows, strict=True):
            if not row.starts or (old.ends and not row.ends):
                raise Impossible(f"no world is left: there is no room for {face!r} anywhere")
        lots.put_rows(face, kept)


def _out_of_piles(lots: Lots, lot: Lot) -> None:
    for zone, piles in lots.piles.items():
        if any(pile.lots & lot for pile in piles):
            lots.piles[zone] = tuple(
                pile._replace(lots=pile.lots & ~lot) if pile.lots & lot else pile for pile in piles
            )


def _release(lots: Lots) -> bool:
    for rows in lots.rows.values():
        for row in rows:
            if row.ends:
                open_ways = [way for way in lots.ways(row.ends) if lots.open_to(row, way)]
                if not open_ways:
                    raise Impossible(f"no world is left: {row.face!r} was nowhere it left from")
                if len(open_ways) == 1:
                    _pin(lots, row, open_ways[0].lots, open_ways[0].end)
                    return True
    return False


def _pin(lots: Lots, row: Row, path: Set, end: Lot) -> None:
    lots.take(row, path)
    for zone, piles in lots.piles.items():
        if any(pile.lots & end for pile in piles):
            lots.piles[zone] = tuple(
                _ungone(pile, row.face) if pile.lots & end else pile for pile in piles
            )


def _ungone(pile: Pile, face: Face) -> Pile:
    gone = {**pile.gone, face: pile.gone[face] - 1}
    return pile._replace(gone={f: n for f, n in gone.items() if n})


def _settle(lots: Lots) -> bool:
    filled: dict[Lot, int] = {}
    for rows in lots.rows.values():
        for row in rows:
            if lone(row.starts):
                filled[row.starts] = filled.get(row.starts, 0) + row.copies
    return any(
        _settle_one(lots, lot)
        for lot, n in filled.items()
        if n == lots.capacity[lot] and lot not in lots.before
    )


def _settle_one(lots: Lots, lot: Lot) -> bool:
    """Known content: to the pile's balance, or on to the successors."""
    heirs = lots.after.get(lot, 0)
    within = [row for rows in lots.rows.values() for row in rows if row.starts == lot]
    if any(row.ends & lot for row in within):
        return False
    below = _descendants(lots, lot)
    if any(c.lots & lot and c.lots & below for c in lots.clauses):
        return False
    content: dict[Face, int] = {}
    for row in within:
        content = dict(added(content, {row.face: row.copies}))
        others = [r for r in lots.rows[row.face] if r != row]
        lots.put_rows(row.face, [*others, row._replace(starts=heirs)] if heirs else others)
    if not heirs:
        _to_balance(lots, lot, content)
    lots.clauses = tuple(c.without(c.of(content)) if c.lots & lot else c for c in lots.clauses)
    _drop(lots, lot)
    return True


def _to_balance(lots: Lots, lot: Lot, content: Balance) -> None:
    for zone, piles in lots.piles.items():
        lots.piles[zone] = tuple(
            pile._replace(balance=added(pile.balance, content)) if pile.lots & lot else pile
            for pile in piles
        )


def _descendants(lots: Lots, lot: Lot) -> Set:
    below = todo = lots.after.get(lot, 0)
    while todo:
        deeper = 0
        for one in each(todo):
            deeper |= lots.after.get(one, 0)
        todo = deeper & ~below
        below |= deeper
    return below


def _splice(lots: Lots) -> bool:
    return any(_splice_one(lots, lot, heirs) for lot, heirs in list(lots.after.items()))


def _splice_one(lots: Lots, lot: Lot, heirs: Set) -> bool:
    if any(lots.before[heir] != lot for heir in each(heirs)):
        return False
    named: list[Row] = []
    for rows in lots.rows.values():
        for row in rows:
            if row.ends & lot or (row.starts & heirs and row.starts & ~heirs):
                return False
            if row.starts & heirs:
                named.append(row)
    if named and any(c.lots & lot and c.lots & heirs for c in lots.clauses):
        return False
    for face, rows in list(lots.rows.items()):
        mine = sum(h for h in each(heirs) if lots.only.get(h, face) == face)
        lots.put_rows(
            face,
            [r._replace(starts=r.starts & ~lot | mine) if r.starts & lot else r for r in rows],
        )
    lots.clauses = tuple(
        c._replace(lots=c.lots & ~lot | heirs).without(
            -sum(c.of({row.face: row.copies}) for row in named)
        )
        if c.lots & lot
        else c
        for c in lots.clauses
    )
    parents = lots.before.pop(lot, 0)
    del lots.after[lot], lots.capacity[lot]
    for heir in each(heirs):
        _link(lots.before, heir, parents)
    for parent in each(parents):
        lots.after[parent] = lots.after[parent] & ~lot | heirs
    return True


def _merge(lots: Lots) -> bool:
    heaps = [pile.lots for piles in lots.piles.values() for pile in piles]
    home = {lot: i for i, heap in enumerate(heaps) if heap & (heap - 1) for lot in each(heap)}
    if not home and len(lots.capacity) <= len(heaps) - heaps.count(0):
        return False
    housed = sum(heaps)
    alike: dict[tuple[object, ...], list[Lot]] = {}
    for lot in lots.capacity:
        if lot in home or not lot & housed:
            links = (lots.before.get(lot, 0), lots.after.get(lot, 0), lots.only.get(lot))
            alike.setdefault((home.get(lot), *links), []).append(lot)
    merged = False
    for group in alike.values():
        kept: list[Lot] = []
        for lot in group:
            twin = next((other for other in kept if twins(lots, lot, other)), None)
            if twin is None:
                kept.append(lot)
            else:
                part = lots.capacity[lot]
                lots.capacity[twin] += part
                lots.scale(comb(lots.capacity[twin], part))
                _drop(lots, lot)
                merged = True
    return merged


def _join(lots: Lots) -> bool:
    joined = False
    for zone in lots.ordered:
        piles = lots.piles[zone]
        if len(piles) < 2:
            continue
        kept = [piles[0]]
        for pile in piles[1:]:
            if _exchangeable(lots, kept[-1], pile):
                kept[-1] = kept[-1].union(pile)
            else:
                kept.append(pile)
        if len(kept) < len(piles):
            lots.piles[zone] = tuple(kept)
            joined = True
    return joined


def _exchangeable(lots: Lots, a: Pile, b: Pile) -> bool:
    """Is it all the same which cards of both piles lie in which?"""
    if a.gone or b.gone or len(a.balance) > 1 or a.balance.keys() != b.balance.keys():
        return False
    if not (a.lots or b.lots):
        return True
    if a.balance or not (lone(a.lots) and lone(b.lots)):
        return False
    alike = lots.before.get(a.lots) == lots.before.get(b.lots)
    return (
        alike
        and a.lots not in lots.only
        and b.lots not in lots.only
        and twins(lots, a.lots, b.lots)
    )


def twins(lots: Lots, a: Lot, b: Lot) -> bool:
    """Are two lots in the same rows and clauses?"""
    both = a | b
    for rows in lots.rows.values():
        for row in rows:
            if row.starts & both not in (0, both) or row.ends & both not in (0, both):
                return False
    return all(c.lots & both in (0, both) for c in lots.clauses)
