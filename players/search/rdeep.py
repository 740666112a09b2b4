"""RDeep: perfect information Monte Carlo with random play-outs of limited depth.

The player of the university's Schnapsen platform: for each option, a number of sampled worlds; in
each the option is played, then all play at random for ``depth`` rounds, and the position reached is
valued by the share of the points made so far. The mean over the samples counts; ties are broken at
random. Points are those that count: marriages that wait for a trick do not. On the platform an
exchange takes the place of one of the ``depth`` tricks; here it does not.

Where time counts, all options get further samples in steps, as many each as it allows.

So it is flat Monte Carlo (:mod:`players.search.flat`) with equal shares, limited play-outs, worlds
of their own for each option, and another way to value a position.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind, permutation
from determinize import InformationSet
from games.kit.seam import share
from players.chance import sensible_options
from players.player import Considered, Decision
from players.search.budget import check_seconds, do
from players.search.flat import try_options
from players.search.settings import MOST_DEPTH, check_number, named, settle_kinds
from players.search.worlds import check_asked, drawn

MOST_SAMPLES = 100_000
"""No search samples more for one option."""


def in_turn(visits: Any, totals: Any, apart: int, exploration: float, row: Any) -> int:
    """All samples of an option before those of the next."""
    k = 0
    while visits[k] >= apart:
        k += 1
    return k


def points(s: Any, me: int) -> float:
    """What counts is the share of the points made so far."""
    return share(s, me)


@dataclass(frozen=True)
class RDeep:
    """PIMC with random play-outs of limited depth.

    Attributes:
        samples: how many worlds for each option, up to 100 000.
        depth: how many rounds (tricks in Schnapsen) each play-out lasts, up to 10 000.
        seconds: how long, instead of a number of samples; 0 counts samples.
    """

    samples: int = 16
    depth: int = 4
    seconds: float = 0.0

    def __post_init__(self) -> None:
        check_number("samples", self.samples, MOST_SAMPLES)
        check_number("depth", self.depth, MOST_DEPTH)
        check_seconds(self.seconds, "so many samples")
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``rdeep``, with what differs from the defaults."""
        return named("rdeep", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """The option with the greatest mean estimate."""
        end = time.perf_counter() + self.seconds
        check_asked(info, rng)
        game, me = info.game, info.seat
        kernel: Any = bind(try_options, game, next_option=in_turn, worth=points)
        out, scratch = np.zeros(game.option_codes, np.int64), np.zeros(1, game.dtype)
        options = out[: bind(sensible_options, game)(info.state, out)]
        visits, totals = np.zeros(len(options), np.int64), np.zeros(len(options))

        def step(n: int) -> None:
            worlds, so_far = drawn(info, len(options) * n, rng), np.zeros_like(visits)
            trials = n * len(options)
            kernel(worlds, n, scratch, me, self.depth, 0.0, options, so_far, totals, trials, rng)
            visits[:] += so_far

        do(step, self.samples, self.seconds, end)
        best = sorted(permutation(len(options), rng[PLAY]), key=lambda k: -totals[k])
        samples = int(visits[0])
        found = [
            Considered(int(options[k]), samples, float(totals[k]) / samples, samples) for k in best
        ]
        return Decision(found[0].option, tuple(found), int(visits.sum()))
