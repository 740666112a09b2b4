"""One of several lists of facts is true: worked examples, draws, errors. See test_agreement."""

import pickle
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from math import comb, log2, prod

import numpy as np
import pytest

from beliefs import (
    Alternatives,
    Belief,
    Contradiction,
    Fact,
    HoldingMatrix,
    Knowledge,
    KnowledgeError,
    WorldCases,
    WorldDiagram,
    WorldTable,
    any_of,
    at_least,
    exactly,
    holds,
    lacks,
    likelihood,
    one_of,
    total,
)
from beliefs.cases import possible
from beliefs.errors import TooLarge
from beliefs.splitting import Splitter
from tests.beliefs.small_worlds import brute_force

SUITS, RANKS = "SHDC", "AKQJT98765432"
DECK = [suit + rank for suit in SUITS for rank in RANKS]


def shaped(hand, shape):
    """The hand holds so many spades, hearts, diamonds, clubs."""
    return [
        exactly(hand, [card for card in DECK if card[0] == suit], n)
        for suit, n in zip(SUITS, shape, strict=True)
    ]


def shapes(*patterns):
    return [shape for pattern in patterns for shape in sorted(set(permutations(pattern)))]


BALANCED = shapes((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))


@pytest.mark.parametrize("method", ["table", "diagram"])
@pytest.mark.parametrize("build", [one_of, any_of])
def test_a_tie_of_two_hands(build, method):
    """Love Letter [1], example 3 with a smaller deck for the table: the onlooker holds a Handmaid
    and saw one Baron; the tied hands are two Guards in 20 of 24 cases, Priests or Princes in 2.

    [1] Rules of the 16-card edition, 2012: the Baron compares two hands, equal hands stay.
    """
    unseen = {"Guard": 5, "Priest": 2, "Baron": 1, "Handmaid": 1, "Prince": 2}
    if method == "diagram":
        unseen |= {"King": 1, "Countess": 1, "Princess": 1}
    tie = build(*([holds("Ann", card), holds("Bob", card)] for card in unseen))
    rest = sum(unseen.values()) - 2
    knowledge = Knowledge(
        unseen, {"Ann": 1, "Bob": 1, "deck": rest - 1, "removed": 1}, [tie], ordered=["deck"]
    )
    belief = Belief(knowledge, method)
    assert belief.count == 24 * rest
    odds = {"Guard": Fraction(20, 24), "Priest": Fraction(2, 24), "Prince": Fraction(2, 24)}
    for card in unseen:
        both = belief.probability(holds("Ann", card), holds("Bob", card), exact=True)
        assert both == belief.probability(holds("Bob", card), exact=True) == odds.get(card, 0)
    assert str(belief.explain("Baron", "Ann")).startswith(
        "Ann cannot hold Baron, because " + ("one of: " if build is one_of else "at least one of: ")
    )


def test_a_miss_and_then_a_card_of_another_rank_is_played():
    """Love Letter, example 6b: the hand was no Priest; a card is drawn, a Handmaid played, each of
    the two cards as likely. Forgetting which was which gives 1/5 for the Priest, not 1/9."""
    unseen = {"Guard": 3, "Priest": 2, "Baron": 1, "Handmaid": 1, "Prince": 1}
    unseen |= {"Countess": 1, "Princess": 1}
    history = one_of(lacks("hand", "Priest"), [], because="which card was kept is not seen")
    belief = Belief(Knowledge(unseen, {"hand": 1, "deck": 9}, [history]))
    odds = {card: belief.probability(holds("hand", card), exact=True) for card in unseen}
    assert odds.pop("Guard") == Fraction(1, 3)
    assert set(odds.values()) == {Fraction(1, 9)}
    assert belief.count == 10, "no world is excluded"


