"""What a question is worth, against sums over all worlds."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import log2

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

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
    exactly,
    holds,
    lacks,
    likelihood,
    one_of,
)
from beliefs.conflicts import worlds_of
from beliefs.questions import SCREEN, _estimates, best, entropy, worth
from beliefs.targets import contents
from tests.beliefs.small_worlds import brute_force, knowledges, with_alternatives

SOME = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def bits(weights):
    total = sum(weights)
    return -sum(float(w / total) * log2(w / total) for w in weights if w)


def held(knowledge, world, places):
    """What lies in the places: the target's value in one world. Copies told apart for None."""
    if places is None:
        return world
    lie = zip(knowledge.face_of.tolist(), world, strict=True)
    return tuple(sorted((f, knowledge.places[p]) for f, p in lie if knowledge.places[p] in places))


def true_worth(knowledge, question, places):
    """H(T) - sum of P(a) H(T | a), by summing over all worlds."""

    def targets(statements):
        found = defaultdict(Fraction)
        for world, weight in brute_force(knowledge.given(*statements)).items():
            found[held(knowledge, world, places)] += weight
        return found

    before = targets([])
    after = [targets(told) for told in question.answers.values()]
    total = sum(before.values())
    left = sum(float(sum(a.values()) / total) * bits(a.values()) for a in after if a)
    return bits(before.values()) - left


@st.composite
def questions(draw, knowledge):
    """How many of some cards lie somewhere; or something told with noise; or nothing."""
    faces = draw(st.sets(st.sampled_from(knowledge.faces), min_size=1))
    places = draw(st.sets(st.sampled_from(knowledge.places), min_size=1))
    copies = dict(zip(knowledge.faces, knowledge.copies, strict=True))
    most = sum(copies[face] for face in faces)
    counts = Question([exactly(sorted(places), sorted(faces), n) for n in range(most + 1)])
    kind = draw(st.sampled_from(["count", "noise", "either"]))
    if kind == "count":
        return counts
    if kind == "either" and most > 1:
        low, *others = [told[0] for told in counts.answers.values()]
        return Question({"none": low, "some": any_of(*others)})
    said = {n: Fraction(draw(st.integers(0, 8)), 8) for n in range(most + 1)}
    weights = dict.fromkeys(sorted(faces), 1)
    tables = [said, {n: 1 - share for n, share in said.items()}]
    told = [Fact(places, weights, table) for table in tables if any(table.values())]
    return Question(told, "with noise")


@SOME
@given(knowledges(most_cards=6, most_facts=2) | with_alternatives(most_cards=6), st.data())
def test_worth_is_the_expected_drop_of_entropy(knowledge, data):
    assume(brute_force(knowledge))
    question = data.draw(questions(knowledge))
    places = data.draw(
        st.none() | st.lists(st.sampled_from(knowledge.places), min_size=1, max_size=2, unique=True)
    )
    truth = true_worth(knowledge, question, places)
    for method in ("table", "diagram"):
        belief = Belief(knowledge, method)
        value = belief.worth(question, of=places)
        assert value == pytest.approx(truth, abs=1e-9)
        assert -1e-9 < value <= belief.entropy(of=places) + 1e-9


@SOME
@given(knowledges(most_cards=6, most_facts=2) | with_alternatives(most_cards=6), st.data())
def test_contents_are_those_of_the_worlds(knowledge, data):
    worlds = brute_force(knowledge)
    assume(worlds)
    places = data.draw(
        st.lists(st.sampled_from(knowledge.places), min_size=1, max_size=2, unique=True)
    )
    truth = defaultdict(Fraction)
    for world, weight in worlds.items():
        truth[held(knowledge, world, places)] += weight
    for structure in WorldTable(knowledge), worlds_of(knowledge):
        counts, shares = contents(structure, places)
        assert counts.shape == (len(truth), len(knowledge.faces), len(places))
        assert shares.sum() == pytest.approx(1)
        for count, share in zip(counts, shares, strict=True):
            there = tuple(
                (f, places[p]) for f, p in np.argwhere(count).tolist() for _ in range(count[f, p])
            )
            expected = truth[tuple(sorted(there))] / sum(truth.values())
            assert share == pytest.approx(float(expected), rel=1e-9)


THREE = ["Plum", "knife", "hall"]
CLUE = Knowledge(
    ["Plum", "Green", "White", "knife", "rope", "wrench", "hall", "study", "lounge"],
    {"file": 3, "Ann": 3, "Bob": 3},
    [
        exactly("file", ["Plum", "Green", "White"], 1),
        exactly("file", ["knife", "rope", "wrench"], 1),
        exactly("file", ["hall", "study", "lounge"], 1),
    ],
)


