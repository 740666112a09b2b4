"""Uno by the book: the first card, every effect, every parameter and switch, and every fact."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind, rows
from determinize import Watch
from games import State
from games.kit.events import Announced, Deduction, Looked, Shuffled
from games.uno.cards import COPIES, FACES, colour_of
from games.uno.parameters import PRESETS, Rules
from games.uno.record import Say

GAME = games.load("uno")


def table(
    hands: Sequence[Sequence[str]],
    top: str | Sequence[str] = "Red 5",
    *,
    deck: Sequence[str] = (),
    drawn: Mapping[int, str] | None = None,
    preset: str = "official",
    rules: Mapping[str, Any] | None = None,
    rest: str = "deck",
    **fields: Any,
) -> State:
    """A position: hands, the pile from the bottom, the deck from the top; the rest below that.

    The rest of the cards lies in the deck under those named, or at the bottom of the pile.
    """
    pile = [top] if isinstance(top, str) else [*top]
    cards = {f"hand {p}": list(hand) for p, hand in enumerate(hands)}
    cards |= {f"drawn {p}": [face] for p, face in (drawn or {}).items()}
    named = [*(face for zone in cards.values() for face in zone), *pile, *deck]
    others = [f for f, n in zip(FACES, COPIES, strict=True) for _ in range(n - named.count(f))]
    # In the order of a shuffle that is always the same.
    others = [others[i] for i in np.random.default_rng(1).permutation(len(others))]
    cards["deck"] = [*(others if rest == "deck" else []), *reversed(deck)]
    cards["discard"] = [*(others if rest == "discard" else []), *pile]
    if "colour" not in fields and pile[-1] in FACES[:52]:
        fields["colour"] = colour_of(FACES.index(pile[-1]))
    return GAME.arrange(
        cards,
        players=len(hands),
        preset=preset,
        parameters={"target": 1, **(rules or {})},
        **fields,
    )


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def words(state: State) -> list[str]:
    return [option.words for option in state.options()]


def asked(state: State) -> tuple[int, str]:
    return state.mover, state.decision


def hand(state: State, p: int, zone: str = "hand") -> list[str]:
    where = state.record_array["zone"][0] == GAME.zones[zone] + p
    return [FACES[face] for face in GAME.face_of[where]]


def sizes(state: State) -> list[int]:
    return [len(hand(state, p)) for p in range(state.seats)]


def pile(state: State) -> list[str]:
    s: Any = state.record_array[0]
    cards = sorted(np.flatnonzero(s.zone == GAME.zones["discard"]), key=lambda c: s.depth[c])
    return [FACES[GAME.face_of[c]] for c in cards]


def said(state: State) -> list[tuple[str, int, list[Deduction]]]:
    """What was said in the latest move, who is spoken of, and what follows."""
    return [
        (Say(e.what).name, e.who, [*GAME.deductions(e.what, e.who, e.a, e.b)])  # type: ignore[list-item]
        for e in state.events
        if isinstance(e, Announced)
    ]


def looks(state: State) -> list[tuple[str, int]]:
    return [(GAME.zones.names[e.zone], e.eyes) for e in state.events if isinstance(e, Looked)]


def scores(state: State) -> list[int]:
    return state.record_array[0].scores[: state.seats].tolist()


MANY = ["Blue 1", "Blue 2", "Blue 3"]
OTHER = ["Yellow 1", "Yellow 2", "Yellow 3"]
THIRD = ["Green 1", "Green 2", "Green 3"]
FOURTH = ["Blue 6", "Blue 8", "Blue 9"]


# --------------------------------------------------------------------------- 2. the cards


def test_there_are_108_cards_worth_1240_points():
    def worth(face: str) -> int:
        last = face.split()[-1]
        return int(last) if last.isdigit() else 50 if "Wild" in face else 20

    assert sum(COPIES) == 108
    assert sum(n * worth(f) for f, n in zip(FACES, COPIES, strict=True)) == 1240
    counts = dict(zip(FACES, COPIES, strict=True))
    assert [counts[f] for f in ("Red 0", "Red 1", "Blue Skip", "Wild", "Wild Draw Four")] == [
        1,
        2,
        2,
        4,
        4,
    ]


# --------------------------------------------------------------- 3. the deal and the first card


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_seven_cards_each_and_one_turned_up(preset: str, players: int):
    for seed in range(5):
        state = GAME.new(players=players, seed=seed, preset=preset)
        drawn = "Draw Two" in pile(state)[0]
        assert sorted(sizes(state)) == [7] * (players - drawn) + [9] * drawn
        assert len(pile(state)) == 1


def first(face: str, players: int = 3, preset: str = "official") -> tuple[State, int]:
    """A deal whose first card is of that kind, and the seat left of the dealer."""
    for seed in range(500):
        state = GAME.new(players=players, seed=seed, preset=preset)
        if face in pile(state)[0]:
            return state, (int(state.record_array[0].dealer) + 1) % players
    raise AssertionError(face)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("face", "players", "steps", "turned"),
    [
        (" 5", 3, 0, 0),
        ("Skip", 3, 1, 0),
        ("Skip", 2, 1, 0),
        ("Draw Two", 3, 1, 0),
        ("Reverse", 3, -1, 1),
        ("Reverse", 2, 1, 1),
    ],
)
def test_the_first_card_acts_on_the_seat_left_of_the_dealer(
    preset: str, face: str, players: int, steps: int, turned: int
):
    state, left = first(face, players, preset)
    assert asked(state) == ((left + steps) % players, "turn")
    assert state.record_array[0].reversed == turned
    assert sizes(state)[left] == (9 if face == "Draw Two" else 7)
    if preset == "tag":
        assert left == 0


def test_on_a_first_wild_the_first_player_names_the_colour_and_then_plays():
    state, left = first("Wild")
    assert pile(state) == ["Wild"]
    assert asked(state) == (left, "colour")
    assert words(state) == ["name red", "name yellow", "name green", "name blue"]
    play(state, "name green")
    assert asked(state) == (left, "turn")
    assert state.record_array[0].colour == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_a_first_wild_draw_four_is_put_back_and_all_have_seen_it(preset: str):
    back = 0
    for seed in range(100):
        state = GAME.new(seed=seed, preset=preset)
        assert pile(state)[0] not in (
            {"Wild Draw Four", "Wild"} if preset == "tag" else {FACES[53]}
        )
        back += sum(isinstance(event, Shuffled) for event in state.events) > 1
    assert back  # it did happen


def test_the_first_dealer_is_drawn_and_the_deal_passes_on():
    dealers = {int(GAME.new(players=4, seed=seed).record_array[0].dealer) for seed in range(60)}
    assert dealers == {0, 1, 2, 3}
    state = table([["Red 1"], MANY, OTHER], rules={"target": 500}, dealer=1)
    play(state, "Red 1")
    assert state.record_array[0].dealer == 2
    state = table([["Red 1"], MANY, OTHER], preset="tag", rules={"target": 500}, dealer=2)
    play(state, "Red 1")
    assert state.record_array[0].dealer == 2


@pytest.mark.parametrize("keep", [False, True])
def test_the_direction_is_reset_unless_it_is_kept(keep: bool):
    state = table(
        [["Red 1"], MANY, OTHER],
        rules={"target": 500, "keep_direction": keep, "reverses": 2},
        reversed=1,
    )
    play(state, "Red 1")
    turned = "Reverse" in pile(state)[0]
    assert state.record_array[0].round == 1
    assert bool(state.record_array[0].reversed) == (keep ^ turned)


# ------------------------------------------------------------------------------- 4. the turn


def test_a_card_matches_by_colour_number_symbol_or_is_wild():
    cards = ["Red 1", "Green 5", "Blue 6", "Wild", "Yellow Skip", "Red Skip"]
    assert words(table([cards, MANY])) == [
        "play Red 1",
        "play Red Skip",
        "play Green 5",
        "play Wild",
        "draw",
    ]
    on_skip = table([cards, MANY], "Blue Skip")
    assert words(on_skip) == [
        "play Red Skip",
        "play Yellow Skip",
        "play Blue 6",
        "play Wild",
        "draw",
    ]
    on_wild = table([cards, MANY], "Wild", colour=1)
    assert words(on_wild) == ["play Yellow Skip", "play Wild", "draw"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("wild", ["Wild", "Wild Draw Four"])
def test_a_wild_has_no_number_that_a_card_could_match(wild: str, preset: str):
    """Neither is it a 0, nor the one that makes the next player draw four a 4."""
    state = table([["Red 0", "Red 4", "Blue 4", "Green 0"], MANY], wild, colour=3, preset=preset)
    assert [word for word in words(state) if word != "draw"] == ["play Blue 4"]


@pytest.mark.parametrize("symbol", ["Skip", "Reverse", "Draw Two"])
def test_in_tag_an_action_needs_the_colour(symbol: str):
    cards = [f"Green {symbol}", "Blue 6", "Yellow 3"]
    assert words(table([cards, MANY], f"Red {symbol}", preset="tag")) == ["draw"]
    assert words(table([cards, MANY], f"Red {symbol}")) == [f"play Green {symbol}", "draw"]


def test_only_who_cannot_play_draws_in_tag():
    assert words(table([["Red 1", "Blue 2"], MANY], preset="tag")) == ["play Red 1"]
    assert words(table([["Green 1", "Blue 2"], MANY], preset="tag")) == ["draw"]


def test_only_the_drawn_card_may_be_played_after_drawing():
    state = table([["Red 1", "Blue 2"], MANY, OTHER], deck=["Red 9"])
    play(state, "draw")
    assert asked(state) == (0, "after draw")
    assert words(state) == ["play Red 9", "keep"]
    assert hand(state, 0, "drawn") == ["Red 9"]
    play(state, "Red 9")
    assert asked(state) == (1, "turn")
    assert sizes(state) == [2, 3, 3]
    assert pile(state)[-1] == "Red 9"


@pytest.mark.parametrize("card", ["Red 9", "Blue 9"])
def test_a_kept_card_looks_the_same_whether_it_could_have_been_played(card: str):
    state = table([["Red 1", "Blue 2"], MANY], deck=[card])
    play(state, "draw")
    assert asked(state) == (0, "after draw")
    before = str(state.view(1))
    events = state.play("keep")
    assert before.count("unseen") == 2
    assert not said(state)
    assert [getattr(event, "eyes", None) for event in events] == [1]
    assert sizes(state) == [3, 3]
    assert asked(state) == (1, "turn")


def test_a_drawn_wild_is_named_when_it_is_played():
    state = play(table([["Blue 1", "Blue 2"], MANY], deck=["Wild"]), "draw", "Wild")
    assert asked(state) == (0, "colour")
    play(state, "name yellow")
    assert (asked(state), int(state.record_array[0].colour)) == ((1, "turn"), 1)


def test_the_named_colour_outlasts_a_draw():
    state = table([["Blue 1", "Blue 2", "Wild"], ["Red 1", "Red 2"]], deck=["Red 3"])
    play(state, "Wild", "name green", "draw", "keep")
    assert state.record_array[0].colour == 2
    assert words(state) == ["draw"]


@pytest.mark.parametrize(
    ("card", "players", "following", "drawn"),
    [
        ("Red 1", 3, 1, 0),
        ("Red Skip", 3, 2, 0),
        ("Red Skip", 2, 0, 0),
        ("Red Draw Two", 3, 2, 2),
        ("Red Draw Two", 2, 0, 2),
        ("Red Reverse", 3, 2, 0),
        ("Red Reverse", 2, 0, 0),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_cards_do(card: str, players: int, following: int, drawn: int, preset: str):
    hands = [[card, "Blue 1", "Blue 2"], MANY, OTHER][:players]
    state = play(table(hands, preset=preset), card)
    assert asked(state) == (following, "turn")
    assert sizes(state)[1] == 3 + drawn
    assert state.record_array[0].reversed == (card == "Red Reverse" and players == 3)


def test_play_goes_on_in_the_new_direction():
    state = table([["Red Reverse", "Blue 1"], MANY, OTHER, ["Red 2", "Red 3"]])
    play(state, "Red Reverse", "Red 2")
    assert asked(state) == (2, "turn")


def test_with_two_left_of_four_reverse_is_a_skip():
    state = table(
        [["Red Reverse", "Blue 1"], [], MANY, []],
        preset="tag",
        rules={"scoring": "challenge", "target": 500},
        eliminated=[0, 1, 0, 1, 0, 0, 0, 0, 0, 0],
        scores=[0, 600, 0, 700, 0, 0, 0, 0, 0, 0],
    )
    play(state, "Red Reverse")
    assert (asked(state), int(state.record_array[0].reversed)) == ((0, "turn"), 0)


@pytest.mark.parametrize("card", ["Wild", "Wild Draw Four"])
def test_any_colour_may_be_named_the_present_one_too(card: str):
    state = play(table([[card, "Blue 1"], MANY]), card)
    assert words(state) == ["name red", "name yellow", "name green", "name blue"]


# ----------------------------------------------------------------------------- Wild Draw Four


@pytest.mark.parametrize(("card", "guilty"), [("Red 1", True), ("Blue 5", False), ("Wild", False)])
def test_a_challenge_asks_for_the_colour_alone(card: str, guilty: bool):
    state = table([["Wild Draw Four", card, "Blue 2"], MANY, OTHER])
    play(state, "Wild Draw Four", "name green")
    assert asked(state) == (1, "challenge")
    assert words(state) == ["accept and draw 4", "challenge"]
    play(state, "challenge")
    assert looks(state) == [("hand 0", 0b10)]
    [(what, who, [fact])] = said(state)
    assert who == 0
    assert {FACES[f].split()[0] for f in fact.weights} == {"Red"}
    if guilty:
        assert (what, fact.lo, fact.hi) == ("HAS_COLOUR", 1, 25)
        assert (sizes(state), asked(state)) == ([6, 3, 3], (1, "turn"))
    else:
        assert (what, fact.lo, fact.hi) == ("LACKS_COLOUR", 0, 0)
        assert (sizes(state), asked(state)) == ([2, 9, 3], (2, "turn"))
    assert state.record_array[0].colour == 2


def test_to_accept_is_to_draw_four_and_tells_nothing():
    state = table([["Wild Draw Four", "Red 1", "Blue 2"], MANY, OTHER])
    play(state, "Wild Draw Four", "name red", "accept")
    assert (sizes(state), asked(state)) == ([2, 7, 3], (2, "turn"))
    assert not said(state)
    assert not looks(state)


def test_the_colour_that_counts_is_the_one_named_for_the_wild_below():
    state = table([["Wild Draw Four", "Green 1"], MANY], "Wild", colour=2)
    play(state, "Wild Draw Four", "name red", "challenge")
    assert sizes(state) == [5, 3]
    state = table(
        [["Wild Draw Four", "Green 1", "Blue 2"], MANY], "Wild", colour=0, rules={"wd4": "enforced"}
    )
    assert "play Wild Draw Four" in words(state)


def test_enforced_it_is_not_offered_beside_the_colour():
    rules = {"wd4": "enforced"}
    assert words(table([["Wild Draw Four", "Red 1"], MANY], rules=rules)) == ["play Red 1", "draw"]
    state = table([["Wild Draw Four", "Blue 5", "Wild"], MANY, OTHER], rules=rules)
    play(state, "Wild Draw Four")
    [(what, who, [fact])] = said(state)
    assert (what, who, fact.lo, fact.hi, len(fact.weights)) == ("LACKS_COLOUR", 0, 0, 0, 13)
    play(state, "name blue")
    assert (sizes(state), asked(state)) == ([2, 7, 3], (2, "turn"))


def test_enforced_a_drawn_one_is_kept_beside_the_colour():
    state = table([["Red 1", "Blue 1"], MANY], deck=["Wild Draw Four"], rules={"wd4": "enforced"})
    play(state, "draw")
    assert words(state) == ["keep"]
    state = table([["Blue 1", "Blue 3"], MANY], deck=["Wild Draw Four"], rules={"wd4": "enforced"})
    play(state, "draw", "Wild Draw Four")
    assert [(what, who) for what, who, _ in said(state)] == [("LACKS_COLOUR", 0)]


# ----------------------------------------------------------------------------- the end of a round


@pytest.mark.parametrize(
    ("card", "drawn"), [("Red 1", 0), ("Wild", 0), ("Red Draw Two", 2), ("Wild Draw Four", 4)]
)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_last_card_ends_the_round_and_the_next_player_still_draws(
    card: str, drawn: int, preset: str
):
    deck = ["Blue 9", "Green Skip", "Wild", "Yellow 0"]
    points = [0, 9, 29, 79, 79][drawn]
    state = play(table([[card], MANY, OTHER], deck=deck, preset=preset), card)
    assert state.over
    assert sizes(state) == [0, 3 + drawn, 3]
    if preset == "official":
        assert scores(state) == [12 + points, 0, 0]
        assert state.returns == (1.0, -1.0, -1.0)
    else:
        assert scores(state) == [0, 6 + points, 6]
    assert {zone for zone, eyes in looks(state) if eyes == 0b111} == {"hand 1", "hand 2"}


def test_points_are_parameters():
    held = ["Blue 9", "Blue Skip", "Blue Reverse", "Blue Draw Two", "Wild", "Wild Draw Four"]
    names = ("skip", "reverse", "draw_two", "wild", "wild_draw_four")
    assert scores(play(table([["Red 1"], held]), "Red 1")) == [9 + 60 + 100, 0]
    for n, name in enumerate(names):
        rules = {f"{each}_points": 0 for each in names} | {f"{name}_points": 7 + n}
        assert scores(play(table([["Red 1"], held], rules=rules), "Red 1")) == [16 + n, 0]


def test_a_game_goes_on_below_the_target():
    state = table([["Red 1"], MANY], rules={"target": 500}, scores=[490] + [0] * 9)
    play(state, "Red 1")
    assert (scores(state), state.over, int(state.record_array[0].round)) == ([496, 0], False, 1)
    state = table([["Red 1"], MANY], rules={"target": 500}, scores=[494] + [0] * 9)
    assert play(state, "Red 1").returns == (1.0, -1.0)


@pytest.mark.parametrize(
    ("before", "result"),
    [([100, 499, 90], (-1, -1, 1)), ([96, 499, 90], (0, -1, 0)), ([10, 499, 90], (1, -1, -1))],
)
def test_incremental_the_lowest_wins_and_ties_share(before: list[int], result: tuple[float, ...]):
    rules = {"scoring": "incremental", "target": 500}
    state = table([["Red 1"], MANY, OTHER], rules=rules, scores=before + [0] * 7)
    assert play(state, "Red 1").returns == result
    assert scores(state) == [before[0], before[1] + 6, before[2] + 6]


def test_challenge_scoring_leaves_out_who_reaches_the_target():
    rules = {"scoring": "challenge", "target": 500}
    state = table([["Red 1"], MANY, OTHER], rules=rules, scores=[0, 499, 90] + [0] * 7, dealer=0)
    play(state, "Red 1")
    assert not state.over
    assert state.record_array[0].eliminated.tolist()[:3] == [0, 1, 0]
    assert sizes(state)[1] == 0
    assert state.record_array[0].dealer == 2
    assert state.mover != 1


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        # Seat 0 goes out; 1 and 2 score 6 each; 3 has been out of the game for long.
        ([0, 499, 499, 500], [0, 505, 505, 500], (1, -1, -1, -1)),
        ([499, 493, 499, 500], [499, 499, 505, 500], None),
        ([510, 499, 498, 500], [510, 505, 504, 500], (-1, -1, 1, -1)),
        ([510, 498, 498, 500], [510, 504, 504, 500], (-1, 0, 0, -1)),
    ],
)
def test_challenge_scoring_has_a_winner_also_when_all_reach_the_target_at_once(
    before: list[int], after: list[int], result: tuple[float, ...] | None
):
    state = table(
        [["Red 1"], MANY, OTHER, []],
        rules={"scoring": "challenge", "target": 500},
        scores=before + [0] * 6,
        eliminated=[0, 0, 0, 1] + [0] * 6,
    )
    play(state, "Red 1")
    assert scores(state) == after
    if result is None:  # two are left
        assert state.record_array[0].eliminated.tolist()[:4] == [0, 0, 1, 1]
        assert not state.over
    else:
        assert state.returns == result


# ------------------------------------------------------------------------------ the turn limit


def test_after_the_last_turn_an_official_round_is_a_draw():
    state = table([["Blue 1", "Red 1"], MANY], rules={"max_turns": 5}, turns=5)
    play(state, "Red 1")
    assert (scores(state), int(state.record_array[0].round), state.over) == ([0, 0], 1, False)


def test_after_the_last_turn_in_tag_the_smallest_hand_wins():
    rules = {"max_turns": 5, "at_limit": "smallest_hand"}
    hands = [["Blue 1", "Red 1"], MANY]
    assert scores(play(table(hands, rules=rules, turns=5), "Red 1")) == [6, 0]
    state = play(table(hands, preset="tag", rules={"max_turns": 5}, turns=5), "Red 1")
    assert (scores(state), state.returns) == ([1, 6], (1.0, -1.0))
    tie = table([["Blue 1", "Red 1"], ["Blue 4"]], rules=rules, turns=5)
    assert scores(play(tie, "Red 1")) == [0, 0]


def test_max_turns_of_the_presets():
    assert [rules.max_turns for rules in PRESETS.values()] == [2000, 300]


# ------------------------------------------------------------------------ the deck is used up


def test_the_pile_without_its_top_becomes_the_deck_and_the_colour_stays():
    state = table(
        [["Blue 1", "Blue 2"], MANY], ["Green 4", "Wild", "Red 9", "Wild"], colour=2, rest="discard"
    )
    n = len(pile(state))
    play(state, "draw")
    assert pile(state) == ["Wild"]
    assert len(hand(state, 0, "drawn")) == 1
    deck = state.record_array["zone"][0] == GAME.zones["deck"]
    assert deck.sum() == n - 2
    assert state.record_array[0].colour == 2
    lot = state.record_array["lot"][0]
    hands = state.record_array["zone"][0] == GAME.zones["hand"] + 1
    assert len(set(lot[deck].tolist())) == 1  # the new deck's content is known
    assert set(lot[deck].tolist()).isdisjoint(lot[hands].tolist())


def all_cards_in_hands(preset: str, **rules: Any) -> State:
    """Seat 0 cannot play, seat 1 can, and there is nothing to draw."""
    cards = [face for face, n in zip(FACES, COPIES, strict=True) for _ in range(n)]
    cards.remove("Blue 5")
    cards = [c for c in cards if "Blue" not in c and "Wild" not in c and c[-1] != "5"] + [
        c for c in cards if "Blue" in c or "Wild" in c or c[-1] == "5"
    ]
    return table([cards[:40], cards[40:]], "Blue 5", preset=preset, rules=rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_with_nothing_to_draw_drawing_is_a_pass(preset: str):
    state = all_cards_in_hands(preset)
    assert words(state) == ["draw"]
    play(state, "draw")
    assert asked(state) == (1, "turn")
    assert sum(sizes(state)) == 107
    assert [what for what, _, _ in said(state)] == (["NOTHING_PLAYABLE"] if preset == "tag" else [])


def test_who_has_to_draw_more_than_there_are_draws_those():
    state = all_cards_in_hands("official")
    play(state, "draw", "Blue Draw Two")
    assert sizes(state) == [41, 66]  # the one card below the top
    assert asked(state) == (1, "turn")


# ---------------------------------------------------------------------------- what tag makes known


def test_drawing_in_tag_shows_that_nothing_was_playable():
    state = table([["Blue 1", "Green 3"], MANY], deck=["Green 9"], preset="tag")
    play(state, "draw")
    before, after = said(state)
    assert (before[0], before[1], after[0]) == ("NOTHING_PLAYABLE", 0, "DRAWN_UNPLAYABLE")
    for [fact], zone in ((before[2], "hand 0"), (after[2], "drawn 0")):
        faces = {FACES[f] for f in fact.weights}
        assert (fact.lo, fact.hi, [GAME.zones.names[z] for z in fact.zones]) == (0, 0, [zone])
        assert faces == {
            *(f for f in FACES if f.startswith(("Red", "Wild"))),
            *("Yellow 5", "Green 5", "Blue 5"),
        }
    assert sizes(state) == [3, 3]


@pytest.mark.parametrize("card", ["Red Skip", "Green 5", "Wild", "Wild Draw Four", "Red Draw Two"])
def test_a_drawn_card_that_fits_is_laid_down_by_itself_without_effect(card: str):
    state = table([["Blue 1", "Green 3"], MANY, OTHER], deck=[card], preset="tag")
    play(state, "draw")
    assert (pile(state)[-1], sizes(state), asked(state)) == (card, [2, 3, 3], (1, "turn"))
    assert [what for what, _, _ in said(state)] == ["NOTHING_PLAYABLE"]
    assert state.record_array[0].colour == colour_of(FACES.index(card))


def test_only_wilds_go_on_a_wild_without_colour():
    cards = ["Wild", "Wild Draw Four", "Red 0", "Blue 4", "Green Skip"]
    state = table([cards, MANY], "Wild", colour=4, preset="tag")
    assert words(state) == ["play Wild", "play Wild Draw Four"]
    state = table([["Wild Draw Four", "Blue 4"], MANY], "Wild", colour=4, preset="tag")
    play(state, "Wild Draw Four", "name blue")
    assert (sizes(state), asked(state)) == ([1, 7], (0, "turn"))


def test_without_voluntary_draws_a_choice_to_keep_tells_nothing_of_the_card():
    state = table([["Blue 1", "Green 3"], MANY], deck=["Red 9"], rules={"voluntary_draw": False})
    play(state, "draw")
    assert [what for what, _, _ in said(state)] == ["NOTHING_PLAYABLE"]
    assert words(state) == ["play Red 9", "keep"]
    assert not said(play(state, "keep"))


# -------------------------------------------------------------------------------------- switches


def test_drawing_until_a_card_fits():
    rules = {"draw_until_playable": True}
    deck = ["Blue 2", "Green 3", "Red 9", "Blue 3"]
    state = play(table([["Blue 1", "Red 3"], MANY], deck=deck, rules=rules), "draw")
    assert [what for what, _, _ in said(state)] == ["DRAWN_UNPLAYABLE"] * 2 + ["DRAWN_PLAYABLE"]
    [fact] = said(state)[2][2]
    assert (fact.lo, fact.hi) == (1, 1)
    assert words(state) == ["play Red 9"]
    play(state, "Red 9")
    assert (sizes(state), asked(state)) == ([4, 3], (1, "turn"))


def test_drawing_until_a_card_fits_stops_at_a_wild_draw_four_that_may_not_be_played():
    rules = {"draw_until_playable": True, "wd4": "enforced"}
    state = table([["Blue 1", "Red 3"], MANY], deck=["Blue 2", "Wild Draw Four"], rules=rules)
    play(state, "draw")
    assert words(state) == ["keep"]
    play(state, "keep")
    [(what, who, [drawn, colour])] = said(state)
    assert (what, who) == ("KEEPS_WILD_DRAW_FOUR", 0)
    assert (drawn.weights, drawn.lo) == ({53: 1}, 1)
    assert (len(colour.weights), colour.lo) == (13, 1)
    assert sizes(state) == [4, 3]


def test_drawing_until_a_card_fits_ends_with_the_cards():
    state = all_cards_in_hands("official", draw_until_playable=True)
    play(state, "draw")
    assert (sizes(state), asked(state)) == ([40, 67], (1, "turn"))


def test_drawing_until_a_card_fits_with_cards_laid_down_by_themselves():
    rules = {"draw_until_playable": True}
    state = table([["Blue 1"], MANY], deck=["Blue 2", "Red Skip"], preset="tag", rules=rules)
    play(state, "draw")
    assert (sizes(state), asked(state), pile(state)[-1]) == ([2, 3], (1, "turn"), "Red Skip")


def test_draw_twos_are_stacked():
    hands = [["Red Draw Two", "Blue 1"], ["Blue Draw Two", "Blue 2"], OTHER]
    state = play(table(hands, rules={"stacking": True}), "Red Draw Two")
    assert asked(state) == (1, "stack")
    assert words(state) == ["play Blue Draw Two", "draw 2"]
    play(state, "Blue Draw Two")
    assert (asked(state), words(state)) == ((2, "stack"), ["draw 4"])
    play(state, "draw 4")
    assert (sizes(state), asked(state)) == ([1, 1, 7], (0, "turn"))
    assert state.record_array[0].pending == 0


def test_the_last_draw_two_of_a_stack_is_drawn_before_scoring():
    hands = [["Red Draw Two", "Blue 1"], ["Blue Draw Two"], OTHER]
    state = play(table(hands, rules={"stacking": True}), "Red Draw Two", "Blue Draw Two")
    assert (state.over, sizes(state)) == (True, [1, 0, 7])


def test_wild_draw_fours_are_stacked_and_the_last_one_is_challenged():
    hands = [["Wild Draw Four", "Red 1"], ["Wild Draw Four", "Green 2", "Blue 1"], OTHER]
    state = play(table(hands, rules={"stacking": True}), "Wild Draw Four", "name green")
    assert words(state) == ["play Wild Draw Four", "accept and draw 4", "challenge"]
    play(state, "Wild Draw Four", "name red")
    assert words(state) == ["accept and draw 8", "challenge"]
    play(state, "challenge")  # seat 1 held the green that had been named
    assert (sizes(state), asked(state)) == ([1, 10, 3], (2, "turn"))


def test_an_innocent_stack_costs_two_more():
    hands = [["Wild Draw Four", "Red 1"], ["Wild Draw Four", "Blue 2", "Blue 1"], OTHER]
    state = play(table(hands, rules={"stacking": True}), "Wild Draw Four", "name green")
    play(state, "Wild Draw Four", "name red", "challenge")
    assert (sizes(state), asked(state)) == ([1, 2, 13], (0, "turn"))


def test_enforced_wild_draw_fours_are_stacked_without_the_colour():
    rules = {"stacking": True, "wd4": "enforced"}
    hands = [["Wild Draw Four", "Blue 1"], ["Wild Draw Four", "Green 2", "Blue 1"], OTHER]
    state = play(table(hands, rules=rules), "Wild Draw Four", "name green")
    assert (asked(state), words(state)) == ((1, "stack"), ["draw 4"])
    state = play(table(hands, rules=rules), "Wild Draw Four", "name red")
    assert words(state) == ["play Wild Draw Four", "draw 4"]
    play(state, "draw 4")
    assert (sizes(state), asked(state)) == ([1, 7, 3], (2, "turn"))


def test_a_seven_swaps_hands_and_both_see_the_new_one():
    state = table([["Red 7", "Blue 1"], MANY, OTHER], rules={"seven_zero": True})
    play(state, "Red 7")
    assert asked(state) == (0, "swap")
    assert words(state) == ["swap with player 1", "swap with player 2"]
    play(state, "swap with player 2")
    assert (hand(state, 0), hand(state, 2)) == (OTHER, ["Blue 1"])
    assert looks(state) == [("hand 0", 1), ("hand 2", 4)]
    assert asked(state) == (1, "turn")
    seen = state.view(0).known("hand 2")  # the giver knows what it gave
    assert seen == ("Blue 1",)


@pytest.mark.parametrize("turned", [0, 1])
def test_a_zero_passes_all_hands_in_the_direction_of_play(turned: int):
    hands = [["Red 0", "Blue 1"], MANY, OTHER, THIRD]
    state = table(hands, rules={"seven_zero": True}, reversed=turned)
    play(state, "Red 0")
    to = [(p - 1 if turned else p + 1) % 4 for p in range(4)]
    for p, cards in enumerate([["Blue 1"], MANY, OTHER, THIRD]):
        assert hand(state, to[p]) == cards
    assert sorted(looks(state)) == [(f"hand {p}", 1 << p) for p in range(4)]


def test_sevens_and_zeros_do_nothing_without_the_switch_or_as_last_card():
    assert asked(play(table([["Red 7", "Blue 1"], MANY]), "Red 7")) == (1, "turn")
    state = play(table([["Red 0", "Blue 1"], MANY]), "Red 0")
    assert hand(state, 1) == MANY
    assert play(table([["Red 7"], MANY], rules={"seven_zero": True}), "Red 7").over


def test_the_last_card_is_called():
    state = play(table([["Red 1", "Blue 1"], MANY, OTHER], rules={"uno_call": True}), "Red 1")
    assert (asked(state), words(state)) == ((0, "uno"), ["uno", "forget"])
    assert asked(play(state, "uno")) == (1, "turn")
    assert sizes(state) == [1, 3, 3]


@pytest.mark.parametrize("passes", [0, 1])
def test_who_forgets_to_call_and_is_caught_draws_two(passes: int):
    state = play(table([["Red 1", "Blue 1"], MANY, OTHER], rules={"uno_call": True}), "Red 1")
    play(state, "forget", *["let pass"] * passes)
    assert asked(state) == (1 + passes, "catch")
    play(state, "catch")
    assert (sizes(state), asked(state)) == ([3, 3, 3], (1, "turn"))


def test_who_forgets_and_is_not_caught_gets_away():
    state = play(table([["Red Skip", "Blue 1"], MANY, OTHER], rules={"uno_call": True}), "Red Skip")
    play(state, "forget", "let pass", "let pass")
    assert (sizes(state), asked(state)) == ([1, 3, 3], (2, "turn"))


def test_the_call_comes_when_the_challenge_is_settled():
    hands = [["Wild Draw Four", "Red 1"], MANY, OTHER]
    state = play(table(hands, rules={"uno_call": True}), "Wild Draw Four", "name red", "challenge")
    assert asked(state) == (1, "turn")  # five cards: nothing to call
    state = play(table(hands, rules={"uno_call": True}), "Wild Draw Four", "name red", "accept")
    assert asked(state) == (0, "uno")


def test_by_default_nothing_is_called():
    assert asked(play(table([["Red 1", "Blue 1"], MANY]), "Red 1")) == (1, "turn")


# ------------------------------------------------------------------------------------ parameters


@pytest.mark.parametrize(
    ("rules", "left_out"),
    [
        ({"numbers": 5}, [f"{c} {n}" for c in ("Red", "Blue") for n in (5, 9)]),
        ({"skips": 0}, ["Red Skip"]),
        ({"reverses": 1}, ["Red Reverse"]),
        ({"draw_twos": 0}, ["Green Draw Two"]),
        ({"wilds": 0}, ["Wild"]),
        ({"wild_draw_fours": 3}, ["Wild Draw Four"]),
    ],
)
def test_cards_that_are_not_played_with_lie_open(rules: dict[str, int], left_out: list[str]):
    state = GAME.new(seed=1, **rules)
    out = [FACES[f] for f in GAME.face_of[state.record_array["zone"][0] == GAME.zones["out"]]]
    assert set(left_out) <= set(out)
    first, value = next(iter(rules.items()))
    cards = {"skips": 8, "reverses": 8, "draw_twos": 8, "wilds": 4, "wild_draw_fours": 4}
    wanted = 40 if first == "numbers" else cards[first] - value * (1 if cards[first] == 4 else 4)
    assert len(out) == wanted
    assert state.view(1).known("out") == state.view(0).known("out")


@pytest.mark.parametrize("hand_size", [5, 7, 10, 15])
def test_cards_each(hand_size: int):
    for seed in range(3):
        state = GAME.new(players=3, seed=seed, hand=hand_size)
        assert min(sizes(state)) == hand_size


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": 0}, "hand cannot be 0: 1 to 20"),
        ({"numbers": 0}, "numbers cannot be 0: 1 to 10"),
        ({"skips": 3}, "skips cannot be 3: 0 to 2"),
        ({"wilds": 5}, "wilds cannot be 5: 0 to 4"),
        ({"target": 0}, "target cannot be 0"),
        ({"max_turns": 0}, "max_turns cannot be 0"),
        ({"wild_points": -1}, "wild_points cannot be -1"),
    ],
)
def test_parameters_that_no_table_can_play_with(changes: dict[str, int], message: str):
    with pytest.raises(ValueError, match=message):
        Rules(**changes)  # type: ignore[arg-type]


def test_deals_that_cannot_be_made_are_refused():
    with pytest.raises(ValueError, match=r"7 players cannot be dealt 15 cards each: .* 14 each"):
        GAME.new(players=7, hand=15)
    GAME.new(players=6, hand=15)
    with pytest.raises(ValueError, match="3 players cannot be dealt 2 cards each"):
        GAME.new(players=3, hand=2, numbers=1, skips=0, reverses=0, draw_twos=0, wilds=2)


def test_tag_has_the_parameters_of_the_framework():
    tag = PRESETS["tag"]
    changed = {
        field.name
        for field in dataclasses.fields(tag)
        if getattr(tag, field.name) != getattr(Rules(), field.name)
    }
    assert changed == {
        *("scoring", "voluntary_draw", "drawn_card", "symbol_match", "wd4", "first_wild"),
        *("starter", "max_turns", "at_limit"),
    }


# -------------------------------------------------------------------------- search and positions


def test_sensible_players_draw_only_when_they_have_to():
    out = np.empty(64, np.int64)

    def sensible(state: State) -> list[str]:
        n = bind(GAME.rules.sensible, GAME)(state.record_array[0], out)  # type: ignore[attr-defined]
        codes = out[:n].tolist()
        return [option.words for option in state.options() if option.code in codes]

    assert sensible(table([["Red 1", "Blue 1"], MANY])) == ["play Red 1"]
    assert sensible(table([["Green 1", "Blue 1"], MANY])) == ["draw"]
    assert sensible(table([["Red 1"], MANY], rules={"uno_call": True}, decision="uno")) == ["uno"]


def test_the_value_counts_points_and_cards():
    value: Any = bind(GAME.rules.value, GAME)
    even = table([MANY, OTHER], rules={"target": 500})
    assert value(even.record_array[0], 0) == 0
    ahead = table([["Blue 1"], OTHER], rules={"target": 500}, scores=[250] + [0] * 9)
    assert value(ahead.record_array[0], 0) == pytest.approx(0.5)
    assert value(ahead.record_array[0], 1) == pytest.approx(-0.5)
    low = table([MANY, OTHER], preset="tag", rules={"target": 500}, scores=[250] + [0] * 9)
    assert value(low.record_array[0], 0) == pytest.approx(-0.25)


def test_where_a_round_has_just_been_dealt_the_value_says_who_won_the_one_before():
    value: Any = bind(GAME.rules.value, GAME)
    state = table([["Red 1"], MANY], rules={"target": 500}, scores=[94] + [0] * 9)
    s = play(state, "Red 1").record_array[0]
    assert (int(s.round), int(s.winner), int(s.scores[0])) == (1, 1, 100)
    assert [value(s, seat) for seat in (0, 1)] == [pytest.approx(0.6), pytest.approx(-0.6)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": 1}, "colour cannot be 1 with Red 5 on top: 0, its colour"),
        ({"decision": "after_draw"}, "drawn 0 cannot hold 0 cards: 1"),
        ({"drawn": {0: "Red 1"}}, "drawn 0 cannot hold 1 cards: 0"),
        ({"decision": "colour"}, "with no wild on top"),
        ({"decision": "challenge"}, "a Wild Draw Four lies on top"),
        ({"decision": "stack"}, "unless there is stacking"),
        ({"decision": "swap"}, "seven_zero"),
        ({"decision": "uno"}, "uno_call"),
        ({"decision": "catch"}, "uno_call"),
        ({"pending": 4}, "pending cannot be 4 at 'turn': 0"),
        ({"reversed": 2}, "reversed cannot be 2"),
        ({"winner": 3}, "winner cannot be 3: 0 for nobody, or a seat counted from 1, up to 2"),
        ({"scores": [-1] + [0] * 9}, "scores cannot be"),
        ({"eliminated": [1] + [0] * 9}, "eliminated cannot be"),
        ({"dealer": 2}, "dealer cannot be 2"),
    ],
)
def test_positions_that_no_deal_comes_to_are_refused(change: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        table([MANY, OTHER], **change)


def test_an_arranged_position_with_cards_out_must_say_so():
    with pytest.raises(ValueError, match="out cannot hold 0 Wild: 4 are not played with"):
        table([MANY, OTHER], rules={"wilds": 0})


def test_a_hand_looked_at_is_known_and_worlds_can_be_drawn():
    watch = Watch(table([["Wild Draw Four", "Blue 2", "Wild", "Red 9"], MANY, OTHER]))
    for move in ("Wild Draw Four", "name green", "challenge"):
        watch.play(move)
    known = watch.information(1)
    states = known.worlds(20, rows(1))
    assert known.view.known("hand 0") == ("Red 9", "Blue 2", "Wild")
    for s in states:
        faces = [FACES[f] for f in GAME.face_of[s["zone"] == GAME.zones["hand"]]]
        assert {"Blue 2", "Wild", "Red 9"} <= set(faces)
    third: Counter[str] = Counter()
    for s in watch.information(2).worlds(20, rows(1)):
        third.update(FACES[f] for f in GAME.face_of[s["zone"] == GAME.zones["hand"]])
    assert third["Red 9"] < 20  # the third player knows of a red card, not which
    reds = [
        any(FACES[f].startswith("Red") for f in GAME.face_of[s["zone"] == GAME.zones["hand"]])
        for s in watch.information(2).worlds(20, rows(1))
    ]
    assert all(reds)
