"""What is asked of a belief, answered: the numbers that ``unseen believe`` reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs import Belief, Fact, holds, lacks
from beliefs.alternatives import Statement
from beliefs.errors import KnowledgeError
from beliefs.questions import Question, best

MOST_QUESTIONS = 50
"""Questions that are weighed exactly and listed, at most."""

World = dict[str, list[str]]
"""place -> the cards in it."""


@dataclass(frozen=True)
class Reason:
    """One of the statements that make something certain: where it was said, and what it says."""

    fact: str
    says: str


@dataclass(frozen=True)
class Explained:
    """Whether a place holds a card: `holds` is None, with a probability, where that is open."""

    card: str
    place: str
    holds: bool | None
    probability: float
    because: tuple[Reason, ...] = ()
    told: bool = False
    """Whether it was said in so many words, and needs no reasoning."""


Said = Callable[[Statement], Reason]


def reasons(said: Mapping[Statement, str]) -> Said:
    """The reason that a statement is, given where each was said."""
    return lambda statement: Reason(said.get(statement, ""), str(statement))


def explained(belief: Belief, card: str, place: str, said: Said) -> Explained:
    """Why it is certain whether the place holds the card, or how likely it is."""
    try:
        why = belief.explain(card, place)
    except KnowledgeError:
        return Explained(card, place, None, float(belief.probability(holds([place], card))))
    told = any(_says_so(one, card, place, why.held) for one in why.facts)
    return Explained(card, place, why.held, float(why.held), tuple(map(said, why.facts)), told)


def _says_so(statement: Statement, card: str, place: str, held: bool) -> bool:
    """Whether a statement says that the place lacks the card, or holds it, and nothing less."""
    if not isinstance(statement, Fact) or statement.table is not None:
        return False
    if set(statement.weights.values()) != {1} or card not in statement.weights:
        return False
    if held:
        return statement.lo == 1 and len(statement.weights) == len(statement.places) == 1
    return statement.hi == 0 and place in statement.places


def certain(belief: Belief, said: Said) -> Iterator[Explained]:
    """What follows of what is known, each with its reasons.

    What the file itself rules out by `allowed` or a weight of 0 is no news, and neither is that
    the other places lack a card which is known to lie somewhere.
    """
    knowledge, chances = belief.knowledge, belief.probabilities()
    for f, card in enumerate(knowledge.faces):
        all_there = [p for p in range(len(knowledge.places)) if not np.delete(chances[f], p).any()]
        for p, place in enumerate(knowledge.places):
            if knowledge.prior.get((card, place), 1) == 0 or (all_there and p not in all_there):
                continue
            part = chances[f, p] > 0 and knowledge.copies[f] > 1 and not all_there
            if (
                p in all_there
                or chances[f, p] == 0
                or (part and belief.probability(lacks([place], [card])) == 0)
            ):
                yield explained(belief, str(card), str(place), said)


def samples(belief: Belief, n: int, seed: int) -> list[World]:
    """`n` worlds, each with its probability; in ordered places every order is as likely."""
    knowledge = belief.knowledge
    rows = belief.sample(n, seed)
    orders = np.random.default_rng([seed, 1])
    worlds = []
    for row in rows:
        world: dict[Any, list[str]] = {place: [] for place in knowledge.places}
        for face, place in zip(knowledge.face_of, row, strict=True):
            world[knowledge.places[place]].append(str(knowledge.faces[face]))
        for place in knowledge.places:
            if place in knowledge.ordered:
                world[place] = [world[place][i] for i in orders.permutation(len(world[place]))]
        worlds.append(world)
    return worlds


def by_card(belief: Belief, matrix: npt.NDArray[Any]) -> dict[str, dict[str, Any]]:
    """A matrix [faces, places] as card -> place -> number; fractions as [above, below]."""

    def number(value: Any) -> Any:
        if isinstance(value, Fraction):
            return [value.numerator, value.denominator]
        return float(value)

    knowledge = belief.knowledge
    return {
        str(card): {
            str(place): number(value) for place, value in zip(knowledge.places, row, strict=True)
        }
        for card, row in zip(knowledge.faces, matrix, strict=True)
    }


def asked(
    belief: Belief, questions: Mapping[str, Sequence[Fact]], exact: bool
) -> list[dict[str, Any]]:
    """The probability that all the facts of each question hold."""
    rows = []
    for name, facts in questions.items():
        row: dict[str, Any] = {"name": name, "says": [str(fact) for fact in facts]}
        if exact:
            fraction = Fraction(belief.probability(*facts, exact=True))
            row["probability"] = float(fraction)
            row["fraction"] = [fraction.numerator, fraction.denominator]
        else:
            row["probability"] = float(belief.probability(*facts))
        rows.append(row)
    return rows


def ranked(
    belief: Belief,
    questions: Mapping[str, Mapping[str, Sequence[Fact]]],
    target: Sequence[str] | None,
) -> list[dict[str, Any]]:
    """The questions by what their answers tell, in bits, about the target; most first.

    Of more than `MOST_QUESTIONS`, those that are worth most on a sample of worlds.
    """
    asks = []
    for name, answers in questions.items():
        told: dict[Hashable, Sequence[Statement]] = {}
        told.update(answers.items())
        asks.append(Question(told, name))
    found = best(belief.structure, asks, of=target, n=MOST_QUESTIONS)
    return [
        {
            "question": question.name,
            "bits": bits,
            "answers": {
                str(answer): float(belief.probability(*says))
                for answer, says in question.answers.items()
            },
        }
        for question, bits in found
    ]


def grouped(world: World) -> dict[str, str]:
    """A world for people: place -> its cards, copies counted.

    >>> grouped({"hand": ["Guard", "Guard", "King"], "deck": []})
    {'hand': '2 Guard, King', 'deck': '-'}
    """
    told = {}
    for place, cards in world.items():
        counts = Counter(cards) if len(set(cards)) < len(cards) else dict.fromkeys(cards, 1)
        told[place] = ", ".join(f"{n} {c}" if n > 1 else c for c, n in counts.items()) or "-"
    return told
