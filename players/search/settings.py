"""What a search is told beside the worlds: one record for all of its kernels, checked at the door.

A player's parameters are checked where it is made; what its kernel needs of them goes along as one
record, ``how``. Each is of the kind of its default: a whole number, a number, a flag or a name.
Those of NumPy are taken, and kept as Python's own: narrow ones overflow, and kernels would be
compiled anew for them.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import fields
from numbers import Real
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

KINDS = {int: "a whole number", float: "a number", bool: "True or False", str: "a name"}
"""The kinds that a parameter can be of, as errors call them."""

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


def check_kind(key: str, value: Any, kind: type, right: str = "") -> None:
    """Refuse a value that is not of its kind; a flag is no number.

    Args:
        key: the parameter.
        value: what it is to be.
        kind: one of :data:`KINDS`.
        right: what more can be said of the values that it can have.

    >>> check_kind("moves", np.int64(3), int)
    >>> check_kind("moves", 2.5, int, "from 1 to 100")
    Traceback (most recent call last):
        ...
    ValueError: moves cannot be 2.5: a whole number from 1 to 100
    """
    if not _is(value, kind):
        raise ValueError(f"{key} cannot be {value!r}: {KINDS[kind]} {right}".rstrip())


def _is(value: Any, kind: type) -> bool:
    if kind is bool:
        return isinstance(value, bool | np.bool_)
    if kind is str or isinstance(value, bool):
        return kind is str and isinstance(value, str)
    if kind is float:  # a time of NumPy calls itself a number
        return isinstance(value, Real) and not isinstance(value, np.timedelta64)
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def settle_kinds(player: Any) -> None:
    """Refuse parameters of other kinds than their defaults, and keep the others as Python's own.

    The last of a player's checks: those before can say more exactly what would be right.

    >>> from players.search.ismcts import ISMCTS
    >>> ISMCTS(reuse="no")
    Traceback (most recent call last):
        ...
    ValueError: reuse cannot be 'no': True or False
    """
    for field in fields(player):
        kind: Any = type(field.default)
        value = getattr(player, field.name)
        if kind not in KINDS:
            continue  # what another package's player has
        check_kind(field.name, value, kind, f"such as {field.default!r}" if kind is str else "")
        own = operator.index(value) if kind is int else kind(value)
        object.__setattr__(player, field.name, own)  # it is being made


def check_choice(key: str, value: str, known: Collection[str], right: str = "") -> None:
    """Refuse a name that is not among those that there are.

    Args:
        key: the parameter.
        value: the name.
        known: the names.
        right: how an error calls them, if not one after the other.

    >>> check_choice("loop", ["open"], ("open", "closed"))
    Traceback (most recent call last):
        ...
    ValueError: loop cannot be ['open']: one of open, closed
    """
    if not (isinstance(value, str) and value in known):
        right = right or f"one of {', '.join(known)}"
        raise ValueError(f"{key} cannot be {value!r}: {right}")


def check_number(key: str, value: int, most: int) -> None:
    """Refuse a number of something that is not whole, below 1, or more than is sensible.

    >>> check_number("iterations", 0, 10)
    Traceback (most recent call last):
        ...
    ValueError: iterations cannot be 0: 1 to 10
    """
    check_kind(key, value, int, f"from 1 to {most}")
    if not 1 <= value <= most:
        raise ValueError(f"{key} cannot be {value}: 1 to {most}")


def check_exploration(exploration: float) -> None:
    """Refuse a constant of the bound that is negative, endless or no number."""
    check_kind("exploration", exploration, float, f"from 0 to {MOST_EXPLORATION:g}")
    if not 0 <= exploration <= MOST_EXPLORATION:
        raise ValueError(f"exploration cannot be {exploration}: 0 to {MOST_EXPLORATION:g}")


def check_depth(depth: int, key: str = "depth") -> None:
    """Refuse a depth that is not whole, negative, or more than is sensible."""
    right = f"1 to {MOST_DEPTH}, or 0 for no limit"
    check_kind(key, depth, int, f"from {right}")
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"{key} cannot be {depth}: {right}")


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
