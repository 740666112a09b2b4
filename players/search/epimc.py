"""Extended PIMC: the world becomes known only some decisions later.

PIMC takes each world for the truth from its next decision on. Here the first decisions are made in
one tree for all worlds, as in information set search: its nodes stand for what was played, not for
what was dealt, so nobody in it can choose by the deal. Only where that tree ends, after ``moves``
decisions, is each world valued on its own, exactly, by alpha-beta. The later that is, the less is
gained by knowing what will not be known (*strategy fusion*). With one decision it is PIMC, but for
how visits are shared out. A move that is seen in part (a card shown to one seat) has its node
whole: there the others do choose by what they did not see, which ``mo-ismcts`` avoids.

Jérôme Arjonilla, Abdallah Saffidine, Tristan Cazenave: "Perfect Information Monte Carlo with
Postponing Reasoning", IEEE Conference on Games, 2024, arXiv:2408.02380.

The tree is that of :mod:`players.search.ismcts`. A world that is not solved within ``limit`` nodes
is played out instead; so is every world where alpha-beta has no answer (more than two seats, chance
during play).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind
from determinize import InformationSet
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players.player import Decision
from players.search.alpha_beta import SOLVED, STANDING, value_of
from players.search.backup import back_up
from players.search.budget import Budget, Step
from players.search.options import first_options, offered
from players.search.pimc import MOST_LIMIT, MOST_WORLDS
from players.search.playout import play_out, rewards
from players.search.policies import RANDOM, policy_parts
from players.search.reuse import Tree
from players.search.root import root_options
from players.search.selection import enter, expand, select, untried
from players.search.settings import (
    LONGEST_PATH,
    NO_END,
    check_exploration,
    check_number,
    named,
    settings,
    settle_kinds,
)
from players.search.solver import Solver
from players.search.tree import ITERATIONS, NODES, new_counts, new_tree, prune
from players.search.tree_search import MOST_NODES
from players.search.worlds import looked_at, sampled

MOST_MOVES = 100
"""Beyond that no game is that is solved at all."""
LIMIT_A_SECOND = 20_000
"""Where time counts, a position takes no more nodes, a hundredth of it: none can be interrupted."""
LEAST_SECONDS = 0.25
"""Of less time it takes as many as of this."""


def search_postponed(
    tree: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any,
    line: Any, table: Any, told_by: Any, limit: int, n: int, rng: Any,
) -> None:  # fmt: skip
    """Search on from the worlds' common information set, in place. A template.

    Args:
        tree, counts, worlds, scratch, first, how, n, rng: as in
            :func:`players.search.ismcts.search`.
        line, table, told_by, limit: as in :func:`players.search.alpha_beta.value_of`.
    """
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    path = np.empty(LONGEST_PATH, np.int64)
    result = np.empty(SEATS, np.float64)
    row = rng[PLAY]
    still = rng.copy()
    me = int(worlds[0].mover)
    for _ in range(n):
        if counts[NODES] + how.tree_depth >= len(tree):
            counts[NODES] = prune(tree, int(counts[NODES]), np.empty(len(tree), np.int64))
        scratch[0] = worlds[int(counts[ITERATIONS]) % len(worlds)]
        counts[ITERATIONS] += 1
        s = scratch[0]
        deal = int(s.round)
        length = 0
        node = 0
        while length < how.tree_depth and s.mover >= 0 and s.round == deal:
            k = offered(s, first, node == 0, options)
            mover = int(s.mover)
            best, met = select(tree, node, options, k, mover, 1, marks, how.exploration, row)
            if met < k and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if met < k:
                best = expand(tree, counts, node, untried(options, k, k - met, marks, row), mover)
            node = best
            path[length] = node
            length += 1
            enter(tree, node, met < k, s, options, k, rng)
        worth = -1.0
        if s.seats == 2 and s.mover >= 0 and s.round == deal and line.counts[STANDING] <= SOLVED:
            worth = value_of(me, s, line, table, told_by, limit, still)
        if worth < 0.0:
            play_out(s, deal, int(how.depth), options, rng)
            rewards(s, result)
        else:  # only results of two that add up to the same are solved
            result[me] = worth
            result[1 - me] = 1.0 - worth
        back_up(tree, path, length, result)


@dataclass(frozen=True)
class EPIMC(Budget):
    """PIMC with postponed reasoning.

    Attributes:
        worlds: how many worlds are sampled from the belief; where time counts, 64 of them, and as
            many more as a tenth of it allows.
        moves: after so many decisions, of both players, worlds are valued one by one.
        exploration: the constant of UCB1, for results from 0 to 1.
        limit: after so many nodes alpha-beta gives a position up, which is then played out; where
            time counts, after 20 000 for each second, or 5 000, at the latest.
        nodes: how many nodes the tree has at most (of each worker); when it is full, the least
            visited half is given up.
        playout: what is played in play-outs (:mod:`players.search.policies`).
    """

    worlds: int = 50
    moves: int = 3
    exploration: float = 0.7
    limit: int = 2000
    nodes: int = 1_000_000
    playout: str = RANDOM

    def __post_init__(self) -> None:
        super().__post_init__()
        check_exploration(self.exploration)
        check_number("worlds", self.worlds, MOST_WORLDS)
        check_number("moves", self.moves, MOST_MOVES)
        check_number("limit", self.limit, MOST_LIMIT)
        check_number("nodes", self.nodes, MOST_NODES)
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``epimc``, with what differs from the defaults."""
        return named("epimc", self)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that the game does not have."""
        policy_parts(self.playout, game)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        end = self.end()
        game = info.game
        worlds = sampled(info, self.worlds, self, rng)
        first = first_options(info, worlds, rng)
        how = settings(self.exploration, NO_END, self.moves)[0]
        kernel: Any = bind(search_postponed, game, **policy_parts(self.playout, game))
        least = 2 * game.option_codes + self.moves
        room = max(self.room(self.nodes, least, self.moves), least)
        limit = self.limit
        if self.seconds:
            limit = min(limit, int(LIMIT_A_SECOND * max(self.seconds, LEAST_SECONDS)))

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[Tree, Step]:
            tree, counts = new_tree(room), new_counts()
            scratch = np.zeros(1, game.dtype)
            own = np.ascontiguousarray(worlds[worker % len(worlds) :: self.workers])
            tools = (*Solver(game).leaves(info.seat), limit)

            def step(n: int) -> None:
                kernel(tree, counts, own, scratch, first, how, *tools, n, stream)

            return (tree, counts), step

        trees = self.spend(begin, rng, end)
        considered = root_options(*(tree for tree, _ in trees))
        seen = looked_at(worlds, [int(counts[ITERATIONS]) for _, counts in trees])
        return Decision(considered[0].option, considered, seen)
