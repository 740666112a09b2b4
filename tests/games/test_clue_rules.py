"""Clue by the book: the deal, how a turn begins, walking."""

from __future__ import annotations

from math import factorial, prod

import pytest

from compiled import bind, rows
from determinize import Watch
from games import State
from games.clue.cards import KINDS
from games.clue.grid import START
from games.kit.events import Moved
from games.state import blank
from tests.games.clue_tables import (
    GAME,
    A,
    B,
    C,
    arrange,
    holds,
    play,
    rolled,
    where,
    words,
)

# ------------------------------------------------------------------------------------ 3. the deal


@pytest.mark.parametrize(
    ("players", "parameters", "sizes", "side", "table"),
    [
        (2, {}, [7, 7], 4, 0),
        (2, {"two_player": "side5"}, [7, 6], 5, 0),
        (2, {"two_player": "side5", "leftover": "public"}, [6, 6], 5, 1),
        (2, {"two_player": "plain"}, [9, 9], 0, 0),
        (3, {}, [6, 6, 6], 0, 0),
        (4, {}, [5, 5, 4, 4], 0, 0),
        (4, {"leftover": "public"}, [4, 4, 4, 4], 0, 2),
        (5, {}, [4, 4, 4, 3, 3], 0, 0),
        (5, {"leftover": "public"}, [3] * 5, 0, 3),
        (6, {}, [3] * 6, 0, 0),
    ],
)
def test_hands_are_as_even_as_they_can_be(players, parameters, sizes, side, table):
    state = GAME.new(players=players, seed=3, **parameters)
    assert [len(holds(state, f"hand {p}")) for p in range(players)] == sizes
    assert len(holds(state, "side")) == side
    assert len(holds(state, "table")) == table
    for zone, kind in zip(("suspect", "weapon", "room"), KINDS, strict=True):
        assert len(holds(state, zone) & set(kind)) == 1


def test_cards_are_dealt_one_at_a_time_clockwise_from_the_first_seat():
    state = GAME.new(players=4, seed=1)
    dealt = [event.target - 4 for event in state.events if isinstance(event, Moved)][3:]
    assert dealt == [0, 1, 2, 3] * 4 + [0, 1]


def test_the_file_is_filled_from_a_shuffled_box_and_the_rest_is_shuffled_again():
    kinds = [type(event).__name__ for event in GAME.new(players=3, seed=1).events]
    assert kinds[:6] == ["Opened", "Shuffled", "Moved", "Moved", "Moved", "Shuffled"]
    assert set(kinds[6:]) == {"Moved"}
    assert len(kinds[6:]) == 18


def test_all_six_tokens_start_whatever_the_number_of_players():
    for players in range(2, 7):
        assert GAME.new(players=players).record_array[0].token.tolist() == START.tolist()
    assert (where(GAME.new(), "Scarlet"), where(GAME.new(), "Plum")) == ((0, 16), (5, 0))


def test_scarlet_begins_and_turns_go_clockwise():
    state = arrange(A, B, C)
    for seat in (0, 1, 2, 0):
        assert (state.mover, state.decision) == (seat, "start")
        play(state, "roll", rolled(state)[-1], "no accusation")


def test_public_cards_are_known_to_all():
    state = GAME.new(players=5, seed=2, leftover="public")
    assert all(state.view(p).known("table") == state.view(0).known("table") for p in range(5))
    assert None not in state.view(4).slots("table")


def test_the_file_and_the_side_cards_are_known_to_nobody():
    state = GAME.new(players=2, seed=2)
    for p in range(2):
        for zone in ("suspect", "weapon", "room", "side"):
            assert set(state.view(p).slots(zone)) == {None}


def test_tokens_and_all_else_are_reset_at_a_new_game():
    setup = bind(GAME.rules.setup, GAME)
    for preset in GAME.presets:
        used, fresh = (blank(GAME, 3, GAME.rules_of(preset)) for _ in range(2))
        setup(used[0], rows(5))
        for name in ("token", "summoned", "out", "lacks", "looked", "shown_to"):
            used[0][name] = 1
        for name in ("turns", "steps", "early", "suggested", "asker", "rolled", "winner"):
            used[0][name] = 3
        used[0].log[:40] = 77
        used[0].logged = 40
        setup(used[0], rows(6))
        setup(fresh[0], rows(6))
        assert used.tobytes() == fresh.tobytes()


