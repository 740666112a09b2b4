"""Bully and Anti-Bully play as they are described, position by position."""

from __future__ import annotations

from typing import Any

import pytest

import games
from compiled import rows
from determinize import InformationSet, Watch
from games.schnapsen.record import CLAIM, CLOSE, EXCHANGE, MARRIAGE, PLAY_ON
from players import make

GAME = games.load("schnapsen")
NINES = [face for face in GAME.faces if face.startswith("9")]
HEARTS = 2


def position(
    hand: str, *, led: str | None = None, parameters: Any = None, **fields: Any
) -> InformationSet:
    """Seat 0 to lead, or to answer; hearts are trumps; an open talon."""
    cards = {"hand 0": hand.split(), "trump": ["QH"], "out": NINES}
    sizes = {"hand 1": 5, "talon": 9}
    if led is not None:
        cards["hand 1"] = [led]
    watch = Watch(
        GAME.arrange(
            cards,
            sizes=sizes,
            parameters=parameters,
            mover=0 if led is None else 1,
            decision="lead",
            trump=HEARTS,
            **fields,
        )
    )
    if led is not None:
        watch.play(led)
    return watch.information(0)


def choices(player: str, info: InformationSet) -> set[str]:
    """What a player chooses in a position over 60 seeds (a choice of five is missed: 1 in 10^5)."""
    made = make(player, GAME)
    codes = {made.decide(info, rows(seed)).option for seed in range(60)}
    return {GAME.words.option(info.state, code) for code in codes}


def cards(text: str) -> set[str]:
    return {f"play {card}" for card in text.split()}


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("AC KC 10H JH QD", None, "10H JH"),  # any trump
        ("AC KC 10S QS QD", None, "AC"),  # none: the most points
        ("AC AS KC JS QD", None, "AC AS"),  # a random one of them
        ("AC KC 10H JH QD", "AD", "10H JH"),  # answering too, trumps first
        ("AC KC 10S QD JD", "AD", "QD JD"),  # then any card of the suit led
        ("AC KC 10S QS AS", "AD", "AC AS"),  # then the most points
        ("KC QC KS QS JH", None, "JH"),  # never exchanges or declares
        ("KC QC KS QS JD", None, "KC KS"),
    ],
)
def test_bully(hand: str, led: str | None, expected: str) -> None:
    assert choices("bully", position(hand, led=led)) == cards(expected)


@pytest.mark.parametrize("player", ["antibully", "mantis+antibully"])
@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("AC KC 10H JH QD", None, "JH"),  # leading: the fewest points
        ("AC KC 10H JH JD", None, "JD"),  # of equal points no trump before a trump
        ("AC JS JH JD QD", None, "JD"),  # then the lowest number
        ("AC 10C KC KH JH", "QC", "JH"),  # the cheapest that beats, a trump if that is it
        ("AC 10C KC QS AH", "QC", "KC"),
        ("AC 10C KH AH QS", "KC", "KH"),
        ("10D QD JD KS QS", "AD", "JD"),  # nothing beats: as when leading
        ("10S KS QS AC JC", "AD", "JC"),
        ("10H KH AH AC 10C", "JH", "KH"),
        ("KC QC KS QS JH", None, "JH"),  # never exchanges or declares
    ],
)
def test_anti_bully(player: str, hand: str, led: str | None, expected: str) -> None:
    assert choices(player, position(hand, led=led)) == cards(expected)


def test_cards_count_by_the_rules_of_the_table() -> None:
    """With aces worth 1 the ten is dearest and the ace cheapest, and beaten by all."""
    low = {"ace_points": 1, "deck": 20}
    assert choices("antibully", position("AC KC 10S QD JD", parameters=low)) == cards("AC")
    assert choices("bully", position("AC KC 10S QD JD", parameters=low)) == cards("10S")
    info = position("JC 10C KS QS JS", led="AC", parameters=low)
    assert choices("antibully", info) == cards("JC")


@pytest.mark.parametrize("player", ["bully", "antibully", "mantis+antibully"])
def test_they_claim_when_they_are_right_and_only_then(player: str) -> None:
    hands = {"hand 0": ["AH", "JC"], "hand 1": ["10C", "KD"]}
    named = {face for hand in hands.values() for face in hand} | set(NINES)
    rest = [face for face in GAME.faces if face not in named]
    for points, right in ((60, True), (30, False)):
        watch = Watch(
            GAME.arrange(
                {**hands, "won 0": rest[:4], "won 1": rest[4:], "out": NINES},
                mover=0,
                decision="lead",
                trump=HEARTS,
                points=[points, 20],
                tricks=[2, 6],
                parameters={"false_claim": True},
            )
        )
        watch.play("AH")
        watch.play("KD")
        info = watch.information(0)
        assert set(info.options) == {CLAIM, PLAY_ON}
        assert choices(player, info) == {"claim 66" if right else "play on"}


@pytest.mark.parametrize("player", ["bully", "antibully", "mantis+antibully"])
@pytest.mark.parametrize("preset", list(GAME.presets))
def test_whole_games_without_exchange_closing_or_declaration(player: str, preset: str) -> None:
    """They play cards and claim; nor do they revoke where that can be done."""
    made = make(player, GAME)
    for seed in range(10):
        watch = Watch(GAME.new(seed=seed, preset=preset, match_target=1))
        while not watch.state.over:
            info = watch.information(watch.state.mover)
            code = made.decide(info, rows(seed, len(watch.state.history))).option
            assert code in info.options
            assert code not in (EXCHANGE, CLOSE)
            assert not MARRIAGE <= code < CLAIM
            watch.play(code)
