"""Every player that anybody has installed, thinking as briefly as its parameters allow."""

from __future__ import annotations

import inspect

import games
from players import UnknownPlayer, make, names
from players.registry import factory

BRIEF = {"iterations": 30, "worlds": 4, "samples": 2, "limit": 300}
"""What sets how long a player thinks, by the names that players have for it."""


def brief(name: str, **instead: float) -> str:
    """A player's specification with whatever it has of these parameters.

    >>> brief("pimc", iterations=5), brief("random")
    ('pimc(iterations=5, worlds=4, limit=300)', 'random')
    """
    known = inspect.signature(factory(name)).parameters
    chosen = {key: value for key, value in {**BRIEF, **instead}.items() if key in known}
    inner = ", ".join(f"{key}={value}" for key, value in chosen.items())
    return f"{name}({inner})" if inner else name


def brief_players(game: games.Game, *, cheats: bool = False, **instead: int) -> list[str]:
    """All players of a game; those that refuse it are left out."""
    found = []
    for name in names(game, cheats=cheats):
        spec = brief(name, **instead)
        try:
            make(spec, game)
        except UnknownPlayer:
            continue
        found.append(spec)
    return found
