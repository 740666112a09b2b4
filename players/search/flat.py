"""Flat Monte Carlo: play-outs for each option at hand, and no tree.

Every play-out begins with one of the options in a sampled world. Either all options get equal
shares, or the next one is the one with the greatest upper confidence bound (a bandit at the root).
Options meet the same worlds in the same order, so that they differ by what they do and not by the
luck of the draw.

Bruce Abramson: "Expected-outcome: a general model of static evaluation", IEEE Transactions on
Pattern Analysis and Machine Intelligence 12 (2), 1990 (equal shares). Peter Auer, Nicolò
Cesa-Bianchi, Paul Fischer: "Finite-time Analysis of the Multiarmed Bandit Problem", Machine
Learning 47, 2002 (UCB1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, bind, slot
from determinize import InformationSet
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS, clock, play, sensible
from players.player import Considered, Decision
from players.search.budget import Budget, Step
from players.search.options import first_options
from players.search.playout import choose, rewards
from players.search.policies import RANDOM, policy_parts
from players.search.root import ranked
from players.search.settings import (
    NO_END,
    check_choice,
    check_depth,
    check_exploration,
    named,
    settle_kinds,
)
from players.search.worlds import batch, looked_at


@slot(optional=True)
def next_option(visits: Any, totals: Any, apart: int, exploration: float, row: Any) -> int:
    """Which option comes next: by default the one that was tried least, the first of several."""
    least = 0
    for k in range(1, len(visits)):
        if visits[k] < visits[least]:
            least = k
    return least


@slot(optional=True)
def worth(s: Any, me: int) -> float:
    """How a position is valued, from 0 (worst) to 1 (best): by default as all searches do it."""
    result = np.empty(SEATS, np.float64)
    rewards(s, result)
    return float(result[me])


def by_bound(visits: Any, totals: Any, apart: int, exploration: float, row: Any) -> int:
    """UCB1: the option with the greatest bound, of equal ones each with the same chance."""
    done = 0
    for k in range(len(visits)):
        done += visits[k]
    best = 0
    best_bound = -1.0
    ties = 0
    for k in range(len(visits)):
        if visits[k] == 0:
            return k
        tried = float(visits[k])
        promise = totals[k] / tried + exploration * math.sqrt(math.log(float(done)) / tried)
        if promise > best_bound:
            best, best_bound, ties = k, promise, 1
        elif promise == best_bound:
            ties += 1
            if below(row, ties) == 0:
                best = k
    return best


SHARES: Mapping[str, Mapping[str, Any]] = {"equal": {}, "ucb1": {"next_option": by_bound}}
"""How play-outs are shared out, by the names that ``select`` takes."""


def try_options(
    worlds: Any,
    apart: int,
    scratch: Any,
    me: int,
    depth: int,
    exploration: float,
    options: Any,
    visits: Any,
    totals: Any,
    n: int,
    rng: Any,
) -> None:
    """Try options in sampled worlds: add to how often each was tried, and what came of it.

    A template. ``depth`` counts the rounds (tricks, turns) from the decision on, the option among
    them: with 0 the position right after it is valued.

    Args:
        worlds: STATE[w].
        apart: so many worlds later the next option begins; 0: all meet the same.
        scratch: STATE[1], overwritten.
        me: the seat to decide.
        depth: how many rounds are played.
        exploration: the constant of the bound.
        options: int64[k].
        visits: int64[k], how often each was tried so far.
        totals: float64[k], the sums of what came of it.
        n: how many further trials.
        rng: generator rows of the searcher.
    """
    out = np.empty(OPTION_CODES, np.int64)
    for _ in range(n):
        k = next_option(visits, totals, apart, exploration, rng[PLAY])
        scratch[0] = worlds[(k * apart + int(visits[k])) % len(worlds)]
        s = scratch[0]
        round_number = int(s.round)
        last = clock(s, 0) + depth
        play(s, int(options[k]), rng)
        decisions = 1
        while s.mover >= 0 and s.round == round_number and clock(s, decisions) < last:
            m = sensible(s, out)
            play(s, choose(s, out, m, rng[PLAY]), rng)
            decisions += 1
        totals[k] += worth(s, me)
        visits[k] += 1


def considered(
    options: NDArray[np.int64], visits: NDArray[np.int64], totals: NDArray[np.float64]
) -> list[Considered]:
    """What was found for each option, in their order."""
    tried = int(visits.sum())
    return [
        Considered(int(option), int(n), float(total) / max(1, int(n)), tried)
        for option, n, total in zip(options, visits, totals, strict=True)
    ]


@dataclass(frozen=True)
class Flat(Budget):
    """Flat Monte Carlo.

    Attributes:
        select: how play-outs are shared out: ``equal``, and the greatest mean wins; or ``ucb1``,
            and the option with the most play-outs wins.
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds a play-out lasts, from the decision on, after which the game's
            heuristic values the position; 0: until the deal is over.
        playout: what is played in play-outs (:mod:`players.search.policies`).
    """

    select: str = "equal"
    exploration: float = 0.7
    depth: int = 0
    playout: str = RANDOM

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("select", self.select, SHARES)
        check_exploration(self.exploration)
        check_depth(self.depth)
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``flat``, with what differs from the defaults."""
        return named("flat", self)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that the game does not have."""
        policy_parts(self.playout, game)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Try the options, and choose the best."""
        end = self.end()
        game = info.game
        worlds = batch(info, self, rng)
        first = first_options(info, worlds, rng)
        kernel: Any = bind(
            try_options, game, **SHARES[self.select], **policy_parts(self.playout, game)
        )
        depth = self.depth or NO_END

        def begin(
            worker: int, stream: NDArray[np.int64]
        ) -> tuple[tuple[NDArray[Any], NDArray[Any]], Step]:
            scratch = np.zeros(1, game.dtype)
            visits, totals = np.zeros(len(first), np.int64), np.zeros(len(first))
            own = np.ascontiguousarray(worlds[worker % len(worlds) :: self.workers])

            def step(n: int) -> None:
                kernel(
                    own, 0, scratch, info.seat, depth, self.exploration, first, visits, totals, n,
                    stream,
                )  # fmt: skip

            return (visits, totals), step

        found = self.spend(begin, rng, end)
        seen = looked_at(worlds, [int(one.max()) for one, _ in found])
        visits = np.sum([one for one, _ in found], axis=0)
        totals = np.sum([one for _, one in found], axis=0)
        options = considered(first, visits, totals)
        if self.select == "equal":
            ordered = tuple(sorted(options, key=lambda one: (-one.value, one.option)))
        else:
            ordered = ranked(options)
        return Decision(ordered[0].option, ordered, seen)
