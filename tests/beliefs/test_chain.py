"""WorldChain: never an inconsistent world, every one reached, estimates within their stated error.

Seeds are fixed. Where estimates are compared with exact figures, the number of standard errors is
stated; the errors come from 32 populations, so that six of them are passed by chance about once in
a million comparisons.
"""

import warnings
from fractions import Fraction
from itertools import permutations
from math import log2

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from beliefs import (
    Belief,
    Fact,
    Knowledge,
    KnowledgeError,
    Question,
    WorldDiagram,
    WorldTable,
    any_of,
    at_least,
    between,
    exactly,
    holds,
    lacks,
    likelihood,
    one_of,
    total,
)
from beliefs.chain import WorldChain
from beliefs.chains.course import lay_course
from beliefs.chains.flow import first_flow, usable
from beliefs.chains.kernels.moves import stir
from beliefs.errors import NoWorldFound, PoorSample
from beliefs.randomness import generator_row
from benchmarks import uno
from compiled import rows
from tests.beliefs.processes import output_of
from tests.beliefs.small_worlds import brute_force, knowledges, shares

MANY = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
FEW = settings(MANY, max_examples=40)
SUITS, RANKS = "SHDC", "AKQJT98765432"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
POINTS = {suit + rank: v for suit in SUITS for rank, v in {"A": 4, "K": 3, "Q": 2, "J": 1}.items()}


