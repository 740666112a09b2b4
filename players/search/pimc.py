"""Perfect information Monte Carlo: every sampled world is searched on its own, then they vote.

Each world is valued as if it were the truth, by random play-outs, by a UCT tree, or exactly by
alpha-beta (:mod:`players.search.evaluators`); an option's value is its mean over the worlds, or the
worlds vote. Simple and strong, and it pays for two things that information set search does not:
it believes that it will know the world at its next decision (strategy fusion), and that opponents
play as if they knew it too (non-locality).

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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from games.game import Game
from players.player import Considered, Decision
from players.search.budget import NODES_A_SECOND, Budget, Step
from players.search.evaluators import Evaluator, Exact, Looked, PlayOuts, Tree
from players.search.options import first_options
from players.search.settings import (
    check_depth,
    check_exploration,
    check_number,
    named,
    settings,
)
from players.search.solver import Solver, Unsolvable, check_solvable
from players.search.worlds import check_draw, drawn

MOST_WORLDS = 100_000
"""No search samples more."""
MOST_LIMIT = 10_000_000
"""Nor are more nodes spent on one."""
TIMED_NODES = 100_000
"""Where time counts, a world's tree has room for so many nodes at most."""
NODES_AT_ONCE = 64
"""So many nodes are searched in the time of one iteration, about."""
IN_A_WORLD = 16
"""Where time counts, the next world has its turn after so many iterations at most."""

EVALUATORS = ("play-outs", "uct", "exact")
COMBINATIONS = ("average", "vote")


