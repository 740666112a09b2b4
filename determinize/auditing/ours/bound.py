"""Bound templates, looked up once: an audit calls them some hundred thousand times."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from compiled import bind
from games.game import Game


@cache
def bound(template: Callable[..., Any], game: Game) -> Any:
    """A template bound to a game (:func:`compiled.bind`).

    >>> import games
    >>> from determinize.redeal import redeal
    >>> bound(redeal, games.load("template")) is bound(redeal, games.load("template"))
    True
    """
    return bind(template, game)
