"""WorldDiagram: all worlds as the paths of a layered decision diagram.

Let the rows be the groups of cards alike and the pools the groups of places alike (`layout`). A
world is dealt in steps, one for each row and pool: how many cards of the row does the pool take?
All that the past means for the rest is the state: how many cards of this row remain, and how far
each constraint has come (a capacity filled, a fact's sum reached). Paths through the states are
the worlds, counted with the number of ways in which the cards of a row can be chosen. Then

- the weight of a node's completions is the sum over its arcs, one pass backwards;
- the root's is the weight of all worlds; without weights, their number;
- the probability of an arc is the weight of the paths through it, one pass forwards;
- a walk from the root that takes each arc in proportion to its completions is an exact sample.

The cost is the number of arcs: little as long as few constraints are open at the same time,
whatever the number of worlds. It is poor where many facts with many different cards overlap.

References: counting and sampling by dynamic programming over a decision diagram: Bryant,
"Graph-based algorithms for Boolean function manipulation", 1986; Knuth, TAOCP 4A, 7.1.4.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import exp2, floor, log2
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs import fractional, logarithms
from beliefs.errors import KnowledgeError
from beliefs.facts import Fact, exactly_as_given
from beliefs.kernels.deals import ALONE, CLOSED, OPEN, Hands, draw
from beliefs.kernels.graph import Graph, grow
from beliefs.kernels.weights import Passes, Weights, weighed
from beliefs.knowledge import Knowledge
from beliefs.layout import Layout, Pool, lay_out
from beliefs.plan import Plan
from beliefs.randomness import Randomness, empty_worlds, generator_row

LIMIT = 2_000_000
"""States of one diagram, at most."""
EXACT_DRAWS = 2.0**31
WIDE = 600.0
"""Bits by which weights in one diagram may lie apart in float64 (which has some 2000)."""


class TooLarge(KnowledgeError):
    """A diagram that would need more states than its limit."""


class WorldDiagram:
    """All worlds of a knowledge, as a decision diagram.

    Parameters
    ----------
    knowledge: what is known. If no world agrees with it, `count` is 0.
    limit: give up with `TooLarge`, a KnowledgeError, beyond this number of states.

    >>> from beliefs import Knowledge, at_least
    >>> cards = [f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJ"]
    >>> deal = WorldDiagram(Knowledge(cards, {"North": 4, "South": 4, "others": 8},
    ...                               [at_least("North", ["SA", "HA", "DA", "CA"], 3)]))
    >>> deal.count
    24255
    >>> deal.probabilities()[0].round(3).tolist()
    [0.755, 0.082, 0.163]
    """

    exact = True

    def __init__(self, knowledge: Knowledge, *, limit: int = LIMIT) -> None:
        if knowledge.alternatives:
            raise KnowledgeError("a diagram takes facts alone: WorldCases sums over alternatives")
        self.knowledge = knowledge
        self._layout = lay_out(knowledge)
        self._plan, self._graph = _grow(self._layout, limit)

    @property
    def possible(self) -> bool:
        """Whether there is any world."""
        return len(self._graph.state) > 0

    @property
    def nodes(self) -> int:
        """The number of states in the diagram, a measure of its cost."""
        return len(self._graph.state)

    @cached_property
    def count(self) -> int:
        """The number of worlds (copies of a face told apart), exact at any size."""
        if not self.possible:
            return 0
        back, _ = fractional.backward(self._graph, self._exact_ways)
        return int(back[0]) * self._layout.splits

    @cached_property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly; without weights, their number."""
        if not self.possible:
            return Fraction(0)
        back, _ = fractional.backward(self._graph, self._exact_weights)
        return Fraction(back[0] * self._layout.splits * exactly_as_given(self._layout.constant))

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places].

        float64, or with `exact` an array of Fractions.
        """
        layout, copies = self._layout, self._plan.copies
        self._refuse_if_impossible()
        if not exact:
            part = self._figures.expected / copies[:, None]
            return np.asarray(
                part[layout.row_of][:, layout.pool_of] * np.array(layout.shares, np.float64)
            )
        counts = fractional.expected(layout, self._plan, self._graph, self._exact_weights)
        # Every world deals all cards of every row, so that a row's counts add up to all weight.
        parts = [[Fraction(c) / sum(row) for c in row] for row in counts]
        shares = np.zeros((len(layout.row_of), len(layout.pool_of)), object)
        for f, r in enumerate(layout.row_of):
            for p, q in enumerate(layout.pool_of):
                shares[f, p] = parts[r][q] * layout.shares[p]
        return shares

    def probability(self, *facts: Fact, exact: bool = False) -> float | Fraction:
        """Probability that all the facts hold (the mean of their weights, for likelihoods)."""
        self._refuse_if_impossible()
        other = self.given(*facts)
        if exact:
            return other.weight / self.weight
        if not other.possible:
            return 0.0
        here, there = self._figures, other._figures
        mean = Fraction(there.weight) / Fraction(here.weight)
        mean *= Fraction(2) ** (there.exponent - here.exponent)
        mean *= Fraction(other._layout.splits, self._layout.splits)
        return float(mean * other._layout.constant / self._layout.constant)

    def given(self, *facts: Fact) -> WorldDiagram:
        """The diagram of the worlds in which these facts hold too."""
        return WorldDiagram(self.knowledge.given(*facts))

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` independent worlds, each with its probability: place numbers [n, cards].

        Where all worlds are equally likely and fewer than 2**31, by whole numbers: exactly; else
        to the precision of float64. Cost: about one step per card and cell with a choice; nothing
        is rejected.
        """
        self._refuse_if_impossible()
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        figures = self._figures
        draw(self._graph, self._hands, figures.flow, figures.whole, generator_row(rng), out)
        return out

    def entropy(self) -> float:
        """How much is open, in bits: log2(count) when all worlds are equally likely."""
        self._refuse_if_impossible()
        figures = self._figures
        total = log2(figures.weight) + figures.exponent + log2(self._layout.splits)
        return max(0.0, total - float(figures.passed @ figures.bits))

    def _refuse_if_impossible(self) -> None:
        if not self.possible:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")

    @cached_property
    def _exact_ways(self) -> fractional.Objects:
        return fractional.ways(self._layout, self._plan, self._graph)

    @cached_property
    def _exact_weights(self) -> fractional.Objects:
        likelihood = fractional.likelihood(self._layout, self._plan, self._graph)
        return np.asarray(self._exact_ways * likelihood)

    @cached_property
    def _weights(self) -> Weights:
        layout = self._layout
        return Weights(
            np.array(layout.pool, np.int64),
            np.array([_spread(layout.pools[q]) for q in layout.pool], np.float64),
            np.array(layout.prior, np.float64),
            np.array([value for s in layout.sums for value in s.table], np.float64),
        )

    @cached_property
    def _figures(self) -> _Figures:
        layout, plan, graph = self._layout, self._plan, self._graph
        if layout.bits > WIDE:
            logs = logarithms.weighed(layout, plan, graph, self._exact_ways)
            weight, exponent = exp2(logs.total % 1.0), floor(logs.total)
            return _Figures(
                logs.likelihood, weight, exponent, logs.flow, logs.passed, logs.expected, False
            )
        passes = Passes(*weighed(plan, graph, self._weights, len(layout.pools)))
        small = passes.exponent == 0 and passes.back[0] < EXACT_DRAWS
        return _Figures(
            np.log2(passes.likelihood),
            float(passes.back[0]),
            passes.exponent,
            passes.flow,
            passes.passed,
            passes.expected,
            bool(small and (passes.likelihood == 1.0).all()),
        )

    @cached_property
    def _hands(self) -> Hands:
        rows = self._layout.row_of[self.knowledge.face_of]
        pools = self._layout.pools
        slots = [pool.slots for pool in pools]
        return Hands(
            card=np.argsort(rows, kind="stable"),
            stop=np.cumsum(self._plan.copies)[self._plan.row],
            pool=np.array(self._layout.pool, np.int64),
            slot=np.array([place for some in slots for place in some], np.int64),
            slots=np.cumsum([0, *map(len, slots)]),
            kind=np.array([_kind(pool) for pool in pools], np.int64),
        )


