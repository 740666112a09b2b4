"""The ledger: golden example, traps, simplifications, questions, errors that change nothing."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from beliefs import Contradiction, KnowledgeError, Ledger
from beliefs.ledgers.events import Event, from_line

LOVE_LETTER = {
    "Guard": 3,
    "Priest": 2,
    "Baron": 1,
    "Handmaid": 2,
    "Prince": 1,
    "Countess": 1,
    "Princess": 1,
}


def column(ledger, zone):
    """Expected copies of each face in a zone, zeros left out."""
    here = [i for i, spot in enumerate(ledger.spots) if spot.zone == zone]
    expected = ledger.expected(exact=True)[:, here].sum(axis=1)
    return {face: n for face, n in zip(ledger.faces, expected, strict=True) if n}


def small(**zones):
    ledger = Ledger({"a": 2, "b": 1, "c": 1}, dict.fromkeys(zones, False))
    ledger.reset(hidden=zones)
    return ledger


# --- golden example: Love Letter, a visible play that tells the two measures apart ---


def test_love_letter_kept_card_after_a_handmaid_is_played():
    ledger = Ledger(LOVE_LETTER, {"deck": True, "B": False, "discard": True})
    ledger.reset(hidden={"deck": 10, "B": 1})
    ledger.fact("B", {"Priest": 1}, hi=0, because="not a Priest")
    ledger.passes("deck", "B")
    ledger.departs("B", "Handmaid")
    ledger.arrives("discard", "Handmaid")
    ninth = Fraction(1, 9)
    assert column(ledger, "B") == dict.fromkeys(LOVE_LETTER, ninth) | {"Guard": 3 * ninth}


# --- traps ---


def test_departures_weigh_labelled_copies_not_faces():
    ledger = small(hand=2, deck=2)
    ledger.departs("hand", "a")
    # of 12 labelled (played, kept) pairs with a played: a' b c alike; by faces a would be 1/5
    assert column(ledger, "hand") == dict.fromkeys("abc", Fraction(1, 3))


def test_a_fact_speaks_of_its_own_moment_after_a_departure():
    ledger = Ledger({"a": 3, "b": 3}, {"hand": False, "other": False, "deck": True})
    ledger.reset(hidden={"deck": 4, "hand": 2})
    ledger.passes("hand", "other")
    ledger.passes("deck", "hand", 2)
    ledger.departs("hand", "a")
    ledger.fact("hand", {"a": 1}, hi=0)
    assert column(ledger, "hand") == {"b": 2}


def test_a_fact_speaks_of_its_own_moment_before_an_arrival():
    ledger = small(hand=1, deck=2, other=1)
    ledger.fact("hand", {"a": 1}, hi=0)
    ledger.departs("other", "a")
    ledger.arrives("hand", "a")
    assert column(ledger, "hand") == {"a": 1, "b": Fraction(1, 2), "c": Fraction(1, 2)}


def test_departed_cards_do_not_wander_into_the_part_that_moves():
    ledger = Ledger({"a": 2, "b": 2, "c": 2}, dict.fromkeys(["x", "y", "z", "deck"], False))
    ledger.reset(hidden={"x": 2, "y": 2, "deck": 2})
    ledger.passes("x", "z")
    ledger.passes("y", "z", 2)
    ledger.shows("z", "a")
    ledger.departs("z", "b")
    ledger.departs("z", "a")
    ledger.passes("z", "y")  # everything that is left: one card
    # z held aab, abb or abc: 2, 2, 8 labelled triples, times v_a v_b v_a = 4, 2, 1
    assert column(ledger, "z") == {}
    assert column(ledger, "y") == {"a": Fraction(2, 5), "b": Fraction(1, 5), "c": Fraction(2, 5)}


def test_splitting_a_lot_that_still_counts_a_departed_card():
    """Known a beside the lot that may hold a: the one that leaves is either."""
    ledger = Ledger({"a": 2, "b": 2, "c": 1}, dict.fromkeys(["x", "y", "deck"], False))
    ledger.reset(hidden={"x": 2, "deck": 2}, known={"y": {"a": 1}})
    ledger.departs("y", "a")
    ledger.arrives("x", "a")
    ledger.departs("x", "a")
    ledger.passes("x", "y", 1)
    kept, given_away = column(ledger, "x"), column(ledger, "y")
    assert kept == given_away
    # hands (hidden part of x): 6 pairs of {a, b, b', c}; weight 2 with a, 1 without
    assert kept["a"] == Fraction(1, 2) * Fraction(2 * 3, 2 * 3 + 3)


def test_known_copies_leave_first():
    ledger = Ledger({"a": 2, "b": 2}, dict.fromkeys(["x", "y"], False))
    ledger.reset(hidden={"x": 1, "y": 2}, known={"x": {"a": 1}})
    ledger.departs("x", "a")
    assert ledger.certain("x") == {}
    # v = 2 if the hidden card is the other a (1 of 3), else 1
    assert column(ledger, "x") == {"a": Fraction(2, 4), "b": Fraction(2, 4)}


def test_public_sizes_are_facts():
    ledger = small(hand=3, deck=1)
    assert column(ledger, "hand") == {"a": Fraction(3, 2), "b": Fraction(3, 4), "c": Fraction(3, 4)}
    with pytest.raises(KnowledgeError, match="4 cards cannot leave 'hand': it holds 3"):
        ledger.passes("hand", "deck", 4)


# --- the common game stays small ---


def schnapsen():
    zones = {"talon": True, "hand 0": False, "hand 1": False, "won": False}
    ledger = Ledger(dict.fromkeys(range(20), 1), zones)
    ledger.reset({"talon": "all"})
    for card in range(5):
        ledger.departs("talon", card, chosen=False)
        ledger.arrives("hand 0", card)
        ledger.passes("talon", "hand 1")
    ledger.departs("talon", 19, chosen=False)
    ledger.arrives("talon", 19, depth=0)
    return ledger


def test_one_lot_for_each_hidden_zone_with_its_name_and_capacity():
    ledger = schnapsen()
    knowledge = ledger.knowledge()
    assert dict(zip(knowledge.places, knowledge.capacities, strict=True)) == {
        "talon": 9,
        "hand 1": 5,
    }
    assert knowledge.size == 14
    assert ledger.count == 2002
    assert ledger.exact


def test_lots_stay_two_through_a_deal_and_vanish_when_all_is_known():
    ledger = schnapsen()
    theirs = [10, 11, 12, 13, 14]
    drawn = [(5, 15), (6, 16), (7, 17), (8, 18)]
    for mine, other in drawn:
        for zone, card in (("hand 0", mine - 5), ("hand 1", theirs.pop())):
            ledger.departs(zone, card)
            ledger.arrives("won", card)
        ledger.departs("talon", mine, chosen=False)
        ledger.arrives("hand 0", mine)
        ledger.passes("talon", "hand 1")
        theirs.insert(0, other)
        assert len(ledger.knowledge().places) == 2
    ledger.departs("hand 0", 4)
    ledger.departs("hand 1", 10)
    ledger.departs("talon", 9, chosen=False)
    assert ledger.knowledge().size == 0
    assert ledger.count == 1
    assert column(ledger, "hand 1") == dict.fromkeys((15, 16, 17, 18), 1)


def test_a_void_goes_with_the_cards_that_it_spoke_of():
    ledger = schnapsen()
    ledger.fact("hand 1", range(5, 10), hi=0, because="did not follow")
    assert str(ledger.knowledge().facts[0]).endswith("(did not follow)")
    for card in (10, 11, 12, 13, 14):
        ledger.departs("hand 1", card)
    assert ledger.knowledge().facts == ()


def test_parted_and_shuffled_again_is_one_lot():
    ledger = schnapsen()
    ledger.shows("talon", 9, chosen=False, depth=4)
    assert [spot.size for spot in ledger.spots if spot.zone == "talon"] == [1, 3, 1, 5]
    ledger.shuffles("talon")
    assert ledger.knowledge().places == ("talon", "hand 1")
    assert ledger.certain("talon") == {9: 1, 19: 1}


def test_neighbours_that_are_alike_are_one_part_of_a_deck():
    ledger = schnapsen()
    ledger.passes("talon", "hand 1", depth=4)  # from the middle of nine cards that are all alike
    assert [spot.size for spot in ledger.spots if spot.zone == "talon"] == [1, 8]
    ledger.passes("hand 1", "talon", at=5)  # one of the hand is not like them if more is known
    ledger.fact("hand 1", [10], 1)
    ledger.passes("hand 1", "talon", at=5)
    assert [spot.size for spot in ledger.spots if spot.zone == "talon"] == [1, 4, 1, 5]
    known = Ledger({"a": 2, "b": 1}, {"deck": True})
    known.reset(known={"deck": ["b", "a", "a"]})
    assert [spot.size for spot in known.spots] == [1, 2]


def test_a_secret_gift_that_is_all_played_leaves_no_trace():
    ledger = Ledger(dict.fromkeys("abcdef", 1), {"x": False, "y": False, "z": False})
    ledger.reset(hidden={"x": 2, "y": 2, "z": 2})
    ledger.passes("x", "y")
    ledger.fact("y", list("abc"), lo=1)
    ledger.departs("y", "a")
    ledger.departs("y", "b")
    ledger.departs("y", "c")
    assert ledger.knowledge().facts == ()
    assert column(ledger, "x") == dict.fromkeys("def", Fraction(1, 3))


# --- questions ---


def test_arrangements_count_unknown_orders():
    ledger = Ledger({"a": 1, "b": 1, "c": 1}, {"deck": True, "hand": False})
    ledger.reset(hidden={"deck": 2, "hand": 1})
    assert (ledger.count, ledger.arrangements) == (3, 6)


def test_sample_counts_known_cards_and_fits_the_sizes():
    ledger = schnapsen()
    worlds = ledger.sample(500, 1)
    assert worlds.dtype == np.int8
    assert (worlds.sum(axis=1) == [spot.size for spot in ledger.spots]).all()
    assert (worlds.sum(axis=2) == 1).all()


def test_sample_follows_the_belief():
    """Means of 4000 worlds, fixed seed: normal bounds, one false alarm in 1000 seeds."""
    ledger = Ledger({"a": 2, "b": 2, "c": 2}, dict.fromkeys(["x", "y", "z"], False))
    ledger.reset(hidden={"x": 3, "y": 2, "z": 1})
    ledger.fact("x", {"a": 1}, hi=1)
    ledger.passes("x", "y", 1)
    ledger.departs("y", "b")
    worlds = ledger.sample(4000, np.random.default_rng(5))
    mean = ledger.expected()
    deviation = worlds.mean(axis=0) - mean
    spread = worlds.std(axis=0) / np.sqrt(len(worlds))
    z = deviation[spread > 0] / spread[spread > 0]
    assert np.abs(z).max() < stats.norm.isf(0.001 / 2 / len(z))


def test_more_than_127_copies_are_counted():
    ledger = Ledger({"a": 200, "b": 100}, {"hand": False, "deck": True})
    ledger.reset(known={"hand": {"a": 150}}, hidden={"deck": 150})
    assert ledger.sample(2, 1)[:, :, 1].tolist() == [[50, 100]] * 2
    assert ledger.sample(2, 1)[:, :, 0].tolist() == [[150, 0]] * 2


def test_a_set_of_names_is_kept_in_the_order_of_the_game():
    """Else the saved history would hang on Python's hash seed."""
    ledger = Ledger({(0, "x"): 1, 5: 1, "b": 1, "a": 1}, {"q": False, "p": False, ("r", 1): False})
    ledger.reset(hidden={"q": 1, "p": 1, ("r", 1): 2})
    ledger.fact({"p", "q"}, {"a", "b", 5}, 1)
    ledger.fact(("r", 1), (0, "x"), 0, 1)
    ledger.fact(["p"], 5, hi=0)
    said = [event.said for event in ledger.events[1:]]
    assert [one["zones"] for one in said] == [("q", "p"), (("r", 1),), ("p",)]
    assert [list(one["weights"]) for one in said] == [[5, "b", "a"], [(0, "x")], [5]]
    with pytest.raises(KnowledgeError, match="no zone 's'"):
        ledger.fact({"p", "s"}, 5)


