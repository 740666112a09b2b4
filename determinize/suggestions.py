"""What to suggest next: cards are named, people are asked in order, the first who can shows one.

At Clue a player names three cards. The others are asked one after another; who holds none of the
three says so, and the first who holds any shows one of them, to the asker alone. So there are as
many answers as pairs of somebody who is asked and a card, and one more: nobody shows. Which of two
cards is shown is for its holder to choose; here each is shown as likely as the other.

A question is worth what its answer is expected to tell about a target, the case file: information,
in bits (see `beliefs.questions`). All triples are weighed on one sample of worlds, or on all worlds
where these are few, and the best of them by diagrams.

This is about a belief and names of places alone: for a table of people as well as for a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs import Belief, Fact, KnowledgeError, Question, WorldDiagram, holds, lacks
from beliefs.facts import Face, Place, whole
from beliefs.knowledge import Knowledge
from beliefs.questions import Structure, worths
from beliefs.randomness import Randomness
from beliefs.settled import settled
from beliefs.targets import named
from determinize.screening import look

Cards: TypeAlias = tuple[Face, ...]
"""The cards that a suggestion names."""

WORLDS = 16_000
"""Worlds on which all suggestions are weighed before the best of them are weighed exactly: some
five for each pair of an answer and a case file, which leaves a bias of a hundredth of a bit."""
MOST_NAMED = 8
"""Cards that one suggestion names, at most."""


def question(
    cards: Iterable[Face],
    asked: Iterable[Place],
    *,
    hidden: Collection[Face] | None = None,
    name: str | None = None,
) -> Question:
    """The question that a suggestion asks: who shows which card to the asker.

    Answers are (place, card), and None where nobody can show: in the two-player game, the look at a
    card beside the table that then follows is no part of the question.

    Parameters
    ----------
    cards: the cards that are named, each there once in the game.
    asked: the places of those who are asked (their hands), in order.
    hidden: the cards that the belief knows of; others, such as the asker's own, nobody can show.
        Default: all that are named.
    name: for people; default the names of the cards.

    Raises KnowledgeError for a card that is named twice, or a place that is asked twice.

    >>> ask = question(["Plum", "knife", "hall"], ["Ann", "Bob"], hidden={"Plum", "knife"})
    >>> list(ask.answers)
    [('Ann', 'Plum'), ('Ann', 'knife'), ('Bob', 'Plum'), ('Bob', 'knife'), None]
    >>> for fact in ask.answers["Bob", "Plum"]:
    ...     print(fact)
    Ann lacks Plum, knife
    Bob holds Plum
    the number of Plum, knife in Bob has likelihood 1: 1, 2: 1/2
    """
    all_named, places = _distinct("card", cards), _distinct("place", asked)
    there = [card for card in all_named if hidden is None or card in hidden]
    return Question(dict(_answers(places, lambda _: there)), name or ", ".join(map(str, all_named)))


def ranked(
    belief: Belief,
    triples: Iterable[Iterable[Face]],
    asked: Iterable[Place],
    *,
    of: Place | Collection[Place],
    n: int = 10,
    rng: Randomness = 0,
    worlds: int = WORLDS,
) -> list[tuple[Cards, float]]:
    """The `n` suggestions that are worth most, each with what it tells of the target, in bits.

    Best first, ties in the order given. Worths are exact; a suggestion is missed only if it is
    worth about as much as the last one and luck is bad, and none is where there are no more than
    `worlds` worlds. (Of a belief that is not exact they are estimates from samples.)

    Parameters
    ----------
    triples: the suggestions, some cards each (three at Clue, eight at most). Cards that the belief
        does not know of, and those that lie with nobody who is asked, can be shown by nobody.
    asked: the places of those who are asked, in order.
    of: the place or places whose contents matter: the case file.
    rng: for the sample of so many `worlds` on which all suggestions are compared.

    Raises KnowledgeError for unknown places, cards of which there are several copies, names that
    come twice, n or worlds below 1.

    >>> from itertools import product
    >>> from beliefs import Knowledge, exactly
    >>> kinds = ["Plum", "Green", "White"], ["knife", "rope", "wrench"], ["hall", "study", "lounge"]
    >>> belief = Belief(Knowledge([card for kind in kinds for card in kind],
    ...                           {"file": 3, "Ann": 3, "Bob": 3},
    ...                           [exactly("file", kind, 1) for kind in kinds]))
    >>> told = belief.given(lacks("file", "Plum"), holds("Ann", "Plum"), lacks("file", "rope"))
    >>> for cards, bits in ranked(told, product(*kinds), ["Bob", "Ann"], of="file", n=2):
    ...     print(*cards, round(bits, 3))
    Green knife hall 1.286
    Green knife study 1.286
    """
    knowledge, places = belief.knowledge, _distinct("place", asked)
    suggestions = [_distinct("card", cards) for cards in triples]
    target = named(knowledge, of)
    _refuse(knowledge, suggestions, places, target, n, worlds)
    structure: Structure = belief.structure
    can = np.ones((len(knowledge.faces), len(knowledge.places)), np.bool_)
    if belief.exact:
        can = belief.probabilities() != 0
    if isinstance(structure, WorldDiagram):
        less = settled(knowledge, belief.probabilities())
        structure = WorldDiagram(less, limits=structure.limits)
    columns = [knowledge.places.index(place) for place in places]
    showable = {knowledge.faces[f] for f in np.flatnonzero(can[:, columns].any(axis=1))}
    # Suggestions that differ in cards alone which nobody can show are one and the same question.
    kinds = [frozenset(card for card in cards if card in showable) for cards in suggestions]
    once = list(dict.fromkeys(kinds))
    looked_at = look(structure, columns, target, rng, worlds)
    values = dict(zip(once, looked_at.told(once), strict=True))

    def sorted_(numbers: Iterable[int]) -> list[int]:
        """Best first; equal but for rounding: in the order given."""
        return sorted(numbers, key=lambda i: (-round(values[kinds[i]], 9), i))

    order = sorted_(range(len(kinds)))[:n]
    if belief.exact and looked_at.drawn:
        once = list(dict.fromkeys(kinds[i] for i in order))
        asks = [_possible(knowledge, kind, places, can) for kind in once]
        values = dict(zip(once, worths(structure, asks, target), strict=True))
        order = sorted_(order)
    return [(suggestions[i], values[kinds[i]]) for i in order]


def _answers(
    asked: Iterable[Place],
    may: Callable[[Place], Sequence[Face]],
    must: Callable[[Place], bool] = lambda _: False,
) -> Iterator[tuple[Hashable, list[Fact]]]:
    """Every answer with its statements.

    may: the cards named that may lie in a place. must: whether one of them certainly does, so that
    nobody is asked after it.
    """
    passed: list[Fact] = []
    for place in asked:
        there = may(place)
        for card in there:
            yield (place, card), [*passed, *_shows(place, card, there)]
        if must(place):
            return
        if there:
            passed = [*passed, lacks([place], there)]
    yield None, passed


def _shows(place: Place, card: Face, named: Sequence[Face]) -> Iterator[Fact]:
    """The card lies there, and of all that are named and lie there it is the one that is shown."""
    yield holds([place], card)
    if len(named) > 1:
        chance = {many: Fraction(1, many) for many in range(1, len(named) + 1)}
        yield Fact([place], dict.fromkeys(named, 1), chance)


def _possible(
    knowledge: Knowledge, kind: Collection[Face], asked: Sequence[Place], can: npt.NDArray[np.bool_]
) -> Question:
    """The question of a suggestion, with such answers alone as can be."""
    rows = {face: can[f] for f, face in enumerate(knowledge.faces) if face in kind}
    column = {place: p for p, place in enumerate(knowledge.places)}

    def may(place: Place) -> list[Face]:
        return [face for face, there in rows.items() if there[column[place]]]

    def must(place: Place) -> bool:
        return any(rows[face].sum() == 1 for face in may(place))

    return Question(dict(_answers(asked, may, must)), ", ".join(map(str, rows)))


def _distinct(what: str, names: Iterable[Any]) -> tuple[Any, ...]:
    """Names in their order, each of them once."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise KnowledgeError(f"the {what}s are {names!r}: give a list of names")
    listed = tuple(names)
    for name in listed:
        if listed.count(name) > 1:
            raise KnowledgeError(f"{what} {name!r} is named twice in {listed!r}")
    return listed


def _refuse(
    knowledge: Knowledge,
    suggestions: Sequence[Cards],
    asked: Sequence[Place],
    target: Sequence[Place],
    n: int,
    worlds: int,
) -> None:
    """Raise KnowledgeError for what makes no sense."""
    named(knowledge, asked)
    if not target:
        raise KnowledgeError("the target names no place: name the case file")
    copies = dict(zip(knowledge.faces, knowledge.copies, strict=True))
    for cards in suggestions:
        if len(cards) > MOST_NAMED:
            raise KnowledgeError(
                f"{cards!r} names {len(cards)} cards: {MOST_NAMED} can be, at most"
            )
    for card in dict.fromkeys(card for cards in suggestions for card in cards):
        if copies.get(card, 1) > 1:
            raise KnowledgeError(
                f"{card!r} is named, of which {copies[card]} copies are hidden: a suggestion is "
                "of single cards"
            )
    if whole(n, "n") < 1:
        raise KnowledgeError(f"n is {n}: ask for at least one suggestion")
    if whole(worlds, "worlds") < 1:
        raise KnowledgeError(f"worlds is {worlds}: compare on at least one world")
