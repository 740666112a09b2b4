"""UCT that takes one sampled world for the truth: where nothing is hidden, the position itself.

*Open loop*: nodes stand for sequences of options, and positions are played anew in every iteration.
Where chance is drawn during play, a node then averages over what it may bring. *Closed loop*: each
node keeps its position, chance is drawn once for each node, and what was drawn is searched as if it
were certain; that is quicker where rules are costly. In games without chance both build one tree.

Levente Kocsis, Csaba Szepesvári: "Bandit based Monte-Carlo Planning", ECML 2006. Diego Perez,
Jens Dieskau, Martin Hünermund, Sanaz Mostaghim, Simon Lucas: "Open loop search for general video
game playing", GECCO 2015, for the two loops.

With hidden cards this player believes that it knows them: what that costs is seen beside ``pimc``,
which does so in many worlds, and ``ismcts``, which does not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind
from determinize import InformationSet
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players.player import Decision
from players.search.backup import back_up
from players.search.budget import Budget, Step
from players.search.ismcts import search
from players.search.options import first_options, offered
from players.search.playout import play_out, rewards
from players.search.policies import RANDOM, policy_parts
from players.search.root import root_options
from players.search.rules import RULES, check_rule
from players.search.selection import enter, expand, select, untried
from players.search.settings import (
    LONGEST_PATH,
    check_choice,
    check_depth,
    check_exploration,
    check_number,
    named,
    settings,
    settle_kinds,
)
from players.search.tree import (
    ITERATIONS,
    NODES,
    NONE,
    new_counts,
    new_tree,
    prune,
)
from players.search.tree_search import MOST_NODES
from players.search.worlds import drawn

LOOPS = ("open", "closed")


def search_positions(
    tree: Any, positions: Any, counts: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the root's position, each node keeping its own, in place. A template.

    Args:
        tree: NODE[nodes], made by :func:`players.search.tree.new_tree`; pruned when it is full.
        positions: STATE[nodes], those of the nodes; the root's is given.
        counts: int64[2], its iterations and nodes so far.
        scratch: STATE[1], overwritten.
        first: int64[k], the options that are weighed at the root.
        how: SETTINGS, what the search is told.
        n: how many further iterations.
        rng: generator rows of the searcher, int64[3, 4].
    """
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    path = np.empty(LONGEST_PATH, np.int64)
    result = np.empty(SEATS, np.float64)
    row = rng[PLAY]
    depth = int(how.depth)
    round_number = int(positions[0].round)
    for _ in range(n):
        if counts[NODES] == len(tree):
            counts[NODES] = make_room(tree, positions)
        counts[ITERATIONS] += 1
        length = 0
        node = 0
        grown = False
        while not grown and length < how.tree_depth:
            s = positions[node]
            if s.mover < 0 or s.round != round_number:
                break
            k = offered(s, first, node == 0, options)
            mover = int(s.mover)
            best, met = select(tree, node, options, k, mover, 1, marks, how.exploration, row)
            if met < k and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if met < k:
                best = expand(tree, counts, node, untried(options, k, k - met, marks, row), mover)
                positions[best] = positions[node]
                enter(tree, best, True, positions[best], options, k, rng)
                grown = True
            node = best
            path[length] = node
            length += 1
        scratch[0] = positions[node]
        play_out(scratch[0], round_number, depth, options, rng)
        rewards(scratch[0], result)
        back_up(tree, path, length, result)


def make_room(tree: Any, positions: Any) -> int:
    """Prune a full tree, and move the positions along with its nodes: how many are left."""
    moved = np.empty(len(tree), np.int64)
    left = prune(tree, len(tree), moved)
    for i in range(len(tree)):
        if moved[i] != NONE:
            positions[moved[i]] = positions[i]
    return int(left)


@dataclass(frozen=True)
class MCTS(Budget):
    """UCT in one world.

    Attributes:
        loop: ``open`` or ``closed``.
        exploration: the constant of the bound, for results from 0 to 1.
        depth: how many rounds (turns, tricks) a play-out lasts, after which the game's heuristic
            values the position; 0: until the deal is over.
        rollouts: without them the position of a new node is valued at once.
        tree_depth: how many decisions a path in the tree has at most; 0: no limit.
        nodes: how many nodes the tree has at most (of each worker); when it is full, the least
            visited half is given up.
        select: the rule of selection (:mod:`players.search.rules`).
        playout: what is played in play-outs (:mod:`players.search.policies`).

    >>> MCTS.lotr(playout="bully").name
    'mcts(iterations=40, exploration=1.4142135623730951, playout=bully)'
    """

    loop: str = "open"
    exploration: float = 0.7
    depth: int = 0
    rollouts: bool = True
    tree_depth: int = 0
    nodes: int = 1_000_000
    select: str = "ucb1"
    playout: str = RANDOM

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("loop", self.loop, LOOPS, " or ".join(LOOPS))
        check_exploration(self.exploration)
        check_depth(self.depth)
        check_depth(self.tree_depth, "tree_depth")
        check_number("nodes", self.nodes, MOST_NODES)
        check_rule(self.select)
        settle_kinds(self)
        if not self.rollouts and self.depth:
            raise ValueError(f"depth cannot be {self.depth} without rollouts: 0")

    @classmethod
    def tag(cls, *, iterations: int = 1000) -> MCTS:
        """As in the TAG framework: closed loop; heuristic values instead of play-outs.

        Raluca Gaina and others: "Design and Implementation of TAG: A Tabletop Games Framework",
        arXiv:2009.12065, section 6. The variant with play-outs that the page describes first, of
        ten decisions, is ``mcts(loop=closed, depth=10)`` in games without a ``clock``; elsewhere
        ``depth`` counts the game's rounds (tricks, turns), and such play-outs are longer. It does
        not tell the constant of UCT.
        """
        return cls(iterations=iterations, loop="closed", rollouts=False)

    @classmethod
    def lotr(cls, *, iterations: int = 40, playout: str = RANDOM) -> MCTS:
        """As for The Lord of the Rings: The Card Game: UCT with the constant √2.

        Konrad Godlewski, Bartosz Sawicki: "Optimisation of MCTS Player for The Lord of the Rings:
        The Card Game", 2021. The budget is counted in play-outs, one in each iteration; 40 of them
        with expert play-outs is their setting. Children are tried in random order.
        """
        return cls(iterations=iterations, exploration=math.sqrt(2.0), playout=playout)

    @property
    def name(self) -> str:
        """``mcts``, with what differs from the defaults."""
        return named("mcts", self)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that the game does not have."""
        policy_parts(self.playout, game)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        end = self.end()
        game, rule = info.game, RULES[self.select]
        world = drawn(info, 1, rng)
        first = first_options(info, world, rng)
        how = settings(self.exploration, self.depth, self.tree_depth)[0]
        if not self.rollouts:
            how.depth = 0
        template = search if self.loop == "open" else search_positions
        kernel: Any = bind(template, game, **rule.parts, **policy_parts(self.playout, game))
        most = self.room(self.nodes, 2 * game.option_codes)  # twice the root's children

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[NDArray[Any], Step]:
            tree, counts, scratch = new_tree(most, rule.node), new_counts(), np.zeros(1, game.dtype)
            positions = np.zeros(most if self.loop == "closed" else 0, game.dtype)
            positions[:1] = world

            def step(n: int) -> None:
                if self.loop == "open":
                    kernel(tree, counts, world, scratch, first, how, n, stream)
                else:
                    kernel(tree, positions, counts, scratch, first, how, n, stream)

            return tree, step

        considered = root_options(*self.spend(begin, rng, end))
        return Decision(considered[0].option, considered, len(world))