def test_parts_of_cards_are_no_world():
    ledger = small(hand=2, deck=2)
    world = ledger.sample(1, 1)[0]
    assert ledger.allows(world)
    assert not ledger.allows(world + 0.25)


def test_without_cards_nothing_is_the_only_world():
    """A game without cards has a ledger as well."""
    ledger = Ledger({}, {})
    assert (ledger.arrangements, ledger.allows(ledger.sample(1, 1)[0])) == (1, True)


def test_a_piece_of_a_deck_is_shuffled_from_below_upwards():
    ledger = Ledger({"a": 1, "b": 1, "c": 1}, {"deck": True})
    ledger.reset(known={"deck": ["a", "b", "c"]})
    with pytest.raises(KnowledgeError, match="depths 2 to 0 of 'deck': start is above stop"):
        ledger.shuffles("deck", 2, 1)


def test_a_generator_row_is_advanced():
    from compiled import rows

    ledger, row = schnapsen(), rows(3)[0]
    assert (ledger.sample(20, row) != ledger.sample(20, row)).any()


def test_belief_is_kept_until_the_next_event():
    ledger = schnapsen()
    assert ledger.belief() is ledger.belief()
    before = ledger.belief()
    ledger.departs("hand 1", 12)
    assert ledger.belief() is not before


