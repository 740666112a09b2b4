"""How the cost of a diagram grows with cards, places and facts, and where a chain costs less.

``python -m benchmarks.scaling`` takes some minutes and writes the figure of docs/beliefs.md,
docs/images/beliefs-scaling.png, with its numbers beside it (.json).

Two families of knowledge, both true of some deal. Random: each fact says of a random third of the
cards that a place holds at least as many of them as it does; nothing is alike, so that there is
little to share. Clue: an onlooker's notes after some suggestions.

Seconds are those of one core, which a busy machine disturbs less than the clock; the forecast's
are by the clock. Each figure is the median over `SEEDS`.
"""

from __future__ import annotations

import json
import math
import platform
import statistics
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TypeVar

import numpy as np

from beliefs import (
    Fact,
    Knowledge,
    NoWorldFound,
    PoorSample,
    TooLarge,
    WorldChain,
    WorldDiagram,
    at_least,
    forecast,
)
from beliefs.diagram import Limits
from beliefs.graphs.growth import MEMORY, forget
from benchmarks.positions import clue
from unseen.files import write_whole

TARGET = Path(__file__).parents[1] / "docs" / "images" / "beliefs-scaling.png"
SEEDS = (1, 2, 3)
SECONDS = 20.0
"""A diagram is given up after so many, by the clock."""
HOPELESS = 4.0
"""Nor is it begun where the forecast is so many times its limits."""
ERROR = 0.01
"""The error of a probability for which the chain's cost is stated."""

Result = TypeVar("Result")


@dataclass(frozen=True)
class Point:
    """What one size costs; None where a diagram was given up, or no particle came through."""

    at: float
    """Cards, places or facts."""
    seconds: float | None
    """Of a diagram built from nothing, with all probabilities."""
    states: float | None
    bytes: float | None
    """The most memory that was taken at a time."""
    foreseen_seconds: float
    foreseen_states: float
    foreseen_bytes: float
    chain_seconds: float | None
    """Of a chain of the usual size, with all probabilities."""
    chain_error: float | None
    """The largest standard error that it states of a probability."""
    chain_off: float | None
    """How far the worst of its probabilities is from the diagram's."""

    @property
    def chain_cost(self) -> float | None:
        """Seconds of a chain of such a size that its largest error is `ERROR`.

        The error falls with the root of the number of particles, and the time is in proportion.
        """
        if self.chain_seconds is None or self.chain_error is None:
            return None
        return self.chain_seconds * (self.chain_error / ERROR) ** 2


@dataclass(frozen=True)
class Sweep:
    """One family along one axis."""

    family: str
    axis: str
    rest: str
    """What stays the same, for people."""
    points: tuple[Point, ...]

    @property
    def takes_over(self) -> float | None:
        """From where on the chain costs less than the diagram (or than its forecast)."""
        costs = [(p.at, p.seconds or p.foreseen_seconds, p.chain_cost) for p in self.points]
        return crossing([(at, mine, other) for at, mine, other in costs if other is not None])

    @property
    def too_large(self) -> float | None:
        """From where on the diagram takes more than its usual limit of memory."""
        return crossing([(p.at, p.bytes or p.foreseen_bytes, MEMORY) for p in self.points])


def crossing(curves: Sequence[tuple[float, float, float]]) -> float | None:
    """Where the first of two curves (x, first, second) rises above the second for good.

    By straight lines between the points, on logarithmic axes; None if it ends below.

    >>> round(crossing([(1, 1, 10), (10, 100, 10)]), 3)
    3.162
    >>> crossing([(1, 10, 1), (10, 1, 10)])
    """
    above = [math.log(first / second) for _, first, second in curves]
    if not above or above[-1] <= 0:
        return None
    last = max((i for i, a in enumerate(above) if a <= 0), default=-1)
    if last < 0:
        return float(curves[0][0])
    here, there = (math.log(curves[i][0]) for i in (last, last + 1))
    part = above[last] / (above[last] - above[last + 1])
    return math.exp(here + part * (there - here))


