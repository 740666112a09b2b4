"""Random watched games for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import games
from beliefs import Ledger
from compiled import below, rows
from determinize import Watch


def watched(
    name: str, *, players: int, seed: int, state: games.State | None = None
) -> Iterator[Watch]:
    """The watch of a random game, before each decision."""
    watch = Watch(games.load(name).new(players=players, seed=seed) if state is None else state)
    row = rows(seed, 1)[0]
    while not watch.state.over:
        yield watch
        codes = watch.state.codes
        watch.play(codes[below(row, len(codes))])


def world_of(record: Any, game: games.Game, ledger: Ledger) -> NDArray[np.int64]:
    """A state's cards as a ledger counts them: int[faces, spots]."""
    world = np.zeros((len(game.faces), len(ledger.spots)), np.int64)
    for c, face in enumerate(game.face_of):
        name, depth = game.zones.names[int(record.zone[c])], int(record.depth[c])
        for k, spot in enumerate(ledger.spots):
            if spot.zone == name and (depth < 0 or spot.start <= depth < spot.start + spot.size):
                world[face, k] += 1
    return world
