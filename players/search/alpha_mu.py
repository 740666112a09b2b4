"""αμ: plans that are the same in all worlds, kept as Pareto fronts of results over the worlds.

PIMC errs because it plays, in its mind, another continuation in every world (*strategy fusion*),
and because what is best here depends on what was given up elsewhere in the tree (*non-locality*).
αμ searches plans of ``moves`` own decisions that do not look at what is hidden. The opponent is
taken to know the world. After that many decisions each world is valued exactly, by alpha-beta.

Tristan Cazenave, Véronique Ventos: "The αμ Search Algorithm for the Game of Bridge", 2019,
arXiv:1911.07960; Monte Carlo Search, Springer 2021.

Differences from the paper: results are graded instead of won or lost
(:mod:`players.search.fronts`); worlds that the searcher can tell apart later (a card is drawn, a
hand is shown) are planned for apart, as whatever it sees then is seen; a front keeps at most
``front`` vectors, and where more are left :attr:`Planner.cut` says so. Moves are taken to be seen
whole by both. With ``front=1`` every decision is made locally, by the mean: what is left is a
full-width form of postponed reasoning (:mod:`players.search.epimc`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind, rows
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS, legal, play
from players.search.alpha_beta import (
    CHANCE,
    SEARCHING,
    SOLVED,
    STANDING,
    by_chance,
    value_of,
)
from players.search.fronts import Front, pareto, product
from players.search.playout import play_out, rewards
from players.search.settings import NO_END
from players.search.solver import Solver
from players.search.transpositions import sight, sight_of

MOST_VALUED = 1_000_000_000

PLAY_OUTS = 4
"""So many play-outs value a position that is not solved."""

LEAF, MINE, THEIRS = range(3)


def look(
    states: Any, words: Any, me: int, deal: int, seen_by: Any, kinds: Any, seen: Any, options: Any,
    numbers: Any,
) -> None:  # fmt: skip
    """What is to be decided in each state, by whom, and what ``me`` sees there. A template.

    Args:
        states: STATE[n].
        words: the same as numbers, int64[n, ...].
        me: the seat that plans.
        deal: the deal in which it does.
        seen_by: the game's :class:`players.search.transpositions.Sight` for the seat.
        kinds: int64[n], overwritten with LEAF, MINE or THEIRS.
        seen: int64[n], overwritten with a key of the seat's view where it decides.
        options: int64[n, OPTION_CODES], overwritten.
        numbers: int64[n], overwritten with how many options there are.
    """
    for i in range(len(states)):
        s = states[i]
        kinds[i] = LEAF
        numbers[i] = 0
        if s.mover >= 0 and s.round == deal:
            kinds[i] = MINE if s.mover == me else THEIRS
            seen[i] = sight_of(words[i], me, seen_by) if s.mover == me else 0
            numbers[i] = legal(s, options[i])


def advance(states: Any, action: int, deal: int, counts: Any, rng: Any) -> None:
    """Play an option in all states of a deal, in place. A template.

    Where it is one by chance, ``counts`` of a :class:`players.search.alpha_beta.Line` say so.
    """
    fresh = rng.copy()
    for i in range(len(states)):
        play(states[i], action, rng)
        if by_chance(states[i], deal, rng, fresh):
            counts[STANDING] = CHANCE
        rng[:] = fresh


def value_all(
    states: Any, me: int, deal: int, line: Any, table: Any, told_by: Any, limit: int, scratch: Any,
    out: Any, rng: Any,
) -> None:  # fmt: skip
    """The value of every state, as if it were known. A template.

    Args:
        states: STATE[n].
        me: whose results count.
        deal: the deal that is searched.
        line, table, told_by, limit: as in :func:`players.search.alpha_beta.value_of`.
        scratch: STATE[1], overwritten.
        out: float64[n], overwritten.
        rng: generator rows, for the play-outs of what is not solved.
    """
    result = np.empty(SEATS, np.float64)
    options = np.empty(OPTION_CODES, np.int64)
    still = rng.copy()
    for i in range(len(states)):
        out[i] = -1.0
        if states[i].mover >= 0 and states[i].round == deal:
            out[i] = value_of(me, states[i], line, table, told_by, limit, still)
            if line.counts[STANDING] != SOLVED and line.counts[STANDING] != SEARCHING:
                return  # the caller says why
        else:
            rewards(states[i], result)
            out[i] = result[me]
        if out[i] < 0.0:
            out[i] = 0.0
            for _ in range(PLAY_OUTS):
                scratch[0] = states[i]
                play_out(scratch[0], deal, NO_END, options, rng)
                rewards(scratch[0], result)
                out[i] += result[me] / PLAY_OUTS


class Spent(Exception):
    """More positions were to be valued than was agreed."""


class Planner:
    """Fronts of plans for one seat of a game.

    Args:
        game: which game.
        seat: who plans.
        deal: in which deal.
        front: how many vectors are kept.
        limit: after so many nodes a world is valued by play-outs.
        rng: generator rows for these.
        budget: how many positions may be valued.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        deal: int,
        front: int,
        limit: int,
        rng: NDArray[np.int64],
        budget: int = MOST_VALUED,
    ) -> None:
        self.budget = budget
        self.valued = 0
        """How many positions were valued so far."""
        self.complete = True
        """Whether all of them were at the end: then plans know no world before it is seen."""
        self.cut = False
        """Whether a front was cut: then better plans than those found may have been lost."""
        self._game, self._seat, self._deal, self._most = game, seat, deal, front
        self._solver = Solver(game)
        self._tools = (*self._solver.leaves(seat), limit, np.zeros(1, game.dtype))
        self._sight = sight(game, seat)
        self._rng, self._still = rng, rows(0)
        self._look: Any = bind(look, game)
        self._advance: Any = bind(advance, game)
        self._value_all: Any = bind(value_all, game)

    def after(self, states: NDArray[Any], option: int, moves: int) -> Front:
        """What can be had after an option in all of these states, with so many own decisions.

        Raises:
            Unsolvable: something is drawn by chance.
            Spent: the positions are too many.
        """
        later = states.copy()
        self._advance(later, option, self._deal, self._tools[0].counts, self._still)
        self._solver.check()
        return self.front(later, moves)

    def front(self, states: NDArray[Any], moves: int) -> Front:
        """What can be had in these states: float64[vectors, states].

        Args:
            states: STATE[n], which the seat could not tell apart when it began to plan.
            moves: how many own decisions are planned; then each world is valued on its own.

        Raises:
            Unsolvable: alpha-beta cannot value them.
            Spent: they are too many.
        """
        n = len(states)
        kinds, seen, numbers = (np.zeros(n, np.int64) for _ in range(3))
        options = np.zeros((n, self._game.option_codes), np.int64)
        words = states.view(np.int64).reshape(n, -1)
        self._look(
            states, words, self._seat, self._deal, self._sight, kinds, seen, options, numbers
        )
        if moves == 0 or not kinds.any():
            return self._values(states)
        found = np.full((1, n), np.inf)
        if (leaves := np.flatnonzero(kinds == LEAF)).size:
            found = self._joined(found, self._values(states[leaves]), leaves)
        mine = np.flatnonzero(kinds == MINE)
        for key in np.unique(seen[mine]):
            alike = mine[seen[mine] == key]
            codes = options[alike[0], : numbers[alike[0]]].tolist()
            left = moves - (len(codes) > 1)
            plans = [self.after(states[alike], code, left) for code in codes]
            found = self._joined(found, self._union(plans), alike)
        theirs = np.flatnonzero(kinds == THEIRS)
        there = np.zeros((n, self._game.option_codes), np.bool_)
        for i in theirs:
            there[i, options[i, : numbers[i]]] = True
        for code in np.flatnonzero(there.any(axis=0)).tolist():
            where = np.flatnonzero(there[:, code])
            found = self._joined(found, self.after(states[where], code, moves), where)
        return found

    def _union(self, plans: list[Front]) -> Front:
        return self._noted(*pareto(np.concatenate(plans), self._most))

    def _joined(self, found: Front, part: Front, where: NDArray[np.int64]) -> Front:
        """The product with what is known of some of the states only."""
        whole = np.full((len(part), found.shape[1]), np.inf)
        whole[:, where] = part
        return self._noted(*product(found, whole, self._most))

    def _noted(self, front: Front, cut: bool) -> Front:
        self.cut |= cut
        return front

    def _values(self, states: NDArray[Any]) -> Front:
        self.valued += len(states)
        self.complete &= not int(((states["mover"] >= 0) & (states["round"] == self._deal)).sum())
        if self.valued > self.budget:
            raise Spent
        out = np.zeros((1, len(states)))
        self._value_all(states, self._seat, self._deal, *self._tools, out[0], self._rng)
        self._solver.check()
        return out
