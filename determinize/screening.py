"""Many suggestions weighed at once, on the same worlds.

In each world it is settled who shows, and which of the cards named that player holds; only the
choice among these is chance. So what happens is counted, world by world, together with what lies in
the target, and the answers' probabilities follow from the counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs import WorldTable
from beliefs.facts import Face, Place
from beliefs.knowledge import Knowledge
from beliefs.likelihoods import Likelihoods
from beliefs.questions import Structure
from beliefs.randomness import Randomness
from beliefs.targets import DRAWN, contents, grouped, information

AT_ONCE = 2**15
"""Worlds, once for each suggestion, that are looked at in one go: what fits into the cache."""
PAIRS = 2**22
"""Pairs of what happens and what lies in the target that are counted in one go, at most."""


class Looked(NamedTuple):
    """Worlds to look at: who holds what, what lies in the target, and how likely they are."""

    row: Mapping[Face, int]  # of each face
    holder: npt.NDArray[np.int16]  # [faces, worlds] of single cards: which of those asked, by rank
    asked: int  # how many are asked; also the holder of cards that none of them holds
    target: npt.NDArray[np.int64]  # [worlds] a number for what lies there
    shares: npt.NDArray[np.float64]  # [worlds] how likely each is
    drawn: int | None  # how many were drawn; None where these are all worlds

    def told(self, kinds: Sequence[Collection[Face]]) -> list[float]:
        """What suggestions of these cards tell of the target, in bits."""
        most = max(map(len, kinds), default=0)
        cards = np.full((len(kinds), most), len(self.row), np.int64)  # a card that nobody holds
        for i, kind in enumerate(kinds):
            cards[i, : len(kind)] = sorted(self.row[face] for face in kind)
        shown = _shown(self.asked, most)
        pairs = shown.shape[1] * (int(self.target.max(initial=0)) + 1)
        step = max(1, min(AT_ONCE // (len(self.shares) or 1), PAIRS // pairs))
        parts = [self._told(cards[i : i + step], shown) for i in range(0, len(cards), step)]
        return [float(one) for part in parts for one in part]

    def _told(
        self, cards: npt.NDArray[np.int64], shown: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """The same for rows of cards [suggestions, cards named]."""
        many, width = cards.shape
        targets = int(self.target.max(initial=0)) + 1
        at = self.holder[cards]
        first = at.min(axis=1, initial=self.asked)
        happens = first.astype(np.int64) << width
        for j in range(width):
            happens += (at[:, j] == first).astype(np.int64) << j
        happens += np.arange(many)[:, None] * shown.shape[1]
        happens *= targets
        happens += self.target
        weights = np.broadcast_to(self.shares, happens.shape)
        size = many * shown.shape[1] * targets
        counted = np.bincount(happens.ravel(), weights.ravel(), size)
        return information(shown @ counted.reshape(many, shown.shape[1], targets), self.drawn)


def _shown(asked: int, named: int) -> npt.NDArray[np.float64]:
    """How likely each answer is [answers, what happens]: somebody and a card; last of all, nobody.

    What happens is a number: `happens >> named` is who shows, and the bits below that say which of
    the cards named he holds.
    """
    shown = np.zeros((asked * named + 1, (asked + 1) << named))
    for happens in range(asked << named):
        held = [j for j in range(named) if happens >> j & 1]
        for j in held:
            shown[(happens >> named) * named + j, happens] = 1 / len(held)
    shown[-1, asked << named :] = 1
    return shown


def look(
    structure: Structure,
    asked: Sequence[int],
    target: Sequence[Place],
    rng: Randomness,
    worlds: int,
) -> Looked:
    """All worlds where they are listed already, or few; else a sample of so many."""
    knowledge: Knowledge = structure.knowledge
    rank = np.full(len(knowledge.places), len(asked), np.int16)
    rank[list(asked)] = np.arange(len(asked))
    drawn: int | None = None
    there: npt.NDArray[Any]
    if isinstance(structure, WorldTable) or (structure.exact and structure.count <= worlds):
        held, shares = contents(structure, knowledge.places)
        there = held[:, :, [knowledge.places.index(place) for place in target]]
        place_of = held.argmax(axis=2).T
    else:
        drawn = worlds if structure.exact else DRAWN
        rows = structure.sample(drawn, rng)
        there = Likelihoods(knowledge, rows).contents(target)
        shares = np.full(drawn, 1 / drawn)
        place_of = rows.T[np.cumsum([0, *knowledge.copies])[:-1]]
    nobodys = np.full((1, len(shares)), len(asked), np.int16)
    return Looked(
        {face: f for f, face in enumerate(knowledge.faces)},
        np.concatenate([rank[place_of], nobodys]),
        len(asked),
        grouped(structure, there, target),
        shares,
        drawn,
    )
