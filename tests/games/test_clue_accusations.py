"""Clue by the book: accusations, the end, and other tables."""

from __future__ import annotations

from games import State
from games.clue.cards import FACES, KINDS
from games.clue.record import HAND, ROOM, SUSPECT, WEAPON
from games.kit.events import Announced, Looked
from tests.games.clue_tables import (
    GAME,
    A,
    B,
    C,
    arrange,
    in_room,
    play,
    rolled,
    said,
    to_seat,
    where,
    words,
)

# --------------------------------------------------------------------------------------- 4. accuse


def accusing(seat: int = 0, **more: object) -> State:
    return arrange(A, B, C, decision="accuse", mover=seat, **more)  # type: ignore[arg-type]


def test_the_end_of_every_own_turn_asks_for_an_accusation_also_on_the_corridor():
    assert len(words(accusing())) == 1 + 324


def test_a_right_accusation_wins_and_opens_the_file():
    state = accusing(1)
    play(state, "accuse Plum Revolver Study")
    assert state.over
    assert state.returns == (-1.0, 1.0, -1.0)
    assert said(state) == [("ACCUSES", 1)]
    for seat in range(3):
        assert state.view(seat).known("suspect") == ("Plum",)
        assert state.view(seat).known("room") == ("Study",)


def test_a_wrong_accusation_takes_the_win_away_but_not_the_duty_to_show():
    state = accusing(tokens={"Mustard": "Hall"})
    play(state, "accuse Plum Revolver Hall")
    assert not state.over
    assert state.record_array[0].out.tolist() == [1, 0, 0, 0, 0, 0]
    assert state.mover == 1
    for zone, face in zip(
        ("suspect", "weapon", "room"), ("Plum", "Revolver", "Study"), strict=True
    ):
        assert state.view(0).known(zone) == (face,)
        assert state.view(1).known(zone) == ()
    looks = [event for event in state.events if isinstance(event, Looked)]
    assert [event.eyes & 7 for event in looks] == [1, 1, 1]
    to_seat(state, 2)
    play(state, "roll", rolled(state)[0], "no accusation")
    assert (state.mover, state.decision) == (1, "start")  # seat 0 is left out


def test_the_token_of_who_is_out_leaves_the_corridor_but_not_a_room():
    state = accusing()
    play(state, "accuse Plum Revolver Hall")
    assert where(state, "Scarlet") is None
    state = accusing(tokens={"Scarlet": "Hall"})
    play(state, "accuse Plum Revolver Hall")
    assert where(state, "Scarlet") == "Hall"
    state = accusing(parameters={"eliminated_token": "stays"})
    play(state, "accuse Plum Revolver Hall")
    assert where(state, "Scarlet") == (0, 16)


def test_a_token_taken_off_may_be_suggested_and_comes_into_the_room():
    state = accusing(tokens={"Mustard": "Kitchen"})
    play(state, "accuse Plum Revolver Hall", "passage", "suggest Scarlet Rope")
    assert where(state, "Scarlet") == "Study"
    assert not state.record_array[0].summoned.any()  # which is no use to who has no turns


def test_a_square_left_by_a_token_taken_off_is_free():
    state = accusing(tokens={"Scarlet": (4, 7), "Mustard": "Study"})
    play(state, "accuse Plum Revolver Hall")
    state.record_array[0].rolled, state.record_array[0].decision = 2, 1
    assert "go to 4,7" in words(state)


def test_the_last_player_plays_on_or_has_won_as_the_table_says():
    out = [0, 1, 0, 0, 0, 0]
    state = accusing(out=out)
    play(state, "accuse Plum Revolver Hall")
    assert (state.mover, state.decision) == (2, "start")
    state = accusing(out=out, parameters={"last_player": "wins"})
    play(state, "accuse Plum Revolver Hall")
    assert state.over
    assert state.returns == (-1.0, -1.0, 1.0)
    assert state.view(0).known("suspect") == ("Plum",)
    assert state.view(2).known("suspect") == ()


def test_the_last_player_who_plays_on_has_turn_after_turn():
    state = accusing(out=[0, 1, 1, 0, 0, 0])
    for _ in range(3):
        play(state, "no accusation")
        play(state, "roll", rolled(state)[0])
        assert (state.mover, state.decision) == (0, "accuse")


def test_when_all_are_wrong_nobody_wins():
    state = accusing(out=[0, 1, 1, 0, 0, 0])
    play(state, "accuse Plum Revolver Hall")
    assert state.over
    assert state.returns == (-1.0, -1.0, -1.0)


def test_the_turn_limit_ends_a_game_that_nobody_has_won():
    state = accusing(turns=298)
    play(state, "no accusation")
    assert not state.over
    state = accusing(turns=299)
    play(state, "no accusation")
    assert state.over
    assert state.returns == (-1.0, -1.0, -1.0)
    state = accusing(turns=299)
    play(state, "accuse Plum Revolver Study")
    assert state.returns == (1.0, -1.0, -1.0)


def test_an_accusation_before_moving_is_offered_where_the_table_allows_it():
    state = arrange(A, B, C, parameters={"accuse_before_move": True})
    assert words(state) == ["roll", "accuse now"]
    play(state, "accuse now")
    assert state.decision == "accuse"
    assert len(words(state)) == 324  # it cannot be taken back
    twin = state.copy()
    play(state, "accuse Plum Revolver Study")
    assert state.returns == (1.0, -1.0, -1.0)
    play(twin, "accuse Plum Revolver Hall")
    assert (twin.mover, twin.decision) == (1, "start")
    assert words(twin) == ["roll", "accuse now"]


