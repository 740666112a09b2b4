"""Perfect information Monte Carlo: every sampled world is searched on its own, then they vote.

Each world is valued as if it were the truth, by play-outs, by a UCT tree, or exactly by alpha-beta
(:mod:`players.search.evaluators`); an option's value is its mean over the worlds, or the worlds
vote (:mod:`players.search.votes`). Simple and strong, and it pays for two things that information
set search does not: it believes that it will know the world at its next decision (strategy fusion),
and that opponents play as if they knew it too (non-locality).

Ian Frank, David Basin: "Search in games with incomplete information: a case study using Bridge card
play", Artificial Intelligence 100, 1998. Jeffrey Long, Nathan Sturtevant, Michael Buro, Timothy
Furtak: "Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search",
AAAI 2010. Matthew L. Ginsberg: "GIB: Imperfect Information in a Computationally Challenging Game",
Journal of Artificial Intelligence Research 14, 2001 (exact worlds).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind
from determinize import InformationSet
from games.game import Game
from players.player import Decision
from players.search.budget import Budget, Step
from players.search.evaluators import Evaluator, Exact, PlayOuts, Tree
from players.search.flat import try_options
from players.search.ismcts import search
from players.search.options import first_options
from players.search.policies import RANDOM, policy_parts
from players.search.settings import (
    check_choice,
    check_depth,
    check_exploration,
    check_number,
    named,
    settings,
    settle_kinds,
)
from players.search.solver import Solver, Unsolvable, check_solvable
from players.search.tree_search import MOST_NODES
from players.search.votes import COMBINATIONS, Votes
from players.search.worlds import FEW, check_draw, check_reading, drawn, sampled

MOST_WORLDS = 100_000
"""No search samples more."""
MOST_LIMIT = 10_000_000
"""Nor are more nodes spent on one."""
WORLDS_A_SECOND = 200
"""Where time counts, no more worlds are looked at: to begin with one and to add it up is no search,
but takes 40 to 100 µs."""
NODES_AT_ONCE = 64
"""So many nodes are searched in the time of one iteration, about."""
IN_A_WORLD = 16
"""Where time counts, the next world has its turn after so many iterations at most."""

EVALUATORS = ("play-outs", "uct", "exact")

Make = Callable[[NDArray[Any]], Evaluator]
"""Makes the evaluator of a world, STATE[1]."""
Found = tuple[Votes, Sequence[Evaluator]]
"""What a worker has found: the worlds that it is through with, and the others."""


@dataclass(frozen=True)
class PIMC(Budget):
    """Perfect information Monte Carlo.

    Attributes:
        iterations: how many descents or play-outs in all, shared among the worlds; what ``exact``
            does in worlds that it gives up.
        seconds: how long, instead; ``exact`` then looks at as many worlds as it can.
        worlds: how many worlds are sampled from the belief, up to 100 000; where time counts, 64 of
            them, and as many more as a tenth of it allows, up to 200 a second.
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds a play-out lasts; 0: until the deal is over.
        evaluator: how a world is valued: ``play-outs``, ``uct`` or ``exact``.
        combine: ``average``: the greatest mean over the worlds (with ``uct`` the most visits) is
            chosen; ``vote``: what is best in the most worlds.
        limit: after so many nodes ``exact`` gives a world up, and grows a UCT tree in it.
        nodes: how many nodes the tree of a world has at most; when it is full, the least visited
            half is given up. All worlds together have ten million, or what their roots need.
        playout: what is played in play-outs (:mod:`players.search.policies`).
        draw: ``belief``, ``table`` for worlds without the facts of the past, or ``reading`` for the
            belief as the play-out policy reads what the others have played.
    """

    worlds: int = 20
    exploration: float = 0.7
    depth: int = 0
    evaluator: str = "uct"
    combine: str = "average"
    limit: int = 100_000
    nodes: int = 100_000
    playout: str = RANDOM
    draw: str = "belief"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_draw(self.draw)
        check_number("worlds", self.worlds, MOST_WORLDS)
        check_number("limit", self.limit, MOST_LIMIT)
        check_number("nodes", self.nodes, MOST_NODES)
        if self.iterations < self.worlds and not self.seconds:
            raise ValueError(f"iterations cannot be {self.iterations}: at least one for each world")
        if self.workers > self.worlds:
            raise ValueError(f"workers cannot be {self.workers}: at most one for each world")
        check_exploration(self.exploration)
        check_depth(self.depth)
        check_choice("evaluator", self.evaluator, EVALUATORS)
        check_choice("combine", self.combine, COMBINATIONS)
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``pimc``, with what differs from the defaults."""
        return named("pimc", self)

    def check_game(self, game: Game) -> None:
        """Refuse a game that alpha-beta cannot solve, where it is to, or without the policy."""
        policy_parts(self.playout, game)
        check_reading(self.draw, self.playout, game)
        if self.evaluator == "exact":
            with _advised():
                check_solvable(game)

    def check_seats(self, game: Game, seats: int) -> None:
        """Refuse to solve worlds of so many seats."""
        if self.evaluator == "exact":
            with _advised():
                check_solvable(game, seats)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Value the options in each world; choose the best over all of them.

        Raises:
            Unsolvable: the worlds are to be solved, and cannot be; with what can be done instead.
        """
        with _advised():
            return self._decide(info, rng)

    def _decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        end = self.end()
        most = min(self.worlds, self._most_in_time()) if self.seconds else self.worlds
        worlds = sampled(info, most, self, rng, self.draw, self.playout)
        first = first_options(info, worlds, rng)

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[Found, Step]:
            own = worlds[worker :: self.workers]
            share = self.shares()[worker]
            parts = [max((share + i) // len(own), 1) for i in range(len(own))]
            make = self._maker(info, first, len(own), max(parts), stream)
            if self.evaluator == "exact":
                return self._one_by_one(self._waiting(info, own, stream), make, Votes(first))
            evaluators = [make(own[i : i + 1]) for i in range(len(own))]
            return (Votes(first), evaluators), _in_turn(evaluators, [] if self.seconds else parts)

        found = self.spend(begin, rng, end)
        votes = Votes(first)
        for through, left in found:
            votes.add_all(through)
            if self.evaluator != "exact":
                for one in left:
                    votes.add(one.looked())
        if not votes.worlds:  # there was no time to solve even one
            votes.add(found[0][1][0].looked())
        considered = votes.considered(self.combine)
        unsolved = votes.unsolved if self.evaluator == "exact" else 0
        return Decision(considered[0].option, considered, votes.worlds, unsolved)

    def _most_in_time(self) -> int:
        """So many worlds are looked at where time counts; ``exact`` begins with as many."""
        return max(int(WORLDS_A_SECOND * self.seconds), FEW, self.workers)

    def _maker(
        self,
        info: InformationSet,
        first: NDArray[np.int64],
        worlds: int,
        part: int,
        stream: NDArray[np.int64],
    ) -> Make:
        """What makes the evaluators of a worker, for so many worlds, with a part for each."""
        game = info.game
        policy = policy_parts(self.playout, game)
        if self.evaluator == "play-outs":
            tries: Any = bind(try_options, game, **policy)
            return lambda world: PlayOuts(tries, world, first, info.seat, self.depth, stream)
        kernel: Any = bind(search, game, **policy)
        how = settings(self.exploration, self.depth)[0]
        least = 2 * (1 + len(first))  # twice the root and its children
        nodes = min(self.nodes, MOST_NODES // (worlds * self.workers))
        if self.evaluator == "uct":
            room = self.room(nodes, least, trees=worlds)
            return lambda world: Tree(kernel, world, first, how, room, stream)
        solver = Solver(game)
        room = min(max(self.nodes, least), 1 + part)
        if self.seconds:  # not compiled, nor loaded, when the first world is given up
            Tree(kernel, np.zeros(1, game.dtype), first, how, least, stream).look_on(0)

        def exact(world: NDArray[Any]) -> Evaluator:
            tree = partial(Tree, kernel, world, first, how, room, stream)
            return Exact(solver, world[0], first, self.limit, tree, part)

        return exact

    def _waiting(
        self, info: InformationSet, worlds: NDArray[Any], stream: NDArray[np.int64]
    ) -> Iterator[NDArray[Any]]:
        """World after world; where time counts, further ones without end."""
        while True:
            yield from (worlds[i : i + 1] for i in range(len(worlds)))
            if not self.seconds:
                return
            worlds = drawn(info, len(worlds), stream, self.draw, self.playout)

    def _one_by_one(
        self, waiting: Iterator[NDArray[Any]], make: Make, votes: Votes
    ) -> tuple[Found, Step]:
        """The step that solves one world after the other, and what it has found."""
        present = [make(next(waiting))]

        def step(n: int) -> None:
            left = n * NODES_AT_ONCE
            while left > 0 or not self.seconds:
                if present[0].finished:
                    world = next(waiting, None)
                    if world is None:
                        return
                    present[0] = make(world)
                left -= present[0].look_on(left if self.seconds else self.limit)
                if present[0].finished:
                    votes.add(present[0].looked())

        return (votes, present), step


@contextmanager
def _advised() -> Iterator[None]:
    """What cannot be solved is refused with what can be done instead."""
    try:
        yield
    except Unsolvable as error:
        raise Unsolvable(f"{error}; 'uct' or 'play-outs' value its worlds") from None


def _in_turn(evaluators: Sequence[Evaluator], parts: list[int]) -> Step:
    """The step that looks on in the worlds: ``parts`` iterations in each; without, some in turn."""
    turn = 0

    def step(n: int) -> None:
        nonlocal turn
        while n > 0:
            now = min(n, parts[turn] if parts else IN_A_WORLD)
            evaluators[turn].look_on(now)
            n -= now
            if parts:
                parts[turn] -= now
            if not parts or parts[turn] == 0:
                turn = (turn + 1) % len(evaluators)

    return step
