"""Facts and alternatives about the cards of a knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from beliefs import Alternatives, Fact, Knowledge, any_of, one_of
from beliefs.facts import Number

WEIGHTS: SearchStrategy[Number] = st.one_of(
    st.integers(1, 4),
    st.fractions(min_value=Fraction(1, 8), max_value=3, max_denominator=8),
    st.sampled_from([0.1, 0.5, 2.5]),
)
"""Weights above 0: whole numbers, fractions and floats."""

COUNT, TOTAL, LIKELIHOOD = "count", "total", "likelihood"


def facts(
    knowledge: Knowledge, *, world: Sequence[int] | None = None, weighted: bool = True
) -> SearchStrategy[Fact]:
    """Facts of every form about the cards and places of a knowledge.

    Counts of cards and totals of weights (negative ones too) between two bounds, with one or with
    none, and likelihood tables with or without bounds, about one place or several.

    Args:
        knowledge: its cards and places; its own statements do not matter.
        world: place numbers of all cards, as :func:`worlds` draws them: facts that are not broken
            there. None: facts that may contradict anything.
        weighted: whether there are likelihoods; else facts hold or do not.

    Raises:
        KnowledgeError: a world that the knowledge cannot have.

    >>> from hypothesis import find
    >>> deal = Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2})
    >>> find(facts(deal), lambda fact: fact.table is not None).table
    {0: 1}
    >>> print(find(facts(deal, world=[1, 1, 0]), lambda fact: fact.hi == 0))
    hand lacks Guard
    """
    return _facts(knowledge, _lies(knowledge, world), weighted)


def alternatives(
    knowledge: Knowledge, *, world: Sequence[int] | None = None, weighted: bool = True
) -> SearchStrategy[Alternatives]:
    """One of up to four cases, each of up to three facts, is true.

    Each case holds in some deal, so that cases overlap or exclude each other as it comes; an empty
    one says nothing.

    Args:
        knowledge: its cards and places; its own statements do not matter.
        world: place numbers of all cards: one of the cases holds there. None: in any deal.
        weighted: whether cases have weights and facts likelihoods, and a world counts as often as
            cases hold there; else it counts once.

    Raises:
        KnowledgeError: a world that the knowledge cannot have.

    >>> from hypothesis import given, settings
    >>> from beliefs import WorldTable
    >>> deal = Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2})
    >>> @settings(max_examples=20)
    ... @given(alternatives(deal, world=[1, 1, 0]))
    ... def they_leave_that_world(one):
    ...     assert [1, 1, 0] in WorldTable(deal.given(one)).rows.tolist()
    >>> they_leave_that_world()
    """
    return _alternatives(knowledge, _lies(knowledge, world), weighted)


def _lies(knowledge: Knowledge, world: Sequence[int] | None) -> list[int] | None:
    if world is None:
        return None
    knowledge.spelled(world)  # which checks it
    return [int(place) for place in world]


@st.composite
def _facts(draw: DrawFn, knowledge: Knowledge, lies: list[int] | None, weighted: bool) -> Fact:
    places = list(knowledge.places)
    where = draw(st.sets(st.sampled_from(places), min_size=1, max_size=3))
    about = draw(st.sets(st.sampled_from(knowledge.faces), min_size=1))
    form = draw(st.sampled_from([COUNT, COUNT, TOTAL, LIKELIHOOD][: 4 if weighted else 3]))
    some = [face for face in knowledge.faces if face in about]
    weighs = st.just(1) if form == COUNT else st.sampled_from([1, 2, 3, -1])
    weights = {face: draw(weighs) for face in some}
    if lies is None:
        here = draw(st.integers(0, 2) if form == COUNT else st.integers(-1, 4))
    else:
        faces = [knowledge.faces[f] for f in knowledge.face_of.tolist()]
        pairs = zip(faces, lies, strict=True)
        here = sum(weights.get(face, 0) for face, place in pairs if places[place] in where)
    lo = draw(st.sampled_from([here, here, here - 1, None]))
    hi = draw(st.sampled_from([here, here, here + 1, here + 3, None]))
    if form != LIKELIHOOD:
        return Fact(where, weights, lo=lo, hi=hi)
    likely = st.dictionaries(st.integers(here - 3, here + 6), st.just(0) | WEIGHTS, max_size=5)
    table = {here: draw(WEIGHTS)} | {s: w for s, w in draw(likely).items() if s != here}
    if draw(st.booleans()):
        lo = hi = None
    return Fact(where, weights, table, lo, hi)


@st.composite
def _alternatives(
    draw: DrawFn, knowledge: Knowledge, lies: list[int] | None, weighted: bool
) -> Alternatives:
    once = not weighted or draw(st.booleans())
    if lies is None:
        place = st.integers(0, len(knowledge.places) - 1)
        lies = draw(st.lists(place, min_size=knowledge.size, max_size=knowledge.size))
    deals = [lies, *draw(st.lists(st.permutations(lies), max_size=3))]
    cases = []
    for deal in draw(st.permutations(deals)):
        about = _facts(knowledge, deal, not once)
        cases.append(draw(st.lists(about, min_size=int(draw(st.booleans())), max_size=3)))
    if once:
        return any_of(*cases)
    each = st.lists(WEIGHTS, min_size=len(cases), max_size=len(cases))
    return one_of(*cases, weights=draw(st.none() | each))
