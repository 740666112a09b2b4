"""Every world of a knowledge, spelled out: card by card, all partial worlds side by side.

The definition and nothing else: a world puts each card into a place, as many into each as it
holds, and each fact gives the sum of its cards a weight. It shares no code with the structures from
which beliefs sample.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from beliefs import Knowledge

MOST_PARTIAL = 100_000
"""Partial worlds side by side, at most."""


def spelled_out(knowledge: Knowledge) -> tuple[NDArray[np.int16], NDArray[np.float64]] | None:
    """The worlds of a knowledge, and how likely each is.

    Returns:
        place numbers int16[worlds, cards] and probabilities float64[worlds], copies of a face told
        apart; None where that is too much, or where the knowledge has alternatives.

    >>> from beliefs import lacks
    >>> table = Knowledge(["A", "K", "Q"], {"me": 1, "you": 2}, [lacks("me", "A")])
    >>> worlds, shares = spelled_out(table)
    >>> worlds.tolist(), shares.tolist()
    ([[1, 1, 0], [1, 0, 1]], [0.5, 0.5])
    """
    if knowledge.alternatives:
        return None
    if not knowledge.size:
        return np.zeros((1, 0), np.int16), np.ones(1)
    sums = _Sums(knowledge)
    places, capacities = range(len(knowledge.places)), knowledge.capacities
    room = np.array([[knowledge.size if n is None else n for n in capacities]], np.int16)
    totals = np.zeros((1, len(knowledge.facts)), np.int64)
    worlds = np.zeros((1, 0), np.int16)
    prior = np.ones(1)
    for card, face in enumerate(knowledge.face_of.tolist()):
        name = knowledge.faces[face]
        kept = []
        for place in places:
            weight = float(knowledge.prior.get((name, knowledge.places[place]), 1))
            here = np.flatnonzero(room[:, place] > 0) if weight else np.zeros(0, np.int64)
            after = totals[here] + sums.of[card, place]
            here, after = here[fits := sums.possible(card, after)], after[fits]
            if len(here):
                less = room[here]
                less[:, place] -= 1
                longer = np.column_stack([worlds[here], np.full(len(here), place, np.int16)])
                kept.append((longer, less, after, prior[here] * weight))
        if not kept or sum(len(part[0]) for part in kept) > MOST_PARTIAL:
            return None
        worlds, room, totals, prior = (np.concatenate(part) for part in zip(*kept, strict=True))
    full = (room[:, [n is not None for n in capacities]] == 0).all(axis=1)
    weights = prior * full * sums.weights(totals)
    possible = weights > 0
    worlds, weights = worlds[possible], weights[possible]
    return (worlds, weights / weights.sum()) if len(worlds) else None


class _Sums:
    """The sums of a knowledge's facts: what each card adds in each place, and what may become."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.facts = knowledge.facts
        cards, places = knowledge.size, len(knowledge.places)
        self.of = np.zeros((cards, places, len(self.facts)), np.int64)
        for number, fact in enumerate(self.facts):
            for card, face in enumerate(knowledge.face_of.tolist()):
                for place in fact.places:
                    at = knowledge.places.index(place)
                    self.of[card, at, number] = fact.weights.get(knowledge.faces[face], 0)
        # What the cards after each one can add at most, and take away.
        most, least = self.of.max(axis=1), self.of.min(axis=1)
        self.most = most.sum(axis=0) - most.cumsum(axis=0)
        self.least = least.sum(axis=0) - least.cumsum(axis=0)
        ranges = [self._range(fact.lo, fact.hi, fact.table) for fact in self.facts]
        self.lo = np.array([lo for lo, _ in ranges], np.float64)
        self.hi = np.array([hi for _, hi in ranges], np.float64)

    @staticmethod
    def _range(lo: int | None, hi: int | None, table: object) -> tuple[float, float]:
        bounds = (-math.inf if lo is None else lo, math.inf if hi is None else hi)
        if not isinstance(table, dict):
            return bounds
        sums = [total for total, weight in table.items() if weight]
        return max(bounds[0], min(sums)), min(bounds[1], max(sums))

    def possible(self, card: int, totals: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which sums, after a card, the cards after it can still bring into range."""
        high = (totals + self.most[card] >= self.lo).all(axis=1)
        return np.asarray(high & (totals + self.least[card] <= self.hi).all(axis=1))

    def weights(self, totals: NDArray[np.int64]) -> NDArray[np.float64]:
        """The product of all facts' weights, for the sums of each world."""
        product = np.ones(len(totals))
        for number, fact in enumerate(self.facts):
            values, where = np.unique(totals[:, number], return_inverse=True)
            product *= np.array([float(fact.weight(int(v))) for v in values])[where]
        return product
