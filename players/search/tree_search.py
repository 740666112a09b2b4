"""Tree search: what the players have in common that search one information set's worlds in trees.

A player says in its plan with which kernel it searches, how many trees that descends, and what it
is told beyond worlds. Budget, rule of selection, play-outs, workers, memory and what becomes a
decision are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from compiled import bind
from determinize import InformationSet
from games.game import Game
from players.player import Decision, Remembered
from players.search.budget import Budget, Step
from players.search.options import first_options
from players.search.policies import RANDOM, policy_parts
from players.search.reuse import Tree, planted, used
from players.search.root import root_options
from players.search.rules import RULES, check_rule
from players.search.settings import (
    LONGEST_PATH,
    check_depth,
    check_exploration,
    check_number,
    settings,
    settle_kinds,
)
from players.search.tree import ITERATIONS
from players.search.worlds import batch, looked_at

MOST_NODES = 10_000_000
"""No tree has more: they would take more memory than a machine can be trusted to have."""

F = TypeVar("F", bound=Callable[..., Any])


def told_nothing(mine: slice) -> tuple[Any, ...]:
    """What most kernels are told beyond a worker's worlds."""
    return ()


@dataclass(frozen=True)
class Plan:
    """How a player searches an information set.

    Attributes:
        kernel: does n further iterations: ``kernel(trees, counts, worlds, scratch, first, how, n,
            rng, *told)`` with NODE[trees, nodes], int64[trees, 2] and STATE[2] for scratch.
        least: so many nodes each tree needs, however few it may have.
        trees: how many there are.
        own: which of them is the searcher's.
        last: which of them go on from those of the last decision; none: nothing is remembered.
        each: how many nodes an iteration adds to a tree at most.
        told: what the kernel is told beyond a worker's worlds, by their places in the batch.
    """

    kernel: Any
    least: int
    trees: int = 1
    own: int = 0
    last: Sequence[int] = (0,)
    each: int = 1
    told: Callable[[slice], tuple[Any, ...]] = told_nothing


def single(kernel: Any) -> Any:
    """A kernel of one tree, as a plan has it."""

    def search(trees: Any, counts: Any, *further: Any) -> None:
        kernel(trees[0], counts[0], *further)

    return search


@dataclass(frozen=True)
class TreeSearch(Budget):
    """What all of these players take.

    Attributes:
        exploration: the constant of the bound, for results from 0 to 1.
        depth: how many rounds (turns, tricks) a play-out lasts, after which the game's heuristic
            values the position; 0: until the deal is over.
        tree_depth: how many decisions a path in the tree has at most; 0: no limit.
        nodes: how many nodes each tree has at most (of each worker); when it is full, the least
            visited half is given up.
        select: the rule of selection (:mod:`players.search.rules`).
        playout: what is played in play-outs (:mod:`players.search.policies`).
        reuse: whether a search goes on from the last one (:mod:`players.search.reuse`).
    """

    exploration: float = 0.7
    depth: int = 0
    tree_depth: int = 0
    nodes: int = 1_000_000
    select: str = "ucb1"
    playout: str = RANDOM
    reuse: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_exploration(self.exploration)
        check_depth(self.depth)
        check_depth(self.tree_depth, "tree_depth")
        check_number("nodes", self.nodes, MOST_NODES)
        check_rule(self.select)
        settle_kinds(self)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that the game does not have."""
        policy_parts(self.playout, game)

    def bound(self, template: F, game: Game) -> F:
        """A search template for a game, with the rule and the play-out policy in it."""
        return bind(template, game, **RULES[self.select].parts, **policy_parts(self.playout, game))

    @property
    def longest(self) -> int:
        """How many decisions a path in a tree has at most."""
        return min(self.tree_depth or LONGEST_PATH, LONGEST_PATH)

    def batch(self, info: InformationSet, rng: NDArray[np.int64]) -> NDArray[Any]:
        """The worlds that are searched."""
        return batch(info, self, rng)

    def plan(self, info: InformationSet, worlds: NDArray[Any]) -> Plan:
        """How the player searches an information set, of which these worlds were drawn."""
        raise NotImplementedError

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        return self.decide_on(info, rng, Remembered(None, ()))

    def decide_on(
        self, info: InformationSet, rng: NDArray[np.int64], remembered: Remembered
    ) -> Decision:
        """Search on from the trees of the seat's last decision, as far as they reach."""
        end = self.end()
        worlds = self.batch(info, rng)
        first = first_options(info, worlds, rng)
        how = settings(self.exploration, self.depth, self.tree_depth)[0]
        plan = self.plan(info, worlds)
        room = self.room(self.nodes, plan.least, plan.each)
        node = RULES[self.select].node
        memory: Sequence[Any] = remembered.memory or ((),) * self.workers

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[list[Tree], Step]:
            old = dict(zip(plan.last, memory[worker], strict=False))
            mine = slice(worker % len(worlds), None, self.workers)
            own, told = np.ascontiguousarray(worlds[mine]), plan.told(mine)
            scratch = np.zeros(2, info.game.dtype)
            made: list[Tree] = []

            def step(n: int) -> None:
                if not made:  # here, so that each worker does it for itself
                    made.append(planted(
                        [old.get(i) for i in range(plan.trees)],
                        remembered.moves, info.seat, first, room, max(self.nodes, plan.least), node,
                    ))  # fmt: skip
                trees, counts = made[0]
                plan.kernel(trees, counts, own, scratch, first, how, n, stream, *told)

            return made, step

        searched = [made[0] for made in self.spend(begin, rng, end)]
        considered = root_options(*(trees[plan.own] for trees, _ in searched))
        keep = self.reuse and len(plan.last) > 0
        kept = tuple(used(*one, plan.last) for one in searched) if keep else None
        seen = looked_at(worlds, [int(counts[0, ITERATIONS]) for _, counts in searched])
        return Decision(considered[0].option, considered, seen, memory=kept)
