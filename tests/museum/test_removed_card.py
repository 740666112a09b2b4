"""What the card laid aside is worth to a copier that keeps it: by the rulebook's figures.

Two players of Love Letter at the start: Guard, Handmaid and Baron lie open, seat 0 holds Priest and
Prince. Eleven cards are unseen, one of them the Princess. Frequencies of :data:`COPIES` copies may
differ by five standard deviations: a right figure fails about once in two million runs, and the
seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import games
from determinize.auditing.ours.truths import Truth
from games.love_letter.cards import FACE_OF_CARD, FACES, PRINCESS
from games.love_letter.record import HAND, REMOVED
from tests.games.love_letter_tables import table
from tests.museum.love_letter import TABLE, keeps_the_card_aside
from tests.museum.pieces import Case

COPIES = 1200
FAIR = Fraction(1, 11)


def princess_in(zone: int, removed: str, copier: Callable[[Case], games.State], how: str) -> float:
    """In which share of copies, made for seat 0, the Princess lies in a zone."""
    scene = table("Priest Prince", "Guard", faceup="Guard Handmaid Baron", removed=removed)
    assert scene.expected(0, "hand 1")["Princess"] == FAIR
    target, truth = TABLE.broken(copier, how), Truth(scene.watch)
    rng, found = np.random.default_rng(3), 0
    for _ in range(COPIES):
        record = copier(Case(target, truth, 0, rng)).record_array[0]
        there = FACE_OF_CARD[np.flatnonzero(record["zone"] == zone)]
        assert len(there) == 1, FACES
        found += int(there[0]) == PRINCESS
    return found / COPIES


def close(share: float, chance: Fraction) -> bool:
    """Whether a share is within five standard deviations of what it should be."""
    return abs(share - chance) < 5 * sqrt(chance * (1 - chance) / COPIES)


@pytest.mark.parametrize("how", ["deal", "redeal"])
@pytest.mark.parametrize("zone", [HAND + 1, REMOVED])
@pytest.mark.parametrize("removed", ["Princess", "Guard"])
def test_a_right_copy_has_the_princess_anywhere(how: str, zone: int, removed: str) -> None:
    """In one of eleven, whatever was laid aside."""
    assert close(princess_in(zone, removed, Case.right, how), FAIR)


def test_a_copy_that_keeps_the_card_aside_tells_what_it_is() -> None:
    """The opponent never holds the Princess that was laid aside, and one in ten if it was not."""
    assert princess_in(HAND + 1, "Princess", keeps_the_card_aside, "redeal") == 0
    assert princess_in(REMOVED, "Princess", keeps_the_card_aside, "redeal") == 1
    assert princess_in(REMOVED, "Guard", keeps_the_card_aside, "redeal") == 0
    assert close(princess_in(HAND + 1, "Guard", keeps_the_card_aside, "redeal"), Fraction(1, 10))
