"""Table, diagram and brute force say the same of every small knowledge, to the last fraction."""

from fractions import Fraction
from math import log2

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beliefs import Belief, Contradiction, Knowledge, WorldCases, WorldDiagram, WorldTable
from tests.beliefs.small_worlds import (
    brute_force,
    knowledges,
    shares,
    with_alternatives,
)
from unseen.testing import strategies

MANY = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
FEW = settings(MANY, max_examples=60)


@MANY
@given(knowledges())
def test_the_diagram_knows_what_brute_force_lists(knowledge):
    """Count, weight, every probability as a fraction and to 1e-12 as a float, entropy."""
    worlds = brute_force(knowledge)
    diagram = WorldDiagram(knowledge)
    assert diagram.possible == bool(worlds)
    assert diagram.count == len(worlds)
    assert diagram.weight == sum(worlds.values())
    assume(worlds)
    expected = shares(knowledge, worlds)
    assert diagram.probabilities(exact=True).tolist() == expected
    np.testing.assert_allclose(
        diagram.probabilities(), np.array(expected, float), atol=1e-12, rtol=0
    )
    total = sum(worlds.values())
    entropy = -sum(float(w / total) * log2(w / total) for w in worlds.values())
    assert diagram.entropy() == pytest.approx(entropy, abs=1e-9)


@settings(MANY, max_examples=120)
@given(with_alternatives())
def test_with_alternatives_the_sum_of_diagrams_knows_what_brute_force_lists(knowledge):
    """Cases that exclude each other and cases that overlap, with weights and likelihoods."""
    worlds = brute_force(knowledge)
    cases = WorldCases(knowledge)
    assert cases.possible == bool(worlds)
    assert cases.count == len(worlds)
    assert cases.weight == sum(worlds.values())
    assume(worlds)
    expected = shares(knowledge, worlds)
    assert cases.probabilities(exact=True).tolist() == expected
    np.testing.assert_allclose(cases.probabilities(), np.array(expected, float), atol=1e-12, rtol=0)
    assert cases.entropy() == pytest.approx(entropy_of(worlds), abs=1e-9)


@FEW
@given(with_alternatives(most_cards=6))
def test_with_alternatives_the_table_agrees_with_brute_force(knowledge):
    worlds = brute_force(knowledge)
    table = WorldTable(knowledge)
    assert dict(zip(map(tuple, table.rows.tolist()), table.weights, strict=True)) == worlds


@FEW
@given(with_alternatives(most_cards=6, most_alternatives=1), st.data())
def test_the_probability_of_statements_is_their_mean_weight(knowledge, data):
    """A fact, alternatives, or both; asked of a knowledge with alternatives and without."""
    world = data.draw(strategies.worlds(knowledge))
    one = strategies.facts(knowledge, world=world) | strategies.alternatives(knowledge, world=world)
    asked = data.draw(st.lists(one, min_size=1, max_size=2))
    for known in knowledge, knowledge.with_facts(knowledge.facts):
        expected = brute_force(known.given(*asked))
        weight = sum(expected.values()) / sum(brute_force(known).values())
        for method in "table", "diagram":
            belief = Belief(known, method)
            assert belief.probability(*asked, exact=True) == weight
            assert belief.probability(*asked) == pytest.approx(float(weight), rel=1e-11)
        given_ = WorldCases(known).given(*asked)
        assert given_.weight == sum(expected.values())
        assert given_.count == len(expected)


def entropy_of(worlds):
    total = sum(worlds.values())
    return -sum(float(w / total) * log2(w / total) for w in worlds.values())


