"""From a checked model to knowledge: names become cards and places, entries become facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from beliefs import Fact, Knowledge, any_of, holds, lacks, one_of
from beliefs.alternatives import Statement
from beliefs.errors import KnowledgeError, unknown
from unseen.errors import CallError
from unseen.knowledge_file import schema
from unseen.knowledge_file.names import Cards, places_named


@dataclass(frozen=True)
class KnowledgeFile:
    """What a file says, as the library has it.

    `said` tells where each statement stands in the file, `ask` and `questions` hold facts.
    """

    name: str
    model: schema.KnowledgeModel
    cards: Cards
    knowledge: Knowledge
    said: Mapping[Statement, str]
    ask: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict)
    target: tuple[str, ...] | None = None
    questions: Mapping[str, Mapping[str, tuple[Fact, ...]]] = field(default_factory=dict)

    def facts(self, entries: Sequence[Any]) -> tuple[Fact, ...]:
        """The facts that plain statements of this file's form say."""
        builder = _Builder(self.cards, self.model)
        return tuple(fact for entry in entries for fact in builder.plain(entry))


def build(model: schema.KnowledgeModel, name: str) -> KnowledgeFile:
    """The knowledge that a model says. CallError, with the place, for what cannot be."""
    with _at(name):
        cards = Cards(model.cards, model.groups)
    builder = _Builder(cards, model)
    for table, weights in model.values.items():
        with _at(name, f"values.{table}"):
            builder.weighing(weights)
    facts: list[tuple[str, Statement]] = []
    for i, entry in enumerate(model.facts):
        with _at(name, f"facts[{i}]"):
            facts += [(f"facts[{i}]", statement) for statement in builder.statements(entry)]
    with _at(name, "weights"):
        prior = builder.prior()
    with _at(name, "allowed"):
        allowed = builder.allowed()
    with _at(name, "ordered"):
        ordered = places_named(model.ordered or (), model.places)
    with _at(name):
        knowledge = Knowledge(
            cards.copies, model.places.items(), weights=prior, allowed=allowed, ordered=ordered
        )
    for where, statement in facts:
        with _at(name, where):
            knowledge.given(statement)
    knowledge = knowledge.given(*(statement for _, statement in facts))
    said = {statement: where for where, statement in reversed(facts)}  # of twins, the first
    ask = {}
    for title, entries in model.ask.items():
        with _at(name, f'ask."{title}"'):
            ask[title] = tuple(fact for entry in entries for fact in builder.plain(entry))
            knowledge.given(*ask[title])
    questions: dict[str, dict[str, tuple[Fact, ...]]] = {}
    for title, answers in model.questions.items():
        questions[title] = {}
        for answer, entries in answers.items():
            with _at(name, f'questions."{title}".{answer}'):
                says = tuple(fact for entry in entries for fact in builder.plain(entry))
                knowledge.given(*says)
                questions[title][answer] = says
    target = None
    if model.target is not None:
        with _at(name, "target"):
            target = places_named(model.target, model.places)
    return KnowledgeFile(name, model, cards, knowledge, said, ask, target, questions)


@contextmanager
def _at(name: str, place: str = "") -> Iterator[None]:
    """Say where in the file it is that a KnowledgeError speaks of."""
    try:
        yield
    except KnowledgeError as error:
        within = ("." if place else "") + error.field if isinstance(error, _InField) else ""
        told = f"{place}{within}: " if place or within else ""
        raise CallError(f"{name}: {told}{error}") from None


class _InField(KnowledgeError):
    """What is wrong with one field of a statement."""

    def __init__(self, field: str, what: object) -> None:
        super().__init__(str(what))
        self.field = field


