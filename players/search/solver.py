"""Solving positions in which everything is known: alpha-beta for people and for players.

What it can do, and what it cannot: two players whose results add up to the same, no chance after
the deal (:mod:`players.search.alpha_beta`). What else is asked is refused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind, rows
from games.game import Game
from games.kit.seam import legal
from players.player import Unplayable
from players.search.alpha_beta import (
    CHANCE,
    FRAME,
    HITS,
    MOST_PLIES,
    SOLVED,
    SPENT,
    STANDING,
    TINY,
    TOO_DEEP,
    UNEVEN,
    Line,
    guess,
    search_on,
)
from players.search.transpositions import EMPTY, Keys, keys, new_table
from players.search.tree import NONE

MOST_NODES = 10_000_000
"""A search that is not told otherwise gives up after so many positions."""

REASONS = {
    TOO_DEEP: f"a line goes on for more than {MOST_PLIES} decisions",
    CHANCE: "its rules draw random numbers during play",
    UNEVEN: "what the two win does not add up to the same in all lines",
}


class Unsolvable(Unplayable):
    """Alpha-beta cannot solve a position of this kind."""


@dataclass(frozen=True)
class Solution:
    """What alpha-beta found of a position.

    Attributes:
        options: the codes of the mover's options.
        values: the mover's result with each, from 0 (worst) to 1 (best), if both play perfectly.
        exact: whether all values are; else some are the game's heuristic, one step ahead.
        nodes: how many positions were played.
        hits: how many of them the table settled.
    """

    options: tuple[int, ...]
    values: tuple[float, ...]
    exact: bool
    nodes: int
    hits: int

    @property
    def value(self) -> float:
        """The mover's result with the best option."""
        return max(self.values)

    @property
    def best(self) -> tuple[int, ...]:
        """The options that bring it."""
        return tuple(
            o for o, v in zip(self.options, self.values, strict=True) if v > self.value - TINY
        )


class Solver:
    """Solves positions of one game, one after the other, with one table.

    Args:
        game: which game.
        entries: how many positions the table holds at least; 32 bytes each.
    """

    def __init__(self, game: Game, entries: int = 1 << 16) -> None:
        self.game = game
        self._table = new_table(entries)
        self._keys = keys(game)
        self._rng = rows(0)
        stack = np.zeros(MOST_PLIES + 1, game.dtype)
        self._line = Line(
            stack,
            stack.view(np.int64).reshape(len(stack), -1),
            np.zeros(len(stack), FRAME),
            np.zeros((len(stack), game.option_codes), np.int64),
            np.empty(0),
            np.full(2, -1.0),
            np.zeros(4, np.int64),
            np.zeros((game.players[1], game.option_codes), np.int64),
        )
        self._me = NONE

    def begin(self, world: Any, first: NDArray[np.int64]) -> None:
        """Begin with a position, a record in which everything is known.

        Args:
            world: the record.
            first: the options that are valued, of those that its mover has.

        Raises:
            Unsolvable: it has more seats than two, or is over.
        """
        if world["seats"] != 2:
            raise Unsolvable(_not_for_two(self.game.title, int(world["seats"])))
        if world["mover"] < 0:
            raise Unsolvable(f"a game of {self.game.title} that is over has no options to solve")
        line = self._line
        if line.stack[0].rules != world["rules"] or int(world["mover"]) != self._me:
            self._table["key"] = EMPTY  # its values are another seat's, or by other rules
        self._me = int(world["mover"])
        line.stack[0] = world
        line.options[0, : len(first)] = first
        line.frames[0].n, line.frames[0].at = len(first), 0
        line.frames[0].low, line.frames[0].high = 0.0, 1.0
        line.counts[:] = 0
        self._line = line._replace(values=np.full(len(first), np.nan))

    def search(self, nodes: int) -> bool:
        """Search on for so many nodes at most: whether everything is valued.

        Raises:
            Unsolvable: it has met chance, results that do not add up, or a line without end.
        """
        kernel: Any = bind(search_on, self.game)
        kernel(self._me, self._line, self._table, self._keys, nodes, self._rng)
        self.check()
        return int(self._line.counts[STANDING]) == SOLVED

    def leaves(self, me: int) -> tuple[Line, NDArray[Any], Keys]:
        """What :func:`players.search.alpha_beta.value_of` works with, in searches of seat ``me``.

        Whatever was begun is given up. After a search :meth:`check` says whether all was well.
        """
        self._table["key"] = EMPTY
        self._me = NONE
        self._line = self._line._replace(values=np.full(1, np.nan))
        self._line.counts[:] = 0
        return self._line, self._table, self._keys

    def check(self) -> None:
        """Refuse what the search has met.

        Raises:
            Unsolvable: chance, results that do not add up, or a line without end.
        """
        standing = int(self._line.counts[STANDING])
        if standing in REASONS:
            raise Unsolvable(
                f"{self.game.title} cannot be solved by alpha-beta: {REASONS[standing]}"
            )

    @property
    def nodes(self) -> int:
        """How many positions the present search has played."""
        return int(self._line.counts[SPENT])

    def solution(self) -> Solution:
        """What the present search has found so far."""
        line = self._line
        options = line.options[0, : len(line.values)]
        values = line.values.copy()
        exact = not bool(np.isnan(values).any())
        if not exact:
            scratch = np.zeros(1, self.game.dtype)
            guessed: Any = bind(guess, self.game)
            guessed(line.stack[0], scratch, self._me, options, values, self._rng.copy())
        return Solution(
            tuple(options.tolist()),
            tuple(values.tolist()),
            exact,
            self.nodes,
            int(line.counts[HITS]),
        )


def solve(game: Game, world: Any, *, nodes: int = MOST_NODES, entries: int = 1 << 16) -> Solution:
    """The exact value of every option in a position in which everything is known.

    Args:
        game: the game.
        world: a record of its type.
        nodes: after so many, options that are not solved get the heuristic's value.
        entries: how many positions the table holds at least; 32 bytes each.

    Raises:
        Unsolvable: more seats than two, chance during play, or results that do not add up.

    >>> import games
    >>> game = games.load("tic-tac-toe")
    >>> solve(game, game.new().record_array[0]).values
    (0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
    """
    codes = np.empty(game.option_codes, np.int64)
    solver = Solver(game, entries)
    solver.begin(world, codes[: bind(options_of, game)(world, codes)])
    solver.search(nodes)
    return solver.solution()


def check_solvable(game: Game, seats: int | None = None) -> None:
    """Refuse a game that is never played by two; or so many seats, where these are known.

    Raises:
        Unsolvable: it is not for two.
    """
    if seats is None:
        least, most = game.players
        seats = min(max(2, least), most)
    if seats != 2:
        raise Unsolvable(_not_for_two(game.title, seats))


def options_of(s: Any, out: Any) -> int:
    """The options of a state: how many, their codes in ``out``. A template."""
    return legal(s, out)


def _not_for_two(title: str, seats: int) -> str:
    return f"{title} with {seats} seats cannot be solved by alpha-beta, which is for two"
