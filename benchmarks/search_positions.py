"""What searches are timed on: the first choice of a seeded game, and worlds that fit it.

The limit of every search is the game's bare random play-outs from the same position in the same
worlds, with nothing chosen, kept or learned: a search of so many iterations plays as many.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

import games
from benchmarks.timing import Side
from compiled import bind, rows
from determinize import InformationSet, Watch
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players import make
from players.player import Decision
from players.search.ismcts import search
from players.search.options import first_options
from players.search.playout import play_out, rewards
from players.search.settings import NO_END, settings
from players.search.tree import new_counts, new_tree

ITERATIONS = 1000
SEED = 3
EXPLORATION = 0.7
"""The players' own default."""
SPAN = 0.05
"""Seconds that a timed run takes at least."""

PARAMETERS: dict[str, dict[str, Any]] = {"schnapsen": {"match_target": 1}}
"""The rules that differ from the defaults: single deals of Schnapsen."""


def play_outs(worlds: Any, scratch: Any, depth: int, n: int, rng: Any) -> float:
    """Play so many worlds out at random, in turn: what the first seat won in all. A template."""
    options = np.empty(OPTION_CODES, np.int64)
    result = np.empty(SEATS, np.float64)
    total = 0.0
    for i in range(n):
        scratch[0] = worlds[i % len(worlds)]
        s = scratch[0]
        play_out(s, int(s.round), depth, options, rng)
        rewards(s, result)
        total += result[0]
    return total


@dataclass(frozen=True)
class Position:
    """The first decision of a game with more than one option.

    Attributes:
        name: the game's.
        iterations: how many a search does, and how many worlds there are.
        seed: of the deal, and of all draws.
    """

    name: str
    iterations: int = ITERATIONS
    seed: int = SEED

    @cached_property
    def rng(self) -> NDArray[np.int64]:
        """The generator rows that everything begins with; whoever draws takes a copy."""
        return rows(self.seed)

    @property
    def game(self) -> Game:
        """The game."""
        return games.load(self.name)

    @cached_property
    def watch(self) -> Watch:
        """The match so far: nobody has had a choice."""
        watch = Watch(self.game.new(seed=self.seed, **PARAMETERS.get(self.name, {})))
        while len(codes := watch.state.codes) == 1:
            watch.play(codes[0])
        return watch

    @cached_property
    def info(self) -> InformationSet:
        """What the mover knows."""
        return self.watch.information(self.watch.state.mover)

    @cached_property
    def worlds(self) -> NDArray[Any]:
        """Those that a search draws: STATE[iterations]."""
        return self.info.worlds(self.iterations, self.rng.copy())

    def play_outs(self) -> Callable[[], int]:
        """A function that does so many bare play-outs as a search has iterations."""
        kernel: Any = bind(play_outs, self.game)
        worlds, rng = self.worlds, self.rng.copy()
        scratch = np.zeros(1, self.game.dtype)

        def once() -> int:
            kernel(worlds, scratch, NO_END, self.iterations, rng)
            return self.iterations

        return once

    def search(self) -> Callable[[], int]:
        """A function that does one search of ``ismcts``: its kernel, on a new tree."""
        kernel: Any = bind(search, self.game)
        worlds, rng = self.worlds, self.rng.copy()
        scratch = np.zeros(1, self.game.dtype)
        first = first_options(self.info, worlds, rng)
        how = settings(EXPLORATION)[0]

        def once() -> int:
            tree, counts = new_tree(self.iterations + 1), new_counts()
            kernel(tree, counts, worlds, scratch, first, how, self.iterations, rng)
            return self.iterations

        return once

    def decisions(self, spec: str, unit: str) -> Callable[[], int]:
        """A function that lets a player decide: worlds are drawn, searched, and summed up.

        Args:
            spec: the player.
            unit: what it does so many of, see :func:`done`.
        """
        player = make(spec, self.game)
        return lambda: done(player.decide(self.info, self.rng.copy()), unit)


def done(decision: Decision, unit: str) -> int:
    """How much a decision took: ``worlds`` that were looked at, or else how often it tried."""
    if unit == "worlds":
        return decision.worlds
    return sum(one.visits for one in decision.considered)


def side(name: str, unit: str, once: Callable[[], int], span: float = SPAN) -> Side:
    """A side whose runs take ``span`` seconds at least; what has to be compiled is, before."""
    once()
    started = time.perf_counter()
    once()
    times = ceil(span / (time.perf_counter() - started))

    def work() -> int:
        return sum(once() for _ in range(times))

    return Side(name, unit, work)