def chain_of(knowledge, **kwargs):
    """A chain, or None where it finds no world; poor ones are welcome."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PoorSample)
        try:
            chain = WorldChain(knowledge, **kwargs)
        except NoWorldFound:
            return None
    return chain if chain.possible else None


@MANY
@given(knowledges(), st.integers(0, 2**32))
def test_no_world_is_inconsistent(knowledge, seed):
    """Among 520, most of them from a fresh population; none at all where there is no world."""
    worlds = brute_force(knowledge)
    chain = chain_of(knowledge, particles=100, runs=2, seed=seed)
    assert (chain is None) == (not worlds), "a world is found wherever there is one so small"
    assume(worlds)
    assert {tuple(row) for row in chain.sample(520, seed).tolist()} <= worlds.keys()


@FEW
@given(knowledges(most_cards=7))
def test_estimates_are_within_their_stated_error(knowledge):
    """Probabilities within six standard errors; total weight, count, entropy within 3 %."""
    worlds = brute_force(knowledge)
    assume(worlds)
    chain = chain_of(knowledge)
    expected = np.array(shares(knowledge, worlds), float)
    assert (np.abs(chain.probabilities() - expected) <= 6 * chain.error() + 1e-9).all()
    whole = sum(worlds.values())
    assert chain.log2_weight == pytest.approx(log2(whole), abs=0.05)
    assert chain.count == pytest.approx(len(worlds), rel=0.03)
    entropy = -sum(float(w / whole) * log2(w / whole) for w in worlds.values())
    assert chain.entropy() == pytest.approx(entropy, abs=0.05)
    for fact in knowledge.facts:
        if fact.table is None:
            assert chain.probability(fact) == 1.0, "it is known"
        mean = sum(brute_force(knowledge.given(fact)).values()) / whole
        assert abs(chain.probability(fact) - float(mean)) <= 6 * chain.error(fact) + 1e-9


@FEW
@given(knowledges(most_cards=6))
def test_every_world_is_reached(knowledge):
    """Whatever has a share of a hundredth is among 2 560 draws; missed once in 10^11 worlds."""
    worlds = brute_force(knowledge)
    assume(worlds)
    likely = {world for world, w in worlds.items() if 100 * w >= sum(worlds.values())}
    chain = chain_of(knowledge, particles=512, runs=2)
    assert likely <= {tuple(row) for row in chain.sample(2560, 7).tolist()}


@MANY
@given(knowledges(most_facts=0, weighted=False))
def test_flow_finds_every_cell_that_some_world_uses(knowledge):
    """With capacities alone; a place without capacity is left out here."""
    assume(None not in knowledge.capacities)
    worlds = brute_force(knowledge)
    may = [
        sum(
            1 << p
            for p, place in enumerate(knowledge.places)
            if (face, place) not in knowledge.prior
        )
        for face in knowledge.faces
    ]
    flow = first_flow(list(knowledge.copies), list(knowledge.capacities), may)
    assert (flow is not None) == bool(worlds)
    assume(worlds)
    assert [sum(cards) for cards in flow] == list(knowledge.copies)
    assert [sum(cards) for cards in zip(*flow, strict=True)] == list(knowledge.capacities)
    seen = [0] * len(may)
    for world in worlds:
        for f, p in zip(knowledge.face_of, world, strict=True):
            seen[f] |= 1 << p
    assert usable(flow, may) == seen


def ring(n):
    """Card i may be in place i or the next: two worlds, and all cards differ between them."""
    return Knowledge(
        range(n),
        {f"place {i}": 1 for i in range(n)},
        allowed={i: [f"place {i}", f"place {(i + 1) % n}"] for i in range(n)},
    )


def fives():
    """Two of 1, 2, 3, 4 that add up to five: 1 with 4, or 2 with 3; no swap keeps the sum."""
    return Knowledge(
        [1, 2, 3, 4], {"x": 2, "y": 2}, [total("x", {i: i for i in range(1, 5)}, 5, 5)]
    )


def derangements():
    """No card at home: 44 worlds of five cards."""
    places = [f"place {i}" for i in range(5)]
    return Knowledge(
        range(5), dict.fromkeys(places, 1), [lacks(place, i) for i, place in enumerate(places)]
    )


@pytest.mark.parametrize("knowledge", [ring(3), ring(7), fives(), derangements()])
def test_worlds_that_no_swap_connects_are_all_reached(knowledge):
    """In proportion: chi-square over the worlds, error rate 1e-4 each.

    Not all draws are independent of each other, but here all particles weigh almost the same, so
    that fresh populations are nearly always taken in.
    """
    worlds = brute_force(knowledge)
    sample = [
        tuple(row) for row in WorldChain(knowledge, particles=512).sample(8 * 512, 5).tolist()
    ]
    counts = [sample.count(world) for world in worlds]
    assert sum(counts) == len(sample)
    assert chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize("knowledge", [ring(3), ring(7), fives()])
def test_there_swaps_alone_are_stuck(knowledge):
    """So that the test above says something: each world's neighbours by one swap are no worlds."""
    worlds = brute_force(knowledge)
    assert len(worlds) > 1
    for world in worlds:
        for i in range(len(world)):
            for j in range(i):
                swapped = list(world)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                assert tuple(swapped) == world or tuple(swapped) not in worlds


def varied(which):
    """Knowledge in which moves meet priors, facts with tables, copies and open places."""
    cards = {"A": 1, "B": 2, "C": 1, "D": 2}
    cases = [
        Knowledge(cards, {"x": 2, "y": 2, "z": 2}),
        Knowledge(cards, {"x": 1, "y": 2, "z": 3}, [lacks("x", "D"), at_least("y", "B", 1)]),
        Knowledge(cards, {"x": None, "y": None, "z": 3}, [exactly("x", ["A", "B"], 1)]),
        Knowledge(cards, {"x": 2, "y": 4}, weights={("A", "x"): 3.5, ("B", "y"): Fraction(1, 3)}),
        Knowledge(cards, {"x": 3, "y": 3}, [likelihood("x", {"A": 2, "D": 1}, {0: 1, 2: 5, 3: 2})]),
        Knowledge(cards, {"x": 2, "y": 2, "z": 2}, [total(["x", "y"], {"A": 1, "B": -1}, -1, 0)]),
        Knowledge(
            cards,
            {"x": None, "y": None, "z": None},
            [likelihood(["x", "y"], dict.fromkeys(cards, 1), {2: 1, 3: 4, 4: 0.5})],
            weights={("A", "x"): 0.25},
        ),
    ]
    return cases[which]


