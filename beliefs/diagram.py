"""WorldDiagram: all worlds as the paths of a layered decision diagram.

Let the rows be the groups of cards alike and the pools the groups of places alike (`shape`). A
world is dealt in steps (`plan`): which pool takes this card, or how many cards of this row does the
pool take? All that the past means for the rest is the state: how far each constraint has come (a
capacity filled, a fact's sum reached), where sums that are the same from here on count as one.
Paths through the states are the worlds, counted with the number of ways in which the cards of a row
can be chosen. Then

- the weight of a node's completions is the sum over its arcs, one pass backwards;
- the root's is the weight of all worlds; without weights, their number;
- the probability of an arc is the weight of the paths through it, one pass forwards;
- a walk from the root that takes each arc in proportion to its completions is an exact sample;
- counting paths numbers the worlds, so that any one of them can be had by its number.

The cost is the number of arcs: little as long as few constraints are open at the same time,
whatever the number of worlds. It is poor where many facts with many different cards overlap.

References: counting and sampling by dynamic programming over a decision diagram: Bryant,
"Graph-based algorithms for Boolean function manipulation", 1986; Knuth, TAOCP 4A, 7.1.4.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.errors import KnowledgeError, TooLarge, told
from beliefs.facts import Fact, Place, as_float, whole
from beliefs.graphs.growth import Clock, Limits, cost, grown
from beliefs.graphs.holdings import contents_of_first, entropy_of_first
from beliefs.graphs.kernels.deals import ALONE, CLOSED, OPEN, Hands, draw
from beliefs.graphs.narrowed import narrowed, over_groups
from beliefs.graphs.ranking import number_of, world_of
from beliefs.graphs.shape import lay_out, numbers_of
from beliefs.knowledge import Knowledge
from beliefs.randomness import Randomness, empty_worlds, generator_row

__all__ = ["Limits", "TooLarge", "WorldDiagram"]

BATCH = 2**22
"""Cards that are dealt between two looks for an interrupt, when worlds are drawn."""


class WorldDiagram:
    """All worlds of a knowledge, as a decision diagram.

    Parameters
    ----------
    knowledge: what is known. If no world agrees with it, `count` is 0.
    limits: give up with `TooLarge`, a KnowledgeError, beyond these bytes (2 GiB unless told
        otherwise: some 20 million states) and seconds (None: however long it takes).
    first: places that are dealt before all others. `entropy` and `contents` can then tell of
        what lies in these places alone.

    Floats come from sums of positive numbers: relative errors are at most 1e-15 for each layer
    (a card, or a card and a place), some 1e-13 in all; where weights and numbers of ways
    may lie apart by more than 2**600, 1e-16 for each bit of the largest.

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

    def __init__(
        self,
        knowledge: Knowledge,
        *,
        limits: Limits | None = None,
        first: Place | Collection[Place] = (),
    ) -> None:
        if knowledge.alternatives:
            raise KnowledgeError("a diagram takes facts alone: WorldCases sums over alternatives")
        self.knowledge = knowledge
        self.limits = limits or Limits()
        self._first = numbers_of(knowledge, first)
        self._layout = lay_out(knowledge, self._first)
        self._grown = grown(self._layout.shape, self.limits)
        self._by_itself = True  # not cut down from another one

    @property
    def possible(self) -> bool:
        """Whether there is any world."""
        return self._grown.nodes > 0 and bool(self._layout.constant)

    @property
    def nodes(self) -> int:
        """The number of states in the diagram, a measure of its cost."""
        return self._grown.nodes

    @property
    def bytes(self) -> int:
        """What the diagram takes in memory."""
        return sum(part.nbytes for part in self._grown.graph)

    @property
    def cost(self) -> int:
        """The same with the passes over it, about: what counts against the limit of memory."""
        return cost(self.nodes, len(self._grown.graph.child))

    @property
    def count(self) -> int:
        """The number of worlds (copies of a face told apart), exact at any size."""
        return self._grown.count if self.possible else 0

    @property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly; without weights, their number."""
        return self._grown.weight * self._layout.constant if self.possible else Fraction(0)

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places].

        float64, or with `exact` an array of Fractions.
        """
        layout, shape = self._layout, self._layout.shape
        self._refuse_if_impossible()
        if not exact:
            part = self._grown.figures.expected / np.array(shape.copies, np.float64)[:, None]
            return np.asarray(part[layout.row_of][:, layout.pool_of] * layout.shares_of(float))
        parts, shares = self._grown.cards, layout.shares_of(Fraction)
        found = np.zeros((len(layout.row_of), len(layout.pool_of)), object)
        for f, r in enumerate(layout.row_of.tolist()):
            for p, q in enumerate(layout.pool_of.tolist()):
                found[f, p] = parts[r][q] * shares[p]
        return found

    def probability(self, *facts: Fact, exact: bool = False) -> float | Fraction:
        """Probability that all the facts hold (the mean of their weights, for likelihoods)."""
        self._refuse_if_impossible()
        other = self.given(*facts)
        if not other.possible:
            return Fraction(0) if exact else 0.0
        if exact:
            return other.weight / self.weight
        return self.share(other)

    def share(self, part: WorldDiagram) -> float:
        """How much of the weight the worlds of another diagram of these cards have, as a float.

        >>> from beliefs import Knowledge, holds
        >>> deal = WorldDiagram(Knowledge(["A", "K"], {"me": 1, "you": 1}))
        >>> deal.share(deal.given(holds("me", "A")))
        0.5
        """
        here, there = self._grown.figures, part._grown.figures
        mean = Fraction(there.weight) / Fraction(here.weight)
        mean *= Fraction(2) ** (there.exponent - here.exponent)
        mean *= Fraction(part._layout.shape.splits, self._layout.shape.splits)
        mean *= Fraction(part._constant) / Fraction(self._constant)
        return as_float(mean)

    def given(self, *facts: Fact) -> WorldDiagram:
        """The diagram of the worlds in which these facts hold too.

        A fact that speaks of cards alike, and of places alike, in one breath cuts down this
        diagram; for any other one it is grown anew.
        """
        knowledge, clock = self.knowledge.given(*facts), Clock(self.limits)
        found = self._grown
        for fact in facts:
            extra = over_groups(self.knowledge, self._layout, fact)
            left = clock.rest(self.limits)
            part = narrowed(found, extra, left) if extra and found.nodes else None
            if part is None:
                other = WorldDiagram(knowledge, limits=left, first=self._first_places)
                other.limits = self.limits
                return other
            found = part
        other = WorldDiagram.__new__(WorldDiagram)
        other.knowledge, other.limits, other._first = knowledge, self.limits, self._first
        other._layout, other._grown, other._by_itself = self._layout, found, False
        return other

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` independent worlds, each with its probability: place numbers [n, cards].

        Exactly, by whole numbers, where nothing weighs (no weight but 0 and 1, no likelihood) and
        worlds are fewer than 2**53; else to the precision of float64. Cost: about one step
        per card and cell with a choice; nothing is rejected.
        """
        self._refuse_if_impossible()
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        row, found = generator_row(rng), self._grown
        step = max(1, BATCH // (self.knowledge.size + 1))
        for begin in range(0, n, step):
            part = out[begin : begin + step]
            draw(
                found.plan, found.graph, self._hands, found.figures.flow, found.figures.whole,
                row, part,
            )  # fmt: skip
        return out

    def world(self, number: int) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """The world with this number, from 0 to count - 1: place numbers [cards].

        Numbers are stable: the same knowledge, the same order. Worlds can so be walked without
        listing them, drawn without replacement, or split among workers.

        >>> from beliefs import Knowledge
        >>> diagram = WorldDiagram(Knowledge(range(52), dict.fromkeys("NESW", 13)))
        >>> diagram.index(diagram.world(10**28)) == 10**28
        True
        """
        if not 0 <= whole(number, "the number of a world") < self.count:
            last = told(self.count - 1)
            raise KnowledgeError(f"there is no world {told(number)}: they go from 0 to {last}")
        world: npt.NDArray[Any] = empty_worlds(1, self.knowledge.size, len(self.knowledge.places))
        kin = self._in_order
        world[0] = world_of(kin._grown, kin._layout, kin._cards, int(number))
        return np.asarray(world[0])

    def index(self, world: Sequence[int] | npt.NDArray[Any]) -> int:
        """The number of a world: the inverse of `world`. Raises KnowledgeError if it cannot be."""
        self.knowledge.spelled(world)
        places = [int(place) for place in world]
        number, kin = None, self._in_order
        if self.possible:
            number = number_of(kin._grown, kin._layout, kin._cards, places)
        if number is None:
            raise KnowledgeError(f"{places} is no world of the knowledge: a fact or capacity fails")
        return number

    @cached_property
    def _in_order(self) -> WorldDiagram:
        """The diagram whose order numbers the worlds: the one that this knowledge has by itself."""
        plain = not self._first and self._by_itself
        return self if plain else WorldDiagram(self.knowledge, limits=self.limits)

    def entropy(self, of: Place | Collection[Place] | None = None) -> float:
        """How much is open, in bits: log2(count) when all worlds are equally likely.

        of: places, and the entropy of their contents alone (how many copies of each face lie in
        each of them).

        >>> from beliefs import Knowledge
        >>> WorldDiagram(Knowledge({"A": 2, "K": 2}, {"me": 1, "deck": 3})).entropy("me")
        1.0
        """
        self._refuse_if_impossible()
        if of is not None:
            first = self.dealing_first(of)
            return entropy_of_first(first._grown, first._layout)
        found = self._grown
        total = found.bits + log2(self._layout.shape.splits)
        if found.weighted:
            total -= float(found.passed @ found.likelihoods)
        return max(0.0, total)

    def contents(
        self, places: Place | Collection[Place]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """All that can lie in these places: copies[contents, faces, places], and how likely.

        Raises KnowledgeError beyond two million contents.

        >>> from beliefs import Knowledge
        >>> knowledge = Knowledge({"A": 3, "K": 1}, {"me": 1, "deck": 3})
        >>> held, shares = WorldDiagram(knowledge).contents("me")
        >>> held[:, :, 0].tolist(), shares.tolist()
        ([[0, 1], [1, 0]], [0.25, 0.75])
        """
        self._refuse_if_impossible()
        first = self.dealing_first(places)
        return contents_of_first(first._grown, first._layout)

    def dealing_first(self, places: Place | Collection[Place]) -> WorldDiagram:
        """The diagram of the same worlds, within the same limits, with these places `first`."""
        if numbers_of(self.knowledge, places) == self._first:
            return self
        return WorldDiagram(self.knowledge, limits=self.limits, first=places)

    def _refuse_if_impossible(self) -> None:
        if not self.possible:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")

    @property
    def _first_places(self) -> tuple[Place, ...]:
        return tuple(self.knowledge.places[p] for p in self._first)

    @property
    def _constant(self) -> int | Fraction:
        return self._layout.constant * self._grown.untouched

    @cached_property
    def _cards(self) -> list[list[int]]:
        """The physical cards of each row."""
        row_of = self._layout.row_of[self.knowledge.face_of]
        return [np.flatnonzero(row_of == r).tolist() for r in range(len(self._layout.shape.copies))]

    @cached_property
    def _hands(self) -> Hands:
        layout, pools = self._layout, self._layout.shape.pools
        slots = [
            [p for p, n in zip(layout.members(q), pool.sizes, strict=True) for _ in range(n)]
            if not pool.open
            else layout.members(q)
            for q, pool in enumerate(pools)
        ]
        return Hands(
            card=np.array([card for some in self._cards for card in some], np.int64),
            cards=np.cumsum([0, *layout.shape.copies]),
            slot=np.array([place for some in slots for place in some], np.int64),
            slots=np.cumsum([0, *map(len, slots)]),
            kind=np.array(
                [ALONE if len(p.sizes) < 2 else OPEN if p.open else CLOSED for p in pools], np.int64
            ),
        )
