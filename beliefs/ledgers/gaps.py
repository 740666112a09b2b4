"""Secret depths: where one history of an ordered zone becomes several, each with its weight.

A card at a secret depth among n others has n + 1 depths, each as likely. Not each is a history of
its own: within a pile of unknown inner order the card is one more card of that pile. What remains
is one state for each **gap**, weighted by its number of depths:

- a pile of s > 1 cards takes the s + 1 depths within it and at both its ends, unless the pile
  below it has the depth between the two: then its lowest card is set apart, and the card is one
  more of those above, with s depths;
- what is left are the depths next to cards of known position, one each.

So a card that goes between m cards of known position makes m + 1 states, however many cards of
unknown order lie between them. A card that is chosen for its face from a secret depth may have
come from any pile that can hold it: one state for each pile, weighted by its copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.errors import KnowledgeError
from beliefs.facts import Face
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Pile, Zone
from beliefs.ledgers.zones import cut, joined, lay, put, total


def slip(lots: Lots, zone: Zone, card: Pile, start: int, stop: int) -> list[Lots]:
    """A card (a pile of one) comes to a secret depth from start to stop, all as likely.

    Gives one state for each gap; the state handed in is used up.
    """
    if not start <= stop:
        raise KnowledgeError(f"depths {start} to {stop} of {zone!r}: start is above stop")
    if zone not in lots.ordered:
        lay(lots, zone, card, None)
        return [lots]
    first, last = cut(lots, zone, start), cut(lots, zone, stop)
    piles = lots.piles[zone]
    if last - first == 1:
        lots.piles[zone] = (*piles[:first], piles[first].union(card), *piles[last:])
        return [lots]
    after = []
    for i, depths, kind in _gaps([pile.size for pile in piles[first:last]]):
        one, at = lots.copy(), first + i
        one.scale(depths, stop - start + 1)
        if kind == "between":
            one.piles[zone] = (*piles[:at], card, *piles[at:])
        else:
            low: tuple[Pile, ...] = ()
            high = piles[at]
            if kind == "above the lowest":
                below, high = one.split(high, high.size - 1)
                low = (below,)
            one.piles[zone] = (*piles[:at], *low, high.union(card), *piles[at + 1 :])
        after.append(one)
    return after


def _gaps(sizes: list[int]) -> Iterator[tuple[int, int, str]]:
    """(pile, number of depths, kind) of each gap: every depth is in exactly one.

    >>> list(_gaps([1, 4, 1]))
    [(0, 1, 'between'), (1, 5, 'within'), (3, 1, 'between')]
    >>> list(_gaps([4, 3]))
    [(0, 5, 'within'), (1, 3, 'above the lowest')]
    """
    taken = False  # is the depth just below the pile in a gap already?
    for i, size in enumerate(sizes):
        if size == 1:
            if not taken:
                yield i, 1, "between"
            taken = False
        else:
            yield (i, size, "above the lowest") if taken else (i, size + 1, "within")
            taken = True
    if not taken:
        yield len(sizes), 1, "between"


def lift_anywhere(lots: Lots, zone: Zone) -> list[tuple[Lots, Pile]]:
    """An unseen card leaves an ordered zone from a secret depth: each state, and the card."""
    piles = lots.piles[zone]
    size, after = total(piles), []
    for i, pile in enumerate(piles):
        one = lots.copy() if len(piles) > 1 else lots
        one.scale(pile.size, size)
        stay, leave = one.split(pile, 1)
        put(one, zone, i, stay)
        after.append((one, leave))
    return after


def sources(lots: Lots, zone: Zone, face: Face) -> list[int]:
    """The piles of an ordered zone from which a card chosen by its face can come; else pile 0."""
    piles = lots.piles[zone]
    if len(piles) == 1:
        return [0]
    able = [
        i for i, pile in enumerate(piles) if pile.balance.get(face, 0) > 0 or lots.live(pile, face)
    ]
    return able or [0]


def blurred(lots: Lots, *zones: Zone) -> None:
    """The order of these zones is forgotten: the cards, and what is known of them, stay."""
    for zone in zones:
        if zone in lots.ordered and lots.piles[zone]:
            lots.piles[zone] = (joined(lots.piles[zone]),)