@pytest.mark.parametrize("which", range(7))
def test_moves_leave_the_distribution_as_it_is(which):
    """Exact worlds in, exact worlds out, twelve moves later: chi-square, error rate 1e-4 each."""
    knowledge = varied(which)
    worlds, n = brute_force(knowledge), 30_000
    setting = lay_course(knowledge)
    dealt = WorldTable(knowledge).sample(n, 3)
    out = np.zeros_like(dealt)
    stir(setting.course, setting.card, dealt[:, setting.card].astype(np.int16), 12, rows(4)[0], out)
    assert (out != dealt).any(axis=1).mean() > 0.5, "worlds do move"
    index = {world: i for i, world in enumerate(worlds)}
    counts = np.bincount([index[tuple(row)] for row in out.tolist()], minlength=len(worlds))
    expected = np.array([float(w) for w in worlds.values()])
    assert chisquare(counts, expected / expected.sum() * n).pvalue > 1e-4


@pytest.mark.parametrize("which", [0, 3, 4, 6])
def test_many_moves_forget_where_they_began(which):
    """From one world to all, where moves connect them: chi-square, error rate 1e-4 each."""
    knowledge = varied(which)
    worlds, n = brute_force(knowledge), 30_000
    setting = lay_course(knowledge)
    begin = np.array([max(worlds, key=worlds.get)] * n, np.int16)[:, setting.card]
    out = np.zeros((n, knowledge.size), np.int8)
    stir(setting.course, setting.card, begin, 400, rows(4)[0], out)
    index = {world: i for i, world in enumerate(worlds)}
    counts = np.bincount([index[tuple(row)] for row in out.tolist()], minlength=len(worlds))
    expected = np.array([float(w) for w in worlds.values()])
    assert chisquare(counts, expected / expected.sum() * n).pvalue > 1e-4


def clue(suggestions=20, seed=5):
    """Six hands of three and the case file, after suggestions of a random game."""
    rng = np.random.default_rng(seed)
    kinds = [[f"{kind} {i}" for i in range(n)] for kind, n in (("who", 6), ("how", 6), ("at", 9))]
    cards = [card for kind in kinds for card in kind]
    file = [kind[0] for kind in kinds]
    rest = rng.permutation([card for card in cards if card not in file]).tolist()
    hands = {f"p{i}": rest[3 * i : 3 * i + 3] for i in range(6)}
    facts = [exactly("file", kind, 1) for kind in kinds]
    for _ in range(suggestions):
        asked = [kind[rng.integers(len(kind))] for kind in kinds]
        first = int(rng.integers(6))
        for j in range(1, 6):
            hand = f"p{(first + j) % 6}"
            if set(asked) & set(hands[hand]):
                facts.append(at_least(hand, asked, 1))
                break
            facts.append(lacks(hand, asked))
    return Knowledge(cards, {"file": 3, **dict.fromkeys(hands, 3)}, facts)


def frequencies(sample, places):
    return np.stack([(sample == p).mean(axis=0) for p in range(places)], axis=1)


def test_populations_of_two_are_right_in_the_long_run(monkeypatch):
    """The rule by which populations are taken in, alone: no moves, and hardly any particles.

    Without the rule (every fresh population taken in) a probability is off by 0.1.
    """
    knowledge = clue()
    exact = WorldDiagram(knowledge).probabilities()
    monkeypatch.setattr("beliefs.chain.BLOCK", 2)
    monkeypatch.setattr("beliefs.chain.MOVES", 0)
    chain = chain_of(knowledge, particles=100)
    off = np.abs(frequencies(chain.sample(5_000, 3), 7) - exact).max()
    assert off < 0.055
    monkeypatch.setattr("beliefs.chain.uniform", lambda row: 0.0)
    off = np.abs(frequencies(chain.sample(5_000, 3), 7) - exact).max()
    assert off > 0.065, "the test can fail"


