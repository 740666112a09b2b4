"""Histories side by side: gaps, searches, statements of which one holds, and when they end."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from beliefs import (
    Contradiction,
    Fact,
    KnowledgeError,
    Ledger,
    NeedsAlternatives,
    at_least,
    exactly,
    holds,
    lacks,
)

half, third = Fraction(1, 2), Fraction(1, 3)


def deck(known="xyz", hidden=4, **options):
    """Hidden cards (one lies in the box) below cards of known order; the hand holds q."""
    faces = dict.fromkeys([*"abcde"[: hidden + 1], *known, "q"], 1)
    ledger = Ledger(faces, {"deck": True, "hand": False, "box": False}, **options)
    seen = {"deck": list(known), "hand": ["q"]}
    ledger.reset(hidden={"deck": hidden, "box": 1}, known=seen)
    return ledger


def shares(ledger):
    return [share for share, _ in ledger.histories()]


def chances(ledger, face):
    """Depth -> probability that the face lies there."""
    row = ledger.expected(exact=True)[ledger.faces.index(face)]
    found = {}
    for spot, p in zip(ledger.spots, row, strict=True):
        if spot.zone == "deck" and p:
            found |= dict.fromkeys(
                range(spot.start, spot.start + spot.size), Fraction(p) / spot.size
            )
    return found


# --- gaps ---


@pytest.mark.parametrize("m", range(4))
def test_m_known_cards_make_one_history_for_each_gap_not_for_each_depth(m):
    ledger = deck("xyz"[:m])
    ledger.inserts("hand", "deck", "q")
    depths = 5 + m
    assert shares(ledger) == [Fraction(n, depths) for n in [5] + [1] * m]
    assert chances(ledger, "q") == dict.fromkeys(range(depths), Fraction(1, depths))


def test_spots_part_a_zone_wherever_one_history_does():
    ledger = deck("x")
    ledger.inserts("hand", "deck", "q")
    sizes = [(spot.start, spot.size) for spot in ledger.spots if spot.zone == "deck"]
    assert sizes == [(0, 4), (4, 1), (5, 1)]
    assert chances(ledger, "x") == {4: Fraction(1, 6), 5: Fraction(5, 6)}
    below = ledger.expected(exact=True)[:5, :2].sum(axis=1)  # of each hidden card below x
    assert below.tolist() == [Fraction(4, 5) * (Fraction(5, 6) * 1 + Fraction(1, 6))] * 5


def test_a_look_that_settles_the_gap_leaves_one_history():
    ledger = deck("xy")
    ledger.inserts("hand", "deck", "q")
    assert len(shares(ledger)) == 3
    ledger.shows("deck", "x", chosen=False, depth=5)
    assert shares(ledger) == [1]
    assert chances(ledger, "q") == dict.fromkeys(range(5), Fraction(1, 5))
    assert ledger.knowledge().size == 5


def test_a_shuffle_makes_one_history_of_all():
    ledger = deck("xyz")
    ledger.inserts("hand", "deck", "q")
    ledger.shuffles("deck")
    assert shares(ledger) == [1]
    assert ledger.certain("deck") == dict.fromkeys("xyzq", 1)
    assert ledger.weight == 1


def test_next_to_its_own_face_a_card_makes_no_new_history():
    ledger = Ledger({"a": 2, "b": 1}, {"deck": True, "hand": False})
    ledger.reset(known={"deck": ["b", "a"], "hand": ["a"]})
    ledger.inserts("hand", "deck", "a")
    assert sorted(shares(ledger)) == [third, 2 * third]  # aba, or baa and baa
    assert chances(ledger, "b") == {0: 2 * third, 1: third}


def test_an_unseen_card_goes_between_strata():
    """Two strata of unknown order: every depth is as likely, and every card in it."""
    ledger = Ledger(dict.fromkeys("abcdef", 1), {"deck": True, "hand": False})
    ledger.reset(hidden={"deck": 5, "hand": 1})
    ledger.fact("hand", ["a", "b"], 1)
    ledger.passes("deck", "hand", 2, depth=0)
    ledger.passes("hand", "deck", 2)  # two random ones of three: another stratum, on top
    assert [spot.size for spot in ledger.spots] == [3, 2, 1]
    ledger.inserts("hand", "deck")
    assert sorted(shares(ledger)) == [third, 2 * third]
    # what was in the hand lies at each of six depths with 1/6, or was put on top before
    low = chances(ledger, "a")[0]
    assert ledger.expected(exact=True).sum() == 6
    assert low == Fraction(2, 3) * Fraction(1, 4) * (
        3 * Fraction(1, 10) + third * (half + 2 * Fraction(1, 10))
    ) + third * Fraction(1, 10)


def test_a_depth_within_bounds():
    ledger = deck("xyz")
    ledger.inserts("hand", "deck", "q", within=(4, 6))
    assert chances(ledger, "q") == {4: third, 5: third, 6: third}
    with pytest.raises(KnowledgeError, match=r"no depth 9 to put a card in 'deck': it holds 7"):
        ledger.inserts("deck", "deck", "x", within=(0, 9))


def test_an_unseen_card_from_a_named_or_from_any_depth():
    ledger = deck("xy", hidden=2)
    ledger.inserts("deck", "deck", depth=0, taken=3)
    assert chances(ledger, "y") == {0: 1}
    ledger.inserts("deck", "deck", depth=0, taken="anywhere")
    assert chances(ledger, "y") == {0: Fraction(1, 4), 1: Fraction(3, 4)}


# --- searches ---


def test_a_search_may_have_come_from_any_pile_by_its_copies():
    """Two a in three hidden cards below; a on top is known: 3 ways, or 2 with one in the hand."""
    ledger = Ledger({"a": 3, "b": 2}, {"deck": True, "hand": False})
    ledger.reset(hidden={"deck": 3, "hand": 1}, known={"deck": ["a"]})
    ledger.departs("deck", "a")
    worlds = {}  # (hand, deck) -> ways, by all orders of labelled cards a0 a1 b0 b1
    for deal in permutations(["a0", "a1", "b0", "b1"]):
        for i, card in enumerate([*deal[1:], "a2"]):
            if card[0] == "a":
                left = [*deal[1:], "a2"][:i] + [*deal[1:], "a2"][i + 1 :]
                key = deal[0][0], "".join(c[0] for c in left)
                worlds[key] = worlds.get(key, 0) + 1
    ways = sum(worlds.values())
    top = sum(n for (_, left), n in worlds.items() if left[-1] == "a")
    assert ledger.expected(exact=True)[0, -2] == Fraction(top, ways)
    assert ledger.expected(exact=True)[0, -1] == Fraction(
        sum(n for (hand, _), n in worlds.items() if hand == "a"), ways
    )


def test_a_card_taken_from_an_open_pile_of_known_order():
    ledger = Ledger({"a": 2, "b": 1}, {"pile": True})
    ledger.reset(known={"pile": ["a", "b", "a"]})
    ledger.departs("pile", "a")
    assert sorted(shares(ledger)) == [half, half]
    ledger.shows("pile", "b", chosen=False)  # b is on top: the upper a was taken
    assert shares(ledger) == [1]
    ledger.departs("pile", "b")
    assert ledger.certain("pile") == {"a": 1}


# --- statements of which one holds ---


def test_a_tie_means_equal_hands():
    ledger = Ledger({"Guard": 2, "Priest": 2, "King": 1}, {"A": False, "B": False, "deck": True})
    ledger.reset(hidden={"A": 1, "B": 1, "deck": 3})
    ledger.either([[holds("A", face), holds("B", face)] for face in ledger.faces])
    assert shares(ledger) == [half, half]
    ledger.departs("A", "Guard")
    assert shares(ledger) == [1]
    assert ledger.expected()[:, 1].tolist() == [1, 0, 0]


def test_cases_about_the_same_cards_stay_one_history():
    ledger = Ledger(dict.fromkeys("abcd", 1), {"x": False, "y": False})
    ledger.reset(hidden={"x": 2, "y": 2})
    ledger.either([[lacks("x", ["a", "b"])], [exactly("x", ["a", "b"], 2)]])
    assert shares(ledger) == [1]
    assert ledger.belief().count == 2


def test_a_mixture_weighs_its_cases():
    ledger = Ledger(dict.fromkeys("abc", 1), {"x": False, "y": False})
    ledger.reset(hidden={"x": 1, "y": 2})
    ledger.either([[holds("x", "a")], []], weights=[Fraction(6, 10), Fraction(4, 10)])
    assert ledger.expected(exact=True)[:, 0].tolist() == [
        Fraction(10, 18), Fraction(4, 18), Fraction(4, 18),
    ]  # fmt: skip


def test_overlapping_cases_count_once():
    ledger = Ledger(dict.fromkeys("abcd", 1), {"x": False, "y": False})
    ledger.reset(hidden={"x": 2, "y": 2})
    cases = [[holds("x", "a")], [holds("x", "b"), lacks("y", "c")], [at_least("x", ["a", "b"], 1)]]
    ledger.either(cases, overlapping=True)
    worlds = [set(p[:2]) for p in permutations("abcd")]
    hold = [x for x in worlds if "a" in x or {"b", "c"} <= x or x & {"a", "b"}]
    assert ledger.expected(exact=True)[:, 0].tolist() == [
        Fraction(sum(face in x for x in hold), len(hold)) for face in "abcd"
    ]


def test_a_history_that_becomes_impossible_disappears():
    ledger = Ledger(dict.fromkeys("abcd", 1), {"x": False, "y": False, "z": False})
    ledger.reset(hidden={"x": 1, "y": 1, "z": 2})
    ledger.either([[holds("x", "a"), holds("y", "b")], [holds("x", "b"), holds("y", "c")]])
    assert shares(ledger) == [half, half]
    ledger.shows("z", "a")
    assert shares(ledger) == [1]
    assert ledger.expected()[:, 0].tolist() == [0, 1, 0, 0]
    with pytest.raises(Contradiction, match=r"shows\(.*cannot be: no world is left"):
        ledger.shows("z", "b")


def test_what_only_counting_shows_is_left_out_of_the_histories():
    ledger = Ledger(dict.fromkeys("abcdef", 1), {"x": False, "y": False})
    ledger.reset(hidden={"x": 3, "y": 3})
    both = [Fact("x", {"a": 1, "b": 1}, None, 0, 1), Fact("x", {"b": 1, "c": 1}, None, 0, 1)]
    ledger.either([[*both, Fact("y", {"a": 1, "c": 1, "b": 1}, None, 0, 1)], [holds("x", "f")]])
    assert len(ledger.histories()) == 2  # x holds a and c
    ledger.fact("x", {"e": 1, "d": 1}, 2)
    assert len(ledger._branches) == 2
    assert shares(ledger) == [1]
    assert ledger.sample(5, 1)[:, 5, 0].tolist() == [1] * 5


def test_too_many_histories_are_refused_or_forgotten():
    ledger = deck("xyz", most_branches=3)
    lines = ledger.lines()
    with pytest.raises(NeedsAlternatives, match=r"inserts\(.*4 histories .* 3 may be: say more"):
        ledger.inserts("hand", "deck", "q")
    assert ledger.lines() == lines
    ledger = deck("xyz", most_branches=3, forget=True)
    ledger.inserts("hand", "deck", "q")
    assert not ledger.exact
    assert ledger.certain("deck") == dict.fromkeys("xyzq", 1)
    assert [spot.size for spot in ledger.spots] == [8, 0, 1]
    assert Ledger.load(ledger.lines()).exact is False
    assert ledger.after(1).exact
    ledger.reset(hidden={"deck": 9})
    assert ledger.exact


def test_nothing_is_learnt_from_too_many_cases_if_they_may_be_forgotten():
    few = {"most_branches": 1, "forget": True}
    ledger = Ledger(dict.fromkeys("abcd", 2), {"x": False, "y": False}, **few)
    ledger.reset(hidden={"x": 4, "y": 4})
    weight = ledger.weight
    ledger.either([[holds("x", f), lacks("x", g)] for f, g in ("ab", "cd")])
    assert (ledger.exact, ledger.weight, ledger.knowledge().facts) == (False, weight, ())


# --- questions ---


def test_one_knowledge_is_refused_and_names_the_histories():
    ledger = deck("x")
    ledger.inserts("hand", "deck", "q")
    for ask in (ledger.knowledge, ledger.belief):
        with pytest.raises(KnowledgeError, match=r"2 histories are side by side.*histories\(\)"):
            ask()
    assert [knowledge.size for _, knowledge in ledger.histories()] == [5, 5]


def test_counts_of_histories_are_added_up():
    ledger = deck("x", hidden=2)
    ledger.inserts("hand", "deck", "q")
    assert ledger.count == 3 + 3  # which of a, b, c lies in the box, in either history
    assert ledger.arrangements == 3 * 6 + 3 * 2  # q and two others below x; or two below x, q


def test_weight_is_the_chance_of_what_was_seen():
    ledger = Ledger({"a": 2, "b": 2}, {"deck": True, "hand": False})
    ledger.reset(hidden={"deck": 4})
    ledger.departs("deck", "a", chosen=False)
    assert ledger.weight == half
    ledger.departs("deck", "a", chosen=False)
    assert ledger.weight == half * third
    ledger.inserts(None, "deck", "a")
    ledger.shows("deck", "b", chosen=False)
    assert ledger.weight == half * third * 2 * third


def test_samples_of_histories_fit_the_sizes():
    ledger = deck("xyz")
    ledger.inserts("hand", "deck", "q")
    worlds = ledger.sample(300, np.random.default_rng(3))
    assert worlds.dtype == np.int8
    assert (worlds.sum(axis=1) == [spot.size for spot in ledger.spots]).all()
    assert (worlds.sum(axis=2) == 1).all()
    assert all(ledger.allows(world) for world in worlds[:50])
    assert not ledger.allows(worlds[0][:, ::-1])
    assert (ledger.sample(20, 4) == ledger.sample(20, 4)).all()
    assert ledger.sample(0, 1).shape == (0, 9, len(ledger.spots))


# --- files and errors ---


def test_cases_are_saved_and_loaded():
    ledger = Ledger(dict.fromkeys([(0, "x"), "b", "a"], 1), {"q": False, "p": False})
    ledger.reset(hidden={"q": 1, "p": 2})
    cases = [
        [Fact({"p", "q"}, {"a": 2}, {2: 0.5}, because="told"), Fact("p", {(0, "x"): 1}, None, 1)],
        [{"zones": "q", "weights": {"a", "b"}, "lo": 1}],
    ]
    ledger.either(cases, weights=[Fraction(1, 3), 2])
    said = ledger.events[-1].said["cases"]
    assert said[0][0]["zones"] == ("q", "p")  # in the order of the game, whatever the hash seed
    loaded = Ledger.load(ledger.lines())
    assert loaded.events == ledger.events
    assert loaded.lines() == ledger.lines()
    assert (loaded.expected(exact=True) == ledger.expected(exact=True)).all()
    assert loaded.weight == ledger.weight


def test_options_are_saved_and_old_files_are_read():
    ledger = deck(most_branches=7, forget=True)
    loaded = Ledger.load(ledger.lines())
    assert (loaded.most_branches, loaded.forget) == (7, True)
    line = '{"event": "ledger", "faces": {"pairs": [["a", 1]]}, "zones": {"pairs": [["x", true]]}}'
    assert Ledger.load([line]).most_branches == 256
    with pytest.raises(KnowledgeError, match="must declare faces and zones"):
        Ledger.load([line.replace("zones", "rooms")])


@pytest.mark.parametrize(
    ("say", "match"),
    [
        (lambda x: x.either([]), "no case is given"),
        (lambda x: x.either("ab"), "'ab' is no list: give cases"),
        (lambda x: x.either([holds("hand", "q")]), "is no list: give cases, each a list"),
        (lambda x: x.either([["q"]]), "'q' is no Fact"),
        (lambda x: x.either([[{"zone": "hand"}]]), "is no statement: .*zone"),
        (lambda x: x.either([[holds("hnd", "q")]]), "no zone 'hnd'; did you mean 'hand'"),
        (lambda x: x.either([[holds("hand", "p")]]), "no face 'p'"),
        (lambda x: x.either([[]], weights=[1, 2]), r"weights \[1, 2\] for 1 cases"),
        (lambda x: x.either([[]], weights=[0]), "not all 0"),
        (lambda x: x.either([[]], weights=[-1]), "weight of case 0 is -1"),
        (lambda x: x.either([[]], weights=[1], overlapping=True), "have no weights"),
        (
            lambda x: x.either([[Fact("hand", {"q": 1}, {0: 0.5, 1: 1})], []], overlapping=True),
            "hold or do not hold",
        ),
        (lambda x: x.either([[holds("hand", "x")]]), "cannot be"),
        (lambda x: x.inserts("hand", "deck", "q", taken=1), "'hand' has no order"),
        (lambda x: x.inserts(None, "deck", "q", taken=1), "None has no order"),
        (lambda x: x.inserts("deck", "hand", taken="top"), "taken .* is 'top'"),
        (lambda x: x.inserts("hand", "deck", "q", within=3), "within is 3"),
        (lambda x: x.inserts("hand", "deck", "q", within=(2, 1)), "2 to 1 of 'deck'"),
        (lambda x: x.inserts("hand", "deck", "q", within=(0, 1), depth=1), "give one"),
        (lambda x: x.inserts("deck", "hand", within=(0, 1)), "'hand' has no order"),
        (lambda x: x.inserts("deck", "deck", taken=12), "no depth 12 in 'deck'"),
        (lambda x: Ledger({"a": 1}, {}, most_branches=0), "most_branches is 0"),
        (lambda x: Ledger({"a": 1}, {}, most_branches=1.5), "most_branches is 1.5"),
    ],
)
def test_nonsense_is_named_and_changes_nothing(say, match):
    ledger = deck("x")
    lines, branches = ledger.lines(), ledger._branches
    with pytest.raises(KnowledgeError, match=match):
        say(ledger)
    assert ledger.lines() == lines
    assert ledger._branches is branches


def two_of_four():
    ledger = Ledger({"A": 2, "B": 2}, {"deck": True, "hand": False})
    ledger.reset(hidden={"deck": 2, "hand": 2})
    return ledger


@pytest.mark.parametrize("table", [{0: 0.1, 1: 0.9, 2: 0.8}, {0: Fraction(1, 10), 1: 1, 2: 5}])
def test_hundreds_of_uncertain_signs_stay_exact(table):
    """Their product is far below what a float64 holds, and so is that of the signs against them."""
    ledger = two_of_four()
    for _ in range(400):
        ledger.fact("hand", "A", table=table)
    for _ in range(400):
        ledger.fact("hand", "A", table={0: 1, 1: Fraction(1, 9), 2: table[2]})
    weights = {
        n: ways * Fraction(table[n]) ** 400 * Fraction([1, Fraction(1, 9), table[2]][n]) ** 400
        for n, ways in {0: 1, 1: 4, 2: 1}.items()
    }
    mean = sum(n * weight for n, weight in weights.items()) / sum(weights.values())
    assert ledger.expected(exact=True)[0, 1] == mean
    assert ledger.exact


def test_mixtures_of_any_proportion_can_be_asked_about():
    ledger = two_of_four()
    for _ in range(400):
        ledger.either([[holds("hand", "A")], []], weights=[9, 1])
    few = Fraction(1, 1 + 4 * 10**400 + 10**400)
    assert ledger.expected(exact=True)[0, 1] == (4 * 10**400 + 2 * 10**400) * few
