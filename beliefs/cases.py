"""WorldCases: the worlds of a knowledge with alternatives, as a sum of diagrams.

Each part is a diagram of worlds with a factor; a world's weight is the sum over the parts of the
factor times its weight there. So everything linear is a sum over parts: the weight of all worlds,
probabilities, a draw (first a part, then a world in it). What is not linear, counting distinct
worlds, the entropy, a number for each world, is a sum over parts made to exclude each other (see
`splitting`). The cost is that of a diagram for each part.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm, log2
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Statement
from beliefs.diagram import Limits, WorldDiagram
from beliefs.errors import KnowledgeError, told
from beliefs.facts import Fact, as_float, whole
from beliefs.graphs.kernels.weights import EXACT
from beliefs.knowledge import Knowledge
from beliefs.randomness import Randomness, empty_worlds, generator_row, pick
from beliefs.regions import Exact, Region, inside
from beliefs.splitting import PARTS, Splitter, terms

FAR = 2**64
"""A factor beyond, or below its inverse, is multiplied exactly."""


def possible(knowledge: Knowledge) -> bool:
    """Whether a world agrees with the knowledge, whatever it says.

    >>> from beliefs import Knowledge, holds, one_of
    >>> k = Knowledge(["A", "B"], {"x": 1, "y": 1}, [holds("x", "A")])
    >>> possible(k.given(one_of(holds("y", "A"), [holds("x", "B"), holds("y", "A")])))
    False
    """
    if not knowledge.alternatives:
        return WorldDiagram(knowledge).possible
    return Splitter(knowledge).any_world()


def mean(
    diagram: WorldDiagram, told: Sequence[tuple[Exact, Sequence[Fact]]], *, exact: bool
) -> float | Fraction:
    """The mean over the worlds of a diagram of what `terms` give: a probability where they hold."""
    total = _mean(diagram, told, exact=exact)
    return total if exact else as_float(total)


def _mean(
    diagram: WorldDiagram, told: Sequence[tuple[Exact, Sequence[Fact]]], *, exact: bool
) -> Fraction:
    """The same, before it is rounded; a float times a factor far from 1 might be nothing."""
    return sum(
        (
            factor * Fraction(diagram.probability(*facts, exact=exact or not _near_1(factor)))
            for factor, facts in told
        ),
        Fraction(0),
    )


def _near_1(factor: Exact) -> bool:
    return Fraction(1, FAR) < factor < FAR


class Part(NamedTuple):
    """A factor, and the diagram of the worlds that it multiplies."""

    factor: Exact
    diagram: WorldDiagram
    region: Region  # what this part says beyond what all parts say

    @property
    def weight(self) -> Fraction:
        """The total weight of the part's worlds."""
        return Fraction(self.factor * self.diagram.weight)