def test_copies_go_their_own_ways():
    ledger = schnapsen()
    other = pickle.loads(pickle.dumps(ledger.copy()))
    other.departs("hand 1", 12)
    assert (ledger.size("hand 1"), other.size("hand 1")) == (5, 4)
    assert ledger.count == 2002


def test_a_known_order_is_told_from_the_bottom():
    ledger = Ledger({"a": 1, "b": 1, "c": 1}, {"deck": True, "hand": False})
    ledger.reset(hidden={"hand": 1}, known={"deck": ["a", "b"]})
    assert [ledger.spots[i].start for i in (0, 1)] == [0, 1]
    assert ledger.expected()[:, :2].tolist() == [[1, 0], [0, 1], [0, 0]]
    ledger.departs("deck", "b", chosen=False)


# --- errors ---


def test_an_impossible_departure_names_face_zone_and_what_could_be():
    ledger = small(hand=1, deck=3)
    ledger.fact("hand", "a", hi=0)
    ledger.shows("deck", "b")
    with pytest.raises(Contradiction, match="'b' cannot be in 'hand': it can hold only 'a', 'c'"):
        ledger.departs("hand", "b")
    with pytest.raises(Contradiction, match=r"departs\(zone='hand', face='a'.*cannot be"):
        ledger.departs("hand", "a")


