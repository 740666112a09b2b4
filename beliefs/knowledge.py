"""Knowledge: the hidden cards, the places where they can be, and what is known about them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import index

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Alternatives, Statement
from beliefs.errors import KnowledgeError, unknown
from beliefs.facts import Face, Fact, Number, Place, finite, several, unit_of, whole

MOST_CARDS, MOST_PLACES = 10_000, 32_000
"""Hidden cards of one knowledge, and places, at most."""
MOST_SUMS = 100_000
"""Sums that one fact keeps apart, at most."""


@dataclass(frozen=True, init=False, repr=False)
class Knowledge:
    """Cards, places, capacities, prior weights and facts: the set of worlds that can be.

    A **world** puts every physical card into one place, as many into each as it holds. Its weight
    is the product of the prior weights of its cards and of the weights that the statements give
    it; worlds of weight 0 cannot be. With no weights and no statements every deal of the physical
    cards (copies of a face told apart) is equally likely.

    Parameters
    ----------
    cards: face -> number of hidden copies, or the names one by one (a repeated name is a copy).
    places: place -> how many hidden cards lie there, or None: any number (pairs will do as well).
    facts: what is known about them, each a `Fact` or `Alternatives` (see the builders).
    weights: (face, place) -> prior weight of each copy of the face there, default 1; 0 forbids.
    allowed: face -> the only places where it may be.
    ordered: places whose inner order counts in `Belief.arrangements`.

    Attributes: `faces`, `copies` (of each face), `places`, `capacities`, `statements` (`facts` and
    `alternatives` are those of one kind), `prior` (only the weights other than 1), `ordered`.
    Physical cards are numbered 0, 1, 2… in the order
    of the faces, copies side by side: `face_of[card]` is the index of its face. Treat it as
    frozen; `given` makes a new one.

    Raises KnowledgeError for unknown names, counts that are no whole numbers, capacities that do
    not add up to the cards, weights that are negative or no numbers.

    >>> from beliefs import lacks
    >>> k = Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2}, [lacks("hand", "Priest")])
    >>> k.faces, k.face_of.tolist()
    (('Guard', 'Priest'), [0, 0, 1])
    >>> print(k)
    3 cards: 2 Guard, Priest
    places: hand 1, deck 2
    - hand lacks Priest
    """

    faces: tuple[Face, ...]
    copies: tuple[int, ...]
    places: tuple[Place, ...]
    capacities: tuple[int | None, ...]
    statements: tuple[Statement, ...]
    prior: Mapping[tuple[Face, Place], Number] = field(hash=False)
    ordered: frozenset[Place]
    facts: tuple[Fact, ...] = field(compare=False)
    alternatives: tuple[Alternatives, ...] = field(compare=False)

    def __init__(
        self,
        cards: Mapping[Face, int] | Iterable[Face],
        places: Mapping[Place, int | None] | Iterable[tuple[Place, int | None]],
        facts: Iterable[Statement] = (),
        *,
        weights: Mapping[tuple[Face, Place], Number] | None = None,
        allowed: Mapping[Face, Place | Collection[Place]] | None = None,
        ordered: Collection[Place] = (),
    ) -> None:
        put = object.__setattr__
        counted = _counted(cards)
        put(self, "faces", tuple(counted))
        put(self, "copies", tuple(counted.values()))
        sized = _sized(places)
        put(self, "places", tuple(sized))
        put(self, "capacities", tuple(sized.values()))
        put(self, "prior", self._prior(weights or {}, allowed or {}))
        put(self, "ordered", frozenset([ordered] if isinstance(ordered, str) else ordered))
        self._check_sizes()
        self._say(facts)

    @cached_property
    def face_of(self) -> npt.NDArray[np.int64]:
        """Index of the face of each physical card, int64[cards]."""
        face_of = np.repeat(np.arange(len(self.faces)), self.copies)
        face_of.flags.writeable = False  # it is shared by all that is made from this
        return face_of

    @property
    def size(self) -> int:
        """The number of hidden cards."""
        return sum(self.copies)

    def spelled(self, row: Iterable[int]) -> dict[Place, tuple[Face, ...]]:
        """What lies in each place in a world that is given as place numbers [cards].

        >>> Knowledge({"A": 2, "B": 1}, {"hand": 1, "deck": 2}).spelled([1, 0, 1])
        {'hand': ('A',), 'deck': ('A', 'B')}
        """
        try:
            numbers = list(map(index, row))
        except TypeError:
            raise KnowledgeError(f"{row!r:.80} is no world: give a list of place numbers") from None
        if len(numbers) != self.size or not all(0 <= p < len(self.places) for p in numbers):
            raise KnowledgeError(
                f"{numbers!r:.80} is no world: give the place of each of {self.size} cards, "
                f"numbered 0 to {len(self.places) - 1}"
            )
        lies: dict[Place, list[Face]] = {place: [] for place in self.places}
        for face, place in zip(self.face_of.tolist(), numbers, strict=True):
            lies[self.places[place]].append(self.faces[face])
        return {place: tuple(faces) for place, faces in lies.items()}

    def given(self, *statements: Statement) -> Knowledge:
        """The same knowledge with more facts, or alternatives.

        >>> from beliefs import holds
        >>> k = Knowledge(["A", "B"], {"hand": 1, "deck": 1})
        >>> print(k.given(holds("hand", "A")).facts[0])
        hand holds A
        """
        return self.with_facts((*self.statements, *statements))

    def with_facts(self, statements: Iterable[Statement]) -> Knowledge:
        """The same cards, places and weights with these statements instead."""
        other = copy.copy(self)
        other._say(statements)
        return other

    def _say(self, statements: Iterable[Statement]) -> None:
        if isinstance(statements, Fact | Alternatives):
            raise KnowledgeError(f"facts is the one statement '{statements}': give a list of them")
        told = tuple(statements)
        copies = dict(zip(self.faces, self.copies, strict=True))
        places = set(self.places)
        for one in told:
            if isinstance(one, Fact):
                self._check(one, copies, places)
            elif isinstance(one, Alternatives):
                for fact in one.facts:
                    self._check(fact, copies, places)
            else:
                raise KnowledgeError(
                    f"{one!r} is no Fact and no Alternatives; build one with lacks(...), one_of(…)…"
                )
        put = object.__setattr__
        put(self, "statements", told)
        put(self, "facts", tuple(one for one in told if isinstance(one, Fact)))
        put(self, "alternatives", tuple(one for one in told if isinstance(one, Alternatives)))

    def _check(self, fact: Fact, copies: Mapping[Face, int], places: set[Place]) -> None:
        for face in fact.weights.keys() - copies.keys():
            raise unknown("card", face, self.faces)
        for place in fact.places - places:
            raise unknown("place", place, self.places)
        sums = sum(copies[face] * abs(weight) for face, weight in fact.weights.items())
        if sums > MOST_SUMS and sums > MOST_SUMS * unit_of(fact.weights):
            raise KnowledgeError(
                f"{fact}: the weights can add up to {sums // unit_of(fact.weights)} different "
                f"sums, {MOST_SUMS} at most are kept apart: take coarser weights"
            )

    def _prior(
        self,
        weights: Mapping[tuple[Face, Place], Number],
        allowed: Mapping[Face, Place | Collection[Place]],
    ) -> dict[tuple[Face, Place], Number]:
        faces, places = set(self.faces), set(self.places)
        prior: dict[tuple[Face, Place], Number] = {}
        for pair, weight in weights.items():
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise KnowledgeError(f"weights are for (card, place) pairs, not for {pair!r}")
            self._known_pair(pair[0], (pair[1],), faces, places)
            if (number := finite(weight, f"the weight of {pair!r}")) != 1:
                prior[pair] = number
        for face, among in allowed.items():
            named = several(among)
            self._known_pair(face, named, faces, places)
            prior |= {(face, place): 0 for place in self.places if place not in named}
        for face in {face for (face, _), weight in prior.items() if not weight}:
            if all(prior.get((face, place), 1) == 0 for place in self.places):
                raise KnowledgeError(f"{face!r} may be nowhere: allow it at least one place")
        return prior

    def _known_pair(
        self, face: Face, among: Iterable[Place], faces: set[Face], places: set[Place]
    ) -> None:
        if face not in faces:
            raise unknown("card", face, self.faces)
        for place in among:
            if place not in places:
                raise unknown("place", place, self.places)

    def _check_sizes(self) -> None:
        room = sum(capacity or 0 for capacity in self.capacities)
        free = None in self.capacities
        if room > self.size or (room < self.size and not free):
            sizes = ", ".join(
                f"{place} {capacity}"
                for place, capacity in zip(self.places, self.capacities, strict=True)
                if capacity is not None
            )
            raise KnowledgeError(
                f"the places hold {room} cards ({sizes or 'no place'}), but {self.size} are hidden"
            )
        for place in self.ordered:
            if place not in self.places:
                raise unknown("place", place, self.places)
            if self.capacities[self.places.index(place)] is None:
                raise KnowledgeError(f"ordered place {place!r} needs a capacity")

    def __repr__(self) -> str:
        cards = dict(zip(self.faces, self.copies, strict=True))
        places = dict(zip(self.places, self.capacities, strict=True))
        parts = [f"{cards!r}", f"{places!r}"]
        parts += [f"{list(self.statements)!r}"] if self.statements else []
        parts += [f"weights={dict(self.prior)!r}"] if self.prior else []
        parts += [f"ordered={set(self.ordered)!r}"] if self.ordered else []
        return f"Knowledge({', '.join(parts)})"

    def __str__(self) -> str:
        cards = (
            f"{n} {face}" if n > 1 else f"{face}"
            for face, n in zip(self.faces, self.copies, strict=True)
        )
        places = (
            f"{place} {'any number' if n is None else n}"
            for place, n in zip(self.places, self.capacities, strict=True)
        )
        many = "1 card" if self.size == 1 else f"{self.size} cards"
        lines = [f"{many}: {', '.join(cards)}" if self.size else "no cards"]
        lines += [f"places: {', '.join(places)}" if self.places else "no places"]
        lines += [f"- {face} in {place} weighs {w}" for (face, place), w in self.prior.items()]
        return "\n".join(lines + [f"- {one}" for one in self.statements])


def _counted(cards: Mapping[Face, int] | Iterable[Face]) -> dict[Face, int]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise KnowledgeError(f"cards is {cards!r}: give a list of names, or name -> copies")
    counted = cards if isinstance(cards, Mapping) else Counter(cards)
    for face, n in counted.items():
        if whole(n, f"the number of copies of {face!r}") < 1:
            raise KnowledgeError(f"{n} copies of {face!r}: leave out faces of which none is hidden")
    if (size := sum(map(int, counted.values()))) > MOST_CARDS:
        raise KnowledgeError(f"{size} cards are hidden: {MOST_CARDS} can be, at most")
    return {face: int(n) for face, n in counted.items()}


def _sized(
    places: Mapping[Place, int | None] | Iterable[tuple[Place, int | None]],
) -> dict[Place, int | None]:
    sized: dict[Place, int | None] = {}
    pairs = places.items() if isinstance(places, Mapping) else places
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise KnowledgeError(f"places is {places!r}: give place -> capacity")
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise KnowledgeError(f"place {pair!r} has no capacity: give place -> capacity, or None")
        place, capacity = pair
        if place in sized:
            raise KnowledgeError(f"place {place!r} is given twice")
        if capacity is not None and whole(capacity, f"the capacity of {place!r}") < 0:
            raise KnowledgeError(f"the capacity of {place!r} is {capacity}: it must be 0 or more")
        sized[place] = None if capacity is None else int(capacity)
    if len(sized) > MOST_PLACES:
        raise KnowledgeError(f"{len(sized)} places: there can be {MOST_PLACES}, at most")
    return sized