@pytest.mark.parametrize("build", [one_of, any_of])
def test_the_balanced_hands_of_bridge_are_counted(build):
    """47.60 % of all hands [1]; by hand: the sum over the shapes of the ways to choose each suit.

    [1] The Official Encyclopedia of Bridge, mathematical tables: 4-4-3-2 21.551 %, 5-3-3-2
    15.517 %, 4-3-3-3 10.536 %.
    """
    balanced = build(*(shaped("South", shape) for shape in BALANCED))
    belief = Belief(Knowledge(DECK, {"South": 13, "others": 39}, [balanced]))
    expected = sum(prod(comb(13, n) for n in shape) for shape in BALANCED)
    assert belief.count == belief.weight == expected == 302_292_822_832
    assert round(belief.count / comb(52, 13), 5) == 0.47604
    assert belief.entropy() == pytest.approx(log2(expected))
    for pattern, percent in {"4432": 21.551, "5332": 15.517, "4333": 10.536}.items():
        same = build(*(shaped("South", shape) for shape in shapes(map(int, pattern))))
        share = belief.probability(same) * belief.count / comb(52, 13)
        assert round(100 * share, 3) == percent
    hands = belief.sample(4000, 8) == 0
    lengths = hands.reshape(-1, 4, 13).sum(axis=2)
    assert {tuple(row) for row in lengths.tolist()} == set(BALANCED)


def test_a_balanced_opening_of_15_to_17_points():
    """Points and shape together, against the sum of one diagram for each shape."""
    points = {s + r: v for s in SUITS for r, v in {"A": 4, "K": 3, "Q": 2, "J": 1}.items()}
    balanced = any_of(*(shaped("South", shape) for shape in BALANCED))
    deal = Knowledge(DECK, {"South": 13, "others": 39}, [total("South", points, 15, 17)])
    single = [WorldDiagram(deal.given(*shaped("South", shape))).count for shape in BALANCED]
    assert Belief(deal).probability(balanced, exact=True) == Fraction(
        sum(single), Belief(deal).count
    )
    assert Belief(deal.given(balanced)).count == sum(single)


def test_nine_tenths_sure():
    """Bob has an ace with probability 1/3; nine times in ten I heard rightly that he has none."""
    knowledge = Knowledge(["ace", "king", "queen"], {"Bob": 1, "rest": 2})
    sure = one_of(lacks("Bob", "ace"), [], weights=[Fraction(9, 10), Fraction(1, 10)])
    belief = Belief(knowledge.given(sure), "diagram")
    # The rumour weighs 1 where he has none, 1/10 where he has it.
    assert belief.probability(holds("Bob", "ace"), exact=True) == Fraction(1, 21)
    assert belief.count == 3
    assert len(belief.structure.parts) == 1, "cases about one sum are one diagram"


def test_a_card_put_back_at_an_unknown_depth():
    """Exploding Kittens: I know the two top cards Y, Z of 18; a kitten goes back, 19 depths alike.

    By hand: 1/19 on top, 1/19 between the two, 17/19 below both.
    """
    cards = ["kitten", "Y", "Z", *map(str, range(16))]
    places = {"top": 1, "second": 1, "third": 1, "below": 16}
    back = one_of(
        [holds("top", "kitten"), holds("second", "Y"), holds("third", "Z")],
        [holds("top", "Y"), holds("second", "kitten"), holds("third", "Z")],
        [holds("top", "Y"), holds("second", "Z"), holds(["third", "below"], "kitten")],
    )
    belief = Belief(Knowledge(cards, places, [back]))
    for place, card, odds in [
        ("top", "Y", 18),
        ("top", "kitten", 1),
        ("second", "Z", 17),
        ("second", "Y", 1),
        ("second", "kitten", 1),
    ]:
        assert belief.probability(holds(place, card), exact=True) == Fraction(odds, 19)


def test_histories_that_hold_together_add_up_and_the_entropy_stays_exact():
    """Two likelihoods about different cards: 3 parts where they overlap, none a product alone."""
    rumours = one_of(
        likelihood("x", {"A": 1, "B": 1}, {0: 0.5, 1: 2, 2: 3}),
        [likelihood("y", {"C": 1}, {0: 1, 1: 5}), likelihood("x", {"B": 1, "C": 1}, {1: 1, 2: 7})],
        weights=[2, Fraction(1, 3)],
    )
    knowledge = Knowledge({"A": 2, "B": 2, "C": 2}, {"x": 3, "y": 2, "z": 1}, [rumours])
    worlds = brute_force(knowledge)
    cases = WorldCases(knowledge)
    assert (cases.count, cases.weight) == (len(worlds), sum(worlds.values()))
    parts = [float(w / cases.weight) for w in worlds.values()]
    assert cases.entropy() == pytest.approx(-sum(p * log2(p) for p in parts), abs=1e-12)


