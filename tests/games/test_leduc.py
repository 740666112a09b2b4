"""Leduc poker by its rules, its known numbers, and OpenSpiel's game beside it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import games
from arena.growth import game_tree
from games.leduc.rules import CALL, FOLD, RAISE

GAME = games.load("leduc")

UNUSED = {2: ["10", "10", "A", "A"], 3: ["10", "10"], 4: []}


def dealt(*hands: str, board: str = "", **fields: Any) -> games.State:
    """A game in which these cards have been dealt, and `board` is the next one."""
    cards = {f"hand {p}": [face] for p, face in enumerate(hands)}
    cards["out"] = UNUSED[len(hands)]
    ranks = [face for face in GAME.faces if face not in cards["out"]]
    rest = [face for face in ranks for _ in range(2)]
    for face in hands:
        rest.remove(face)
    top = board or rest[0]
    rest.remove(top)
    cards["deck"] = [*rest, top]
    return GAME.arrange(cards, players=len(hands), **fields)


def after(state: games.State, *moves: str) -> games.State:
    for move in moves:
        state.play(move)
    return state


def words(state: games.State) -> list[str]:
    return [option.words for option in state.options()]


# The deal


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 8), (4, 10)])
def test_there_are_two_of_each_rank_and_one_rank_more_than_players(players: int, cards: int):
    view = GAME.new(players=players, seed=3).view(0)
    assert sorted(view.known("out")) == sorted(UNUSED[players])
    assert len(view.slots("deck")) == cards - players
    assert all(len(view.slots(f"hand {p}")) == 1 for p in range(players))
    assert len(view.known("hand 0")) == 1
    assert view.known("hand 1") == view.known("deck") == view.slots("board") == ()


def test_every_deal_comes_as_often_as_its_copies_allow():
    seen = Counter(
        tuple(state.view(p).known(f"hand {p}")[0] for p in range(2))
        for state in (GAME.new(seed=seed) for seed in range(1500))
    )
    # Of 30 pairs of labelled cards 2 are of one given face, 4 of two given faces; 5 standard
    # deviations of a count are 48 and 66: one run in 200 000 fails.
    for hands, n in seen.items():
        expected, margin = (100, 48) if hands[0] == hands[1] else (200, 66)
        assert abs(n - expected) < margin
    assert len(seen) == 9


# The betting


def test_nobody_folds_without_a_bet_to_answer():
    state = dealt("Q", "K")
    assert (state.mover, state.decision, words(state)) == (0, "open", ["check", "bet"])
    assert state.codes == (CALL, RAISE)
    state.play("bet")
    assert (state.mover, state.decision) == (1, "answer")
    assert words(state) == ["fold", "call", "raise"]
    assert state.codes == (FOLD, CALL, RAISE)


def test_two_bets_and_raises_are_the_most_in_a_round():
    state = after(dealt("Q", "K"), "bet", "raise")
    assert words(state) == ["fold", "call"]
    state = after(state, "call", "bet", "raise")
    assert words(state) == ["fold", "call"]


def test_a_round_ends_when_all_have_been_asked_and_paid_the_same():
    assert after(dealt("Q", "K"), "check").view(0).slots("board") == ()
    assert after(dealt("Q", "K", board="J"), "check", "check").view(0).known("board") == ("J",)
    assert after(dealt("Q", "K", board="J"), "check", "bet").mover == 0
    assert after(dealt("Q", "K", board="J"), "bet", "call").view(1).known("board") == ("J",)


def test_after_the_board_the_first_seat_that_is_in_begins():
    assert after(dealt("Q", "K"), "check", "bet", "call").mover == 0
    three = after(dealt("Q", "K", "A"), "bet", "call", "raise", "fold", "call")
    assert three.view(0).slots("board") != ()
    assert (three.mover, words(three)) == (1, ["check", "bet"])


def test_bets_are_of_2_and_then_of_4():
    state = after(dealt("Q", "K", board="J"), "bet", "raise", "call")
    assert "pot 10" in str(state.view(0))
    after(state, "bet", "raise", "call")
    assert state.over
    assert state.returns == (-13, 13)


def test_who_folds_loses_what_he_has_paid():
    assert after(dealt("Q", "K"), "bet", "fold").returns == (1, -1)
    assert after(dealt("Q", "K"), "bet", "raise", "fold").returns == (-3, 3)
    state = after(dealt("Q", "K"), "bet", "call", "bet", "fold")
    assert state.returns == (3, -3)


# Who wins


def checked_down(*hands: str, board: str) -> tuple[float, ...]:
    state = dealt(*hands, board=board)
    while not state.over:
        state.play("check")
    return state.returns


def test_a_pair_with_the_board_beats_a_higher_card():
    assert checked_down("J", "K", board="J") == (1, -1)
    assert checked_down("A", "J", "K", board="J") == (-1, 2, -1)


def test_else_the_higher_card_wins():
    assert checked_down("Q", "K", board="J") == (-1, 1)
    assert checked_down("Q", "J", board="K") == (1, -1)
    assert checked_down("Q", "A", "K", board="J") == (-1, 2, -1)


def test_equal_cards_share_the_pot():
    assert checked_down("Q", "Q", board="K") == (0, 0)
    assert checked_down("A", "Q", "A", board="K") == (0.5, -1, 0.5)


def test_hands_are_shown_at_the_end_only_if_several_are_in():
    shown = after(dealt("Q", "K"), "check", "check", "check", "check")
    assert shown.view(0).known("hand 1") == ("K",)
    assert after(dealt("Q", "K"), "bet", "fold").view(0).known("hand 1") == ()
    three = after(dealt("Q", "K", "A"), "bet", "call", "raise", "fold", "call", "check", "check")
    assert three.view(2).known("hand 1") == ("K",)
    assert three.view(2).known("hand 0") == ()


def test_amounts_and_raises_are_parameters():
    table = {"ante": 2, "first_raise": 3, "second_raise": 5, "most_raises": 1}
    state = after(dealt("Q", "K", board="J", parameters=table), "bet")
    assert words(state) == ["fold", "call"]
    after(state, "call", "bet", "call")
    assert state.returns == (-10, 10)
    with pytest.raises(ValueError, match="most_raises cannot be 5: 1 to 4"):
        GAME.new(most_raises=5)
    with pytest.raises(ValueError, match="ante cannot be 0: 1 to 10"):
        GAME.new(ante=0)


# For search


def test_a_position_is_worth_what_a_showdown_now_would_win():
    state = after(dealt("Q", "K", board="Q"), "bet", "call")
    s = state.record_array[0]
    assert GAME.rules.greatest_return(s) == 13
    assert [GAME.rules.value(s, p) for p in range(2)] == [3 / 13, -3 / 13]
    before = dealt("Q", "K").record_array[0]
    assert [GAME.rules.value(before, p) for p in range(2)] == [-1 / 13, 1 / 13]


# Words


def test_options_are_typed_in_words():
    state = dealt("Q", "K")
    assert state.code_of("check") == state.code_of("pass") == state.code_of("Call") == CALL
    assert state.code_of("bet") == state.code_of("raise") == RAISE
    with pytest.raises(games.IllegalOption, match="'fold' is no option: check, bet"):
        state.play("fold")
    state.play("bet")
    for typed in ("check", "pass"):  # that would be to pay nothing
        with pytest.raises(games.IllegalOption, match=f"'{typed}' is no option: fold, call, raise"):
            state.play(typed)
    with pytest.raises(games.IllegalOption, match="'raise' is no option: fold, call"):
        after(state, "raise", "raise")


def test_a_position_is_shown():
    state = after(dealt("Q", "A", "K", board="Q"), "check", "bet", "call", "fold")
    assert str(state.view(2)).splitlines() == [
        "round 2, board Q, pot 7, out 10 10",
        "player 0: ?, 1 in the pot, folded",
        "player 1: ?, 3 in the pot",
        "player 2 (you): K, 3 in the pot",
    ]


# Positions


def test_every_position_of_play_may_be_arranged_and_goes_on_alike():
    chance = random.Random(1)
    for seed in range(60):
        state = GAME.new(players=2 + seed % 3, seed=seed)
        while not state.over:
            assert GAME.verify(state.record_array[0]) == []
            state.play(chance.choice(state.codes))
        assert GAME.verify(state.record_array[0]) == []


def test_a_position_in_the_middle_can_be_arranged():
    state = GAME.arrange(
        {"hand 0": ["J"], "hand 1": ["K"], "board": ["J"], "out": UNUSED[2]},
        sizes={"deck": 3},
        second=1,
        raises=1,
        added=[6, 2, 0, 0],
        mover=1,
        decision="answer",
    )
    assert words(state) == ["fold", "call", "raise"]
    assert after(state, "call").returns == (7, -7)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"round": 1}, "round cannot be 1"),
        ({"raises": 3}, "raises cannot be 3: 0 to 2 in a round"),
        ({"calls": -1}, "calls cannot be -1"),
        ({"folded": [1, 1, 0, 0]}, "folded cannot be 1 for every seat"),
        ({"folded": [1, 0, 0, 0]}, "mover cannot be 0, who has folded"),
        ({"folded": [0, 1, 0, 0]}, "everybody else has folded"),
        ({"added": [0, 0, 1, 0]}, "added cannot be .* chips for each of 2 seats"),
        ({"added": [2, 0, 0, 0]}, "added cannot reach 2 after 0 raises in this round: 0"),
        ({"added": [2, 1, 0, 0], "raises": 1}, "seat 1 cannot have added 1: one of 0, 2"),
        ({"added": [2, 0, 0, 0], "raises": 1, "mover": 1}, "decision cannot be 'open': 'answer'"),
        ({"added": [2, 0, 0, 0], "raises": 1}, "calls cannot be 0 on the turn of seat 0"),
        ({"calls": 1}, "calls cannot be 1 on the turn of seat 0 without a bet: 0"),
        ({"mover": -1}, "mover cannot be -1: somebody who is in has to decide"),
        ({"second": 1}, "board cannot hold 0 cards: 1 with second 1"),
    ],
)
def test_what_no_betting_comes_to_is_refused(fields: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        dealt("J", "Q", **fields)


def test_cards_where_none_can_lie_are_refused():
    with pytest.raises(ValueError, match="A cannot lie in hand 0: 2 players leave it out"):
        GAME.arrange(
            {"hand 0": ["A"], "hand 1": ["K"], "out": ["10", "10", "A", "J"]}, sizes={"deck": 4}
        )


# Known numbers


def test_there_are_288_information_sets_and_936_if_suits_are_told_apart():
    tree = game_tree(GAME)
    assert len(tree.places) == 288
    apart = 0
    for place in tree.places:
        [own] = place.known.faces(f"hand {place.known.seat}")
        board = place.known.faces("board")
        # One of two cards; then one of two more for the board, or the other one of a pair.
        apart += 2 * (1 if board in ((), (own,)) else 2)
    assert apart == 936


def test_a_deal_has_49_ends():
    tree = game_tree(GAME)
    # 24 deals of faces to two hands and the board stand for 6 x 5 x 4 of labelled cards.
    assert (len(tree.deals), sum(deal.ways for deal in tree.deals)) == (24, 120)
    # 4 lines end by a fold in the first round; 5 go on, with 4 folds and 5 showdowns each.
    assert tree.ends == 24 * (4 + 5 * (4 + 5))


# Beside OpenSpiel


def test_openspiel_has_as_many_information_sets():
    pytest.importorskip("pyspiel")
    from tests.games.openspiel_poker import decisions, known, pyspiel

    start = pyspiel.load_game("leduc_poker").new_initial_state()
    strings: dict[str, Any] = {}
    for state in decisions(start):
        strings[state.information_state_string(state.current_player())] = known(state, 2)
    assert len(strings) == 936
    assert set(strings.values()) == {place.known for place in game_tree(GAME).places}


def test_every_line_of_every_deal_for_two_goes_as_in_openspiel():
    pytest.importorskip("pyspiel")
    from tests.games.openspiel_poker import assert_alike, beside, deal_on

    lines = 0

    def walk(ours: games.State, theirs: Any) -> None:
        nonlocal lines
        assert_alike(ours, theirs)
        lines += ours.over
        for code in ours.codes:
            following, other = ours.copy(), theirs.child(code)
            following.play(code)
            deal_on(other, following)
            walk(following, other)

    for deal in game_tree(GAME).deals:
        walk(deal.state.copy(), beside(deal.state))
    assert lines == game_tree(GAME).ends


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_go_as_in_openspiel(players: int):
    pytest.importorskip("pyspiel")
    from tests.games.openspiel_poker import assert_alike, beside, play_both

    chance = random.Random(players)
    for seed in range(300):
        ours = GAME.new(players=players, seed=seed)
        theirs = beside(ours)
        assert_alike(ours, theirs)
        while not ours.over:
            # Folds are rare enough for long lines to come.
            codes = [c for c in ours.codes if c != FOLD or chance.random() < 0.3]
            play_both(ours, theirs, chance.choice(codes))
            assert_alike(ours, theirs)


def test_it_conforms():
    checked = games.check(GAME, seeds=6)
    assert checked.conforms, str(checked)
