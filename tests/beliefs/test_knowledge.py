"""Knowledge that makes no sense is refused with the culprit's name; facts read as sentences."""

import pickle
from fractions import Fraction

import numpy as np
import pytest

from beliefs import (
    Belief,
    Contradiction,
    Fact,
    Knowledge,
    KnowledgeError,
    WorldDiagram,
    WorldTable,
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

CARDS = {"Guard": 5, "Priest": 2}
PLACES = {"hand": 1, "deck": 6}

MISTAKES = {
    "no card 'Preist'; did you mean 'Priest'?": lambda: Knowledge(
        CARDS, PLACES, [lacks("hand", "Preist")]
    ),
    "no place 'hnad'; did you mean 'hand'?": lambda: Knowledge(
        CARDS, PLACES, [lacks("hnad", "Priest")]
    ),
    "no place 'attic'; there are 'hand', 'deck'": lambda: Knowledge(
        CARDS, PLACES, allowed={"Guard": ["attic"]}
    ),
    "no card 'King'; there are 'Guard', 'Priest'": lambda: Knowledge(
        CARDS, PLACES, weights={("King", "hand"): 2}
    ),
    "the places hold 6 cards \\(hand 1, deck 5\\), but 7 are hidden": lambda: Knowledge(
        CARDS, {"hand": 1, "deck": 5}
    ),
    "the places hold 8 cards \\(deck 8\\), but 7": lambda: Knowledge(
        CARDS, {"deck": 8, "hand": None}
    ),
    "lo 3 is above hi 2 in a fact about hand": lambda: between("hand", "Guard", 3, 2),
    "a fact about no place": lambda: lacks([], "Guard"),
    "a fact about no card in hand": lambda: lacks("hand", []),
    "weight of 'Guard' is 1.5: it must be a whole number": lambda: total("hand", {"Guard": 1.5}, 1),
    "lo is 'two': it must be a whole number": lambda: at_least("hand", "Guard", "two"),
    "place 'hand' is named twice in one fact": lambda: lacks(["hand", "hand"], "Guard"),
    "place 'hand' is given twice": lambda: Knowledge(CARDS, [("hand", 1), ("hand", 6)]),
    "the weight of \\('Guard', 'hand'\\) is -1: it must be a finite": lambda: Knowledge(
        CARDS, PLACES, weights={("Guard", "hand"): -1}
    ),
    "the weight of \\('Guard', 'hand'\\) is nan: it must be": lambda: Knowledge(
        CARDS, PLACES, weights={("Guard", "hand"): float("nan")}
    ),
    "the weight of \\('Guard', 'hand'\\) is 'much': it must be": lambda: Knowledge(
        CARDS, PLACES, weights={("Guard", "hand"): "much"}
    ),
    "weights are for \\(card, place\\) pairs, not for 'Guard'": lambda: Knowledge(
        CARDS, PLACES, weights={"Guard": 2}
    ),
    "the weight of sum 1 is inf: it must be a finite": lambda: likelihood(
        "hand", {"Guard": 1}, {1: float("inf")}
    ),
    "a sum in the table is 0.5: it must be a whole number": lambda: likelihood(
        "hand", {"Guard": 1}, {0.5: 1}
    ),
    "the table {0: 0} is nowhere positive": lambda: likelihood("hand", {"Guard": 1}, {0: 0}),
    "the number of copies of 'Guard' is 2.5": lambda: Knowledge({"Guard": 2.5}, {"hand": 2}),
    "0 copies of 'Guard': leave out": lambda: Knowledge({"Guard": 0}, {"hand": 0}),
    "the capacity of 'hand' is -1": lambda: Knowledge(CARDS, {"hand": -1, "deck": 8}),
    "the capacity of 'hand' is 1.0": lambda: Knowledge(CARDS, {"hand": 1.0, "deck": 6}),
    "the capacity of 'hand' is True": lambda: Knowledge(CARDS, {"hand": True, "deck": 6}),
    "lo is True: it must be a whole number": lambda: at_least("hand", "Guard", True),
    "the weight of sum 0 is True: it must be a finite": lambda: likelihood(
        "hand", {"Guard": 1}, {0: True}
    ),
    "the weight of sum 0 is '1': it must be a finite": lambda: likelihood(
        "hand", {"Guard": 1}, {0: "1"}
    ),
    "the weight of sum 0 is 1000*: it must be .* as float64 holds": lambda: likelihood(
        "hand", {"Guard": 1}, {0: 10**400}
    ),
    "the weight of sum 0 is Fraction.1, 10*: it must be": lambda: likelihood(
        "hand", {"Guard": 1}, {0: Fraction(1, 10**400)}
    ),
    "the table {0: 1} is nowhere positive from 1 to None": lambda: Fact(
        ["hand"], {"Guard": 1}, {0: 1}, lo=1
    ),
    "place 'hand' has no capacity: give place -> capacity": lambda: Knowledge(CARDS, ["hand"]),
    "places is 'hand': give place -> capacity": lambda: Knowledge(CARDS, "hand"),
    "cards is 7: give a list of names": lambda: Knowledge(7, PLACES),
    "facts is the one statement 'hand lacks Priest'": lambda: Knowledge(
        CARDS, PLACES, lacks("hand", "Priest")
    ),
    "10000000 cards are hidden: 10000 can be": lambda: Knowledge({"Guard": 10**7}, {"deck": 10**7}),
    "the total of Guard 99999, Priest 1 in hand .* 499997 different sums": lambda: Knowledge(
        CARDS, PLACES, [total("hand", {"Guard": 99_999, "Priest": 1}, 5)]
    ),
    "the number of worlds is 1.5": lambda: Belief(Knowledge(CARDS, PLACES)).sample(1.5, 1),
    "rng is True": lambda: Belief(Knowledge(CARDS, PLACES)).sample(1, True),
    "'Priest' may be nowhere": lambda: Knowledge(CARDS, PLACES, allowed={"Priest": []}),
    "cards is 'AKQ': give a list of names": lambda: Knowledge("AKQ", {"hand": 3}),
    "'Guard' is no Fact": lambda: Knowledge(CARDS, PLACES, ["Guard"]),
    "ordered place 'pile' needs a capacity": lambda: Knowledge(
        CARDS, {"hand": 1, "pile": None}, ordered=["pile"]
    ),
    "holds takes one card, not \\['Guard', 'Priest'\\]": lambda: holds("hand", ["Guard", "Priest"]),
    "method is 'fast': it can be 'auto', 'exact', 'table', 'diagram', 'chain'": lambda: Belief(
        Knowledge(CARDS, PLACES), "fast"
    ),
    "rng is 'seed'": lambda: Belief(Knowledge(CARDS, PLACES)).sample(1, "seed"),
    "a generator row is int64\\[4\\], not float64\\[3\\]": lambda: Belief(
        Knowledge(CARDS, PLACES)
    ).sample(1, np.zeros(3)),
    "-1 worlds: draw 0 or more": lambda: Belief(Knowledge(CARDS, PLACES)).sample(-1, 1),
    "there is no world": lambda: WorldDiagram(
        Knowledge(CARDS, PLACES, [lacks("hand", list(CARDS))])
    ).probabilities(),
    "there is no world; Belief": lambda: WorldTable(
        Knowledge(CARDS, PLACES, [lacks("hand", list(CARDS))])
    ).entropy(),
    "the sums of the facts alone need 0 MiB": lambda: WorldDiagram(
        Knowledge(range(7), {"a": 3, "b": 4}, [total("a", {i: i for i in range(1, 7)}, 2, 9)]),
        limits=Limits(memory=100),
    ),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_named(message):
    with pytest.raises(KnowledgeError, match=message):
        MISTAKES[message]()


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (lacks("hand 1", "Priest", because="miss"), "hand 1 lacks Priest (miss)"),
        (holds("hand 1", "Priest"), "hand 1 holds Priest"),
        (lacks(["a", "b"], ["x", "y"]), "a and b together lack x, y"),
        (exactly("a", "x", 2), "a holds exactly 2 of x"),
        (at_most("a", ["x", "y"], 1), "a holds at most 1 of x, y"),
        (between("a", ["x", "y"], 1, 3), "a holds 1 to 3 of x, y"),
        (total("a", {"x": 4, "y": 3}, 2), "the total of x 4, y 3 in a is at least 2"),
        (
            likelihood("a", {"x": 1}, {0: 0.5, 1: 2}),
            "the number of x in a has likelihood 0: 0.5, 1: 2",
        ),
    ],
)
def test_facts_read_as_sentences(fact, sentence):
    assert str(fact) == sentence


