"""Pareto fronts of vectors over worlds: what can be had in which worlds, by one plan.

A vector holds a result for each world. One is no better than another while each is better in some
world; a front keeps all of those. Who decides without knowing the world chooses between fronts (the
*union*); where somebody decides who does know it, every world gets the worst of what can be had
there (the *product*).

Results are numbers from 0 to 1, compared world by world, so graded results (a deal of Schnapsen
brings one, two or three points) need no threshold.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Front = NDArray[np.float64]
"""float64[vectors, worlds], no vector dominated by another."""


def pareto(vectors: Front, most: int) -> tuple[Front, bool]:
    """The vectors that no other dominates; of more than ``most`` those with the greatest means.

    Returns:
        these, and whether some were left out for being too many (the front is *cut*): a plan that
        would have been the best further up may be lost with them.

    >>> front, cut = pareto(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.5]]), 10)
    >>> front.tolist(), cut
    ([[1.0, 0.0], [0.0, 1.0]], False)
    >>> pareto(np.array([[1.0, 0.0], [0.0, 1.0]]), 1)[1]
    True
    """
    means = np.minimum(vectors, 1.0).mean(axis=1)  # what does not count stands as infinity
    order = np.argsort(-means, kind="stable")
    kept: list[int] = []
    for i in order:  # whatever dominates a vector has a mean no smaller
        if not kept or not (vectors[kept] >= vectors[i]).all(axis=1).any():
            if len(kept) == most:
                return vectors[kept], True
            kept.append(int(i))
    return vectors[kept], False


def union(one: Front, other: Front, most: int) -> tuple[Front, bool]:
    """What can be had by whoever chooses between two plans without knowing the world."""
    return pareto(np.concatenate([one, other]), most)


def product(one: Front, other: Front, most: int) -> tuple[Front, bool]:
    """What is left where another, who knows the world, chooses between two moves.

    A move that is not there in a world stands as infinity there: it takes nothing away. So plans
    for different worlds are put together in the same way.

    >>> product(np.array([[1.0, 0.0]]), np.array([[0.5, 1.0], [1.0, 0.5]]), 10)[0].tolist()
    [[1.0, 0.0]]
    """
    least = np.minimum(one[:, None, :], other[None, :, :])
    return pareto(least.reshape(-1, one.shape[1]), most)
