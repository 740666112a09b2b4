"""One-step look-ahead: every option, valued by the game's heuristic right after it.

The greedy player of the TAG framework, "which evaluates all actions from a given game state and
picks that which leads to the highest valued state" (Raluca Gaina, Martin Balla, Alexander Dockhorn,
Raul Montoliu, Diego Perez-Liebana: "Design and Implementation of TAG: A Tabletop Games Framework",
arXiv:2009.12065, section 6). Here the state is not given: each option is tried in the same worlds
of the belief, and its mean counts; of equal ones each has the same chance. Where time counts,
worlds are drawn and tried in steps, as many as it allows.

It is the search of no depth: :func:`players.search.flat.try_options` without play-outs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind, permutation
from determinize import InformationSet
from players.player import Decision
from players.search.budget import check_seconds, do
from players.search.flat import considered, try_options
from players.search.settings import check_number, named, settle_kinds
from players.search.worlds import check_asked, drawn

MOST_WORLDS = 100_000
"""No search samples more."""


@dataclass(frozen=True)
class OSLA:
    """One-step look-ahead.

    Attributes:
        worlds: how many worlds are sampled from the belief, up to 100 000.
        seconds: how long, instead of a number of worlds; 0 counts worlds.
    """

    worlds: int = 20
    seconds: float = 0.0

    def __post_init__(self) -> None:
        check_number("worlds", self.worlds, MOST_WORLDS)
        check_seconds(self.seconds, "so many worlds")
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``osla``, with what differs from the defaults."""
        return named("osla", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """The option after which the mean value is greatest."""
        end = time.perf_counter() + self.seconds
        check_asked(info, rng)
        kernel: Any = bind(try_options, info.game)
        scratch = np.zeros(1, info.game.dtype)
        options = np.array(info.options, np.int64)
        visits, totals = np.zeros(len(options), np.int64), np.zeros(len(options))

        def step(n: int) -> None:
            worlds = drawn(info, n, rng)
            trials = n * len(options)
            kernel(worlds, 0, scratch, info.seat, 0, 0.0, options, visits, totals, trials, rng)

        do(step, self.worlds, self.seconds, end)
        found = considered(options, visits, totals)
        best = sorted(permutation(len(options), rng[PLAY]), key=lambda k: -totals[k])
        return Decision(found[best[0]].option, tuple(found[k] for k in best), int(visits[0]))
