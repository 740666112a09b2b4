"""``unseen games`` and ``unseen players``: what there is."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import games as all_games
import players as all_players
from games.registry import spelled_plainly
from players.registry import factory
from unseen import options
from unseen.errors import CallError
from unseen.report import Report


def games(
    category: Annotated[str | None, typer.Option(help="Only games of this category.")] = None,
    mechanic: Annotated[str | None, typer.Option(help="Only games with this mechanic.")] = None,
    json: options.Json = None,
) -> None:
    """List the games, with their presets and mechanics."""
    every = [all_games.load(name) for name in all_games.names()]
    category = _known("category", category, {c for game in every for c in game.categories})
    mechanic = _known("mechanic", mechanic, {m for game in every for m in game.mechanics})
    report = Report("games", json, None, {"category": category, "mechanic": mechanic})
    found = [all_games.load(name) for name in all_games.names(category=category, mechanic=mechanic)]
    report.write(
        games=[
            {
                "name": game.name,
                "title": game.title,
                "players": list(game.players),
                "categories": game.categories,
                "mechanics": game.mechanics,
                "presets": list(game.presets),
                "decisions": [game.decision_name(place) for place in game.decisions],
            }
            for game in found
        ]
    )
    table = Table()
    for column in ("game", "players", "categories", "mechanics", "presets"):
        table.add_column(column, overflow="fold")
    for game in found:
        least, most = game.players
        table.add_row(
            game.name,
            str(least) if least == most else f"{least}-{most}",
            ", ".join(game.categories),
            ", ".join(game.mechanics),
            ", ".join(game.presets),
        )
    report.console.print(table)


def players(
    game: Annotated[str | None, typer.Option(help="Only players that play this game.")] = None,
    json: options.Json = None,
) -> None:
    """List the players, with their parameters."""
    chosen = None if game is None else options.read_game(game)
    report = Report("players", json, None, {"game": None if chosen is None else chosen.name})
    found = [_described(name) for name in all_players.names(chosen)]
    cheating = [_described(name) for name in all_players.names(chosen, cheats=True)]
    report.write(players=found, experiments=cheating)
    report.console.print(_table(found))
    if cheating:
        report.console.print(_table(cheating, title=EXPERIMENTS))


EXPERIMENTS = "looks at the true state: experiments only (unseen compare --experiment)"


def _table(rows: list[dict[str, Any]], title: str | None = None) -> Table:
    table = Table(title=title)
    for column in ("player", "parameters", "plays", "about"):
        table.add_column(column, overflow="fold")
    for row in rows:
        parameters = ", ".join(f"{key}={value}" for key, value in row["parameters"].items())
        only = ", ".join(row["games"]) if row["games"] else "every game"
        table.add_row(*(Text(cell) for cell in (row["name"], parameters, only, row["about"])))
    return table


def _described(name: str) -> dict[str, Any]:
    made = factory(name)
    about = (inspect.getdoc(made) or "").partition("\n")[0]
    parameters = {
        key: None if parameter.default is inspect.Parameter.empty else parameter.default
        for key, parameter in inspect.signature(made).parameters.items()
    }
    only = getattr(made, "games", None)
    return {
        "name": name,
        "parameters": parameters,
        "games": None if only is None else list(only),
        "about": about,
    }


def _known(what: str, typed: str | None, known: set[str]) -> str | None:
    """The category or mechanic that is meant: case, hyphens, underscores and spaces are alike."""
    if typed is None:
        return None
    for word in known:
        if spelled_plainly(word) == spelled_plainly(typed):
            return word
    raise CallError(f"no game has the {what} {typed!r}: one of {', '.join(sorted(known))}")
