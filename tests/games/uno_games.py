"""Random games of Uno, watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import games
from compiled import PLAY, below, bind, rows
from determinize import Watch
from tests.games.uno_worlds import UNO

sensible = bind(UNO.parts["sensible"], UNO, compiled=False)


def played(state: games.State, seed: int, most: int) -> Iterator[tuple[Watch, Any, int]]:
    """A random game: its watch before the first decision and after each, with what was played.

    Two decisions of three are sensible ones, so that rounds end, and some are not.
    """
    watch = Watch(state)
    row = rows(seed + 500)[PLAY]
    out = np.empty(UNO.option_codes, np.int64)
    before, code = None, -1
    yield watch, before, code
    while not state.over and len(state.history) < most:
        codes = list(state.codes)
        if below(row, 3):
            codes = out[: sensible(state.record_array[0], out)].tolist()
        code = codes[below(row, len(codes))]
        before = state.record_array.copy().view(UNO.dtype)[0]
        watch.play(code)
        yield watch, before, code
