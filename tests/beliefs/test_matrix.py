"""The matrix completed is the truth; reasons are as small as can be."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beliefs import (
    Contradiction,
    Holding,
    HoldingMatrix,
    Knowledge,
    at_least,
    exactly,
    lacks,
    likelihood,
    one_of,
)
from beliefs.bounds import Bounds
from beliefs.conflicts import Conflicts
from beliefs.likelihoods import Likelihoods
from tests.beliefs.small_worlds import (
    brute_force,
    knowledges,
    with_alternatives,
    world_weight,
)

SOME = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def copies(knowledge, worlds):
    """Number of copies of each face in each place of each world [worlds, faces, places]."""
    counted = np.zeros((len(worlds), len(knowledge.faces), len(knowledge.places)), int)
    for w, world in enumerate(worlds):
        np.add.at(counted[w], (knowledge.face_of, np.array(world, int)), 1)
    return counted


def check_complete(knowledge):
    worlds = list(brute_force(knowledge))
    if not worlds:
        with pytest.raises(Contradiction):
            HoldingMatrix(knowledge).complete()
        return
    matrix = HoldingMatrix(knowledge)
    before = matrix.low.copy(), matrix.high.copy()
    done = matrix.complete()
    truth = copies(knowledge, worlds)
    np.testing.assert_array_equal(done.low, truth.min(axis=0))
    np.testing.assert_array_equal(done.high, truth.max(axis=0))
    assert done.exact
    assert done.complete() is done
    np.testing.assert_array_equal(matrix.low, before[0], "the first matrix stays as it was")
    np.testing.assert_array_equal(matrix.high, before[1], "the first matrix stays as it was")
    if matrix.exact:
        np.testing.assert_array_equal(matrix.low, done.low)
        np.testing.assert_array_equal(matrix.high, done.high)


@SOME
@given(knowledges() | with_alternatives(most_cards=7))
def test_the_matrix_completed_bounds_the_copies_exactly(knowledge):
    check_complete(knowledge)


@SOME
@given(knowledges(most_facts=0, weighted=False))
def test_flow_bounds_the_copies_exactly_where_there_are_no_facts(knowledge):
    check_complete(knowledge)


def test_no_diagram_is_built_where_flow_is_enough(monkeypatch):
    """Three copies of A share two places of three with B, which only fits there."""
    monkeypatch.setattr("beliefs.matrix.worlds_of", None)
    knowledge = Knowledge(
        {"A": 3, "B": 2, "C": 1}, {"x": 2, "y": 1, "z": 3}, allowed={"B": ["x", "y"]}
    )
    done = HoldingMatrix(knowledge).complete()
    assert done.low.tolist() == [[0, 0, 2], [1, 0, 0], [0, 0, 0]]
    assert done.high.tolist() == [[1, 1, 3], [2, 1, 0], [1, 1, 1]]


def test_what_no_sample_shows_may_still_be():
    """One world in ten million millions has the ace in x."""
    rare = Knowledge(["A", "B", "C"], {"x": 1, "y": 2}, weights={("A", "x"): 1e-13})
    done = HoldingMatrix(rare.given(at_least("y", ["B", "C"], 1))).complete()
    assert done["A", "x"] is Holding.UNKNOWN
    assert done["A", "y"] is Holding.UNKNOWN
    never = HoldingMatrix(rare.given(at_least("y", ["B", "C"], 1), lacks("x", "A"))).complete()
    assert never["A", "x"] is Holding.LACKED


@SOME
@given(knowledges(most_cards=6, most_facts=6))
def test_contradictions_are_as_small_as_can_be(knowledge):
    assume(not brute_force(knowledge))
    found = Conflicts(knowledge).smallest()
    assert not brute_force(knowledge.with_facts(found))
    for some in combinations(knowledge.statements, len(found) - 1 if found else 0):
        assert not found or brute_force(knowledge.with_facts(some))


@SOME
@given(
    knowledges(most_cards=6, most_facts=6)
    | with_alternatives(most_cards=6, most_facts=3, most_alternatives=1),
    st.data(),
)
def test_reasons_are_as_small_as_can_be(knowledge, data):
    worlds = list(brute_force(knowledge))
    assume(worlds)
    truth = copies(knowledge, worlds)
    certain = np.argwhere((truth.min(axis=0) > 0) | (truth.max(axis=0) == 0))
    assume(len(certain))
    f, p = data.draw(st.sampled_from(certain.tolist()))
    why = HoldingMatrix(knowledge).explain(knowledge.faces[f], knowledge.places[p])

    def forced(facts):
        there = copies(knowledge, list(brute_force(knowledge.with_facts(facts))))[:, f, p]
        return bool((there > 0).all() if why.held else (there == 0).all())

    assert forced(why.facts)
    if why.facts:
        assert not any(map(forced, combinations(knowledge.statements, len(why.facts) - 1)))


def test_without_a_budget_the_reason_is_irreducible_and_with_one_smallest(monkeypatch):
    """Three pairs, one card of each in x and y: that is an odd sum. Ten triples say it too."""
    pairs = [exactly(["x", "y"], pair, 1) for pair in (["A", "B"], ["B", "C"], ["A", "C"])]
    more = [at_least(["x", "y"], some, 1) for some in combinations("ABCDE", 3)]
    knowledge = Knowledge(list("ABCDE"), {"x": 1, "y": 1, "z": 3}, [*more, *pairs])
    assert Conflicts(knowledge).smallest() == tuple(pairs)
    monkeypatch.setattr("beliefs.conflicts.DIAGRAMS", 0)
    found = Conflicts(knowledge).smallest()
    assert len(found) > 3
    assert not brute_force(knowledge.with_facts(found))
    for some in combinations(found, len(found) - 1):
        assert brute_force(knowledge.with_facts(some))


@SOME
@given(knowledges(most_cards=6) | with_alternatives(most_cards=6))
def test_worlds_all_at_once_weigh_what_each_weighs(knowledge):
    worlds = list(brute_force(knowledge))
    plain = knowledge.with_facts([])
    rows = np.array(list(brute_force(plain)), int).reshape(-1, knowledge.size)
    judged = Likelihoods(knowledge, rows)
    face_of = knowledge.face_of.tolist()
    whole = Knowledge(
        dict(zip(knowledge.faces, knowledge.copies, strict=True)),
        dict(zip(knowledge.places, knowledge.capacities, strict=True)),
    )
    for statement in knowledge.statements:
        each = [float(world_weight(whole.given(statement), face_of, row)) for row in rows.tolist()]
        np.testing.assert_allclose(judged.of([statement]), each)
        assert (judged.possible(statement) == (np.array(each) > 0)).all()
    able = np.all(
        [judged.possible(one) for one in knowledge.statements] + [rows[:, 0] > -1], axis=0
    )
    assert int(able.sum()) == len(worlds)


def test_alternatives_leave_what_all_their_cases_have_in_common():
    """Whoever of Ann and Bob holds the tied card, Cid does not: no diagram is asked."""
    tie = one_of(*[[exactly(who, [card], 1) for who in ("Ann", "Bob")] for card in "KQ"])
    knowledge = Knowledge({"K": 2, "Q": 2, "J": 1}, {"Ann": 1, "Bob": 1, "Cid": 3}, [tie])
    matrix = HoldingMatrix(knowledge)
    assert matrix["J", "Cid"] is Holding.HELD
    assert matrix["K", "Ann"] is Holding.UNKNOWN
    assert not Bounds(knowledge, [tie, lacks("Ann", ["K", "Q"])]).fits([0, 1])
    seen = HoldingMatrix(knowledge.given(lacks("Ann", ["K"])))
    assert (seen["Q", "Bob"], seen["K", "Cid"]) == (Holding.HELD, Holding.HELD)


def test_one_placement_left_is_judged_by_every_sum_not_by_ranges_alone():
    """Bounds know from where to where sums may go; what is left out between they do not see."""
    even = likelihood("all", {"A": 1}, {0: 1, 2: 1})
    for said in (even, one_of(even, [even, lacks("all", "B")])):
        with pytest.raises(Contradiction, match="0: 1, 2: 1"):
            HoldingMatrix(Knowledge({"A": 1, "B": 1}, {"all": 2}, [said]))
        fits = HoldingMatrix(Knowledge({"A": 2}, {"all": 2}, [even]))
        assert fits.exact
        assert fits["A", "all"] is Holding.HELD
