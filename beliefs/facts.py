"""Facts: statements about the cards that lie in a set of places.

Every fact has one form. Each face has a whole-number weight (0 where it is not named); the
**sum** is the total weight of the cards that lie in the fact's places; and a table gives each
sum a weight: 0 where the fact is broken, 1 where it holds, any other number for a likelihood.

| said at the table                 | weights        | sums that hold |
|-----------------------------------|----------------|----------------|
| has no hearts                     | hearts 1       | 0              |
| showed one of these three         | the three 1    | 1, 2, 3        |
| exactly one suspect lies here     | suspects 1     | 1              |
| 15 to 17 high-card points         | ace 4, king 3… | 15, 16, 17     |
| passed, which strong hands rarely do | ace 4, king 3… | a likelihood table |
"""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from beliefs.errors import KnowledgeError

Face: TypeAlias = Hashable
"""What is printed on a card; copies of a face are interchangeable."""
Place: TypeAlias = Hashable
"""The name of somewhere a hidden card can be."""
Number: TypeAlias = int | float | Fraction


@dataclass(frozen=True)
class Fact:
    """One statement about the cards in `places`.

    Parameters
    ----------
    places: the places that it speaks of, together.
    weights: face -> whole number (negative ones too); faces left out weigh 0.
    table: sum -> weight (finite, not negative); sums left out weigh 0. None: all sums weigh 1.
    lo, hi: sums below `lo` or above `hi` weigh 0; None leaves that side open.
    because: where the fact comes from, for people.

    Raises KnowledgeError for a fact about no place or no card, lo > hi, weights that are no
    whole numbers, a table that is negative, not finite or nowhere positive.

    >>> fact = Fact({"South"}, {"ace": 4, "king": 3}, lo=7)
    >>> print(fact)
    the total of ace 4, king 3 in South is at least 7
    >>> fact.weight(7), fact.weight(4)
    (1, 0)
    """

    places: frozenset[Place]
    weights: Mapping[Face, int]
    table: Mapping[int, Number] | None = None
    lo: int | None = None
    hi: int | None = None
    because: str | None = None

    def __init__(
        self,
        places: Collection[Place],
        weights: Mapping[Face, int],
        table: Mapping[int, Number] | None = None,
        lo: int | None = None,
        hi: int | None = None,
        because: str | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "places", _distinct(places))
        put(
            self,
            "weights",
            {f: w for f, v in weights.items() if (w := whole(v, f"weight of {f!r}"))},
        )
        put(self, "table", None if table is None else _checked(table))
        put(self, "lo", None if lo is None else whole(lo, "lo"))
        put(self, "hi", None if hi is None else whole(hi, "hi"))
        put(self, "because", because)
        if not self.places:
            raise KnowledgeError(f"a fact about no place: weights {dict(weights)!r}; name a place")
        if not self.weights:
            raise KnowledgeError(
                f"a fact about no card in {self.where}: give a face a weight other than 0"
            )
        if self.lo is not None and self.hi is not None and self.lo > self.hi:
            raise KnowledgeError(f"lo {self.lo} is above hi {self.hi} in a fact about {self.where}")
        if self.table is not None and not any(map(self.weight, self.table)):
            within = "" if self.lo is None and self.hi is None else f" from {self.lo} to {self.hi}"
            raise KnowledgeError(
                f"the table {self.table!r} is nowhere positive{within}: no sum is allowed"
            )

    def weight(self, total: int) -> Number:
        """The weight of a sum: 0 where the fact is broken."""
        if (self.lo is not None and total < self.lo) or (self.hi is not None and total > self.hi):
            return 0
        return 1 if self.table is None else self.table.get(total, 0)

    @property
    def where(self) -> str:
        """The places, for people."""
        return _together(self.places)

    def __hash__(self) -> int:
        table = None if self.table is None else frozenset(self.table.items())
        return hash((self.places, frozenset(self.weights.items()), table, self.lo, self.hi))

    def __str__(self) -> str:
        return _sentence(self) + (f" ({self.because})" if self.because else "")


