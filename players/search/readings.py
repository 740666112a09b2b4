"""Readings: worlds that are likelier because of what the others chose to play.

A belief holds what follows from the rules. A player also infers from choices: who lays down a low
card has mostly kept a higher one. A policy that can tell how likely the play of the others is in a
world has a *reading*, and worlds can be drawn in proportion to it. What it tells of a world may
depend on all of it, since the world is imagined.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind, slot, uniform
from determinize import InformationSet
from games.game import Game
from players.search.policies import RANDOM

Reading = Callable[[Any, int], float]
"""``reading(s, me)``: how likely, in proportion, what the seats other than ``me`` have played is
in the world ``s``; never below 0."""


@slot
def reading(s: Any, me: int) -> float:
    """How likely what the others have played is in a world, in proportion; never below 0."""
    return 1.0


def draw_again(worlds: Any, me: int, sums: Any, at: Any, row: Any) -> None:
    """Draw as many of some worlds in proportion to their readings. A template.

    Args:
        worlds: STATE[n].
        sums: float64[n], overwritten: the readings of the first worlds, added up.
        at: int64[n], overwritten: which worlds are drawn, each by itself; if none is likely at all,
            each once.
        row: one generator row.
    """
    total = 0.0
    for i in range(len(worlds)):
        total += reading(worlds[i], me)
        sums[i] = total
    for i in range(len(worlds)):
        at[i] = i
        if total > 0.0:
            at[i] = min(np.searchsorted(sums, uniform(row) * total, "right"), len(worlds) - 1)


def read(
    worlds: NDArray[Any], info: InformationSet, playout: str, rng: NDArray[np.int64]
) -> NDArray[Any]:
    """As many worlds, drawn from those of a belief in proportion to a policy's reading.

    Args:
        worlds: STATE[n], drawn from the belief of ``info``.
        playout: the policy, which has a reading.
        rng: generator rows of the searcher.
    """
    sums, at = np.empty(len(worlds)), np.empty(len(worlds), np.int64)
    kernel = bind(draw_again, info.game, reading=reading_of(playout, info.game))
    kernel(worlds, info.seat, sums, at, rng[PLAY])
    return worlds[at]


def known_readings(game: Game) -> list[str]:
    """The play-out policies with a reading that there are for a game.

    >>> import games
    >>> known_readings(games.load("love-letter")), known_readings(games.load("schnapsen"))
    (['suitor'], [])
    """
    from players.registry import factory, names

    return [name for name in names(game) if hasattr(factory(name), "reading")]


def reading_of(playout: str, game: Game) -> Reading:
    """The reading of a play-out policy.

    Raises:
        ValueError: it has none, with those that there are.

    >>> import games
    >>> reading_of("bully", games.load("schnapsen"))
    Traceback (most recent call last):
        ...
    ValueError: draw cannot be 'reading' with playout='bully': for Schnapsen no policy reads what
    the others have played: belief or table
    """
    from players.registry import make

    found = None if playout == RANDOM else getattr(make(playout, game), "reading", None)
    if isinstance(found, FunctionType):
        return found
    there = known_readings(game)
    right = (
        f"the policies that read are {', '.join(there)}"
        if there
        else "no policy reads what the others have played: belief or table"
    )
    raise ValueError(f"draw cannot be 'reading' with playout={playout!r}: for {game.title} {right}")
