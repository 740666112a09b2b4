"""Features: numbers by which worlds are told apart, the same for every game.

A copier that deals single cards right can still put the wrong ones together. Which sets of cards
matter is the game's secret, so random ones are looked at, with coefficients fixed by a hash of the
cells' names: the same in all positions, and chosen before any copy is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from determinize.auditing.auditable import Cell

Numbers: TypeAlias = NDArray[np.float64]

PROJECTIONS = 2
"""Random sums of cells that are looked at, each as it is and squared."""


def sums(table: Numbers, labels: Sequence[Cell]) -> Iterator[tuple[str, Numbers]]:
    """Random sums of cells in each world, by name: they show cards that lie wrongly one by one.

    Args:
        table: how many copies of each cell's face lie there, [worlds, cells].
        labels: the cells.
    """
    for k in range(PROJECTIONS):
        coefficients = np.array([_coefficient(k, cell) for cell in labels])
        yield f"random sum {k + 1} of single cards", table @ coefficients


def togetherness(
    table: Numbers, labels: Sequence[Cell], mean: Numbers
) -> Iterator[tuple[str, Numbers]]:
    """Numbers that depend on which cards lie together, in each world, by name.

    Random sums as squared distances from their mean; and how many pairs of cards with a letter or
    word of their names in common (suits and ranks, as most games name cards) share a place.

    Args:
        table, labels: as for :func:`sums`.
        mean: a row of the table that the distances are taken from, [cells].
    """
    for k in range(PROJECTIONS):
        coefficients = np.array([_coefficient(k, cell) for cell in labels])
        yield f"random sum {k + 1} of cards, squared", ((table - mean) @ coefficients) ** 2
    yield "pairs of like cards in one place", alike_together(table, labels)


def alike_together(table: Numbers, labels: Sequence[Cell]) -> Numbers:
    """How many pairs of cards in one place have a letter or word of their names in common.

    >>> labels = [("QH", "hand"), ("QS", "hand"), ("KS", "hand"), ("KD", "deck")]
    >>> alike_together(np.ones((1, 4)), labels).tolist()
    [2.0]
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for column, (face, label) in enumerate(labels):
        for part in sorted(set(face if len(face) <= 3 else face.split())):
            groups.setdefault((part, label.partition("[")[0]), []).append(column)
    pairs = np.zeros(len(table))
    for columns in groups.values():
        n = table[:, columns].sum(axis=1)
        pairs += n * (n - 1) / 2
    return pairs


def shared(table: Numbers, with_row: Numbers) -> Numbers:
    """How many cards lie in the same cell as in another world, [worlds]."""
    together: Numbers = np.minimum(table, with_row).sum(axis=1)
    return together


def _coefficient(k: int, cell: Cell) -> float:
    digest = hashlib.blake2b(f"{k} {cell[0]} {cell[1]}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**31 - 1
