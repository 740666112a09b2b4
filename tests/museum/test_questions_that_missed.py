"""What a question that missed is worth to a copier: by exact figures.

A Guard or a triple that misses says that a hand lacks a card: no mark on any card can keep that.
Frequencies of :data:`COPIES` copies may differ by five standard deviations: a right figure fails
about once in two million runs, and the seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import numpy as np

import games
from determinize.auditing.ours.truths import Truth
from games.exploding_kittens import cards as kittens
from games.love_letter import cards
from tests.games.kittens_scenes import arranged, unanswered
from tests.games.love_letter_tables import table
from tests.games.scenes import Scene
from tests.museum import exploding_kittens, love_letter
from tests.museum.kittens_forgotten import forgets_what_is_lacked
from tests.museum.love_letter import forgets_misses
from tests.museum.pieces import Broken, Case

COPIES = 1200
Copier = Callable[[Case], games.State]


def a_guard_missed() -> Scene:
    """Seat 0 has named the Countess to seat 2 in vain: fourteen cards are unseen."""
    scene = table("Guard Prince", "Priest", "King")
    return scene.plays("play Guard", "player 2", "guess Countess")


def a_triple_missed() -> Scene:
    """Seat 0 has named Defuse to seat 1 in vain: three are among ten unseen cards, no kittens."""
    scene = arranged(["TTTSS", "CPB", "DDR"], "KDFHUK")
    return unanswered(scene, "triple of tacocat", "player 1", "name defuse")


def share(
    scene: Scene, target: Broken, copier: Copier, seat: int, cards_of_face: np.ndarray
) -> float:
    """In which share of the copies for seat 0 another seat holds a card of a face."""
    truth, hand = Truth(scene.watch), target.game.zones.names.index(f"hand {seat}")
    rng, found = np.random.default_rng(3), 0
    for _ in range(COPIES):
        record = copier(Case(target, truth, 0, rng)).record_array[0]
        found += bool((record["zone"][cards_of_face] == hand).any())
    return found / COPIES


def close(frequency: float, chance: Fraction) -> bool:
    """Whether a share is within five standard deviations of what it should be."""
    return abs(frequency - chance) < 5 * sqrt(chance * (1 - chance) / COPIES)


def test_what_a_guard_named_in_vain_is_not_held() -> None:
    scene, target = a_guard_missed(), love_letter.TABLE.broken(forgets_misses)
    countess = np.flatnonzero(cards.FACE_OF_CARD == cards.COUNTESS)
    assert "Countess" not in scene.expected(0, "hand 2")
    assert share(scene, target, Case.right, 2, countess) == 0
    assert close(share(scene, target, forgets_misses, 2, countess), Fraction(1, 14))


def test_what_a_triple_named_in_vain_is_not_held() -> None:
    scene, target = a_triple_missed(), exploding_kittens.TABLE.broken(forgets_what_is_lacked)
    defuses = np.flatnonzero(kittens.FACE_OF_CARD == kittens.DEFUSE)
    assert scene.chance(0, "hand 1", "Defuse") == 0
    assert share(scene, target, Case.right, 1, defuses) == 0
    faulty = 1 - Fraction(comb(7, 3), comb(10, 3))
    assert close(share(scene, target, forgets_what_is_lacked, 1, defuses), faulty)
