"""Liar's dice: every rule, the number of information sets, the same games in OpenSpiel."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import games
from compiled import bind, rows
from games.kit.events import Announced, Looked, Moved
from games.liars_dice.rules import FACES, LIAR, POOLS, Say
from games.state import blank
from games.view import masked

GAME = games.load("liars-dice")


def rolled(mine: int, other: int, *bids: int, preset: str = "standard") -> games.State:
    """A position in which seat 0 has rolled ``mine``, seat 1 ``other``, after these bids."""
    a, b = f"{mine}a", f"{other}b"
    cups = {"cup 0": [a], "cup 1": [b]}
    away = {
        "away 0": [face for face in POOLS["die a"] if face != a],
        "away 1": [face for face in POOLS["die b"] if face != b],
    }
    made = sum(1 << bid for bid in bids)
    return GAME.arrange({**cups, **away}, preset=preset, bids=made, mover=len(bids) % 2)


def code(dice: int, side: int) -> int:
    """The code of a bid."""
    return (dice - 1) * 6 + side - 1


# --- the seam -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", GAME.presets)
def test_it_conforms(preset: str) -> None:
    found = games.check(GAME, seeds=12, preset=preset)
    assert found.conforms, str(found)


# --- 1. the roll ----------------------------------------------------------------------------------


def test_each_seat_sees_its_own_die_and_nothing_of_the_others() -> None:
    state = GAME.new(seed=3)
    for seat, other in ((0, 1), (1, 0)):
        view = state.view(seat)
        [mine] = view.known(f"cup {seat}")
        assert mine in POOLS[("die a", "die b")[seat]]
        assert len(view.known(f"away {seat}")) == 5
        assert view.known(f"cup {other}") == view.known(f"away {other}") == ()
        assert view.slots(f"cup {other}") == (None,)
    assert state.view(0).slots("bag") == ()


def test_all_rolls_are_equally_likely_and_the_dice_independent() -> None:
    """36 000 rolls, 1 000 of each pair expected: a right program fails once in a million."""
    setup = bind(GAME.rules.setup, GAME)
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(36_000):
        states = blank(GAME, 2, GAME.rules_of())
        setup(states[0], rows(seed))
        cards = states["zone"][0].tolist()
        pairs[cards.index(GAME.zones["cup 0"]), cards.index(GAME.zones["cup 1"])] += 1
    assert set(pairs) == set(product(range(6), range(6, 12)))
    assert chisquare([*pairs.values()]).pvalue > 1e-6


def test_nothing_is_left_to_chance_after_the_roll() -> None:
    state = GAME.new(seed=3)
    before = state.chances.copy()
    for option in ("one one", "two sixes", "liar"):
        state.play(option)
    assert (state.chances == before).all()


def test_the_events_of_a_roll_tell_each_face_to_its_owner_alone() -> None:
    drawn = [event for event in GAME.new(seed=5).events if isinstance(event, Moved)]
    assert sorted(event.face for event in drawn) == list(range(12))
    assert all(event.eyes == 1 << event.face // 6 and not event.chosen for event in drawn)
    assert Counter(event.target for event in drawn) == {1: 1, 2: 1, 3: 5, 4: 5}


# --- 2. bids --------------------------------------------------------------------------------------


def test_seat_0_begins_with_any_bid_and_no_call() -> None:
    state = GAME.new(seed=1)
    assert (state.mover, state.decision, state.codes) == (0, "bid", tuple(range(12)))


def test_bids_rise_by_dice_or_by_the_face_of_as_many() -> None:
    for dice, side in product((1, 2), range(1, 7)):
        state = rolled(1, 1)
        state.play(code(dice, side))
        higher = [
            code(d, f)
            for d, f in product((1, 2), range(1, 7))
            if d > dice or (d == dice and f > side)
        ]
        assert list(state.codes) == [*higher, LIAR]
        assert state.mover == 1


def test_after_the_highest_bid_a_call_is_all_there_is() -> None:
    state = rolled(1, 1, code(1, 2), code(2, 6))
    assert (state.mover, state.codes) == (0, (LIAR,))


def test_a_bid_says_nothing_for_certain() -> None:
    state = rolled(4, 2)
    events = state.play("two sixes")
    assert events == [Announced(Say.BIDS, 0, code(2, 6), 0)]
    assert GAME.deductions(Say.BIDS, 0, code(2, 6), 0) == []


# --- 3, 4. wild sixes and the call ----------------------------------------------------------------


@pytest.mark.parametrize("preset", GAME.presets)
def test_who_wins_a_call(preset: str) -> None:
    """All pairs of dice and all bids, by counting dice one after the other."""
    for mine, other, dice, side in product(range(1, 7), range(1, 7), (1, 2), range(1, 7)):
        state = rolled(mine, other, code(dice, side), preset=preset)
        fit = {side, 6} if preset == "standard" else {side}
        enough = (mine in fit) + (other in fit) >= dice
        state.play("liar")
        assert state.over
        assert state.returns == ((1.0, -1.0) if enough else (-1.0, 1.0))


def test_the_last_bid_is_the_one_that_is_called() -> None:
    state = rolled(3, 3, code(1, 1), code(2, 3))
    state.play("liar")
    assert state.returns == (-1.0, 1.0)  # seat 1 has bid two threes, and there are two


def test_a_call_shows_both_dice_to_both() -> None:
    state = rolled(3, 6, code(1, 1))
    assert state.play("liar") == [
        Announced(Say.CALLS, 1, code(1, 1), 0),
        Looked(GAME.zones["cup 0"], 3, (2,)),
        Looked(GAME.zones["cup 1"], 3, (11,)),
    ]
    for seat in range(2):
        assert state.view(seat).known("cup 0") == ("3a",)
        assert state.view(seat).known("cup 1") == ("6b",)


# --- information sets -----------------------------------------------------------------------------


def histories() -> list[tuple[int, ...]]:
    """Every series of bids, by the rules: after each there is a decision."""
    legal, play = bind(GAME.rules.legal, GAME), bind(GAME.rules.play, GAME)
    start = rolled(1, 1).record_array
    out, rng = np.empty(GAME.option_codes, np.int64), rows(0)
    found, todo = [], [((), start)]
    while todo:
        bids, states = todo.pop()
        if states[0].mover < 0:
            continue
        found.append(bids)
        for option in out[: legal(states[0], out)].tolist():
            after = states.copy()
            play(after[0], option, rng)
            todo.append(((*bids, option), after))
    return found


def test_there_are_24_576_information_sets() -> None:
    """A series of rising bids for each set of bids, and six rolls of whoever is to move."""
    found = histories()
    wanted = {bids for n in range(13) for bids in combinations(range(12), n)}
    assert len(found) == len(set(found)) == 4_096
    assert set(found) == wanted
    views: Counter[bytes] = Counter()
    for bids in found:
        for mine in range(1, 7):
            me = len(bids) % 2
            state = rolled(mine, 1, *bids) if me == 0 else rolled(1, mine, *bids)
            views[masked(GAME, state.record_array, me).tobytes()] += 1
    assert len(views) == 24_576
    assert set(views.values()) == {1}


def test_an_information_set_does_not_tell_the_other_die() -> None:
    for bids in ((), (3,), (0, 7), (2, 5, 11)):
        me = len(bids) % 2
        for mine in range(1, 7):
            pairs = [(mine, other) if me == 0 else (other, mine) for other in range(1, 7)]
            same = {masked(GAME, rolled(*p, *bids).record_array, me).tobytes() for p in pairs}
            assert len(same) == 1


# --- against OpenSpiel ----------------------------------------------------------------------------


def test_the_same_games_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("liars_dice")
    assert theirs.num_distinct_actions() == GAME.option_codes
    chance = random.Random(4)
    for _ in range(1500):
        dice = [chance.randint(1, 6) for _ in range(2)]
        ours, other = rolled(*dice), theirs.new_initial_state()
        for die in dice:
            other.apply_action(die - 1)
        while not ours.over:
            assert not other.is_terminal()
            assert (ours.mover, list(ours.codes)) == (other.current_player(), other.legal_actions())
            option = chance.choice(ours.codes)
            said = other.action_to_string(ours.mover, option)
            assert ours.code_of(said) == option, "what OpenSpiel calls it is understood"
            ours.play(option)
            other.apply_action(option)
        assert other.is_terminal()
        assert list(ours.returns) == other.returns()


# --- the heuristic --------------------------------------------------------------------------------


def value_of(state: games.State, seat: int) -> float:
    return float(bind(GAME.rules.value, GAME)(state.record_array[0], seat))


@pytest.mark.parametrize("preset", GAME.presets)
def test_the_heuristic_is_the_mean_of_a_call_now(preset: str) -> None:
    for mine, dice, side in product(range(1, 7), (1, 2), range(1, 7)):
        for me in range(2):
            results, worths = [], set()
            for other in range(1, 7):
                pair = (mine, other) if me == 0 else (other, mine)
                state = rolled(*pair, code(dice, side), preset=preset)
                worths.add(value_of(state, me))
                state.play("liar")
                results.append(state.returns[me])
                assert value_of(state, me) == state.returns[me]
            [worth] = worths  # the other's die makes no difference
            assert worth == pytest.approx(np.mean(results))


def test_the_heuristic_says_nothing_before_the_first_bid() -> None:
    assert [value_of(rolled(3, 4), seat) for seat in range(2)] == [0.0, 0.0]


# --- positions and words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"bids": 1 << 12}, "bids cannot be 4096: a mask of the 12 bids"),
        ({"bids": -1}, "bids cannot be -1"),
        ({"bids": 1}, "mover cannot be 0 after 1 bids: 1"),
        ({"winner": 1}, "winner cannot be 1 while the game goes on: 0"),
        ({"mover": -1}, "mover cannot be -1 without a bid: there is nothing to call a lie"),
        ({"mover": -1, "bids": 1}, "winner cannot be 0 by these dice: 1, 1 \\+ the seat"),
    ],
)
def test_what_no_game_comes_to_is_refused(fields: dict[str, Any], complaint: str) -> None:
    cups = {"cup 0": ["1a"], "cup 1": ["1b"]}
    with pytest.raises(ValueError, match=complaint):
        GAME.arrange(cups, sizes={"away 0": 5, "away 1": 5}, **fields)


def test_dice_that_no_roll_gives_are_refused() -> None:
    rest = [face for face in FACES if face not in ("1a", "1b")]
    with pytest.raises(ValueError, match="bag cannot hold 10 cards: all of them are drawn"):
        GAME.arrange({"cup 0": ["1a"], "cup 1": ["1b"], "bag": rest})
    with pytest.raises(ValueError, match="cup 0 cannot hold 2 cards: 1"):
        GAME.arrange({}, sizes={"cup 0": 2, "away 0": 4, "cup 1": 1, "away 1": 5})
    with pytest.raises(ValueError, match="1b cannot lie in cup 0, which takes 1a, 2a"):
        GAME.arrange({"cup 0": ["1b"]}, sizes={"cup 1": 1, "away 0": 5, "away 1": 5})


def test_what_is_not_named_is_rolled() -> None:
    state = GAME.arrange({"cup 0": ["1a"]}, sizes={"cup 1": 1, "away 0": 5, "away 1": 5}, seed=2)
    assert state.view(0).known("cup 0") == ("1a",)
    assert state.view(1).known("cup 1")[0] in POOLS["die b"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("one three", code(1, 3)),
        ("two sixes", code(2, 6)),
        ("bid 2 fives", code(2, 5)),
        ("2 5s", code(2, 5)),
        ("2-5", code(2, 5)),
        ("2x5", code(2, 5)),
        ("a six", code(1, 6)),
        ("I bid one 4", code(1, 4)),
        ("liar", LIAR),
        ("Liar!", LIAR),
        ("call", LIAR),
        ("call a lie", LIAR),
        ("that's a lie", LIAR),
        ("lies", None),
        ("3 fives", None),
        ("two sevens", None),
        ("two", None),
        ("five", None),
        ("", None),
    ],
)
def test_bids_as_people_type_them(typed: str, meant: int | None) -> None:
    state = rolled(2, 3, code(1, 1))
    if meant is None:
        with pytest.raises(games.IllegalOption, match="is no bid and no call: bid one two, "):
            state.code_of(typed)
    else:
        assert state.code_of(typed) == meant


def test_what_is_not_possible_now_is_refused_with_the_reason() -> None:
    with pytest.raises(games.IllegalOption, match="there is no bid to be called: bid one one"):
        rolled(1, 1).play("liar")
    with pytest.raises(games.IllegalOption, match="a bid is higher than the last: bid two ones"):
        rolled(1, 1, code(1, 6)).play("one two")


def test_a_position_says_what_is_known_and_how_it_ended() -> None:
    state = rolled(4, 6, code(1, 3), code(2, 3))
    assert str(state.view(0)) == (
        "Sixes are wild\n"
        "  your die    4\n"
        "  seat 1      ?\n"
        "  bids        one three, two threes\n"
        "Your decision: bid"
    )
    state.play("liar")
    assert str(state.view(0)).endswith("You win")
    assert "  seat 0      4\n" in str(state.view(1))
    assert str(state.view(1)).endswith("Seat 0 wins")
    assert str(rolled(1, 1, preset="no_wild").view(1)).startswith("Sixes are not wild\n")


def test_it_is_recorded_and_replayed(tmp_path: Any) -> None:
    for state in (GAME.new(seed=8), rolled(2, 6)):
        for option in ("one two", "two twos", "liar"):
            state.play(option)
        state.record().save(tmp_path / "game.json")
        again = games.Record.load(tmp_path / "game.json").replay()
        assert again.record_array.tobytes() == state.record_array.tobytes()
