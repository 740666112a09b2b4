"""The worlds that a search visits: drawn from the searcher's exact belief in one batch.

So every fact of the match is in every world, and a world comes as often as the belief says.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from games.game import Game
from players.search.budget import Budget
from players.search.policies import RANDOM
from players.search.readings import read, reading_of
from players.search.settings import check_choice

WORLDS_AT_ONCE = 4096
"""A search of more iterations than this visits its sampled worlds in turn."""
FEW = 64
"""So many worlds at least where time counts."""
SHARE = 0.1
"""The part of a time budget that drawing more of them may take."""


ROWS = (3, 4)
"""The shape of generator rows."""
DRAWS = ("belief", "table", "reading")
"""What worlds are drawn from: all that the seat has learned, or what the table shows it now; or the
former, as the play-out policy reads the others' play (:mod:`players.search.readings`)."""


def check_draw(draw: str) -> None:
    """Refuse what worlds cannot be drawn from."""
    check_choice("draw", draw, DRAWS, ", ".join(DRAWS[:-1]) + f" or {DRAWS[-1]}")


def check_reading(draw: str, playout: str, game: Game) -> None:
    """Refuse to draw worlds by the reading of a policy that has none."""
    if draw == "reading":
        reading_of(playout, game)


def check_asked(info: InformationSet, rng: NDArray[np.int64]) -> None:
    """Refuse to decide where a seat has nothing to decide, or without generator rows.

    Every search draws its worlds first, and asks here when it does.

    Raises:
        TypeError: these are no generator rows.
        ValueError: it is another seat's turn, or the game is over.
    """
    if not info.options:
        mover = int(info.state.mover)
        why = f"seat {mover} is to move" if mover >= 0 else "the game is over"
        raise ValueError(f"{info.game.title}: seat {info.seat} has nothing to decide now: {why}")
    if not (isinstance(rng, np.ndarray) and rng.shape == ROWS and rng.dtype == np.int64):
        given = f"{rng.dtype}{list(rng.shape)}" if isinstance(rng, np.ndarray) else repr(rng)
        raise TypeError(
            f"a decision takes generator rows, int64[3, 4], as compiled.rows(seed) makes them,"
            f" not {given}"
        )


def drawn(
    info: InformationSet,
    n: int,
    rng: NDArray[np.int64],
    draw: str = "belief",
    playout: str = RANDOM,
) -> NDArray[Any]:
    """So many worlds, drawn from one of :data:`DRAWS`; ``playout`` is whose reading counts.

    Raises:
        TypeError: these are no generator rows.
        ValueError: the seat has nothing to decide.
    """
    check_asked(info, rng)
    if draw == "table":
        return info.table_worlds(n, rng)
    worlds = info.worlds(n, rng)
    return read(worlds, info, playout, rng) if draw == "reading" else worlds


def sampled(
    info: InformationSet,
    most: int,
    budget: Budget,
    rng: NDArray[np.int64],
    draw: str = "belief",
    playout: str = RANDOM,
) -> NDArray[Any]:
    """So many worlds for one search; where time counts, as many of them as a tenth of it allows.

    Then there are :data:`FEW` at least, one for each worker, or all.

    Args:
        most: how many.
        draw: one of :data:`DRAWS`.
        playout: the policy whose reading counts.
    """
    if not budget.seconds:
        return drawn(info, most, rng, draw, playout)
    began = time.perf_counter()
    few = drawn(info, min(most, max(FEW, budget.workers)), rng, draw, playout)
    each = (time.perf_counter() - began) / len(few)
    further = min(int(SHARE * budget.seconds / each), most) - len(few)
    if further <= 0:
        return few
    return np.concatenate([few, drawn(info, further, rng, draw, playout)])


def batch(
    info: InformationSet,
    budget: Budget,
    rng: NDArray[np.int64],
    draw: str = "belief",
    playout: str = RANDOM,
) -> NDArray[Any]:
    """Worlds for one search (:func:`sampled`): one for each iteration, at most WORLDS_AT_ONCE."""
    most = WORLDS_AT_ONCE if budget.seconds else min(budget.iterations, WORLDS_AT_ONCE)
    return sampled(info, most, budget, rng, draw, playout)


def looked_at(worlds: NDArray[Any], iterations: Sequence[int]) -> int:
    """How many of the worlds were visited by workers each of which takes every so-manieth in turn.

    Args:
        worlds: STATE[n]; worker w visits ``worlds[w % n :: len(iterations)]``.
        iterations: how many each worker has done.

    >>> looked_at(np.zeros(20), [3, 2]), looked_at(np.zeros(4), [3, 2])
    (5, 4)
    """
    n, workers = len(worlds), len(iterations)
    own = (len(range(worker % n, n, workers)) for worker in range(workers))
    return min(n, sum(min(done, most) for done, most in zip(iterations, own, strict=True)))
