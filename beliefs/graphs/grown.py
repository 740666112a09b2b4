"""The diagram of a shape, weighed: what all knowledges of that shape have in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import exp2, floor, log2
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs import exact, logarithms
from beliefs.graphs.kernels.automata import Automata
from beliefs.graphs.kernels.build import Graph
from beliefs.graphs.kernels.weights import EXACT, Passes, weigh
from beliefs.graphs.plan import (
    LAYER,
    OPTION,
    POOL,
    ROW,
    TAKE,
    Ints,
    Plan,
    Table,
)
from beliefs.graphs.shape import Shape

Floats = npt.NDArray[np.float64]

WIDE = 600.0
"""Bits by which weights in one diagram may lie apart in float64 (which has some 2000)."""
SMALL = 20_000
"""States up to which arrays may keep some room to spare."""


class Figures(NamedTuple):
    """The diagram weighed, in floats."""

    weight: float  # of all paths, times 2**-exponent
    exponent: int
    flow: Floats  # [arcs] in proportion to the probability at its node
    out: Floats  # [nodes] the flow of all its arcs
    reach: Floats  # [nodes] probability
    expected: Floats  # [rows, pools] cards
    whole: bool  # flows are whole numbers, small enough for exact draws


class Grown:
    """The diagram of a shape: plan, automata and graph, and figures when they are asked for.

    A graph without nodes means that there is no world. `built`: the bytes that it took to build.
    """

    def __init__(
        self,
        shape: Shape,
        plan: Plan,
        tables: Sequence[Table],
        untouched: int | Fraction,
        automata: Automata,
        graph: Graph,
        *,
        built: int = 0,
    ) -> None:
        self.shape, self.plan, self.tables = shape, plan, tables
        self.untouched, self.automata, self.graph = untouched, automata, graph
        self.built = built

    @property
    def nodes(self) -> int:
        """The number of states."""
        return len(self.graph.remain)

    @cached_property
    def figures(self) -> Figures:
        """The diagram weighed in floats: by logarithms where weights lie too far apart."""
        shape, plan, graph, automata = self.shape, self.plan, self.graph, self.automata
        if self._apart > WIDE:
            spread = self._of_options(np.zeros, lambda _, spread, take: np.log2(spread) * take)
            total = self.likelihoods + logarithms.ways(plan, graph) + spread[graph.option]
            bits, flow, reach, cards = logarithms.weighed(plan, graph, total, len(shape.pools))
            ones = np.ones(self.nodes)
            return Figures(exp2(bits % 1.0), floor(bits), flow, ones, reach, cards, False)
        values = np.ones(len(automata.least))
        for _, f, begin, n in exact.closing(plan, automata):
            table = np.array(self.tables[f], np.float64)
            values[begin : begin + n] = table[automata.least[begin : begin + n]]
        weight = self._of_options(
            np.ones, lambda prior, spread, take: prior**take * _powers(spread, take)
        )
        passes = Passes(
            np.empty(self.nodes),
            np.empty(len(graph.child)),
            np.zeros(self.nodes),
            np.zeros((len(shape.copies), len(shape.pools))),
        )
        exponent = int(weigh(plan, graph, automata, weight, values, passes))
        whole = exponent == 0 and passes.back[0] < EXACT and not self.weighted
        return Figures(
            float(passes.back[0]),
            exponent,
            passes.flow,
            passes.back,
            passes.reach,
            passes.expected,
            bool(whole),
        )

    @property
    def _apart(self) -> float:
        """A bound on how many bits the weights in the diagram can lie apart."""
        return self.shape.bits + 2 * sum(
            max((abs(log2(w)) for w in table if w not in (0, 1)), default=0.0)
            for table in self.tables
        )

    @cached_property
    def weighted(self) -> bool:
        """Whether worlds weigh differently."""
        plain = all(w in (0, 1) for row in self.shape.prior for w in row)
        return not plain or len(self.graph.factor) > 0

    @cached_property
    def bits(self) -> float:
        """log2 of the weight of all worlds, splits of pools left out."""
        return log2(self.figures.weight) + self.figures.exponent

    @cached_property
    def count(self) -> int:
        """The number of worlds."""
        figures = self.figures
        if not self.weighted and figures.exponent == 0 and figures.weight < EXACT:
            return int(figures.weight) * self.shape.splits
        if "ways" in self.__dict__:
            return self.ways[0] * self.shape.splits
        paths = exact.total(self.plan, self.graph, self.automata, *self._counting)
        return paths * self.shape.splits

    @cached_property
    def weight(self) -> Fraction:
        """The weight of all worlds."""
        if not self.weighted:
            return Fraction(self.count * self.untouched)
        whole, bits = self._whole
        total = exact.total(self.plan, self.graph, self.automata, whole, bits)
        return Fraction(total * self.shape.splits, whole.scale) * self.untouched

    @cached_property
    def ways(self) -> exact.Numbers:
        """The number of paths from each node to the end, choices of cards counted [nodes]."""
        return exact.backward(self.plan, self.graph, self.automata, *self._counting)

    @cached_property
    def cards(self) -> list[list[Fraction]]:
        """The part of the cards of each row that lies in each pool, exactly [rows][pools]."""
        whole, bits = self._whole
        counts = exact.expected(
            self.plan, self.graph, self.automata, whole, bits, len(self.shape.pools)
        )
        # Every world deals all cards of every row, so that a row's counts add up to all weight.
        return [[Fraction(n, sum(row)) for n in row] for row in counts]

    @cached_property
    def passed(self) -> Floats:
        """The probability of each arc."""
        share = self.figures.reach / self.figures.out
        return np.asarray(np.repeat(share, np.diff(self.graph.arcs)) * self.figures.flow)

    def choices(self, arcs: slice) -> Floats:
        """log2 of the ways in which the cards of some arcs can be chosen among those left."""
        return logarithms.ways(self.plan, self.graph)[arcs]

    @cached_property
    def likelihoods(self) -> Floats:
        """log2 of the prior weights, and of the sums that close, of each arc."""
        plan, graph, automata = self.plan, self.graph, self.automata
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = self._of_options(np.zeros, lambda prior, _, take: np.log2(prior) * take)
        total = logs[graph.option]
        if len(graph.factor):
            code = graph.factor.copy()
            for t, f, begin, n in exact.closing(plan, automata):
                layer = int(plan.touches[t, LAYER])
                arcs = slice(*graph.arcs[graph.layer[layer : layer + 2]].tolist())
                table = np.array(
                    [log2(self.tables[f][s]) for s in automata.least[begin : begin + n].tolist()]
                )
                total[arcs] += table[code[arcs] % n]
                code[arcs] //= n
        return np.asarray(total)

    @property
    def _counting(self) -> tuple[exact.Whole, float]:
        """Weights of 1, and the bits of the number of paths."""
        bits = self.bits + 1
        if self.weighted:
            bits = sum(self.shape.copies) * log2(sum(len(p.sizes) for p in self.shape.pools)) + 1
        return exact.ways(self.shape, self.plan, self.automata), bits

    @cached_property
    def _whole(self) -> tuple[exact.Whole, float]:
        """The weights in whole numbers, and the bits of their total."""
        if self.weighted:
            whole = exact.weights(self.shape, self.plan, self.automata, self.tables)
        else:
            whole = exact.ways(self.shape, self.plan, self.automata)
        return whole, self.bits + 1 + log2(whole.scale)

    def _of_options(self, none: Any, weigh: Any) -> Floats:
        """A figure of each option from the prior weight and the spread of its pool."""
        plan, shape = self.plan, self.shape
        spread = np.array([pool.spread for pool in shape.pools], np.float64)
        prior = np.array(shape.prior, np.float64).reshape(len(shape.copies), len(spread))
        if not len(plan.options) or ((prior[prior > 0] == 1.0).all() and (spread == 1.0).all()):
            return np.asarray(none(len(plan.options)))
        pool = plan.options[:, POOL]
        rows = np.repeat(plan.layers[:-1, ROW], np.diff(plan.layers[:, OPTION]))
        found = weigh(prior[rows, pool], spread[pool], plan.options[:, TAKE])
        return np.asarray(np.where(pool >= 0, found, none(len(pool))))


def _powers(base: Floats, exponent: Ints) -> Floats:
    """Powers of whole numbers, correctly rounded (those of NumPy need not be)."""
    pairs = zip(base.astype(int).tolist(), exponent.tolist(), strict=True)
    return np.array([float(n**k) for n, k in pairs])
