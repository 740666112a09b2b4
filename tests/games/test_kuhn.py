"""Kuhn poker by its rules, its known numbers, and OpenSpiel's game beside it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import games
from arena.growth import game_tree
from arena.tree import Known
from games.kuhn.rules import BET, PASS

GAME = games.load("kuhn")

UNUSED = {2: ["10", "A"], 3: ["10"], 4: []}


def dealt(*hands: str, **fields: Any) -> games.State:
    """A game in which these cards have been dealt."""
    cards = {f"hand {p}": [face] for p, face in enumerate(hands)}
    cards["out"] = UNUSED[len(hands)]
    return GAME.arrange(cards, sizes={"deck": 1}, players=len(hands), **fields)


def after(state: games.State, *moves: str) -> games.State:
    for move in moves:
        state.play(move)
    return state


def words(state: games.State) -> list[str]:
    return [option.words for option in state.options()]


# The deal


@pytest.mark.parametrize(("players", "cards"), [(2, "J Q K"), (3, "J Q K A"), (4, "10 J Q K A")])
def test_there_is_one_card_more_than_players_and_the_others_lie_out(players: int, cards: str):
    state = GAME.new(players=players, seed=3)
    view = state.view(0)
    assert view.known("out") == tuple(UNUSED[players])
    assert all(len(view.slots(f"hand {p}")) == 1 for p in range(players))
    assert len(view.slots("deck")) == 1
    [mine] = view.known("hand 0")
    assert mine in cards.split()
    assert view.known("hand 1") == view.known("deck") == ()


def test_every_deal_comes_and_about_equally_often():
    seen: dict[tuple[str, ...], int] = {}
    for seed in range(1200):
        state = GAME.new(seed=seed)
        hands = tuple(state.view(p).known(f"hand {p}")[0] for p in range(2))
        seen[hands] = seen.get(hands, 0) + 1
    assert set(seen) == set(permutations("JQK", 2))
    # 6 deals, 200 of each expected; 5 standard deviations of 12.9: one run in 300 000 fails.
    assert all(abs(n - 200) < 65 for n in seen.values())


# The betting


def test_before_a_bet_one_checks_or_bets_and_after_it_folds_or_calls():
    state = dealt("Q", "K")
    assert (state.mover, state.decision, words(state)) == (0, "open", ["check", "bet"])
    state.play("bet")
    assert (state.mover, state.decision, words(state)) == (1, "answer", ["fold", "call"])


def test_everybody_checks_and_the_highest_card_wins_the_antes():
    assert after(dealt("Q", "K"), "check", "check").returns == (-1, 1)
    assert after(dealt("K", "A", "Q"), "check", "check", "check").returns == (-1, 2, -1)


def test_a_bet_that_nobody_calls_wins_the_antes_with_any_card():
    assert after(dealt("J", "K"), "bet", "fold").returns == (1, -1)
    assert after(dealt("K", "J"), "check", "bet", "fold").returns == (-1, 1)


def test_a_called_bet_goes_to_the_higher_card():
    assert after(dealt("J", "K"), "bet", "call").returns == (-2, 2)
    assert after(dealt("K", "J"), "check", "bet", "call").returns == (2, -2)


def test_after_a_bet_everybody_else_answers_once_who_checked_too():
    state = after(dealt("J", "Q", "K"), "check", "bet")
    assert state.mover == 2
    state.play("call")
    assert (state.mover, words(state)) == (0, ["fold", "call"])
    state.play("call")
    assert state.over
    assert state.returns == (-2, -2, 4)


def test_who_folded_does_not_win_whatever_he_holds():
    assert after(dealt("J", "A", "Q"), "bet", "fold", "call").returns == (-2, -1, 3)


def test_hands_are_shown_only_where_several_are_in():
    shown = after(dealt("J", "K"), "bet", "call")
    assert shown.view(0).known("hand 1") == ("K",)
    unseen = after(dealt("J", "K"), "bet", "fold")
    assert unseen.view(0).known("hand 1") == unseen.view(1).known("hand 0") == ()
    three = after(dealt("J", "A", "Q"), "bet", "fold", "call")
    assert three.view(0).known("hand 2") == ("Q",)
    assert three.view(0).known("hand 1") == ()


def test_ante_and_bet_are_parameters():
    state = dealt("J", "K", parameters={"ante": 3, "bet": 5})
    assert after(state, "bet", "call").returns == (-8, 8)
    state = dealt("J", "K", parameters={"ante": 3, "bet": 5})
    assert after(state, "bet", "fold").returns == (3, -3)
    for name in ("ante", "bet"):
        with pytest.raises(ValueError, match=f"{name} cannot be 11: 1 to 10 chips"):
            GAME.new(**{name: 11})


# For search


def test_a_position_is_worth_what_a_showdown_now_would_win():
    state = after(dealt("J", "K", "Q"), "bet", "call")
    value = GAME.rules.value
    s = state.record_array[0]
    # 7 chips are in the pot, the most to be won are 4: seat 1 would win 3.
    greatest = GAME.rules.greatest_return(s)
    assert (greatest, [value(s, p) for p in range(3)]) == (4, [-2 / 4, 3 / 4, -1 / 4])


# Words


def test_options_are_typed_in_words_and_pass_is_to_check_or_to_fold():
    state = dealt("Q", "K")
    assert state.code_of("Check") == state.code_of("pass") == PASS
    assert state.code_of("BET") == BET
    with pytest.raises(games.IllegalOption, match="'call' is no option: check, bet"):
        state.play("call")
    state.play("bet")
    assert state.code_of("pass") == state.code_of("fold") == PASS
    with pytest.raises(games.IllegalOption, match="'bet' is no option: fold, call"):
        state.play("bet")


def test_a_position_is_shown():
    assert str(after(dealt("J", "A", "Q"), "bet", "fold").view(2)).splitlines() == [
        "pot 4, out 10",
        "player 0: ?, 2 in the pot, bet",
        "player 1: ?, 1 in the pot, folded",
        "player 2 (you): Q, 1 in the pot",
    ]
    assert "player 1 (you): K, 2 in the pot, called" in str(
        after(dealt("J", "K"), "bet", "call").view(1)
    )


# Positions


def test_a_position_in_the_middle_can_be_arranged():
    state = dealt(
        "J",
        "Q",
        "K",
        mover=2,
        decision="answer",
        bettor=1,
        added=[1, 0, 0, 0],
        folded=[0, 1, 0, 0],
    )
    assert after(state, "call").returns == (-2, -1, 3)


def test_every_position_of_play_may_be_arranged_and_goes_on_alike():
    for seed in range(30):
        state = GAME.new(players=2 + seed % 3, seed=seed)
        while not state.over:
            assert GAME.verify(state.record_array[0]) == []
            state.play(state.codes[(seed + len(state.history)) % 2])
        assert GAME.verify(state.record_array[0]) == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"bettor": 3}, "bettor cannot be 3: 0 for nobody, or 1 \\+ the seat"),
        ({"round": 1}, "round cannot be 1"),
        ({"added": [2, 0, 0, 0]}, "added cannot be .* 0 or 1 chips for each of 2 seats"),
        ({"folded": [0, 0, 1, 0]}, "folded cannot be .* 0 or 1 for each of 2 seats"),
        ({"folded": [1, 0, 0, 0]}, "must be 0 for every seat while bettor is 0"),
        ({"decision": "answer"}, "decision cannot be 'answer' while bettor is 0"),
        ({"bettor": 1, "mover": 1}, "decision cannot be 'open' once somebody has bet"),
        ({"bettor": 1, "decision": "answer"}, "mover cannot be 0, the bettor"),
        (
            {"bettor": 1, "decision": "answer", "mover": 1},
            "seat 0 is the bettor, and so has added the bet",
        ),
        (
            {"bettor": 1, "decision": "answer", "mover": 1, "added": [1, 1, 0, 0]},
            "seat 1 has not answered yet",
        ),
        (
            {"bettor": 1, "decision": "answer", "mover": -1, "added": [1, 0, 0, 0]},
            "seat 1 has called or folded",
        ),
    ],
)
def test_what_no_betting_comes_to_is_refused(fields: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        dealt("J", "Q", **fields)


def test_cards_where_none_can_lie_are_refused():
    with pytest.raises(ValueError, match="hand 0 cannot hold 2 cards: 1 card lies there"):
        GAME.arrange({"hand 0": ["J", "Q"], "hand 1": ["K"], "out": ["10", "A"]})
    with pytest.raises(ValueError, match="A cannot lie in hand 0: 2 players leave it out"):
        GAME.arrange({"hand 0": ["A"], "hand 1": ["K"], "deck": ["Q"], "out": ["10", "J"]})


# Known numbers


def test_there_are_12_information_sets_and_30_ends():
    tree = game_tree(GAME)
    assert [sum(place.known.seat == p for place in tree.places) for p in range(2)] == [6, 6]
    assert len(tree.deals) == 6
    assert tree.ends == 30


def test_with_three_there_are_48_information_sets_and_312_ends():
    tree = game_tree(GAME, players=3)
    # 4 cards at 4 points of decision for each seat; 24 deals with 13 ends each.
    assert [sum(place.known.seat == p for place in tree.places) for p in range(3)] == [16] * 3
    assert (len(tree.deals), tree.ends) == (24, 312)


def equilibrium(known: Known, bluff: Fraction) -> Fraction:
    """How likely a bet or a call is, in Kuhn's equilibria: one for each bluff from 0 to 1/3."""
    third = Fraction(1, 3)
    face, played = known.faces(f"hand {known.seat}")[0], known.codes
    table = {
        (): {"J": bluff, "Q": 0, "K": 3 * bluff},
        (PASS, BET): {"J": 0, "Q": bluff + third, "K": 1},
        (PASS,): {"J": third, "Q": 0, "K": 1},
        (BET,): {"J": 0, "Q": third, "K": 1},
    }
    return Fraction(table[played][face])


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 4), Fraction(1, 3)])
def test_the_value_is_minus_an_eighteenth_to_the_first_player(bluff: Fraction):
    tree = game_tree(GAME)

    def worth(number: int) -> Fraction:
        node = tree.nodes[number]
        if node.place < 0:
            return Fraction(node.returns[0])
        bet = equilibrium(tree.places[node.place].known, bluff)
        passed, paid = map(worth, node.children)
        return (1 - bet) * passed + bet * paid

    deals = zip(tree.deals, tree.roots, strict=True)
    assert sum(deal.ways * worth(root) for deal, root in deals) / 6 == Fraction(-1, 18)


# Beside OpenSpiel


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_of_every_deal_goes_as_in_openspiel(players: int):
    pytest.importorskip("pyspiel")
    from tests.games.openspiel_poker import assert_alike, beside

    lines = 0

    def walk(ours: games.State, theirs: Any) -> None:
        nonlocal lines
        assert_alike(ours, theirs)
        lines += ours.over
        for code in ours.codes:
            following = ours.copy()
            following.play(code)
            walk(following, theirs.child(code))

    for deal in game_tree(GAME, players=players).deals:
        walk(deal.state.copy(), beside(deal.state))
    assert lines == game_tree(GAME, players=players).ends


def test_it_conforms():
    checked = games.check(GAME, seeds=6)
    assert checked.conforms, str(checked)
