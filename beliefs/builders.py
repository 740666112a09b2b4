"""What people say about hidden cards, as facts.

`places` is one name or a collection of names (list, tuple, set), which are then meant together;
so are `cards`, which name faces. Each builder takes `because`, where the fact comes from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from beliefs.errors import KnowledgeError
from beliefs.facts import Face, Fact, Number, Place, several


def holds(places: Place | Collection[Place], card: Face, *, because: str | None = None) -> Fact:
    """At least one copy of `card` lies in the places.

    >>> print(holds("hand", "Guard"))
    hand holds Guard
    """
    if isinstance(card, list | set | frozenset):
        raise KnowledgeError(f"holds takes one card, not {card!r}; see at_least(places, cards, n)")
    return Fact(several(places), {card: 1}, lo=1, because=because)


def lacks(
    places: Place | Collection[Place], cards: Face | Collection[Face], *, because: str | None = None
) -> Fact:
    """None of `cards` lies in the places.

    >>> print(lacks("hand", ["HA", "HK"], because="did not follow hearts"))
    hand lacks HA, HK (did not follow hearts)
    """
    return _count(places, cards, 0, 0, because)


def at_least(
    places: Place | Collection[Place],
    cards: Face | Collection[Face],
    n: int,
    *,
    because: str | None = None,
) -> Fact:
    """The places hold `n` of `cards` or more, all copies counted.

    >>> print(at_least("Bob", ["knife", "rope", "hall"], 1, because="showed a card"))
    Bob holds at least 1 of knife, rope, hall (showed a card)
    """
    return _count(places, cards, n, None, because)


def at_most(
    places: Place | Collection[Place],
    cards: Face | Collection[Face],
    n: int,
    *,
    because: str | None = None,
) -> Fact:
    """The places hold `n` of `cards` or fewer, all copies counted.

    >>> print(at_most(["East", "West"], ["SA", "SK"], 1))
    East and West together hold at most 1 of SA, SK
    """
    return _count(places, cards, None, n, because)


def exactly(
    places: Place | Collection[Place],
    cards: Face | Collection[Face],
    n: int,
    *,
    because: str | None = None,
) -> Fact:
    """The places hold `n` of `cards`, all copies counted.

    >>> print(exactly("case file", ["Plum", "Green"], 1))
    case file holds exactly 1 of Plum, Green
    """
    return _count(places, cards, n, n, because)


def between(
    places: Place | Collection[Place],
    cards: Face | Collection[Face],
    lo: int,
    hi: int,
    *,
    because: str | None = None,
) -> Fact:
    """The places hold `lo` to `hi` of `cards`, all copies counted.

    >>> print(between("North", ["HA", "HK", "HQ"], 1, 2))
    North holds 1 to 2 of HA, HK, HQ
    """
    return _count(places, cards, lo, hi, because)


def total(
    places: Place | Collection[Place],
    weights: Mapping[Face, int],
    lo: int | None = None,
    hi: int | None = None,
    *,
    because: str | None = None,
) -> Fact:
    """The weights of the cards in the places add up to `lo` to `hi`.

    >>> print(total("South", {"ace": 4, "king": 3}, 4, 7, because="opened"))
    the total of ace 4, king 3 in South is 4 to 7 (opened)
    """
    return Fact(several(places), weights, lo=lo, hi=hi, because=because)


def likelihood(
    places: Place | Collection[Place],
    weights: Mapping[Face, int],
    table: Mapping[int, Number],
    *,
    because: str | None = None,
) -> Fact:
    """What was seen is `table[sum]` times as likely when the weights in the places add up to sum.

    >>> print(likelihood("Bob", {"ace": 1}, {0: 0.9, 1: 0.1}, because="passed"))
    the number of ace in Bob has likelihood 0: 0.9, 1: 0.1 (passed)
    """
    return Fact(several(places), weights, table, because=because)


def _count(
    places: Place | Collection[Place],
    cards: Face | Collection[Face],
    lo: int | None,
    hi: int | None,
    because: str | None,
) -> Fact:
    return Fact(several(places), dict.fromkeys(several(cards), 1), lo=lo, hi=hi, because=because)
