"""Belief: how likely every world of a knowledge is, whatever structure computes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import factorial, prod
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Statement
from beliefs.cases import WorldCases, mean
from beliefs.diagram import WorldDiagram
from beliefs.errors import KnowledgeError
from beliefs.facts import Face, Place
from beliefs.knowledge import Knowledge
from beliefs.questions import Question, Target, best, entropy, worth
from beliefs.randomness import Randomness
from beliefs.reasons import Explanation, contradiction, explain
from beliefs.splitting import terms
from beliefs.table import World, WorldTable

SMALL = 200_000
"""Worlds that `Belief.worlds` is willing to spell out."""


class Belief:
    """The distribution over the worlds of a knowledge, and what people ask of it.

    Parameters
    ----------
    knowledge: what is known.
    method: "table" spells out every world, "diagram" shares what worlds have in common (a sum of
        diagrams where there are alternatives), "auto" takes what is estimated to cost less. All
        answer alike, exactly.

    Raises Contradiction, naming an irreducible set of statements, when no world is left.

    >>> from beliefs import Belief, Knowledge, lacks
    >>> belief = Belief(Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2},
    ...                           [lacks("deck", "Priest")]))
    >>> belief.count, belief.probabilities().tolist()
    (1, [[0.0, 1.0], [1.0, 0.0]])
    >>> print(belief.explain("Guard", "hand"))
    hand cannot hold Guard, because deck lacks Priest
    """

    exact = True

    def __init__(
        self, knowledge: Knowledge, method: Literal["auto", "table", "diagram"] = "auto"
    ) -> None:
        if method not in ("auto", "table", "diagram"):
            raise KnowledgeError(f"method is {method!r}: it can be 'auto', 'table' or 'diagram'")
        self.knowledge = knowledge
        self._asked = method
        self.method = cheaper(knowledge) if method == "auto" else method
        self.structure: WorldTable | WorldDiagram | WorldCases = _structure(knowledge, self.method)
        if not self.structure.possible:
            raise contradiction(knowledge)

    @property
    def count(self) -> int:
        """The number of worlds: placements of the cards, copies of a face told apart."""
        return self.structure.count

    @property
    def arrangements(self) -> int:
        """The number of worlds when the inner order of ordered places counts too."""
        knowledge = self.knowledge
        orders = (
            factorial(capacity or 0)
            for place, capacity in zip(knowledge.places, knowledge.capacities, strict=True)
            if place in knowledge.ordered
        )
        return self.count * prod(orders)

    @property
    def weight(self) -> Fraction:
        """The total weight of all worlds, exactly; without weights, their number."""
        return self.structure.weight

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
        return mean(structure, terms(self.knowledge, statements), exact=exact)

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` independent worlds, each with its probability, none rejected.

        Exactly where all worlds are equally likely and fewer than 2**31, else to the precision of
        float64. Returns place numbers [n, cards], int8 (int16 beyond 127 places); card `i` has the
        face `knowledge.faces[knowledge.face_of[i]]`. `rng` is a seed, a NumPy Generator or a
        generator row; a row is advanced.
        """
        return self.structure.sample(n, rng)

    def given(self, *statements: Statement) -> Belief:
        """The belief once these are known too. Raises Contradiction if they cannot be."""
        return Belief(self.knowledge.given(*statements), self._asked)

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

    def worlds(self) -> Iterator[tuple[World, Fraction]]:
        """Every world (place -> faces in it) with its probability; copies told apart.

        >>> from beliefs import Belief, Knowledge
        >>> for world, p in Belief(Knowledge(["A", "K"], {"me": 1, "you": 1})).worlds():
        ...     print(world, p)
        {'me': ('A',), 'you': ('K',)} 1/2
        {'me': ('K',), 'you': ('A',)} 1/2
        """
        if self.count > SMALL:
            raise KnowledgeError(f"{self.count} worlds are too many to spell out: draw a sample")
        table = self.structure if isinstance(self.structure, WorldTable) else None
        return (table or WorldTable(self.knowledge)).worlds()

    def __repr__(self) -> str:
        return f"<Belief: {self.count} worlds, exact, by {self.method}>"


def _structure(knowledge: Knowledge, method: str) -> WorldTable | WorldDiagram | WorldCases:
    if method == "table":
        return WorldTable(knowledge)
    return WorldCases(knowledge) if knowledge.alternatives else WorldDiagram(knowledge)


def cheaper(knowledge: Knowledge) -> Literal["table", "diagram"]:
    """The structure that is estimated to cost less.

    A table costs a few microseconds for each card of each candidate; a diagram some hundreds for
    everything around its kernels, and seldom more: it never has more states than worlds.
    """
    candidates = 1
    for face, copies in zip(knowledge.faces, knowledge.copies, strict=True):
        barred = sum((face, place) in knowledge.prior for place in knowledge.places)
        candidates *= max(1, len(knowledge.places) - barred) ** copies
    return "table" if candidates * knowledge.size <= 8 else "diagram"