class _Figures(NamedTuple):
    """The diagram weighed, in floats."""

    bits: npt.NDArray[np.float64]  # [arcs] log2 of the likelihood
    weight: float  # of all paths, times 2**-exponent
    exponent: int
    flow: npt.NDArray[np.float64]  # [arcs] in proportion to the probability at its node
    passed: npt.NDArray[np.float64]  # [arcs] probability
    expected: npt.NDArray[np.float64]  # [rows, pools] cards
    whole: bool  # flows are whole numbers, small enough for exact draws


def _spread(pool: Pool) -> int:
    """Among how many places of the pool a single card may choose."""
    return len(pool.places) if pool.open else 1


def _kind(pool: Pool) -> int:
    if len(pool.places) < 2:
        return ALONE
    return OPEN if pool.open else CLOSED


def _grow(layout: Layout, limit: int) -> tuple[Plan, Graph]:
    """The diagram of a layout; a graph without nodes where there is no world."""
    plan = layout.plan
    none = np.zeros(0, np.int64)
    nothing = Graph(none, np.zeros((0, 1), np.int32), none, none, none)
    if plan is None:
        return Plan(*[none] * len(Plan._fields)), nothing
    graph = grow(plan, int(plan.width[plan.sum].sum()), limit)
    if len(graph.state) > limit:
        raise TooLarge(
            f"the diagram needs more than {limit} states: too many facts about different cards"
            " overlap; drop or simplify some, or raise `limit`"
        )
    return (plan, graph) if graph.layer[-1] else (plan, nothing)
