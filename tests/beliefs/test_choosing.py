"""Which structure a belief takes, what it is expected to cost, and the limits that it keeps."""

import math
import random
import warnings
from time import perf_counter

import numpy as np
import pytest
from hypothesis import assume, given

from beliefs import (
    Belief,
    Contradiction,
    Forecast,
    Knowledge,
    KnowledgeError,
    PoorSample,
    TooLarge,
    WorldCases,
    WorldChain,
    WorldDiagram,
    any_of,
    at_least,
    forecast,
    holds,
    lacks,
)
from tests.beliefs.small_worlds import brute_force, knowledges
from tests.beliefs.test_diagram import MANY, wide


def test_auto_takes_what_costs_least():
    assert Belief(Knowledge(["A", "B"], {"x": 1, "y": 1})).method == "table"
    belief = Belief(Knowledge(range(14), {"x": 5, "y": 9}))
    assert (belief.method, belief.exact) == ("diagram", True)
    assert isinstance(belief.structure, WorldDiagram)
    tie = any_of([holds("x", 1), lacks("y", 2)], holds("x", 3))
    assert isinstance(belief.given(tie).structure, WorldCases)


@pytest.mark.parametrize("limits", [{"memory": 2**20}, {"seconds": 0.0}])
def test_beyond_its_limits_auto_estimates_and_says_so(limits):
    knowledge = wide(cards=33, facts=10)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PoorSample)
        belief = Belief(knowledge, **limits)
    assert (belief.method, belief.exact) == ("chain", False)
    assert isinstance(belief.structure, WorldChain)
    assert "by chain" in repr(belief)
    assert "effective" in repr(belief)
    for method in ("exact", "diagram"):
        with pytest.raises(TooLarge, match="the diagram needs more than"):
            Belief(knowledge, method, **limits)


def test_the_chain_agrees_with_the_diagram_where_both_work():
    knowledge = wide(cards=15, facts=4)
    exact, chain = Belief(knowledge, "exact"), Belief(knowledge, "chain")
    error = chain.structure.error()
    # 45 probabilities: one beyond six standard errors, and a little, in a million seeds.
    assert (abs(chain.probabilities() - exact.probabilities()) <= 6 * error + 1e-3).all()
    assert math.log2(exact.count) == pytest.approx(math.log2(chain.count), abs=0.2)


def test_what_a_chain_cannot_do_is_refused():
    chain = Belief(wide(cards=15, facts=4), "chain")
    for wrong in (
        lambda: chain.world(0),
        lambda: chain.index([0] * 15),
        lambda: next(chain.worlds()),
        lambda: chain.weight,
        lambda: chain.probabilities(exact=True),
    ):
        with pytest.raises(KnowledgeError, match="exact"):
            wrong()


def test_methods_are_named():
    with pytest.raises(KnowledgeError, match="method is 'fast': it can be 'auto', 'exact'"):
        Belief(Knowledge(["A"], {"x": 1}), "fast")
    with pytest.raises(KnowledgeError, match="method is 'fast'"):
        forecast(Knowledge(["A"], {"x": 1}), "fast")


@pytest.mark.parametrize(("cards", "facts", "seed"), [(24, 8, 1), (24, 10, 3), (27, 8, 2)])
def test_a_forecast_is_near_the_truth(cards, facts, seed, monkeypatch):
    """Guessed from some 20 000 states of 70 000 to 190 000."""
    monkeypatch.setattr("beliefs.costs.PROBE", 20_000)
    monkeypatch.setattr("beliefs.graphs.growth._kept", {})
    knowledge = wide(cards, facts, seed)
    told = forecast(knowledge)
    nodes = WorldDiagram(knowledge).nodes
    assert not told.sure
    assert nodes / 4 < told.nodes < nodes * 4
    assert str(told).startswith("diagram: about ")


def test_small_forecasts_are_counted():
    knowledge = Knowledge(range(20), {"x": 5, "y": 15}, [at_least("x", range(7), 2)])
    told = forecast(knowledge)
    nodes = WorldDiagram(knowledge).nodes
    assert told == Forecast("diagram", nodes, told.bytes, told.seconds, True, True)
    tie = any_of(holds("x", 1), holds("y", 2))
    told = forecast(knowledge.given(tie))
    assert not told.sure
    assert told.nodes / 3 < WorldCases(knowledge.given(tie)).nodes < told.nodes * 3
    assert forecast(Knowledge(["A", "B"], {"x": 1, "y": 1})).method == "table"
    assert forecast(wide(cards=33, facts=10), memory=2**12).method == "chain"


@MANY
@given(knowledges())
def test_worlds_are_walked_in_parts_that_join(knowledge):
    worlds = brute_force(knowledge)
    assume(worlds)
    belief = Belief(knowledge)
    half = belief.count // 2
    listed = [*belief.worlds(stop=half), *belief.worlds(start=half)]
    assert listed == list(belief.worlds())
    assert sum(p for _, p in listed) == 1
    total = sum(worlds.values())
    rows = [tuple(belief.world(i).tolist()) for i in range(belief.count)]
    assert [p for _, p in listed] == [worlds[row] / total for row in rows]
    assert [belief.index(row) for row in rows] == list(range(belief.count))


