"""What a question is worth: how much of a target's entropy its answer is expected to take away.

Let T be the target: what lies in some places, as numbers of copies of each face (the case file, a
hand), or the whole world. Let A be the answer. What A is expected to tell about T is the
**information** I(T; A) = H(T) - sum over answers a of P(a) H(T | a), in bits (Shannon, "A
mathematical theory of communication", 1948). It is 0 for an answer that has nothing to do with T,
and H(T) for one that gives T away.

An answer is a list of statements. Where they are likelihoods (which card somebody shows is their
choice, whether they tell the truth is uncertain), the answer is drawn by chance: over all answers
the likelihoods must add up to 1 in every world.

Here a question is weighed by a diagram for each answer. Hundreds of questions are first weighed on
one sample of worlds, and only the best of them by diagrams.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Alternatives, Statement
from beliefs.answers import after_each
from beliefs.diagram import WorldDiagram
from beliefs.errors import KnowledgeError
from beliefs.facts import Fact, Place, whole
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods
from beliefs.randomness import Randomness
from beliefs.targets import DRAWN, bits, entropy_of, grouped, information, named

Target: TypeAlias = Place | Collection[Place] | None
"""The place or places whose contents matter; None is the whole world."""
Structure: TypeAlias = Any
"""WorldTable, WorldDiagram, WorldCases or WorldChain."""
Places: TypeAlias = tuple[Place, ...] | None

SCREEN = 4_000
"""Worlds on which many questions are weighed before the best of them are weighed exactly."""
SPARE = 3
"""Questions weighed exactly for each one that is asked for."""
CHECKED = 256
"""Worlds in which the answers' likelihoods are added up."""
NEAR = 1e-6
"""How far from 1 they may be, as floats."""


@dataclass(frozen=True, init=False)
class Question:
    """A question with any number of answers, each some statements that are then known.

    Parameters
    ----------
    answers: answer -> its statement, or a list of them; or a list of those, numbered from 0. An
        empty list says nothing: it holds in every world.
    name: for people; default a list of the answers.

    Raises KnowledgeError for no answers, or answers that are no statements.

    >>> from beliefs import at_least, lacks
    >>> three = ["Plum", "knife", "hall"]
    >>> print(Question({"shows": at_least("Ann", three, 1), "passes": lacks("Ann", three)}))
    shows or passes?
    """

    answers: Mapping[Hashable, tuple[Statement, ...]]
    name: str

    def __init__(
        self,
        answers: Mapping[Hashable, Statement | Iterable[Statement]]
        | Iterable[Statement | Iterable[Statement]],
        name: str | None = None,
    ) -> None:
        if isinstance(answers, str | Fact | Alternatives) or not isinstance(answers, Iterable):
            raise KnowledgeError(f"answers is {answers!r}: give answer -> list of statements")
        named = answers if isinstance(answers, Mapping) else dict(enumerate(answers))
        told = {answer: _statements(answer, said) for answer, said in named.items()}
        if not told:
            raise KnowledgeError("a question without answers: give at least one")
        object.__setattr__(self, "answers", told)
        object.__setattr__(self, "name", name or f"{' or '.join(map(str, told))}?")

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.answers.items())))

    def __str__(self) -> str:
        return self.name


def worth(structure: Structure, question: Question, *, of: Target = None) -> float:
    """Expected drop in the entropy of the target, in bits, when the question is answered.

    Exact to the rounding of float64; for a structure that is not exact, an estimate from a sample
    of its worlds. Cost: a diagram for each answer. Raises KnowledgeError where the answers'
    probabilities do not add up to 1.

    >>> from beliefs import Knowledge, WorldDiagram, holds
    >>> deal = WorldDiagram(Knowledge(list("ABCD"), {"me": 2, "you": 1, "file": 1}))
    >>> where = Question({place: holds(place, "A") for place in ("me", "you", "file")})
    >>> round(worth(deal, where), 3)
    1.5
    >>> round(worth(deal, where, of="file"), 3), entropy(deal, of="file")
    (0.811, 2.0)
    """
    _refuse_unless_question(question)
    places = _target(structure.knowledge, of)
    if not structure.exact:
        return _estimates(structure, [question], places, 0)[0]
    return worths(structure, [question], places)[0]


def best(
    structure: Structure,
    questions: Iterable[Question],
    *,
    of: Target = None,
    n: int = 10,
    rng: Randomness = 0,
) -> list[tuple[Question, float]]:
    """The `n` questions that are worth most, with their worths, best first (ties as given).

    More than three times `n` are first compared on a sample of worlds (less its bias, to first
    order: see `beliefs.targets.information`), and three times `n` are then
    weighed as `worth` does. So a question is missed only if its worth is close to the last one's
    and luck is bad.

    >>> from beliefs import Knowledge, WorldDiagram, holds, lacks
    >>> deal = WorldDiagram(Knowledge(list("ABCD"), {"me": 2, "you": 1, "file": 1}))
    >>> asks = [Question([holds(who, "A"), lacks(who, "A")], who) for who in ("me", "you")]
    >>> [(str(question), round(value, 3)) for question, value in best(deal, asks, of="file", n=1)]
    [('me', 0.311)]
    """
    asked, places = list(questions), _target(structure.knowledge, of)
    if whole(n, "n") < 1:
        raise KnowledgeError(f"n is {n}: ask for at least one question")
    for question in asked:
        _refuse_unless_question(question)
    values = [0.0] * len(asked)
    if len(asked) > SPARE * n or not structure.exact:
        values = _estimates(structure, asked, places, rng)
    order = np.argsort(-np.array(values), kind="stable")[: SPARE * n].tolist()
    if structure.exact:
        exact = worths(structure, [asked[i] for i in order], places)
        for i, value in zip(order, exact, strict=True):
            values[i] = value
    # Equal but for rounding: in the order given.
    order.sort(key=lambda i: (-round(values[i], 9), i))
    return [(asked[i], values[i]) for i in order[:n]]


