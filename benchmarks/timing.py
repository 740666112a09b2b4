"""Paired timings: two sides in turn, five times each, medians and their ratio."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 5


@dataclass(frozen=True)
class Side:
    """One of two things that are compared: ``work()`` does so many units; more is better."""

    name: str
    unit: str
    work: Callable[[], int]


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


def rate(work: Callable[[], int]) -> float:
    """Units a second of one call."""
    started = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - started)


def compare(what: str, ours: Side, peer: Side) -> Figure:
    """Time two sides in turn after one uncounted call each."""
    ours.work()
    peer.work()
    pairs = [(rate(ours.work), rate(peer.work)) for _ in range(RUNS)]
    return Figure(
        what,
        ours.unit,
        ours.name,
        statistics.median(mine for mine, _ in pairs),
        peer.name,
        statistics.median(theirs for _, theirs in pairs),
        statistics.median(mine / theirs for mine, theirs in pairs),
    )
