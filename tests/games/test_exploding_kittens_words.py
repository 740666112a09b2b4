"""What people type and read at the table of Exploding Kittens."""

from __future__ import annotations

import pytest

import games
from games import IllegalOption
from tests.games.kittens_table import GAME, arrange, passes, play


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("draw", "draw"),
        ("DRAW", "draw"),
        (" play  skip ", "play Skip"),
        ("skip", "play Skip"),
        ("play see the future", "play See the Future"),
        ("see the future", "play See the Future"),
        ("future", "play See the Future"),
        ("see", "play See the Future"),
        ("play a pair of skip", "play a pair of Skip"),
        ("pair of skip", "play a pair of Skip"),
        ("skip pair", "play a pair of Skip"),
        ("pair tacocat", "play a pair of Tacocat"),
        ("a triple", "play a triple of Tacocat"),
        ("triple", "play a triple of Tacocat"),
    ],
)
def test_what_people_type_in_their_turn(text: str, meant: str):
    state = arrange(["SSUTTT", "S"], "SK")
    assert GAME.words.option(state.record_array[0], state.code_of(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("put back under 2", "put back under 2"),
        ("under 2", "put back under 2"),
        ("2", "put back under 2"),
        ("top", "put back on top"),
        ("on top", "put back on top"),
        ("put back at the bottom", "put back at the bottom"),
        ("bottom", "put back at the bottom"),
    ],
)
def test_what_people_type_to_put_a_kitten_back(text: str, meant: str):
    state = play(arrange(["D", "S"], "KSTC"), "draw")
    assert GAME.words.option(state.record_array[0], state.code_of(text)) == meant


def test_what_people_type_elsewhere():
    state = arrange(["TTT", "DSN", "S"], "SKK")
    play(state, "triple of tacocat", "2")
    state = arrange(["TTTN", "DSN", "S"], "SKK")
    play(state, "Triple, Tacocat", "seat 1", "see", "Nope", "pass", "pass")
    assert state.decision == "turn"
    state = passes(play(arrange(["F", "DS", "S"], "TKK"), "favor", "player 1"))
    play(state, "defuse")
    assert state.view(0).slots("hand 0") == ("Defuse",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "zebra",
        "play",
        "nope",
        "tacocat",
        "draw draw",
        "skip please",
        "s\x00",
        "a",
        "2",
        "pair",
        "of",
        ",",
        "pair pair skip",
    ],
)
def test_nonsense_is_named_and_answered_with_what_is_possible(text: str):
    state = arrange(["SSUTTT", "S"], "SK")
    with pytest.raises(IllegalOption) as caught:
        state.code_of(text)
    assert "draw, play Skip, play See the Future" in str(caught.value) or "\\x00" in str(
        caught.value
    )


@pytest.mark.parametrize("preset", GAME.presets)
def test_every_option_is_read_back_from_its_own_words(preset: str):
    for seed in range(4):
        asked = {} if seed % 2 else {"auto_defuse": False, "five_different": True}
        state = GAME.new(players=2 + seed, preset=preset, seed=seed, **asked)
        while not state.over:
            options = state.options()
            assert len({option.words for option in options}) == len(options)
            for option in options:
                for text in (option.words, option.words.upper(), f" {option.words} "):
                    assert state.code_of(text) == option.code
            state.play(options[(len(state.history) * 7 + seed) % len(options)])


def test_a_position_in_words():
    state = arrange(["SUD", "NN", "TT"], "SKKC", zones={"discard": "AH"}, further_turns=1)
    assert str(state.view(0)).splitlines() == [
        "Deck 4 cards",
        "Discard 2 cards, Shuffle on top",
        "player 0 (you): Defuse, Skip, See the Future",
        "player 1: 2 unseen",
        "player 2: 2 unseen",
        "Turn of player 0, 1 more after it",
        "Your decision: turn",
    ]
    passes(play(state, "future"))
    assert str(state.view(0)).splitlines()[0] == (
        "Deck 4 cards, from the top: Skip, Exploding Kitten, Exploding Kitten"
    )
    play(state, "draw", "draw")
    assert str(state.view(1)).splitlines()[-3:] == [
        "Turn of player 0",
        "A kitten has been drawn",
        "Decision of player 0: reinsert",
    ]


def test_what_has_been_played_at_whom_in_words():
    state = arrange(["TTT", "NN", "S"], "SKKC")
    play(state, "triple", "player 1", "name nope", "nope")
    assert str(state.view(2)).splitlines()[-2:] == [
        "Played: Tacocat, Tacocat, Tacocat, Nope at player 1, naming Nope",
        "Your decision: react",
    ]


def test_who_has_exploded_in_words():
    state = arrange(["SU", "NN", "TT"], "KKC")
    play(state, "draw")
    assert "player 0: exploded as number 1, 2 unseen" in str(state.view(1))


def test_every_decision_place_has_a_name():
    assert [games.load("exploding-kittens").decision_name(n) for n in range(8)] == [
        "turn",
        "target",
        "name",
        "react",
        "favor give",
        "five pick",
        "defuse",
        "reinsert",
    ]
