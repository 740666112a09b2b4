"""Scenes of Exploding Kittens in short: arranged, unanswered actions, the top of the deck."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.games.kittens_table import LETTERS, arrange
from tests.games.scenes import Scene

KITTEN, DEFUSE, NOPE, SKIP, SHUFFLE, TACOCAT = (LETTERS[letter] for letter in "KDNSHT")
TOP = -1


def arranged(hands: Sequence[str], deck: str, **more: Any) -> Scene:
    """A position in short; seat 0 is to move, cards that are not named lie open in ``out``."""
    return Scene.of(arrange(hands, deck, **more))


def unanswered(scene: Scene, *options: str) -> Scene:
    """Options of the mover, then passes until all have passed."""
    scene.plays(*options)
    while scene.watch.state.decision == "react":
        scene.plays("pass")
    return scene


def on_top(scene: Scene, seat: int, title: str = KITTEN) -> Fraction:
    return scene.lies(seat, "deck", TOP, title)


def shown(scene: Scene, seat: int, *titles: str) -> bool:
    """Whether a seat knows for certain that these lie on the deck, the top one first."""
    return all(scene.lies(seat, "deck", -1 - at, title) == 1 for at, title in enumerate(titles))
