"""Exploding Kittens by the book: set-up, turns, every card, Nopes, kittens, parameters."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind
from determinize import Watch
from games import IllegalOption
from games.exploding_kittens.cards import COPIES, FACES
from games.exploding_kittens.record import GIVES, PUTS_BACK
from games.kit.seam import seen_by
from tests.games.kittens_table import (
    GAME,
    arrange,
    cards,
    lies,
    passes,
    play,
    turns_left,
    words,
)

PRESETS = tuple(GAME.presets)


# ------------------------------------------------------------------------- 2. and 3.: the set-up


def test_there_are_56_cards_46_of_them_neither_kittens_nor_defuses():
    assert dict(zip(FACES, COPIES, strict=True)) == {
        "Exploding Kitten": 4,
        "Defuse": 6,
        "Nope": 5,
        "Attack": 4,
        "Skip": 4,
        "Favor": 4,
        "Shuffle": 4,
        "See the Future": 5,
        "Tacocat": 4,
        "Cattermelon": 4,
        "Hairy Potato Cat": 4,
        "Beard Cat": 4,
        "Rainbow-Ralphing Cat": 4,
    }
    assert (sum(COPIES), sum(COPIES[2:])) == (56, 46)


TABLE = {
    "official": {2: (2, 35), 3: (2, 29), 4: (2, 23), 5: (1, 16)},
    "original2015": {2: (2, 41), 3: (3, 39), 4: (2, 35), 5: (1, 31)},
    "tag": {2: (4, 37), 3: (3, 30), 4: (2, 23), 5: (1, 16)},
}
HAND = {"official": 8, "original2015": 5, "tag": 8}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_of_the_set_up(preset: str, players: int):
    extra, deck = TABLE[preset][players]
    extra_in_hand = 0
    for seed in range(12):
        state = GAME.new(players=players, preset=preset, seed=seed)
        hands = [lies(state, f"hand {p}") for p in range(players)]
        assert [len(hand) for hand in hands] == [HAND[preset]] * players
        assert len(lies(state, "deck")) == deck
        assert lies(state, "deck").count("K") == players - 1
        assert "K" not in "".join(hands)
        assert all("D" in hand for hand in hands)
        extra_in_hand += "".join(hands).count("D") - players
        assert ("".join(hands) + lies(state, "deck")).count("D") == players + extra
        assert lies(state, "out") == "K" * (5 - players) + "D" * (6 - players - extra)
        assert turns_left(state) == (state.mover, 1, False)
        assert state.decision == "turn"
    # Extra Defuses are dealt with the rest where they are shuffled in before.
    assert (extra_in_hand > 0) == (preset == "official")


@pytest.mark.parametrize("preset", PRESETS)
def test_everybody_knows_one_defuse_of_each_hand_and_the_owner_all_of_it(preset: str):
    view = GAME.new(players=4, preset=preset, seed=1).view(0)
    for p in (1, 2, 3):
        slots = view.slots(f"hand {p}")
        assert [name for name in slots if name] == ["Defuse"]
    assert None not in view.slots("hand 0")
    assert set(view.slots("deck")) == {None}


def test_anybody_may_be_the_first():
    assert {GAME.new(players=5, seed=seed).mover for seed in range(60)} == set(range(5))


def test_a_trimmed_deck_is_a_third_smaller_and_nobody_knows_by_which_cards():
    state = GAME.new(players=2, seed=4, trim=True)
    # 46 and two Defuses less twice seven are 34: eleven go, a kitten comes.
    assert (len(lies(state, "trimmed")), len(lies(state, "deck"))) == (11, 24)
    assert "K" not in lies(state, "trimmed")
    assert set(state.view(0).slots("trimmed")) == {None}
    assert len(lies(GAME.new(players=3, preset="tag", trim=True), "trimmed")) == 25 // 3
    with pytest.raises(ValueError, match="trim cannot be true with 4 players: it is for 2 or 3"):
        GAME.new(players=4, trim=True)


# --------------------------------------------------------------------------- 4. what may be played


def test_a_turn_offers_draw_actions_and_sets_but_no_nope_no_defuse_no_single_cat():
    state = arrange(["DNASFHUTT", "S"], "SK")
    actions = ["play Attack", "play Skip", "play Favor", "play Shuffle", "play See the Future"]
    assert words(state) == ["draw", *actions, "play a pair of Tacocat"]


def test_a_single_cat_cannot_be_played():
    state = arrange(["TCPBR", "S"], "SK")
    assert words(state) == ["draw"]


def test_nothing_is_aimed_at_players_without_cards():
    state = arrange(["FTTT", "", ""], "SKK")
    assert words(state) == ["draw"]
    state = arrange(["FTTT", "", "S"], "SKK")
    assert words(play(state, "favor")) == ["player 2"]


def test_sets_of_any_title_are_offered_also_of_defuses_and_nopes():
    state = arrange(["DDDNNSSST", "C"], "CK")
    pairs = [f"play a pair of {title}" for title in ("Defuse", "Nope", "Skip")]
    triples = [f"play a triple of {title}" for title in ("Defuse", "Skip")]
    assert words(state) == ["draw", "play Skip", *pairs, *triples]


def test_pairs_are_of_cats_only_in_tag_and_there_are_no_triples():
    state = arrange(["SSSTTT", "C"], "CK", preset="tag")
    assert words(state) == ["draw", "play Skip", "play a pair of Tacocat"]
    assert words(arrange(["SSSN", "C"], "CK", preset="tag")) == ["draw", "play Skip"]
    assert words(arrange(["TTT", "S"], "SK", parameters={"pairs": "none"})) == [
        "draw",
        "play a triple of Tacocat",
    ]


# ------------------------------------------------------------------------- 4. Attack and Skip


ATTACKS = [
    # preset, turns left, attacked before: turns of the next player
    ("official", 1, False, 2),
    ("official", 2, True, 4),
    ("official", 1, True, 3),
    ("official", 4, True, 6),
    ("original2015", 1, False, 2),
    ("original2015", 2, True, 2),
    ("original2015", 1, True, 2),
    ("original2015", 4, True, 2),
    ("tag", 1, False, 2),
    ("tag", 2, True, 4),
    ("tag", 1, True, 2),
    ("tag", 4, True, 6),
]


@pytest.mark.parametrize(("preset", "left", "attacked", "given"), ATTACKS)
def test_the_arithmetic_of_attacks(preset: str, left: int, attacked: bool, given: int):
    state = arrange(
        ["A", "S", "T"], "SSSKK", preset=preset, further_turns=left - 1, attacked=int(attacked)
    )
    passes(play(state, "attack"))
    assert turns_left(state) == (1, given, True)
    assert (state.mover, state.decision) == (1, "turn")
    assert (lies(state, "discard"), lies(state, "deck")) == ("A", "KKSSS")


def test_attacks_stack_through_a_game_as_in_the_examples():
    state = arrange(["A", "A", "SA", "T"], "TTCCKKK")
    passes(play(state, "attack"))
    assert turns_left(state) == (1, 2, True)
    passes(play(state, "attack"))
    assert turns_left(state) == (2, 4, True)
    passes(play(state, "skip"))
    assert turns_left(state) == (2, 3, True)
    passes(play(state, "attack"))
    assert turns_left(state) == (3, 5, True)
    for left in (4, 3, 2, 1):
        play(state, "draw")
        assert turns_left(state) == (3, left, True)


def test_the_turns_of_an_attack_are_a_parameter():
    state = arrange(["A", "S"], "SSK", parameters={"attack_turns": 3})
    assert turns_left(passes(play(state, "attack"))) == (1, 3, True)


def test_a_skip_ends_one_turn_without_a_draw():
    state = arrange(["SS", "S", "T"], "TSKK", further_turns=1, attacked=1)
    passes(play(state, "skip"))
    assert turns_left(state) == (0, 1, True)
    passes(play(state, "skip"))
    assert turns_left(state) == (1, 1, False)
    assert lies(state, "deck") == "KKST"


def test_any_number_of_cards_before_the_draw():
    state = arrange(["HHUU", "S"], "TTK")
    for move in ("shuffle", "future", "future", "shuffle"):
        passes(play(state, move))
        assert (state.mover, state.decision) == (0, "turn")
    assert lies(state, "discard") == "HUUH"


# ------------------------------------------------------------------- 4. See the Future and Shuffle


def test_the_future_is_seen_by_the_player_alone_and_survives_draws():
    state = arrange(["U", "S", "S"], "TNKKC")
    passes(play(state, "future"))
    assert state.view(0).slots("deck")[::-1] == ("Tacocat", "Nope", "Exploding Kitten", None, None)
    for p in (1, 2):
        assert set(state.view(p).slots("deck")) == {None}
    play(state, "draw", "draw")
    assert state.view(0).slots("deck")[::-1] == ("Exploding Kitten", None, None)
    # The Nope that was seen is known to be in the hand of the player who drew it.
    assert "Nope" in state.view(0).slots("hand 1")
    assert "Nope" not in state.view(2).slots("hand 1")


@pytest.mark.parametrize(("deck", "depth", "seen"), [("TK", 3, 2), ("TKSS", 1, 1), ("TKSS", 4, 4)])
def test_how_much_of_the_future_is_seen(deck: str, depth: int, seen: int):
    state = arrange(["U", "S"], deck, parameters={"peek_depth": depth})
    passes(play(state, "future"))
    slots = state.view(0).slots("deck")[::-1]
    assert slots == (*cards(deck)[:seen], *(None for _ in deck[seen:]))


def test_a_shuffle_changes_the_order_and_nobody_knows_it_any_more():
    orders = set()
    for seed in range(10):
        state = arrange(["UH", "S"], "TNK", seed=seed)
        passes(play(state, "future"))
        passes(play(state, "shuffle"))
        assert sorted(lies(state, "deck")) == sorted("TNK")
        assert set(state.view(0).slots("deck")) == {None}
        orders.add(lies(state, "deck"))
    assert len(orders) > 2


# ----------------------------------------------------------------------- 4. Favor, pair and triple


def favor(hand: str = "DS") -> games.State:
    return passes(play(arrange(["F", hand, "T"], "SKKS"), "favor", "player 1"))


def test_the_target_of_a_favor_chooses_what_to_give():
    state = favor()
    assert (state.mover, state.decision) == (1, "favor give")
    assert words(state) == ["give Defuse", "give Skip"]
    play(state, "give skip")
    assert (lies(state, "hand 0"), lies(state, "hand 1")) == ("S", "D")
    assert (state.mover, state.decision, lies(state, "discard")) == (0, "turn", "F")


def test_a_single_card_is_given_by_the_one_option():
    assert words(favor("D")) == ["give Defuse"]


def test_giver_and_taker_know_the_card_given_and_nobody_else():
    state = favor()
    seen = bind(seen_by, GAME)
    code = state.code_of("give Skip")
    shown = [int(seen(state.record_array[0], code, p)) for p in range(3)]
    assert shown == [code, code, GIVES]
    assert GAME.words.option(state.record_array[0], GIVES) == "give a card"
    play(state, "give skip")
    assert [state.view(p).slots("hand 0") for p in range(3)] == [("Skip",), ("Skip",), (None,)]


def test_a_target_that_spent_its_last_card_on_a_nope_gives_nothing():
    state = arrange(["FN", "N", "T"], "SKKS")
    play(state, "favor", "player 1", "nope")
    passes(play(state, "pass", "nope"))
    assert (state.mover, state.decision) == (0, "turn")
    assert [lies(state, f"hand {p}") for p in range(3)] == ["", "", "T"]
    assert lies(state, "discard") == "FNN"


def test_a_pair_takes_a_random_card_that_thief_and_victim_know():
    taken = set()
    for seed in range(20):
        state = arrange(["TT", "DS", "T"], "SKKS", seed=seed)
        passes(play(state, "pair of tacocat", "player 1"))
        assert (lies(state, "discard"), len(lies(state, "hand 1"))) == ("TT", 1)
        stolen = lies(state, "hand 0")
        taken.add(stolen)
        views = [state.view(p).slots("hand 0") for p in range(3)]
        assert views == [tuple(cards(stolen)), tuple(cards(stolen)), (None,)]
    assert taken == {"D", "S"}


def test_the_effect_printed_on_cards_of_a_set_is_ignored():
    state = arrange(["SS", "D"], "TTK")
    passes(play(state, "pair of skip", "player 1"))
    assert (state.mover, state.decision, lies(state, "hand 0")) == (0, "turn", "D")


def test_a_triple_that_hits_takes_the_named_title_for_all_to_see():
    state = arrange(["TTT", "DSS", "C"], "SKKS")
    play(state, "triple of tacocat", "player 1")
    assert state.decision == "name"
    assert words(state) == [f"name {title}" for title in FACES[1:]]
    passes(play(state, "name skip"))
    assert (lies(state, "hand 0"), lies(state, "hand 1")) == ("S", "DS")
    assert [state.view(p).slots("hand 0") for p in range(3)] == [("Skip",)] * 3


def test_a_triple_that_misses_tells_everybody_what_the_target_lacks():
    watch = Watch(arrange(["TTT", "SSC", "C"], "SKKS"))
    for move in ("triple of tacocat", "player 1", "name defuse", "pass", "pass"):
        watch.play(move)
    defuse = GAME.face("Defuse")
    for p in (0, 2):
        assert watch.information(p).expected(GAME.zones["hand 1"])[defuse] == 0
    assert watch.state.decision == "turn"
    assert lies(watch.state, "hand 0") == ""


# ------------------------------------------------------------------------ 4. five different titles


def five(discard: str = "AS") -> games.State:
    return arrange(["DNSTCP", "B", "T"], "SKKS", preset="original2015", zones={"discard": discard})


def fives(state: games.State) -> list[str]:
    return [said for said in words(state) if said.startswith("play five different: ")]


def test_five_different_titles_are_laid_at_once_and_take_a_discarded_card():
    state = five()
    held = ("Defuse", "Nope", "Skip", "Tacocat", "Cattermelon", "Hairy Potato Cat")
    chosen = {f"play five different: {', '.join(titles)}" for titles in combinations(held, 5)}
    assert set(fives(state)) == chosen
    play(state, "five different: nope, skip, tacocat, cattermelon, hairy potato cat")
    assert (lies(state, "pending"), lies(state, "hand 0")) == ("NSTCP", "D")
    passes(state)
    assert (state.mover, state.decision) == (0, "five pick")
    assert words(state) == ["take Attack", "take Skip"]
    play(state, "take attack")
    assert lies(state, "hand 0") == "DA"
    assert lies(state, "discard") == "SNSTCP"
    assert [state.view(p).slots("hand 0").count("Attack") for p in range(3)] == [1, 1, 1]


def test_five_different_titles_need_a_discarded_card_and_that_rule():
    assert len(fives(five())) == 6
    assert not fives(five(""))
    assert not fives(arrange(["DNSTCP", "S"], "SK", zones={"discard": "A"}))
    assert not fives(arrange(["NSTCC", "S"], "SK", preset="original2015", zones={"discard": "A"}))


def test_all_sets_of_five_titles_have_options_of_their_own():
    state = arrange(["DNASFHUTCPBR", "S"], "SK", preset="original2015", zones={"discard": "A"})
    assert len(set(fives(state))) == len(fives(state)) == comb(12, 5)


def test_five_different_titles_that_are_noped_take_nothing():
    state = five()
    play(state, "five defuse skip tacocat cattermelon hairy potato cat")
    assert (state.mover, state.decision) == (1, "react")
    with pytest.raises(IllegalOption):
        state.play("nope")
    state = arrange(["DSTCP", "N"], "SK", preset="original2015", zones={"discard": "A"})
    play(state, "five", "nope", "pass")
    assert (state.decision, lies(state, "hand 0"), lies(state, "discard")) == (
        "turn",
        "",
        "ADSTCPN",
    )


# -------------------------------------------------------------------------------------- 4. Nopes


@pytest.mark.parametrize("preset", PRESETS)
def test_everybody_else_who_lives_is_asked_with_or_without_a_nope(preset: str):
    state = arrange(
        ["S", "T", "", "N", "T"],
        "SSKKK",
        preset=preset,
        zones={"dead 2": "NN", "exploded": "K"},
        eliminated=[0, 0, 1, 0, 0],
    )
    play(state, "skip")
    asked = []
    while state.decision == "react":
        asked.append((state.mover, words(state)))
        play(state, "pass")
    assert asked == [(1, ["pass"]), (3, ["nope", "pass"]), (4, ["pass"])]
    assert turns_left(state)[0] == 1


def test_an_odd_number_of_nopes_stops_the_action_and_all_cards_are_lost():
    """Skip, Nope of B, of A, of C: three, so the Skip has no effect."""
    state = arrange(["SN", "N", "N", "T"], "SSKKK")
    play(state, "skip", "nope")  # A skips, B does not want it
    assert state.mover == 2
    play(state, "pass", "pass")
    assert state.mover == 0  # the player is asked as well
    play(state, "nope")
    assert state.mover == 1
    play(state, "pass", "nope")
    order = []
    while state.decision == "react":
        order.append(state.mover)
        play(state, "pass")
    assert order == [3, 0, 1]
    assert (state.mover, state.decision, lies(state, "discard")) == (0, "turn", "SNNN")
    assert turns_left(state) == (0, 1, False)


def test_an_even_number_of_nopes_lets_it_happen():
    state = arrange(["SN", "N", "T"], "SSKK")
    passes(play(state, "skip", "nope", "pass", "nope"))
    assert turns_left(state) == (1, 1, False)
    assert lies(state, "discard") == "SNN"


def test_a_noped_attack_leaves_the_turn_running_and_a_noped_triple_tells_nothing():
    state = arrange(["A", "N", "T"], "SSKK", further_turns=1, attacked=1)
    passes(play(state, "attack", "nope"))
    assert (state.mover, state.decision, turns_left(state)) == (0, "turn", (0, 2, True))
    watch = Watch(arrange(["TTT", "NS", "C"], "SKKC"))
    before = watch.information(2).expected(GAME.zones["hand 1"])
    for move in ("triple of tacocat", "player 1", "name skip", "nope", "pass", "pass"):
        watch.play(move)
    assert lies(watch.state, "hand 1") == "S"
    after = watch.information(2).expected(GAME.zones["hand 1"])
    assert 0 < after[GAME.face("Skip")] < 1
    assert before[GAME.face("Skip")] > 0


def test_draws_kittens_and_defuses_are_not_noped():
    state = play(arrange(["D", "N"], "SKT"), "draw")
    assert (state.mover, state.decision) == (1, "turn")
    state = play(arrange(["D", "N"], "KST"), "draw")
    assert (state.mover, state.decision) == (0, "reinsert")


# ------------------------------------------------------------------------------------- 4. kittens


def test_a_drawn_card_is_seen_by_the_player_alone_and_ends_the_turn():
    state = play(arrange(["S", "T", "C"], "NKKT"), "draw")
    assert turns_left(state) == (1, 1, False)
    assert [state.view(p).slots("hand 0") for p in (0, 1)] == [("Nope", "Skip"), (None, None)]


def test_a_defused_kitten_goes_back_where_the_player_wants():
    for above, said in enumerate(("on top", "under 1", "under 2", "at the bottom")):
        state = play(arrange(["DS", "T", "C"], "KTKT", further_turns=1, attacked=1), "draw")
        assert (lies(state, "drawn"), lies(state, "discard")) == ("K", "D")
        assert words(state) == [
            f"put back {each}" for each in ("on top", "under 1", "under 2", "at the bottom")
        ]
        seen = bind(seen_by, GAME)
        code = state.codes[above]
        assert {int(seen(state.record_array[0], code, p)) for p in (1, 2)} == {PUTS_BACK}
        play(state, said)
        from_top = lies(state, "deck")[::-1]
        assert (from_top[above], sorted(from_top)) == ("K", sorted("KTKT"))
        assert turns_left(state) == (0, 1, True)
        assert state.view(0).slots("deck")[::-1][above] == "Exploding Kitten"
        assert set(state.view(1).slots("deck")) == {None}


def test_a_kitten_goes_back_into_an_empty_deck():
    state = play(arrange(["D", "T"], "K"), "draw")
    assert words(state) == ["put back on top"]
    play(state, "top")
    assert (state.mover, lies(state, "deck")) == (1, "K")
    assert play(state, "draw").over


def test_who_places_a_kitten_keeps_what_was_seen_shifted_and_others_lose_positions():
    state = arrange(["UD", "D", "S"], "KTCPKN", further_turns=1, attacked=1)
    passes(play(state, "future"))
    play(state, "draw", "under 1")
    assert state.view(0).slots("deck")[::-1][:3] == ("Tacocat", "Exploding Kitten", "Cattermelon")
    play(state, "draw", "draw", "bottom")  # player 1 draws the kitten, and has a Defuse too
    assert set(state.view(0).slots("deck")) == {None}
    assert state.view(1).slots("deck")[0] == "Exploding Kitten"


@pytest.mark.parametrize("preset", PRESETS)
def test_without_a_defuse_the_player_is_out_and_all_know_why(preset: str):
    state = arrange(["S", "TN", "C"], "KTKT", preset=preset, further_turns=3, attacked=1)
    watch = Watch(state)
    watch.play("draw")
    assert (lies(state, "exploded"), lies(state, "hand 0"), lies(state, "dead 0")) == ("K", "", "S")
    assert state.record_array[0].eliminated.tolist() == [1, 0, 0, 0, 0]
    assert turns_left(state) == (1, 1, False)
    shown = preset == "original2015"
    assert state.view(1).slots("dead 0") == ("Skip" if shown else None,)
    defuses = watch.information(1).expected(GAME.zones["dead 0"])[GAME.face("Defuse")]
    assert defuses == 0


def test_the_last_survivor_wins_at_once():
    state = play(arrange(["S", "T", "C"], "KKT"), "draw", "draw")
    assert state.over
    assert state.returns == (-1.0, -1.0, 1.0)
    assert state.record_array[0].eliminated.tolist() == [1, 2, 0, 0, 0]
    assert str(state.view(0)).endswith("Player 2 has survived")


def test_players_who_are_out_have_no_turn_and_are_no_target():
    state = arrange(
        ["F", "", "T"],
        "SSK",
        zones={"dead 1": "SS", "exploded": "K"},
        eliminated=[0, 1, 0, 0, 0],
    )
    assert words(play(state, "favor")) == ["player 2"]
    passes(play(state, "player 2"))
    play(state, "tacocat", "draw")
    assert state.mover == 2


def test_a_kitten_that_is_not_defused_by_itself_is_asked_about_also_without_a_defuse():
    asked = {"auto_defuse": False}
    state = play(arrange(["DS", "T"], "KT", parameters=asked), "draw")
    assert (state.decision, words(state)) == ("defuse", ["defuse", "explode"])
    assert play(state, "defuse").decision == "reinsert"
    watch = Watch(arrange(["DS", "T", "C"], "KKT", parameters=asked))
    watch.play("draw")
    watch.play("explode")
    assert lies(watch.state, "dead 0") == "DS"
    # Nothing follows about Defuses: holding one back is allowed.
    assert watch.information(1).expected(GAME.zones["dead 0"])[GAME.face("Defuse")] > 0
    state = play(arrange(["S", "T"], "KT", parameters=asked), "draw")
    assert (state.decision, words(state)) == ("defuse", ["explode"])


# --------------------------------------------------------------------------- 5. one action a turn


@pytest.mark.parametrize(
    ("hand", "moves"), [("U", ["future"]), ("H", ["shuffle"]), ("TT", ["pair of tacocat", "1"])]
)
def test_in_tag_a_card_is_drawn_after_one_action(hand: str, moves: list[str]):
    state = arrange([hand, "SS", "C"], "CTKKT", preset="tag", seed=3)
    passes(play(state, *moves))
    assert turns_left(state)[0] == 1 or state.record_array[0].eliminated[0]
    assert len(lies(state, "deck")) == 4


def test_in_tag_a_card_is_drawn_after_a_favor_and_after_a_noped_action():
    state = arrange(["F", "N", "C"], "CTKKT", preset="tag")
    passes(play(state, "favor", "1"))
    play(state, "give nope")
    assert (lies(state, "hand 0"), state.mover, state.decision) == ("NC", 1, "turn")
    state = arrange(["S", "N", "C"], "CTKKT", preset="tag")
    passes(play(state, "skip", "nope"))
    assert (lies(state, "hand 0"), state.mover) == ("C", 1)


def test_in_tag_attack_and_skip_draw_nothing():
    for hand, move in (("A", "attack"), ("S", "skip")):
        state = passes(play(arrange([hand, "N", "C"], "CTKKT", preset="tag"), move))
        assert (lies(state, "hand 0"), state.mover, len(lies(state, "deck"))) == ("", 1, 5)


# ---------------------------------------------------------------------------------- 5. parameters


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"hand": 1}, "hand cannot be 1: 2 to 22"),
        ({"nopes": 6}, "nopes cannot be 6: 0 to 5"),
        ({"cats": 5}, "cats cannot be 5: 0 to 4"),
        ({"attack_turns": 0}, "attack_turns cannot be 0: 1 to 10"),
        ({"hand": 10, "players": 5}, "5 players cannot be dealt 10 cards each: there are 47"),
        ({"defuses": 4, "players": 5}, "defuses cannot be 4 with 5 players"),
        ({"pairs": "dogs"}, "pairs cannot be 'dogs': one of none, cats, any"),
    ],
)
def test_what_no_table_can_play_with_is_refused(parameters: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        GAME.new(**parameters)


def test_the_number_of_copies_is_a_parameter():
    few = {"nopes": 0, "attacks": 1, "skips": 2, "favors": 0, "shuffles": 3, "futures": 0}
    state = GAME.new(players=2, seed=2, hand=3, cats=1, defuses=3, **few)
    there = "".join(lies(state, zone) for zone in ("hand 0", "hand 1", "deck"))
    assert sorted(there) == sorted("K" + "DDD" + "A" + "SS" + "HHH" + "TCPBR")
    assert len(lies(state, "out")) == 56 - len(there)


@pytest.mark.parametrize("hand", [3, 5, 7, 10, 15])
def test_hands_of_the_sizes_that_the_framework_tunes(hand: int):
    state = GAME.new(players=2, preset="tag", hand=hand)
    assert len(lies(state, "hand 0")) == hand + 1


# --------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": 1}, "turn cannot be 1 at 'turn': 0, the mover"),
        ({"deck": "S"}, "deck cannot hold 0 kittens with 2 players alive: 1"),
        ({"zones": {"discard": "K"}}, "Exploding Kitten cannot lie in discard"),
        ({"zones": {"dead 1": "S"}}, "dead 1 cannot hold 1 cards: seat 1 is alive"),
        ({"zones": {"drawn": "K"}, "deck": "S"}, "drawn cannot hold 1 cards at 'turn': 0"),
        ({"eliminated": [2, 0, 0, 0, 0]}, "eliminated cannot be"),
        ({"attacked": 2}, "attacked cannot be 2: 0 or 1"),
        ({"decision": "react"}, "action cannot be 0 at 'react'"),
        ({"action": 4}, "'turn' cannot be with an action under way"),
        ({"mover": -1}, "mover cannot be -1 with several players alive"),
        (
            {"decision": "react", "mover": 1, "action": 4, "nopes": 1, "zones": {"pending": "S"}},
            "pending cannot hold 1 cards: 1 of the action and 1 Nopes",
        ),
    ],
)
def test_what_cannot_be_is_not_arranged(change: dict[str, Any], message: str):
    position: dict[str, Any] = {"hands": ["S", "T"], "deck": "SK", **change}
    with pytest.raises(ValueError, match=message):
        arrange(**position)


def test_a_kitten_is_arranged_in_no_hand():
    with pytest.raises(ValueError, match="Exploding Kitten cannot lie in hand 0"):
        arrange(["K", "S"], "S")


# -------------------------------------------------------------------------------------- sensible


def sensible(state: games.State) -> list[str]:
    out = np.empty(GAME.option_codes, np.int64)
    n = bind(GAME.rules.sensible, GAME)(state.record_array[0], out)
    return [GAME.words.option(state.record_array[0], code) for code in out[:n].tolist()]


def test_sensible_players_waste_no_defuse_and_no_nope():
    assert sensible(arrange(["DDNNN", "S"], "SK")) == ["draw"]
    state = arrange(["DDSS", "S"], "SK")
    assert sensible(state) == ["draw", "play Skip", "play a pair of Skip"]
    assert sensible(favor("DS")) == ["give Skip"]
    assert sensible(favor("D")) == ["give Defuse"]
    assert sensible(five()) == ["draw", "play Skip"]
    state = arrange(["DASTCP", "S"], "SK", preset="original2015", zones={"discard": "A"})
    fine = "play five different: Attack, Skip, Tacocat, Cattermelon, Hairy Potato Cat"
    assert [said for said in sensible(state) if "five" in said] == [fine]


def test_sensible_players_do_not_nope_what_they_want():
    state = arrange(["SN", "N", "N"], "SSKK")
    play(state, "skip", "nope", "pass")
    assert (state.mover, sensible(state)) == (0, ["nope", "pass"])
    state = arrange(["SN", "N", "N"], "SSKK")
    play(state, "skip", "nope", "nope")
    assert (state.mover, words(state), sensible(state)) == (0, ["nope", "pass"], ["pass"])


def test_the_value_of_a_position_goes_from_lost_to_won():
    value = bind(GAME.rules.value, GAME)
    with_defuse = arrange(["D", "T"], "SSK").record_array[0]
    assert value(with_defuse, 0) > 0 > value(with_defuse, 1)
    over = play(arrange(["S", "T"], "KS"), "draw").record_array[0]
    assert (value(over, 0), value(over, 1)) == (-1.0, 1.0)
