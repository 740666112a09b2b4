"""Options that commands share: how they are typed, and how they are read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

import typer

import games
import players
from arena.lineups import seats_for
from games.game import Game
from players.player import refuse_cheats
from unseen.errors import CallError, wrong_call


def whole(text: str | int) -> int:
    """A whole number.

    >>> whole("12")
    12
    """
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no whole number") from None


def seconds(text: str | float) -> float:
    """A time, in seconds.

    >>> seconds("2.5")
    2.5
    """
    try:
        value = float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no number of seconds") from None
    if not 0 < value < math.inf:
        raise typer.BadParameter(f"{text} is no time: more than 0 seconds")
    return value


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, as `unseen games` has it.")
]
Preset = Annotated[
    str | None, typer.Option(help="Named rules; by default the game's first preset.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A rule that differs from the preset."),
]
Seed = Annotated[
    int, typer.Option(parser=whole, metavar="N", help="The same seed gives the same result.")
]
Seats = Annotated[
    int | None, typer.Option(parser=whole, metavar="N", help="How many seats the game has.")
]
Games = Annotated[int, typer.Option(parser=whole, metavar="N", help="How many games.")]
Workers = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="Processes at most; by default one a processor."),
]
Json = Annotated[
    str | None,
    typer.Option(
        "--json", metavar="FILE", help="Write the result to a file; - is standard output."
    ),
]


def read_game(name: str) -> Game:
    """The game of that name.

    Raises:
        CallError: there is none.
    """
    with wrong_call():
        return games.load(name)


def read_players(text: str, game: Game, *, experiment: bool = False) -> list[str]:
    """The specifications in a comma-separated list, each of which the game can seat.

    Args:
        experiment: whether players are welcome that look at the true state.

    Raises:
        CallError: a player that there is not, or not for this game, or not here.
    """
    with wrong_call():
        specs = players.split(text)
        for spec in specs:
            player = players.make(spec, game)
            if not experiment:
                refuse_cheats(spec, player)
        return specs


def read_settings(texts: Sequence[str] | None) -> dict[str, Any]:
    """The rules set by ``key=value``.

    Raises:
        CallError: a text of another form.

    >>> read_settings(["deck=24", "closing = no"])
    {'deck': '24', 'closing': 'no'}
    """
    chosen = {}
    for text in texts or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise CallError(f"--set {text!r} sets nothing: write key=value")
        if key in chosen:
            raise CallError(f"--set gives {key} twice")
        chosen[key] = value
    return chosen


def read_rules(
    game: Game, preset: str | None, settings: Sequence[str] | None
) -> tuple[str, dict[str, Any]]:
    """The preset's name and the parameters that differ from it, as the values that they are.

    Raises:
        CallError: a preset, parameter or value that cannot be.

    >>> read_rules(games.load("schnapsen"), "vu-platform", ["deck=24"])
    ('vu_platform', {'deck': 24})
    """
    name = game.preset if preset is None else preset
    if name not in game.presets:
        name = name.replace("-", "_")
    chosen = read_settings(settings)
    with wrong_call():
        rules = game.rules_of(name, **chosen)
    return name, {key: getattr(rules, key) for key in chosen}


def read_seats(game: Game, names: int, seats: int | None) -> int:
    """How many seats a match has (see :func:`arena.lineups.seats_for`).

    Raises:
        CallError: the game is not for so many.
    """
    with wrong_call():
        return seats_for(game, names, seats)


def counted(n: int | float, what: str) -> str:
    """A number of things, with its thousands told apart; roughly, if it is an estimate.

    >>> counted(1, "world"), counted(2002, "world")
    ('1 world', '2,002 worlds')
    """
    if isinstance(n, float):
        return f"about {n:.2g} {what}s"
    return f"{n:,} {what}{'' if n == 1 else 's'}"
