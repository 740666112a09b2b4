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
from games.kit.seam import OPTION_CODES, SEATS, play
from players.player import Decision
from players.search.backup import back_up
from players.search.budget import Step
from players.search.edges import ObservedSearch, edges_of, option_by
from players.search.options import first_options, offered
from players.search.playout import play_out, rewards
from players.search.reuse import Tree
from players.search.root import root_options
from players.search.selection import expand, find_children, select
from players.search.settings import LONGEST_PATH, named, settings
from players.search.tree import ITERATIONS, NODES, new_counts, new_tree, prune
from players.search.worlds import batch, looked_at


def search_observed(
    tree: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    The arguments are those of :func:`players.search.ismcts.search`.
    """
    options = np.empty(OPTION_CODES, np.int64)
    seen = np.empty(OPTION_CODES, np.int64)
    edges = np.empty(OPTION_CODES, np.int64)
    children = np.empty(OPTION_CODES, np.int64)
    place = np.empty(OPTION_CODES, np.int64)
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
            different = edges_of(s, options, k, me, seen, edges)
            untried = find_children(tree, node, edges, different, mover, place, children)
            if untried > 0 and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if untried > 0:
                node = expand(tree, counts, node, edges, different, children, untried, mover, row)
                grown = True
            else:
                node = select(tree, node, children, different, how.exploration, row)
            path[length] = node
            length += 1
            play(s, option_by(options, seen, k, int(tree[node].action), row), rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        back_up(tree, path, length, result)


@dataclass(frozen=True)
class SOPOM(ObservedSearch):
    """Single-observer ISMCTS with partially observable moves."""

    @property
    def name(self) -> str:
        """``so-pom``, with what differs from the defaults."""
        return named("so-pom", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        end = self.end()
        worlds = batch(info, self, rng)
        first = first_options(info, worlds, rng)
        how = settings(self.exploration, self.depth, self.tree_depth)[0]
        kernel: Any = self.bound(search_observed, info.game)
        most = self.room(self.nodes, 2 * info.game.option_codes)  # twice the root's children

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[Tree, Step]:
            tree, counts, scratch = new_tree(most), new_counts(), np.zeros(1, info.game.dtype)
            own = np.ascontiguousarray(worlds[worker % len(worlds) :: self.workers])

            def step(n: int) -> None:
                kernel(tree, counts, own, scratch, first, how, n, stream)

            return (tree, counts), step

        trees = self.spend(begin, rng, end)
        considered = root_options(*(tree for tree, _ in trees))
        seen = looked_at(worlds, [int(counts[ITERATIONS]) for _, counts in trees])
        return Decision(considered[0].option, considered, seen)
