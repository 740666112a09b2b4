"""Zones of a ledger: piles found by depth, lifted, laid down and cut.

A zone without order is one pile; an ordered one lists its piles from the bottom. Depths count
from the bottom, 0 upwards. What one list of piles cannot say is in `ledgers.gaps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import comb, factorial, prod

from beliefs.errors import KnowledgeError
from beliefs.facts import Face
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import EMPTY, Pile, Row, Zone, each, lone
from beliefs.ledgers.tidy import twins


def total(piles: tuple[Pile, ...]) -> int:
    """The number of cards in some piles."""
    return sum(pile.size for pile in piles)


def find(lots: Lots, zone: Zone, depth: int | None) -> tuple[int, int]:
    """The pile that holds a depth (None: the top card), and the offset in that pile."""
    piles = lots.piles[zone]
    size = total(piles)
    if depth is None:
        depth = size - 1
    if not 0 <= depth < size:
        raise KnowledgeError(f"no depth {depth} in {zone!r}: it holds {size} cards")
    at = 0
    for i, pile in enumerate(piles):
        if depth < at + pile.size:
            return i, depth - at
        at += pile.size
    raise AssertionError


def cut(lots: Lots, zone: Zone, depth: int) -> int:
    """Part an ordered zone at a depth: the number of piles below it."""
    piles = lots.piles[zone]
    size = total(piles)
    if not 0 <= depth <= size:
        raise KnowledgeError(f"no depth {depth} to put a card in {zone!r}: it holds {size} cards")
    if depth == size:
        return len(piles)
    i, offset = find(lots, zone, depth)
    if offset:
        below, above = lots.split(piles[i], piles[i].size - offset)
        lots.piles[zone] = (*piles[:i], below, above, *piles[i + 1 :])
        return i + 1
    return i


def put(lots: Lots, zone: Zone, i: int, *piles: Pile) -> None:
    """Pile i of a zone becomes these; empty piles of an ordered zone are left out."""
    old = lots.piles[zone]
    if zone in lots.ordered:
        piles = tuple(pile for pile in piles if pile.size)
    else:
        piles = (piles[0] if piles[0].size else EMPTY,)
    lots.piles[zone] = (*old[:i], *piles, *old[i + 1 :])


def lift(lots: Lots, zone: Zone, k: int, depth: int | None) -> list[Pile]:
    """Take k cards of unknown face: from the top, from a depth, or at random without order."""
    if zone in lots.ordered and depth is not None:
        i, offset = find(lots, zone, depth)
        if offset + k > lots.piles[zone][i].size:
            i, j = cut(lots, zone, depth), cut(lots, zone, depth + k)
            lifted = lots.piles[zone][i:j]
            lots.piles[zone] = lots.piles[zone][:i] + lots.piles[zone][j:]
            return list(lifted)
        stay, leave = lots.split(lots.piles[zone][i], k)
        put(lots, zone, i, stay)
        return [leave]
    taken = []
    while k:
        piles = lots.piles[zone]
        part = min(k, piles[-1].size)
        stay, leave = lots.split(piles[-1], part)
        put(lots, zone, len(piles) - 1, stay)
        taken.append(leave)
        k -= part
    return taken


def pour(lots: Lots, source: Zone, target: Zone, k: int, depth: int | None) -> bool:
    """The common hidden move, done at once: from a lone lot into a twin lot of the target.

    The part that leaves would be a new lot, alike to the target's in all but capacity, and merge
    with it (see `ledgers.tidy`). False, and nothing done, where that is not so.
    """
    if target in lots.ordered or not lots.piles[source]:
        return False
    i, offset = (0, 0) if source not in lots.ordered else find(lots, source, depth)
    piles, (goal,) = lots.piles[source], lots.piles[target]
    pile = piles[i]
    if depth is None:
        offset = pile.size - k if source in lots.ordered else 0
    if offset < 0 or offset + k > pile.size or k == pile.size:
        return False
    if not lone(pile.lots) or pile.balance or pile.gone or pile.lots in lots.before:
        return False
    for lot in each(goal.lots):
        if lot not in lots.before and twins(lots, pile.lots, lot):
            lots.capacity[pile.lots] -= k
            lots.capacity[lot] += k
            lots.scale(comb(lots.capacity[lot], k), comb(pile.size, k))
            rest = Pile(pile.lots, pile.size - k)
            lots.piles[source] = (*piles[:i], rest, *piles[i + 1 :])
            lots.piles[target] = (Pile(goal.lots, goal.size + k, goal.balance, goal.gone),)
            return True
    return False


def lay(lots: Lots, zone: Zone, pile: Pile, depth: int | None) -> None:
    """A pile comes to a zone: on top, at a depth, or into a zone without order."""
    if not pile.size:
        return
    if zone not in lots.ordered:
        lots.piles[zone] = (lots.piles[zone][0].union(pile),)
        return
    i = len(lots.piles[zone]) if depth is None else cut(lots, zone, depth)
    lots.piles[zone] = (*lots.piles[zone][:i], pile, *lots.piles[zone][i:])


def joined(piles: Iterable[Pile]) -> Pile:
    """Piles as one, their order forgotten."""
    return reduce(Pile.union, piles, EMPTY)


def reset(
    lots: Lots,
    copies: Mapping[Face, int],
    hidden: Mapping[Zone, int],
    known: Mapping[Zone, Mapping[Face, int] | Sequence[Face]],
) -> None:
    """Everything anew: known cards in their zones, the others dealt hidden and at random."""
    rest = dict(copies)
    seen = {zone: _known_piles(content) for zone, content in known.items()}
    for piles in seen.values():
        for face, n in joined(piles).balance.items():
            rest[face] -= n
            if rest[face] < 0:
                raise KnowledgeError(
                    f"{copies[face] - rest[face]} copies of {face!r} are known: there are "
                    f"{copies[face]}"
                )
    if sum(rest.values()) != sum(hidden.values()):
        raise KnowledgeError(
            f"{sum(hidden.values())} cards are hidden in {dict(hidden)!r}, but "
            f"{sum(rest.values())} are not known"
        )
    places = 0
    for zone in lots.piles:
        n = hidden.get(zone, 0)
        lot = lots.new(n) if n else 0
        places |= lot
        piles = [*([Pile(lot, n)] if n else []), *seen.get(zone, ())]
        if zone not in lots.ordered or isinstance(known.get(zone), Mapping):
            piles = [joined(piles)] if piles or zone not in lots.ordered else []
        lots.piles[zone] = tuple(piles)
    lots.rows = {face: (Row(face, n, places),) for face, n in rest.items() if n}
    lots.away = dict.fromkeys(copies, 0)
    deals = factorial(sum(hidden.values())) // prod(map(factorial, hidden.values()))
    lots.up, lots.down = 1, deals


def _known_piles(content: Mapping[Face, int] | Sequence[Face]) -> list[Pile]:
    if isinstance(content, Mapping):
        balance = {face: n for face, n in content.items() if n}
        return [Pile(0, sum(balance.values()), balance)] if balance else []
    return [Pile(0, 1, {face: 1}) for face in content]
