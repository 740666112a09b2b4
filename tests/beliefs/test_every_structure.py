"""Every structure says the same of the same knowledge, and so does a solver that knows none of it.

One random knowledge after the other (up to 9 cards, copies, 4 places, some without capacity, facts
with weights, likelihoods, prior weights, alternatives) is enumerated by python-constraint2, and by
the definition; table, diagram, sum of diagrams, matrix and chain must then agree.
"""

from collections import Counter
from itertools import product
from math import log2

import numpy as np
import pytest
from constraint import ExactSumConstraint, FunctionConstraint, Problem
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from beliefs import (
    Contradiction,
    Fact,
    HoldingMatrix,
    Knowledge,
    WorldCases,
    WorldChain,
    WorldDiagram,
    WorldTable,
)
from beliefs.costs import candidates
from tests.beliefs.small_worlds import (
    brute_force,
    deals,
    knowledges,
    shares,
    statement_weight,
    with_alternatives,
)

SOME = settings(
    max_examples=70,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
ANY = st.one_of(knowledges(most_cards=9), with_alternatives(most_cards=9))


@SOME
@given(ANY)
def test_all_structures_and_a_constraint_solver_agree(knowledge):
    """Worlds, count, weight and every probability, exactly and as floats; what can be at all."""
    plain = deals(list(knowledge.capacities), knowledge.size)
    assume(sum(1 for _, _ in zip(plain, range(2000), strict=False)) < 2000)
    worlds = brute_force(knowledge)
    assert set(by_constraints(knowledge)) == set(worlds)
    structures = [WorldCases(knowledge)]
    if not knowledge.alternatives:
        structures.append(WorldDiagram(knowledge))
    if candidates(knowledge) <= 5000:
        structures.append(WorldTable(knowledge))
    for structure in structures:
        assert (structure.possible, structure.count) == (bool(worlds), len(worlds))
        assert structure.weight == sum(worlds.values())
    if not worlds:
        with pytest.raises(Contradiction):
            HoldingMatrix(knowledge).complete()
        return
    expected = shares(knowledge, worlds)
    for structure in structures:
        assert structure.probabilities(exact=True).tolist() == expected
        np.testing.assert_allclose(
            structure.probabilities(), np.array(expected, float), rtol=1e-12, atol=0
        )
    held = [copies_held(knowledge, world) for world in worlds]
    matrix = HoldingMatrix(knowledge).complete()
    assert matrix.low.tolist() == np.min(held, axis=0).tolist()
    assert matrix.high.tolist() == np.max(held, axis=0).tolist()


@settings(SOME, max_examples=60)
@given(ANY, st.integers(0, 2**32))
def test_samples_have_the_distribution_of_the_worlds(knowledge, seed):
    """Copies told apart. G-tests of 2000 draws: each fails one time in ten million by chance."""
    worlds = brute_force(knowledge)
    assume(1 < len(worlds) <= 120)
    total, n = sum(worlds.values()), 2000
    structures = [WorldCases(knowledge)]
    if not knowledge.alternatives:
        structures.append(WorldDiagram(knowledge))
    for structure in structures:
        drawn = Counter(map(tuple, structure.sample(n, seed).tolist()))
        assert drawn.keys() <= worlds.keys()
        likely = {w: float(p / total) * n for w, p in worlds.items()}
        rest = sum(e for e in likely.values() if e < 5)
        cells = [(drawn[w], e) for w, e in likely.items() if e >= 5]
        if rest >= 5:
            cells.append((n - sum(o for o, _ in cells), rest))
        if len(cells) > 1:
            misfit = sum((o - e) ** 2 / e for o, e in cells)
            assert misfit < chi2.isf(1e-7, len(cells) - 1)


@settings(SOME, max_examples=15)
@given(knowledges(most_cards=9))
def test_a_chain_is_within_its_stated_error(knowledge):
    worlds = brute_force(knowledge)
    assume(len(worlds) > 1)
    chain, expected = WorldChain(knowledge), np.array(shares(knowledge, worlds), float)
    # Up to 20 probabilities in 15 knowledges: beyond six standard errors once in a million runs.
    assert (abs(chain.probabilities() - expected) <= 6 * chain.error() + 2e-3).all()
    assert chain.log2_count == pytest.approx(log2(len(worlds)), abs=0.25)


@settings(SOME, max_examples=60)
@given(knowledges(), st.randoms(use_true_random=False))
def test_the_order_in_which_facts_are_told_changes_no_answer(knowledge, random):
    told = list(knowledge.facts)
    random.shuffle(told)
    one, other = WorldDiagram(knowledge), WorldDiagram(knowledge.with_facts(told))
    later = WorldDiagram(knowledge.with_facts([])).given(*told)
    assert one.count == other.count == later.count
    assert one.weight == other.weight == later.weight
    assume(one.possible)
    for exact in (True, False):
        answers = [d.probabilities(exact=exact) for d in (one, other, later)]
        for answer in answers[1:]:
            np.testing.assert_allclose(
                answer.astype(float), answers[0].astype(float), rtol=1e-12, atol=0
            )
    places = {tuple(one.world(i).tolist()) for i in range(min(one.count, 200))}
    assert all(other.index(world) >= 0 and later.index(world) >= 0 for world in places)


def test_what_the_solver_says_can_differ():
    """The judge is no echo: a fact that is left out, or one that is stricter, shows."""
    knowledge = Knowledge({"A": 2, "B": 1}, {"x": 1, "y": 2})
    told = knowledge.given(Fact(["x"], {"A": 1}, lo=1))
    assert len(by_constraints(knowledge)) == 3
    assert sorted(by_constraints(told)) == [(0, 1, 1), (1, 0, 1)]


def by_constraints(knowledge):
    """All worlds, by backtracking over one 0-1 variable for each card and place."""
    cards, places = range(knowledge.size), range(len(knowledge.places))
    faces = [knowledge.faces[f] for f in knowledge.face_of.tolist()]
    problem = Problem()
    for card, place in product(cards, places):
        weight = knowledge.prior.get((faces[card], knowledge.places[place]), 1)
        problem.addVariable((card, place), [0, 1] if weight else [0])
    for card in cards:
        problem.addConstraint(ExactSumConstraint(1), [(card, place) for place in places])
    for place, capacity in enumerate(knowledge.capacities):
        if capacity is not None and knowledge.size:
            problem.addConstraint(ExactSumConstraint(capacity), [(card, place) for card in cards])
    for statement in knowledge.statements:
        pairs = list(product(cards, places))
        if isinstance(statement, Fact):
            pairs = [
                (card, place)
                for card, place in pairs
                if statement.weights.get(faces[card])
                and knowledge.places[place] in statement.places
            ]

        def holds(*values, statement=statement, pairs=tuple(pairs)):
            lies = [
                (faces[card], knowledge.places[place])
                for (card, place), here in zip(pairs, values, strict=True)
                if here
            ]
            return statement_weight(statement, lies) > 0

        problem.addConstraint(FunctionConstraint(holds), pairs)
    return {
        tuple(next(p for p in places if found[card, p]) for card in cards)
        for found in problem.getSolutions()
    }


def copies_held(knowledge, world):
    """How many copies of each face lie in each place [faces, places]."""
    held = np.zeros((len(knowledge.faces), len(knowledge.places)), int)
    for face, place in zip(knowledge.face_of.tolist(), world, strict=True):
        held[face, place] += 1
    return held
