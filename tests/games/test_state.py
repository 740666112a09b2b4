"""The seam for people: new games, options, playing, copies, and what is said to nonsense."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import games
from compiled import below, rows
from games.kit.fields import public, state_dtype
from games.state import blank
from games.template.rules import Parameters
from tests.games.toys import Nothing, toy

GAME = games.load("template")


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, same, other = (GAME.new(seed=seed) for seed in (5, 5, 6))
    for state in (one, same):
        while not state.over:
            state.play(state.options()[-1])
    assert one.record_array.tobytes() == same.record_array.tobytes()
    assert one.history == same.history
    assert other.record_array.tobytes() != GAME.new(seed=5).record_array.tobytes()


def test_later_deals_are_the_same_however_the_game_was_played() -> None:
    deals = []
    for pick in (0, -1):
        state = GAME.new(seed=5)
        while state.record_array[0].round == 0:
            state.play(state.options()[pick])
        deals.append(state.record_array[0].zone.tolist() + state.record_array[0].depth.tolist())
    assert deals[0] == deals[1]


def test_an_option_can_be_given_as_it_is_by_code_or_in_words() -> None:
    states = [GAME.new(seed=1) for _ in range(4)]
    option = states[0].options()[0]
    assert (option.code, option.words) == (1, "ask for eel")
    for state, given in zip(states, (option, option.code, "Ask for EEL", "ask eel"), strict=True):
        state.play(given)
        assert state.history == [(0, 1)]
        assert state.record_array.tobytes() == states[0].record_array.tobytes()


@pytest.mark.parametrize(
    "given", [99, -1, True, 1.0, None, [], {}, b"look", games.Option(99, "ask")]
)
def test_what_is_no_option_is_refused_with_the_options(given: object) -> None:
    state = GAME.new(seed=1)
    before = state.record_array.tobytes()
    with pytest.raises(games.IllegalOption, match=r"no option of seat 0: ask for eel, lay two eel"):
        state.play(given)  # type: ignore[arg-type]
    assert state.record_array.tobytes() == before
    assert state.history == []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ask for pike", "'ask for pike' is no option: ask for eel, lay two eel, look"),
        ("", "'' is no option"),
        ("eel", "'eel' is no option: ask for eel, lay two eel, look"),
        ("l", "'l' is no option"),
        ("ask", "'ask' is no option"),
        ("loo", "'loo' is no option"),
        ("look look", "'look look' is no option"),
        ("ask eel eel", "'ask eel eel' is no option"),
        ("look?", r"'look\?' is no option"),
        ("look\x00", "holds control characters: type an option in plain letters"),
    ],
)
def test_words_that_are_no_option_are_answered_with_what_would_be(text: str, answer: str) -> None:
    with pytest.raises(games.IllegalOption, match=answer):
        GAME.new(seed=1).play(text)


@pytest.mark.parametrize("seat", ["x", "0", None, 0.0, True, [], -1, 2])
def test_what_is_no_seat_is_refused(seat: object) -> None:
    with pytest.raises(ValueError, match=r"there is no seat .*: 0 to 1"):
        GAME.new(seed=1).view(seat)  # type: ignore[arg-type]


def test_seats_and_codes_may_be_numbers_of_numpy() -> None:
    state = GAME.new(seed=1)
    assert state.view(np.int64(1)).seat == 1  # type: ignore[arg-type]
    state.play(np.int64(state.codes[0]))  # type: ignore[arg-type]
    assert state.history == [(0, 1)]
    assert type(state.history[0][1]) is int


def test_a_copy_goes_its_own_way_and_meets_the_same_chances() -> None:
    state = GAME.new(seed=3)
    before = state.record_array.tobytes()
    copies = [state.copy(), state.copy()]
    for copy in copies:
        while not copy.over:
            copy.play(copy.options()[0])
    assert state.record_array.tobytes() == before
    assert state.history == []
    assert copies[0].record_array.tobytes() == copies[1].record_array.tobytes()


def test_when_it_is_over_there_are_results_and_no_options() -> None:
    state = GAME.new(players=3, seed=2, preset="short")
    with pytest.raises(ValueError, match="the game is not over: seat 0 has to decide"):
        _ = state.returns
    while not state.over:
        state.play(state.options()[0])
    assert (state.mover, state.codes, state.options()) == (-1, (), [])
    assert sum(state.returns) == pytest.approx(2.0 - 3.0)  # a win is shared: 2 for it, less 1 each
    with pytest.raises(games.IllegalOption, match="the game is over"):
        state.play(0)


@dataclass(frozen=True)
class Few(Nothing):
    def check_players(self, seats: int) -> None:
        if seats > self.size + 1:
            raise ValueError(f"{seats} players cannot play with {self.size} cards")


def test_the_rules_may_refuse_a_number_of_players() -> None:
    few = toy(presets={"few": Few()})
    assert len(blank(few, 2, few.rules_of())) == 1
    with pytest.raises(ValueError, match="3 players cannot play with 1 cards"):
        blank(few, 3, few.rules_of())
    assert len(blank(few, 3, few.rules_of(size=2))) == 1


@pytest.mark.parametrize("players", [0, 1, 5, -1, 2.0, "2", True])
def test_a_game_for_others_numbers_of_players_is_refused(players: object) -> None:
    with pytest.raises(ValueError, match=f"Little Pond is for 2 to 4 players, not {players!r}"):
        GAME.new(players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None, True])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, not negative"):
        GAME.new(seed=seed)  # type: ignore[arg-type]


def test_an_unknown_preset_or_parameter_or_value_is_named() -> None:
    with pytest.raises(ValueError, match="no preset 'fast': one of standard, short, blind"):
        GAME.new(preset="fast")
    with pytest.raises(
        ValueError, match="no parameter 'deals': the game has hand, rounds, looking"
    ):
        GAME.new(deals=3)
    with pytest.raises(ValueError, match="looking cannot be 'maybe': true or false"):
        GAME.new(looking="maybe")
    with pytest.raises(ValueError, match="rounds cannot be 'two': a whole number"):
        GAME.new(rounds="two")
    with pytest.raises(ValueError, match="hand cannot be 7: 1 or 2 cards"):
        GAME.new(hand=7)


SCHNAPSEN = games.load("schnapsen")


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("match_target", 10**20, "a whole number of at most 18 digits"),
        ("match_target", str(10**20), "a whole number of at most 18 digits"),
        ("match_target", "9" * 5000, "a whole number"),
        ("match_target", -(10**20), "a whole number of at most 18 digits"),
        ("match_target", 0, "1 or more game points"),
        ("match_target", "-1", "1 or more game points"),
        ("match_target", True, "a whole number"),
        ("match_target", 7.0, "a whole number"),
        ("match_target", None, "a whole number"),
        ("match_target", "1_0", "a whole number"),
        ("match_target", [7], "a whole number"),
        ("close_min_talon", 0, "2 to 10 cards"),
        ("exchange_min_talon", -3, "2 to 10 cards"),
        ("exchange_min_talon", 11, "2 to 10 cards"),
        ("closing", 2, "true or false"),
        ("closing", None, "true or false"),
        ("closing", 1.0, "true or false"),
        ("closing", "perhaps", "true or false"),
        ("claim", "loudly", "one of manual, auto_any, auto_trick"),
        ("claim", 3, "one of manual, auto_any, auto_trick"),
        ("claim", True, "one of manual, auto_any, auto_trick"),
        ("claim", [], "one of manual, auto_any, auto_trick"),
        ("deck", 10**20, "a whole number of at most 18 digits"),
        ("nine_points", -1, "1 or 0|0 or 1"),
    ],
)
def test_a_value_that_no_table_can_play_with_is_refused(
    name: str, value: object, right: str
) -> None:
    for door in (SCHNAPSEN.new, SCHNAPSEN.rules_of):
        with pytest.raises(ValueError, match=f"{name} cannot be .*: ({right})"):
            door(**{name: value})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"{name} cannot be .*"):
        type(SCHNAPSEN.rules_of())(**{name: value})


def test_rules_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="false_claim cannot be True: false while claim is auto_a"):
        SCHNAPSEN.new(false_claim=True, claim="auto_any")


@pytest.mark.parametrize("value", ["no", "No", "false", "0", 0, False, np.False_])
def test_truth_values_are_read_alike_at_every_door(value: object) -> None:
    assert SCHNAPSEN.rules_of(closing=value).closing is False
    assert SCHNAPSEN.new(closing=value).rules.closing is False


def test_numbers_and_choices_are_read_from_text_and_other_whole_numbers() -> None:
    rules = SCHNAPSEN.rules_of(match_target=np.int64(3), claim="Auto-Any", deck=" 24 ")
    assert (rules.match_target, rules.claim, rules.deck) == (3, 1, 24)
    assert SCHNAPSEN.rules_of(claim=2).claim.name == "AUTO_TRICK"


@pytest.mark.parametrize("preset", ["fast", 3, [], b"standard"])
def test_a_preset_that_is_none_is_named(preset: object) -> None:
    with pytest.raises(ValueError, match=r"Schnapsen has no preset .*: one of standard, "):
        SCHNAPSEN.new(preset=preset)  # type: ignore[arg-type]


def test_parameters_are_read_from_text_and_stand_in_the_record() -> None:
    state = GAME.new(preset="short", looking="no", hand="1")
    assert state.rules == Parameters(hand=1, rounds=1, looking=False)
    record = state.record_array[0].rules
    assert (record.hand, record.rounds, record.looking) == (1, 1, 0)


def test_a_repr_says_where_the_game_stands() -> None:
    state = GAME.new(seed=1)
    assert repr(state) == "<Little Pond, seed 1, move 0: seat 0 to turn>"
    assert repr(GAME) == "games.load('template')"


def test_fields_have_the_names_that_the_game_gives_even_where_numpy_has_methods() -> None:
    dtype = state_dtype(cards=2, fields=[public("size"), public("all", shape=(2,))], rules=Nothing)
    s = np.zeros(1, dtype)[0]
    s.round, s.size, s.all[1] = 4, 5, 6
    s.rules.size = 7
    assert (int(s.round), int(s.size), s.all.tolist(), int(s.rules.size)) == (4, 5, [0, 6], 7)


@pytest.mark.parametrize("name", ["zone", "mover", "rules"])
def test_a_field_must_not_have_a_name_of_the_kit(name: str) -> None:
    with pytest.raises(ValueError, match=f"two fields named '{name}'"):
        state_dtype(cards=2, fields=[public(name)], rules=Nothing)


@pytest.mark.parametrize("name", ["template", "schnapsen", "love-letter"])
def test_a_game_of_which_nobody_is_told_goes_the_same_way(name: str) -> None:
    """Compiled, without events; to the last bit, with the chances that are to come."""
    game = games.load(name)
    told, untold = (
        games.State.begin(game, None, 7, game.rules_of(None), told=how) for how in (True, False)
    )
    row = rows(1)[0]
    happened = list(told.events)
    for _ in range(60):
        assert untold.record_array.tobytes() == told.record_array.tobytes()
        assert untold.chances.tobytes() == told.chances.tobytes()
        if told.over:
            break
        option = told.codes[below(row, len(told.codes))]
        happened += told.play(option)
        assert untold.play(option, told=False) == untold.events == []
    assert happened
    assert untold.history == told.history
    with pytest.raises(games.IllegalOption):
        untold.play(-1, told=False)
