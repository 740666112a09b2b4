"""HoldingMatrix: held, lacked or unknown, for every card and place.

What a person keeps on a pad at the table. For every face and place it keeps the least and the most
copies that can lie there, and narrows them by two kinds of reasoning until neither finds more:

- **bounds**: all copies of a face lie somewhere, every place holds as many cards as it holds, every
  fact has a range of sums, of alternatives one case must be left (`beliefs.bounds`).
- **flow**: three cards which fit into two places of total size three leave no room for a fourth
  (`beliefs.flow`).

Certain entries are always right. With capacities and allowed places alone, none is missed; where
there are facts, some entries that are certain may be called unknown. `complete()` decides those.
"""

from __future__ import annotations

import copy
from enum import Enum
from time import monotonic

import numpy as np
import numpy.typing as npt

from beliefs.bounds import Bounds
from beliefs.builders import at_least, at_most
from beliefs.conflicts import worlds_of
from beliefs.errors import unknown
from beliefs.facts import Face, Fact, Place
from beliefs.graphs.growth import limits_of
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods
from beliefs.reasons import Explanation, contradiction, explain

WORLDS = 1000
"""Worlds that `complete` draws to see what can be."""


class Holding(Enum):
    """What is known of a card and a place; its value is its mark on the pad.

    >>> Holding("+"), Holding.LACKED.value
    (<Holding.HELD: '+'>, '-')
    """

    HELD = "+"
    LACKED = "-"
    UNKNOWN = "?"


