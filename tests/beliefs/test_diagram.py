"""What the diagram adds to the table: ranking, cutting down, contents of some places, limits."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb, log2

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beliefs import (
    Belief,
    Knowledge,
    KnowledgeError,
    WorldDiagram,
    at_least,
    exactly,
    holds,
    likelihood,
    total,
)
from beliefs.diagram import Limits
from beliefs.errors import TooLarge
from beliefs.graphs.growth import forget
from tests.beliefs.small_worlds import brute_force, knowledges, shares
from unseen.testing import strategies

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
@given(knowledges(most_facts=3), st.data())
def test_a_diagram_cut_down_is_the_one_grown_anew(knowledge, data):
    assume(WorldDiagram(knowledge).possible)
    more = data.draw(st.lists(strategies.facts(knowledge), min_size=1, max_size=3))
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


def wide(cards=24, facts=8, seed=1):
    """Facts about random thirds of the cards: a diagram of many states in wide layers."""
    rng = np.random.default_rng(seed)
    names = [f"card {i}" for i in range(cards)]
    about = [rng.choice(names, cards // 3, replace=False).tolist() for _ in range(facts)]
    places = {"x": cards // 3, "y": cards // 3, "z": cards - 2 * (cards // 3)}
    return Knowledge(
        names, places, [at_least("xyz"[i % 3], some, 2) for i, some in enumerate(about)]
    )


def test_arrays_that_grow_and_builds_that_pause_change_nothing(monkeypatch):
    """Room, hash table and work of a single state at first: every resumption is taken."""
    knowledge = wide()
    whole = WorldDiagram(knowledge)
    assert whole.nodes > 20_000
    for name, value in (("_kept", {}), ("ROOM", 1), ("WORK", 7)):
        monkeypatch.setattr(f"beliefs.graphs.growth.{name}", value)
    monkeypatch.setattr("beliefs.graphs.storage.ROOM", 1)
    small = wide(cards=12)
    parts = [WorldDiagram(small)]
    monkeypatch.undo()
    parts.append(WorldDiagram(small))
    for one, other in zip(parts[0]._grown.graph, parts[1]._grown.graph, strict=True):
        assert (one == other).all()
    assert parts[0].count == parts[1].count


def test_limits_are_kept_and_nothing_is_lost():
    knowledge = wide()
    with pytest.raises(TooLarge, match=r"more than 1 MiB: .* states by layer"):
        WorldDiagram(knowledge, limits=Limits(memory=2**20))
    with pytest.raises(TooLarge, match=r"more than 0\.0 seconds"):
        WorldDiagram(wide(cards=33, facts=10), limits=Limits(seconds=0.0))
    assert WorldDiagram(knowledge).count > 0


def test_worlds_beyond_all_floats_have_numbers():
    knowledge = Knowledge(range(300), {"x": 100, "y": 100, "z": 100}, [exactly("x", range(50), 20)])
    diagram = WorldDiagram(knowledge)
    assert diagram.count == comb(50, 20) * comb(250, 80) * comb(200, 100)
    for number in (0, diagram.count // 3, diagram.count - 1):
        assert diagram.index(diagram.world(number)) == number


def test_states_of_many_words():
    """Forty weighted totals are open at once: some 300 bits, more than there was room for."""
    rng = np.random.default_rng(2)
    facts = [
        total("x", {card: int(w) for card, w in enumerate(rng.integers(1, 99, 12))}, 100, 480)
        for _ in range(40)
    ]
    knowledge = Knowledge(range(12), {"x": 6, "y": 6}, facts)
    diagram = WorldDiagram(knowledge)
    assert diagram._grown.automata.field[:, 0].max() >= 4, "words beyond the first four"
    assert diagram.count == len(brute_force(knowledge)) > 0


def test_sums_too_wide_for_the_limit_are_refused_before_they_take_room():
    prices = total("x", {card: 7**card for card in range(6)}, 1, 90_000)
    knowledge = Knowledge(range(6), {"x": 3, "y": 3}, [prices])
    assert WorldDiagram(knowledge).count > 0
    forget()
    with pytest.raises(TooLarge, match="coarser weights"):
        WorldDiagram(knowledge, limits=Limits(memory=2**18))


def test_limits_hold_for_diagrams_that_are_kept():
    knowledge = Knowledge(range(9), {"x": 4, "y": 5}, [at_least("x", range(5), 2)])
    assert WorldDiagram(knowledge).nodes > 2
    with pytest.raises(TooLarge, match="0 MiB"):
        WorldDiagram(knowledge, limits=Limits(memory=200))


def test_one_that_took_more_to_build_is_not_taken_from_those_kept(monkeypatch):
    """Nearly all states of a sum that only few worlds reach come to nothing."""
    monkeypatch.setattr("beliefs.graphs.growth.WORK", 500)
    weights = {card: 2**card + 3 for card in range(1, 13)}
    knowledge = Knowledge(range(16), {"x": 8, "y": 8}, [total("x", weights, 7700, 7701)])
    small = Limits(memory=2**16)
    for _ in range(2):
        with pytest.raises(TooLarge):
            WorldDiagram(knowledge, limits=small)
        assert WorldDiagram(knowledge).cost < 2**16


@MANY
@given(knowledges(most_facts=2), st.data())
def test_the_order_of_worlds_is_the_knowledge_s_own(knowledge, data):
    """However a knowledge came about: a worker that builds it anew walks the same worlds."""
    more = data.draw(strategies.facts(knowledge))
    assume(brute_force(knowledge.given(more)))
    anew = WorldDiagram(knowledge.given(more))
    for other in (
        WorldDiagram(knowledge).given(more),
        WorldDiagram(knowledge.given(more), first=knowledge.places[0]),
    ):
        for number in range(anew.count):
            assert other.world(number).tolist() == anew.world(number).tolist()
            assert other.index(anew.world(number)) == number


def test_likelihoods_far_apart_that_come_one_by_one():
    """What a diagram is cut down by weighs, too: 1e-1200 is beyond float64."""
    belief = Belief(Knowledge(["A", "B"], {"x": 1, "y": 1}))
    for place, table in (("x", {0: 1e-300, 1: 1}), ("y", {0: 1, 1: 1e300})) * 2:
        belief = belief.given(likelihood(place, {"A": 1}, table))
    told = Belief(Knowledge(range(9), {"x": 4, "y": 5}), "diagram")
    for card in range(4):
        told = told.given(likelihood("x", {card: 1}, {0: 1e-300, 1: 1e-250}))
    np.testing.assert_allclose(told.probabilities()[:4, 0], 1.0)
    weights = [Fraction(1e-300) ** (4 - n) * Fraction(1e-250) ** n for n in range(5)]
    total = sum(comb(4, n) * comb(5, 4 - n) * weight for n, weight in enumerate(weights))
    assert told.weight == total
    assert belief.probability(holds("x", "A"), exact=True) == Fraction(
        1, 1 + Fraction(1e-300) ** 2 * Fraction(1e300) ** 2
    )
