"""How fast the chain draws worlds where there is no peer: Uno with ten players and 60 facts."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from beliefs import WorldChain
from benchmarks.timing import RUNS, rate
from benchmarks.uno import knowledge
from compiled import rows

WORLDS = 2**14


@dataclass(frozen=True)
class Chain:
    """Worlds a second, medians, and what the particles behind them are worth."""

    built: float
    """Particles a second of a chain built anew."""
    drawn: float
    """Worlds a second of a chain that is there, each population dealt anew."""
    effective: float
    """Effective share of the particles, before worlds are drawn from them."""


def measure() -> Chain:
    """Build and draw in turn, after one uncounted time."""
    hidden, row = knowledge(), rows(1)[0]
    chain = WorldChain(hidden, particles=WORLDS // 4, runs=4)

    def build() -> int:
        WorldChain(hidden, particles=WORLDS // 4, runs=4)
        return WORLDS

    def draw() -> int:
        return len(chain.sample(WORLDS, row))

    draw()
    pairs = [(rate(build), rate(draw)) for _ in range(RUNS)]
    built, drawn = (statistics.median(side) for side in zip(*pairs, strict=True))
    return Chain(built, drawn, chain.effective)
