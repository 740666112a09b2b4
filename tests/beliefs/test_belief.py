"""What Belief promises beyond its structures: known figures, degenerate cases, same draws."""

from fractions import Fraction
from math import comb, factorial, log2

import numpy as np
import pytest

import beliefs
from beliefs import (
    Belief,
    Fact,
    Holding,
    HoldingMatrix,
    Knowledge,
    KnowledgeError,
    WorldDiagram,
    WorldTable,
    at_least,
    between,
    exactly,
    holds,
    lacks,
    likelihood,
    total,
)
from compiled import rows
from tests.beliefs.processes import output_of

SUITS, RANKS = "SHDC", "AKQJT98765432"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
POINTS = {suit + rank: v for suit in SUITS for rank, v in {"A": 4, "K": 3, "Q": 2, "J": 1}.items()}


def suit(name):
    return [card for card in DECK if card[0] == name]


def test_the_deals_of_bridge_are_counted_exactly():
    """52! / 13!^4 [1].

    [1] Epstein, The Theory of Gambling and Statistical Logic, 2nd ed. 2013, ch. 8.
    """
    deal = Belief(Knowledge(DECK, dict.fromkeys(["N", "E", "S", "W"], 13)))
    assert deal.count == factorial(52) // factorial(13) ** 4 == 53644737765488792839237440000
    assert deal.entropy() == pytest.approx(log2(deal.count))


def test_a_bid_hand_against_a_bid_hand():
    """South 15-17 points and 2-5 of each suit, North 6-9 and four hearts: the figure of a trial of
    this design, East and West taken as one place of 26."""
    facts = [
        total("South", POINTS, 15, 17),
        total("North", POINTS, 6, 9),
        at_least("North", suit("H"), 4),
        *(between("South", suit(s), 2, 5) for s in SUITS),
    ]
    deal = WorldDiagram(Knowledge(DECK, {"South": 13, "North": 13, "East-West": 26}, facts))
    assert deal.count == 52_971_165_758_043_957_240
    points = np.array([POINTS.get(card, 0) for card in DECK])
    hearts = np.array([card[0] == "H" for card in DECK])
    hands = deal.sample(2000, 5)
    south, north = (hands == 0), (hands == 1)
    assert set((south @ points).tolist()) == {15, 16, 17}
    assert set((north @ points).tolist()) == {6, 7, 8, 9}
    assert (north.astype(int) @ hearts).min() == 4


def test_the_chance_of_a_yarborough():
    """1827 to 1 against a hand without a card above nine [1].

    [1] The odds that Lord Yarborough laid; 347373600 of 635013559600 hands.
    """
    high = [card for card in DECK if card[1] in "AKQJT"]
    belief = Belief(Knowledge(DECK, {"hand": 13, "rest": 39}))
    assert belief.count == 635_013_559_600
    chance = belief.probability(lacks("hand", high), exact=True)
    assert chance == Fraction(347_373_600, 635_013_559_600)


def test_the_first_hand_of_schnapsen():
    """Fourteen unseen cards, five of them in the other hand: 2002 worlds."""
    belief = Belief(Knowledge(range(14), {"hand": 5, "talon": 9}, ordered=["talon"]))
    assert belief.count == comb(14, 5) == 2002
    assert belief.arrangements == 2002 * factorial(9)
    assert belief.probabilities().tolist() == [[pytest.approx(5 / 14), pytest.approx(9 / 14)]] * 14


def test_copies_are_told_apart():
    """The ledger's golden example, before the play: a hand that is no Priest, of eleven cards."""
    pool = {"Guard": 3, "Priest": 2, "Baron": 1, "Handmaid": 2, "Prince": 1, "Countess": 1}
    pool["Princess"] = 1
    belief = Belief(Knowledge(pool, {"hand": 1, "deck": 10}, [lacks("hand", "Priest")]))
    assert belief.count == 9 * 1
    assert belief.probability(holds("hand", "Guard"), exact=True) == Fraction(3, 9)
    assert belief.probabilities()[0, 0] == pytest.approx(1 / 9), "each of three Guards"


def test_a_likelihood_weighs_worlds_and_is_not_counted():
    knowledge = Knowledge(
        ["ace", "king"], {"Bob": 1, "deck": 1}, [likelihood("Bob", {"ace": 1}, {0: 3, 1: 1})]
    )
    belief = Belief(knowledge)
    assert (belief.count, belief.weight) == (2, 4)
    assert belief.probability(holds("Bob", "ace"), exact=True) == Fraction(1, 4)
    assert belief.entropy() == pytest.approx(2 - 0.75 * log2(3))


@pytest.mark.parametrize("method", ["table", "diagram"])
def test_nothing_hidden_is_one_world(method):
    belief = Belief(Knowledge({}, {"hand": 0, "deck": None}), method)
    assert (belief.count, belief.weight, belief.entropy()) == (1, 1, 0)
    assert belief.probabilities().shape == (0, 2)
    assert belief.probabilities(exact=True).shape == (0, 2)
    assert belief.sample(3, 0).shape == (3, 0)
    assert [p for _, p in belief.worlds()] == [1]


