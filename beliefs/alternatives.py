"""Alternatives: one of several lists of facts is true, it is not known which.

Two hands tied, so both hold the same card, whichever it is; a hand is balanced, in one of 28
shapes; a card was put back at one of several depths; a witness is right nine times in ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias, Union

from beliefs.errors import KnowledgeError
from beliefs.facts import Fact, Number, exactly_as_given, finite

Case: TypeAlias = Union[Fact, "Alternatives", Iterable[Union[Fact, "Alternatives"]]]
"""One fact, or a list of facts that are true together; an empty list says nothing."""

MOST_CASES = 100_000
"""Cases into which alternatives inside a case are multiplied out, at most."""


@dataclass(frozen=True, init=False)
class Alternatives:
    """One of these cases, each a list of facts, is true.

    A world's weight is multiplied by the sum over the cases of the case's weight times the weights
    of its facts: the cases are histories that could have led here, and a weight says how likely
    its history makes what was seen, on top of what the deal makes likely. With `once` it is
    multiplied by 1 where at least one case holds, else by 0.

    Parameters
    ----------
    cases: each one fact or a list of facts. Alternatives inside a case are multiplied out.
    weights: a number for each case, 0 or more, not all 0; default 1.
    because: where it comes from, for people.
    once: a world in which several cases hold counts once (then no weights, no likelihoods).

    The builders `one_of` and `any_of` make them. Raises KnowledgeError for no case, cases that are
    no facts, weights that do not match the cases, are negative, not finite or all 0.

    >>> from beliefs import holds
    >>> tie = Alternatives([[holds(who, card) for who in ("Ann", "Bob")] for card in (1, 2)])
    >>> print(tie)
    one of: Ann holds 1 and Bob holds 1; or Ann holds 2 and Bob holds 2
    """

    cases: tuple[tuple[Fact, ...], ...]
    weights: tuple[Number, ...]
    because: str | None = None
    once: bool = False

    def __init__(
        self,
        cases: Iterable[Case],
        weights: Sequence[Number] | None = None,
        because: str | None = None,
        once: bool = False,
    ) -> None:
        if isinstance(cases, Fact | Alternatives) or not isinstance(cases, Iterable):
            raise KnowledgeError(f"cases is {cases!r}: give a list of cases")
        given = tuple(cases)
        weighed = _weighed(given, weights, once)
        flat = [
            (weight if factor == 1 else exactly_as_given(weight) * factor, facts)
            for case, weight in zip(given, weighed, strict=True)
            for factor, facts in _multiplied_out(case, once)
        ]
        put = object.__setattr__
        put(self, "cases", tuple(facts for _, facts in flat))
        put(self, "weights", tuple(weight for weight, _ in flat))
        put(self, "because", because)
        put(self, "once", bool(once))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of all cases, one after another."""
        return tuple(fact for case in self.cases for fact in case)

    @property
    def as_fact(self) -> Fact | None:
        """The one fact that says the same: some of these cards lie here, one for each case.

        >>> from beliefs import holds
        >>> print(any_of(holds("Bob", "ace"), holds("Bob", "king")).as_fact)
        Bob holds at least 1 of ace, king
        """
        if not self.once or any(len(case) != 1 for case in self.cases):
            return None
        first, *others = self.facts
        for fact in (first, *others):
            some = fact.lo == 1 and fact.hi is None and fact.table is None
            if not some or fact.places != first.places or {*fact.weights.values()} != {1}:
                return None
        cards = dict.fromkeys((card for fact in self.facts for card in fact.weights), 1)
        return Fact(first.places, cards, lo=1, because=self.because)

    def weight(self, weigh: Callable[[Fact], Number]) -> Number:
        """The weight that a world gets from this, when `weigh` says what each fact gives it.

        >>> from beliefs import holds
        >>> told = one_of(holds("Bob", "ace"), [], weights=[9, 1])
        >>> told.weight(lambda fact: 1), told.weight(lambda fact: 0)
        (10, 1)
        """
        total: int | Fraction = 0
        for case, weight in zip(self.cases, self.weights, strict=True):
            factor = exactly_as_given(weight)
            for fact in case:
                factor = factor and factor * exactly_as_given(weigh(fact))
            total += factor
        return int(total > 0) if self.once else exactly_as_given(total)

    def __str__(self) -> str:
        told = [" and ".join(map(str, case)) or "anything" for case in self.cases]
        if len(set(self.weights)) > 1:
            told = [f"{t}, weight {w}" for t, w in zip(told, self.weights, strict=True)]
        listed = f"{'at least one' if self.once else 'one'} of: {'; or '.join(told)}"
        return listed + (f" ({self.because})" if self.because else "")


Statement: TypeAlias = Fact | Alternatives
"""What is said about hidden cards."""