def test_a_table_may_ask_for_a_suggestion_before_an_accusation():
    parameters = {"accuse_needs_suggestion": True}
    state = arrange(A, B, C, parameters=parameters)
    play(state, "roll", rolled(state)[0])
    assert (state.mover, state.decision) == (1, "start")
    state = in_room(parameters=parameters)
    play(state, "suggest White Rope", "show White")
    assert (state.mover, state.decision) == (0, "accuse")


def test_accusations_may_be_kept_to_cards_that_one_has_not_seen():
    state = accusing(parameters={"accusing": "unseen"})
    assert len(words(state)) == 1 + 4 * 4 * 7
    assert "accuse Plum Revolver Study" in words(state)
    assert "accuse Scarlet Revolver Study" not in words(state)


def test_where_only_such_are_offered_a_wrong_one_says_what_was_not_seen():
    """White, which was named before, was not what seat 1 showed; nothing is said of seat 2."""
    state = in_room("Kitchen", parameters={"accusing": "unseen"})
    play(state, "suggest White Knife", "show Knife")
    assert "accuse White Revolver Study" in words(state)
    play(state, "accuse White Revolver Study")
    assert said(state) == [("ACCUSES", 0), ("HAS_SEEN_NONE", 0), ("SHOWED_ANOTHER", 1)]
    announced = [event for event in state.events if isinstance(event, Announced)]
    facts = [fact for e in announced for fact in GAME.deductions(e.what, e.who, e.a, e.b)]
    assert [(fact.zones, [FACES[c] for c in fact.weights], fact.lo, fact.hi) for fact in facts] == [
        ((SUSPECT, WEAPON, ROOM), ["White", "Revolver", "Study"], 0, 2),
        ((HAND,), ["White", "Revolver", "Study"], 0, 0),
        ((HAND + 1,), ["Knife", "Kitchen"], 1, 2),
    ]
    named = sum(1 << FACES.index(face) for face in ("White", "Revolver", "Study"))
    assert int(state.record_array[0].lacks[0]) == named
    assert state.record_array[0].accused.tolist() == [named, 0, 0, 0, 0, 0]


def test_where_all_are_offered_a_wrong_one_says_nothing_more():
    state = in_room("Kitchen")
    play(state, "suggest White Knife", "show Knife", "accuse White Revolver Study")
    assert said(state) == [("ACCUSES", 0)]
    assert int(state.record_array[0].lacks[0]) == 0


def test_seats_after_the_first_may_have_to_be_certain():
    parameters = {"accusing": "first_or_certain"}
    assert len(words(accusing(parameters=parameters))) == 1 + 4 * 4 * 7
    assert words(accusing(1, parameters=parameters)) == ["no accusation"]
    everything = {face: [1] for face in A + C}
    state = accusing(1, parameters=parameters, known=everything)
    assert words(state) == ["no accusation", "accuse Plum Revolver Study"]
    del everything["Library"]
    assert words(accusing(1, parameters=parameters, known=everything)) == ["no accusation"]


# ------------------------------------------------------------------------------ rooms only, rl_env


def test_without_a_board_one_goes_to_any_other_room_or_stays_if_carried():
    state = arrange(A, B, C, preset="rooms_only")
    assert len(words(state)) == 9
    play(state, "go to Hall", "suggest Mustard Rope", "no accusation")
    assert words(state) == ["stay", *(f"go to {room}" for room in KINDS[2] if room != "Hall")]
    play(state, "go to Kitchen")
    assert (where(state, "Mustard"), state.decision) == ("Kitchen", "suggest")


def rl_env(**more: object) -> State:
    return arrange(A, B, C, preset="rl_env", **more)  # type: ignore[arg-type]


def test_rl_env_rolls_first_and_walks_towards_a_room():
    state = rl_env(tokens={"Scarlet": "Study"}, summoned=[1, 0, 0, 0, 0, 0])
    assert words(state) == ["roll"]
    state = rl_env(tokens={"Scarlet": "Study"}, decision="move", rolled=2)
    assert words(state) == [f"go to {room}" for room in KINDS[2] if room != "Study"]
    twin, third = state.copy(), state.copy()
    play(state, "go to Hall")
    assert (state.mover, state.decision) == (1, "start")  # on the way; no accusation there
    assert where(state, "Scarlet") == (4, 7)
    play(twin, "go to Kitchen")  # by the passage, whatever was rolled
    assert (twin.decision, where(twin, "Scarlet")) == ("suggest", "Kitchen")
    third.record_array[0].rolled = 4
    play(third, "go to Hall")
    assert (third.decision, where(third, "Scarlet")) == ("suggest", "Hall")


def test_rl_env_lets_who_is_blocked_suggest_and_keeps_tokens_of_who_is_out():
    tokens = {"Scarlet": "Library", "Plum": (8, 7), "Peacock": (11, 3)}
    state = rl_env(tokens=tokens)
    assert words(state) == ["stand still"]
    play(state, "stand still")
    assert state.decision == "suggest"
    play(state, "suggest Plum Revolver", "show Library")
    assert words(state)[0] == "no accusation"
    assert len(words(state)) == 1 + 4 * 4 * 6  # the Library has been seen now
    assert GAME.presets["rl_env"].eliminated_token.name == "STAYS"


def test_rl_env_is_cut_off_after_500_decisions():
    state = rl_env(steps=498)
    play(state, "roll")
    assert not state.over
    state.play(state.options()[0])
    assert state.over
    assert state.returns == (-1.0, -1.0, -1.0)
