"""A player that is one policy: what search can play out with is also played by itself.

A policy has the form of :func:`players.search.playout.choose`: a plain function of a state, the
sensible options of the seat to move, and a row of random numbers, compiled by
:func:`~compiled.bind`. In a play-out the state is a whole world. A policy that is fair reads of it
only what the seat to move sees: its own cards, open zones, public fields, how many cards others
have.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind, slot
from determinize import InformationSet
from games.kit.seam import sensible
from players.player import Decision


@slot
def policy(s: Any, options: Any, n: int, row: Any) -> int:
    """One of ``options[:n]``."""
    return 0


def follow(s: Any, out: Any, row: Any) -> int:
    """What a policy chooses among the sensible options; ``out`` is overwritten. A template."""
    return policy(s, out, sensible(s, out), row)


@dataclass(frozen=True)
class ByPolicy(ABC):
    """A player that applies a policy to what its seat sees.

    One that infers from what the others have played may have a ``reading`` as well
    (:mod:`players.search.readings`).

    Attributes:
        games: the games that the policy is for.
    """

    games: ClassVar[tuple[str, ...]]

    @property
    @abstractmethod
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """Chooses among options, in the form of a play-out policy."""

    @property
    def name(self) -> str:
        """As it is typed."""
        return type(self).__name__.lower()

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """What the policy says."""
        out = np.empty(info.game.option_codes, np.int64)
        chosen = bind(follow, info.game, policy=self.policy)
        return Decision(int(chosen(info.state, out, rng[PLAY])))
