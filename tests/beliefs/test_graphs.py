"""What the diagram claims of itself: errors, minimal states, exactness at any size, limits."""

import copy
import pickle
import threading
from fractions import Fraction
from math import comb, factorial, log2

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from beliefs import (
    Belief,
    Knowledge,
    KnowledgeError,
    TooLarge,
    WorldCases,
    WorldChain,
    WorldDiagram,
    any_of,
    at_least,
    at_most,
    between,
    exactly,
    holds,
    lacks,
    likelihood,
    total,
)
from beliefs.diagram import Limits
from beliefs.graphs import growth
from tests.beliefs.processes import output_of
from tests.beliefs.small_worlds import brute_force, knowledges, shares
from tests.beliefs.test_diagram import MANY, wide
from unseen.testing import strategies


def large(cards, power, seed=1):
    """Weights from 2**-power to 2**power, copies, facts that overlap, a likelihood."""
    rng = np.random.default_rng(seed)
    copies = {f"card {i}": 1 + i % 3 for i in range(cards // 2)}
    n, names = sum(copies.values()), list(copies)
    some = [rng.choice(names, 6, replace=False).tolist() for _ in range(4)]

    def weight():
        return (1 + rng.integers(256) / 256) * 2.0 ** int(rng.integers(-power, power + 1))

    facts = [
        at_least("x", some[0], 2),
        between("y", some[1], 1, 3),
        at_most("z", some[2], 4),
        likelihood("x", dict.fromkeys(some[3], 1), {s: weight() for s in range(7)}),
    ]
    places = {"x": n // 3, "y": n // 4, "z": None}
    return Knowledge(copies, places, facts, weights={(f, "x"): weight() for f in names[::2]})


@pytest.mark.parametrize(("cards", "power"), [(50, 1), (50, 6), (120, 1), (120, 30), (50, 100)])
def test_floats_are_within_their_stated_error(cards, power):
    """Every probability to 1e-15 for each layer, 1e-16 for each bit, against fractions.

    Of layers of tens of thousands of states, whose probabilities are added up.
    """
    knowledge = large(cards, power)
    diagram = WorldDiagram(knowledge)
    exact = diagram.probabilities(exact=True)
    assert all(sum(row) == 1 for row in exact)
    plan, bits = diagram._grown.plan, diagram._grown.shape.bits
    stated = 1e-15 * (len(plan.layers) - 1) if bits <= 600 else 1e-16 * bits
    assert diagram.nodes > 10_000
    floats = diagram.probabilities()
    for found, true in zip(floats.ravel().tolist(), exact.ravel().tolist(), strict=True):
        assert abs(Fraction(found) - true) <= Fraction(stated) * true
    fact = at_least("x", ["card 0", "card 1", "card 2"], 2)
    true = diagram.probability(fact, exact=True)
    assert abs(Fraction(diagram.probability(fact)) - true) <= Fraction(2 * stated) * true


@pytest.mark.parametrize("lo", [0, 1, 3, 7])
@pytest.mark.parametrize("hi", [None, 0, 2, 7, 12])
def test_counts_saturate_and_what_cannot_be_completed_is_cut(lo, hi):
    """Twelve cards that all differ: the states of each layer, counted by hand.

    After i cards, s of them in x. States are sums from which the fact can still hold; those from
    which it cannot fail any more are one state.
    """
    n, most = 12, 12 if hi is None else hi
    if lo > most or not most:
        return  # no fact, or one that becomes a prior weight of 0
    told = at_least("x", range(n), lo) if hi is None else between("x", range(n), lo, hi)
    prior = {(i, "x"): i + 2 for i in range(n)}
    knowledge = Knowledge(range(n), {"x": None, "y": None}, [told], weights=prior)
    states = 1  # the end
    for i in range(n):
        alive = [s for s in range(i + 1) if s + n - i >= lo and s <= most]
        safe = [s for s in alive if s >= lo and s + n - i <= most]
        states += len(alive) - max(0, len(safe) - 1)
    diagram = WorldDiagram(knowledge)
    assert diagram.nodes == states
    assert diagram.count == sum(comb(n, s) for s in range(lo, most + 1))


def test_a_lower_bound_on_many_cards_has_few_states():
    """Two of 200 cards at least, and two at most: three states a layer, not two hundred."""
    prior = {(i, "x"): i + 2 for i in range(200)}
    for fact in at_least("x", range(200), 2), at_most("x", range(200), 2):
        diagram = WorldDiagram(Knowledge(range(200), {"x": None, "y": None}, [fact], weights=prior))
        assert max(np.diff(diagram._grown.graph.layer)) == 3
        assert diagram.nodes <= 3 * 200


@settings(MANY, max_examples=60)
@given(knowledges())
def test_floats_logarithms_and_residues_weigh_alike(knowledge):
    """Each arc's probability by floats and by logarithms; the total also by whole numbers."""
    assume(WorldDiagram(knowledge).possible)
    growth.forget()
    by_floats = WorldDiagram(knowledge)._grown
    growth.forget()
    by_logs = WorldDiagram(knowledge)._grown
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beliefs.graphs.grown.WIDE", -1.0)
        assert by_logs.figures.out.max() == 1.0
    np.testing.assert_allclose(by_logs.passed, by_floats.passed, rtol=1e-12)
    np.testing.assert_allclose(by_logs.figures.expected, by_floats.figures.expected, rtol=1e-12)
    assert by_logs.bits == pytest.approx(by_floats.bits, abs=1e-11)
    growth.forget()
    weight = by_floats.weight / by_floats.untouched / by_floats.shape.splits
    assert 2.0**by_floats.bits == pytest.approx(float(weight), rel=1e-12)


def test_counts_below_two_to_the_53_are_exact_whatever_the_rows():
    """Rows whose middle binomials no float64 holds, though their outer ones are small."""
    for n in (54, 60, 61, 100, 400, 2000):
        for k in (1, 2, 3, 5, n - 4, n - 1):
            assert WorldDiagram(Knowledge({"A": n}, {"x": k, "y": None})).count == comb(n, k)
    thirds = Knowledge({"A": 33}, {"x": None, "y": None, "z": None})
    assert WorldDiagram(thirds).count == 3**33 < 2**53


def test_draws_from_large_rows_are_uniform():
    """One card of 61 in x: each world is one card; chi-square with 60 degrees of freedom."""
    diagram = WorldDiagram(Knowledge({"A": 61}, {"x": 1, "y": None}))
    assert diagram._grown.figures.whole
    counts = np.bincount(diagram.sample(61_000, 3).argmin(axis=1), minlength=61)
    assert ((counts - 1000) ** 2 / 1000).sum() < 120  # one seed in 1e5 is beyond


@pytest.mark.parametrize("n", [5000, 10_000])
def test_rows_of_thousands_of_copies(n):
    """Also what takes binomials of thousands of digits: counts, worlds by number, entropy."""
    diagram = WorldDiagram(Knowledge({"A": n}, {"x": n // 2, "y": None}))
    assert diagram.count == comb(n, n // 2)
    number = diagram.count // 3
    assert diagram.index(diagram.world(number)) == number
    assert diagram.entropy() == pytest.approx(log2(diagram.count), rel=1e-13)
    assert diagram.probabilities().tolist() == [[0.5, 0.5]]
    assert (diagram.sample(2, 1) == 0).sum(axis=1).tolist() == [n // 2] * 2


def test_three_places_and_rows_of_hundreds():
    """Multinomials by the definition, with a weight beyond all floats."""
    knowledge = Knowledge(
        {"A": 150, "B": 150}, {"x": 100, "y": 150, "z": None}, weights={("A", "x"): 1e9}
    )
    diagram = WorldDiagram(knowledge)
    assert diagram._grown.shape.bits > 2000
    split = comb(200, 150)
    weights = [comb(150, a) * comb(150, 100 - a) * 10 ** (9 * a) for a in range(101)]
    assert diagram.weight == sum(weights) * split
    assert diagram.count == comb(300, 100) * split
    mean = Fraction(sum(a * w for a, w in enumerate(weights)), 150 * sum(weights))
    assert diagram.probabilities(exact=True)[0, 0] == mean
    assert diagram.probabilities()[0, 0] == pytest.approx(float(mean), rel=1e-12)


def test_states_of_several_words():
    """Thirty facts open at once, about halves of the cards: more bits than one word has."""
    rng = np.random.default_rng(5)
    names = list(range(14))
    facts = [between("x", rng.choice(names, 7, replace=False).tolist(), 1, 5) for _ in range(30)]
    knowledge = Knowledge(names, {"x": 6, "y": 8}, facts)
    diagram = WorldDiagram(knowledge)
    words = diagram._grown.automata.field[:, 0].max() + 1
    assert words >= 2
    rows = np.array([[i >> c & 1 for c in names] for i in range(2**14)])
    fits = rows.sum(axis=1) == 6  # in x
    for fact in facts:
        here = rows[:, sorted(fact.weights)].sum(axis=1)
        fits &= (here >= 1) & (here <= 5)
    assert diagram.count == fits.sum()
    np.testing.assert_allclose(diagram.probabilities()[:, 0], rows[fits].mean(axis=0))


@settings(MANY, max_examples=40)
@given(knowledges(most_facts=5))
def test_weights_that_cannot_close_together_close_late(knowledge):
    worlds = brute_force(knowledge)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beliefs.graphs.plan.CODES", 3)
        patch.setattr("beliefs.graphs.growth._kept", {})
        diagram = WorldDiagram(knowledge)
        assert (diagram.count, diagram.weight) == (len(worlds), sum(worlds.values()))
        assume(worlds)
        assert diagram.probabilities(exact=True).tolist() == shares(knowledge, worlds)
        assert diagram.index(diagram.world(diagram.count - 1)) == diagram.count - 1


def test_many_likelihoods_in_one_layer():
    """Thirty tables about all cards and all places alike close in the last layer."""
    tables = [{s: 1 + (s * (i + 3)) % 7 for s in range(9)} for i in range(30)]
    facts = [likelihood("x", dict.fromkeys("abcdefgh", 1), table) for table in tables]
    diagram = WorldDiagram(Knowledge(list("abcdefgh"), {"x": None, "y": None}, facts))
    weight = sum(
        comb(8, s) * int(np.prod([table[s] for table in tables], dtype=object)) for s in range(9)
    )
    assert diagram.weight == weight
    everywhere = WorldDiagram(
        Knowledge(list("ab"), {"x": 1, "y": 1}, [total(["x", "y"], {"a": 2, "b": -1}, 1, 1)])
    )
    assert everywhere.count == 2


@settings(MANY, max_examples=40)
@given(knowledges(most_facts=2), st.data())
def test_chains_of_narrowing_then_numbers_samples_and_contents(knowledge, data):
    """Up to ten facts one after the other, likelihoods among them."""
    told = data.draw(st.lists(strategies.facts(knowledge), min_size=1, max_size=10))
    diagram = WorldDiagram(knowledge)
    for fact in told:
        diagram = diagram.given(fact)
    worlds = brute_force(diagram.knowledge)
    assert (diagram.count, diagram.weight) == (len(worlds), sum(worlds.values()))
    if not worlds:
        assert not diagram.possible
        for ask in (diagram.probabilities, diagram.entropy, lambda: diagram.sample(1, 1)):
            with pytest.raises(KnowledgeError, match="there is no world"):
                ask()
        for ask in (lambda: diagram.world(0), lambda: diagram.index([0] * knowledge.size)):
            with pytest.raises(KnowledgeError, match="no world"):
                ask()
        return
    assert {tuple(diagram.world(i).tolist()) for i in range(diagram.count)} == worlds.keys()
    assert set(map(tuple, diagram.sample(20, 2).tolist())) <= worlds.keys()
    assert diagram.contents(knowledge.places[0])[1].sum() == pytest.approx(1)


def test_twenty_facts_one_after_the_other():
    belief = Belief(Knowledge(range(40), {"x": 13, "y": 13, "z": 14}), "diagram")
    told, thirds = [], {s: 1 + s / 3 for s in range(6)}
    for i in range(20):
        fact = (
            likelihood("xyz"[i % 3], dict.fromkeys(range(i, i + 5), 1), thirds)
            if i % 4 == 3
            else at_most("xyz"[i % 3], range(i, i + 5), 4)
        )
        told.append(fact)
    for fact in told:
        belief = belief.given(fact)
    anew = Belief(Knowledge(range(40), {"x": 13, "y": 13, "z": 14}, told), "diagram")
    assert belief.count == anew.count
    assert belief.weight == anew.weight
    np.testing.assert_allclose(belief.probabilities(), anew.probabilities(), rtol=1e-12)
    assert belief.index(belief.world(belief.count // 7)) == belief.count // 7
    assert belief.sample(3, 1).shape == (3, 40)


def test_numbers_beyond_two_to_the_200():
    knowledge = Knowledge(
        {f"card {i}": 1 + i % 3 for i in range(90)},
        {"a": 45, "b": 45, "c": 40, "d": 40, "rest": None},
        [at_least("a", [f"card {i}" for i in range(10)], 5)],
    )
    diagram = WorldDiagram(knowledge)
    assert diagram.count > 2**350
    for number in (0, 1, diagram.count // 3, diagram.count - 1):
        assert diagram.index(diagram.world(number)) == number
    with pytest.raises(KnowledgeError, match="there is no world"):
        diagram.world(diagram.count)


def test_likelihoods_of_1e300_and_fractions_with_long_denominators():
    far = [likelihood("x", {"A": 1}, {0: 1e300, 1: 1e-300, 2: 5}) for _ in range(5)]
    diagram = WorldDiagram(Knowledge({"A": 2, "B": 2}, {"x": 2, "y": 2}, far))
    assert diagram.probabilities().tolist() == [[0, 1], [1, 0]]
    plain = WorldDiagram(Knowledge({"A": 2, "B": 2}, {"x": 2, "y": 2}))
    mean = Fraction(1, 6) * Fraction(1e300) ** 2
    assert plain.probability(*far[:2], exact=True) > mean
    for method in ("diagram", "table"):
        with pytest.raises(KnowledgeError, match=r"beyond what float64 holds.*exact=True"):
            Belief(plain.knowledge, method).probability(*far[:2])
    long = Fraction(10**200 + 1, 10**390 + 7)
    knowledge = Knowledge(
        {"A": 2, "B": 1, "C": 2},
        {"x": 2, "y": 1, "z": None},
        [likelihood("x", {"A": 1, "C": 1}, {0: long, 1: 1 - long, 2: long})],
        weights={("A", "x"): long, ("B", "y"): Fraction(3, 10**300 + 1)},
    )
    expected = shares(knowledge, brute_force(knowledge))
    diagram = WorldDiagram(knowledge)
    assert diagram.probabilities(exact=True).tolist() == expected
    np.testing.assert_allclose(diagram.probabilities(), np.array(expected, float), rtol=1e-12)


def test_places_are_named_twice_or_in_a_set():
    diagram = WorldDiagram(Knowledge({"A": 2, "B": 2}, {"x": 1, "y": 2, "z": None}))
    assert diagram.entropy(["x", "x"]) == diagram.entropy("x")
    held, chances = diagram.contents({"z", "x"})  # a set has no order: that of the knowledge
    assert (held == diagram.contents(["x", "z"])[0]).all()
    assert (held[:, :, ::-1] == diagram.contents(["z", "x"])[0]).all() or len(chances) > 1
    assert diagram.contents([])[0].shape == (1, 2, 0)
    assert diagram.entropy([]) == 0


# Limits.


def test_memory_and_time_hold_for_what_is_given_later(monkeypatch):
    base = WorldDiagram(Knowledge(range(30), {"x": 10, "y": 10, "z": 10},
                                  weights={(i, "x"): i + 2 for i in range(30)}),
                        limits=Limits(memory=2**19))  # fmt: skip
    hard = wide(cards=30, facts=8).facts
    renamed = [at_least(*f.places, [int(str(c)[5:]) for c in f.weights], 2) for f in hard]
    with pytest.raises(TooLarge, match=r"more than \d MiB"):
        base.given(*renamed)
    assert base.probabilities().shape == (30, 3), "nothing is lost"
    slow = WorldDiagram(base.knowledge, limits=Limits(seconds=0.0))
    monkeypatch.setattr("beliefs.graphs.narrowed.WORK", 50)
    monkeypatch.setattr("beliefs.graphs.growth.WORK", 50)
    with pytest.raises(TooLarge, match=r"more than 0\.0 seconds"):
        slow.given(renamed[0])


def test_a_narrowing_that_pauses_changes_nothing(monkeypatch):
    knowledge, fact = wide(cards=15, facts=4), at_least("y", ["card 1", "card 2", "card 3"], 2)
    whole = WorldDiagram(knowledge).given(fact)
    monkeypatch.setattr("beliefs.graphs.narrowed.WORK", 1)
    monkeypatch.setattr("beliefs.graphs.storage.ROOM", 1)
    parts = WorldDiagram(knowledge).given(fact)
    for one, other in zip(parts._grown.graph, whole._grown.graph, strict=True):
        assert (one == other).all()


def test_beyond_the_limits_a_belief_goes_on_as_a_chain():
    belief = Belief(Knowledge([f"card {i}" for i in range(30)], {"x": 10, "y": 10, "z": 10}),
                    memory=2**19)  # fmt: skip
    assert belief.method == "diagram"
    later = belief.given(*wide(cards=30, facts=8).facts)
    assert (later.method, later.exact) == ("chain", False)
    assert isinstance(later.structure, WorldChain)
    exact = Belief(belief.knowledge, "exact", memory=2**19)
    with pytest.raises(TooLarge):
        exact.given(*wide(cards=30, facts=8).facts)


def test_long_tables_count_as_memory_before_they_are_made():
    """Seventy thousand sums after each of sixty cards, 16 bytes for each of them."""
    points = {i: 1000 + 7 * i for i in range(1, 60)} | {0: 1}
    knowledge = Knowledge(range(60), {"x": 30, "y": 30}, [total("x", points, 1, 50_000)])
    with pytest.raises(TooLarge, match="sums of the facts alone need"):
        WorldDiagram(knowledge, limits=Limits(memory=20 * 2**20))


def test_contents_and_their_entropy_keep_the_limits():
    knowledge = wide(cards=18, facts=3)
    growth.forget()
    size = WorldDiagram(knowledge).cost
    tight = WorldDiagram(knowledge, limits=Limits(memory=30 * size))
    assert tight.dealing_first("z").limits == tight.limits
    growth.forget()
    with pytest.raises(TooLarge):
        WorldDiagram(knowledge, limits=Limits(memory=size)).entropy("z")


def test_the_parts_of_alternatives_share_one_limit(monkeypatch):
    monkeypatch.setattr(growth, "SMALL", -1)  # none is kept from before
    growth.forget()
    knowledge = wide(cards=15, facts=4)
    tie = any_of(*(holds("x", f"card {i}") for i in range(6)))
    cases = WorldCases(knowledge.given(tie))
    one, all_ = max(p.diagram.cost for p in cases.parts), sum(p.diagram.cost for p in cases.parts)
    with pytest.raises(TooLarge):
        WorldCases(knowledge.given(tie), limits=Limits(memory=(one + all_) // 2))
    timed = WorldCases(knowledge.given(tie), limits=Limits(seconds=30.0))
    timed._splitter._clock._started -= 1000.0  # asked long after it was made
    assert timed.count == cases.count


def test_memory_is_within_what_was_counted():
    """The resident set of a process that builds and asks: 1.3 times the limit, and 10 MiB."""
    script = """
import resource
from beliefs import WorldDiagram
from tests.beliefs.test_diagram import wide
def now():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
def ask(knowledge):
    d = WorldDiagram(knowledge)
    d.probabilities(), d.sample(3, 1), d.count, d.entropy()
    return d
ask(wide(cards=12, facts=3))
before = now()
d = ask(wide(27, 11, 3))
print(d.cost / 2**20, now() - before)
"""
    counted, taken = map(float, output_of(script).split())
    assert counted > 30
    assert taken < 1.3 * counted + 10


# Interrupts, threads, copies, processes.


@pytest.mark.parametrize(
    ("where", "ask"),
    [
        ("beliefs.graphs.exact.residues", lambda d: d.weight),
        ("beliefs.graphs.exact.residues", lambda d: d.world(3)),
        ("beliefs.graphs.exact.residues", lambda d: d.probabilities(exact=True)),
        (
            "beliefs.graphs.narrowed.restrict",
            lambda d: d.given(at_most("x", [0, 3, 6, 9], 2)).nodes,
        ),
        ("beliefs.graphs.grown.weigh", lambda d: d.probabilities()),
        ("beliefs.diagram.draw", lambda d: d.sample(3, 1)),
        ("beliefs.graphs.ranking._subset", lambda d: d.world(5)),
    ],
)
def test_an_interrupted_question_can_be_asked_again(where, ask, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    growth.forget()
    diagram = WorldDiagram(
        Knowledge(range(12), {"x": 5, "y": 7}, weights={(i, "x"): i % 3 + 2 for i in range(12)})
    )
    monkeypatch.setattr(where, interrupt)
    with pytest.raises(KeyboardInterrupt):
        ask(diagram)
    monkeypatch.undo()
    fresh = WorldDiagram(diagram.knowledge)
    assert np.array_equal(ask(diagram), ask(fresh))


def test_a_large_sample_stops_between_its_parts(monkeypatch):
    """What is drawn is drawn some millions of cards at a time."""
    from beliefs import diagram as module

    asked, draw = [], module.draw

    def counting(*args):
        asked.append(len(args[-1]))
        draw(*args)

    monkeypatch.setattr(module, "draw", counting)
    monkeypatch.setattr(module, "BATCH", 100)
    WorldDiagram(Knowledge(range(9), {"x": 4, "y": 5})).sample(35, 1)
    assert asked == [10, 10, 10, 5]


def test_threads_build_and_draw_at_once(monkeypatch):
    """Four threads, more shapes than are kept: each gets what one alone gets."""
    monkeypatch.setattr(growth, "KEPT", 3)
    growth.forget()
    known = [
        Knowledge(range(n), {"x": 4, "y": n - 4}, [at_least("x", range(5), 1 + n % 3)])
        for n in range(9, 19)
    ]
    alone = [(WorldDiagram(k).count, WorldDiagram(k).sample(20, 7).tolist()) for k in known]
    found, failed = {}, []

    def work(number):
        try:
            for turn in range(40):
                i = (turn * (number + 3)) % len(known)
                d = WorldDiagram(known[i])
                found[number, turn] = ((d.count, d.sample(20, 7).tolist()), i)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(found) == 160
    assert all(answer == alone[i] for answer, i in found.values())


def test_copies_and_pickles_say_the_same():
    knowledge = Knowledge(
        {"A": 2, "B": 3, "C": 4}, {"x": 3, "y": None}, [at_least("x", ["A", "B"], 1)],
        weights={("A", "x"): Fraction(1, 3)},
    )  # fmt: skip
    belief = Belief(knowledge, "diagram").given(lacks("x", "A"))
    for one in (pickle.loads(pickle.dumps(belief)), copy.copy(belief), copy.deepcopy(belief)):
        assert one.knowledge == belief.knowledge
        assert (one.weight, one.count) == (belief.weight, belief.count)
        assert (one.sample(9, 1) == belief.sample(9, 1)).all()
        assert one.given(exactly("x", "B", 2)).count == belief.given(exactly("x", "B", 2)).count
        assert one.structure.entropy("x") == belief.structure.entropy("x")
    assert hash(pickle.loads(pickle.dumps(belief.structure))._layout.shape) == hash(
        belief.structure._layout.shape
    )


SCRIPT = """
from beliefs import (Belief, Knowledge, WorldCases, WorldChain, WorldDiagram, any_of, at_least,
                     between, exactly, holds, likelihood, total)
cards = {"ace": 2, "king": 1, "queen": 3, "jack": 1}
places = {"north": 2, "south": 1, "east": 2, "rest": None}
k = Knowledge(cards, places, [
    at_least({"north", "south"}, ["ace", "king"], 1),
    total({"east", "rest"}, {"ace": 2, "queen": -1, "jack": 3}, -3, 5),
    likelihood("rest", {"queen": 1, "jack": 1}, {0: 0.3, 1: 1.5, 2: 0.25, 3: 0.7}),
], weights={("ace", "east"): 0.7, ("queen", "north"): 3})
d = WorldDiagram(k)
narrow = d.given(between({"north", "east"}, ["queen"], 1, 2)).given(exactly("south", "ace", 0))
for e in (d, narrow):
    print(e.nodes, e.count, e.weight, e.entropy(), e.probabilities().tolist())
    print(e.probabilities(exact=True).tolist())
    print([e.world(i).tolist() for i in range(0, e.count, 7)], e.sample(30, 11).tolist())
    print(*(part.tolist() for part in e.contents({"rest", "south"})), e.entropy({"east", "rest"}))
c = WorldCases(k.given(any_of(holds("north", "ace"), holds("south", "king"))))
print(c.count, c.weight, c.sample(10, 3).tolist())
print([c.world(i).tolist() for i in range(0, c.count, 9)])
chain = WorldChain(k, particles=64)
print(chain.probabilities().tolist(), chain.sample(5, 1).tolist())
"""


def test_the_same_bits_compiled_and_plain_and_under_any_hash_seed():
    """Building, narrowing, residues, contents, numbers, samples, alternatives, chain."""
    one = output_of(SCRIPT, PYTHONHASHSEED="0")
    assert one.count("\n") == 11
    assert output_of(SCRIPT, PYTHONHASHSEED="12345") == one
    assert output_of(SCRIPT, PYTHONHASHSEED="7", NUMBA_DISABLE_JIT="1") == one


def test_factorials_of_the_exact_twin():
    """Modulo primes against Python's whole numbers."""
    from beliefs.graphs.exact import primes
    from beliefs.graphs.kernels.residues import _factorials

    for prime in primes(90.0):
        up, down = _factorials(50, prime)
        for n in range(51):
            assert up[n] == factorial(n) % prime
            assert up[n] * down[n] % prime == 1