def suggestion(cards, players):
    """Who shows which of three cards; of several that they hold they show each alike."""
    answers, passed = {}, []
    for player in players:
        for card in cards:
            others = dict.fromkeys([one for one in cards if one != card], 1)
            choice = {n: Fraction(1, n + 1) for n in range(len(cards))}
            shows = [holds(player, card), likelihood(player, others, choice)]
            answers[f"{player} shows {card}"] = [*passed, *shows]
        passed = [*passed, lacks(player, cards)]
    return Question({**answers, "nobody shows": passed}, ", ".join(cards))


def test_a_suggestion_in_a_game_of_nine_cards():
    """27 files, each with 20 deals of the other six cards: all files alike, log2(27) bits.

    Nobody shows: 1 of 27, and the file is known. Every other answer tells that one of the three
    cards is not in the file; by symmetry the answers that name a card are equally likely each.
    """
    belief = Belief(CLUE)
    assert belief.count == 27 * 20
    assert belief.entropy(of="file") == pytest.approx(log2(27))
    question = suggestion(THREE, ["Ann", "Bob"])
    assert len(question.answers) == 7
    value = belief.worth(question, of="file")
    assert value == pytest.approx(true_worth(CLUE, question, ["file"]), abs=1e-9)
    assert sum(belief.given(*told).count > 0 for told in question.answers.values()) == 7
    bob = belief.worth(suggestion(THREE, ["Bob"]), of="file")
    assert 0 < bob < value


def test_the_best_of_all_suggestions_asks_for_what_is_open():
    """Ann holds the Plum and the knife: who names them learns about one card at best."""
    belief = Belief(CLUE.given(holds("Ann", "Plum"), holds("Ann", "knife")))
    people, weapons, rooms = CLUE.faces[:3], CLUE.faces[3:6], CLUE.faces[6:]
    asks = [suggestion(three, ["Bob", "Ann"]) for three in product(people, weapons, rooms)]
    ranked = belief.best(asks, of="file", n=27)
    values = [value for _, value in ranked]
    assert values == pytest.approx(sorted(values, reverse=True))
    worths = {question.name: belief.worth(question, of="file") for question in asks}
    assert {question.name: value for question, value in ranked} == pytest.approx(worths)
    assert "Plum" not in ranked[0][0].name
    assert "knife" not in ranked[0][0].name
    few = belief.best(asks, of="file", n=3)
    assert [value for _, value in few] == pytest.approx([value for _, value in ranked[:3]])


def test_screening_agrees_with_the_exact_worth():
    """4 000 worlds: the standard error of each estimate is below 0.015 bits, five of them 0.08."""
    belief = Belief(CLUE.given(at_least("Ann", ["Green", "rope"], 1)))
    asks = [suggestion(three, ["Ann", "Bob"]) for three in product(*[CLUE.faces[:3], ["rope"]])]
    for places in (("file",), ("Ann",), None):
        guessed = _estimates(belief.structure, asks, places, 3)
        for question, guess in zip(asks, guessed, strict=True):
            assert abs(guess - belief.worth(question, of=places)) < 0.08
    assert SCREEN == 4_000


def test_a_structure_that_only_samples_gives_estimates():
    """Of 50 000 worlds: the standard error is below 0.004 bits, five of them 0.02."""

    class Sampled:
        exact = False
        knowledge = CLUE

        def sample(self, n, rng):
            return WorldDiagram(CLUE).sample(n, rng)

    question = suggestion(THREE, ["Ann", "Bob"])
    guess = worth(Sampled(), question, of="file")
    assert guess == pytest.approx(Belief(CLUE).worth(question, of="file"), abs=0.02)
    assert entropy(Sampled(), of="file") == pytest.approx(log2(27), abs=0.02)
    assert best(Sampled(), [question], of="file") == [(question, guess)]


def test_a_useless_question_is_worth_nothing_and_a_telling_one_everything():
    belief = Belief(CLUE)
    assert belief.worth(Question([[]]), of="file") == 0
    coin = [likelihood("Ann", {"Plum": 1}, {0: 0.5, 1: 0.5}, because=side) for side in "ht"]
    assert belief.worth(Question(coin)) == pytest.approx(0, abs=1e-12)
    assert belief.worth(Question(coin), of="file") == pytest.approx(0, abs=1e-12)
    people, weapons, rooms = CLUE.faces[:3], CLUE.faces[3:6], CLUE.faces[6:]
    tell = Question(
        {triple: [holds("file", c) for c in triple] for triple in product(people, weapons, rooms)}
    )
    assert belief.worth(tell, of="file") == pytest.approx(belief.entropy(of="file"))


