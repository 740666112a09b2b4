"""Paired timings: two sides in turn, five times each, medians and their ratio."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from beliefs import Belief, Knowledge
from beliefs.graphs.growth import forget

RUNS = 5
LONG = 8.0
"""Seconds after which no further pair is begun."""


def nothing() -> None:
    """What comes after most calls."""


@dataclass(frozen=True)
class Side:
    """One of two things that are compared: ``work()`` does so many units; more is better.

    ``after()`` comes after every call of ``work``, and is not timed: it checks what was done, and
    makes the next call ready.
    """

    name: str
    unit: str
    work: Callable[[], int]
    after: Callable[[], None] = nothing


@dataclass(frozen=True)
class Figure:
    """Medians of units a second, ours and the peer's, and the median of the ratios of pairs."""

    what: str
    unit: str
    ours: str
    ours_per_second: float
    peer: str
    peer_per_second: float
    ratio: float


def rate(work: Callable[[], int], after: Callable[[], None] = nothing) -> float:
    """Units a second of one call of `work`; `after` is not timed."""
    started = time.perf_counter()
    units = work()
    seconds = time.perf_counter() - started
    after()
    return units / seconds


def compare(what: str, ours: Side, peer: Side) -> Figure:
    """Time two sides in turn, `RUNS` times or until it is `LONG`, after one uncounted call each."""
    rate(ours.work, ours.after)
    rate(peer.work, peer.after)
    pairs: list[tuple[float, float]] = []
    started = time.perf_counter()
    while not pairs or (len(pairs) < RUNS and time.perf_counter() - started < LONG):
        pairs.append((rate(ours.work, ours.after), rate(peer.work, peer.after)))
    return Figure(
        what,
        ours.unit,
        ours.name,
        statistics.median(mine for mine, _ in pairs),
        peer.name,
        statistics.median(theirs for _, theirs in pairs),
        statistics.median(mine / theirs for mine, theirs in pairs),
    )


def anew(knowledge: Knowledge) -> Belief:
    """A belief built from nothing: diagrams that are kept for the next of their shape are gone."""
    forget()
    return Belief(knowledge)