class WorldCases:
    """All worlds of a knowledge that may hold alternatives; it answers like `WorldDiagram`.

    Parameters
    ----------
    knowledge: what is known. If no world agrees with it, `count` is 0.
    limit: give up with `TooLarge`, a KnowledgeError, beyond this number of parts.
    limits: or beyond these bytes and seconds, for all parts together.

    `parts` are diagrams with factors, whose sum this is.

    >>> from beliefs import Knowledge, holds, one_of
    >>> cards = {"Guard": 5, "Priest": 2, "King": 1}
    >>> tie = one_of(*([holds("Ann", card), holds("Bob", card)] for card in cards))
    >>> cases = WorldCases(Knowledge(cards, {"Ann": 1, "Bob": 1, "deck": 6}, [tie]))
    >>> cases.count, cases.probability(holds("Ann", "Guard"), exact=True)
    (22, Fraction(10, 11))
    """

    exact = True

    def __init__(
        self, knowledge: Knowledge, *, limit: int = PARTS, limits: Limits | None = None
    ) -> None:
        self.knowledge = knowledge
        self._limit, self._limits = limit, limits
        self._cut_down = False  # made from another one by `given`
        self._splitter = Splitter(knowledge, limit, limits)
        self._regions_stay = True
        self.parts: tuple[Part, ...] = ()
        self.parts = self._built(self._splitter.terms())

    @property
    def possible(self) -> bool:
        """Whether there is any world."""
        return bool(self.parts)

    @property
    def nodes(self) -> int:
        """The number of states in all diagrams together, a measure of the cost."""
        return sum(part.diagram.nodes for part in self.parts)

    @property
    def bytes(self) -> int:
        """What all diagrams take in memory."""
        return sum(part.diagram.bytes for part in self.parts)

    @property
    def count(self) -> int:
        """The number of worlds (copies of a face told apart), each counted once."""
        return self._until[-1] if self._until else 0

    @cached_property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly."""
        return sum((part.weight for part in self.parts), Fraction(0))

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places].

        float64, or with `exact` an array of Fractions.
        """
        self._refuse_if_impossible()
        shares = np.zeros((len(self.knowledge.faces), len(self.knowledge.places)), object)
        if not exact:
            shares = shares.astype(np.float64)
        for part, share in zip(self.parts, self._shares, strict=True):
            shares += part.diagram.probabilities(exact=exact) * (share if exact else float(share))
        return shares

    def probability(self, *statements: Statement, exact: bool = False) -> float | Fraction:
        """Probability that all of these hold (the mean of their weights, for likelihoods)."""
        self._refuse_if_impossible()
        told = terms(self.knowledge, statements, self._limit, self._limits)
        shared = (
            share * _mean(part.diagram, told, exact=exact)
            for part, share in zip(self.parts, self._shares, strict=True)
        )
        total = sum(shared, Fraction(0))
        return total if exact else as_float(total)

    def given(self, *statements: Statement) -> WorldCases:
        """The worlds in which these statements hold too."""
        knowledge = self.knowledge.given(*statements)
        facts = [one for one in statements if isinstance(one, Fact)]
        if len(facts) < len(statements):
            return WorldCases(knowledge, limit=self._limit, limits=self._limits)
        other = copy.copy(self)
        for name in ("weight", "_shares", "_until", "_apart", "_added", "_by_itself"):
            other.__dict__.pop(name, None)
        other._cut_down = True
        other.knowledge = knowledge
        other._splitter = Splitter(knowledge, self._limit, self._limits)
        # A fact about what alternatives speak of is in the regions now, not in their diagrams.
        other._regions_stay = self._regions_stay and other._splitter.start == self._splitter.start
        given = [part._replace(diagram=part.diagram.given(*facts)) for part in self.parts]
        other.parts = tuple(part for part in given if part.diagram.possible)
        return other

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` independent worlds, each with its probability: place numbers [n, cards].

        Exactly where nothing weighs (no weight but 0 and 1, no likelihood) and worlds are fewer
        than 2**53; else to the precision of float64. A part is drawn for every world, by the
        parts' exact weights, then a world in it.
        """
        self._refuse_if_impossible()
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        row = generator_row(rng)
        until, alike = _steps([part.weight for part in self.parts])
        chosen = pick(until, alike, row, np.zeros(n, np.int64))
        for i, part in enumerate(self.parts):
            here = chosen == i
            if many := int(here.sum()):
                out[here] = part.diagram.sample(many, row)
        return out

    def entropy(self) -> float:
        """How much is open, in bits: log2(count) when all worlds are equally likely."""
        self._refuse_if_impossible()
        shares = [part.weight / self.weight for part in self._added]
        return max(
            0.0,
            sum(
                float(share) * (part.diagram.entropy() - _log2(share))
                for part, share in zip(self._added, shares, strict=True)
            ),
        )

    def world(self, number: int) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """World `number` of `count`, in an order that stays: place numbers [cards]."""
        self._refuse_if_impossible()
        if not 0 <= whole(number, "the number of a world") < self.count:
            last = told(self.count - 1)
            raise KnowledgeError(f"there is no world {told(number)}: they go from 0 to {last}")
        if self._by_itself is not None:
            return self._by_itself.world(number)
        which = bisect_right(self._until, number)
        before = self._until[which - 1] if which else 0
        return self._apart[which].diagram.world(number - before)

    def index(self, world: Sequence[int] | npt.NDArray[Any]) -> int:
        """The number of a world (place numbers [cards]): `world(index(w))` is w."""
        lies = self.knowledge.spelled(world)
        if self._by_itself is not None:
            return self._by_itself.index(world)
        for i, part in enumerate(self._apart):
            if inside(part.region, lies):
                return (self._until[i - 1] if i else 0) + part.diagram.index(world)
        raise KnowledgeError("this is no world of the knowledge: none of the alternatives holds")

    @cached_property
    def _by_itself(self) -> WorldCases | None:
        """The sum that this knowledge has by itself, whose order numbers the worlds; if it was
        made from another one by `given`."""
        if not self._cut_down:
            return None
        return WorldCases(self.knowledge, limit=self._limit, limits=self._limits)

    def _built(self, regions: Sequence[Region]) -> tuple[Part, ...]:
        parts = self.parts if self._regions_stay else ()
        known = {part.region.shape: part.diagram for part in parts}
        diagrams = (known.get(r.shape) or self._splitter.diagram(r, keep=True) for r in regions)
        parts = tuple(
            Part(r.factor, diagram, r) for r, diagram in zip(regions, diagrams, strict=True)
        )
        self._splitter.forget()
        return parts

    @cached_property
    def _apart(self) -> tuple[Part, ...]:
        """The same worlds as parts of which every world lies in one."""
        if len(self.parts) < 2 or all(one.once for one in self.knowledge.alternatives):
            return self.parts
        return self._built(self._splitter.apart(added=False))

    @cached_property
    def _added(self) -> tuple[Part, ...]:
        """The same sum as parts of which every world lies in one, with all its weight."""
        if sum(part.weight for part in self._apart) == self.weight:  # no two cases overlap
            return self._apart
        return self._built(self._splitter.apart(added=True))

    @cached_property
    def _until(self) -> list[int]:
        """How many worlds lie in the exclusive parts so far."""
        return list(accumulate(part.diagram.count for part in self._apart))

    @cached_property
    def _shares(self) -> list[Fraction]:
        return [part.weight / self.weight for part in self.parts]

    def _refuse_if_impossible(self) -> None:
        if not self.possible:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")


def _steps(weights: Sequence[Fraction]) -> tuple[npt.NDArray[np.float64], bool]:
    """The running total of weights, and whether it is of whole numbers small enough to be exact."""
    common = lcm(*(weight.denominator for weight in weights))
    counts = [int(weight * common) for weight in weights]
    counts = [count // gcd(*counts) for count in counts]
    total = sum(counts)
    small = total < EXACT
    until = accumulate(counts)
    return np.array([n if small else float(Fraction(n, total)) for n in until], np.float64), small


def _log2(share: Fraction) -> float:
    return log2(share.numerator) - log2(share.denominator)
