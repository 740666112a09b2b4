"""What searching known worlds gets wrong in a position: strategy fusion, told from the worlds.

PIMC values an option by what it would bring if the world were known from the next decision on. What
it is really worth is less: one plan has to do for all worlds that look alike. For a position, this
module puts side by side, for each option, the value with every world known (its *clairvoyant*
value), how many worlds it is the best in, and the value of the best plan that is the same in all
worlds; their difference is what strategy fusion makes.

Beside it stand the three numbers by which PIMC's success in a game was explained: how much siblings
at the end have in common, whom the ends favour, and how fast play tells what is hidden.

Ian Frank, David Basin: "Search in games with incomplete information: a case study using Bridge card
play", Artificial Intelligence 100, 1998. Jeffrey Long, Nathan Sturtevant, Michael Buro, Timothy
Furtak: "Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search",
AAAI 2010.

The plans are those of :mod:`players.search.alpha_mu`: the opponent is taken to know the world, and
a plan looks ``moves`` own decisions ahead, after which worlds are known after all. So where
``whole`` is true, there is a plan for these worlds that brings what is told against an opponent
that knows them, and none that brings more. Else what is told errs, by what made it so: plans that
end before the deal does are told too high, as they know the worlds from there on (fusion is more);
where fronts were cut (``cut``), better plans may be lost (fusion may be less); and worlds too large
to solve are valued by a heuristic (either).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, bind, rows
from determinize import InformationSet
from games.kit.seam import OPTION_CODES, SEATS, legal, play
from players.search.alpha_mu import Planner, Spent
from players.search.options import first_options
from players.search.playout import rewards
from players.search.settings import check_number
from players.search.solver import Solver
from players.search.transpositions import sight, sight_of

FRONT = 16
"""So many vectors of a Pareto front are kept."""
MOST = 1_000_000
"""Bounds of what may be asked for."""


@dataclass(frozen=True)
class OptionFusion:
    """One option, in known worlds and in unknown ones; results from 0 (worst) to 1 (best).

    Attributes:
        option: its code.
        words: how it is said.
        clairvoyant: its mean result over the worlds, each known from the next decision on.
        best_in: in which share of the worlds it is the best then, shared where several are.
        plan: the mean result of the best plan found that is the same in all worlds.
    """

    option: int
    words: str
    clairvoyant: float
    best_in: float
    plan: float

    @property
    def fusion(self) -> float:
        """How much less the plan brings: what strategy fusion makes PIMC believe."""
        return self.clairvoyant - self.plan


@dataclass(frozen=True)
class Analysis:
    """What :func:`analyse` found. Printed, it is a table.

    Attributes:
        options: all that were valued, the best plan first.
        worlds: how many worlds were sampled.
        unsolved: how many of them were valued by the game's heuristic, being too large.
        moves: how many own decisions the plans look ahead, this one among them.
        whole: whether that is to the end, with no front cut, in worlds all of which were solved:
            then plans and fusion are exact for these worlds.
        cut: whether a Pareto front of plans was cut, of which more than 16 vectors were left.
        leaf_correlation: how often two last options of one decision bring the same result.
        bias: the seat's mean result in random play.
        disambiguation: which share of the worlds a seat can rule out from one of its decisions to
            the next, in random play; None where one world is all there is.
    """

    options: tuple[OptionFusion, ...]
    worlds: int
    unsolved: int
    moves: int
    whole: bool
    cut: bool
    leaf_correlation: float | None
    bias: float
    disambiguation: float | None

    @property
    def misled(self) -> float:
        """What PIMC's choice costs: the best plan's value less that of the plan for its choice."""
        chosen = max(self.options, key=lambda one: one.clairvoyant)
        return self.options[0].plan - chosen.plan

    def __str__(self) -> str:
        width = max(6, *(len(one.words) for one in self.options))
        head = f"{'option':{width}}  known world  best in  one plan  fusion"
        rows = [
            f"{one.words:{width}}  {one.clairvoyant:11.3f}  {one.best_in:7.0%}"
            f"  {one.plan:8.3f}  {one.fusion:6.3f}"
            for one in self.options
        ]
        depth = "to the end" if self.whole else f"{self.moves} own decisions ahead"
        known = [f"{self.worlds} worlds", f"plans look {depth}"]
        if self.cut:
            known.append("better plans may be lost, as there were too many to keep")
        if self.unsolved:
            known.append(f"{self.unsolved} worlds were too large to solve")
        if self.leaf_correlation is not None:
            known.append(f"leaf correlation {self.leaf_correlation:.2f}")
        known.append(f"bias {self.bias:.2f}")
        if self.disambiguation is not None:
            known.append(f"disambiguation {self.disambiguation:.2f}")
        return "\n".join([head, *rows, "; ".join(known)])


def analyse(
    info: InformationSet,
    *,
    worlds: int = 50,
    moves: int = 100,
    positions: int = 20_000,
    limit: int = 100_000,
    seed: int = 0,
) -> Analysis:
    """How far searching known worlds errs in a position, and why.

    Args:
        info: what a seat knows where it has to decide.
        worlds: how many worlds are sampled from its belief.
        moves: how many own decisions plans look ahead at most.
        positions: how many positions may be valued for plans; plans are made one decision deeper
            as long as that suffices.
        limit: how many nodes alpha-beta may spend on a world.
        seed: of the worlds and of random play.

    Raises:
        Unsolvable: more seats than two, or chance during play.
        ValueError: a number that cannot be, or it is not the seat's decision.

    >>> import games
    >>> from compiled import rows
    >>> from determinize import Watch
    >>> watch = Watch(games.load("kuhn").new(seed=2))
    >>> found = analyse(watch.information(0), worlds=20)
    >>> found.whole, [one.words for one in found.options]
    (True, ['check', 'bet'])
    >>> all(one.fusion >= 0 for one in found.options)
    True
    """
    for key, value in (("worlds", worlds), ("moves", moves), ("positions", positions)):
        check_number(key, value, MOST)
    check_number("limit", limit, 10 * MOST)
    if not info.options:
        raise ValueError(f"seat {info.seat} has nothing to decide now: ask the mover")
    rng = rows(seed)
    states = info.worlds(worlds, rng)
    first = first_options(info, states, rng)
    known, unsolved = _clairvoyant(info, states, first, limit)
    best = known >= known.max(axis=1, keepdims=True) - 1e-9
    shares = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    plans, depth, whole, cut = _plans(info, states, first, moves, positions, limit, rng)
    words = info.game.words
    options = [
        OptionFusion(
            int(code), words.option(info.state, int(code)), float(known[:, k].mean()),
            float(shares[k]), plans[k],
        )
        for k, code in enumerate(first)
    ]  # fmt: skip
    options.sort(key=lambda one: (-one.plan, -one.clairvoyant, one.option))
    sums = np.zeros(6)
    scratch, playing = np.zeros(1, info.game.dtype), states.copy()
    words_of = playing.view(np.int64).reshape(worlds, -1)
    measured: Any = bind(measure, info.game)
    told = sight(info.game, info.seat)
    measured(states, playing, words_of, scratch, info.seat, told, sums, rng)
    same, pairs, results, ends, ruled_out, times = sums.tolist()
    return Analysis(
        tuple(options), worlds, unsolved, depth, whole and not unsolved, cut,
        same / pairs if pairs else None, results / ends, ruled_out / times if times else None,
    )  # fmt: skip


def _clairvoyant(
    info: InformationSet, states: NDArray[Any], first: NDArray[np.int64], limit: int
) -> tuple[NDArray[np.float64], int]:
    """Each option's value in each world, and how many worlds are not solved."""
    solver = Solver(info.game)
    found = np.zeros((len(states), len(first)))
    unsolved = 0
    for i, world in enumerate(states):
        solver.begin(world, first)
        unsolved += not solver.search(limit)
        found[i] = solver.solution().values
    return found, unsolved


