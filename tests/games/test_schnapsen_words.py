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
        ("ten", "play 10D"),
        ("a", "play AH"),
        ("a of hearts", "play AH"),
        ("lead a ten", "play 10D"),
        ("diamonds", "play 10D"),
        ("exchange", "exchange JH for QH"),
        ("exchange JH for QH", "exchange JH for QH"),
        ("swap", "exchange JH for QH"),
        ("close", "close the talon"),
        ("Close the talon!", "close the talon"),
        ("20", "declare 20 in spades"),
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
        ("spades", "'spades' could be play KS or play QS"),
    ],
)
def test_nonsense_is_named_and_answered_with_what_is_possible(text: str, message: str):
    with pytest.raises(games.IllegalOption) as caught:
        start().code_of(text)
    assert str(caught.value).startswith(message)


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
