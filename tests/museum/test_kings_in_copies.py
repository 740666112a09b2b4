"""What two players exchange by a King in copies: by the rulebook's figures.

Seat 2, who keeps a Baron, has seen a Princess by a Priest on seat 1; then seat 0 plays a King on
that player. Frequencies of :data:`COPIES` copies may differ by five standard deviations: a right
figure fails about once in two million runs, and the seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

import games
from determinize.auditing.ours.truths import Truth
from games.love_letter.cards import COUNTESS, FACE_OF_CARD, GUARD, PRINCESS
from games.love_letter.record import HAND
from tests.games.love_letter_tables import table
from tests.games.scenes import Scene
from tests.museum.love_letter import (
    TABLE,
    forgets_looks_at_exchanged_hands,
    forgets_the_card_given_away,
)
from tests.museum.pieces import Case

COPIES = 2000
HAS_PRINCESS, HAS_GUARD = HAND + 0, HAND + 1
Copier = Callable[[Case], games.State]


def exchanged() -> Scene:
    """The hands are exchanged, and seat 1 has drawn."""
    scene = table("Guard", "Princess", "Priest Baron", top="King Handmaid", mover=2)
    return scene.plays("play Priest", "player 1", "play King", "player 1")


def share(seat: int, zone: int, face: int, copier: Copier, how: str) -> float:
    """In which share of the copies for a seat a card lies in a hand."""
    target, truth = TABLE.broken(copier, how), Truth(exchanged().watch)
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(COPIES):
        record = copier(Case(target, truth, seat, rng)).record_array[0]
        found += face in FACE_OF_CARD[record.zone == zone]
    return found / COPIES


def close(frequency: float, chance: Fraction) -> bool:
    """Whether a share is within five standard deviations of what it should be."""
    return abs(frequency - chance) < 5 * sqrt(chance * (1 - chance) / COPIES)


@pytest.mark.parametrize("how", ["deal", "redeal"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_right_copies_keep_what_was_seen_before_and_at_the_exchange(seat: int, how: str) -> None:
    """The look of seat 2 is at the hand of seat 0 now; the other two know both hands."""
    assert share(seat, HAS_PRINCESS, PRINCESS, Case.right, how) == 1
    if seat < 2:
        assert share(seat, HAS_GUARD, GUARD, Case.right, how) == 1


def test_right_copies_of_what_was_learned_have_no_countess_where_the_king_was_played() -> None:
    """The hand that seat 1 got is no Countess, so that one lies in any of the 11 other places.

    Who promises the table alone has both cards of seat 1 as any of 12.
    """
    assert exchanged().expected(2, "hand 1")["Countess"] == Fraction(1, 11)
    assert close(share(2, HAS_GUARD, COUNTESS, Case.right, "deal"), Fraction(1, 11))
    assert close(share(2, HAS_GUARD, COUNTESS, Case.right, "redeal"), Fraction(2, 12))
    assert not close(2 / 12, Fraction(1, 11))


def test_a_copy_without_the_onlookers_look_deals_the_princess_anywhere() -> None:
    """Of 12 unseen cards and the Princess."""
    faulty = share(2, HAS_PRINCESS, PRINCESS, forgets_looks_at_exchanged_hands, "redeal")
    assert close(faulty, Fraction(1, 13))


def test_a_copy_without_what_was_given_away_deals_it_anywhere() -> None:
    """Seat 0 takes any two of 13 cards, five of them Guards, for the hand it gave a Guard to.

    Seat 1 has given the Princess, and deals it with 11 cards that it has not seen.
    """
    guard = share(0, HAS_GUARD, GUARD, forgets_the_card_given_away, "redeal")
    assert close(guard, 1 - Fraction(comb(8, 2), comb(13, 2)))
    princess = share(1, HAS_PRINCESS, PRINCESS, forgets_the_card_given_away, "redeal")
    assert close(princess, Fraction(1, 12))
