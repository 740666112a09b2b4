"""``unseen predict``: how well each seat can tell the others' hands, round by round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.prediction import Prediction, single_deals
from arena.prediction import predict as measure
from arena.scores import BINS, Scores
from arena.statistics import Interval
from games.game import Game
from players import names
from unseen import options, plots
from unseen.errors import CallError, wrong_call
from unseen.files import check_writable
from unseen.progress import progress
from unseen.report import Report, plain


def predict(
    game: options.GameName,
    players: Annotated[
        str | None,
        typer.Option(
            help="Who plays, with commas; line-ups take turns. By default antibully,bully, and"
            " random,random in games that these do not play."
        ),
    ] = None,
    games: options.Games = 200,
    seed: options.Seed = 1,
    preset: options.Preset = None,
    settings: options.Settings = None,
    seats: options.Seats = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw hits by round and reliability (.png, .svg, .pdf)."),
    ] = None,
    json: options.Json = None,
    workers: options.Workers = None,
) -> None:
    """Predict the opponents' hands before each lead, and see how often that is right.

    Single deals are played between the players named. Before each lead every seat says how likely
    each card is in each other hand: by its exact belief, and by simpler methods for comparison.
    """
    chosen = options.read_game(game)
    specs = options.read_players(_default(chosen) if players is None else players, chosen)
    preset, changed = options.read_rules(chosen, preset, settings)
    places = options.read_seats(chosen, len(specs), seats)
    with wrong_call():
        changed = single_deals(chosen, changed, preset)
    if json is not None and plot is not None and Path(json).resolve() == Path(plot).resolve():
        raise CallError(f"{plot} cannot hold both the result and the figure")
    report = Report(
        "predict",
        json,
        seed,
        {
            "game": chosen.name,
            "players": specs,
            "games": games,
            "seats": places,
            "preset": preset,
            "set": changed,
        },
    )
    if plot is not None:
        plots.check(plot)
        check_writable(Path(plot))
    with progress("deals") as told, wrong_call():
        result = measure(
            chosen,
            specs,
            games=games,
            seed=seed,
            seats=places,
            preset=preset,
            parameters=changed,
            workers=workers,
            progress=told,
        )
    played = f"{options.counted(games, 'deal')} of {' against '.join(specs)}"
    title = f"{chosen.title}, {played}, seed {seed}"
    if plot is not None:
        plots.draw(plot, result, title)
    report.write(
        rounds=_rounds(result, "belief"),
        baselines={name: _rounds(result, name) for name in result.baselines},
        reliability={name: _reliability(scores) for name, scores in result.scores.items()},
    )
    _show(report.console, result, title)
    if plot is not None:
        report.console.print(f"Drawn: {plot}", markup=False, highlight=False)


def _default(game: Game) -> str:
    """Who plays where nobody is named: the usual pair, if it knows the game."""
    usual = ["antibully", "bully"]
    return ",".join(usual if set(usual) <= set(names(game)) else ["random", "random"])


def _rounds(result: Prediction, name: str) -> list[dict[str, Any]]:
    """One forecast's rows, each with its surplus of hits over expected hits."""
    scores = result.scores[name]
    rows = []
    for row in scores.rounds():
        surplus = scores.surplus(row.round)
        rows.append(
            {
                **plain(row),
                "surplus": surplus.mean,
                "surplus_low": surplus.low,
                "surplus_high": surplus.high,
            }
        )
    return rows


def _reliability(scores: Scores) -> list[dict[str, Any]]:
    """The bins of the reliability diagram that have any card in them."""
    return [
        {
            "from": place / BINS,
            "to": (place + 1) / BINS,
            "n": int(n),
            "probability": given / n,
            "share": there / n,
        }
        for place, (n, given, there) in enumerate(scores.reliability().tolist())
        if n
    ]


def _show(console: Console, result: Prediction, title: str) -> None:
    console.print(Text(title, style="bold"))
    for name in result.scores:
        console.print(_table(result, name))
    console.print(
        "hits: how many of the most probable cards are in the hand, as many as it has cards;"
        " expected: by the forecast itself. What the belief hits beyond that, the surplus (with its"
        " interval at 95 %), is what the players' choices give away. Brier and log score (bits):"
        " mean over hidden cards, less is better. excluded: truths that were called impossible.",
        style="dim",
        highlight=False,
    )


def _table(result: Prediction, name: str) -> Table:
    """One forecast's scores by round; the belief's with the surplus."""
    scores = result.scores[name]
    baseline = name in result.baselines
    last = "excluded" if baseline else "surplus"
    title = f"baseline: {name}" if baseline else f"exact {name}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for column in ("round", "n", "hits", "expected", "Brier", "log", "worlds", last):
        table.add_column(column, justify="right", no_wrap=True)
    for row in scores.rounds():
        table.add_row(
            str(row.round),
            str(row.n),
            f"{row.hits:.3f}",
            f"{row.expected_hits:.3f}",
            _number(row.brier),
            _number(row.log_score),
            f"{row.worlds:,.1f}",
            str(row.excluded) if baseline else _surplus(scores.surplus(row.round)),
        )
    return table


def _surplus(surplus: Interval) -> str:
    if surplus.low is None:
        return f"{surplus.mean:+.3f}"
    return f"{surplus.mean:+.3f} ± {surplus.mean - surplus.low:.3f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
