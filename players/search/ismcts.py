"""Information set Monte Carlo tree search with one observer (SO-ISMCTS).

One tree for all worlds: an iteration draws a world from the searcher's belief and descends by
options that are legal in it. An option competes only in the iterations in which it was available,
so its exploration term counts those (the *availability count*).

Peter I. Cowling, Edward J. Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012, pages 120-143.

Differences from the paper: worlds come in one batch from an exact belief, which holds every fact of
the history, instead of being any that fit the table; nodes keep the mover's mean result scaled to
0..1; a play-out ends with the deal, or sooner if so told, where the game's heuristic values what
follows; of very many options only some are weighed (:mod:`players.search.options`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind
from determinize import InformationSet
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players.player import Decision, Remembered
from players.search.backup import back_up
from players.search.budget import Budget, Step
from players.search.options import first_options, offered
from players.search.playout import play_out, rewards
from players.search.policies import RANDOM, policy_parts
from players.search.reuse import Tree, replanted, used
from players.search.root import root_options
from players.search.rules import RULES, check_rule
from players.search.selection import enter, expand, find_children, select
from players.search.settings import (
    LONGEST_PATH,
    check_depth,
    check_exploration,
    check_number,
    named,
    settings,
)
from players.search.tree import ITERATIONS, NODES, new_counts, new_tree, prune
from players.search.worlds import batch, check_draw, looked_at

MOST_NODES = 10_000_000
"""No tree has more: they would take more memory than a machine can be trusted to have."""


def search(
    tree: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    Args:
        tree: NODE[nodes], made by :func:`players.search.tree.new_tree`; pruned when it is full.
        counts: int64[2], its iterations and nodes so far.
        worlds: STATE[w], visited in turn.
        scratch: STATE[1], overwritten.
        first: int64[k], the options that are weighed at the root; all worlds have them.
        how: SETTINGS, what the search is told.
        n: how many further iterations.
        rng: generator rows of the searcher, int64[3, 4].
    """
    options = np.empty(OPTION_CODES, np.int64)
    children = np.empty(OPTION_CODES, np.int64)
    place = np.empty(OPTION_CODES, np.int64)
    path = np.empty(LONGEST_PATH, np.int64)
    result = np.empty(SEATS, np.float64)
    depth = int(how.depth)
    row = rng[PLAY]
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
            untried = find_children(tree, node, options, k, mover, place, children)
            if untried > 0 and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if untried > 0:
                node = expand(tree, counts, node, options, k, children, untried, mover, row)
                grown = True
            else:
                node = select(tree, node, children, k, how.exploration, row)
            path[length] = node
            length += 1
            enter(tree, node, grown, s, options, k, rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        back_up(tree, path, length, result)


@dataclass(frozen=True)
class ISMCTS(Budget):
    """Single-observer ISMCTS.

    Attributes:
        exploration: the constant of the bound, for results from 0 to 1.
        depth: how many rounds (turns, tricks) a play-out lasts, after which the game's heuristic
            values the position; 0: until the deal is over.
        tree_depth: how many decisions a path in the tree has at most; 0: no limit.
        nodes: how many nodes the tree has at most (of each worker); when it is full, the least
            visited half is given up.
        select: the rule of selection (:mod:`players.search.rules`).
        playout: what is played in play-outs (:mod:`players.search.policies`).
        reuse: whether a search goes on from the last one (:mod:`players.search.reuse`).
        draw: ``belief``, or ``table`` for worlds without the facts of the past: what these are
            worth can be measured.
    """

    exploration: float = 0.7
    depth: int = 0
    tree_depth: int = 0
    nodes: int = 1_000_000
    select: str = "ucb1"
    playout: str = RANDOM
    reuse: bool = False
    draw: str = "belief"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_draw(self.draw)
        check_exploration(self.exploration)
        check_depth(self.depth)
        check_depth(self.tree_depth, "tree_depth")
        check_number("nodes", self.nodes, MOST_NODES)
        check_rule(self.select)

    @property
    def name(self) -> str:
        """``ismcts``, with what differs from the defaults."""
        return named("ismcts", self)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that the game does not have."""
        policy_parts(self.playout, game)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        return self.decide_on(info, rng, Remembered(None, ()))

    def decide_on(
        self, info: InformationSet, rng: NDArray[np.int64], remembered: Remembered
    ) -> Decision:
        """Search on from the trees of the seat's last decision, as far as they reach."""
        end = self.end()
        game, rule = info.game, RULES[self.select]
        worlds = batch(info, self, rng, self.draw)
        first = first_options(info, worlds, rng)
        how = settings(self.exploration, self.depth, self.tree_depth)[0]
        kernel: Any = bind(search, game, **rule.parts, **policy_parts(self.playout, game))
        nodes = max(self.nodes, 2 * game.option_codes)  # twice the root's children
        most = self.room(self.nodes, 2 * game.option_codes)
        old: Sequence[Any] = remembered.memory or (None,) * self.workers

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[Tree, Step]:
            found = None
            if old[worker] is not None:
                found = replanted(old[worker], remembered.moves, info.seat, first, most, nodes)
            tree, counts = found or (new_tree(most, rule.node), new_counts())
            scratch = np.zeros(1, game.dtype)
            own = np.ascontiguousarray(worlds[worker % len(worlds) :: self.workers])

            def step(n: int) -> None:
                kernel(tree, counts, own, scratch, first, how, n, stream)

            return (tree, counts), step

        trees = self.spend(begin, rng, end)
        considered = root_options(*(tree for tree, _ in trees))
        memory = used(trees) if self.reuse else None
        seen = looked_at(worlds, [int(counts[ITERATIONS]) for _, counts in trees])
        return Decision(considered[0].option, considered, seen, memory=memory)