def bridge():
    facts = [
        total("South", POINTS, 15, 17),
        total("North", POINTS, 6, 9),
        at_least("North", [card for card in DECK if card[0] == "H"], 4),
        *(between("South", [card for card in DECK if card[0] == s], 2, 5) for s in SUITS),
    ]
    return Knowledge(DECK, {"South": 13, "North": 13, "East-West": 26}, facts)


@pytest.mark.parametrize("knowledge", [bridge(), clue(12)])
def test_against_the_diagram_at_middle_size(knowledge):
    """Probabilities within six standard errors; weight within 3 %, entropy within 0.05 bits.

    Samples: 20 000 of them, within six standard errors of so many independent ones that the
    effective share leaves.
    """
    diagram, chain = WorldDiagram(knowledge), WorldChain(knowledge)
    assert chain.effective > 0.3
    exact = diagram.probabilities()
    assert (np.abs(chain.probabilities() - exact) <= 6 * chain.error() + 1e-9).all()
    assert chain.log2_weight == pytest.approx(log2(diagram.count), abs=0.045)
    assert chain.entropy() == pytest.approx(diagram.entropy(), abs=0.05)
    face, place = knowledge.faces[0], knowledge.places[1]
    fact = holds(place, face)
    assert abs(chain.probability(fact) - diagram.probability(fact)) <= 6 * chain.error(fact)
    assert chain.given(fact).probabilities()[0, 1] == pytest.approx(1.0)
    sample = chain.sample(20_000, 4)
    off = np.abs(frequencies(sample, len(knowledge.places)) - exact[knowledge.face_of])
    spread = np.sqrt(exact * (1 - exact) / (20_000 * chain.effective))[knowledge.face_of]
    assert (off <= 6 * spread + 1e-3).all()


def test_a_rare_fact_is_asked_of_a_chain_of_its_own():
    """All four aces in one hand of bridge, and all eight aces and kings."""
    chain = WorldChain(Knowledge(DECK, {"North": 13, "others": 39}), particles=1024)
    aces = exactly("North", [s + "A" for s in SUITS], 4)
    honours = exactly("North", [s + r for s in SUITS for r in "AK"], 8)
    for fact in aces, honours:
        exact = Belief(chain.knowledge).probability(fact)
        assert chain.probability(fact) == pytest.approx(exact, rel=0.15)
        assert abs(chain.probability(fact) - exact) <= 6 * chain.error(fact) + 1e-12
    assert chain.probability(lacks("North", DECK)) == 0.0


def test_ten_players_of_uno():
    """108 cards, 60 facts, some 2**204 worlds: every world keeps to them, most of them count."""
    knowledge = uno.knowledge(players=10, facts=60)
    assert (knowledge.size, len(knowledge.facts), len(knowledge.places)) == (108, 60, 11)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PoorSample)
        chain = WorldChain(knowledge, particles=1024)
    assert chain.effective > 0.9
    assert chain.diagnostics.dead == 0.0
    sample = chain.sample(2600, 1)
    assert len(np.unique(sample, axis=0)) > 2500
    for p, capacity in enumerate(knowledge.capacities):
        assert ((sample == p).sum(axis=1) == capacity).all()
    for fact in knowledge.facts:
        about = np.array([face in fact.weights for face in knowledge.faces])[knowledge.face_of]
        (place,) = fact.places
        assert not (sample[:, about] == knowledge.places.index(place)).any()
    found = chain.probabilities()
    assert found.sum(axis=1).tolist() == [pytest.approx(1)] * 54
    room = (found * np.array(knowledge.copies)[:, None]).sum(axis=0)
    assert room.tolist() == [pytest.approx(capacity) for capacity in knowledge.capacities]


