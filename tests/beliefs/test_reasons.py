"""Certain entries are right, reasons are sufficient and irreducible."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beliefs import (
    Belief,
    Contradiction,
    Holding,
    HoldingMatrix,
    Knowledge,
    KnowledgeError,
    WorldDiagram,
    at_least,
    exactly,
    holds,
    lacks,
)
from beliefs.conflicts import irreducible
from beliefs.errors import TooLarge
from tests.beliefs.small_worlds import brute_force, knowledges

SOME = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def holdings(knowledge, worlds):
    """The true state of every (card, place), from the list of worlds."""
    face_of = [f for f, n in enumerate(knowledge.copies) for _ in range(n)]
    held = {}
    for f, card in enumerate(knowledge.faces):
        for p, place in enumerate(knowledge.places):
            there = [any(face_of[i] == f and q == p for i, q in enumerate(w)) for w in worlds]
            held[card, place] = (
                Holding.HELD if all(there) else Holding.UNKNOWN if any(there) else Holding.LACKED
            )
    return held


@SOME
@given(knowledges())
def test_certain_entries_of_the_matrix_are_true(knowledge):
    worlds = brute_force(knowledge)
    if not worlds:
        try:
            HoldingMatrix(knowledge)
        except Contradiction:
            return
        return
    matrix = HoldingMatrix(knowledge)
    for pair, truth in holdings(knowledge, worlds).items():
        assert matrix[pair] in (truth, Holding.UNKNOWN)


@SOME
@given(knowledges(most_facts=0, weighted=False))
def test_with_masks_and_capacities_alone_the_matrix_misses_nothing(knowledge):
    worlds = brute_force(knowledge)
    if not worlds:
        with pytest.raises(Contradiction):
            HoldingMatrix(knowledge)
        return
    matrix = HoldingMatrix(knowledge)
    for pair, truth in holdings(knowledge, worlds).items():
        assert matrix[pair] == truth


@SOME
@given(knowledges(most_cards=6), st.data())
def test_explanations_force_the_entry_and_none_of_their_facts_is_idle(knowledge, data):
    worlds = brute_force(knowledge)
    assume(worlds)
    certain = {
        pair: truth
        for pair, truth in holdings(knowledge, worlds).items()
        if truth is not Holding.UNKNOWN
    }
    assume(certain)
    pair = data.draw(st.sampled_from(sorted(certain)))
    why = Belief(knowledge).explain(*pair)
    assert why.held == (certain[pair] is Holding.HELD)

    def forced(facts):
        others = brute_force(knowledge.with_facts(facts))
        return holdings(knowledge, others)[pair] is certain[pair]

    assert forced(why.facts)
    for fact in why.facts:
        assert not forced([other for other in why.facts if other is not fact])


@SOME
@given(knowledges(most_cards=6, most_facts=5))
def test_a_contradiction_names_an_irreducible_set(knowledge):
    assume(not brute_force(knowledge))
    with pytest.raises(Contradiction) as caught:
        Belief(knowledge)
    facts = caught.value.facts
    assert not brute_force(knowledge.with_facts(facts))
    for fact in facts:
        assert brute_force(knowledge.with_facts([other for other in facts if other is not fact]))
        assert str(fact) in str(caught.value)


def test_three_cards_for_two_places_leave_no_room_for_a_fourth():
    """Counting per card and per place sees nothing here; flow does."""
    knowledge = Knowledge(
        ["A", "B", "C", "D"],
        {"x": 1, "y": 2, "z": 1},
        [lacks("z", ["A", "B", "C"], because="asked")],
    )
    matrix = HoldingMatrix(knowledge)
    assert matrix["D", "z"] is Holding.HELD
    assert str(matrix.explain("D", "x")) == "x cannot hold D, because z lacks A, B, C (asked)"


def test_open_entries_have_no_explanation():
    matrix = HoldingMatrix(Knowledge(["A", "B"], {"x": 1, "y": 1}))
    with pytest.raises(KnowledgeError, match="nothing makes it certain whether x holds A"):
        matrix.explain("A", "x")


def test_a_smallest_reason_is_found_among_many_facts():
    knowledge = Knowledge(
        list("ABCD"),
        {"x": 2, "y": 2},
        [
            at_least("x", ["A", "B"], 1),
            at_least("x", ["B", "C"], 1),
            exactly("y", ["A", "B", "C", "D"], 2),
            holds("x", "A"),
            holds("x", "B"),
        ],
    )
    why = Belief(knowledge).explain("A", "y")
    assert why.facts == (holds("x", "A"),)


def test_a_conflict_is_narrowed_down_by_halves():
    facts = [holds("x", f"card {i}") for i in range(40)]
    culprits = [facts[3], facts[17], facts[38]]
    tests = []

    def conflict(some):
        tests.append(some)
        return set(culprits) <= set(some)

    assert irreducible(facts, conflict) == culprits
    assert len(tests) < 30, "one by one would take forty"


def test_a_fact_said_twice_is_named_once_at_most():
    needed = [lacks("x", card) for card in "ABC"]
    told = [fact for fact in needed for _ in range(2)] + [lacks("y", "D")] * 20
    found = irreducible(told, lambda facts: {*needed} <= {*facts})
    assert sorted(map(str, found)) == sorted(map(str, needed))


def test_facts_without_which_a_diagram_grows_too_large_are_kept(monkeypatch):
    """A contradiction stays a contradiction where leaving facts out costs too much.

    That two of A, B, C lie in x and y leaves no room for D, which no single fact shows.
    """

    class Small(WorldDiagram):
        def __init__(self, knowledge, **limits):
            if len(knowledge.facts) < 5:
                raise TooLarge("the diagram needs more states")
            super().__init__(knowledge, **limits)

    monkeypatch.setattr("beliefs.conflicts.WorldDiagram", Small)
    told = [at_least(["x", "y"], pair, 1) for pair in (["A", "B"], ["B", "C"], ["A", "C"])]
    told += [lacks("z", "D"), lacks("x", "E")]
    with pytest.raises(Contradiction) as caught:
        Belief(Knowledge(list("ABCDE"), {"x": 1, "y": 1, "z": 3}, told))
    assert len(caught.value.facts) == 5
    monkeypatch.undo()
    with pytest.raises(Contradiction) as caught:
        Belief(Knowledge(list("ABCDE"), {"x": 1, "y": 1, "z": 3}, told))
    assert len(caught.value.facts) == 4


def test_what_cannot_be_decided_is_not_called_open(monkeypatch):
    """Too large a diagram is an error, and no claim that the entry is open."""

    def refuse(knowledge, **limits):
        raise TooLarge("the diagram needs more states")

    monkeypatch.setattr("beliefs.conflicts.WorldDiagram", refuse)
    knowledge = Knowledge(list("ABC"), {"x": 1, "y": 2}, [at_least("y", ["A", "B"], 1)])
    for ask in (
        HoldingMatrix(knowledge).complete,
        lambda: HoldingMatrix(knowledge).explain("A", "x"),
    ):
        with pytest.raises(TooLarge):
            ask()


def test_a_contradiction_without_facts_says_so():
    knowledge = Knowledge(["A", "B"], {"x": 1, "y": 1}, allowed={"A": ["x"], "B": ["x"]})
    for make in Belief, HoldingMatrix:
        with pytest.raises(Contradiction, match="do not fit into the places") as caught:
            make(knowledge)
        assert caught.value.facts == ()
