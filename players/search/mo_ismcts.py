"""Multiple-observer ISMCTS (MO-ISMCTS): a tree for each seat, all descended together.

Each seat's decisions are selected in its own tree, whose edges are what that seat sees of the
moves. So two histories that the searcher can tell apart, and an opponent cannot, are one node where
the opponent decides, and the other way round. An iteration goes down all trees at once in one
sampled world; where it expands the tree of the seat that moves, or where another tree has no node
yet for what its seat sees, nodes are made.

Peter I. Cowling, Edward J. Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012, pages 120-143.

Differences from the paper: availability is counted only where it is used, in the tree of the seat
that moves; and those of :mod:`players.search.ismcts`. Where every seat sees every move in full, all
trees are the one of single-observer ISMCTS, and the two decide alike, draw for draw. As in the
paper nothing but moves parts nodes: the hands that opponents hold at the root share their tree, and
their moves answer the searcher's true hand (see :mod:`players.search.redeterminizing`).
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
from players.search.edges import all_is_seen, follow, has_room
from players.search.options import offered
from players.search.playout import play_out, rewards
from players.search.selection import enter, select, untried
from players.search.settings import LONGEST_PATH, named
from players.search.tree import ITERATIONS, NODES, prune
from players.search.tree_search import Plan, TreeSearch


def search_together(
    trees: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    Args:
        trees: NODE[seats, nodes], made by :func:`players.search.reuse.new_trees`; each is pruned
            when it is full.
        counts: int64[seats, 2], their iterations and nodes so far.
        worlds, scratch, first, how, n, rng: as in :func:`players.search.ismcts.search`.
    """
    seats, room = trees.shape
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    lanes = np.arange(seats)
    at = np.empty(seats, np.int64)
    paths = np.empty((seats, LONGEST_PATH), np.int64)
    result = np.empty(SEATS, np.float64)
    row = rng[PLAY]
    depth = int(how.depth)
    for _ in range(n):
        scratch[0] = worlds[int(counts[0, ITERATIONS]) % len(worlds)]
        for i in range(seats):
            if counts[i, NODES] == room:
                counts[i, NODES] = prune(trees[i], room, np.empty(room, np.int64))
            counts[i, ITERATIONS] += 1
            at[i] = 0
        s = scratch[0]
        round_number = int(s.round)
        length = 0
        grown = False
        while not grown and length < how.tree_depth and s.mover >= 0 and s.round == round_number:
            k = offered(s, first, length == 0, options)
            mover = int(s.mover)
            node = int(at[mover])
            own = trees[mover]
            best, met = select(own, node, options, k, mover, 1, marks, how.exploration, row)
            grown = met < k
            if grown and counts[mover, NODES] == room:
                break  # so many are left that no room could be made
            action = untried(options, k, k - met, marks, row) if grown else int(own[best].action)
            if not has_room(trees, counts, lanes, at, s, action):
                break
            follow(trees, counts, lanes, at, s, action)
            for i in range(seats):
                paths[i, length] = at[i]
            length += 1
            enter(own, int(at[mover]), grown, s, options, k, rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        for i in range(seats):
            back_up(trees[i], paths[i], length, result)


@dataclass(frozen=True)
class MOISMCTS(TreeSearch):
    """Multiple-observer ISMCTS: ``nodes`` is the limit of each seat's tree.

    With ``reuse`` the searcher's own tree goes on. Those of other seats go on in games that show
    everybody every move in full, and begin anew elsewhere: what they saw is not known.
    """

    @property
    def name(self) -> str:
        """``mo-ismcts``, with what differs from the defaults."""
        return named("mo-ismcts", self)

    def plan(self, info: InformationSet, worlds: NDArray[Any]) -> Plan:
        """A tree for each seat, with room for twice the root's children at least."""
        game, seats, seen = info.game, int(info.state.seats), all_is_seen(info.game)
        return Plan(
            self.bound(search_together, game),
            least=2 * game.option_codes,
            trees=seats,
            own=info.seat,
            last=range(seats) if seen else (info.seat,),
            each=1 if seen else self.longest,
        )