@dataclass(frozen=True)
class PIMC(Budget):
    """Perfect information Monte Carlo.

    Attributes:
        iterations: how many descents or play-outs in all, shared among the worlds; what ``exact``
            does in worlds that it gives up.
        seconds: how long, instead; ``exact`` then looks at as many worlds as it can.
        worlds: how many worlds are sampled from the belief, up to 100 000.
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds a play-out lasts; 0: until the deal is over.
        evaluator: how a world is valued: ``play-outs``, ``uct`` or ``exact``.
        combine: ``average``: the greatest mean over the worlds (with ``uct`` the most visits) is
            chosen; ``vote``: what is best in the most worlds.
        limit: after so many nodes ``exact`` gives a world up, and grows a UCT tree in it.
        draw: ``belief``, or ``table`` for worlds without the facts of the past.
    """

    worlds: int = 20
    exploration: float = 0.7
    depth: int = 0
    evaluator: str = "uct"
    combine: str = "average"
    limit: int = 100_000
    draw: str = "belief"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_draw(self.draw)
        check_number("worlds", self.worlds, MOST_WORLDS)
        check_number("limit", self.limit, MOST_LIMIT)
        if self.iterations < self.worlds:
            raise ValueError(f"iterations cannot be {self.iterations}: at least one for each world")
        if self.workers > self.worlds:
            raise ValueError(f"workers cannot be {self.workers}: at most one for each world")
        check_exploration(self.exploration)
        check_depth(self.depth)
        for key, known in (("evaluator", EVALUATORS), ("combine", COMBINATIONS)):
            value = getattr(self, key)
            if value not in known:
                raise ValueError(f"{key} cannot be {value!r}: one of {', '.join(known)}")

    @property
    def name(self) -> str:
        """``pimc``, with what differs from the defaults."""
        return named("pimc", self)

    def check_game(self, game: Game) -> None:
        """Refuse to solve the worlds of a game that alpha-beta cannot solve."""
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
        worlds = drawn(info, self.worlds, rng, self.draw)
        first = first_options(info, worlds, rng)

        def begin(worker: int, stream: NDArray[np.int64]) -> tuple[list[Evaluator], Step]:
            own = worlds[worker :: self.workers]
            share = self.shares()[worker]
            parts = [(share + i) // len(own) for i in range(len(own))]
            make = self._maker(info, first, max(parts), stream)
            if self.evaluator == "exact":
                return self._one_by_one(info, own, make, stream)
            evaluators = [make(own[i : i + 1]) for i in range(len(own))]
            return evaluators, _in_turn(evaluators, [] if self.seconds else parts)

        begun = [one for part in self.spend(begin, rng, end) for one in part]
        if self.evaluator == "exact":  # what there was no time for does not count
            begun = [one for one in begun if one.finished] or begun[:1]
        looked = [one for one in (each.looked() for each in begun) if one.visits.any()]
        considered = combined(first, looked, vote=self.combine == "vote")
        unsolved = sum(not one.solved for one in looked) if self.evaluator == "exact" else 0
        return Decision(considered[0].option, considered, len(looked), unsolved)

    def _maker(
        self, info: InformationSet, first: NDArray[np.int64], part: int, stream: NDArray[np.int64]
    ) -> Callable[[NDArray[Any]], Evaluator]:
        """What makes the evaluator of a world (STATE[1]), of one worker."""
        game = info.game
        how = settings(self.exploration, self.depth)[0]
        room = part + 1
        if self.seconds and self.evaluator == "uct":
            share = self.workers / self.worlds  # of the time of all workers
            room = min(TIMED_NODES, 1 + int(NODES_A_SECOND * self.seconds * share))
        nodes = max(room, 2 * game.option_codes) if self.seconds else room
        if self.evaluator == "play-outs":
            return lambda world: PlayOuts(game, world, first, info.seat, self.depth, stream)
        if self.evaluator == "uct":
            return lambda world: Tree(game, world, first, how, nodes, stream)
        solver = Solver(game)

        def exact(world: NDArray[Any]) -> Evaluator:
            tree = Tree(game, world, first, how, nodes, stream)
            return Exact(solver, world[0], first, self.limit, tree, part)

        return exact

    def _one_by_one(
        self,
        info: InformationSet,
        worlds: NDArray[Any],
        make: Callable[[NDArray[Any]], Evaluator],
        stream: NDArray[np.int64],
    ) -> tuple[list[Evaluator], Step]:
        """The step that solves world after world; where time counts, further ones as well."""
        waiting = [worlds[i : i + 1] for i in range(len(worlds))][::-1]
        begun = [make(waiting.pop())]

        def step(n: int) -> None:
            left = n * NODES_AT_ONCE
            while left > 0 or not self.seconds:
                if begun[-1].finished:
                    if not waiting and not self.seconds:
                        return
                    if not waiting:
                        more = drawn(info, len(worlds), stream, self.draw)
                        waiting.extend(more[i : i + 1] for i in range(len(more)))
                    begun.append(make(waiting.pop()))
                left -= begun[-1].look_on(left if self.seconds else self.limit)

        return begun, step


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


def combined(
    first: NDArray[np.int64], looked: Sequence[Looked], *, vote: bool
) -> tuple[Considered, ...]:
    """What worlds found for each option, best first.

    Args:
        first: the options.
        looked: at least one.
        vote: whether the option comes first that is the best in the most worlds.
    """
    visits = np.sum([one.visits for one in looked], axis=0)
    sums = np.sum([one.sums for one in looked], axis=0)
    agreement = np.sum([one.best for one in looked], axis=0) / len(looked)
    availability = sum(one.availability for one in looked)
    options = [
        Considered(
            int(option),
            int(visits[k]),
            float(sums[k]) / max(1, int(visits[k])),
            availability,
            max(looked, key=lambda one: int(one.visits[k])).line(k),
            float(agreement[k]),
        )
        for k, option in enumerate(first)
    ]
    if vote:
        return tuple(sorted(options, key=lambda o: (-(o.agreement or 0), -o.value, o.option)))
    if looked[0].by_visits:
        return tuple(sorted(options, key=lambda o: (-o.visits, -o.value, o.option)))
    return tuple(sorted(options, key=lambda o: (-o.value, o.option)))
