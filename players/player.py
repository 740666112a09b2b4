"""What a player is: it gets an information set and returns a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet


@dataclass(frozen=True)
class Considered:
    """One option that a player weighed.

    Attributes:
        option: its code.
        visits: how often it was tried.
        value: the mean result for the player, from 0 (worst) to 1 (best).
        availability: how often it could have been tried.
        line: the options that the player expects to follow (the principal variation).
    """

    option: int
    visits: int
    value: float
    availability: int
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What a player chose, and what it considered, best first."""

    option: int
    considered: tuple[Considered, ...] = ()
    worlds: int = 0
    """How many sampled worlds it looked at."""


class Player(Protocol):
    """Anything that decides.

    A player keeps nothing between decisions but its own parameters: whatever it may know is in the
    information set, whatever it draws comes from ``rng``.
    """

    @property
    def name(self) -> str:
        """What it is called in tables."""

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Choose one of ``info.options``.

        Args:
            info: everything that the player's seat may know.
            rng: generator rows of its own, int64[3, 4].
        """