@FEW
@given(knowledges())
def test_by_logarithms_the_diagram_says_the_same(knowledge):
    """What otherwise only weights that no float64 holds would need."""
    worlds = brute_force(knowledge)
    assume(worlds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beliefs.graphs.grown.WIDE", -1.0)
        patch.setattr("beliefs.graphs.growth._kept", {})
        diagram, exact = WorldDiagram(knowledge), np.array(shares(knowledge, worlds), float)
        np.testing.assert_allclose(diagram.probabilities(), exact, atol=1e-11)
        total = sum(worlds.values())
        entropy = -sum(float(w / total) * log2(w / total) for w in worlds.values())
        assert diagram.entropy() == pytest.approx(entropy, abs=1e-8)
        assert all(tuple(row) in worlds for row in diagram.sample(20, 1).tolist())
        for fact in knowledge.facts:
            mean = diagram.probability(fact, exact=True)
            assert diagram.probability(fact) == pytest.approx(float(mean), rel=1e-11)


@FEW
@given(knowledges(most_cards=6))
def test_the_table_agrees_with_brute_force(knowledge):
    worlds = brute_force(knowledge)
    table = WorldTable(knowledge)
    assert dict(zip(map(tuple, table.rows.tolist()), table.weights, strict=True)) == worlds
    assume(worlds)
    assert table.probabilities(exact=True).tolist() == shares(knowledge, worlds)
    assert table.entropy() == pytest.approx(WorldDiagram(knowledge).entropy(), abs=1e-9)


@FEW
@given(knowledges(most_cards=6), st.data())
def test_the_probability_of_a_fact_is_its_mean_weight(knowledge, data):
    worlds = brute_force(knowledge)
    assume(worlds)
    fact = data.draw(strategies.facts(knowledge))
    weight = sum(brute_force(knowledge.given(fact)).values()) / sum(worlds.values())
    for structure in WorldDiagram(knowledge), WorldTable(knowledge):
        assert structure.probability(fact, exact=True) == weight
        assert structure.probability(fact) == pytest.approx(float(weight), rel=1e-12)


@FEW
@given(knowledges(), st.integers(0, 2**32))
def test_every_world_drawn_can_be(knowledge, seed):
    worlds = brute_force(knowledge)
    assume(worlds)
    for structure in WorldDiagram(knowledge), WorldTable(knowledge):
        for row in structure.sample(50, seed).tolist():
            assert tuple(row) in worlds


@pytest.mark.parametrize("method", ["table", "diagram"])
@pytest.mark.parametrize("which", range(8))
def test_worlds_are_drawn_in_proportion_to_their_weights(which, method):
    """Chi-square over all worlds, 16 tests with fixed seeds, each with error rate 1e-4."""
    from scipy.stats import chisquare

    knowledge = _varied(which)
    worlds = brute_force(knowledge)
    n = 40_000
    sample = Belief(knowledge, method).sample(n, 1000 + which)
    index = {world: i for i, world in enumerate(worlds)}
    counts = np.bincount([index[tuple(row)] for row in sample.tolist()], minlength=len(worlds))
    total = sum(worlds.values())
    expected = np.array([float(w / total) * n for w in worlds.values()])
    assert expected.min() > 5, "too many worlds for this sample"
    assert chisquare(counts, expected).pvalue > 1e-4


def _varied(which):
    """Knowledge that takes every path of the sampler."""
    from beliefs import at_least, exactly, holds, lacks, likelihood, total

    cards = {"A": 1, "B": 2, "C": 1, "D": 2}
    cases = [
        # One row, places alike: slots of a pool drawn at random.
        Knowledge(list("abcdef"), {"x": 2, "y": 2, "z": 2}),
        Knowledge(cards, {"x": 1, "y": 2, "z": 3}, [lacks("x", "D"), at_least("y", "B", 1)]),
        Knowledge(cards, {"x": None, "y": None, "z": 3}, [exactly("x", ["A", "B"], 1)]),
        # An open pool of three places alike.
        Knowledge({"A": 2, "B": 2}, {"x": None, "y": None, "z": None}),
        Knowledge(cards, {"x": 2, "y": 4}, weights={("A", "x"): 3.5, ("B", "y"): Fraction(1, 3)}),
        Knowledge(cards, {"x": 3, "y": 3}, [likelihood("x", {"A": 2, "D": 1}, {0: 1, 2: 5, 3: 2})]),
        Knowledge(cards, {"x": 2, "y": 2, "z": 2}, [total(["x", "y"], {"A": 1, "B": -1}, -1, 0)]),
        Knowledge(cards, {"x": 1, "y": None, "z": 2}, [holds(["x", "z"], "A")]),
    ]
    return cases[which]


@FEW
@given(knowledges())
def test_a_belief_stands_where_brute_force_finds_a_world(knowledge):
    worlds = brute_force(knowledge)
    if not worlds:
        with pytest.raises(Contradiction):
            Belief(knowledge)
        return
    belief = Belief(knowledge)
    assert (belief.count, belief.exact) == (len(worlds), True)
    assert sum(p for _, p in belief.worlds()) == 1


@FEW
@given(knowledges())
def test_no_state_is_kept_that_cannot_be_completed(knowledge):
    diagram = WorldDiagram(knowledge)
    graph = diagram._grown.graph
    if diagram.possible:
        assert graph.layer[-2] == diagram.nodes - 1, "one final state"
        assert (np.diff(graph.arcs)[:-1] > 0).all()
        reached = {0} | set(graph.child.tolist())
        assert reached == set(range(diagram.nodes))
