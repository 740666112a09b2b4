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
"""Games that are tried for one position."""
HOPELESS = 100
"""So many games none of which looks the same to the seat even at its start are enough."""


def lookalike(sample: Sample) -> Any | None:
    """A true state from another seed: the seat has seen the same, and cards lie otherwise."""
    course = _course(sample)
    here = sample.canonical(sample.truth)
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, 13])
    hopeful = False
    for number, seed in enumerate(rng.integers(2**31, size=TRIES)):
        if number == HOPELESS and not hopeful:
            return None
        state = sample.target.new(int(seed))
        if not _alike(sample, state, course[0]):
            continue
        hopeful = True
        found = _followed(sample, state, course)
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


def _followed(sample: Sample, state: Any, course: list[tuple[int, Hashable]]) -> Any | None:
    for move, seen in zip(sample.position.moves, course[1:], strict=True):
        if move not in sample.target.options(state):
            return None
        state = sample.target.play(state, move)
        if not _alike(sample, state, seen):
            return None
    return state
