"""Perfect information Monte Carlo: every sampled world is searched on its own, then they vote.

For each world a UCT tree that takes the world for the truth; the option's value is its mean over
the worlds. Simple and strong, and it pays for two things that information set search does not:
it believes that it will know the world at its next decision (strategy fusion), and that opponents
play as if they knew it too (non-locality).

Ian Frank, David Basin: "Search in games with incomplete information: a case study using Bridge card
play", Artificial Intelligence 100, 1998. Jeffrey Long, Nathan Sturtevant, Michael Buro, Timothy
Furtak: "Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search",
AAAI 2010.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind
from determinize import InformationSet
from players.player import Decision
from players.search.ismcts import search
from players.search.options import first_options
from players.search.root import root_options
from players.search.settings import (
    check_depth,
    check_exploration,
    check_number,
    named,
    settings,
)
from players.search.tree import new_counts, new_tree

MOST_WORLDS = 100_000
"""No search samples more."""


@dataclass(frozen=True)
class PIMC:
    """Perfect information Monte Carlo with UCT in each world.

    Attributes:
        worlds: how many worlds are sampled from the belief, up to 100 000.
        iterations: how many descents in all, shared among the worlds, up to ten million.
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds a play-out lasts; 0: until the deal is over.
    """

    worlds: int = 20
    iterations: int = 1000
    exploration: float = 0.7
    depth: int = 0

    def __post_init__(self) -> None:
        check_number("worlds", self.worlds, MOST_WORLDS)
        check_number("iterations", self.iterations, 10_000_000)
        if self.iterations < self.worlds:
            raise ValueError(f"iterations cannot be {self.iterations}: at least one for each world")
        check_exploration(self.exploration)
        check_depth(self.depth)

    @property
    def name(self) -> str:
        """``pimc``, with what differs from the defaults."""
        return named("pimc", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search each world; choose the option with the most visits over all of them."""
        worlds = info.worlds(self.worlds, rng)
        first = first_options(info, worlds, rng)
        scratch = np.zeros(1, info.game.dtype)
        searched: Any = bind(search, info.game)
        how = settings(self.exploration, self.depth)[0]
        trees = []
        for i in range(self.worlds):
            descents = (self.iterations + i) // self.worlds  # equal parts, all of them together
            trees.append(new_tree(descents + 1))
            world = worlds[i : i + 1]
            searched(trees[-1], new_counts(), world, scratch, first, how, descents, rng)
        considered = root_options(*trees)
        return Decision(considered[0].option, considered, self.worlds)
