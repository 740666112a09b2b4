"""How long the first use of a game takes: cold, and from the disk cache."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

CODE = """
import games
from compiled import rows
from determinize import Watch
from players import make
game = games.load("schnapsen")
watch = Watch(game.new(seed=1))
info = watch.information(watch.state.mover)
make("ismcts", game).decide(info, rows(1))
"""


@dataclass(frozen=True)
class FirstUse:
    """Seconds until a new process has made its first decision by search."""

    cold: float
    warm: float
    bare: float
    """Seconds to start Python and import Numba, which both include."""


def seconds(code: str, cache: str) -> float:
    """How long a new Python process takes for some code."""
    started = time.perf_counter()
    environment = {**os.environ, "UNSEEN_CACHE": cache}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    return time.perf_counter() - started


def measure() -> FirstUse:
    """One cold start, then the median of five warm ones."""
    with tempfile.TemporaryDirectory() as cache:
        bare = statistics.median(seconds("import numba", cache) for _ in range(5))
        cold = seconds(CODE, cache)
        warm = statistics.median(seconds(CODE, cache) for _ in range(5))
    return FirstUse(cold, warm, bare)
