"""Play-out policies by name: what search plays where its tree ends, and takes other seats to play.

``random`` draws one of the sensible options. Any player that is made of rules in the form of
:func:`players.search.playout.choose`, a kernel in the attribute ``policy``, can be named instead,
one of another package likewise: it must play the game that is searched. Better play-outs are not
always better for search, since chance explores what a policy always misses.

Sylvain Gelly, David Silver: "Combining online and offline knowledge in UCT", ICML 2007, compares
play-out policies in Go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from games.game import Game

Policy = Callable[[Any, Any, int, Any], int]
"""``policy(s, options, n, row)``: one of ``options[:n]``."""

RANDOM = "random"


def known(game: Game) -> list[str]:
    """The play-out policies that there are for a game.

    >>> import games
    >>> known(games.load("schnapsen"))
    ['random', 'antibully', 'bully']
    """
    from players.registry import factory, names

    return [RANDOM, *sorted(name for name in names(game) if hasattr(factory(name), "policy"))]


def policy_parts(name: str, game: Game) -> Mapping[str, Any]:
    """What a play-out policy fills (:func:`compiled.bind`); nothing for ``random``.

    Args:
        name: ``random``, or a player: ``antibully``, with parameters if it has any.

    Raises:
        ValueError: there is none of that name for the game, with those that there are.

    >>> import games
    >>> policy_parts("deep-thought", games.load("schnapsen"))
    Traceback (most recent call last):
        ...
    ValueError: playout cannot be 'deep-thought': for Schnapsen one of random, antibully, bully
    """
    if name == RANDOM:
        return {}
    from players.registry import UnknownPlayer, make

    try:
        found = getattr(make(name, game), "policy", None)
    except UnknownPlayer:
        found = None
    if not isinstance(found, FunctionType):
        raise ValueError(
            f"playout cannot be {name!r}: for {game.title} one of {', '.join(known(game))}"
        )
    return {"choose": found}
