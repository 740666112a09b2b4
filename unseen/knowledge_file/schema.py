"""What a knowledge file may say: its fields, as models that pydantic checks.

The published JSON Schema (docs/knowledge.schema.json) is made from these.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from unseen.knowledge_file.values import (
    Capacity,
    Cards,
    Likelihoods,
    Name,
    Names,
    Range,
    Sum,
    Weighing,
    Weight,
    Whole,
    refused,
)

PLACES = ("in", "in_each")
CARDS = ("of", "of_each", "weights")


def _one_of(keys: tuple[str, ...]) -> dict[str, Any]:
    return {"oneOf": [{"required": [key]} for key in keys]}


class Strict(BaseModel):
    """A table whose keys are all known."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)


class FactModel(Strict):
    """A statement about the cards in a place, or in several places together."""

    model_config = ConfigDict(json_schema_extra={"allOf": [_one_of(PLACES)]})

    places: Names | None = Field(None, alias="in", description="Where; several places together.")
    in_each: Names | None = Field(None, description="Where; the same said of each place.")
    because: str | None = Field(None, description="Where it comes from; explanations cite it.")

    @model_validator(mode="after")
    def _names_places(self) -> FactModel:
        _exactly_one({"in": self.places, "in_each": self.in_each}, "where", "Bob")
        return self


class CountModel(FactModel):
    """A statement about how many cards, or what their weights add up to."""

    model_config = ConfigDict(json_schema_extra={"allOf": [_one_of(PLACES), _one_of(CARDS)]})

    of: Names | None = Field(None, description="The cards that are counted, together.")
    of_each: Names | None = Field(None, description="The same said of each card or group.")
    weights: Weighing | None = Field(
        None, description="What each card weighs: a table of `values` by its name, or a table."
    )

    @model_validator(mode="after")
    def _names_cards(self) -> CountModel:
        given = {"of": self.of, "of_each": self.of_each, "weights": self.weights}
        _exactly_one(given, "which cards", "hearts")
        return self


class Holds(FactModel):
    """The card lies there; of several, every one."""

    holds: Names


class Lacks(FactModel):
    """None of the cards lies there."""

    lacks: Names


class AtLeast(CountModel):
    """So many of the cards lie there, or more."""

    at_least: Whole


class AtMost(CountModel):
    """So many of the cards lie there, or fewer."""

    at_most: Whole


class Exactly(CountModel):
    """Just so many of the cards lie there."""

    exactly: Whole


class Between(CountModel):
    """The least and the most of the cards that lie there."""

    between: Range


class Total(CountModel):
    """What the weights of the cards there add up to: a number, or the least and the most."""

    total: Sum


class Likelihood(CountModel):
    """How likely what was seen is, for each number of the cards there (or sum of weights)."""

    likelihood: Likelihoods


KINDS = (
    "holds", "lacks", "at_least", "at_most", "exactly", "between", "total", "likelihood",
    "any_of", "one_of",
)  # fmt: skip


def _kind(value: Any) -> str | None:
    """The kind of a statement, by the key that only this kind has."""
    return next((kind for kind in KINDS if kind in value), None)


def _says_one_thing(value: Any) -> Any:
    """Refuse, in words, what says nothing or two things at once."""
    if not isinstance(value, dict):
        raise refused(f"{value!r} is no statement: write {{ holds = …, in = … }} and the like")
    kinds = [kind for kind in KINDS if kind in value]
    if not kinds:
        raise refused(f"{', '.join(value) or 'nothing'} says none of {', '.join(KINDS)}")
    if len(kinds) > 1:
        raise refused(f"{kinds[0]} and {kinds[1]} in one statement: write two")
    return value


def _says_one_plain_thing(value: Any) -> Any:
    for kind in KINDS[-2:]:
        if isinstance(value, dict) and kind in value:
            raise refused(f"{kind} cannot stand here: only plain statements can")
    return _says_one_thing(value)


