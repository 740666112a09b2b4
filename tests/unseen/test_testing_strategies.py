"""The published strategies: what they draw is sound, covers all there is, and shrinks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

import games
from beliefs import Belief, Contradiction, Knowledge, KnowledgeError, any_of, holds, lacks
from determinize import Watch
from games import UnknownGame
from tests.beliefs.small_worlds import brute_force, world_weight
from unseen.testing import strategies
from unseen.testing.strategies import alternatives, facts, knowledges, positions, watches, worlds

SOME = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
MANY = settings(SOME, max_examples=400, phases=[Phase.generate])


def all_drawn(strategy, n=400):
    """What the strategy draws in so many examples."""
    drawn = []

    @settings(MANY, max_examples=n)
    @given(strategy)
    def collect(value):
        drawn.append(value)

    collect()
    return drawn


# --- positions ---


@pytest.mark.parametrize("name", games.names())
def test_every_position_is_reached_by_playing_its_record(name):
    @SOME
    @given(positions(name, most_moves=30, over=True))
    def replayed(state):
        again = state.record().replay()  # which refuses what the rules do not allow
        assert again.record_array.tobytes() == state.record_array.tobytes()
        assert len(state.history) <= 30
        assert again.history == state.history

    replayed()


def test_somebody_has_to_decide_unless_games_that_are_over_are_asked_for():
    assert not any(state.over for state in all_drawn(positions("template"), 80))
    drawn = all_drawn(positions("template", over=True), 80)
    assert any(state.over for state in drawn)
    assert any(not state.over for state in drawn)


def test_positions_lie_anywhere_in_a_game():
    depths = [len(state.history) for state in all_drawn(positions("schnapsen"), 100)]
    assert min(depths) == 0
    assert max(depths) >= 50
    middle = [depth for depth in depths if 10 <= depth < 40]
    assert len(middle) > len(depths) // 4


def test_games_of_clue_go_on_though_accusations_on_a_guess_are_drawn():
    """Each option that is not sensible can be drawn, and they do not end every game at once."""
    drawn = all_drawn(positions("clue", most_moves=40), 150)
    assert sum(len(state.history) > 20 for state in drawn) > 15
    assert any(_rash(state) for state in drawn)


def _rash(state):
    """Whether somebody took an option that is not sensible."""
    again = state.record().start()
    for _, code in state.history:
        if code not in _sensible(again):
            return True
        again.play(code)
    return False


def _sensible(state):
    out = np.empty(state.game.option_codes, np.int64)
    n = state.game.rules.sensible(state.record_array[0], out)
    return out[:n].tolist()


def test_any_number_of_players_or_the_one_asked_for():
    assert {state.seats for state in all_drawn(positions("clue", most_moves=2), 100)} == {
        2, 3, 4, 5, 6,
    }  # fmt: skip
    assert {state.seats for state in all_drawn(positions("clue", players=4), 20)} == {4}


def test_presets_and_parameters_are_those_asked_for():
    game = games.load("schnapsen")
    drawn = all_drawn(positions(game, preset="vu_platform", parameters={"match_target": 3}), 20)
    wanted = game.rules_of("vu_platform", match_target=3)
    assert all(state.rules == wanted for state in drawn)


def test_positions_shrink_to_few_moves_few_players_and_a_small_seed():
    state = find(positions("clue"), lambda state: len(state.history) >= 3, settings=SOME)
    assert (len(state.history), state.seats, state.seed) == (3, 2, 0)
    first = [again.codes[0] for again in _before(state)]
    assert [code for _, code in state.history] == first


def _before(state):
    """The states before each move."""
    for n in range(len(state.history)):
        yield state.record().replay(moves=n)


def test_a_failing_test_names_the_moves():
    @settings(SOME, database=None)
    @given(positions("schnapsen"))
    def fails(state):
        assert len(state.history) < 2

    with pytest.raises(AssertionError) as caught:
        fails()
    told = "\n".join(caught.value.__notes__)
    assert "schnapsen, 2 players, seed 0" in told
    assert "seat 0 play" in told
    assert "options [" in told


def test_a_game_that_no_package_installs_can_be_drawn_from():
    game = replace(games.load("template"), name="not installed")
    assert all(state.game is game for state in all_drawn(positions(game), 10))
    assert all(watch.state.game is game for watch in all_drawn(watches(game), 10))


@SOME
@given(watches("template", most_moves=20))
def test_a_watch_has_heard_of_every_move(watch):
    state = watch.state
    other = Watch.of(state.record())
    for seat in range(state.seats):
        mine, theirs = watch.information(seat), other.information(seat)
        assert mine.count == theirs.count >= 1
        assert mine.state.tobytes() == theirs.state.tobytes()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 7}, "for 2 to 6 players, not 7"),
        ({"preset": "hard"}, "no preset 'hard': one of classic"),
        ({"parameters": {"speed": 3}}, "speed"),
        ({"parameters": [1]}, r"parameters cannot be \[1\]"),
        ({"most_moves": -1}, "most_moves is -1"),
        ({"most_moves": 2.0}, r"most_moves is 2\.0"),
    ],
)
def test_positions_that_cannot_be_are_refused_when_they_are_asked_for(options, told):
    with pytest.raises(ValueError, match=told):
        positions("clue", **options)


def test_games_that_there_are_not_are_refused():
    with pytest.raises(UnknownGame, match="did you mean schnapsen"):
        positions("schnapsn")
    with pytest.raises(ValueError, match="game is 3: give"):
        positions(3)


# --- knowledge ---


@settings(SOME, max_examples=60)
@given(knowledges(most_cards=6))
def test_a_consistent_knowledge_has_a_world(knowledge):
    assert brute_force(knowledge)


def test_knowledge_that_need_not_be_consistent_sometimes_is_not():
    drawn = all_drawn(knowledges(most_cards=5, consistent=False), 100)
    possible = [bool(brute_force(knowledge)) for knowledge in drawn]
    assert 20 < sum(possible) < len(possible) - 20


@given(
    st.integers(1, 6), st.integers(1, 4), st.integers(1, 5), st.integers(0, 3), st.integers(0, 2),
    st.data(),
)  # fmt: skip
@SOME
def test_no_bound_is_passed(cards, copies, places, facts, alternatives, data):
    drawn = data.draw(
        knowledges(
            most_cards=cards,
            most_copies=copies,
            most_places=places,
            most_facts=facts,
            most_alternatives=alternatives,
            least_alternatives=min(1, alternatives),
        )
    )
    assert 1 <= drawn.size <= cards
    assert max(drawn.copies) <= copies
    assert len(drawn.places) <= places
    assert len(drawn.facts) <= facts
    assert min(1, alternatives) <= len(drawn.alternatives) <= alternatives


@SOME
@given(knowledges(weighted=False, most_cards=6, most_alternatives=2))
def test_where_nothing_weighs_all_worlds_are_equally_likely(knowledge):
    assert set(brute_force(knowledge).values()) == {1}


FORMS = {
    "lacks": lambda fact: fact.hi == 0 and fact.table is None,
    "holds": lambda fact: fact.lo == 1 and fact.hi == 1 and len(fact.weights) == 1,
    "exactly": lambda fact: fact.lo == fact.hi is not None and fact.lo > 1,
    "at least": lambda fact: fact.hi is None and fact.lo is not None and fact.table is None,
    "at most": lambda fact: fact.lo is None and fact.hi is not None and fact.table is None,
    "between": lambda fact: None not in (fact.lo, fact.hi) and fact.lo < fact.hi,
    "nothing": lambda fact: fact.lo is fact.hi is fact.table is None,
    "total": lambda fact: set(fact.weights.values()) - {1} and fact.table is None,
    "negative weight": lambda fact: min(fact.weights.values()) < 0,
    "weights with a common divisor": lambda fact: set(fact.weights.values()) == {2},
    "likelihood": lambda fact: fact.table is not None and fact.lo is fact.hi is None,
    "likelihood between bounds": lambda fact: fact.table is not None and fact.lo is not None,
    "likelihood of a count": lambda fact: fact.table and set(fact.weights.values()) == {1},
    "several sums": lambda fact: fact.table and len(fact.table) > 2,
    "a sum that weighs nothing": lambda fact: fact.table and 0 in fact.table.values(),
    "float": lambda fact: fact.table and any(isinstance(w, float) for w in fact.table.values()),
    "fraction": lambda fact: (
        fact.table and any(isinstance(w, Fraction) for w in fact.table.values())
    ),
    "several places": lambda fact: len(fact.places) > 1,
    "several faces": lambda fact: len(fact.weights) > 1,
}
HAS = {
    "copies": lambda known: max(known.copies) == 3,
    "an empty place": lambda known: 0 in known.capacities,
    "a place for any number": lambda known: None in known.capacities,
    "an ordered place": lambda known: known.ordered,
    "a forbidden place": lambda known: 0 in known.prior.values(),
    "a prior weight": lambda known: any(known.prior.values()),
    "no prior weight": lambda known: not known.prior,
    "no statement": lambda known: not known.statements,
    "facts and alternatives": lambda known: known.facts and known.alternatives,
    "alternatives before a fact": lambda known: (
        known.alternatives and known.statements[-1] is not known.alternatives[-1]
    ),
    "any_of": lambda known: any(one.once for one in known.alternatives),
    "one_of": lambda known: any(not one.once for one in known.alternatives),
    "weighted cases": lambda known: any(len(set(one.weights)) > 1 for one in known.alternatives),
    "a case that says nothing": lambda known: any(() in one.cases for one in known.alternatives),
    "a case of several facts": lambda known: any(
        len(case) > 1 for one in known.alternatives for case in one.cases
    ),
    "a likelihood in a case": lambda known: any(
        fact.table for one in known.alternatives for fact in one.facts
    ),
}


@pytest.mark.parametrize("consistent", [True, False])
def test_knowledge_has_everything_that_knowledge_can_have(consistent):
    drawn = all_drawn(knowledges(consistent=consistent), 300)
    told = [fact for knowledge in drawn for fact in knowledge.facts]
    assert [form for form, has in FORMS.items() if not any(map(has, told))] == []
    assert [what for what, has in HAS.items() if not any(map(has, drawn))] == []


DEAL = Knowledge({"Guard": 3, "Priest": 1, "King": 1}, {"hand": 2, "deck": 3})


@SOME
@given(st.data())
def test_what_is_said_of_a_world_is_true_there(data):
    world = data.draw(worlds(DEAL))
    one = data.draw(facts(DEAL, world=world) | alternatives(DEAL, world=world))
    assert world_weight(DEAL.given(one), DEAL.face_of.tolist(), world.tolist()) > 0


@SOME
@given(facts(DEAL, weighted=False), alternatives(DEAL, weighted=False))
def test_statements_without_weights_hold_or_do_not(fact, among):
    assert fact.table is None
    assert among.once
    assert not any(fact.table for fact in among.facts)


def test_a_world_that_is_none_is_refused():
    for wrong in [0, 0], [0, 0, 0, 0, 2]:
        with pytest.raises(KnowledgeError, match="is no world"):
            facts(DEAL, world=wrong)
        with pytest.raises(KnowledgeError, match="is no world"):
            alternatives(DEAL, world=wrong)


def test_knowledge_shrinks_to_few_cards_places_and_statements():
    few = knowledges(most_cards=4, most_facts=3)
    small = find(few, lambda known: len(known.facts) >= 2, settings=SOME)
    assert small.size <= 2
    assert (len(small.places), len(small.statements)) == (1, 2)
    assert not small.prior
    assert not small.ordered
    two = find(few, lambda known: len(brute_force(known)) > 1, settings=SOME)
    assert (two.size, len(two.places), two.statements) == (2, 2, ())


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ({"most_cards": 0}, "most_cards is 0: give a whole number, 1 or more"),
        ({"most_places": 1.5}, r"most_places is 1\.5"),
        ({"most_facts": -1}, "most_facts is -1: give a whole number, 0 or more"),
        ({"least_alternatives": 2}, "least_alternatives is 2, above most_alternatives, 1"),
    ],
)
def test_bounds_that_cannot_be_are_refused(bounds, told):
    with pytest.raises(ValueError, match=told):
        knowledges(**bounds)


# --- worlds ---


@SOME
@given(knowledges(most_cards=7), st.data())
def test_every_world_drawn_has_a_weight(knowledge, data):
    world = data.draw(worlds(knowledge))
    assert world_weight(knowledge, knowledge.face_of.tolist(), world.tolist()) > 0


FEW = [
    DEAL,
    DEAL.given(lacks("hand", "Priest")),
    DEAL.given(any_of(holds("hand", "Priest"), holds("hand", "King"))),
    Knowledge({"A": 2, "B": 1}, {"x": None, "y": None}, weights={("A", "x"): Fraction(1, 1000)}),
    Knowledge(["A"], {"x": 1}),
]


@pytest.mark.parametrize("knowledge", FEW, ids=str)
@pytest.mark.parametrize("method", ["table", "diagram"])
def test_every_world_can_be_drawn(knowledge, method):
    drawn = worlds(Belief(knowledge, method))
    expected = set(brute_force(knowledge))
    assert {tuple(world.tolist()) for world in all_drawn(drawn, 300)} == expected


def test_worlds_shrink_to_the_first():
    belief = Belief(DEAL)
    assert find(worlds(DEAL), lambda _: True).tolist() == belief.world(0).tolist()
    late = find(worlds(belief), lambda world: belief.index(world) >= 4)
    assert belief.index(late) == 4


def test_worlds_of_a_chain_are_sampled():
    chain = Belief(DEAL.given(lacks("hand", "Priest")), "chain")
    drawn = {tuple(world.tolist()) for world in all_drawn(worlds(chain), 100)}
    assert drawn <= set(brute_force(chain.knowledge))
    assert len(drawn) > 3


def test_a_knowledge_without_worlds_is_refused():
    with pytest.raises(Contradiction, match="hand lacks Priest"):
        worlds(DEAL.given(lacks("hand", "Priest"), holds("hand", "Priest")))


def test_all_strategies_are_had_from_the_package():
    from unseen import testing

    assert testing.__all__ == strategies.__all__
    for name in testing.__all__:
        assert getattr(testing, name) is getattr(strategies, name)
    with pytest.raises(AttributeError, match="no attribute 'position'"):
        _ = testing.position
