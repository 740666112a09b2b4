"""Mantis: its table follows the paper's algorithm, faults included."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import games
from compiled import rows
from determinize import Watch
from players import make
from players.mantis import Mantis

GAME = games.load("schnapsen")


def expected(table: Mantis, face: str) -> Fraction:
    return Fraction(float(table.expected[GAME.face(face)])).limit_denominator(1000)


@pytest.fixture
def textbook() -> games.State:
    """The worked example S8: trumps hearts, seat 0 is the non-dealer."""
    return GAME.arrange(
        {
            "hand 0": ["JH", "KS", "QS", "AH", "10D"],
            "hand 1": ["KH", "AC", "JD", "10C", "QD"],
            "talon": ["10S", "AD", "KD", "JC", "KC", "QC", "AS", "JS", "10H"],
            "trump": ["QH"],
            "out": [face for face in GAME.faces if face.startswith("9")],
        },
        preset="standard",
        mover=0,
        decision="lead",
        trump=2,
        dealer=1,
    )


def test_at_the_start_every_unseen_card_is_alike() -> None:
    for seed in range(20):
        for seat in (0, 1):
            table = Mantis(GAME.new(seed=seed).view(seat))
            assert table.worlds == 2002
            chances = table.expected[table.expected > 0]
            assert len(chances) == 14
            assert np.allclose(chances, 5 / 14)
            assert table.expected.sum() == pytest.approx(5)


def test_cards_that_do_not_belong_to_the_deck_are_in_no_hand() -> None:
    table = Mantis(GAME.new(seed=1).view(0))
    assert all(expected(table, face) == 0 for face in GAME.faces if face.startswith("9"))
    of_24 = Mantis(GAME.new(seed=1, deck=24).view(0))
    assert of_24.worlds == 8568  # 24 - 6 cards, 5 of them


def test_an_exchanged_indicator_is_taken_to_be_elsewhere(textbook: games.State) -> None:
    table = Mantis(textbook.view(1))
    assert expected(table, "JH") == Fraction(5, 14)
    textbook.play("exchange")
    table.see(textbook.view(1))
    assert expected(table, "QH") == 0  # it is in that hand for certain
    assert expected(table, "JH") == 0
    assert table.worlds == 1287  # 13 unseen cards, 5 of them


def test_the_partner_of_a_marriage_counts_like_any_card(textbook: games.State) -> None:
    table = Mantis(textbook.view(1))
    for words in ("exchange", "20 in spades", "QS"):
        textbook.play(words)
    table.see(textbook.view(1))
    assert expected(table, "KS") == Fraction(5, 12)
    assert expected(table, "AS") == Fraction(5, 12)


def test_hands_stay_five_cards_large_until_none_is_left() -> None:
    """Played out, the table of whoever saw the indicator go to the other is soon empty."""
    watch = Watch(GAME.new(seed=3, match_target=1, closing=False))
    state = watch.state
    tables = [Mantis(state.view(seat)) for seat in (0, 1)]
    player = make("antibully", GAME)
    left = []
    while not state.over:
        for seat, table in enumerate(tables):
            table.see(state.view(seat))
        left.append(min(table.worlds for table in tables))
        information = watch.information(state.mover)
        watch.play(player.decide(information, rows(1, state.mover)).option)
    assert left[0] == 2002
    assert left[-1] == 0
    assert all(not table.expected.any() for table in tables if table.worlds == 0)


def test_mantis_antibully_plays_exactly_as_antibully() -> None:
    mantis, antibully = make("mantis+antibully", GAME), make("antibully", GAME)
    assert mantis.name == "mantis+antibully"
    for seed in range(5):
        watch = Watch(GAME.new(seed=seed, match_target=1))
        while not watch.state.over:
            information = watch.information(watch.state.mover)
            rng = rows(seed, 1)
            chosen = mantis.decide(information, rng).option
            assert chosen == antibully.decide(information, rows(seed, 1)).option
            watch.play(chosen)
