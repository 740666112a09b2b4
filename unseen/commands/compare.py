"""``unseen compare``: who plays better, on the same deals with the seats changed."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.compare import Comparison, Difference
from arena.compare import compare as measure
from players import make
from players.player import cheats
from unseen import options
from unseen.errors import wrong_call
from unseen.progress import progress
from unseen.report import Report


def compare(
    game: options.GameName,
    players: Annotated[str, typer.Option(help="Who plays, with commas: ismcts,rdeep")],
    games: options.Games = 100,
    seed: options.Seed = 1,
    preset: options.Preset = None,
    settings: options.Settings = None,
    seats: options.Seats = None,
    json: options.Json = None,
    workers: options.Workers = None,
    experiment: Annotated[
        bool,
        typer.Option("--experiment", help="Let players take part that look at the true state."),
    ] = False,
) -> None:
    """Compare players: each deal is played in every line-up, and differences have intervals.

    The number of games is for all line-ups together, rounded up to whole deals.
    """
    chosen = options.read_game(game)
    specs = options.read_players(players, chosen, experiment=experiment)
    preset, changed = options.read_rules(chosen, preset, settings)
    places = options.read_seats(chosen, len(specs), seats)
    report = Report(
        "compare",
        json,
        seed,
        {
            "game": chosen.name,
            "players": specs,
            "games": games,
            "seats": places,
            "preset": preset,
            "set": changed,
            "experiment": experiment,
        },
    )
    with progress("deals") as told, wrong_call():
        result = measure(
            chosen,
            specs,
            games=games,
            seed=seed,
            seats=places,
            preset=preset,
            parameters=changed,
            experiment=experiment,
            workers=workers,
            progress=told,
        )
    report.write(players=result.players, pairs=result.pairs)
    console = report.console
    played = f"{options.counted(result.games, 'game')} on {options.counted(result.deals, 'deal')}"
    console.print(Text(f"{chosen.title}, {played}, seed {seed}", style="bold"))
    _show(console, result)
    truthful = [spec for spec in specs if cheats(make(spec, chosen))]
    if truthful:
        console.print(Text(f"An experiment: the true state was seen by {', '.join(truthful)}."))


def _show(console: Console, result: Comparison) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("player", overflow="fold")
    for name in ("games", "won-drawn-lost", "rate", "95 %", "points", "ms"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in result.players:
        seconds = row.seconds_per_decision
        table.add_row(
            Text(row.player),
            str(row.games),
            f"{row.wins}-{row.draws}-{row.losses}",
            f"{row.rate:.3f}",
            f"{row.low:.3f}-{row.high:.3f}",
            f"{row.points:+.3f}",
            "-" if seconds is None else f"{1000 * seconds:.2f}",
        )
    console.print(table)
    console.print(
        "rate: the mean share of first place; points: the mean result; ms: per decision."
        " Differences are of rates on the same deals, with intervals at 95 %.",
        style="dim",
        highlight=False,
    )
    for pair in result.pairs:
        console.print(Text(_said(pair)))
    if any(pair.agree and pair.low is not None and not _itself(pair) for pair in result.pairs):
        console.print(
            "* The same on every deal, so nothing shows how much deals differ: the interval is as"
            " wide as outcomes that were not seen yet allow (a chance below 3.7 in the number of"
            " deals). More deals narrow it.",
            style="dim",
            highlight=False,
        )


def _itself(pair: Difference) -> bool:
    """Whether a player met itself, and did neither better nor worse on any deal."""
    same = pair.a.partition("#")[0] == pair.b.partition("#")[0]
    return same and pair.agree and pair.difference == 0


def _said(pair: Difference) -> str:
    interval = ""
    if pair.low is not None and pair.high is not None:
        mark = "*" if pair.agree else ""
        interval = f" [{pair.low:+.3f}, {pair.high:+.3f}]{mark}"
    played = options.counted(pair.games, "game")
    if _itself(pair):
        return f"{pair.a} less {pair.b}: 0 on every deal, being the same player, in {played}"
    return f"{pair.a} less {pair.b}: {pair.difference:+.3f}{interval} in {played}"
