"""What the diagram adds to the table: ranking, cutting down, contents of some places, limits."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import log2

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beliefs import KnowledgeError, WorldDiagram
from tests.beliefs.small_worlds import _facts, brute_force, knowledges, shares

MANY = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


@MANY
@given(knowledges())
def test_numbers_and_worlds_are_one_to_one(knowledge):
    worlds = brute_force(knowledge)
    assume(worlds)
    diagram = WorldDiagram(knowledge)
    ranked = [tuple(diagram.world(i).tolist()) for i in range(diagram.count)]
    assert len(set(ranked)) == len(ranked)
    assert set(ranked) == set(worlds)
    assert [diagram.index(world) for world in ranked] == list(range(len(ranked)))


@MANY
@given(knowledges(), st.data())
def test_what_cannot_be_has_no_number(knowledge, data):
    worlds = brute_force(knowledge)
    world = data.draw(
        st.lists(
            st.integers(0, len(knowledge.places) - 1),
            min_size=knowledge.size,
            max_size=knowledge.size,
        )
    )
    diagram = WorldDiagram(knowledge)
    if tuple(world) in worlds:
        assert diagram.world(diagram.index(world)).tolist() == world
    else:
        with pytest.raises(KnowledgeError, match="is no world"):
            diagram.index(world)


@MANY
@given(knowledges(max_facts=3), st.data())
def test_a_diagram_cut_down_is_the_one_grown_anew(knowledge, data):
    assume(WorldDiagram(knowledge).possible)
    places = dict(zip(knowledge.places, knowledge.capacities, strict=True))
    more = data.draw(st.lists(_facts(list(knowledge.faces), places), min_size=1, max_size=3))
    worlds = brute_force(knowledge.given(*more))
    narrowed = WorldDiagram(knowledge).given(more[0]).given(*more[1:])
    assert narrowed.possible == bool(worlds)
    assert narrowed.count == len(worlds)
    assert narrowed.weight == sum(worlds.values())
    assume(worlds)
    exact = shares(narrowed.knowledge, worlds)
    assert narrowed.probabilities(exact=True).tolist() == exact
    np.testing.assert_allclose(narrowed.probabilities(), np.array(exact, float), atol=1e-12)
    for row in narrowed.sample(20, 3).tolist():
        assert tuple(row) in worlds
    assert narrowed.index(narrowed.world(narrowed.count - 1)) == narrowed.count - 1
    assert narrowed.entropy() == pytest.approx(entropy(worlds.values()), abs=1e-9)


@MANY
@given(knowledges(), st.data())
def test_the_entropy_of_contents(knowledge, data):
    worlds = brute_force(knowledge)
    assume(worlds)
    names = st.lists(st.sampled_from(knowledge.places), min_size=1, max_size=2, unique=True)
    places = data.draw(names)
    chosen = [knowledge.places.index(place) for place in places]
    faces = knowledge.face_of.tolist()
    contents = defaultdict(Fraction)
    for world, weight in worlds.items():
        key = tuple(
            tuple(sorted(Counter(f for f, p in zip(faces, world, strict=True) if p == q).items()))
            for q in chosen
        )
        contents[key] += weight
    diagram = WorldDiagram(knowledge)
    assert diagram.entropy(places) == pytest.approx(entropy(contents.values()), abs=1e-9)
    held, shares = diagram.contents(places)
    found = {
        tuple(tuple((f, int(n)) for f, n in enumerate(column) if n) for column in one.T): share
        for one, share in zip(held, shares.tolist(), strict=True)
    }
    assert len(found) == len(held)
    assert found.keys() == contents.keys()
    assert [found[key] for key in contents] == pytest.approx(
        [float(weight / sum(worlds.values())) for weight in contents.values()]
    )
    first = WorldDiagram(knowledge, first=places)
    assert first.count == len(worlds)
    assert first.entropy(places) == pytest.approx(entropy(contents.values()), abs=1e-9)


def entropy(weights):
    whole = sum(weights)
    return -sum(float(w / whole) * log2(w / whole) for w in map(Fraction, weights))
