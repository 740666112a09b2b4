"""Belief: how likely every world of a knowledge is, whatever structure computes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from math import factorial, inf, log2, prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Alternatives, Statement
from beliefs.cases import WorldCases, mean
from beliefs.chain import WorldChain
from beliefs.costs import METHODS, Method, tiny
from beliefs.diagram import Limits, WorldDiagram
from beliefs.errors import KnowledgeError, TooLarge, told
from beliefs.facts import Face, Fact, Place
from beliefs.graphs.growth import limits_of
from beliefs.knowledge import Knowledge
from beliefs.questions import Question, Target, best, entropy, worth
from beliefs.randomness import Randomness
from beliefs.reasons import Explanation, contradiction, explain
from beliefs.splitting import terms
from beliefs.table import World, WorldTable, weight_of
from beliefs.targets import contents, named

Structure: TypeAlias = WorldTable | WorldDiagram | WorldCases | WorldChain


class Belief:
    """The distribution over the worlds of a knowledge, and what people ask of it.

    Parameters
    ----------
    knowledge: what is known.
    method: "table" spells out every world; "diagram" shares what worlds have in common (a sum of
        diagrams where there are alternatives); "chain" estimates from weighted samples. "exact"
        takes the cheaper of the first two; "auto" does too, but takes a chain where they would
        need more than the limits.
    seconds, memory: limits of what a diagram or a table may cost to build, by the clock and in
        bytes (2 GiB unless told otherwise). Beyond them, TooLarge; or a chain, by "auto".

    `method` is then the one that was taken, `exact` says whether answers are exact, `structure` is
    what computes them. Raises Contradiction, naming an irreducible set of statements, when no
    world is left.

    >>> from beliefs import Belief, Knowledge, lacks
    >>> belief = Belief(Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2},
    ...                           [lacks("deck", "Priest")]))
    >>> belief.count, belief.probabilities().tolist()
    (1, [[0.0, 1.0], [1.0, 0.0]])
    >>> print(belief.explain("Guard", "hand"))
    hand cannot hold Guard, because deck lacks Priest
    """

    def __init__(
        self,
        knowledge: Knowledge,
        method: Method = "auto",
        *,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        self.knowledge = knowledge
        self._asked: Method = method
        self._limits = limits_of(memory, seconds)
        self.method, self.structure = _chosen(knowledge, method, self._limits)
        if not self.structure.possible:
            raise contradiction(knowledge)

    @property
    def exact(self) -> bool:
        """Whether answers are exact; else they are estimates from samples."""
        return self.structure.exact

    @property
    def count(self) -> int | float:
        """The number of worlds: placements of the cards, copies of a face told apart.

        A whole number of any size; a float where it is an estimate.
        """
        return self.structure.count

    @property
    def arrangements(self) -> int | float:
        """The number of worlds when the inner order of ordered places counts too."""
        knowledge = self.knowledge
        orders = prod(
            factorial(capacity or 0)
            for place, capacity in zip(knowledge.places, knowledge.capacities, strict=True)
            if place in knowledge.ordered
        )
        if isinstance(self.structure, WorldChain):
            bits = self.structure.log2_count + log2(orders)
            return 2.0**bits if bits < 1024 else inf
        return self.structure.count * orders

    @property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly; without weights, their number."""
        return self._exactly("its weight").weight

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places].

        float64, or with `exact` an array of Fractions. Faces and places are in the order of
        `knowledge.faces` and `knowledge.places`.
        """
        return self.structure.probabilities(exact=exact)

    def probability(self, *statements: Statement, exact: bool = False) -> float | Fraction:
        """Probability that all of these hold (the mean of their weights, for likelihoods).

        >>> from beliefs import Belief, Knowledge, any_of, holds
        >>> belief = Belief(Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2}))
        >>> belief.probability(holds("hand", "Guard"), exact=True)
        Fraction(2, 3)
        >>> belief.probability(any_of(holds("hand", "Guard"), holds("deck", "Priest")), exact=True)
        Fraction(2, 3)
        """
        structure = self.structure
        if not isinstance(structure, WorldDiagram):
            return structure.probability(*statements, exact=exact)
        return mean(structure, terms(self.knowledge, statements, limits=self._limits), exact=exact)

    def each(self, statements: Iterable[Statement | Sequence[Statement]]) -> npt.NDArray[Any]:
        """The probability of each of these alone, a statement or a list of them: float64[n].

        >>> from beliefs import Belief, Knowledge, holds
        >>> belief = Belief(Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2}))
        >>> belief.each(holds("hand", card) for card in ("Guard", "Priest")).round(3).tolist()
        [0.667, 0.333]
        """
        listed = [
            (one,) if isinstance(one, Fact | Alternatives) else tuple(one) for one in statements
        ]
        return np.array([float(self.probability(*some)) for some in listed], np.float64)

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` worlds, each with its probability: independent, and none rejected.

        Exactly where nothing weighs (no weight but 0 and 1, no likelihood) and worlds are fewer
        than 2**53, else to the precision of float64; by a chain, nearly (see `beliefs.chain`).
        Returns place numbers [n, cards], int8 (int16 beyond 127 places); card `i` has the face
        `knowledge.faces[knowledge.face_of[i]]`. `rng` is a seed, a NumPy Generator or a generator
        row; a row is advanced.
        """
        return self.structure.sample(n, rng)

    def given(self, *statements: Statement) -> Belief:
        """The belief once these are known too. Raises Contradiction if they cannot be.

        A diagram is cut down where the facts allow it, rather than built anew.
        """
        facts = all(isinstance(one, Fact) for one in statements)
        if isinstance(self.structure, WorldTable | WorldChain) or not facts:
            return Belief(
                self.knowledge.given(*statements),
                self._asked,
                seconds=self._limits.seconds,
                memory=self._limits.memory,
            )
        other = Belief.__new__(Belief)
        other.knowledge = self.knowledge.given(*statements)
        other._asked, other._limits, other.method = self._asked, self._limits, self.method
        try:
            other.structure = self.structure.given(*statements)  # type: ignore[arg-type]
        except TooLarge:
            if self._asked != "auto":
                raise
            other.method, other.structure = "chain", WorldChain(other.knowledge)
        if not other.structure.possible:
            raise contradiction(other.knowledge)
        return other

    def contents(
        self, places: Place | Collection[Place]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """All that can lie in these places: copies[contents, faces, places], and how likely.

        Raises KnowledgeError where that is too much to list. A chain tells of what it has drawn.

        >>> from beliefs import Belief, Knowledge
        >>> belief = Belief(Knowledge({"Guard": 3, "Priest": 1}, {"hand": 1, "deck": 3}))
        >>> held, shares = belief.contents("hand")
        >>> held[:, :, 0].tolist(), shares.tolist()
        ([[0, 1], [1, 0]], [0.25, 0.75])
        """
        return contents(self.structure, named(self.knowledge, places))

    def entropy(self, *, of: Target = None) -> float:
        """How much is open, in bits: log2(count) when all worlds are equally likely.

        `of` names the place or places whose contents matter; None is the whole world.
        """
        return entropy(self.structure, of=of)

    def worth(self, question: Question, *, of: Target = None) -> float:
        """Expected drop in the entropy of the target, in bits, when the question is answered.

        `of` names the place or places whose contents matter; None is the whole world.

        >>> from beliefs import Belief, Knowledge, Question, holds, lacks
        >>> belief = Belief(Knowledge({"Guard": 2, "Priest": 1, "King": 1}, {"Ann": 1, "deck": 3}))
        >>> guess = Question({"yes": holds("Ann", "Guard"), "no": lacks("Ann", "Guard")}, "Guard?")
        >>> belief.worth(guess, of="Ann"), belief.entropy(of="Ann")
        (1.0, 1.5)
        """
        return worth(self.structure, question, of=of)

    def best(
        self, questions: Iterable[Question], *, of: Target = None, n: int = 10
    ) -> list[tuple[Question, float]]:
        """The `n` questions that are worth most, with their worths, best first.

        More than `n` are first compared on a sample of worlds, see `beliefs.questions`.
        """
        return best(self.structure, questions, of=of, n=n)

    def explain(self, card: Face, place: Place) -> Explanation:
        """Why it is certain that `place` holds `card`, or does not; irreducible.

        Raises KnowledgeError where it is open.
        """
        return explain(self.knowledge, card, place)

    def world(self, number: int) -> npt.NDArray[Any]:
        """The world with this number, from 0 to count - 1: place numbers [cards].

        The order is stable for the same knowledge and method: worlds can be walked lazily, drawn
        without replacement, or split among workers.

        >>> from beliefs import Belief, Knowledge
        >>> belief = Belief(Knowledge(range(52), dict.fromkeys("NESW", 13)))
        >>> belief.index(belief.world(10**28)) == 10**28
        True
        """
        return self._exactly("worlds by number").world(number)

    def index(self, world: Sequence[int] | npt.NDArray[Any]) -> int:
        """The number of a world: the inverse of `world`. Raises KnowledgeError if it cannot be."""
        return self._exactly("worlds by number").index(world)

    def worlds(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[World, Fraction]]:
        """Worlds number start to stop - 1 (place -> faces in it), with their probabilities.

        One by one, as they are asked for; copies of a face are told apart.

        >>> from beliefs import Belief, Knowledge
        >>> for world, p in Belief(Knowledge(["A", "K"], {"me": 1, "you": 1})).worlds():
        ...     print(world, p)
        {'me': ('A',), 'you': ('K',)} 1/2
        {'me': ('K',), 'you': ('A',)} 1/2
        """
        structure = self._exactly("worlds by number")
        total, knowledge = structure.weight, self.knowledge
        for number in range(*slice(start, stop).indices(structure.count)):
            row = structure.world(number).tolist()
            yield knowledge.spelled(row), weight_of(knowledge, row) / total

    def _exactly(self, what: str) -> WorldTable | WorldDiagram | WorldCases:
        if isinstance(self.structure, WorldChain):
            raise KnowledgeError(f"a chain estimates: for {what}, ask with method='exact'")
        return self.structure

    def __repr__(self) -> str:
        if isinstance(self.structure, WorldChain):
            bits, effective = self.structure.log2_count, self.structure.effective
            return f"<Belief: about 2**{bits:.1f} worlds, by chain, {effective:.0%} effective>"
        worlds = "1 world" if self.count == 1 else f"{told(self.count)} worlds"
        return f"<Belief: {worlds}, exact, by {self.method}>"


def _chosen(knowledge: Knowledge, method: Method, limits: Limits) -> tuple[str, Structure]:
    """The structure that the method names; else a tiny table, a diagram, a chain if need be."""
    if method not in METHODS:
        raise KnowledgeError(f"method is {method!r}: it can be {', '.join(map(repr, METHODS))}")
    if method == "table":
        return "table", WorldTable(knowledge, limits=limits)
    if method in ("auto", "exact") and tiny(knowledge):
        return "table", WorldTable(knowledge)
    if method != "chain":
        limits = limits._replace(foreseen=method == "auto")
        try:
            if knowledge.alternatives:
                return "diagram", WorldCases(knowledge, limits=limits)
            return "diagram", WorldDiagram(knowledge, limits=limits)
        except TooLarge:
            if method != "auto":
                raise
    return "chain", WorldChain(knowledge)