def worlds(hand: list[str], others: list[int], ordered: int = 1) -> int:
    """6.2: how many deals a player with this hand can think of, by counting."""
    envelopes = prod(len(set(kind) - set(hand)) for kind in KINDS)
    return envelopes * factorial(sum(others)) // prod(factorial(n) for n in others) * ordered


@pytest.mark.parametrize(
    ("players", "hand", "others", "count"),
    [
        (3, "Scarlet Mustard Rope Lead-Pipe Hall Lounge", [6, 6], 103_488),
        (4, "Scarlet Mustard Rope Lead-Pipe Hall", [5, 4, 4], 11_531_520),
        (5, "Scarlet Mustard Rope Hall", [4, 4, 3, 3], 672_672_000),
        (6, "Scarlet Rope Hall", [3] * 5, 33_633_600_000),
        (2, "Scarlet Mustard White Rope Lead-Pipe Knife Hall Lounge Dining-Room", [9], 54),
        (2, "Scarlet Mustard Rope Lead-Pipe Hall Lounge Dining-Room", [7, 4], 31_680),
    ],
)
def test_a_player_begins_with_the_published_number_of_worlds(players, hand, others, count):
    mine = [name.replace("-", " ") for name in hand.split()]
    assert worlds(mine, others) == count
    position = GAME.arrange(
        {"hand 0": mine},
        sizes={
            **dict.fromkeys(("suspect", "weapon", "room"), 1),
            **{f"hand {p}": size for p, size in enumerate(others[: players - 1], 1)},
            **({"side": 4} if len(others) == 2 and players == 2 else {}),
        },
        players=players,
    )
    assert Watch(position).information(0).count == count


@pytest.mark.parametrize("players", range(2, 7))
def test_a_dealt_game_gives_every_seat_as_many_worlds_as_counting_does(players):
    state = GAME.new(players=players, seed=players)
    watch = Watch(state)
    for p in range(players):
        others = [len(holds(state, f"hand {q}")) for q in range(players) if q != p]
        side = [len(holds(state, "side"))]
        mine = sorted(holds(state, f"hand {p}"))
        assert watch.information(p).count == worlds(mine, others + side)


# ----------------------------------------------------------------------------- 4. start and passage


def test_the_turn_begins_with_a_roll_and_in_corner_rooms_with_a_passage_too():
    assert words(arrange(A, B, C)) == ["roll"]
    assert words(arrange(A, B, C, tokens={"Scarlet": "Hall"})) == ["roll"]
    corners = {
        "Study": "Kitchen",
        "Kitchen": "Study",
        "Lounge": "Conservatory",
        "Conservatory": "Lounge",
    }
    for room, other in corners.items():
        state = arrange(A, B, C, tokens={"Scarlet": room})
        assert words(state) == ["roll", f"passage to {other}"]
        play(state, f"passage to {other}")
        assert (where(state, "Scarlet"), state.decision) == (other, "suggest")


def test_a_passage_may_be_a_step_of_a_roll():
    parameters = {"passage_needs_no_roll": False}
    state = arrange(A, B, C, tokens={"Scarlet": "Study"}, parameters=parameters)
    assert words(state) == ["roll"]
    play(state, "roll")
    assert "go to Kitchen" in words(state)
    play(state, "go to Kitchen")
    assert (where(state, "Scarlet"), state.decision) == ("Kitchen", "suggest")


def test_a_passage_taken_as_a_step_is_open_where_the_door_is_not():
    parameters = {"passage_needs_no_roll": False}
    state = arrange(A, B, C, tokens={"Scarlet": "Study", "Plum": (4, 6)}, parameters=parameters)
    play(state, "roll")
    assert words(state) == ["go to Kitchen"]


