"""The true state as an information set: for experiments that ask what not knowing costs.

Nothing else hands the truth to a player. :mod:`arena.match` makes it for a seat whose player says
that it ``cheats``, in a match that says that it is an ``experiment``, and for nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.information import InformationSet
from determinize.watch import Watch


@dataclass(frozen=True)
class TrueInformation(InformationSet):
    """What one seat may know, and where all cards truly lie, which it may not.

    View, options and belief are the seat's own; its worlds are the true one, again and again. What
    chance will bring is in no state, so nobody learns that.

    Attributes:
        truth: the record of the true state, an array of one.

    >>> import games
    >>> from compiled import rows
    >>> watch = Watch(games.load("schnapsen").new(seed=7))
    >>> known = TrueInformation.of(watch, 0)
    >>> bool((known.worlds(3, rows(1)) == watch.state.record_array).all())
    True
    """

    truth: NDArray[Any] = field(kw_only=True, repr=False, compare=False)

    @classmethod
    def of(cls, watch: Watch, seat: int) -> TrueInformation:
        """What a seat may know now, and a copy of the true state."""
        own = watch.information(seat)
        return cls(own.view, own.ledger, own.excluded, truth=watch.state.record_array.copy())

    def worlds(self, n: int, rng: NDArray[np.int64]) -> NDArray[Any]:
        """The true state, n times; nothing is drawn."""
        return np.repeat(self.truth, n)
