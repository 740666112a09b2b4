"""What one world is worth once it is taken for the truth: three ways to value its options.

All answer alike (:class:`players.search.votes.Looked`): a sum of results and a count for each
option, so that worlds can be averaged, or vote. ``play-outs`` tries the options in turn and plays
them out; ``uct`` grows a tree; ``exact`` solves the world by alpha-beta, and falls back to a tree
where that would take more nodes than its limit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below
from players.search.root import children, line
from players.search.settings import NO_END
from players.search.solver import Solver
from players.search.tree import new_counts, new_tree
from players.search.votes import Looked


class Evaluator(Protocol):
    """Looks at one world, for as long as it is told."""

    finished: bool
    """Whether there is no more to do."""

    def look_on(self, n: int) -> int:
        """Do ``n`` further iterations, or nodes: how many were done."""

    def looked(self) -> Looked:
        """What was found so far."""


class Tree:
    """A UCT tree that takes the world for the truth.

    Args:
        kernel: :func:`players.search.ismcts.search` of the game.
        world: STATE[1].
        first: int64[k], the options that are valued.
        how: the search's settings.
        nodes: how many nodes the tree has room for; when it is full, half is given up.
        rng: the searcher's generator rows.
    """

    finished = False

    def __init__(
        self,
        kernel: Any,
        world: NDArray[Any],
        first: NDArray[np.int64],
        how: Any,
        nodes: int,
        rng: NDArray[np.int64],
    ) -> None:
        self._kernel = kernel
        self._tree, self._counts = new_tree(nodes), new_counts()
        self._scratch = np.zeros_like(world)
        self._rest = (first, how)
        self._world, self._rng = world, rng

    def look_on(self, n: int) -> int:
        """So many further descents."""
        self._kernel(
            self._tree, self._counts, self._world, self._scratch, *self._rest, n, self._rng
        )
        return n

    def looked(self) -> Looked:
        """Visits, results and lines of the root's children."""
        first = self._rest[0].tolist()
        visits, sums = np.zeros(len(first), np.int64), np.zeros(len(first))
        at: dict[int, int] = {}
        for child in children(self._tree, 0):
            node = self._tree[child]
            k = first.index(int(node["action"]))
            visits[k], sums[k] = int(node["visits"]), float(node["reward"])
            at[k] = child

        def follows(k: int) -> tuple[int, ...]:
            return tuple(line(self._tree, at[k])) if k in at else ()

        return Looked(visits, sums, int(visits.sum()), follows, by_visits=True)


def _nothing(k: int) -> tuple[int, ...]:
    """What is expected to follow where there is no tree."""
    return ()


class PlayOuts:
    """The options in turn, from a random one on, each followed by a play-out.

    Did all worlds begin with the same option, few iterations in each would never try the last ones.

    Args:
        kernel: :func:`players.search.flat.try_options` of the game.
        world: STATE[1].
        first: int64[k], the options that are valued.
        me: whose results count.
        depth: how many rounds a play-out lasts; 0: until the deal is over.
        rng: the searcher's generator rows.
    """

    finished = False

    def __init__(
        self,
        kernel: Any,
        world: NDArray[Any],
        first: NDArray[np.int64],
        me: int,
        depth: int,
        rng: NDArray[np.int64],
    ) -> None:
        self._kernel = kernel
        self._visits, self._sums = np.zeros(len(first), np.int64), np.zeros(len(first))
        self._start = below(rng[PLAY], len(first))
        scratch, in_turn = np.zeros_like(world), np.roll(first, -self._start)
        sums = (in_turn, self._visits, self._sums)
        self._begin = (world, 0, scratch, me, depth or NO_END, 0.0, *sums)
        self._rng = rng

    def look_on(self, n: int) -> int:
        """So many further play-outs."""
        self._kernel(*self._begin, n, self._rng)
        return n

    def looked(self) -> Looked:
        """Means of play-outs."""
        visits, sums = np.roll(self._visits, self._start), np.roll(self._sums, self._start)
        return Looked(visits, sums, int(visits.sum()), _nothing)


class Exact:
    """Alpha-beta, and beyond its limit a tree.

    Args:
        solver: of the game; it is used by one world at a time.
        world: the world's record.
        first: int64[k], the options that are valued.
        limit: after so many nodes the world is given up.
        instead: makes the tree that looks at it then,
        descents: for so many iterations.
    """

    def __init__(
        self,
        solver: Solver,
        world: Any,
        first: NDArray[np.int64],
        limit: int,
        instead: Callable[[], Tree],
        descents: int,
    ) -> None:
        self._solver, self._limit, self._left = solver, limit, descents
        self._instead, self._first = instead, first
        self._tree: Tree | None = None
        self._values: tuple[float, ...] = ()
        self.finished = False
        solver.begin(world, first)

    def look_on(self, n: int) -> int:
        """So many further nodes, or iterations once the world is given up."""
        before = self._solver.nodes
        if before < self._limit:
            if self._solver.search(min(n, self._limit - before)):
                self._values = self._solver.solution().values
                self.finished = True
            return self._solver.nodes - before
        self._tree = self._tree or self._instead()
        done = self._tree.look_on(min(n, self._left))
        self._left -= done
        self.finished = self._left == 0
        return done

    def looked(self) -> Looked:
        """The exact values; or the means of the tree, which count as much; or what is guessed."""
        ones = np.ones(len(self._first), np.int64)
        if self._values:
            return Looked(ones, np.array(self._values), 1, _nothing, solved=True)
        if not (self._tree and self.finished):  # there was no time for a single world
            return Looked(ones, np.array(self._solver.solution().values), 1, _nothing)
        tree = self._tree.looked()
        return Looked(np.minimum(tree.visits, 1), tree.means, 1, tree.line)