@pytest.mark.parametrize("method", ["table", "diagram"])
def test_empty_places_stay_empty(method):
    belief = Belief(Knowledge(["A", "B"], {"x": 0, "y": 2, "z": 0}), method)
    assert belief.probabilities().tolist() == [[0, 1, 0], [0, 1, 0]]


def test_weights_beyond_the_range_of_floats_do_no_harm():
    """600 cards of weight 1e-300 in one place: the product is 1e-180000."""
    knowledge = Knowledge(
        range(600), {"x": 300, "y": 300}, weights={(i, "x"): 1e-300 for i in range(0, 600, 2)}
    )
    belief = Belief(knowledge)
    shares = belief.probabilities()
    assert np.isfinite(shares).all()
    np.testing.assert_allclose(shares[::2, 0], 0.0, atol=1e-200)
    assert belief.entropy() == pytest.approx(0, abs=1e-6)
    assert (belief.sample(2, 1)[:, ::2] == 1).all()


@pytest.mark.parametrize("weight", [1e-200, 1e200])
def test_weights_that_cancel_out_change_nothing(weight):
    """Every world weighs 1e-800, or 1e800: no float64 holds that."""
    knowledge = Knowledge(
        {"A": 4, "B": 4}, {"x": 4, "y": 4}, weights={("A", "x"): weight, ("A", "y"): weight}
    )
    belief = Belief(knowledge, "diagram")
    np.testing.assert_allclose(belief.probabilities(), 0.5)
    assert belief.entropy() == pytest.approx(log2(70))
    assert belief.probability(holds("x", "A")) == pytest.approx(69 / 70)
    counts = np.bincount(belief.sample(7000, 5)[:, :4].sum(axis=1), minlength=5)
    expected = np.array([1, 16, 36, 16, 1]) * 100
    # Largest of five standard scores: beyond 5 once in a million seeds.
    assert (abs(counts - expected) < 5 * np.sqrt(expected)).all()


def test_more_worlds_than_a_float_can_count():
    """2400 cards alike but for copies: C(2400, 1200) is beyond 2**2000."""
    belief = Belief(Knowledge({"A": 1000, "B": 700, "C": 700}, {"x": 1200, "y": 1200}))
    assert belief.count == comb(2400, 1200)
    np.testing.assert_allclose(belief.probabilities(), 0.5)
    lacking = Fraction(comb(1700, 1200), comb(2400, 1200))
    assert belief.probability(lacks("x", "B"), exact=True) == lacking
    assert belief.probability(lacks("x", "B")) == pytest.approx(float(lacking), rel=1e-9)
    assert belief.entropy() == pytest.approx(log2(comb(2400, 1200)))
    assert (belief.sample(3, 1).sum(axis=1) == 1200).all()


def test_whole_numbers_of_numpy_do_not_wrap_around():
    weights = {(i, "x"): 7 + i for i in range(40)}
    places = {"x": 20, "y": 20}
    plain = Belief(Knowledge(range(40), places, weights=weights))
    numpy = Belief(
        Knowledge(range(40), places, weights={k: np.int64(w) for k, w in weights.items()})
    )
    assert numpy.weight == plain.weight > 2**64
    assert (numpy.probabilities(exact=True) == plain.probabilities(exact=True)).all()
    assert Fact(["x"], {0: 1}, {0: np.float32(0.5)}).table == {0: 0.5}


def test_allowed_may_name_a_single_place():
    places = {1: 1, "two": 1}
    for only in (1, [1], {1}):
        belief = Belief(Knowledge(["A", "B"], places, allowed={"A": only}))
        assert belief.probabilities().tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("method", ["table", "diagram"])
def test_likelihoods_that_say_nothing_still_weigh_exactly(method):
    """0.1 * 0.1 as floats is not the square of the number that 0.1 stands for."""
    always = [likelihood(place, {"A": 1}, {0: 0.1, 1: 0.1}) for place in ("x", "y")]
    belief = Belief(Knowledge(["A", "B"], {"x": 1, "y": 1}, always), method)
    assert belief.weight == 2 * Fraction(0.1) ** 2
    nowhere = likelihood("z", {"A": 1}, {0: 0.1})
    empty = Knowledge(["A", "B"], {"x": 1, "y": 1, "z": 0}, [nowhere, nowhere])
    assert Belief(empty, method).weight == 2 * Fraction(0.1) ** 2


def test_large_weights_count_in_their_common_measure():
    """Prices in millions: three different sums, not three million."""
    knowledge = Knowledge(
        ["A", "B", "C"], {"x": 1, "y": 2}, [total("x", {"A": 10**30, "B": -(10**30)}, 0)]
    )
    assert Belief(knowledge, "diagram").count == Belief(knowledge, "table").count == 2
    held = HoldingMatrix(knowledge.given(total("x", {"A": 10**30}, 1)))
    assert (held["A", "x"], held["B", "x"]) == (Holding.HELD, Holding.LACKED)


