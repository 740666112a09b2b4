"""Knowledge about hidden cards, small enough for brute force, and the worlds of a knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from beliefs import Belief, Knowledge
from beliefs.alternatives import Statement
from beliefs.facts import Face, Number, Place
from unseen.testing.strategies.statements import WEIGHTS, alternatives, facts

LEAST = {
    "most_cards": 1,
    "most_copies": 1,
    "most_places": 1,
    "most_facts": 0,
    "most_alternatives": 0,
    "least_alternatives": 0,
}


def knowledges(
    *,
    most_cards: int = 8,
    most_copies: int = 3,
    most_places: int = 4,
    most_facts: int = 4,
    most_alternatives: int = 1,
    least_alternatives: int = 0,
    weighted: bool = True,
    consistent: bool = True,
) -> SearchStrategy[Knowledge]:
    """Knowledge about a few hidden cards, with everything that a knowledge can have.

    Copies of a face, places that hold so many cards, none or any number, prior weights and
    forbidden places, ordered places, facts of every form (:func:`facts`), alternatives
    (:func:`alternatives`). There are at most ``most_places ** most_cards`` worlds: 65 536 unless
    told otherwise, few enough to list. Shrinks to few cards, places and statements.

    Args:
        most_cards: how many cards are hidden, at most; one is, at least.
        most_copies: of one face.
        most_places, most_facts, most_alternatives: how many there are, at most.
        least_alternatives: how many there are, at least.
        weighted: whether anything weighs; else all worlds are equally likely: prior weights only
            forbid, facts hold or do not, and alternatives count a world once.
        consistent: whether at least one world is left, always; else it may contradict itself.

    Raises:
        ValueError: a bound that is no whole number or too small.

    >>> from hypothesis import given, settings
    >>> from beliefs import Belief, WorldTable
    >>> @settings(max_examples=20)
    ... @given(knowledges(most_cards=5))
    ... def a_diagram_counts_what_a_table_lists(knowledge):
    ...     assert Belief(knowledge, "diagram").count == WorldTable(knowledge).count
    >>> a_diagram_counts_what_a_table_lists()
    """
    bounds = {
        "most_cards": most_cards,
        "most_copies": most_copies,
        "most_places": most_places,
        "most_facts": most_facts,
        "most_alternatives": most_alternatives,
        "least_alternatives": least_alternatives,
    }
    for name, bound in bounds.items():
        if type(bound) is not int or bound < LEAST[name]:
            raise ValueError(f"{name} is {bound!r}: give a whole number, {LEAST[name]} or more")
    if least_alternatives > most_alternatives:
        raise ValueError(
            f"least_alternatives is {least_alternatives}, above most_alternatives,"
            f" {most_alternatives}"
        )
    return _knowledges(**bounds, weighted=weighted, consistent=consistent)


def worlds(knowledge: Knowledge | Belief) -> SearchStrategy[npt.NDArray[Any]]:
    """Worlds that agree with a knowledge: place numbers [cards], as ``Belief.world`` gives them.

    Drawn by number from a belief, and shrinking to the first; each of them can be drawn, however
    unlikely the knowledge makes it. Of a knowledge too large for an exact belief, worlds are
    sampled, with a seed that is drawn.

    Args:
        knowledge: or a belief in it, where one is at hand.

    Raises:
        Contradiction: no world is left, with the statements in conflict.

    >>> from hypothesis import find
    >>> from beliefs import lacks
    >>> knowledge = Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2},
    ...                       [lacks("hand", "Priest")])
    >>> knowledge.spelled(find(worlds(knowledge), lambda world: True))
    {'hand': ('Guard',), 'deck': ('Guard', 'Priest')}
    """
    belief = knowledge if isinstance(knowledge, Belief) else Belief(knowledge)
    if belief.exact:
        return st.integers(0, int(belief.count) - 1).map(belief.world)
    return st.integers(0, 2**32 - 1).map(lambda seed: np.asarray(belief.sample(1, seed)[0]))


@st.composite
def _knowledges(
    draw: DrawFn,
    *,
    most_cards: int,
    most_copies: int,
    most_places: int,
    most_facts: int,
    most_alternatives: int,
    least_alternatives: int,
    weighted: bool,
    consistent: bool,
) -> Knowledge:
    several = st.integers(1, min(most_copies, most_cards))
    copies = draw(st.lists(several, min_size=1, max_size=most_cards))
    while sum(copies) > most_cards:
        copies.pop()
    cards = {f"card {i}": n for i, n in enumerate(copies)}
    size = sum(cards.values())
    number = st.integers(1, most_places)
    number_of_places = max(draw(number), draw(number))  # few places leave few worlds
    places = [f"place {i}" for i in range(number_of_places)]
    deal = draw(st.lists(st.integers(0, len(places) - 1), min_size=size, max_size=size))
    free = draw(st.sets(st.sampled_from(places), max_size=2)) if draw(st.booleans()) else set()
    counted = [None if p in free else deal.count(i) for i, p in enumerate(places)]
    capacities: dict[Place, int | None] = dict(zip(places, counted, strict=True))
    held = [p for p, capacity in capacities.items() if capacity is not None]
    ordered = draw(st.sets(st.sampled_from(held), max_size=2)) if held else set()
    bare = Knowledge(cards, capacities, ordered=ordered)
    known = deal if consistent else None
    weights = draw(_priors(bare, known, weighted))
    bare = Knowledge(cards, capacities, weights=weights, ordered=ordered)
    said: list[Statement] = list(
        draw(st.lists(facts(bare, world=known, weighted=weighted), max_size=most_facts))
    )
    among = alternatives(bare, world=known, weighted=weighted)
    for one in draw(st.lists(among, min_size=least_alternatives, max_size=most_alternatives)):
        said.insert(draw(st.integers(0, len(said))), one)
    return bare.with_facts(said)


@st.composite
def _priors(
    draw: DrawFn, knowledge: Knowledge, world: Sequence[int] | None, weighted: bool
) -> dict[tuple[Face, Place], Number]:
    """Prior weights of some pairs of a card and a place; those of the world are above 0."""
    pairs = list(product(knowledge.faces, knowledge.places))
    some = st.dictionaries(
        st.sampled_from(pairs),
        st.just(0) | WEIGHTS if weighted else st.just(0),
        max_size=1 + len(pairs) // 2,
    )
    weights: dict[tuple[Face, Place], Number] = dict(draw(some))
    faces = [knowledge.faces[f] for f in knowledge.face_of.tolist()]
    if world is None:  # every card may be somewhere
        needed = [(f, draw(st.sampled_from(knowledge.places))) for f in knowledge.faces]
    else:
        needed = [(f, knowledge.places[place]) for f, place in zip(faces, world, strict=True)]
    return {pair: w for pair, w in weights.items() if w or pair not in needed}