DRAWN = {
    "cases that exclude each other": one_of(
        [exactly("x", "A", 1), holds("y", "C")], exactly("x", "A", 0), weights=[3, 1]
    ),
    "cases that overlap": one_of([holds("x", "B"), holds("y", "C")], holds("z", "B")),
    "at least one": any_of([holds("x", "B"), holds("y", "C")], holds("z", "B"), holds("x", "A")),
    "likelihoods": one_of(likelihood("x", {"A": 1, "C": 2}, {0: 1, 2: 3.5}), holds("z", "B")),
}


@pytest.mark.parametrize("method", ["table", "diagram"])
@pytest.mark.parametrize("name", DRAWN)
def test_worlds_are_drawn_in_proportion_to_their_weights(name, method):
    """Chi-square over all worlds, 8 tests with fixed seeds, each with error rate 1e-4; and rows
    are independent: what the first half of the rows shows, the second shows too."""
    from scipy.stats import chi2_contingency, chisquare

    knowledge = Knowledge({"A": 2, "B": 1, "C": 2}, {"x": 2, "y": 2, "z": 1}, [DRAWN[name]])
    worlds = brute_force(knowledge)
    n = 20_000
    sample = Belief(knowledge, method).sample(n, len(name))
    index = {world: i for i, world in enumerate(worlds)}
    drawn = np.array([index[tuple(row)] for row in sample.tolist()])
    counts = np.bincount(drawn, minlength=len(worlds))
    expected = np.array([float(w / sum(worlds.values())) * n for w in worlds.values()])
    assert expected.min() > 5, "too many worlds for this sample"
    assert chisquare(counts, expected).pvalue > 1e-4
    halves = [np.bincount(half, minlength=len(worlds)) for half in np.split(drawn, 2)]
    assert chi2_contingency(halves).pvalue > 1e-4


def test_two_ties_multiply_and_choices_that_cannot_be_are_dropped():
    """Ann and Bob hold the same rank, and Bob and Cyd do: so all three hold the same."""
    cards = {"A": 3, "K": 3, "Q": 2}
    ties = [
        one_of(*([holds(one, card), holds(other, card)] for card in cards))
        for one, other in (("Ann", "Bob"), ("Bob", "Cyd"))
    ]
    cases = WorldCases(Knowledge(cards, {"Ann": 1, "Bob": 1, "Cyd": 1, "deck": 5}, ties))
    assert cases.count == 2 * 6
    assert len(cases.parts) == 2, "of nine choices"


def test_draws_are_by_whole_numbers_where_worlds_are_alike(monkeypatch):
    """Parts are chosen among all worlds by whole numbers, so that every world is exactly alike."""
    asked = []

    def watched(until, whole, row, out):
        asked.append((until.tolist(), whole))
        return out

    monkeypatch.setattr("beliefs.cases.pick", watched)
    cards = {"A": 3, "K": 2}
    tie = any_of(*([holds("Ann", card), holds("Bob", card)] for card in cards))
    cases = WorldCases(Knowledge(cards, {"Ann": 1, "Bob": 1, "deck": 3}, [tie]))
    cases.sample(1, 1)
    assert asked == [([3.0, 4.0], True)], "6 and 2 worlds"
    assert all(part.diagram._grown.figures.whole for part in cases.parts)


def test_parts_share_nothing_and_cover_all():
    """Parts made exclusive are exclusive, and their worlds are the worlds."""
    overlapping = one_of(
        [at_least("x", "A", 1), likelihood("y", {"B": 1}, {0: 1, 1: 2, 2: 1})],
        [at_least("x", "B", 1), likelihood("y", {"A": 1}, {0: 1, 1: 3})],
        at_least("z", ["A", "B"], 1),
    )
    knowledge = Knowledge({"A": 2, "B": 2, "C": 2}, {"x": 2, "y": 2, "z": 2}, [overlapping])
    splitter = Splitter(knowledge)
    regions = splitter.apart(added=True)
    lists = [
        brute_force(splitter.base.given(*region.facts, constant(region))) for region in regions
    ]
    together = {world: weight for worlds in lists for world, weight in worlds.items()}
    assert len(splitter.terms()) == 3 < len(lists)
    assert sum(map(len, lists)) == len(together)
    assert together == brute_force(knowledge)


def constant(region):
    """A likelihood that says the factor of a region everywhere."""
    return likelihood("x", {"A": 1}, dict.fromkeys(range(3), region.factor))