def test_mastermind_of_two_pegs():
    """Code of two different colours of four, one at each peg: 12 codes, 3.585 bits.

    The guess 1 2 gets (right place, right colour elsewhere): 2,0 in 1 code; 0,2 in 1; 1,0 in 4;
    0,1 in 4; 0,0 in 2. The best that any guess can be worth is the entropy of those answers.
    """
    code = Knowledge([1, 2, 3, 4], {"first": 1, "second": 1, "unused": 2})
    right, cross = (("first", 1), ("second", 2)), (("first", 2), ("second", 1))

    def one(pairs):
        """Exactly one of two (peg, colour) pairs."""
        (a, x), (b, y) = pairs
        return one_of([holds(a, x), lacks(b, y)], [lacks(a, x), holds(b, y)])

    def none(pairs):
        return [lacks(peg, colour) for peg, colour in pairs]

    guess = Question(
        {
            (2, 0): [holds(peg, colour) for peg, colour in right],
            (0, 2): [holds(peg, colour) for peg, colour in cross],
            (1, 0): [one(right), *none(cross)],
            (0, 1): [one(cross), *none(right)],
            (0, 0): [*none(right), *none(cross)],
        }
    )
    belief = Belief(code)
    assert belief.entropy(of=["first", "second"]) == pytest.approx(log2(12))
    told = bits([1, 1, 4, 4, 2])
    assert belief.worth(guess, of=["first", "second"]) == pytest.approx(told)
    assert belief.worth(guess, of="unused") < told
    table = Belief(code, "table")
    assert table.worth(guess, of=["first", "second"]) == pytest.approx(told)


def test_secret_santa():
    """Five people draw names, nobody their own: 44 derangements; who has drawn whom?"""
    people = ["Ann", "Bob", "Cid", "Dot", "Eve"]
    santa = Belief(
        Knowledge(
            [f"{name}'s name" for name in people],
            dict.fromkeys(people, 1),
            [lacks(name, f"{name}'s name") for name in people],
        )
    )
    assert santa.count == 44
    ask = Question({"yes": holds("Bob", "Ann's name"), "no": lacks("Bob", "Ann's name")})
    assert santa.worth(ask) == pytest.approx(bits([11, 33]))
    assert santa.worth(ask, of="Bob") == pytest.approx(2 - 0.75 * log2(3))


def test_answers_must_add_up_to_one_in_every_world():
    belief = Belief(CLUE)
    twice = Question([holds("Ann", "Plum"), lacks("Bob", "Plum")])
    with pytest.raises(
        KnowledgeError, match=r"'0 or 1\?' have likelihoods that add up to [02] in some"
    ):
        belief.worth(twice)
    missing = Question({"yes": holds("Ann", "Plum")}, "Plum?")
    for of in None, "file":
        with pytest.raises(KnowledgeError, match=r"'Plum\?' have likelihoods that add up to 0 in"):
            belief.worth(missing, of=of)
    half = [likelihood("Ann", {"Plum": 1}, {0: 0.5, 1: share}) for share in (0.25, 0.5)]
    with pytest.raises(KnowledgeError, match=r"add up to 0.75 in some"):
        belief.best([Question(half, "half")], of="file")


def test_an_answer_that_is_missing_is_noticed_however_rare():
    """Card 0 lies in x once in a hundred thousand deals: a sample hardly shows it, the sum does."""
    rare = Belief(Knowledge(range(8), {"x": 1, "y": 7}, weights={(0, "x"): 7e-5}))
    with pytest.raises(KnowledgeError, match=r"probabilities that add up to 0\.99999:"):
        rare.worth(Question([lacks("x", 0)], "no"))


def test_nonsense_is_named():
    belief = Belief(CLUE)
    fine = Question([[]])
    with pytest.raises(KnowledgeError, match="no place 'fiel'; did you mean 'file'"):
        belief.worth(fine, of="fiel")
    with pytest.raises(KnowledgeError, match="the target names no place"):
        belief.worth(fine, of=[])
    with pytest.raises(KnowledgeError, match="no card 'Plumb'"):
        belief.worth(Question([holds("Ann", "Plumb"), lacks("Ann", "Plumb")]))
    with pytest.raises(KnowledgeError, match="n is 0"):
        belief.best([fine], n=0)
    with pytest.raises(KnowledgeError, match="'why' is no Question"):
        belief.best(["why"])
    with pytest.raises(KnowledgeError, match="'why' is no Question"):
        belief.worth("why")
    with pytest.raises(KnowledgeError, match="without answers"):
        Question({})
    with pytest.raises(KnowledgeError, match="give answer -> list of statements"):
        Question(holds("Ann", "Plum"))
    with pytest.raises(KnowledgeError, match="'yes' is 'Plum'"):
        Question({"yes": "Plum"})
    with pytest.raises(KnowledgeError, match="3 in the answer 0 is no Fact"):
        Question([[3]])
    assert belief.best([]) == []


@pytest.mark.parametrize("method", ["table", "diagram", "chain"])
def test_places_of_a_set_are_in_the_order_of_the_knowledge(method):
    """Whatever order the set has in this run: the same columns, and the same sums to the bit."""
    names = [f"place {i}" for i in range(6)]
    belief = Belief(Knowledge(list("ABCDEF"), dict.fromkeys(names, 1)), method)
    assert np.array_equal(belief.contents(set(names))[0], belief.contents(names)[0])
    assert belief.entropy(of=set(names)) == belief.entropy(of=names)