def random_knowledge(cards: int, places: int, facts: int, seed: int) -> Knowledge:
    """Cards dealt evenly, and facts about random thirds of them, each true of one random deal.

    >>> random_knowledge(9, 3, 2, seed=1).facts == random_knowledge(9, 3, 2, seed=1).facts
    True
    """
    rng = np.random.default_rng(seed)
    sizes: dict[object, int | None] = {f"place {p}": (cards + p) // places for p in range(places)}
    deal = rng.permutation([p for p, n in enumerate(sizes.values()) for _ in range(n or 0)])
    told: list[Fact] = []
    while len(told) < facts:
        place = len(told) % places
        third = rng.choice(cards, cards // 3, replace=False)
        if held := int((deal[third] == place).sum()):
            told.append(at_least(f"place {place}", third.tolist(), held))
    return Knowledge(range(cards), sizes, told)


def of_one_core(work: Callable[[], Result]) -> tuple[Result, float]:
    """What work gives, and its seconds of one core."""
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def measured(at: float, knowledge: Knowledge) -> Point:
    """Forecast, diagram and chain of one knowledge, each from nothing."""
    forget()
    told = forecast(knowledge, "diagram")
    seconds = states = size = chain_seconds = error = off = None
    table = None
    if told.bytes < HOPELESS * MEMORY and told.seconds < HOPELESS * SECONDS:
        try:
            diagram, seconds = of_one_core(lambda: built(knowledge))
            states, table = float(diagram.nodes), diagram.probabilities()
            del diagram
            size = most_memory(lambda: built(knowledge))
        except TooLarge:
            seconds = states = size = table = None
    try:
        chain, chain_seconds = of_one_core(lambda: sampled(knowledge))
        error = float(chain.error().max())
        off = None if table is None else float(abs(chain.probabilities() - table).max())
    except NoWorldFound:
        pass
    foreseen = (told.seconds, float(told.nodes), told.bytes)
    return Point(at, seconds, states, size, *foreseen, chain_seconds, error, off)


def built(knowledge: Knowledge) -> WorldDiagram:
    """A diagram built from nothing, and asked."""
    forget()
    diagram = WorldDiagram(knowledge, limits=Limits(seconds=SECONDS))
    diagram.probabilities()
    return diagram


def sampled(knowledge: Knowledge) -> WorldChain:
    """A chain, asked."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PoorSample)
        chain = WorldChain(knowledge)
    chain.probabilities()
    return chain


def most_memory(work: Callable[[], object]) -> float:
    """The most bytes that are taken at a time while it works."""
    tracemalloc.start()
    try:
        work()
        return float(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()


def median_of(points: Sequence[Point]) -> Point:
    """The median of each figure; what is missing counts as more than all others."""

    def middle(values: Iterable[float | None]) -> float | None:
        found = statistics.median(math.inf if value is None else value for value in values)
        return found if found < math.inf else None

    figures = {f.name: middle(getattr(p, f.name) for p in points) for f in fields(Point)}
    return Point(**figures)  # type: ignore[arg-type]


def swept(
    family: str,
    axis: str,
    rest: str,
    make: Callable[[int, int], Knowledge],
    sizes: Iterable[int],
) -> Sweep:
    """A sweep: `make(size, seed)` for all sizes and seeds."""
    points = []
    for size in sizes:
        known = [make(size, seed) for seed in SEEDS]
        points.append(median_of([measured(along(axis, k), k) for k in known]))
        print(f"{family}, {axis} {points[-1].at:.0f}", flush=True)
    return Sweep(family, axis, rest, tuple(points))


def along(axis: str, knowledge: Knowledge) -> int:
    """Where a knowledge lies on an axis.

    >>> along("places", random_knowledge(9, 3, 2, seed=1))
    3
    """
    sizes = {"places": len(knowledge.places), "facts": len(knowledge.facts)}
    return sizes.get(axis, knowledge.size)


def sweeps() -> list[Sweep]:
    """Everything that is measured."""
    measured(0, random_knowledge(12, 3, 4, 0))  # compiles
    return [
        swept(
            *("random", "cards", "3 places, 8 facts"),
            lambda n, seed: random_knowledge(n, 3, 8, seed),
            (12, 18, 24, 30, 36, 42, 48, 60, 72),
        ),
        swept(
            *("random", "places", "24 cards, 8 facts"),
            lambda n, seed: random_knowledge(24, n, 8, seed),
            (2, 3, 4, 6, 8, 12),
        ),
        swept(
            *("random", "facts", "24 cards, 3 places"),
            lambda n, seed: random_knowledge(24, 3, n, seed),
            (1, 2, 4, 6, 8, 12, 16, 24),
        ),
        swept(
            *("Clue", "places", "21 cards, 12 suggestions"),
            lambda n, seed: clue(12, hands=n, seat=False, seed=seed),
            (2, 3, 4, 6, 9),
        ),
        swept(
            *("Clue", "facts", "21 cards, 4 places"),
            lambda n, seed: clue(n, hands=3, seat=False, seed=seed),
            (0, 2, 5, 10, 20, 40),
        ),
    ]


def main() -> None:
    """Measure, draw and write both files."""
    from benchmarks.scaling_figure import drawn  # which imports matplotlib

    found = sweeps()
    write_whole(TARGET, drawn(found))
    told = [asdict(s) | {"takes_over": s.takes_over, "too_large": s.too_large} for s in found]
    data = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "seeds": SEEDS,
        "chain_error": ERROR,
        "sweeps": told,
    }
    write_whole(TARGET.with_suffix(".json"), (json.dumps(data, indent=1) + "\n").encode())
    for s in found:
        print(f"{s.family}, {s.axis} ({s.rest}): chain from {s.takes_over}, 2 GiB {s.too_large}")


if __name__ == "__main__":
    main()
