"""What people type and read at the Schnapsen table."""

from __future__ import annotations

import pytest

import games
from games.schnapsen import words
from games.schnapsen.cards import CARDS, card_of, rank_of, suit_of

GAME = games.load("schnapsen")


def start() -> games.State:
    return GAME.arrange(
        {
            "hand 0": ["JH", "KS", "QS", "AH", "10D"],
            "hand 1": ["KH", "AC", "JD", "10C", "QD"],
            "trump": ["QH"],
            "out": ["9C", "9D", "9H", "9S"],
        },
        sizes={"talon": 9},
        trump=2,
    )


def test_cards_have_the_names_and_numbers_of_the_older_platform():
    assert words.FACES[:5] == ("AC", "10C", "KC", "QC", "JC")
    assert words.FACES[13] == "QH"
    assert words.FACES[20:] == ("9C", "9D", "9H", "9S")
    assert [card_of(suit_of(c), rank_of(c)) for c in range(CARDS)] == list(range(CARDS))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("QS", "play QS"),
        ("qs", "play QS"),
        ("Q♠", "play QS"),
        ("♠Q", "play QS"),
        ("queen of spades", "play QS"),
        ("play the queen of spades", "play QS"),
        ("10d", "play 10D"),
        ("TD", "play 10D"),
        ("10 ♦", "play 10D"),
        ("Q♠️", "play QS"),
        ("Queen of ♠", "play QS"),
        ("s q", "play QS"),
        ("d10", "play 10D"),
        ("ace hearts", "play AH"),
        ("a h", "play AH"),
        ("a ah", "play AH"),
        ("PLAY  ah ", "play AH"),
        ("a of hearts", "play AH"),
        ("lead a ten of diamonds", "play 10D"),
        ("answer with my a of hearts", "play AH"),
        ("exchange", "exchange JH for QH"),
        ("exchange JH for QH", "exchange JH for QH"),
        ("exchange the jack of hearts for the queen of hearts", "exchange JH for QH"),
        ("swap", "exchange JH for QH"),
        ("close", "close the talon"),
        ("Close the talon", "close the talon"),
        ("20", "declare 20 in spades"),
        ("20 spades", "declare 20 in spades"),
        ("20 in ♠", "declare 20 in spades"),
        ("declare spades", "declare 20 in spades"),
        ("marriage", "declare 20 in spades"),
        ("marriage in spades", "declare 20 in spades"),
    ],
)
def test_what_people_type(text: str, meant: str):
    state = start()
    assert words.option(state.record_array[0], state.code_of(text)) == meant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no card or action: play 10D, play AH"),
        ("zebra", "'zebra' is no card or action: "),
        ("play", "'play' is no card or action: "),
        ("11H", "'11H' is no card or action: "),
        ("AC", "'AC' is not possible now: play 10D, play AH"),
        ("claim", "'claim' is not possible now: "),
        ("40 in hearts", "'40 in hearts' is not possible now: "),
        ("40", "'40' is not possible now: "),
        ("40 in spades", "'40 in spades' is not possible now: "),
        ("exchange QS", "'exchange QS' is not possible now: "),
        ("exchange for KS", "'exchange for KS' is not possible now: "),
        ("spades", "'spades' is only half of a card's name: name it in full, KS or QS"),
        ("a", "'a' is only half of a card's name: name it in full, AH"),
        ("ten", "'ten' is only half of a card's name: name it in full, 10D"),
        ("lead a ten", "'lead a ten' is only half of a card's name: name it in full, 10D"),
        ("play c", "'play c' is only half of a card's name: play 10D"),
    ],
)
def test_nonsense_is_named_and_answered_with_what_is_possible(text: str, message: str):
    with pytest.raises(games.IllegalOption) as caught:
        start().code_of(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["A", "K", "Q", "J", "c", "q", "[A", "AD?", "?A", "k?", "JH!"])
@pytest.mark.parametrize("way", ["{}", "play {}", " {} "])
def test_a_slip_of_the_finger_plays_nothing(text: str, way: str):
    with pytest.raises(games.IllegalOption):
        start().code_of(way.format(text))


@pytest.mark.parametrize(
    "text",
    [
        "KS KS",
        "play KS KS",
        "KS QS",
        "QS please",
        "close close",
        "close KS",
        "20 40",
        "20 in KS",
        "KS\x00",
        "\x1bKS",
        "K\tS",
        "KS\n",
        "\u200bKS",
        "\u212aS",
        "ＫＳ",
        "KS\x1c",
        "x",
        "on",
        "no",
    ],
)
def test_more_than_one_option_or_other_signs_play_nothing(text: str):
    with pytest.raises(games.IllegalOption):
        start().code_of(text)


def test_a_long_text_is_not_repeated_in_full():
    with pytest.raises(games.IllegalOption) as caught:
        start().code_of("K" * 100_000)
    assert len(str(caught.value)) < 400


def test_every_option_is_read_back_from_its_own_words():
    for seed in range(12):
        state = GAME.new(seed=seed, deck=20 + 4 * (seed % 2), false_claim=seed % 3 == 0)
        while not state.over and len(state.history) < 60:
            for option in state.options():
                for text in (option.words, option.words.upper(), f" {option.words} "):
                    assert state.code_of(text) == option.code
            codes = state.codes
            state.play(codes[(len(state.history) * 7 + seed) % len(codes)])


def test_a_position_in_words():
    state = start()
    assert str(state.view(0)).splitlines() == [
        "Deal 1, game points 0 to 0",
        "Trumps are hearts; the talon has 9 cards over QH",
        "  your hand   AH JH 10D KS QS   0 points, 0 tricks",
        "  seat 1      ? ? ? ? ?   0 points, 0 tricks",
        "Your decision: lead",
    ]
    for move in ("20", "QS"):
        state.play(move)
    assert str(state.view(1)).splitlines()[3:] == [
        "  seat 0      KS ? ? ?   0 points, 20 waiting, 0 tricks",
        "  table       QS",
        "Your decision: follow",
    ]
    for move in ("JD", "close"):
        state.play(move)
    assert str(state.view(1)).splitlines()[1] == (
        "Trumps are hearts; the talon has 7 cards over QH, closed by seat 0"
    )