def test_what_only_counting_shows_surfaces_at_the_belief():
    ledger = small(hand=2, deck=2)
    ledger.fact("hand", ["a", "b"], hi=1)
    ledger.fact("deck", ["a", "b"], hi=0)
    with pytest.raises(Contradiction):
        ledger.belief()


@pytest.mark.parametrize(
    ("say", "match"),
    [
        (lambda x: x.departs("hnd", "a"), "no zone 'hnd'; did you mean 'hand'"),
        (lambda x: x.departs("hand", "z"), "no face 'z'"),
        (lambda x: x.departs("hand", "a", depth=0), "'hand' has no order"),
        (lambda x: x.passes("hand", "deck", 9), "9 cards cannot leave 'hand': it holds 2"),
        (lambda x: x.arrives("hand", "a"), "no copy of 'a' is out of all zones"),
        (lambda x: x.reset(hidden={"hand": 3}), "3 cards are hidden .* 4 are not known"),
        (lambda x: x.reset(known={"hand": {"b": 2}}), "2 copies of 'b' are known: there are 1"),
        (lambda x: x.inserts(None, "hand"), "name one"),
        (lambda x: x.fact("hand", {"a": 1}, 3), "can only be"),
        (lambda x: x.fact("hand", {"a": 1}, 2, 1), "lo 2 is above hi 1"),
        (lambda x: x.allows([[1]]), "shape"),
        (lambda x: x.reset(hidden={"hand": 5, "deck": -1}), "number in 'deck' is -1"),
        (lambda x: x.reset(hidden={"hand": 4.0}), "number in 'hand' is 4.0: .* whole"),
        (lambda x: x.reset({"hand": "al"}), "number in 'hand' is 'al': .* whole"),
        (
            lambda x: x.reset(hidden={"hand": 5}, known={"deck": {"a": -1}}),
            "number of 'a' in 'deck' is -1",
        ),
        (lambda x: x.passes("hand", "deck", 1.5), "number of cards is 1.5"),
        (lambda x: x.passes("hand", "deck", True), "number of cards is True"),
        (lambda x: x.shuffles("hand", 0, 1), "'hand' has no order"),
        (lambda x: x.shuffles("pile", 2, 1), "no zone 'pile'"),
        (lambda x: x.fact("hand", {"a": 1}, 3, table={0: 1}), "nowhere positive from 3"),
        (lambda x: x.sample(-1, 0), "-1 worlds: draw 0 or more"),
        (lambda x: x.sample("1", 0), "number of worlds is '1'"),
        (lambda x: (x.knowledge(), x.belief("outlook")), "method is 'outlook'"),
        (lambda x: Ledger({"a": 1.5}, {}), "number of 'a' is 1.5"),
        (lambda x: Ledger({"a": 0}, {}), "0 copies of 'a'"),
        (lambda x: Ledger({"a": 1}, {"deck": "no"}), "'deck' is 'no': True if it is ordered"),
        (lambda x: x.tell(Event("passes", {"source": "hand"})), "target"),
        (lambda x: x.tell(Event("departs", {"zone": {}, "face": "a"})), "unhashable"),
        (lambda x: Ledger.load(["[1]"]), "no event"),
        (lambda x: from_line('{"event": "departs", "zone": {"x": 1}}'), "no event: KeyError"),
        (lambda x: from_line('{"event": "reset", "hidden": {"pairs": 3}}'), "no event: TypeE"),
        (lambda x: Ledger.load(["{}"]), "no event"),
        (lambda x: Ledger.load([]), "no ledger"),
    ],
)
def test_nonsense_is_named_and_changes_nothing(say, match):
    ledger = small(hand=2, deck=2)
    lines, branches = ledger.lines(), ledger._branches
    with pytest.raises(KnowledgeError, match=match):
        say(ledger)
    assert ledger.lines() == lines
    assert ledger._branches is branches


