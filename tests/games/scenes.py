"""Scenes: positions set up by the public interface, played on, and what a seat believes in them.

The examples of a rulebook are written as a scene, some moves in words, and exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import games
from beliefs import Contradiction, Ledger
from determinize import InformationSet, Watch
from games.game import Game


class Scene:
    """A position of a game, watched by all seats.

    >>> pond = games.load("template")
    >>> scene = Scene(pond, {"hand 0": ["eel", "perch"]}, sizes={"pond": 8, "hand 1": 2})
    >>> scene.plays("look").chance(1, "hand 0", "eel")
    Fraction(8, 15)
    >>> {face: str(p) for face, p in scene.expected(0, "hand 1").items()}
    {'perch': '4/9', 'eel': '2/3', 'pike': '4/9', 'sturgeon': '4/9'}
    """

    def __init__(self, game: Game, cards: Mapping[str, Sequence[str]], **arranged: Any) -> None:
        self.game = game
        self.watch = Watch(game.arrange(cards, **arranged))

    @classmethod
    def dealt(cls, game: Game, fits: Callable[[games.State], bool], **new: Any) -> Scene:
        """A new game, of the first seed whose deal fits: for what only a deal makes known."""
        for seed in range(100_000):
            state = game.new(seed=seed, **new)
            if fits(state):
                return cls.of(state)
        raise ValueError("no deal of 100 000 fits")

    @classmethod
    def of(cls, state: games.State) -> Scene:
        """A state in which nothing has been played."""
        scene = cls.__new__(cls)
        scene.game, scene.watch = state.game, Watch(state)
        return scene

    def plays(self, *options: str | int) -> Scene:
        """Options of whoever is to move, one after another, in words or by code."""
        for option in options:
            self.watch.play(option)
        return self

    def information(self, seat: int) -> InformationSet:
        """What a seat knows."""
        return self.watch.information(seat)

    def ledger(self, seat: int, back: int = 0) -> Ledger:
        """What a seat knows of the cards, or knew before the last so many things that it saw.

        The last things of a move often are another player's draw: one event, two for who draws.
        """
        ledger = self.watch.ledger(seat)
        return ledger.after(len(ledger.events) - back) if back else ledger

    def expected(self, seat: int, *zones: str, back: int = 0) -> dict[str, Fraction]:
        """How many copies of each face a seat expects in zones taken together; none left out is 0.

        In a zone of one card these are the probabilities of what it is.
        """
        ledger = self.ledger(seat, back)
        table = ledger.expected(exact=True)
        columns = [at for at, spot in enumerate(ledger.spots) if spot.zone in zones]
        totals = {face: sum(table[f, columns], Fraction(0)) for f, face in enumerate(ledger.faces)}
        return {str(face): total for face, total in totals.items() if total}

    def chance(
        self,
        seat: int,
        zones: str | Collection[str],
        faces: str | Mapping[str, int] | Collection[str],
        lo: int | None = 1,
        hi: int | None = None,
        back: int = 0,
    ) -> Fraction:
        """How likely a seat finds it that zones together hold ``lo`` to ``hi`` of some faces."""
        told = [zones] if isinstance(zones, str) else list(zones)
        weights = {faces: 1} if isinstance(faces, str) else faces
        return _share(self.ledger(seat, back), lambda each: each.fact(told, weights, lo, hi))  # type: ignore[arg-type]

    def lies(self, seat: int, zone: str, depth: int, *faces: str) -> Fraction:
        """How likely a seat finds it that one of some faces lies at a depth (-1: the top)."""
        ledger = self.watch.ledger(seat)
        at = depth % ledger.size(zone)
        return sum(
            (
                _share(ledger, lambda each, f=face: each.shows(zone, f, chosen=False, depth=at))
                for face in faces
            ),
            Fraction(0),
        )


def _share(ledger: Ledger, learn: Callable[..., None]) -> Fraction:
    """The weight that is left once something more is learned, of all there is now."""
    told = ledger.copy()
    try:
        learn(told)
        return told.weight / ledger.weight
    except Contradiction:
        return Fraction(0)