@dataclass(frozen=True)
class _Builder:
    cards: Cards
    model: schema.KnowledgeModel

    def statements(self, entry: Any) -> Iterator[Statement]:
        """What one entry of the facts says."""
        if isinstance(entry, schema.AnyOf):
            yield any_of(*map(self._case, entry.any_of), because=entry.because)
        elif isinstance(entry, schema.OneOf):
            cases = [self._case(case) for case in entry.one_of]
            weights = None if entry.weights is None else [simple(w) for w in entry.weights]
            yield one_of(*cases, weights=weights, because=entry.because)
        else:
            yield from self.plain(entry)

    def _case(self, entries: Sequence[Any]) -> list[Fact]:
        return [fact for entry in entries for fact in self.plain(entry)]

    def plain(self, entry: Any) -> Iterator[Fact]:
        """The facts of one plain statement: one for each place of `in_each`, entry of `of_each`."""
        for places in self._places(entry):
            if isinstance(entry, schema.Holds):
                for card in self._cards(entry.holds, "holds"):
                    yield holds(places, card, because=entry.because)
            elif isinstance(entry, schema.Lacks):
                yield lacks(places, self._cards(entry.lacks, "lacks"), because=entry.because)
            else:
                for weights in self._weights(entry):
                    lo, hi, table = _range(entry)
                    yield Fact(places, weights, table, lo, hi, entry.because)

    def _places(self, entry: schema.FactModel) -> Iterator[tuple[str, ...]]:
        with _within("in" if entry.in_each is None else "in_each"):
            if entry.in_each is None:
                yield places_named(entry.places or (), self.model.places)
            else:
                for place in places_named(entry.in_each, self.model.places):
                    yield (place,)

    def _weights(self, entry: schema.CountModel) -> Iterator[dict[Any, int]]:
        if entry.of is not None:
            yield dict.fromkeys(self._cards(entry.of, "of"), 1)
        for name in entry.of_each or ():
            yield dict.fromkeys(self._cards((name,), "of_each"), 1)
        if isinstance(entry.weights, str):
            with _within("weights"):
                if entry.weights not in self.model.values:
                    raise unknown("table of values", entry.weights, self.model.values)
            yield self.weighing(self.model.values[entry.weights])
        elif entry.weights is not None:
            with _within("weights"):
                weights = self.weighing(entry.weights)
            yield weights

    def _cards(self, names: Sequence[str], field: str) -> tuple[str, ...]:
        with _within(field):
            return self.cards.named(names)

    def weighing(self, table: Mapping[str, int]) -> dict[Any, int]:
        """card -> weight, of a table whose keys may be groups and patterns."""
        weights: dict[Any, int] = {}
        for name, weight in table.items():
            for card in self.cards.named((name,)):
                if card in weights:
                    raise KnowledgeError(f"{card!r} has two weights, {name!r} names it again")
                weights[card] = weight
        return weights

    def prior(self) -> dict[tuple[Any, Any], int | Fraction]:
        """(card, place) -> how likely beforehand."""
        prior: dict[tuple[Any, Any], int | Fraction] = {}
        for name, by_place in self.model.weights.items():
            for card in self.cards.named((name,)):
                for spelled, weight in by_place.items():
                    for place in places_named((spelled,), self.model.places):
                        if (card, place) in prior:
                            raise KnowledgeError(f"{card!r} in {place!r} has two weights")
                        prior[card, place] = simple(weight)
        return prior

    def allowed(self) -> dict[Any, tuple[str, ...]]:
        """card -> the only places; of several lists that speak of a card, what all allow."""
        allowed: dict[Any, tuple[str, ...]] = {}
        for name, spelled in self.model.allowed.items():
            among = places_named(spelled, self.model.places)
            for card in self.cards.named((name,)):
                allowed[card] = tuple(p for p in allowed.get(card, among) if p in among)
        return allowed


@contextmanager
def _within(field: str) -> Iterator[None]:
    try:
        yield
    except KnowledgeError as error:
        raise _InField(field, error) from None


def _range(
    entry: schema.CountModel,
) -> tuple[int | None, int | None, dict[int, int | float | Fraction] | None]:
    if isinstance(entry, schema.AtLeast):
        return entry.at_least, None, None
    if isinstance(entry, schema.AtMost):
        return None, entry.at_most, None
    if isinstance(entry, schema.Exactly):
        return entry.exactly, entry.exactly, None
    if isinstance(entry, schema.Between):
        return *entry.between, None
    if isinstance(entry, schema.Total):
        return *entry.total, None
    assert isinstance(entry, schema.Likelihood)
    return None, None, {total: simple(weight) for total, weight in entry.likelihood.items()}


def simple(number: Fraction) -> int | Fraction:
    """A fraction as a whole number where it is one."""
    return number.numerator if number.denominator == 1 else number