def test_alternatives_weigh_at_the_end():
    """A tie, and a hand that is one of two: against brute force, within six standard errors."""
    cards = {"A": 3, "B": 2, "C": 2}
    tie = one_of(*([holds("x", card), holds("y", card)] for card in cards), weights=[1, 2, 3])
    either = any_of(lacks("z", "A"), holds("z", "B"))
    knowledge = Knowledge(cards, {"x": 1, "y": 1, "z": 2, "w": 3}, [tie, either])
    worlds = brute_force(knowledge)
    chain = chain_of(knowledge)
    expected = np.array(shares(knowledge, worlds), float)
    assert (np.abs(chain.probabilities() - expected) <= 6 * chain.error() + 1e-9).all()
    assert {tuple(row) for row in chain.sample(3000, 1).tolist()} <= worlds.keys()
    chance = sum(brute_force(knowledge.given(tie)).values()) / sum(worlds.values())
    assert chain.probability(tie) == pytest.approx(float(chance), rel=0.05)


def test_cards_of_a_row_are_alike_in_every_draw():
    """Which copy goes where is drawn anew: three of 12 alike in x, each 1 in 4 (six sigma)."""
    chain = WorldChain(Knowledge({"A": 8, "B": 4}, {"x": 3, "y": 9}), particles=512)
    sample = chain.sample(4000, 9)
    assert (np.abs((sample == 0).mean(axis=0) - 0.25) < 6 * np.sqrt(0.25 * 0.75 / 4000)).all()


def test_more_places_than_bits_in_a_word():
    """Seventy places of one card, no card at home nor next door, an open place for ten more."""
    places = {f"place {i}": 1 for i in range(70)} | {"open": None, "other": None}
    facts = [lacks(f"place {i}", [i, (i + 1) % 80]) for i in range(70)]
    chain = WorldChain(Knowledge(range(80), places, facts), particles=512, runs=2)
    sample = chain.sample(600, 1)
    assert sample.dtype == np.int8
    assert all(np.bincount(row, minlength=72)[:70].tolist() == [1] * 70 for row in sample)
    for i in range(70):
        assert not (sample[:, [i, (i + 1) % 80]] == i).any()
    assert chain.probabilities()[:, :70].sum(axis=0).tolist() == [pytest.approx(1)] * 70


@pytest.mark.parametrize("most", [60, 0])
@settings(FEW, max_examples=25)
@given(knowledges(most_cards=6))
def test_it_looks_less_closely_where_tables_would_be_long(most, knowledge):
    """Room not minded, or bounds alone: less effective, as right."""
    worlds = brute_force(knowledge)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beliefs.chains.looks.MOST", most)
        chain = chain_of(knowledge)
    assert (chain is None) == (not worlds)
    assume(worlds)
    expected = np.array(shares(knowledge, worlds), float)
    assert (np.abs(chain.probabilities() - expected) <= 6 * chain.error() + 1e-9).all()


def test_weights_that_no_float_holds():
    """Priors of 1e300 and 1e-300 on many cards; the total is 2**(200 log2 1e300) and more."""
    cards = range(200)
    heavy = {(i, "x"): 1e300 for i in cards} | {(i, "z"): 1e-300 for i in cards}
    chain = WorldChain(
        Knowledge(cards, {"x": None, "y": 100, "z": 1}, weights=heavy), particles=512
    )
    exact = (
        log2(200)
        + 99 * log2(1e300)
        + log2(1e-300)
        + sum(log2(199 - i) - log2(i + 1) for i in range(100))
    )
    assert chain.log2_weight == pytest.approx(exact, abs=0.01)
    assert chain.count == pytest.approx(2.0 ** (exact - 99 * log2(1e300) - log2(1e-300)), rel=0.01)
    assert (chain.sample(5, 1) == 2).sum(axis=1).tolist() == [1] * 5