def _plans(
    info: InformationSet,
    states: NDArray[Any],
    first: NDArray[np.int64],
    moves: int,
    positions: int,
    limit: int,
    rng: NDArray[np.int64],
) -> tuple[list[float], int, bool, bool]:
    """Each option's best plan, how many decisions it looks ahead, whether whole, whether cut."""
    deal = int(info.state["round"])
    planner = Planner(info.game, info.seat, deal, FRONT, limit, rng)
    found: list[float] = []
    cut = False
    for depth in range(1, moves + 1):
        planner.complete, planner.cut = True, False
        try:
            values = [
                float(planner.after(states, int(code), depth - 1).mean(axis=1).max())
                for code in first
            ]
        except Spent:
            return found, depth - 1, False, cut
        found, cut = values, planner.cut
        if planner.complete:
            return found, depth, not cut, cut
        planner.budget = positions
    return found, moves, False, cut


def measure(
    states: Any, playing: Any, words: Any, scratch: Any, me: int, seen_by: Any, sums: Any, rng: Any
) -> None:
    """Play every world on at random, the others beside it as far as nobody sees a difference.

    A template.

    Args:
        states: STATE[n], of one information set of ``me``.
        playing: STATE[n], overwritten.
        words: the same memory as numbers, int64[n, ...].
        scratch: STATE[1], overwritten.
        me: the seat.
        seen_by: the game's :class:`players.search.transpositions.Sight` for it.
        sums: float64[6], added to: pairs of last options with the same result, such pairs,
            results, ends, shares of worlds that were ruled out, how often that was looked at.
        rng: generator rows.
    """
    options = np.empty(OPTION_CODES, np.int64)
    others = np.empty(OPTION_CODES, np.int64)
    result = np.empty(SEATS, np.float64)
    alike = np.empty(len(states), np.bool_)
    deal = int(states[0].round)
    for truth in range(len(states)):
        left = len(states)
        before = left
        for i in range(len(states)):
            playing[i] = states[i]
            alike[i] = True
        s = playing[truth]
        while s.mover >= 0 and s.round == deal:
            n = legal(s, options)
            compare_last(s, scratch, me, deal, options, n, result, sums, rng)
            action = int(options[below(rng[PLAY], n)])
            for i in range(len(states)):
                if alike[i] and i != truth:
                    m = legal(playing[i], others)
                    there = False
                    for k in range(m):
                        there = there or others[k] == action
                    alike[i] = there
                    if there:
                        play(playing[i], action, rng)
            play(s, action, rng)
            if s.mover == me and s.round == deal:
                seen = sight_of(words[truth], me, seen_by)
                left = 0
                for i in range(len(states)):
                    alike[i] = alike[i] and sight_of(words[i], me, seen_by) == seen
                    left += alike[i]
                if before > 1:
                    sums[4] += 1.0 - left / before
                    sums[5] += 1.0
                before = left
        rewards(s, result)
        sums[2] += result[me]
        sums[3] += 1.0


def compare_last(
    s: Any, scratch: Any, me: int, deal: int, options: Any, n: int, result: Any, sums: Any, rng: Any
) -> None:
    """Where two options drawn at random both end the deal: whether they bring the same."""
    if n < 2:
        return
    one = below(rng[PLAY], n)
    other = below(rng[PLAY], n - 1)
    other += other >= one
    found = 0.0
    for k in (one, other):
        scratch[0] = s
        play(scratch[0], int(options[k]), rng)
        if scratch[0].mover >= 0 and scratch[0].round == deal:
            return
        rewards(scratch[0], result)
        if k == other:
            sums[0] += abs(found - result[me]) < 1e-9
            sums[1] += 1.0
        found = float(result[me])
