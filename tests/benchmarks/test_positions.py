"""The positions of the benchmarks are what they say, and peers are given the same."""

from __future__ import annotations

import itertools
import math
from importlib.util import find_spec

import numpy as np
import pytest

from beliefs import Belief, holds, likelihood
from benchmarks import positions
from benchmarks.cnf import Clauses, clauses
from benchmarks.encoding import card_order, check, counter, sizes
from benchmarks.enumeration import by_constraint, by_cp_sat, by_itertools
from benchmarks.sampling import fits
from benchmarks.timing import anew

CLUE = positions.clue_positions()
SMALL = "Clue A, 20 suggestions"


def needs(module: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(find_spec(module) is None, reason=f"{module} is a peer: bench extra")


@pytest.mark.parametrize(
    ("what", "hidden", "places", "least", "most"),
    [
        ("Clue A, 1 suggestions", 15, 3, 10_000, 100_000),
        ("Clue A, 6 suggestions", 15, 3, 1_000, 20_000),
        ("Clue A, 10 suggestions", 15, 3, 100, 10_000),
        ("Clue A, 20 suggestions", 15, 3, 10, 1_000),
        ("Clue B, 5 suggestions", 21, 4, 10**8, 4 * 10**8),
        ("Clue B, 12 suggestions", 21, 4, 10**5, 10**7),
        ("Clue B, 20 suggestions", 21, 4, 10**3, 10**4),
        ("Clue C, 0 suggestions", 18, 6, 3 * 10**10, 4 * 10**10),
        ("Clue C, 8 suggestions", 18, 6, 10**7, 10**9),
    ],
)
def test_clue_positions_have_as_many_worlds_as_they_should(
    what: str, hidden: int, places: int, least: int, most: int
) -> None:
    knowledge = CLUE[what]
    assert knowledge.size == hidden
    assert len(knowledge.places) == places
    assert least <= Belief(knowledge).count <= most
    check(knowledge)


def test_nothing_is_asked_of_clue_and_the_count_is_a_closed_form() -> None:
    kinds = [
        sum(card in kind for card in CLUE["Clue C, 0 suggestions"].faces)
        for kind in positions.KINDS
    ]
    deals = math.factorial(15) // math.factorial(3) ** 5
    assert Belief(CLUE["Clue C, 0 suggestions"]).count == math.prod(kinds) * deals


@pytest.mark.parametrize("seat", [True, False])
def test_what_is_known_at_clue_is_true_of_the_deal(seat: bool) -> None:
    for seed in range(20):
        assert Belief(positions.clue(15, hands=4, seat=seat, seed=seed)).count > 0


def test_an_onlooker_is_told_who_passes_and_who_shows_no_more() -> None:
    told = {str(fact).partition(" ")[0] for fact in CLUE["Clue B, 20 suggestions"].facts}
    assert told == {"case", "player"}
    shown = [f for f in CLUE["Clue B, 20 suggestions"].facts if f.lo == 1 and f.hi is None]
    assert shown
    assert all(len(fact.weights) == 3 for fact in shown)


def test_a_suggester_sees_the_card() -> None:
    seen = [f for f in CLUE[SMALL].facts if f.lo == 1 and f.hi is None and len(f.weights) == 1]
    assert seen


def test_bridge_positions_have_as_many_deals_as_closed_forms_say() -> None:
    choose = math.comb
    others = choose(39, 13) * choose(26, 13)
    assert Belief(positions.bridge_void()).count == choose(31, 13) * choose(26, 13)
    two_suits = choose(13, 7) * choose(13, 5) * choose(26, 1)
    assert Belief(positions.bridge_two_suits()).count == two_suits * others
    share = Belief(positions.bridge_balanced()).count / (choose(52, 13) * others)
    assert share == pytest.approx(strong_and_balanced(), rel=1e-12)


def strong_and_balanced() -> float:
    """The share of hands that are balanced with 15 to 17 points, by multiplying out the suits."""
    suit = np.zeros((14, 11))  # hands of one suit by length and points
    for n in range(5):
        for honours in itertools.combinations((4, 3, 2, 1), n):
            for small in range(10):
                suit[n + small, sum(honours)] += math.comb(9, small)
    total = 0.0
    for shape in positions.BALANCED:
        points = np.ones(1)
        for length in shape:
            points = np.convolve(points, suit[length])
        total += points[15:18].sum()
    assert len(positions.BALANCED) == 28
    return total / math.comb(52, 13)


def test_a_belief_built_anew_is_the_same() -> None:
    first, second = anew(CLUE[SMALL]), anew(CLUE[SMALL])
    assert first.count == second.count
    assert np.array_equal(first.probabilities(), second.probabilities())


def test_a_hand_of_schnapsen_by_itertools() -> None:
    count, probabilities = by_itertools(positions.schnapsen())
    assert count == 2002
    assert np.allclose(probabilities, Belief(positions.schnapsen()).probabilities())


def test_python_constraint_gives_the_same() -> None:
    count, probabilities = by_constraint(CLUE[SMALL])
    assert count == Belief(CLUE[SMALL]).count
    assert np.allclose(probabilities, Belief(CLUE[SMALL]).probabilities())


@needs("ortools")
def test_cp_sat_gives_the_same() -> None:
    count, probabilities = by_cp_sat(CLUE[SMALL])
    assert count == Belief(CLUE[SMALL]).count
    assert np.allclose(probabilities, Belief(CLUE[SMALL]).probabilities())


@pytest.mark.parametrize(
    "module",
    [
        pytest.param("cudd", marks=needs("dd")),
        pytest.param("sdd", marks=needs("pysdd")),
    ],
)
@pytest.mark.parametrize("what", [SMALL, "Clue B, 20 suggestions", "Clue C, 8 suggestions"])
def test_diagrams_of_peers_give_the_same(module: str, what: str) -> None:
    library = __import__(f"benchmarks.{module}", fromlist=["Diagram"])
    diagram = library.Diagram(CLUE[what], card_order(CLUE[what]))
    belief = Belief(CLUE[what])
    assert diagram.count == belief.count
    assert np.allclose(diagram.probabilities(), belief.probabilities())


def test_a_counter_says_what_the_fact_says() -> None:
    """The counter of a fact, with Python's own truth values in the place of diagrams."""
    for fact in (*CLUE["Clue B, 12 suggestions"].facts[:4], *sizes(positions.schnapsen())):
        cards = list(fact.weights)[:6]
        for inside in itertools.product((False, True), repeat=len(cards)):
            literal = dict(zip(cards, inside, strict=True))
            found = counter(fact, cards, literal, lambda c, a, b: a if c else b, True, False)
            assert found == bool(fact.weight(sum(inside)))


@pytest.mark.parametrize("n", range(1, 5))
def test_clauses_between_bounds_have_one_model_for_each_choice(n: int) -> None:
    for lo in range(n + 1):
        for hi in range(lo, n + 1):
            problem = Clauses({}, variables=n)
            problem.between(list(range(1, n + 1)), lo, hi)
            models = [
                bits[:n]
                for bits in itertools.product((False, True), repeat=problem.variables)
                if all(any(bits[abs(x) - 1] == (x > 0) for x in c) for c in problem.clauses)
            ]
            assert len(models) == len(set(models))
            if problem.clauses:
                assert len(models) == sum(math.comb(n, k) for k in range(lo, hi + 1))
                assert all(lo <= sum(bits) <= hi for bits in models)
            else:
                assert (lo, hi) == (0, n)


def test_every_world_is_a_model_of_its_clauses() -> None:
    knowledge = CLUE[SMALL]
    problem = clauses(knowledge)
    for world, _ in Belief(knowledge).worlds():
        true = {problem.variable[card, place] for place, held in world.items() for card in held}
        named = [c for c in problem.clauses if all(abs(x) <= len(problem.variable) for x in c)]
        assert all(any((abs(x) in true) == (x > 0) for x in clause) for clause in named)


def test_a_world_that_breaks_what_is_known_is_noticed() -> None:
    knowledge = positions.schnapsen(holds("hand", "AC"))
    cards = list(knowledge.faces)
    world = [(card, "hand") for card in cards[:5]] + [(card, "talon") for card in cards[5:]]
    fits(knowledge, world)
    with pytest.raises(AssertionError, match="hand holds AC is broken"):
        fits(knowledge, [(cards[5], "hand"), *world[1:5], (cards[0], "talon"), *world[6:]])
    with pytest.raises(AssertionError, match="the places hold"):
        fits(knowledge, world[1:])


def test_peers_are_refused_what_they_would_not_mean() -> None:
    weighed = positions.schnapsen(likelihood("hand", {"AC": 1}, {0: 1, 1: 2}))
    with pytest.raises(ValueError, match="facts without weights"):
        check(weighed)
