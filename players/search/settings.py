"""What a search is told beside the worlds: one record for all of its kernels, checked at the door.

A player's parameters are checked where it is made; what its kernel needs of them goes along as one
record, ``how``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_END = 1 << 40
"""The depth of play-outs that end with the game or the deal."""

LONGEST_PATH = 4096
"""No path from the root is longer: whatever follows is played out."""

MOST_EXPLORATION = 1e6
"""Far beyond every use: results are from 0 to 1."""

MOST_DEPTH = 10_000
"""No play-out is longer, unless it has no limit."""

SETTINGS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("exploration", np.float64),  # the constant of the upper confidence bound
                ("depth", np.int64),  # how many rounds a play-out lasts at most
                ("tree_depth", np.int64),  # how many decisions a path in the tree has at most
            ],
            align=True,
        ),
    )
)


def settings(exploration: float, depth: int = 0, tree_depth: int = 0) -> NDArray[Any]:
    """The record of what a search is told, an array of one; 0 stands for no limit.

    >>> how = settings(0.7)[0]
    >>> float(how.exploration), int(how.tree_depth)
    (0.7, 4096)
    """
    how = np.zeros(1, SETTINGS)
    how["exploration"] = exploration
    how["depth"] = depth or NO_END
    how["tree_depth"] = min(tree_depth or LONGEST_PATH, LONGEST_PATH)
    return how


def check_number(key: str, value: int, most: int) -> None:
    """Refuse a number of something that is below 1, or more than is sensible.

    >>> check_number("iterations", 0, 10)
    Traceback (most recent call last):
        ...
    ValueError: iterations cannot be 0: 1 to 10
    """
    if not 1 <= value <= most:
        raise ValueError(f"{key} cannot be {value}: 1 to {most}")


def check_exploration(exploration: float) -> None:
    """Refuse a constant of the bound that is negative, endless or no number."""
    if not 0 <= exploration <= MOST_EXPLORATION:
        raise ValueError(f"exploration cannot be {exploration}: 0 to {MOST_EXPLORATION:g}")


def check_depth(depth: int, key: str = "depth") -> None:
    """Refuse a depth that is negative, or more than is sensible."""
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"{key} cannot be {depth}: 1 to {MOST_DEPTH}, or 0 for no limit")


def named(name: str, player: Any) -> str:
    """A player's name with those of its parameters that differ from the defaults.

    >>> from players.search.ismcts import ISMCTS
    >>> named("ismcts", ISMCTS(iterations=50))
    'ismcts(iterations=50)'
    """
    default = type(player)()
    changed = [
        f"{key}={getattr(player, key)}"
        for key in player.__dataclass_fields__
        if getattr(player, key) != getattr(default, key)
    ]
    return f"{name}({', '.join(changed)})" if changed else name
