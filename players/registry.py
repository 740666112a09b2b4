"""Players by name: ``ismcts``, ``ismcts(iterations=2000)``, ``mantis+antibully``.

Any installed package can add players: its ``pyproject.toml`` names factories in the group
``unseen.players``, as ours does. A factory is called with the parameters that were typed; its
signature says what they are.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint
from typing import Any

from games.game import Game
from games.registry import installed, usable
from games.state import nearest
from players.player import Player
from players.player import cheats as looks_at_the_truth

GROUP = "unseen.players"

_SPEC = re.compile(r"\s*([A-Za-z][\w+-]*)\s*(?:\((.*)\))?\s*")


class UnknownPlayer(ValueError):
    """No player of that name, or not with those parameters, or not for that game."""


@lru_cache(maxsize=1)
def _found() -> dict[str, EntryPoint]:
    return installed(GROUP)


def names(game: Game | None = None, *, cheats: bool = False) -> list[str]:
    """The names of all players, or of those that play a game.

    Args:
        game: which game.
        cheats: those that look at the true state, instead of all others.

    >>> "ismcts" in names(), "cheating" in names(), "cheating" in names(cheats=True)
    (True, False, True)
    """
    return [
        name
        for name, point in _found().items()
        if usable(point)
        and (game is None or plays(factory(name), game))
        and looks_at_the_truth(factory(name)) == cheats
    ]


def plays(factory: Callable[..., Player], game: Game) -> bool:
    """Whether a factory's players know a game: all do whose ``games`` does not say otherwise."""
    only = getattr(factory, "games", None)
    return only is None or game.name in only


def make(spec: str, game: Game, *, seats: int | None = None) -> Player:
    """A player from its specification.

    Args:
        spec: ``name`` or ``name(key=value, …)``.
        game: what it is to play.
        seats: with how many seats, where that is known.

    Raises:
        UnknownPlayer: with what would be right.

    >>> import games
    >>> make("ismcts(iterations=200)", games.load("schnapsen")).name
    'ismcts(iterations=200)'
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise UnknownPlayer(f"{spec!r} names no player: write name or name(key=value, …)")
    name = match[1].lower()
    known = names(game)
    if name not in known and name not in names(game, cheats=True):
        why = f"does not play {game.title}" if name in _found() else "is unknown"
        raise UnknownPlayer(f"the player {name!r} {why}: {nearest(name, known)}")
    made = factory(name)
    try:
        player = made(**_parameters(name, made, match[2] or ""))
        if hasattr(player, "check_game"):
            player.check_game(game)
        if seats is not None and hasattr(player, "check_seats"):
            player.check_seats(game, seats)
        return player
    except UnknownPlayer:
        raise
    except ValueError as error:
        raise UnknownPlayer(f"{name}: {error}") from None


def split(text: str) -> list[str]:
    """The specifications in a comma-separated list; commas inside brackets belong to one.

    >>> split("ismcts(iterations=10, c=0.5), rdeep")
    ['ismcts(iterations=10, c=0.5)', 'rdeep']
    """
    specs = [part.strip() for part in re.split(r",(?![^(]*\))", text)]
    if not all(specs):
        raise UnknownPlayer(f"an empty name in the list of players {text!r}")
    return specs


def label(specs: list[str]) -> list[str]:
    """Names for a table: equal specifications become ``random#1``, ``random#2``.

    >>> label(["random", "bully", "random"])
    ['random#1', 'bully', 'random#2']
    """
    numbered = []
    for i, spec in enumerate(specs):
        several = specs.count(spec) > 1
        numbered.append(f"{spec}#{specs[: i + 1].count(spec)}" if several else spec)
    return numbered


def factory(name: str) -> Callable[..., Player]:
    """What makes the players of a name; its signature says which parameters they have.

    >>> factory("random").__name__
    'Random'
    """
    made: Callable[..., Player] = _found()[name].load()
    return made


def _parameters(name: str, factory: Callable[..., Player], text: str) -> dict[str, Any]:
    known = inspect.signature(factory).parameters
    chosen: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in known:
            has = ", ".join(known) or "none"
            raise UnknownPlayer(f"{name} has no parameter {part!r}: it has {has}, as key=value")
        if key in chosen:
            raise UnknownPlayer(f"{name} is given {key} twice")
        chosen[key] = _read(name, key, value, known[key].default)
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in chosen:
            raise UnknownPlayer(f"{name} needs {key}: write {name}({key}=…)")
    return chosen


def _read(name: str, key: str, value: str, default: Any) -> Any:
    """A parameter's value: of the kind of its default, text where there is none to go by."""
    kinds: dict[type, tuple[Callable[[str], Any], str]] = {
        bool: (_truth, "true or false"),
        int: (int, "a whole number"),
        float: (float, "a number"),
    }
    read, kind = kinds.get(type(default), (str, "text"))
    try:
        return read(value)
    except ValueError:
        raise UnknownPlayer(f"{key} of {name} cannot be {value!r}: {kind}") from None


def _truth(text: str) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if text.lower() not in words:
        raise ValueError(text)
    return words[text.lower()]