def test_worlds_are_numbered():
    """Every number has a world, every world its number, though cases overlap."""
    overlapping = one_of([holds("x", "A")], [holds("y", "B")], [holds("x", "C"), holds("z", "B")])
    knowledge = Knowledge({"A": 2, "B": 1, "C": 1}, {"x": 1, "y": 2, "z": 1}, [overlapping])
    for structure in WorldCases(knowledge), WorldTable(knowledge):
        rows = [structure.world(i).tolist() for i in range(structure.count)]
        assert {tuple(row) for row in rows} == set(brute_force(knowledge))
        assert [structure.index(row) for row in rows] == list(range(structure.count))
        with pytest.raises(KnowledgeError, match=f"no world {structure.count}: .* 0 to"):
            structure.world(structure.count)
        with pytest.raises(KnowledgeError, match="this is no world"):
            structure.index([1, 1, 0, 2])


def test_a_row_that_is_no_world_is_named():
    cases = WorldCases(Knowledge(["A", "B"], {"x": 1, "y": 1}, [any_of(holds("x", "A"))]))
    for row in [0], [0, 2], [-1, 0]:
        with pytest.raises(KnowledgeError, match="is no world: give the place of each of 2 cards"):
            cases.index(row)


def test_what_is_said_more_keeps_the_parts():
    tie = any_of(*([holds("Ann", card), holds("Bob", card)] for card in "AK"))
    knowledge = Knowledge({"A": 2, "K": 2}, {"Ann": 1, "Bob": 1, "deck": 2}, [tie])
    cases = WorldCases(knowledge).given(lacks("Ann", "K"))
    assert (cases.count, len(cases.parts)) == (2, 1)
    assert cases.knowledge == knowledge.given(lacks("Ann", "K"))
    assert not cases.given(lacks("Ann", "A")).possible
    belief = Belief(knowledge).given(any_of(lacks("deck", "K"), lacks("deck", "A")))
    assert belief.count == 4


def test_a_contradiction_names_alternatives():
    tie = one_of(*([holds("Ann", card), holds("Bob", card)] for card in "AK"), because="tie")
    knowledge = Knowledge(
        {"A": 2, "K": 1, "Q": 2},
        {"Ann": 1, "Bob": 1, "deck": 3},
        [lacks("deck", "Q"), lacks("Ann", "A"), tie],
    )
    assert not possible(knowledge)
    assert possible(knowledge.with_facts(knowledge.facts))
    with pytest.raises(Contradiction, match="one of: Ann holds A and Bob holds A; or") as caught:
        Belief(knowledge)
    assert caught.value.facts in ((lacks("Ann", "A"), tie), (lacks("deck", "Q"), tie))
    with suppress(Contradiction):  # it need not notice
        HoldingMatrix(knowledge)


def test_too_many_parts_are_refused():
    many = [any_of(holds("x", i), holds("y", i + 1)) for i in range(0, 24, 2)]
    knowledge = Knowledge(range(24), {"x": 12, "y": 12}, many)
    with pytest.raises(TooLarge, match="split into more than 50 parts: give fewer cases"):
        WorldCases(knowledge, limit=50)
    assert possible(knowledge), "one choice is found without counting them all"


def test_a_diagram_alone_refuses_alternatives():
    with pytest.raises(KnowledgeError, match="facts alone"):
        WorldDiagram(Knowledge(["A"], {"x": 1}, [any_of(holds("x", "A"))]))


def test_alternatives_inside_a_case_are_multiplied_out():
    a, b, c = (holds("x", card) for card in "ABC")
    inner = one_of(a, b, weights=[2, 3])
    assert one_of([inner, c], [], weights=[5, 1]) == Alternatives(
        [[a, c], [b, c], []], weights=[10, 15, 1]
    )
    assert any_of([any_of(a, b), c], a) == any_of([a, c], [b, c], a)
    assert any_of(one_of(a, b), c) == any_of(a, b, c)


