"""What ever more iterations of ``ismcts`` cost, in time and in memory.

*Time*: whole decisions of 100 to a million iterations, each against the bare random play-outs a
second of the same game, measured in turn with it. Were cost exactly linear, the share would be the
same from a thousand iterations on (below, fixed costs show).

*Memory*: a new process searches once with a budget that draws all worlds there will be, then with a
million iterations. By how much its peak has grown is held against what the limit of nodes states:
so many records, and where the tree is pruned a number for each of them.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.search_players import percent
from benchmarks.search_positions import EXPLORATION, Position, side
from benchmarks.timing import Figure, Side, compare
from compiled import bind
from players import make
from players.search.ismcts import search
from players.search.options import first_options
from players.search.settings import settings
from players.search.tree import NODE, NODES, new_counts, new_tree
from players.search.worlds import WORLDS_AT_ONCE

GAMES = ("schnapsen", "leduc", "tic-tac-toe")
BUDGETS = (100, 1_000, 10_000, 100_000, 1_000_000)
AT_ONCE = 20_000
"""Decisions of fewer iterations are timed several together: so many iterations."""

LONG_SEARCH = 1_000_000
LIMITS = (1_000_000, 50_000)
"""Nodes that a tree has at most: the default, and a limit that a long search meets."""

ROOT = Path(__file__).parents[1]


def spec(iterations: int, nodes: int = LIMITS[0]) -> str:
    """The player."""
    return f"ismcts(iterations={iterations}, nodes={nodes})"


# --------------------------------------------------------------------------------------------- time


def figures(names: Sequence[str] = GAMES, budgets: Sequence[int] = BUDGETS) -> list[Figure]:
    """Whole decisions of each budget in each game: ``what`` is the game, the peer its play-outs."""
    found = []
    for name in names:
        position = Position(name)
        peer = side("random play-outs", "play-outs", position.play_outs())
        for iterations in budgets:
            found.append(compare(name, decisions(position, iterations), peer))
    return found


def decisions(position: Position, iterations: int) -> Side:
    """Whole decisions of so many iterations."""
    once = position.decisions(spec(iterations), "iterations")
    times = max(1, AT_ONCE // iterations)
    return Side(str(iterations), "iterations", lambda: sum(once() for _ in range(times)))


def as_table(figures: Sequence[Figure]) -> Table:
    """A row for each budget, a column for each game: nanoseconds an iteration, and the share."""
    names = list(dict.fromkeys(figure.what for figure in figures))
    table = Table(title="ismcts: time an iteration, and iterations as a share of bare play-outs")
    table.add_column("iterations", justify="right")
    for name in names:
        table.add_column(name, justify="right")
    for budget in dict.fromkeys(figure.ours for figure in figures):
        row = {figure.what: figure for figure in figures if figure.ours == budget}
        cells = [
            f"{1e9 / row[name].ours_per_second:,.0f} ns {percent(row[name].ratio)}"
            for name in names
        ]
        table.add_row(f"{int(budget):,}", *cells)
    return table


# ------------------------------------------------------------------------------------------- memory


@dataclass(frozen=True)
class Memory:
    """What a long search takes.

    Attributes:
        game: what was played.
        iterations: of the search.
        limit: how many nodes its tree has at most.
        nodes: how many it had at the end.
        stated: bytes that the limit states.
        grown: bytes by which the peak of the process grew.
    """

    game: str
    iterations: int
    limit: int
    nodes: int
    stated: int
    grown: int


def stated(iterations: int, limit: int) -> int:
    """Bytes that a tree may take: no more nodes than iterations and a root; pruning has a number
    for each."""
    nodes = min(iterations + 1, limit)
    return nodes * NODE.itemsize + (nodes * np.dtype(np.int64).itemsize if nodes == limit else 0)


def memory(name: str, iterations: int = LONG_SEARCH, limit: int = LIMITS[0]) -> Memory:
    """Measure a long search in a new process."""
    code = f"from benchmarks import search_growth as it; it.child({name!r}, {iterations}, {limit})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return Memory(name, iterations, limit, stated=stated(iterations, limit), **found)


def child(name: str, iterations: int, limit: int) -> None:
    """What the new process does: print the growth of its peak, and how many nodes there were."""
    position = Position(name)
    first: Any = make(spec(WORLDS_AT_ONCE, WORLDS_AT_ONCE), position.game)
    long: Any = make(spec(iterations, limit), position.game)
    first.decide(position.info, position.rng.copy())
    forget_peak()
    before = peak()
    long.decide(position.info, position.rng.copy())
    print(json.dumps({"grown": peak() - before, "nodes": nodes(position, iterations, limit)}))


def forget_peak() -> None:
    """Begin anew with :func:`peak`, where that can be told (Linux): compiling took more before."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak() -> int:
    """The most bytes that this process has had in memory."""
    if sys.platform == "linux":
        status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        [line] = [line for line in status if line.startswith("VmHWM:")]
        return 1024 * int(line.split()[1])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def nodes(position: Position, iterations: int, limit: int) -> int:
    """How many nodes the tree of the same search has at its end."""
    rng, game = position.rng.copy(), position.game
    worlds = position.info.worlds(min(iterations, WORLDS_AT_ONCE), rng)
    tree, counts = new_tree(min(iterations + 1, limit)), new_counts()
    first = first_options(position.info, worlds, rng)
    kernel: Any = bind(search, game)
    how, scratch = settings(EXPLORATION)[0], np.zeros(1, game.dtype)
    kernel(tree, counts, worlds, scratch, first, how, iterations, rng)
    return int(counts[NODES])


def memories() -> list[Memory]:
    """Long searches in each game, with each limit."""
    return [memory(name, limit=limit) for name in GAMES for limit in LIMITS]


def as_memory_table(found: Sequence[Memory]) -> Table:
    """A row for each search, in megabytes."""
    table = Table(title="memory of long searches: the tree as stated, and what the process grew by")
    for column in ("game", "iterations", "limit of nodes", "nodes", "stated MB", "grown MB"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for one in found:
        counts = (f"{number:,}" for number in (one.iterations, one.limit, one.nodes))
        table.add_row(one.game, *counts, f"{one.stated / 1e6:.1f}", f"{one.grown / 1e6:.1f}")
    return table