def whole(value: object, what: str) -> int:
    """`value` as an int, or a KnowledgeError that says what is no whole number (nor is True)."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise KnowledgeError(f"{what} is {value!r}: it must be a whole number")


def finite(value: Number, what: str) -> Number:
    """A weight as an int, Fraction or float, whatever type of number it came as.

    NumPy's whole numbers would wrap around in exact sums. KnowledgeError for what is negative,
    infinite, no number, or beyond what a float64 can hold.
    """
    number: Number = -1
    if isinstance(value, bool):
        pass
    elif isinstance(value, numbers.Integral):
        number = int(value)
    elif isinstance(value, numbers.Rational):
        number = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, numbers.Real):
        number = float(value)
    try:
        size = float(number)
    except OverflowError:
        size = math.inf
    if not 0 <= size < math.inf or (number and not size):
        raise KnowledgeError(
            f"{what} is {value!r:.80}: it must be a finite number, 0 or more, as float64 holds them"
        )
    return number


def as_float(mean: Fraction) -> float:
    """A mean as float64; KnowledgeError where likelihoods are so large that it holds none."""
    try:
        return float(mean)
    except OverflowError:
        power = math.log2(mean.numerator) - math.log2(mean.denominator)
        raise KnowledgeError(
            f"the mean is about 2**{power:.0f}, beyond what float64 holds: ask with exact=True"
        ) from None


def several(names: Hashable | Collection[Hashable]) -> Collection[Hashable]:
    """A collection of names as it is; a single name (text too) as a collection of one."""
    if isinstance(names, Collection) and not isinstance(names, str | bytes):
        return names
    return (names,)


def unit_of(weights: Mapping[Face, int]) -> int:
    """The greatest number by which all weights can be divided: sums are multiples of it."""
    return math.gcd(*weights.values())


def exactly_as_given(value: Number) -> int | Fraction:
    """A weight as a whole number or a fraction; a float is the fraction that it stores."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


def _distinct(places: Iterable[Place]) -> frozenset[Place]:
    listed: list[Place] = [places] if isinstance(places, str) else list(places)
    distinct = frozenset(listed)
    if len(distinct) < len(listed):
        twice = next(place for place in listed if listed.count(place) > 1)
        raise KnowledgeError(f"place {twice!r} is named twice in one fact")
    return distinct


def _checked(table: Mapping[int, Number]) -> dict[int, Number]:
    return {
        whole(s, "a sum in the table"): finite(v, f"the weight of sum {s!r}")
        for s, v in table.items()
    }


def _together(places: Collection[Place]) -> str:
    names = sorted(map(str, places))
    return " and ".join(names) + (" together" if len(names) > 1 else "")


def _sentence(fact: Fact) -> str:
    counts = set(fact.weights.values()) == {1}
    cards = ", ".join(str(f) if counts else f"{f} {w}" for f, w in fact.weights.items())
    hold, lack = ("hold", "lack") if len(fact.places) > 1 else ("holds", "lacks")
    bounds = _range(fact.lo, fact.hi)
    if fact.table is not None:
        table = ", ".join(f"{s}: {v}" for s, v in fact.table.items() if fact.weight(s))
        sums = "number" if counts else "total"
        return f"the {sums} of {cards} in {fact.where} has likelihood {table}"
    if not counts:
        return f"the total of {cards} in {fact.where} is {bounds}"
    if fact.hi == 0:
        return f"{fact.where} {lack} {cards}"
    if fact.lo == 1 and fact.hi in (None, 1) and len(fact.weights) == 1:
        return f"{fact.where} {hold} {'exactly 1 ' if fact.hi else ''}{cards}"
    return f"{fact.where} {hold} {bounds} of {cards}"


def _range(lo: int | None, hi: int | None) -> str:
    if lo == hi:
        return "anything" if lo is None else f"exactly {lo}"
    if hi is None:
        return f"at least {lo}"
    return f"at most {hi}" if lo is None else f"{lo} to {hi}"
