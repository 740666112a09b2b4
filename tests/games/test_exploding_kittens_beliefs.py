"""Exploding Kittens: beliefs against all worlds, written down one by one.

Random games of small arranged positions; after every move the exact expectations of a seat's
ledger are those of the worlds that the events left.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from determinize import Watch
from games.exploding_kittens.cards import FACES
from games.exploding_kittens.record import DECK
from tests.games.kittens_table import GAME, arrange
from tests.games.kittens_worlds import HANDS, Worlds, after, arranged_worlds, expected

POSITIONS = {
    "sets between two": (["TTD", "SUH"], "STKU", {}),
    "looks between two": (["UHDS", "UDT"], "TSKC", {}),
    "favors among three": (["FTS", "DC", "ST"], "KTKC", {}),
    "pairs among three": (["TTDU", "CC", "DT"], "KSK", {}),
    "an open hand": (["TS", "DC", "UT"], "KTKC", {"preset": "original2015"}),
    "one action a turn": (["UFD", "CD", "T"], "KTKC", {"preset": "tag"}),
}
MOVES = 10


def agrees(watch: Watch, seat: int, worlds: Worlds) -> None:
    """A seat's ledger expects what the worlds say, of each face in each place."""
    ledger = watch.ledger(seat)
    table = ledger.expected(exact=True)
    right = expected(worlds)
    for at, spot in enumerate(ledger.spots):
        zone = GAME.zones[str(spot.zone)]
        if zone == DECK or zone in HANDS:
            places = range(spot.start, spot.start + spot.size) if zone == DECK else [-1]
            for face in range(len(FACES)):
                mean = sum((right.get((zone, place, face), 0) for place in places), Fraction(0))
                assert table[face, at] == mean, (seat, spot, FACES[face], watch.state.history)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seed", range(2))
def test_beliefs_are_the_worlds_that_are_left(name: str, seed: int):
    hands, deck, more = POSITIONS[name]
    rng = np.random.default_rng(seed)
    watch = Watch(arrange(hands, deck, seed=seed, **more))
    seats = range(len(hands))
    worlds = [arranged_worlds(watch.state, seat) for seat in seats]
    heard = len(watch.events)
    for _ in range(MOVES):
        if watch.state.over:
            break
        watch.play(rng.choice([option.code for option in watch.state.options()]))
        for event in watch.events[heard:]:
            worlds = [after(worlds[seat], seat, event) for seat in seats]
        heard = len(watch.events)
        for seat in seats:
            agrees(watch, seat, worlds[seat])
