"""RDeep: perfect information Monte Carlo with random play-outs of limited depth.

The player of the university's Schnapsen platform: for each option, a number of sampled worlds; in
each the option is played, then all play at random for ``depth`` rounds, and the position reached is
valued by the share of the points made so far. The mean over the samples counts; ties are broken at
random. Points are those that count: marriages that wait for a trick do not. On the platform an
exchange takes the place of one of the ``depth`` tricks; here it does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, bind, permutation
from determinize import InformationSet
from games.kit.seam import OPTION_CODES, clock, play, sensible, share
from players.player import Considered, Decision
from players.search.settings import check_number, named

MOST_SAMPLES = 100_000
"""No search samples more for one option."""

MOST_DEPTH = 10_000
"""No play-out is longer."""


def play_shallow(
    worlds: Any,
    scratch: Any,
    me: int,
    depth: int,
    samples: int,
    options: Any,
    totals: Any,
    rng: Any,
) -> int:
    """The sum over samples of the estimates for each option. A template.

    Args:
        worlds: STATE[options * samples].
        scratch: STATE[1], overwritten.
        me: the seat to decide.
        depth: how many rounds are played.
        samples: how many worlds for each option.
        options: int64[OPTION_CODES], in which the sensible options are put.
        totals: float64[OPTION_CODES], in which their sums are put, in the same order.
        rng: generator rows of the searcher.

    Returns:
        how many options there are.
    """
    out = np.empty(OPTION_CODES, np.int64)
    n = sensible(worlds[0], options)
    for k in range(n):
        totals[k] = 0.0
        for i in range(samples):
            scratch[0] = worlds[k * samples + i]
            s = scratch[0]
            round_number = int(s.round)
            last = clock(s, 0) + depth
            play(s, int(options[k]), rng)
            decisions = 1
            while s.mover >= 0 and s.round == round_number and clock(s, decisions) < last:
                m = sensible(s, out)
                play(s, int(out[below(rng[PLAY], m)]), rng)
                decisions += 1
            totals[k] += share(s, me)
    return int(n)


@dataclass(frozen=True)
class RDeep:
    """PIMC with random play-outs of limited depth.

    Attributes:
        samples: how many worlds for each option, up to 100 000.
        depth: how many rounds (tricks in Schnapsen) each play-out lasts, up to 10 000.
    """

    samples: int = 16
    depth: int = 4

    def __post_init__(self) -> None:
        check_number("samples", self.samples, MOST_SAMPLES)
        check_number("depth", self.depth, MOST_DEPTH)

    @property
    def name(self) -> str:
        """``rdeep``, with what differs from the defaults."""
        return named("rdeep", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """The option with the greatest mean estimate."""
        game = info.game
        worlds = info.worlds(len(info.options) * self.samples, rng)
        options = np.zeros(game.option_codes, np.int64)
        totals = np.zeros(game.option_codes)
        scratch = np.zeros(1, game.dtype)
        shallow = bind(play_shallow, game)
        n = shallow(worlds, scratch, info.seat, self.depth, self.samples, options, totals, rng)
        best = sorted(permutation(n, rng[PLAY]), key=lambda k: -totals[k])
        considered = tuple(
            Considered(int(options[k]), self.samples, float(totals[k]) / self.samples, self.samples)
            for k in best
        )
        return Decision(considered[0].option, considered, len(worlds))