def test_given_cuts_a_diagram_down_and_names_contradictions():
    belief = Belief(Knowledge(range(12), {"x": 4, "y": 8}, [at_least("x", range(6), 2)]))
    later = belief.given(at_least("x", range(6), 3))
    assert later.count == Belief(later.knowledge).count
    assert later.structure._layout is belief.structure._layout
    with pytest.raises(Contradiction, match="x lacks"):
        later.given(lacks("x", range(6)))
    assert later.count == Belief(later.knowledge).count, "nothing is lost"


def test_each_is_the_probability_of_each():
    belief = Belief(Knowledge({"A": 2, "B": 3}, {"x": 2, "y": 3}))
    asked = [holds("x", "A"), [holds("x", "B"), holds("y", "A")], any_of(holds("x", "A"))]
    expected = [belief.probability(*(one if isinstance(one, list) else [one])) for one in asked]
    assert belief.each(asked).tolist() == expected
    assert belief.each([]).shape == (0,)


def test_an_interrupted_question_does_no_harm(monkeypatch):
    """The build is stopped between two stretches of work, as Ctrl-C would; then asked again."""
    from beliefs.graphs import growth

    knowledge, going_on, calls = wide(cards=18, facts=6, seed=9), growth.Build.go_on, []

    def interrupted(build, work):
        calls.append(work)
        if len(calls) == 3:
            raise KeyboardInterrupt
        going_on(build, 500)

    monkeypatch.setattr(growth.Build, "go_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Belief(knowledge)
    monkeypatch.undo()
    again = Belief(knowledge)
    assert again.count > 0
    np.testing.assert_allclose(again.probabilities().sum(axis=1), 1.0)


@pytest.mark.parametrize(
    ("limits", "told"), [({"seconds": 0.2}, "0.2 seconds"), ({"memory": 2**18}, "0 MiB: 4")]
)
def test_a_table_keeps_its_limits_too(limits, told):
    knowledge = Knowledge(range(30), {"x": 10, "y": 20}, [at_least("x", [1, 2, 3], 1)])
    with pytest.raises(TooLarge, match=f"the table needs more than {told}"):
        Belief(knowledge, "table", **limits)


def test_weights_bar_no_place_and_make_no_table():
    weights = {(card, place): 2 for card in range(8) for place in "wxyz"}
    knowledge = Knowledge(range(8), dict.fromkeys("wxyz", 2), weights=weights)
    assert forecast(knowledge, "table").nodes == 4**8
    assert Belief(knowledge).method == "diagram"


def test_counts_that_fill_pages_are_told_in_short():
    belief = Belief(Knowledge(range(9000), dict.fromkeys("wxyz", 2250)))
    assert (
        repr(belief)
        == f"<Belief: about 2**{belief.count.bit_length() - 1} worlds, exact, by diagram>"
    )
    for wrong in (-1, belief.count):
        with pytest.raises(KnowledgeError, match="there is no world"):
            belief.world(wrong)


def test_arrangements_of_a_chain_may_be_beyond_floats():
    chain = Belief(Knowledge(range(200), {"deck": 190, "me": 10}, ordered=["deck"]), "chain")
    assert chain.arrangements == math.inf


def test_places_have_a_limit():
    with pytest.raises(KnowledgeError, match="40000 places: there can be 32000"):
        Knowledge(["A"], dict.fromkeys(range(40_000)))


def either_of_three(n, *, apart):
    """n times "or" about three cards each; `apart`: with several players, else at one place."""
    rng = random.Random(1)
    cards = [f"card {i}" for i in range(21)]
    said = []
    for _ in range(n):
        places = rng.sample("xyz", 3) if apart else [rng.choice("xyz")] * 3
        said.append(any_of(*map(holds, places, rng.sample(cards, 3))))
    return Knowledge(cards, {"x": 6, "y": 6, "z": 6, "file": 3}, said)


def test_an_or_about_one_place_is_a_fact():
    """Not split into cases: three to the power of twenty of them would be too many."""
    belief = Belief(either_of_three(20, apart=False), seconds=60)
    assert len(belief.structure.parts) == 1
    small = Knowledge(range(6), {"x": 2, "y": 4}, [any_of(holds("x", 1), holds("x", 2))])
    assert Belief(small).count == Belief(small, "table").count == 15 - 6


def test_time_is_kept_while_alternatives_are_split():
    knowledge = either_of_three(9, apart=True)
    started = perf_counter()
    assert forecast(knowledge).nodes > 1000
    with pytest.raises(TooLarge, match=r"more than 0\.3 seconds"):
        Belief(knowledge, "exact", seconds=0.3)
    assert perf_counter() - started < 8, "generous, for a busy machine; unlimited it takes minutes"


@pytest.mark.parametrize(
    "limits",
    [
        {"memory": 0},
        {"memory": "1"},
        {"memory": 1.5},
        {"seconds": -1},
        {"seconds": "x"},
        {"seconds": math.nan},
        {"seconds": True},
    ],
)
def test_limits_that_make_no_sense_are_named(limits):
    knowledge = Knowledge(range(14), {"x": 5, "y": 9})
    (name,) = limits
    for ask in (Belief, forecast):
        with pytest.raises(KnowledgeError, match=name):
            ask(knowledge, **limits)