def worths(structure: Structure, questions: Iterable[Question], places: Places) -> list[float]:
    """What each question is worth, by a diagram for each answer; the structure must be exact.

    One diagram that deals to the target first serves them all.
    """
    structure = _dealing_first(structure, places)
    open_ = entropy_of(structure, places)
    judged = Likelihoods(structure.knowledge, structure.sample(CHECKED, 0))
    found = []
    for question in questions:
        _refuse_unless_one_answer(judged, question)
        found.append(max(0.0, open_ - _left(structure, question, places)))
    return found


def entropy(structure: Structure, *, of: Target = None) -> float:
    """How open the target is, in bits: of what lies in some places, or of the whole world.

    >>> from beliefs import Knowledge, WorldTable
    >>> deal = WorldTable(Knowledge({"Guard": 3, "Priest": 1}, {"hand": 1, "deck": 3}))
    >>> round(entropy(deal, of="hand"), 3), entropy(deal)
    (0.811, 2.0)
    """
    return entropy_of(structure, _target(structure.knowledge, of))


def _statements(answer: Hashable, said: object) -> tuple[Statement, ...]:
    told = (said,) if isinstance(said, Fact | Alternatives) else said
    if isinstance(told, str) or not isinstance(told, Iterable):
        raise KnowledgeError(f"the answer {answer!r} is {said!r}: give a list of statements")
    listed = tuple(told)
    for one in listed:
        if not isinstance(one, Fact | Alternatives):
            raise KnowledgeError(f"{one!r} in the answer {answer!r} is no Fact and no Alternatives")
    return listed


def _target(knowledge: Knowledge, of: Target) -> Places:
    if of is None:
        return None
    places = named(knowledge, of)
    if not places:
        raise KnowledgeError("the target names no place: name one, or None for the whole world")
    return places


def _refuse_unless_question(question: object) -> None:
    if not isinstance(question, Question):
        raise KnowledgeError(f"{question!r:.80} is no Question: make one of its answers")


def _refuse_unless_one_answer(judged: Likelihoods, question: Question) -> None:
    """Refuse a question whose answers' likelihoods do not add up to 1 in some of these worlds."""
    judged.knowledge.given(*(one for told in question.answers.values() for one in told))
    sums = np.sum([judged.of(told) for told in question.answers.values()], axis=0)
    wrong = np.flatnonzero(np.abs(sums - 1) > NEAR)
    if len(wrong):
        raise KnowledgeError(
            f"the answers of '{question}' have likelihoods that add up to {sums[wrong[0]]:.6g} in "
            "some worlds: exactly one answer must be given in every world"
        )


def _left(structure: Structure, question: Question, places: Places) -> float:
    """The entropy of the target that is expected to be left after the answer."""
    left, total = 0.0, 0.0
    for chance, after in after_each(structure, list(question.answers.values())):
        left += chance * entropy_of(after, places)
        total += chance
    if abs(total - 1) > NEAR:
        raise KnowledgeError(
            f"the answers of '{question}' have probabilities that add up to {total:.6g}: "
            "exactly one answer must be given in every world"
        )
    return left


def _dealing_first(structure: Structure, places: Places) -> Structure:
    """A diagram that deals to the target first, as all diagrams made from it will."""
    if isinstance(structure, WorldDiagram) and places is not None:
        return structure.dealing_first(places)
    return structure


def _estimates(
    structure: Structure,
    questions: Collection[Question],
    places: Places,
    rng: Randomness,
) -> list[float]:
    """What the questions are worth on a sample of worlds."""
    knowledge: Knowledge = structure.knowledge
    worlds = structure.sample(SCREEN if structure.exact else DRAWN, rng)
    judged = Likelihoods(knowledge, worlds)
    group = None if places is None else grouped(structure, judged.contents(places), places)
    found = []
    for question in questions:
        _refuse_unless_one_answer(judged, question)
        chances = np.array([judged.of(told) for told in question.answers.values()])
        found.append(_told_of_worlds(chances) if group is None else _told_of(chances, group))
    return found


def _told_of_worlds(chances: npt.NDArray[np.float64]) -> float:
    """Information of the answers [answers, worlds] about the worlds, in bits: H(A) - H(A | world).

    H(A | world), the mean over worlds, is 0 for answers that are not drawn by chance.
    """
    return bits(chances.mean(axis=1)) - bits(chances) / len(chances.T)


def _told_of(chances: npt.NDArray[np.float64], group: npt.NDArray[np.int64]) -> float:
    """Information of the answers [answers, worlds] about the groups of worlds, in bits."""
    number = int(group.max()) + 1
    joint = np.array([np.bincount(group, one, number) for one in chances]) / len(group)
    return float(information(joint, len(group)))