def test_many_places_need_wider_rows():
    belief = Belief(Knowledge(range(200), {f"position {i}": 1 for i in range(200)}))
    assert belief.count == factorial(200)
    sample = belief.sample(2, 3)
    assert sample.dtype == np.int16
    assert sorted(sample[0].tolist()) == list(range(200))


def test_knowing_more_never_adds_worlds_and_given_everything_one_is_left():
    belief = Belief(Knowledge({"A": 1, "B": 2}, {"x": 1, "y": 2}))
    assert belief.given(holds("x", "A")).count == 1
    assert belief.given(holds("x", "B")).count == 2


def test_a_table_takes_any_predicate():
    table = WorldTable(Knowledge(list("ABCD"), {"x": 2, "y": 2}))
    beside = table.given(lambda world: ("A" in world["x"]) != ("B" in world["x"]))
    assert (table.count, beside.count) == (6, 4)
    assert table.probability(lambda world: "A" in world["x"], exact=True) == Fraction(1, 2)


def test_auto_takes_the_table_only_where_it_is_tiny():
    assert Belief(Knowledge(["A", "B"], {"x": 1, "y": 1})).method == "table"
    assert Belief(Knowledge(range(14), {"x": 5, "y": 9})).method == "diagram"
    assert repr(Belief(Knowledge(range(14), {"x": 5, "y": 9}))) == (
        "<Belief: 2002 worlds, exact, by diagram>"
    )
    assert repr(Belief(Knowledge(["A"], {"x": 1}))) == "<Belief: 1 world, exact, by table>"


def test_the_same_source_of_randomness_gives_the_same_worlds():
    belief = Belief(Knowledge(range(9), {"x": 4, "y": 5}))
    assert (belief.sample(5, 7) == belief.sample(5, 7)).all()
    row = rows(7)[0]
    assert (belief.sample(5, row) == belief.sample(5, 7)).all()
    assert (belief.sample(50, row) != belief.sample(50, 7)).any(), "the row has moved on"
    ones, twos = (belief.sample(5, np.random.default_rng(3)) for _ in range(2))
    assert (ones == twos).all()


SCRIPT = """
from beliefs import Knowledge, WorldDiagram, WorldTable, at_least, likelihood
k = Knowledge({"A": 2, "B": 1, "C": 2}, {"x": 2, "y": 1, "z": None, "w": None},
              [at_least("x", ["A", "B"], 1), likelihood("z", {"C": 1}, {0: 0.3, 1: 1.5, 2: 0.25})],
              weights={("A", "y"): 0.7})
d = WorldDiagram(k)
print(d.probabilities().tolist(), d.count, d.entropy(), d.sample(30, 11).tolist())
print(WorldTable(k).sample(10, 12).tolist())
"""


def test_compiled_and_plain_python_give_the_same_bits():
    answers = [output_of(SCRIPT, NUMBA_DISABLE_JIT=jit) for jit in ("0", "1")]
    assert answers[0] == answers[1]
    assert "0." in answers[0]


def test_six_players_of_clue():
    """Every hidden card in one of six places, three sums for the file and what was shown."""
    suspects, weapons, rooms = (
        [f"{kind} {i}" for i in range(n)]
        for kind, n in (("suspect", 5), ("weapon", 6), ("room", 7))
    )
    players = [f"player {i}" for i in range(5)]
    facts = [exactly("file", kind, 1) for kind in (suspects, weapons, rooms)]
    facts += [
        lacks("player 0", [suspects[0], weapons[0], rooms[0]]),
        at_least("player 1", [suspects[0], weapons[0], rooms[0]], 1, because="showed a card"),
        at_least("player 2", [suspects[1], weapons[0], rooms[2]], 1, because="showed a card"),
    ]
    belief = Belief(
        Knowledge([*suspects, *weapons, *rooms], {"file": 3, **dict.fromkeys(players, 3)}, facts)
    )
    shares = belief.probabilities()
    assert shares.sum(axis=1).tolist() == [pytest.approx(1)] * 18
    assert shares.sum(axis=0).tolist() == [pytest.approx(3)] * 6
    assert belief.probability(*facts) == pytest.approx(1)


def test_the_public_list_is_exact():
    public = {name for name in dir(beliefs) if not name.startswith("_")}
    modules = {name for name in public if type(getattr(beliefs, name)).__name__ == "module"}
    assert public - modules == set(beliefs.__all__)


@pytest.mark.parametrize("method", ["table", "diagram", "chain"])
def test_names_and_worlds_that_make_no_sense_are_named(method):
    belief = Belief(Knowledge(["A", "B", "C", "D"], {"hand": 2, "deck": 2}), method)
    with pytest.raises(KnowledgeError, match="no place 'hant'; did you mean 'hand'"):
        belief.contents(["deck", "hant"])
    assert belief.contents(["deck", "deck"])[0].shape == belief.contents("deck")[0].shape
    with pytest.raises(KnowledgeError, match=r"is no (statement|Fact)"):
        belief.probability("A in hand")
    if method != "chain":
        for world in (3, "ABCD", [0, 0, 1, 1.5], [0, 0, 1, None], [0, 0, 1, 7]):
            with pytest.raises(KnowledgeError, match="is no world"):
                belief.index(world)