def test_alternatives_read_as_a_sentence_and_travel():
    sure = one_of(lacks("Bob", "ace"), [], weights=[0.9, 0.1], because="heard it")
    assert str(sure) == "one of: Bob lacks ace, weight 0.9; or anything, weight 0.1 (heard it)"
    either = any_of(holds("Ann", "ace"), [lacks("Ann", "king"), lacks("Bob", "king")])
    assert str(either) == ("at least one of: Ann holds ace; or Ann lacks king and Bob lacks king")
    knowledge = Knowledge(
        ["ace", "king"], {"Ann": 1, "Bob": 1}, [sure, holds("Ann", "ace"), either]
    )
    assert eval(repr(knowledge)) == knowledge == pickle.loads(pickle.dumps(knowledge))
    assert hash(eval(repr(knowledge))) == hash(knowledge)
    assert len({sure, eval(repr(sure)), either}) == 2
    assert knowledge.statements == (sure, holds("Ann", "ace"), either)
    assert all(isinstance(fact, Fact) for fact in sure.facts)
    assert (knowledge.facts, knowledge.alternatives) == ((holds("Ann", "ace"),), (sure, either))
    assert f"- {either}" in str(knowledge)
    assert knowledge != knowledge.with_facts(knowledge.facts)


A = holds("x", "A")
MISTAKES = {
    "alternatives without a case": lambda: one_of(),
    "1 weights for 2 cases": lambda: one_of(A, A, weights=[1]),
    "the weight of case 1 is -1: it must be a finite": lambda: one_of(A, A, weights=[1, -1]),
    "the weight of case 0 is inf": lambda: one_of(A, weights=[float("inf")]),
    "the weights \\(0, 0.0\\) are all 0": lambda: one_of(A, A, weights=[0, 0.0]),
    "cases is Fact.*: give a list of cases": lambda: Alternatives(A),
    "case 'A' is no fact and no list": lambda: one_of("A"),
    "'A' in a case is no Fact": lambda: one_of(["A"]),
    "any_of takes facts that hold or not, no likelihood: the number of A in x": lambda: any_of(
        likelihood("x", {"A": 1}, {1: 0.5})
    ),
    "no weights: one of: x holds A, weight 2": lambda: any_of([one_of(A, [], weights=[2, 1])]),
    "is any_of inside one_of: give its cases": lambda: one_of([any_of(A, A)]),
    "takes no weights": lambda: Alternatives([A], [2], once=True),
    "no card 'A'; there are 'B'": lambda: Knowledge(["B"], {"x": 1}, [one_of(A)]),
    "no place 'x'; there are 'y'": lambda: Knowledge(["A"], {"y": 1}, [any_of([A])]),
    "facts is the one statement 'one of": lambda: Knowledge(["A"], {"x": 1}, one_of(A)),
    "99999": lambda: Knowledge(
        ["A", "B"], {"x": 2}, [one_of(total("x", {"A": 10**6 + 1, "B": 99_999}, 5))]
    ),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_named(message):
    with pytest.raises(KnowledgeError, match=message):
        MISTAKES[message]()


def test_a_case_that_multiplies_out_into_too_many_is_refused():
    ten = one_of(*([holds("x", card)] for card in range(10)))
    assert len(one_of([ten] * 3).cases) == 1000
    with pytest.raises(KnowledgeError, match="multiplies out into 100,000,000 cases"):
        one_of([ten] * 8)


def test_means_of_weights_far_apart_are_not_lost_to_rounding():
    """A factor of 1e300 times what is too small for a float64 is nothing small."""
    told = Knowledge(["A", "B", "C"], {"x": 1, "y": 2}, [lacks("x", ["A", "B"])])
    small = [likelihood("x", {card: 1}, {0: 1e-200, 1: 1}) for card in "AB"]
    said = one_of(small, [*small, holds("x", "C")], weights=[1e300, 1e300])
    for belief in (Belief(told, "diagram"), Belief(told.given(any_of([])), "diagram")):
        assert belief.probability(said) == pytest.approx(2e-100, rel=1e-12, abs=0.0)


def test_a_likelihood_of_what_alternatives_speak_of_counts_once():
    """It changes the regions of the parts: diagrams cut down by it are not taken for theirs."""
    told = Knowledge({"A": 2, "B": 1}, {"x": 2, "y": 1})
    known = told.given(one_of([exactly("x", "A", 1), holds("x", "B")], [], weights=[1, 2]))
    for sign in ({1: 3, 2: 3}, {1: 3, 2: 1}, {1: Fraction(1, 4), 2: 1}):
        seen = likelihood("x", {"A": 1}, sign)
        after, anew = WorldCases(known).given(seen), WorldCases(known.given(seen))
        assert after.weight == anew.weight
        assert after.entropy() == pytest.approx(anew.entropy(), abs=1e-12)
        assert after.count == anew.count
        rows = sorted(after.world(i).tolist() for i in range(after.count))
        assert rows == sorted(anew.world(i).tolist() for i in range(anew.count))
