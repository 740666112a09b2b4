"""What worlds find for the options, each on its own, and how that is added up: means, and votes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from players.player import Considered
from players.search.root import ranked

COMBINATIONS = ("average", "vote")
"""How worlds are combined, by the names that ``combine`` takes."""


@dataclass
class Looked:
    """What was found in one world.

    Attributes:
        visits: int64[k], how often each option counts.
        sums: float64[k], of the mover's results, from 0 to 1 each.
        availability: how often the options could have been tried.
        line: what is expected to follow an option, by its place in the list: asked of one world.
        by_visits: whether the option that was visited most is the best; else the best mean is.
        solved: whether the values are exact.
    """

    visits: NDArray[np.int64]
    sums: NDArray[np.float64]
    availability: int
    line: Callable[[int], tuple[int, ...]]
    by_visits: bool = False
    solved: bool = False

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean result of each option; 0 for one that was never tried."""
        return self.sums / np.maximum(self.visits, 1)

    @property
    def best(self) -> NDArray[np.float64]:
        """The world's vote: 1 for its best option, shared where several are: float64[k]."""
        rank = self.visits.astype(np.float64) if self.by_visits else self.means
        first = (rank > rank.max() - 1e-9).astype(np.float64)
        return np.asarray(first / first.sum(), np.float64)


class Votes:
    """What worlds have found so far; of each only its share is kept.

    Args:
        first: int64[k], the options.

    >>> votes = Votes(np.array([3, 5]))
    >>> votes.add(Looked(np.array([2, 1]), np.array([0.5, 1.0]), 3, lambda k: ()))
    >>> [(one.option, one.value) for one in votes.considered("average")]
    [(5, 1.0), (3, 0.25)]
    """

    def __init__(self, first: NDArray[np.int64]) -> None:
        self.worlds = 0
        """How many were counted."""
        self.unsolved = 0
        """How many of them have no exact values."""
        self._first = first
        self._visits, self._most = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
        self._sums, self._agreement = np.zeros(len(first)), np.zeros(len(first))
        self._availability = 0
        self._lines: list[tuple[int, ...]] = [()] * len(first)
        self._by_visits = False

    def add(self, looked: Looked) -> None:
        """Count a world, if anything was tried in it."""
        if not looked.visits.any():
            return
        self.worlds += 1
        self.unsolved += not looked.solved
        self._visits += looked.visits
        self._sums += looked.sums
        self._agreement += looked.best
        self._availability += looked.availability
        self._by_visits = looked.by_visits
        self._expect(looked.visits, looked.line)

    def add_all(self, others: Votes) -> None:
        """Count the worlds of another worker as well, after one's own."""
        self.worlds += others.worlds
        self.unsolved += others.unsolved
        self._visits += others._visits
        self._sums += others._sums
        self._agreement += others._agreement
        self._availability += others._availability
        self._by_visits |= others._by_visits
        self._expect(others._most, others._lines.__getitem__)

    def _expect(self, visits: NDArray[np.int64], line: Callable[[int], tuple[int, ...]]) -> None:
        """Where an option was visited more often than before, other moves are expected after it."""
        for k in np.flatnonzero(visits > self._most).tolist():
            self._most[k], self._lines[k] = visits[k], line(k)

    def considered(self, combine: str) -> tuple[Considered, ...]:
        """The options, best first.

        Args:
            combine: ``average``: the greatest mean comes first, of trees the most visits;
                ``vote``: what is the best in the most worlds.
        """
        options = [
            Considered(
                int(option),
                int(self._visits[k]),
                float(self._sums[k]) / max(1, int(self._visits[k])),
                self._availability,
                self._lines[k],
                float(self._agreement[k]) / max(1, self.worlds),
            )
            for k, option in enumerate(self._first)
        ]
        if combine == "vote":
            return tuple(sorted(options, key=lambda o: (-(o.agreement or 0), -o.value, o.option)))
        if self._by_visits:
            return ranked(options)
        return tuple(sorted(options, key=lambda o: (-o.value, o.option)))
