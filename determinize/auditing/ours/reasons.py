"""Which fact of a seat's history a world breaks: the ledger asked again, with ever more of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from beliefs import Ledger
from beliefs.ledgers.events import Event
from games.game import Game

TOLD = ("fact", "either")
"""The events of a ledger that are statements."""


class Reasons:
    """What a seat has learned, as the facts that follow from statements one by one.

    The cards that the seat saw, and where they went, come first: they are in every rung. Each
    further rung knows one statement more than the one before; the last one knows everything.

    >>> import games
    >>> from determinize import Watch
    >>> watch = Watch(games.load("schnapsen").new(seed=7))
    >>> reasons = Reasons(watch.state.game, watch.ledger(0))
    >>> reasons.broken_by(watch.state.record_array[0]) is None
    True
    """

    def __init__(self, game: Game, ledger: Ledger) -> None:
        self.game = game
        self.ledger = ledger
        self._facts = [i for i, event in enumerate(ledger.events) if event.kind in TOLD]
        self._rungs: dict[int, Ledger] = {len(self._facts): ledger}

    def broken_by(self, record: Any) -> str | None:
        """The first fact with which a record's cards cannot lie as they do, or None.

        It is told in its own words (``because``); where the cards seen are enough, one of them.
        """
        if self._allowed(len(self._facts), record):
            return None
        low, high = 0, len(self._facts)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._allowed(middle, record) else (low, middle)
        if low == 0:
            return self._seen_against(record)
        event = self.ledger.events[self._facts[low - 1]]
        return str(_reason(event) or event)

    def _allowed(self, facts: int, record: Any) -> bool:
        ledger = self._rung(facts)
        world = world_in(record, self.game, ledger)
        return world is not None and ledger.allows(world)

    def _rung(self, facts: int) -> Ledger:
        """What the seat would know had it heard only so many of the facts."""
        if facts not in self._rungs:
            unheard = set(self._facts[facts:])
            ledger = self.ledger.after(0)
            for number, event in enumerate(self.ledger.events):
                if number not in unheard:
                    ledger.tell(event)
            self._rungs[facts] = ledger
        return self._rungs[facts]

    def _seen_against(self, record: Any) -> str:
        """A card that the seat knows to lie in a zone where the record has it not."""
        ledger = self._rung(0)
        world = world_in(record, self.game, ledger)
        if world is None:
            return "how many cards lie where"
        least = ledger.expected(exact=True)
        for at, spot in enumerate(ledger.spots):
            for number, face in enumerate(ledger.faces):
                if least[number, at] != world[number, at] and least[number, at].denominator == 1:
                    n = int(least[number, at])
                    where = (
                        f"{spot.zone}"
                        if not ledger.zones[spot.zone]
                        else f"{spot.zone} at {spot.start}"
                    )
                    return f"what the seat has seen: {n or 'no'} {face} in {where}"
        return "what the seat has seen"


def _reason(event: Event) -> str | None:
    """What a statement says of itself; one of which one case holds says it in every case."""
    said = [event.said, *(one for case in event.said.get("cases", ()) for one in case)]
    return next((one["because"] for one in said if one.get("because")), None)


def world_in(record: Any, game: Game, ledger: Ledger) -> NDArray[np.int64] | None:
    """A record's cards as a ledger counts them: int[faces, spots]; None where one lies nowhere."""
    spots = [(game.zones[str(spot.zone)], spot.start, spot.size) for spot in ledger.spots]
    number = {
        (zone, depth): at
        for at, (zone, start, n) in enumerate(spots)
        for depth in range(start, start + n)
    }
    number |= {(zone, -1): at for at, (zone, _, _) in enumerate(spots)}
    world = np.zeros((len(game.faces), len(spots)), np.int64)
    lies = zip(game.face_of.tolist(), record.zone.tolist(), record.depth.tolist(), strict=True)
    for face, zone, depth in lies:
        at = number.get((zone, depth))
        if at is None:
            return None
        world[face, at] += 1
    return world