def test_no_world_is_either_proved_or_not_found():
    """Two cards for one place: proved. One card that two facts claim: not found, and it says so."""
    barred = [lacks("y", "A"), lacks("y", "B")]
    proved = WorldChain(Knowledge(["A", "B"], {"x": 1, "y": 1}, barred))
    assert (proved.possible, proved.count, repr(proved)) == (False, 0.0, "<WorldChain: no world>")
    alone = WorldChain(Knowledge(["A", "B"], {"x": 1, "y": 1}, [exactly("x", ["A", "B"], 2)]))
    assert not alone.possible, "what one fact and the capacities rule out is proved too"
    for ask in (proved.probabilities, proved.entropy, lambda: proved.sample(1, 1)):
        with pytest.raises(KnowledgeError, match="no world"):
            ask()
    claimed = [at_least("x", ["A", "B"], 1), at_least("x", ["C", "D"], 1)]
    with pytest.raises(NoWorldFound, match="does not say that there is no world"):
        WorldChain(Knowledge(list("ABCD"), {"x": 1, "y": 3}, claimed), particles=64, runs=2)


def test_a_poor_chain_says_so():
    """Two exact totals of large numbers in one hand: some 300 worlds in 155 million."""
    rng = np.random.default_rng(1)
    first, second = ({i: int(rng.integers(1, 200)) for i in range(30)} for _ in range(2))
    hand = rng.permutation(30)[:15].tolist()
    facts = [
        total("x", some, sum(some[i] for i in hand), sum(some[i] for i in hand))
        for some in (first, second)
    ]
    with pytest.warns(PoorSample, match=r"the chain is poor: \d\.\d% of its particles"):
        chain = WorldChain(Knowledge(range(30), {"x": 15, "y": 15}, facts))
    assert chain.effective < 0.1
    assert chain.diagnostics.dead > 0.5
    assert chain.diagnostics.agreement > 1.005
    for row in chain.sample(20, 1):
        for some, fact in zip((first, second), facts, strict=True):
            assert sum(some[i] for i in np.flatnonzero(row == 0)) == fact.lo


def test_the_same_seed_gives_the_same():
    knowledge = clue(6)
    one, two = (WorldChain(knowledge, particles=512, seed=3) for _ in range(2))
    assert one.probabilities().tolist() == two.probabilities().tolist()
    assert one.sample(700, 5).tolist() == two.sample(700, 5).tolist()
    one.sample(10, 6)
    assert one.sample(700, 5).tolist() == two.sample(700, 5).tolist(), "draws leave no trace"
    assert one.sample(700, 5).tolist() != one.sample(700, 6).tolist()
    other = WorldChain(knowledge, particles=512, seed=4)
    assert one.probabilities().tolist() != other.probabilities().tolist()
    row = rows(8)[0]
    assert one.sample(3, row).tolist() == one.sample(3, 8).tolist()
    assert row.tolist() != rows(8)[0].tolist()


SCRIPT = """
import warnings; warnings.simplefilter("ignore", UserWarning)
from beliefs import Knowledge, at_least, likelihood
import beliefs.chain as chain
chain.BLOCK = 24
k = Knowledge({"A": 2, "B": 1, "C": 2, "D": 1}, {"x": 2, "y": 1, "z": None, "w": None},
              [at_least("x", ["A", "B"], 1), likelihood("z", {"C": 1}, {0: 0.3, 1: 1.5, 2: 0.25})],
              weights={("A", "y"): 0.7, ("D", "x"): 0})
c = chain.WorldChain(k, particles=48, runs=2)
print(c.probabilities().tolist(), c.log2_count, c.entropy(), c.error().tolist())
print(c.sample(60, 11).tolist())
"""


def test_compiled_and_plain_python_give_the_same_bits():
    answers = [output_of(SCRIPT, NUMBA_DISABLE_JIT=jit) for jit in ("0", "1")]
    assert answers[0] == answers[1]
    assert "0." in answers[0]