# --- any stream of events, possible or not ---

FACE = st.sampled_from("abcz")
ZONE = st.sampled_from(["deck", "x", "y", "q"])
DEPTH = st.one_of(st.none(), st.integers(-1, 4))
EVENT = st.one_of(
    st.tuples(
        st.just("departs"), st.fixed_dictionaries({"zone": ZONE, "face": FACE, "depth": DEPTH})
    ),
    st.tuples(
        st.just("arrives"), st.fixed_dictionaries({"zone": ZONE, "face": FACE, "depth": DEPTH})
    ),
    st.tuples(
        st.just("shows"), st.fixed_dictionaries({"zone": ZONE, "face": FACE, "depth": DEPTH})
    ),
    st.tuples(
        st.just("passes"),
        st.fixed_dictionaries(
            {"source": ZONE, "target": ZONE, "k": st.integers(-1, 3), "depth": DEPTH, "at": DEPTH}
        ),
    ),
    st.tuples(
        st.just("fact"),
        st.fixed_dictionaries(
            {"zones": ZONE, "weights": FACE, "lo": st.integers(0, 2), "hi": st.integers(0, 2)}
        ),
    ),
    st.tuples(st.just("reveals"), st.fixed_dictionaries({"zone": ZONE, "faces": st.lists(FACE)})),
    st.tuples(st.just("swaps"), st.fixed_dictionaries({"a": ZONE, "b": ZONE})),
    st.tuples(st.just("mixes"), st.fixed_dictionaries({"zones": ZONE, "into": ZONE})),
    st.tuples(
        st.just("inserts"),
        st.fixed_dictionaries(
            {
                "source": st.one_of(st.none(), ZONE),
                "target": ZONE,
                "face": st.one_of(st.none(), FACE),
                "depth": DEPTH,
                "within": st.one_of(st.none(), st.tuples(st.integers(-1, 3), st.integers(-1, 4))),
                "taken": st.one_of(st.none(), st.just("anywhere"), st.integers(-1, 3)),
            }
        ),
    ),
    st.tuples(
        st.just("either"),
        st.fixed_dictionaries(
            {
                "cases": st.lists(
                    st.lists(
                        st.fixed_dictionaries(
                            {"zones": ZONE, "weights": FACE, "lo": st.integers(0, 2)}
                        ),
                        max_size=2,
                    ),
                    max_size=3,
                ),
                "weights": st.one_of(st.none(), st.lists(st.integers(-1, 2), max_size=3)),
                "overlapping": st.booleans(),
            }
        ),
    ),
)


def state(ledger):
    return repr(
        [
            [getattr(lots, name) for name in lots.__slots__ if name != "ordered"]
            for lots in ledger._branches
        ]
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(EVENT, max_size=12))
def test_refused_events_change_nothing_and_accepted_ones_keep_the_count(events):
    ledger = Ledger({"a": 2, "b": 2, "c": 1}, {"deck": True, "x": False, "y": False})
    ledger.reset(hidden={"deck": 2, "x": 2, "y": 1})
    for kind, said in events:
        before, lines = state(ledger), ledger.lines()
        try:
            getattr(ledger, kind)(**said)
        except KnowledgeError:
            assert state(ledger) == before
            assert ledger.lines() == lines
        else:
            assert len(ledger.lines()) == len(lines) + 1
        for lots in ledger._branches:
            sizes = [sum(pile.size for pile in piles) for piles in lots.piles.values()]
            assert sizes == list(map(ledger.size, ledger.zones))
            assert sum(sizes) + sum(lots.away.values()) == 5
    assert state(Ledger.load(ledger.lines())) == state(ledger)