class HoldingMatrix:
    """Held, lacked or unknown for every card and place, closed under facts and capacities.

    `low` and `high` [faces, places] bound the number of copies of the face in the place; after
    `complete`, `exact` is true and they are the least and the greatest number that can be. Raises
    Contradiction where no world is left.

    >>> from beliefs import Knowledge, lacks
    >>> matrix = HoldingMatrix(Knowledge(["Plum", "knife", "hall"],
    ...                                  {"Ann": 1, "Bob": 1, "file": 1},
    ...                                  [lacks("Ann", ["Plum", "knife"], because="passed")]))
    >>> print(matrix)
          Ann Bob file
    Plum   -   ?   ?
    knife  -   ?   ?
    hall   +   -   -
    >>> print(matrix.explain("hall", "Bob"))
    Bob cannot hold hall, because Ann lacks Plum, knife (passed)
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._bounds = Bounds(knowledge, knowledge.statements)
        self.low, self.high = self._bounds.start()
        self._close()
        plain = not knowledge.statements and max(knowledge.copies, default=0) < 2
        decided = bool((self.low == self.high).all())
        if decided and not self._holds():
            raise contradiction(knowledge)
        self.exact = plain or decided

    def __getitem__(self, pair: tuple[Face, Place]) -> Holding:
        """What is known of a (card, place): HELD where it certainly holds a copy of the card."""
        card, place = pair
        if card not in self.knowledge.faces:
            raise unknown("card", card, self.knowledge.faces)
        if place not in self.knowledge.places:
            raise unknown("place", place, self.knowledge.places)
        return self._holding(self.knowledge.faces.index(card), self.knowledge.places.index(place))

    def complete(self, *, seconds: float | None = None, memory: int | None = None) -> HoldingMatrix:
        """The matrix in which every entry is decided: what is called unknown can be either.

        By flow where there are no facts; else worlds are drawn from a diagram, and what none of
        them shows to be possible is refuted, or shown, by a diagram of its own. Raises TooLarge
        where a diagram would be: by its limits, or by these, `seconds` for all diagrams together
        and `memory`, in bytes, for each.

        >>> from beliefs import Knowledge, at_least
        >>> shown = [at_least(["x", "y"], pair, 1) for pair in (["A", "B"], ["B", "C"], ["A", "C"])]
        >>> matrix = HoldingMatrix(Knowledge(list("ABCD"), {"x": 1, "y": 1, "z": 2}, shown))
        >>> matrix["D", "z"], matrix.complete()["D", "z"]
        (<Holding.UNKNOWN: '?'>, <Holding.HELD: '+'>)
        """
        if self.exact:
            return self
        done = copy.copy(self)
        done.low, done.high = self.low.copy(), self.high.copy()
        if self.knowledge.statements:
            done._decide(seconds, memory)
        else:
            _flow(self.knowledge, done.low, done.high, fully=True)
        done.exact = True
        return done

    def explain(self, card: Face, place: Place) -> Explanation:
        """An irreducible set of facts that makes a certain entry certain.

        Raises KnowledgeError where it is open whether the place holds the card.
        """
        self[card, place]
        return explain(self.knowledge, card, place)

    def _holding(self, face: int, place: int) -> Holding:
        if self.low[face, place] > 0:
            return Holding.HELD
        return Holding.LACKED if self.high[face, place] == 0 else Holding.UNKNOWN

    def __str__(self) -> str:
        faces = [str(face) for face in self.knowledge.faces]
        places = [str(place) for place in self.knowledge.places]
        margin = max(map(len, faces), default=0)
        lines = [" " * margin + "".join(f" {place}" for place in places)]
        for f, face in enumerate(faces):
            marks = (f" {self._holding(f, p).value:^{len(name)}}" for p, name in enumerate(places))
            lines.append((f"{face:<{margin}}" + "".join(marks)).rstrip())
        return "\n".join(lines)

    def _holds(self) -> bool:
        """Whether the one world that is left is one; bounds know ranges of sums only."""
        places = np.arange(len(self.knowledge.places))
        world = [np.repeat(places, copies) for copies in self.low]
        row = np.concatenate([np.zeros(0, np.int64), *world])[None]
        judged = Likelihoods(self.knowledge, row)
        return all(judged.possible(statement).all() for statement in self.knowledge.statements)

    def _close(self) -> None:
        """Narrow by bounds, and by flow where they find nothing more, until neither does."""
        every = range(len(self.knowledge.statements))
        before = -1
        while before != (before := int((self.high - self.low).sum())):
            fits = self._bounds.narrow(self.low, self.high, every)
            if not fits or not _flow(self.knowledge, self.low, self.high):
                raise contradiction(self.knowledge)

    def _decide(self, seconds: float | None, memory: int | None) -> None:
        """Narrow to the least and the greatest number of copies that some world has.

        `least` and `most` are what the worlds drawn so far show; each open question is put to a
        diagram, which answers with more worlds, or that there are none.
        """
        until = None if seconds is None else monotonic() + seconds
        least, most = np.full_like(self.low, self.knowledge.size), np.zeros_like(self.high)

        def can(*facts: Fact) -> bool:
            left = None if until is None else max(0.0, until - monotonic())
            limits = limits_of(memory, left, foreseen=True)
            structure = worlds_of(self.knowledge.given(*facts), limits)
            if structure.possible:
                worlds = structure.sample(WORLDS if not facts else WORLDS // 10, 0)
                judged = Likelihoods(self.knowledge, worlds).copies
                np.minimum(least, judged.min(axis=2).T, out=least)
                np.maximum(most, judged.max(axis=2).T, out=most)
            return structure.possible

        if not can():
            raise contradiction(self.knowledge)
        for p, place in enumerate(self.knowledge.places):
            # Cards that are seen nowhere in a place are refuted together, as a rule.
            while any(unseen := (most[:, p] == 0) & (self.high[:, p] > 0)):
                faces = [self.knowledge.faces[f] for f in np.flatnonzero(unseen)]
                if not can(at_least([place], faces, 1)):
                    self.high[unseen, p] = 0
                    self._close()
        for f, p in np.ndindex(self.low.shape):
            face, place = self.knowledge.faces[f], self.knowledge.places[p]
            while most[f, p] < self.high[f, p]:
                if not can(at_least([place], [face], int(most[f, p]) + 1)):
                    self.high[f, p] = most[f, p]
                    self._close()
            while least[f, p] > self.low[f, p]:
                if not can(at_most([place], [face], int(least[f, p]) - 1)):
                    self.low[f, p] = least[f, p]
                    self._close()


def _flow(
    knowledge: Knowledge,
    low: npt.NDArray[np.int64],
    high: npt.NDArray[np.int64],
    *,
    fully: bool = False,
) -> bool:
    """See `beliefs.flow`; its networkx, a quarter of a second, is loaded for a matrix alone."""
    from beliefs.flow import narrow_by_flow

    return narrow_by_flow(knowledge, low, high, fully=fully)