Plain: TypeAlias = (
    Annotated[Holds, Tag("holds")]
    | Annotated[Lacks, Tag("lacks")]
    | Annotated[AtLeast, Tag("at_least")]
    | Annotated[AtMost, Tag("at_most")]
    | Annotated[Exactly, Tag("exactly")]
    | Annotated[Between, Tag("between")]
    | Annotated[Total, Tag("total")]
    | Annotated[Likelihood, Tag("likelihood")]
)
PlainFact: TypeAlias = Annotated[
    Annotated[Plain, Discriminator(_kind)], BeforeValidator(_says_one_plain_thing)
]
"""One statement about the cards."""


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


Facts: TypeAlias = Annotated[
    tuple[PlainFact, ...],
    BeforeValidator(_listed, json_schema_input_type=PlainFact | tuple[PlainFact, ...]),
]
"""Statements that hold together; one needs no list."""
Answers: TypeAlias = Annotated[dict[Name, Facts], Field(min_length=1)]
"""What may be answered, and what that says."""


class AnyOf(Strict):
    """At least one of the cases holds: each a statement, or a list of them that hold together."""

    any_of: Annotated[tuple[Facts, ...], Field(min_length=1)]
    because: str | None = Field(None, description="Where it comes from; explanations cite it.")


class OneOf(Strict):
    """One of the cases, with these weights; cases that say nothing new are an empty list."""

    one_of: Annotated[tuple[Facts, ...], Field(min_length=1)]
    weights: tuple[Weight, ...] | None = Field(
        None, description="How likely each case is, in proportion; without, all are alike."
    )
    because: str | None = Field(None, description="Where it comes from; explanations cite it.")

    @model_validator(mode="after")
    def _weighs_each(self) -> OneOf:
        if self.weights is not None and len(self.weights) != len(self.one_of):
            raise refused(
                f"{len(self.weights)} weights for {len(self.one_of)} cases: give one for each"
            )
        return self


Statement: TypeAlias = Annotated[
    Annotated[
        Plain | Annotated[AnyOf, Tag("any_of")] | Annotated[OneOf, Tag("one_of")],
        Discriminator(_kind),
    ],
    BeforeValidator(_says_one_thing),
]
"""A statement about the cards, or alternatives of such."""


class KnowledgeModel(Strict):
    """What is known about hidden cards: which there are, where they can be, and what was said."""

    schema_: str | None = Field(None, alias="$schema", description="For editors.")
    title: str | None = Field(None, description="One line about it.")
    cards: Cards = Field(description="The hidden cards: names, or name = number of copies.")
    groups: dict[Name, Names] = Field(
        {}, description="Names for several cards, usable wherever cards are named."
    )
    values: dict[Name, dict[Name, Whole]] = Field(
        {}, description="Tables of what cards weigh, such as points."
    )
    places: dict[Name, Capacity] = Field(
        description="Where they can be, and how many cards each place holds."
    )
    facts: tuple[Statement, ...] = Field((), description="What is known.")
    weights: dict[Name, dict[Name, Weight]] = Field(
        {}, description="card = { place = weight }: how likely beforehand, 1 where not given."
    )
    allowed: dict[Name, Names] = Field({}, description="card = the only places where it may be.")
    ordered: Names | None = Field(None, description="Places whose inner order matters.")
    ask: dict[Name, Facts] = Field({}, description="Name = facts whose probability is wanted.")
    target: Names | None = Field(
        None, description="The places that questions should tell about; without, everything."
    )
    questions: dict[Name, Answers] = Field(
        {}, description="Question = { answer = facts }: which is worth most?"
    )


def _exactly_one(given: dict[str, Any], what: str, example: str) -> None:
    named = [key for key, value in given.items() if value is not None]
    if not named:
        raise refused(f'it does not say {what}: add {next(iter(given))} = "{example}"')
    if len(named) > 1:
        raise refused(f"it says {what} twice, with {named[0]} and {named[1]}: keep one")
