"""SO-ISMCTS with partially observable moves: one tree, of what the searcher sees.

As :mod:`players.search.ismcts`, but at the decisions of other seats an edge is what the searcher
sees of a move. Options that look alike to it lead to one node and share its statistics: the bandit
chooses among edges, and of the options with the chosen edge one is played, each with the same
chance. So the searcher does not plan as if it would know which card was shown to somebody else.
The price, as the paper says: others are taken to choose at random among what it cannot tell apart.

Peter I. Cowling, Edward J. Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012, pages 120-143 (there
SO-ISMCTS + POM). What :mod:`players.search.ismcts` does otherwise than the paper, this does too.
Where the searcher sees every move in full the two decide alike, draw for draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY
from determinize import InformationSet
from games.kit.seam import OPTION_CODES, SEATS
from players.search.backup import back_up
from players.search.edges import edges_of, enter_edge
from players.search.options import offered
from players.search.playout import play_out, rewards
from players.search.selection import expand, select, untried
from players.search.settings import LONGEST_PATH, named
from players.search.tree import ITERATIONS, NODES, prune
from players.search.tree_search import Plan, TreeSearch, single


def search_observed(
    tree: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    The arguments are those of :func:`players.search.ismcts.search`.
    """
    options = np.empty(OPTION_CODES, np.int64)
    seen = np.empty(OPTION_CODES, np.int64)
    edges = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    path = np.empty(LONGEST_PATH, np.int64)
    result = np.empty(SEATS, np.float64)
    row = rng[PLAY]
    me = int(worlds[0].mover)
    depth = int(how.depth)
    for _ in range(n):
        if counts[NODES] == len(tree):
            counts[NODES] = prune(tree, len(tree), np.empty(len(tree), np.int64))
        scratch[0] = worlds[int(counts[ITERATIONS]) % len(worlds)]
        counts[ITERATIONS] += 1
        s = scratch[0]
        round_number = int(s.round)
        length = 0
        node = 0
        grown = False
        while not grown and length < how.tree_depth and s.mover >= 0 and s.round == round_number:
            k = offered(s, first, node == 0, options)
            mover = int(s.mover)
            m = edges_of(s, options, k, me, seen, edges)
            best, met = select(tree, node, edges, m, mover, 1, marks, how.exploration, row)
            if met < m and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if met < m:
                best = expand(tree, counts, node, untried(edges, m, m - met, marks, row), mover)
                grown = True
            node = best
            path[length] = node
            length += 1
            enter_edge(tree, node, grown, s, options, seen, k, rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        back_up(tree, path, length, result)


@dataclass(frozen=True)
class SOPOM(TreeSearch):
    """Single-observer ISMCTS with partially observable moves."""

    @property
    def name(self) -> str:
        """``so-pom``, with what differs from the defaults."""
        return named("so-pom", self)

    def plan(self, info: InformationSet, worlds: NDArray[Any]) -> Plan:
        """One tree, with room for twice the root's children at least.

        Moves are remembered as the seat saw them: so they are steps of its tree.
        """
        kernel = self.bound(search_observed, info.game)
        return Plan(single(kernel), least=2 * info.game.option_codes)
