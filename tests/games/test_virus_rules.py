"""The rules of Virus!, section by section, in arranged positions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import games
from games.virus.bodies import can_be_played
from games.virus.cards import COLOUR_NAMES
from games.virus.cards import COPIES as PRINTED
from tests.games.virus_tables import GAME, body, holds, lay, words

# --------------------------------------------------------------------------- components and set-up


def test_there_are_68_cards_of_20_faces():
    kinds = Counter(GAME.faces[face].rpartition(" ")[2] for face in GAME.face_of)
    assert len(GAME.faces) == 20
    assert len(GAME.face_of) == sum(PRINTED) == 68
    assert (kinds["organ"], kinds["virus"], kinds["medicine"]) == (21, 17, 20)
    treatments = dict(zip(GAME.faces[15:], GAME.copies[15:], strict=True))
    assert treatments == {
        "contagion": 2, "organ thief": 3, "transplant": 3, "latex glove": 1, "medical error": 1
    }  # fmt: skip


@pytest.mark.parametrize(("players", "deck"), [(2, 62), (3, 59), (4, 56), (5, 53), (6, 50)])
def test_three_cards_each_and_the_rest_is_the_deck(players: int, deck: int):
    state = GAME.new(players=players, seed=5)
    assert len(holds(state, "deck")) == deck
    assert [len(holds(state, f"hand {p}")) for p in range(players)] == [3] * players
    assert holds(state, "discard") == []
    assert all(body(state, p) == {} for p in range(players))


def test_who_begins_is_drawn():
    assert {GAME.new(players=3, seed=seed).mover for seed in range(30)} == {0, 1, 2}


def test_copies_that_are_not_played_with_lie_out():
    state = GAME.new(seed=1, organs=2, multi_organs=0, viruses=3, transplants=0)
    expected = Counter({f"{c} organ": 3 for c in COLOUR_NAMES[:4]})
    expected |= Counter({f"{c} virus": 1 for c in COLOUR_NAMES[:4]})
    expected |= Counter({"multicolour organ": 1, "transplant": 3})
    assert Counter(holds(state, "out")) == expected


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"hand": 6}, "hand cannot be 6: 2 to 5"),
        ({"hand": 1}, "hand cannot be 1: 2 to 5"),
        ({"max_discard": 0}, "max_discard cannot be 0: 1 to 5"),
        ({"organs": 0}, "organs cannot be 0: 1 to 5"),
        ({"medical_errors": 2}, "medical_errors cannot be 2: 0 to 1"),
        ({"recycle": "burn"}, "one of flip, shuffle"),
        ({"glove": "none"}, "one of all, one"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        GAME.new(**parameters)


def test_a_deal_of_more_cards_than_there_are_is_refused():
    few = {"organs": 1, "viruses": 0, "medicines": 0, "multi_medicines": 0, "multi_viruses": 0}
    with pytest.raises(ValueError, match="6 players cannot be dealt 3 cards each: there are 15"):
        GAME.new(players=6, **few)


# ---------------------------------------------------------------------------------------- legality

STACKS = {
    "organ multicolour 1": ["multicolour organ", "green medicine"],
    "organ red 1": ["red organ", "multicolour virus"],
}


@pytest.mark.parametrize(
    ("zone", "card", "official"),
    [
        ("organ multicolour 1", "yellow virus", False),
        ("organ multicolour 1", "green virus", True),
        ("organ multicolour 1", "multicolour virus", True),
        ("organ red 1", "blue virus", False),
        ("organ red 1", "red virus", True),
    ],
)
def test_the_viruses_of_example_7(zone: str, card: str, official: bool):
    for preset, legal in (("official", official), ("tag", True)):
        state = lay({"hand 0": [card, "red organ"], zone: STACKS[zone]}, preset=preset)
        assert (f"play {card}" in words(state)) is legal
        if legal:
            state.play(f"play {card}")
            state.play(words(state)[0])
            assert holds(state, zone) == (["multicolour organ"] if "multicolour" in zone else [])


@pytest.mark.parametrize("preset", ["official", "tag"])
def test_any_medicine_cures_a_multicolour_virus_on_a_red_organ(preset: str):
    cards = {"hand 0": ["blue medicine"], "organ red 0": ["red organ", "multicolour virus"]}
    state = lay(cards, preset=preset)
    state.play("play blue medicine")
    state.play("red organ of player 0")
    assert body(state, 0) == {"red": []}
    assert holds(state, "discard") == ["multicolour virus", "blue medicine"]


def by_the_book(card: str, organ: str, on_it: list[str], one_test: bool) -> str:
    """What becomes of an organ, read off the table of section 4; ``illegal`` where nothing does."""
    colour, kind = card.split()

    def fit(a: str, b: str) -> bool:
        return a == b or "multicolour" in (a, b)

    if len(on_it) == 2:
        return "illegal"
    lying = on_it[0].split() if on_it else []
    against = lying[0] if lying and lying[1] != kind else organ
    legal = fit(colour, against)
    if one_test:
        legal = fit(colour, organ) or (bool(lying) and lying[0] == "multicolour")
    if not legal:
        return "illegal"
    if not lying:
        return {"virus": "infected", "medicine": "vaccinated"}[kind]
    if lying[1] != kind:
        return "free"
    return {"virus": "destroyed", "medicine": "immunised"}[kind]


def test_every_card_on_every_organ_is_legal_where_the_book_says_so():
    weight = {"virus": 2, "medicine": 7}

    def number(card: str) -> int:
        colour, kind = card.split()
        return weight[kind] + COLOUR_NAMES.index(colour)

    small = GAME.faces[5:15]
    stacks = [[], *([card] for card in small)]
    stacks += [[a, b] for a in small[5:] for b in small[5:]]
    seen = Counter()
    for one_test in (False, True):
        for colour, organ in enumerate(COLOUR_NAMES):
            for on_it in stacks:
                state = 1 + sum(map(number, on_it))
                for card in small:
                    told = by_the_book(card, organ, on_it, one_test)
                    seen[told] += 1
                    legal = can_be_played(GAME.face(card), colour, state, one_test)
                    assert legal == (told != "illegal"), (card, organ, on_it, one_test)
    assert set(seen) == {
        "illegal", "infected", "vaccinated", "free", "destroyed", "immunised"
    }  # fmt: skip


@pytest.mark.parametrize("preset", ["official", "tag"])
@pytest.mark.parametrize("card", GAME.faces[5:15])
@pytest.mark.parametrize(
    "on_it",
    [[], ["blue virus"], ["blue medicine"], ["multicolour medicine"],
     ["blue medicine", "multicolour medicine"]],
)  # fmt: skip
def test_what_becomes_of_a_blue_organ(preset: str, card: str, on_it: list[str]):
    whose = 0 if "medicine" in card else 1
    zone = f"organ blue {whose}"
    state = lay({"hand 0": [card], zone: ["blue organ", *on_it]}, preset=preset)
    told = by_the_book(card, "blue", on_it, preset == "tag")
    assert (f"play {card}" in words(state)) == (told != "illegal")
    if told == "illegal":
        return
    state.play(f"play {card}")
    assert holds(state, "played") == [card]
    assert words(state) == [f"blue organ of player {whose}"]
    state.play(words(state)[0])
    after = {
        "infected": ["blue organ", card],
        "vaccinated": ["blue organ", card],
        "immunised": ["blue organ", *on_it, card],
        "free": ["blue organ"],
        "destroyed": [],
    }
    discarded = {"free": [*on_it, card], "destroyed": [*on_it, "blue organ", card]}
    assert holds(state, zone) == after[told]
    assert holds(state, "discard") == discarded.get(told, [])
    assert holds(state, "played") == []


def test_viruses_are_for_others_and_medicines_for_oneself():
    cards = {
        "hand 0": ["red virus", "red medicine", "multicolour medicine"],
        "organ red 0": ["red organ"],
        "organ blue 1": ["blue organ"],
        "organ red 2": ["red organ"],
    }
    state = lay(cards, players=3)
    assert words(state) == [
        "play red virus", "play red medicine", "play multicolour medicine", "discard"
    ]  # fmt: skip
    virus, medicine = state.copy(), state.copy()
    virus.play("play red virus")
    assert words(virus) == ["red organ of player 2"]
    medicine.play("play multicolour medicine")
    assert words(medicine) == ["red organ of player 0"]


def test_an_organ_is_laid_where_the_body_has_none_of_its_colour():
    cards = {
        "hand 0": ["red organ", "multicolour organ", "blue organ"],
        "organ red 0": ["red organ", "red virus"],
    }
    state = lay(cards)
    assert words(state) == ["play blue organ", "play multicolour organ", "discard"]
    state.play("play multicolour organ")
    assert body(state, 0) == {"red": ["red virus"], "multicolour": []}
    assert state.mover == 1


# -------------------------------------------------------------------------------------- discarding


def discards(state: games.State) -> list[tuple[str, ...]]:
    """All that can be discarded, by every path."""
    before = len(holds(state, "discard"))
    found, open_ = [], [state.copy()]
    open_[0].play("discard")
    while open_:
        each = open_.pop()
        if each.decision != "discard":
            found.append(tuple(holds(each, "discard")[before:]))
            continue
        for option in each.options():
            following = each.copy()
            following.play(option)
            open_.append(following)
    return found


@pytest.mark.parametrize("most", [1, 2, 3])
def test_every_set_of_cards_can_be_discarded_in_one_way(most: int):
    hand = ["red organ", "blue virus", "blue virus"]
    state = lay({"hand 0": hand, "hand 1": ["contagion"]}, parameters={"max_discard": most})
    found = discards(state)
    wanted = {c for n in range(1, most + 1) for c in combinations(hand, n)}
    assert Counter(found) == Counter(wanted)


def test_discarding_is_always_possible_and_asked_again_whatever_is_left():
    state = lay({"hand 0": ["red virus", "organ thief", "medical error"]})
    assert words(state) == ["discard"]
    state.play("discard")
    assert words(state) == [f"discard {f}" for f in ("red virus", "organ thief", "medical error")]
    state.play("discard organ thief")
    assert words(state) == ["discard medical error", "done"]
    last = lay({"hand 0": ["red virus", "organ thief", "medical error"]})
    last.play("discard")
    last.play("discard medical error")
    assert words(last) == ["done"]  # else all would see that the others come before it


# --------------------------------------------------------------------------------------- contagion

SPREAD = {
    "hand 0": ["contagion", "blue organ"],
    "organ red 0": ["red organ", "red virus"],
    "organ green 0": ["green organ", "green virus"],
    "organ red 1": ["red organ"],
    "organ green 1": ["green organ", "green medicine"],
    "organ multicolour 2": ["multicolour organ"],
}


def test_contagion_moves_viruses_to_free_organs_that_fit():
    state = lay(SPREAD, players=3)
    state.play("play contagion")
    assert words(state) == ["red organ of player 0", "green organ of player 0"]
    state.play("red organ of player 0")
    assert words(state) == ["red organ of player 1", "multicolour organ of player 2"]
    state.play("red organ of player 1")
    assert words(state) == ["done", "green organ of player 0"]
    state.play("green organ of player 0")
    assert words(state) == ["multicolour organ of player 2"]
    state.play("multicolour organ of player 2")
    assert words(state) == ["done"]
    state.play("done")
    assert body(state, 0) == {"red": [], "green": []}
    assert body(state, 1) == {"red": ["red virus"], "green": ["green medicine"]}
    assert body(state, 2) == {"multicolour": ["green virus"]}
    assert holds(state, "discard") == ["contagion"]
    assert state.mover == 1


def test_an_organ_just_infected_is_no_target_any_more():
    state = lay(SPREAD, players=3)
    for move in ("play contagion", "red organ of player 0", "multicolour organ of player 2"):
        state.play(move)
    assert words(state) == ["done"]


def test_contagion_may_stop_after_one_virus_and_in_tag_must():
    for preset in ("official", "tag"):
        state = lay(SPREAD, players=3, preset=preset)
        for move in ("play contagion", "red organ of player 0", "red organ of player 1"):
            state.play(move)
        if preset == "official":
            assert words(state) == ["done", "green organ of player 0"]
            state.play("done")
        assert state.mover == 1
        assert body(state, 0)["green"] == ["green virus"]
        assert holds(state, "discard") == ["contagion"]


def test_contagion_reaches_every_way_to_move_viruses():
    state = lay(SPREAD, players=3)
    state.play("play contagion")
    ends, open_ = [], [state]
    while open_:
        each = open_.pop()
        if each.mover != 0:
            ends.append(str([body(each, p) for p in range(3)]))
            continue
        for option in each.options():
            following = each.copy()
            following.play(option)
            open_.append(following)
    # red to player 1, red to player 2, green to player 2, or red to player 1 and green to 2
    assert len(ends) == len(set(ends)) == 4


def test_contagion_needs_a_virus_that_can_move():
    cards = {"hand 0": ["contagion"], "organ red 0": ["red organ", "red virus"]}
    assert words(lay({**cards, "organ blue 1": ["blue organ"]})) == ["discard"]
    taken = {"organ red 1": ["red organ", "red medicine"]}
    assert words(lay({**cards, **taken})) == ["discard"]
    assert words(lay({**cards, "organ red 1": ["red organ"]})) == ["play contagion", "discard"]


def test_contagion_can_complete_the_own_body():
    cards = {
        "hand 0": ["contagion"],
        **{f"organ {c} 0": [f"{c} organ"] for c in ("green", "blue", "yellow")},
        "organ red 0": ["red organ", "red virus"],
        "organ red 1": ["red organ"],
    }
    state = lay(cards)
    for move in ("play contagion", "red organ of player 0", "red organ of player 1"):
        state.play(move)
    assert state.over
    assert state.returns == (1.0, -1.0)


# ------------------------------------------------------------------------ thief, transplant, error


def test_the_thief_takes_an_organ_with_all_that_lies_on_it():
    cards = {
        "hand 0": ["organ thief"],
        "organ red 0": ["red organ"],
        "organ red 1": ["red organ"],
        "organ green 1": ["green organ", "multicolour virus"],
        "organ blue 1": ["blue organ", "blue medicine", "blue medicine"],
        "organ yellow 2": ["yellow organ", "yellow medicine"],
    }
    state = lay(cards, players=3)
    state.play("play organ thief")
    assert words(state) == ["green organ of player 1", "yellow organ of player 2"]
    state.play("green organ of player 1")
    assert body(state, 0) == {"red": [], "green": ["multicolour virus"]}
    assert body(state, 1) == {"red": [], "blue": ["blue medicine"] * 2}
    assert holds(state, "discard") == ["organ thief"]


EXCHANGE = {
    "hand 0": ["transplant"],
    "organ red 0": ["red organ", "red virus"],
    "organ green 0": ["green organ"],
    "organ red 1": ["red organ"],
    "organ blue 1": ["blue organ", "blue medicine"],
    "organ yellow 2": ["yellow organ"],
    "organ green 2": ["green organ", "green medicine", "green medicine"],
}


def exchanges(state: games.State) -> set[tuple[str, str]]:
    """All pairs of organs that can be exchanged."""
    state.play("play transplant")
    found = []
    for first in words(state):
        second = state.copy()
        second.play(first)
        found += [
            (first.replace(" organ of player", ""), each.replace(" organ of player", ""))
            for each in words(second)
        ]
    assert len(found) == len(set(found))
    return set(found)


def test_a_transplant_exchanges_organs_of_any_two_players():
    assert exchanges(lay(EXCHANGE, players=3)) == {
        ("red 0", "red 1"),  # one colour, in different states
        ("green 0", "blue 1"),
        ("red 0", "yellow 2"),
        ("red 1", "yellow 2"),  # between two others
        ("blue 1", "yellow 2"),
    }


def test_in_tag_a_transplant_is_for_the_own_body_and_new_colours():
    assert exchanges(lay(EXCHANGE, players=3, preset="tag")) == {
        ("green 0", "blue 1"),
        ("red 0", "yellow 2"),
    }
    turned = {zone.replace("hand 0", "hand 2"): faces for zone, faces in EXCHANGE.items()}
    assert exchanges(lay(turned, players=3, preset="tag", mover=2)) == {
        ("yellow 2", "red 0"),
        ("yellow 2", "red 1"),
        ("yellow 2", "blue 1"),
    }


def test_organs_of_one_colour_and_in_one_state_are_not_exchanged():
    alike = {"hand 0": ["transplant"], "organ red 0": ["red organ"], "organ red 1": ["red organ"]}
    assert words(lay(alike)) == ["discard"]


@pytest.mark.parametrize(
    ("first", "second", "zero", "one"),
    [
        ("red organ of player 0", "red organ of player 1",
         {"red": [], "green": []}, {"red": ["red virus"], "blue": ["blue medicine"]}),
        ("green organ of player 0", "blue organ of player 1",
         {"red": ["red virus"], "blue": ["blue medicine"]}, {"red": [], "green": []}),
    ],
)  # fmt: skip
def test_a_transplant_carries_along_what_lies_on_the_organs(
    first: str, second: str, zero: dict[str, Any], one: dict[str, Any]
):
    state = lay(EXCHANGE, players=3)
    for move in ("play transplant", first, second):
        state.play(move)
    assert body(state, 0) == zero
    assert body(state, 1) == one
    assert holds(state, "discard") == ["transplant"]


def test_a_transplant_can_complete_the_body_of_a_third_player():
    cards = {
        "hand 0": ["transplant"],
        "organ red 1": ["red organ", "red virus"],
        **{f"organ {c} 1": [f"{c} organ"] for c in ("green", "blue", "yellow")},
        "organ red 2": ["red organ"],
    }
    state = lay(cards, players=3)
    for move in ("play transplant", "red organ of player 1", "red organ of player 2"):
        state.play(move)
    assert state.over
    assert state.returns == (-1.0, 1.0, -1.0)


def test_a_medical_error_exchanges_bodies_immunised_organs_included():
    cards = {
        "hand 0": ["medical error"],
        "organ red 0": ["red organ", "red virus"],
        "organ red 1": ["red organ", "red medicine", "multicolour medicine"],
        "organ blue 1": ["blue organ", "blue medicine"],
    }
    state = lay(cards, players=3)
    state.play("play medical error")
    assert words(state) == ["player 1", "player 2"]
    state.play("player 1")
    assert body(state, 0) == {
        "red": ["red medicine", "multicolour medicine"],
        "blue": ["blue medicine"],
    }
    assert body(state, 1) == {"red": ["red virus"]}
    assert holds(state, "discard") == ["medical error"]


def test_an_immunised_organ_is_safe_from_all_but_a_medical_error():
    state = lay(
        {
            "hand 1": ["red virus", "organ thief", "transplant"],
            "organ red 0": ["red organ", "red medicine", "multicolour medicine"],
            "organ blue 1": ["blue organ"],
        },
        mover=1,
    )
    assert words(state) == ["discard"]


def test_a_medical_error_between_bodies_alike_changes_nothing():
    assert words(lay({"hand 0": ["medical error"]})) == ["discard"]
    alike = {"organ red 0": ["red organ"], "organ red 1": ["red organ"]}
    assert words(lay({"hand 0": ["medical error"], **alike})) == ["discard"]


# --------------------------------------------------------------------------------------- the glove

HANDS = {
    "hand 0": ["yellow virus"],
    "hand 1": ["latex glove", "red organ"],
    "hand 2": ["organ thief", "blue organ", "multicolour medicine"],
}


def test_the_glove_empties_all_other_hands_in_the_order_of_turns():
    state = lay(HANDS, players=3, mover=1)
    state.play("play latex glove")
    assert holds(state, "discard") == [
        "blue organ", "multicolour medicine", "organ thief", "yellow virus", "latex glove"
    ]  # fmt: skip
    assert [len(holds(state, f"hand {p}")) for p in range(3)] == [0, 3, 0]
    for p in (2, 0):
        assert (state.mover, state.decision, words(state)) == (p, "redraw", ["redraw"])
        state.play("redraw")
        assert len(holds(state, f"hand {p}")) == 3
    assert (state.mover, state.decision) == (1, "action")


def test_in_tag_the_glove_empties_one_hand_that_is_chosen():
    state = lay(HANDS, players=3, mover=1, preset="tag")
    state.play("play latex glove")
    assert words(state) == ["player 0", "player 2"]
    state.play("player 2")
    assert holds(state, "discard") == [
        "blue organ", "multicolour medicine", "organ thief", "latex glove"
    ]  # fmt: skip
    assert holds(state, "hand 0") == ["yellow virus"]
    assert (state.mover, state.decision) == (2, "redraw")


@pytest.mark.parametrize("preset", ["official", "tag"])
def test_the_glove_needs_somebody_with_cards(preset: str):
    state = lay({"hand 0": ["latex glove"]}, preset=preset)
    assert words(state) == ["discard"]


# ------------------------------------------------------------------------------- refill, recycling

PILE = ["red organ", "blue virus", "contagion", "green medicine"]
"""The discard pile of example 3, the oldest first."""
ONE_OF_EACH = {
    **dict.fromkeys(("organs", "viruses"), 1),
    **dict.fromkeys(("medicines", "multi_organs", "multi_viruses", "multi_medicines"), 0),
    **dict.fromkeys(("contagions", "organ_thieves", "transplants", "latex_gloves"), 0),
    "medical_errors": 0,
}
"""Four organs and four viruses."""


def out_of_deck(**cards: list[str]) -> dict[str, list[str]]:
    """A table on which all cards that are not named lie in the discard pile, above ``PILE``."""
    return {"discard": PILE, **{zone.replace("_", " "): faces for zone, faces in cards.items()}}


def test_the_oldest_discard_is_drawn_first():
    state = lay(out_of_deck(hand_0=["red virus", "yellow virus"]), rest="discard")
    pile = holds(state, "discard")
    state.play("discard")
    state.play("discard red virus")
    state.play("done")
    assert holds(state, "hand 0") == sorted([*PILE[:2], "yellow virus"], key=GAME.face)
    # what has just been discarded is part of the pile that was turned over, and comes last
    assert holds(state, "deck") == ["red virus", *pile[:1:-1]]
    assert holds(state, "discard") == []


def test_everybody_knows_the_deck_that_was_turned_over():
    state = lay(out_of_deck(hand_0=["red virus", "yellow virus"]), rest="discard")
    state.play("discard")
    state.play("discard red virus")
    state.play("done")
    for seat in (0, 1):
        assert list(state.view(seat).slots("deck")) == holds(state, "deck")
    assert Counter(state.view(1).known("hand 0")) == Counter(PILE[:2])


def test_example_3_a_draws_the_oldest_and_b_the_other_three():
    cards = {"discard": PILE, "hand 0": ["green organ", "blue organ", "organ thief"]}
    state = lay(cards, rest="discard")  # all other cards lie on top of the pile
    assert holds(state, "discard")[:4] == PILE
    state.play("play green organ")
    assert Counter(holds(state, "hand 0")) == Counter(["blue organ", "organ thief", "red organ"])
    state.play("redraw")
    assert Counter(holds(state, "hand 1")) == Counter(PILE[1:])
    assert Counter(state.view(0).known("hand 1")) == Counter(PILE[1:])


def test_a_flip_in_the_middle_of_a_refill():
    cards = {"discard": PILE, "deck": ["multicolour virus"], "hand 0": ["red virus"]}
    state = lay(cards, rest="discard", mover=0)
    state.play("discard")
    state.play("discard red virus")
    hand = holds(state, "hand 0")
    assert Counter(hand) == Counter(["multicolour virus", *PILE[:2]])
    assert Counter(state.view(1).known("hand 0")) == Counter(PILE[:2])


def test_the_pile_is_not_turned_over_before_a_card_is_needed():
    state = lay({"deck": ["red organ"], "hand 0": ["red virus"] * 3}, rest="discard")
    state.play("discard")
    state.play("discard red virus")
    state.play("done")
    assert holds(state, "deck") == []
    assert holds(state, "discard")[-1] == "red virus"


def test_the_hand_is_filled_up_after_the_effect():
    """The cards that an effect discards, and the card itself, can be drawn at once."""
    cards = {
        "hand 0": ["red virus", "green virus", "yellow virus"],
        "hand 1": ["blue organ", "blue virus", "blue virus"],
        "organ red 1": ["red organ", "red virus"],
        "organ green 1": ["green organ", "green virus"],
        "organ yellow 1": ["yellow organ", "yellow virus"],
    }
    state = lay(cards, parameters={**ONE_OF_EACH, "viruses": 2})
    state.play("play red virus")
    state.play("red organ of player 1")
    # the pile was red virus, red organ, red virus, and the oldest has been drawn
    assert holds(state, "hand 0") == ["red virus", "green virus", "yellow virus"]
    assert holds(state, "deck") == ["red virus", "red organ"]


def test_a_shuffled_pile_is_known_by_its_content_alone():
    state = lay(out_of_deck(hand_0=["red virus"]), rest="discard", preset="tag")
    state.play("discard")
    state.play("discard red virus")
    everything = sorted(GAME.faces[face] for face in GAME.face_of)
    assert sorted(holds(state, "deck") + holds(state, "hand 0")) == everything
    for seat in (0, 1):
        assert set(state.view(seat).slots("deck")) == {None}
    s: Any = state.record_array[0]
    assert len({int(s.lot[c]) for c in range(len(s.zone)) if s.zone[c] == GAME.zones["deck"]}) == 1


def test_fewer_cards_than_needed_leave_the_hand_short():
    cards = {
        "hand 0": ["green organ"],
        "hand 1": ["blue organ", "yellow virus"],
        "discard": ["green virus", "blue virus"],
        "organ red 0": ["red organ", "red virus"],
        "organ yellow 1": ["yellow organ"],
    }
    state = lay(cards, parameters=ONE_OF_EACH)
    state.play("play green organ")
    assert holds(state, "hand 0") == ["green virus", "blue virus"]
    state.play("play blue organ")
    assert holds(state, "hand 1") == ["yellow virus"]
    state.play("discard")
    state.play("discard green virus")
    state.play("done")
    assert holds(state, "hand 0") == ["green virus", "blue virus"]  # all there was to draw


def test_with_no_card_anywhere_a_turn_passes():
    cards = {
        "hand 1": ["blue organ", "blue virus", "yellow virus"],
        "organ red 0": ["red organ", "red virus"],
        "organ green 0": ["green organ", "green virus"],
        "organ yellow 1": ["yellow organ"],
    }
    state = lay(cards, decision="redraw", parameters=ONE_OF_EACH)
    state.play("redraw")
    assert holds(state, "hand 0") == []
    assert state.mover == 1


# ----------------------------------------------------------------------------------------- the end


def test_example_8_five_organs_of_which_one_is_infected():
    cards = {
        "hand 0": ["blue organ"],
        "organ red 0": ["red organ"],
        "organ green 0": ["green organ"],
        "organ yellow 0": ["yellow organ", "yellow virus"],
        "organ multicolour 0": ["multicolour organ", "green medicine"],
    }
    state = lay(cards)
    state.play("play blue organ")
    assert state.over
    assert state.returns == (1.0, -1.0)
    assert holds(state, "hand 0") == []  # nothing is drawn any more


def test_four_organs_of_which_one_is_infected_do_not_win():
    three = {f"organ {c} 0": [f"{c} organ"] for c in ("red", "green")}
    three["organ yellow 0"] = ["yellow organ", "yellow virus"]
    state = lay({"hand 0": ["blue organ"], **three})
    state.play("play blue organ")
    assert not state.over


def test_after_the_last_round_all_share():
    cards = {"hand 0": ["red organ"], "hand 1": ["green organ"]}
    state = lay(cards, parameters={"max_rounds": 7}, turns=12)
    state.play("play red organ")
    assert not state.over
    state.play("play green organ")
    assert state.over
    assert state.returns == (0.0, 0.0)


def test_whoever_wins_with_the_last_turn_has_won():
    three = {f"organ {c} 1": [f"{c} organ"] for c in ("red", "green", "blue")}
    state = lay({"hand 1": ["yellow organ"], **three}, mover=1, turns=199)
    state.play("play yellow organ")
    assert state.returns == (-1.0, 1.0)


# ---------------------------------------------------------------------------- sensible and refused


def sensible(state: games.State) -> list[str]:
    from tests.games.test_playthrough import sensible_of

    return [option.words for option in sensible_of(state)]


def test_sensible_players_build_before_they_discard_and_keep_the_better_body():
    cards = {
        "hand 0": ["red organ", "medical error", "transplant"],
        "organ blue 0": ["blue organ"],
        "organ green 1": ["green organ", "green virus"],
    }
    state = lay(cards)
    assert sensible(state) == ["play red organ", "play transplant"]
    worse = lay({**cards, "organ yellow 1": ["yellow organ"]})
    assert sensible(worse) == ["play red organ", "play transplant", "play medical error"]
    state = lay(SPREAD, players=3)
    for move in ("play contagion", "red organ of player 0", "red organ of player 1"):
        state.play(move)
    assert sensible(state) == ["green organ of player 0"]


THREE_MEDICINES = ["red organ", "red medicine", "red medicine", "red medicine"]


@pytest.mark.parametrize(
    ("cards", "fields", "message"),
    [
        ({"hand 0": ["red virus"] * 4}, {}, "hand 0 cannot hold 4 cards: 3 at most"),
        ({"hand 0": ["red organ"], "out": ["red virus"]}, {}, "out cannot hold 1 of red virus: 0"),
        ({"hand 0": ["red organ"], "organ red 1": ["blue organ"]}, {}, "blue organ at the bottom"),
        ({"hand 0": ["red organ"], "organ red 1": ["red organ", "blue virus"]}, {}, "that fit"),
        ({"hand 0": ["red organ"], "organ red 1": THREE_MEDICINES}, {}, "that fit"),
        ({"hand 0": ["red organ"], "organ red 1": ["red organ", "red virus", "red medicine"]}, {},
         "that fit"),
        ({"hand 0": ["red organ"]}, {"bodies": [1, 0, 0, 0, 0, 0]}, "1 for seat 0: 0"),
        ({}, {}, "decision cannot be 'action' with an empty hand 0: 'redraw'"),
        ({"hand 0": ["red organ"]}, {"decision": "redraw"}, "with cards in hand 0: 'action'"),
        ({"hand 0": ["red organ"]}, {"decision": "target"}, "with no card in played"),
        ({"hand 0": ["red organ"], "played": ["red virus"]}, {}, "with red virus in played: none"),
        ({"played": ["red virus"]}, {"decision": "target"}, "seat 0 could choose nothing"),
        ({"hand 0": ["red organ"]}, {"mover": -1}, "mover cannot be -1: a seat, nobody has won"),
        ({"hand 0": ["red organ"]}, {"turns": 201}, "turns cannot be 201: 0 to 200"),
        ({"hand 0": ["red organ"]}, {"picked": 1}, "picked cannot be 1 at 'action': 0"),
        ({"hand 0": ["red organ"]}, {"count": 1}, "count and least cannot be 1 and 0 at 'action'"),
        ({"hand 0": ["red organ"]}, {"least": 3, "decision": "discard"}, "least cannot be 3 with"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be_are_refused(
    cards: dict[str, list[str]], fields: dict[str, Any], message: str
):
    with pytest.raises(ValueError, match=message):
        lay(cards, **fields)


def test_a_position_within_an_action_can_be_arranged():
    cards = {**SPREAD, "played": ["contagion"], "hand 0": ["blue organ"]}
    state = lay(cards, players=3, decision="target", picked=1)
    assert words(state) == ["red organ of player 1", "multicolour organ of player 2"]
    later = lay(cards, players=3, decision="spread", least=1, count=1)
    assert words(later) == ["done", "green organ of player 0"]
    again = later.record().start()
    assert again.record_array.tobytes() == later.record_array.tobytes()
