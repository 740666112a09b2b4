"""Lookalikes: another true state that a seat cannot tell from this one, found by play.

For targets that give no ``twin``. Games with other seeds are played with the same moves, for as
long as the seat observes the same as it did in the true game. Where a seat holds many cards, none
will be found within reason; then the swap test is not made.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from determinize.auditing.sample import Sample

TRIES = 400
"""Games that are tried for one position, at most."""
PATIENCE = 100
"""So many games in a row that look the same for no longer than an earlier one are enough."""


def lookalike(sample: Sample) -> Any | None:
    """A true state from another seed: the seat has seen the same, and cards lie otherwise.

    Engines may be slow to make a game, so it is given up where there is no progress: where none of
    the last :data:`PATIENCE` games looked the same for longer than those before. That depends on
    nothing but the position.
    """
    course = _course(sample)
    here = sample.canonical(sample.truth)
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, 13])
    longest, since = 0, 0
    for seed in rng.integers(2**31, size=TRIES):
        if since == PATIENCE:
            return None
        found, length = _followed(sample, sample.target.new(int(seed)), course)
        longest, since = (length, 0) if length > longest else (longest, since + 1)
        if found is None or sample.canonical(found) == here:
            continue
        if _in_the_same_order(sample, found):
            return found
    return None


def _in_the_same_order(sample: Sample, state: Any) -> bool:
    """Whether places without an order that hold the same cards as in truth hold them alike.

    A seat may be shown its cards sorted, while the state keeps them as they were dealt. Copies
    rightly keep that order, which is nobody's secret; states that differ in it tell nothing.
    """
    truth, other = sample.target.world(sample.truth), sample.target.world(state)
    return all(
        list(faces) == list(other[place])
        for place, faces in truth.items()
        if place not in sample.ordered and place in other and sorted(faces) == sorted(other[place])
    )


def _course(sample: Sample) -> list[tuple[int, Hashable]]:
    """Who was to move, and what the seat observed, before each move and at the end."""
    target, state = sample.target, sample.target.new(sample.position.seed)
    course = [(target.mover(state), target.observe(state, sample.seat))]
    for move in sample.position.moves:
        state = target.play(state, move)
        course.append((target.mover(state), target.observe(state, sample.seat)))
    return course


def _alike(sample: Sample, state: Any, seen: tuple[int, Hashable]) -> bool:
    return (sample.target.mover(state), sample.target.observe(state, sample.seat)) == seen


def _followed(
    sample: Sample, state: Any, course: list[tuple[int, Hashable]]
) -> tuple[Any | None, int]:
    """A new game after the true moves, if it looks the same throughout; and for how long it did."""
    if not _alike(sample, state, course[0]):
        return None, 0
    for number, move in enumerate(sample.position.moves, 1):
        if move not in sample.target.options(state):
            return None, number
        state = sample.target.play(state, move)
        if not _alike(sample, state, course[number]):
            return None, number
    return state, len(course)
