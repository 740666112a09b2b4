"""How often a kitten lies on top: by the rulebook's figures, in a copier that sets kittens aside.

Frequencies of :data:`COPIES` copies may differ by five standard deviations: a right figure fails
about once in two million runs, and the seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import numpy as np

import games
from determinize import Watch
from determinize.auditing.ours.truths import Truth
from games.exploding_kittens.cards import FACE_OF_CARD, KITTEN
from tests.games.kittens_scenes import on_top, unanswered
from tests.games.kittens_table import GAME, lies
from tests.games.scenes import Scene
from tests.museum.exploding_kittens import TABLE, from_the_top, pushes_known_cards_down
from tests.museum.pieces import Case

COPIES = 600
Copier = Callable[[Case], games.State]


def kittens_on_top(watch: Watch, copier: Copier) -> float:
    """In which share of copies, made for seat 0, a kitten lies on top."""
    target, truth, rng = TABLE.broken(copier), Truth(watch), np.random.default_rng(3)
    found = 0
    for _ in range(COPIES):
        record = copier(Case(target, truth, 0, rng)).record_array[0]
        found += FACE_OF_CARD[from_the_top(record)[0]] == KITTEN
    return int(found) / COPIES


def close(share: float, chance: Fraction) -> bool:
    """Whether a share is within five standard deviations of what it should be."""
    return abs(share - chance) < 5 * sqrt(chance * (1 - chance) / COPIES)


def test_at_the_start_of_a_game_for_four():
    """24 cards in hands and 23 in the deck are hidden, three of them kittens."""
    none_met = Fraction(comb(23, 3), comb(47, 3))
    faulty = 1 - none_met * (1 - Fraction(3, 23))
    assert faulty == Fraction(2935, 3243)
    scene = Scene.dealt(GAME, lambda state: lies(state, "hand 0").count("N") == 1, players=4)
    assert close(kittens_on_top(scene.watch, pushes_known_cards_down), faulty)
    assert on_top(scene, 0) == Fraction(3, 23)
    assert close(kittens_on_top(scene.watch, Case.right), Fraction(3, 23))


def test_after_a_peek_at_three_cards_that_are_none():
    """24 cards in hands and 20 in the deck are hidden; three known ones lie on top."""
    faulty = 1 - Fraction(comb(20, 3), comb(44, 3))
    assert faulty == Fraction(3026, 3311)

    def safe(state: games.State) -> bool:
        peeks = state.mover == 0 and "U" in lies(state, "hand 0")
        return peeks and "K" not in lies(state, "deck")[-3:]

    scene = unanswered(Scene.dealt(GAME, safe, players=4), "see the future")
    assert close(kittens_on_top(scene.watch, pushes_known_cards_down), faulty)
    assert on_top(scene, 0) == 0
    assert kittens_on_top(scene.watch, Case.right) == 0