def test_one_die_shows_1_to_6_and_two_their_sum():
    for dice, sums in ((1, set(range(1, 7))), (2, set(range(2, 13)))):
        seen = set()
        for seed in range(120):
            state = arrange(A, B, C, parameters={"dice": dice}, seed=seed)
            play(state, "roll")
            seen.add(int(state.record_array[0].rolled))
        assert seen == sums


# ----------------------------------------------------------------------------------------- 4. move


def moving(rolled: int, start: object, **tokens: object) -> State:
    return arrange(
        A,
        B,
        C,
        tokens={"Scarlet": start, **tokens},  # type: ignore[dict-item]
        decision="move",
        rolled=rolled,
    )


def test_a_walk_ends_after_exactly_the_roll_or_in_a_room():
    assert words(moving(4, (0, 16))) == [
        f"go to {square}" for square in ("1,15", "2,16", "3,15", "4,16")
    ]
    squares = ["2,7", "3,8", "4,3", "4,5", "4,7", "5,4", "5,6", "5,8", "6,7"]
    expected = ["go to Hall", *(f"go to {square}" for square in squares)]
    assert words(moving(4, "Study")) == expected
    assert "go to Hall" in words(moving(6, "Study"))  # two pips are lost


def test_nobody_walks_through_a_room_or_back_into_the_one_he_left():
    """From the Study the Lounge is 4 + 8 pips away by the Hall, and not to be reached so."""
    state = arrange(
        A, B, C, tokens={"Scarlet": "Study"}, decision="move", rolled=12, parameters={"dice": 2}
    )
    assert "go to Lounge" not in words(state)
    assert "go to Study" not in words(state)
    assert "go to Study" not in words(moving(2, "Study"))


def test_tokens_that_nobody_plays_block_squares_too():
    free = words(moving(2, "Study"))
    assert "go to 4,7" in free
    assert "go to 4,7" not in words(moving(2, "Study", Plum=(4, 7)))
    assert "go to 5,6" in words(moving(2, "Study", Plum=(4, 7)))


def test_moving_is_compulsory_and_ends_on_a_square_without_a_suggestion():
    state = moving(2, (0, 16))
    assert words(state) == ["go to 1,15", "go to 2,16"]
    play(state, "go to 2,16")
    assert (state.mover, state.decision, where(state, "Scarlet")) == (0, "accuse", (2, 16))


def test_who_cannot_walk_so_far_stands_still():
    """A dead end of one square: a roll of 2 leads nowhere, one of 1 into it."""
    tokens = {"Plum": (1, 15), "Peacock": (3, 16), "Green": (2, 15)}
    state = moving(3, (0, 16), **tokens)
    assert words(state) == ["stand still"]
    play(state, "stand still")
    assert (state.decision, where(state, "Scarlet")) == ("accuse", (0, 16))
    assert words(moving(2, (0, 16), **tokens)) == ["go to 2,16"]


def library_closed(**more: object) -> State:
    tokens = {"Scarlet": "Library", "Plum": (8, 7), "Peacock": (11, 3)}
    return arrange(A, B, C, tokens=tokens, **more)  # type: ignore[arg-type]


def test_who_is_shut_in_is_blocked_and_suggests_only_where_that_is_allowed():
    state = library_closed()
    assert words(state) == ["stand still"]
    play(state, "stand still")
    assert (state.mover, state.decision) == (0, "accuse")
    state = library_closed(parameters={"blocked_may_suggest": True})
    play(state, "stand still")
    assert (state.mover, state.decision) == (0, "suggest")


def test_who_is_shut_in_may_still_use_a_passage():
    state = arrange(A, B, C, tokens={"Scarlet": "Study", "Plum": (4, 6)})
    assert words(state) == ["passage to Kitchen"]


def test_who_was_carried_into_a_room_that_is_shut_may_stay_and_suggest():
    state = library_closed(summoned=[1, 0, 0, 0, 0, 0])
    assert words(state) == ["stay", "stand still"]
    play(state, "stay")
    assert state.decision == "suggest"