def one_of(
    *cases: Case, weights: Sequence[Number] | None = None, because: str | None = None
) -> Alternatives:
    """One of the cases is true; `weights` says how likely each makes what was seen, default alike.

    For cases that exclude each other, or that are different histories. Weights multiply what the
    deal makes likely. For a fact to have the probability w instead, all in all, weigh it with
    w / P and its opposite with (1 - w) / (1 - P), P being its probability without this. Where two
    cases hold, a world weighs as much as both together: see `any_of` for a plain "or".

    >>> from beliefs import Belief, Knowledge, holds, lacks, one_of
    >>> ace = holds("Bob", "ace")
    >>> told = one_of(ace, lacks("Bob", "ace"), weights=[9, 1], because="he is right 9 in 10 times")
    >>> print(told)
    one of: Bob holds ace, weight 9; or Bob lacks ace, weight 1 (he is right 9 in 10 times)
    >>> belief = Belief(Knowledge(["ace", "king", "ten"], {"Bob": 1, "deck": 2}))  # 1 to 2 for him
    >>> belief.given(told).probability(ace, exact=True)  # 9 to 2
    Fraction(9, 11)
    """
    return Alternatives(cases, weights, because)


def any_of(*cases: Case, because: str | None = None) -> Alternatives:
    """At least one of the cases is true; all worlds where that is so weigh the same.

    About single cards of one place, `at_least(place, cards, 1)` says the same, in one fact; beliefs
    take such cases for it. Cases about several places are kept apart, and those of several
    statements multiply.

    >>> from beliefs import holds
    >>> print(any_of(holds("Ann", "ace"), holds("Bob", "king")))
    at least one of: Ann holds ace; or Bob holds king
    """
    return Alternatives(cases, None, because, once=True)


def _weighed(
    cases: Sequence[Case], weights: Sequence[Number] | None, once: bool
) -> tuple[Number, ...]:
    if not cases:
        raise KnowledgeError("alternatives without a case: give at least one")
    if weights is None:
        return (1,) * len(cases)
    weights = tuple(weights)
    if len(weights) != len(cases):
        raise KnowledgeError(f"{len(weights)} weights for {len(cases)} cases: give each one weight")
    numbers = tuple(finite(w, f"the weight of case {i}") for i, w in enumerate(weights))
    if once and any(number != 1 for number in numbers):
        raise KnowledgeError(f"a world that counts once takes no weights: leave out {numbers!r}")
    if not any(numbers):
        raise KnowledgeError(f"the weights {numbers!r} are all 0: no case is possible")
    return numbers


def _multiplied_out(case: Case, once: bool) -> list[tuple[int | Fraction, tuple[Fact, ...]]]:
    """A case as (weight, facts), several where there are alternatives in it."""
    if isinstance(case, str) or not isinstance(case, Fact | Alternatives | Iterable):
        raise KnowledgeError(f"case {case!r} is no fact and no list of facts")
    parts: list[list[tuple[int | Fraction, tuple[Fact, ...]]]] = []
    for one in [case] if isinstance(case, Fact | Alternatives) else case:
        if isinstance(one, Fact):
            if once and any(fact_weight not in (0, 1) for fact_weight in _weights_of(one)):
                raise KnowledgeError(f"any_of takes facts that hold or not, no likelihood: {one}")
            parts.append([(1, (one,))])
        elif isinstance(one, Alternatives):
            parts.append(_inner(one, once))
        else:
            raise KnowledgeError(f"{one!r} in a case is no Fact; build one with lacks(...)…")
    if (many := prod(map(len, parts))) > MOST_CASES:
        raise KnowledgeError(f"a case multiplies out into {many:,} cases: {MOST_CASES:,} at most")
    out = []
    for some in product(*parts):
        weight: int | Fraction = 1
        for factor, _ in some:
            weight *= factor
        out.append((weight, tuple(fact for _, facts in some for fact in facts)))
    return out


def _inner(inner: Alternatives, once: bool) -> list[tuple[int | Fraction, tuple[Fact, ...]]]:
    if inner.once and not once:
        raise KnowledgeError(
            f"'{inner}' is any_of inside one_of: give its cases as cases of their own, "
            "none of which holds together with another"
        )
    if once and any(weight not in (0, 1) for weight in inner.weights):
        raise KnowledgeError(f"any_of takes what holds or not, no weights: {inner}")
    pairs = zip(inner.weights, inner.cases, strict=True)
    if once:
        return [p for w, facts in pairs if w for p in _multiplied_out(facts, once)]
    return [(exactly_as_given(weight), facts) for weight, facts in pairs]


def _weights_of(fact: Fact) -> Iterable[Number]:
    return () if fact.table is None else map(fact.weight, fact.table)
