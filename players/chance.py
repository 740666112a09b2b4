"""The player of chance: any sensible option, all alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, bind
from determinize import InformationSet
from games.kit.seam import sensible
from players.player import Decision


def sensible_options(s: Any, out: Any) -> int:
    """The options that the game calls sensible: how many, their codes in ``out``. A template."""
    return sensible(s, out)


@dataclass(frozen=True)
class Random:
    """Plays a sensible option drawn uniformly (the game says what is sensible)."""

    @property
    def name(self) -> str:
        """``random``."""
        return "random"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Draw one of the options."""
        out = np.empty(info.game.option_codes, np.int64)
        n = bind(sensible_options, info.game)(info.state, out)
        return Decision(int(out[below(rng[PLAY], n)]))