def test_what_makes_no_sense_is_refused():
    knowledge = Knowledge(["A", "B"], {"x": 1, "y": 1})
    with pytest.raises(KnowledgeError, match="particles is 0: it must be 1 or more"):
        WorldChain(knowledge, particles=0)
    with pytest.raises(KnowledgeError, match="runs is 1: it must be 2 or more"):
        WorldChain(knowledge, runs=1)
    with pytest.raises(KnowledgeError, match="seed is -1"):
        WorldChain(knowledge, seed=-1)
    chain = WorldChain(knowledge, particles=1)
    with pytest.raises(KnowledgeError, match="ask a diagram"):
        chain.probabilities(exact=True)
    with pytest.raises(KnowledgeError, match="ask a diagram"):
        chain.probability(holds("x", "A"), exact=True)
    with pytest.raises(KnowledgeError, match="no card 'Z'"):
        chain.probability(holds("x", "Z"))
    with pytest.raises(KnowledgeError, match="-1 worlds"):
        chain.sample(-1, 1)


@pytest.mark.parametrize(
    "knowledge",
    [Knowledge({}, {}), Knowledge({}, {"x": 0}), Knowledge({"A": 3}, {"x": None, "y": 0})],
)
def test_where_nothing_is_open(knowledge):
    chain = WorldChain(knowledge, particles=10)
    assert (chain.count, chain.entropy(), chain.effective) == (1.0, 0.0, 1.0)
    assert chain.sample(2, 1).tolist() == [[0] * knowledge.size] * 2
    assert chain.sample(0, 1).shape == (0, knowledge.size)


def test_the_order_of_names_does_not_matter_to_what_is_estimated():
    """Cards and places renamed in every order: the same probabilities, within six errors."""
    facts = lambda names: [at_least(names[0], ["A", "B"], 1), Fact(names[1:], {"C": 1}, lo=1)]  # noqa: E731
    found = []
    for names in permutations(["x", "y", "z"]):
        places = dict(zip(names, (1, 2, 3), strict=True))
        chain = WorldChain(
            Knowledge({"A": 1, "B": 2, "C": 3}, places, facts(names)), particles=1024
        )
        found.append((chain.probabilities(), chain.error()))
    for mean, error in found[1:]:
        assert (np.abs(mean - found[0][0]) <= 6 * np.hypot(error, found[0][1]) + 1e-9).all()


def test_what_it_hands_out_can_be_written_to_without_harm():
    chain = WorldChain(Knowledge(list("ABCD"), {"x": 2, "y": 2}, [at_least("x", ["A", "B"], 1)]))
    for ask in (chain.probabilities, chain.error):
        first = ask()
        kept = first.copy()
        first[:] = 9
        assert np.array_equal(ask(), kept)


def test_small_samples_reach_every_world_too():
    """Six rings of three cards: 64 worlds, and no swap leads from one to another."""
    cards = [f"{ring}{i}" for ring in range(6) for i in range(3)]
    places = {f"place {card}": 1 for card in cards}
    allowed = {
        f"{ring}{i}": [f"place {ring}{(i + step) % 3}" for step in (1, 2)]
        for ring in range(6)
        for i in range(3)
    }
    chain = WorldChain(Knowledge(cards, places, allowed=allowed), particles=2, runs=2)
    row = generator_row(3)
    drawn = {tuple(world) for _ in range(400) for world in chain.sample(20, row).tolist()}
    # Some 16 fresh populations of 512: a world is missed once in 10^55 times.
    assert len(drawn) == 64


def test_the_contents_of_wide_places_are_not_estimated():
    """The entropy of 50 000 draws that are all different would be that of the draws."""
    cards = [f"card {i}" for i in range(28)]
    wide = Knowledge(cards, dict.fromkeys("NESW", 7), [at_least("N", cards[:10], 3)])
    chain = Belief(wide, "chain")
    with pytest.raises(KnowledgeError, match="too manifold to be told from samples"):
        chain.entropy(of="N")
    asked = Question({"yes": holds("E", cards[0]), "no": lacks("E", cards[0])})
    with pytest.raises(KnowledgeError, match="too manifold to be told from samples"):
        chain.worth(asked, of="N")
    few = Belief(wide.given(exactly("N", cards[:8], 6)), "chain")
    exact = Belief(few.knowledge, "exact")
    assert few.entropy(of="N") == pytest.approx(exact.entropy(of="N"), abs=0.05)