def test_reprs_rebuild():
    knowledge = Knowledge(
        CARDS, PLACES, [lacks("hand", "Priest")], weights={("Guard", "hand"): Fraction(1, 2)}
    )
    assert eval(repr(knowledge)) == knowledge
    assert eval(repr(knowledge.facts[0])) == knowledge.facts[0]


def test_knowledge_facts_and_errors_travel_between_processes():
    knowledge = Knowledge(CARDS, PLACES, [lacks("hand", "Priest")])
    assert pickle.loads(pickle.dumps(knowledge)) == knowledge
    error = pickle.loads(pickle.dumps(Contradiction(knowledge.facts)))
    assert error.facts == knowledge.facts
    belief = pickle.loads(pickle.dumps(Belief(knowledge)))
    assert belief.count == 5


def test_equal_facts_are_one_key():
    assert len({lacks("hand", ["A", "B"]), lacks(["hand"], ["B", "A"])}) == 1


def test_copies_lie_side_by_side_in_the_order_given():
    knowledge = Knowledge(["A", "B", "A"], {"x": 3})
    assert knowledge.faces == ("A", "B")
    assert knowledge.face_of.tolist() == [0, 0, 1]


def test_given_leaves_the_old_knowledge_alone():
    old = Knowledge(CARDS, PLACES)
    new = old.given(lacks("hand", "Priest"))
    assert (len(old.facts), len(new.facts)) == (0, 1)
    with pytest.raises(KnowledgeError, match="no card 'Baron'"):
        old.given(holds("hand", "Baron"))


def test_names_may_be_anything_hashable():
    knowledge = Knowledge({0: 1, (1, 2): 1}, {("hand", 0): 1, 7: 1}, [holds([7], (1, 2))])
    assert Belief(knowledge).probabilities().tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("cards", "places", "shown"),
    [
        ([], {"x": 0}, "no cards\nplaces: x 0"),
        ([], {}, "no cards\nno places"),
        (["A"], {"x": 1}, "1 card: A\nplaces: x 1"),
        (["A", "A", "B"], {"x": None}, "3 cards: 2 A, B\nplaces: x any number"),
    ],
)
def test_a_knowledge_says_how_many_cards(
    cards: list[str], places: dict[str, int | None], shown: str
) -> None:
    assert str(Knowledge(cards, places)) == shown
