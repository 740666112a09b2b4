"""The worlds that a search visits: drawn from the searcher's exact belief in one batch.

So every fact of the match is in every world, and a world comes as often as the belief says.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from players.search.budget import Budget

WORLDS_AT_ONCE = 4096
"""A search of more iterations than this visits its sampled worlds in turn."""
FEW = 64
"""So many worlds at least where time counts."""
SHARE = 0.1
"""The part of a time budget that drawing more of them may take."""


DRAWS = ("belief", "table")
"""What worlds are drawn from: all that the seat has learned, or what the table shows it now."""


def check_draw(draw: str) -> None:
    """Refuse what worlds cannot be drawn from."""
    if draw not in DRAWS:
        raise ValueError(f"draw cannot be {draw!r}: {' or '.join(DRAWS)}")


def drawn(
    info: InformationSet, n: int, rng: NDArray[np.int64], draw: str = "belief"
) -> NDArray[Any]:
    """So many worlds, from the belief or from the table."""
    return info.worlds(n, rng) if draw == "belief" else info.table_worlds(n, rng)


def batch(
    info: InformationSet, budget: Budget, rng: NDArray[np.int64], draw: str = "belief"
) -> NDArray[Any]:
    """Worlds for one search: one for each iteration, up to :data:`WORLDS_AT_ONCE`.

    Where time counts, as many as a tenth of it allows.

    Args:
        draw: ``belief``, or ``table`` for worlds without the facts of the past.
    """
    if not budget.seconds:
        return drawn(info, min(budget.iterations, WORLDS_AT_ONCE), rng, draw)
    began = time.perf_counter()
    few = drawn(info, FEW, rng, draw)
    each = (time.perf_counter() - began) / FEW
    further = min(int(SHARE * budget.seconds / each), WORLDS_AT_ONCE) - FEW
    return np.concatenate([few, drawn(info, further, rng, draw)]) if further > 0 else few
