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
) -> None:
    """Compare players: each deal is played in every line-up, and differences have intervals.

    The number of games is for all line-ups together, rounded up to whole deals.
    """
    chosen = options.read_game(game)
    specs = options.read_players(players, chosen)
    preset, changed = options.read_rules(chosen, preset, settings)
    report = Report(
        "compare",
        json,
        seed,
        {
            "game": chosen.name,
            "players": specs,
            "games": games,
            "seats": seats,
            "preset": preset,
            "set": changed,
        },
    )
    with progress("deals") as told, wrong_call():
        result = measure(
            chosen,
            specs,
            games=games,
            seed=seed,
            seats=seats,
            preset=preset,
            parameters=changed,
            workers=workers,
            progress=told,
        )
    report.write(players=result.players, pairs=result.pairs)
    console = report.console
    head = f"{chosen.title}, {result.games} games on {result.deals} deals, seed {seed}"
    console.print(Text(head, style="bold"))
    _show(console, result)


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


def _said(pair: Difference) -> str:
    interval = ""
    if pair.low is not None and pair.high is not None:
        interval = f" [{pair.low:+.3f}, {pair.high:+.3f}]"
    return f"{pair.a} less {pair.b}: {pair.difference:+.3f}{interval} in {pair.games} games"
