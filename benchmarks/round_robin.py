"""Who beats whom at Schnapsen: every player against every other on the same deals.

``python -m benchmarks.round_robin --by iterations --iterations 500 --deals 100 --results FILE``

Single deals, each played by a pair in both seatings. ``--by iterations`` gives every search as many
iterations a decision (what counts as one: :mod:`benchmarks.round_robin_field`), ``--by time`` as
many seconds (``--seconds 0.005``), on one processor each.

Every line of the file of results is a pair on some deals, with what both spent and how busy the
machine was; a run that was killed goes on where it stopped, and one that is asked for more deals
plays the further ones alone.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import Any

from rich.console import Console

from arena.seeds import deal_seed
from arena.work import processes, spread
from benchmarks.round_robin_field import (
    FIELD,
    Deal,
    Played,
    Settings,
    Spent,
    entered,
    play_deal,
    player_of,
)
from benchmarks.round_robin_table import as_markdown, as_table, summary
from unseen.errors import CallError
from unseen.files import check_writable, write_whole

BLOCK = 10
"""So many deals of all pairs are played before the next ones: all pairs have the same deals."""


def opened(path: Path, by: str, amount: float, seed: int, names: Sequence[str]) -> Settings:
    """The settings of a file of results: a new one is begun; what was half written is cut off.

    Raises:
        CallError: it is of another run, or of something else; it is left as it is.
    """
    check_writable(path)
    lines = lines_of(path)
    if not lines:
        settings = entered(by, amount, seed, names)
        path.write_bytes(b"")
        _append(path, {"settings": dataclasses.asdict(settings), "machine": machine()})
        return settings
    told = lines[0]["settings"]
    settings = Settings(
        told["by"], told["amount"], told["seed"], tuple((a, b) for a, b in told["players"])
    )
    asked = (by, amount, seed, list(names))
    held = (settings.by, settings.amount, settings.seed, [name for name, _ in settings.players])
    if asked != held:
        raise CallError(f"{path} is of another run: {held}, not {asked}; name another file")
    with path.open("r+b") as file:
        file.truncate(file.read().rfind(b"\n") + 1)
    return settings


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a file of results, none where there is none.

    Raises:
        CallError: it holds something else.
    """
    if not path.exists():
        return []
    *whole, _ = path.read_bytes().split(b"\n")
    try:
        lines = [json.loads(line) for line in whole]
        wrong = lines and "settings" not in lines[0]
    except (ValueError, TypeError):
        wrong = True
    if wrong or (not whole and path.stat().st_size > 0):
        raise CallError(f"{path} is no file of results: name another")
    return lines


def _append(path: Path, line: dict[str, Any]) -> None:
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")


def machine() -> str:
    """What it runs on."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def run(
    settings: Settings,
    path: Path,
    deals: int,
    workers: int,
    told: Callable[[str], None] = lambda _: None,
) -> None:
    """Play what the file of results does not hold yet, and write it there, pair by pair."""
    specs = dict(settings.players)
    done = {(line["first"], *line["pair"]) for line in lines_of(path)[1:]}
    left = [one for one in _to_play(list(specs), deals) if one not in done]
    for spec in specs.values() if left else ():
        player_of(spec)  # what is compiled here is found on disk by the workers
    with ExitStack() as stack:
        pool = stack.enter_context(processes(workers)) if left and workers > 1 else None
        for first, a, b in left:
            jobs = [
                Deal((specs[a], specs[b]), deal_seed(settings.seed, number))
                for number in range(first, first + BLOCK)
            ]
            load = os.getloadavg()[0]
            played = spread(play_deal, jobs, workers=1, executor=pool)
            _append(path, {"pair": [a, b], "first": first, "load": load, **_line(played)})
            told(f"deals {first + 1} to {first + BLOCK}: {a} against {b}")


def _to_play(names: Sequence[str], deals: int) -> Iterator[tuple[int, str, str]]:
    """The blocks of deals, by their first, of all pairs; all have as many."""
    for first in range(0, deals, BLOCK):
        for a, b in combinations(names, 2):
            yield first, a, b


def _line(played: Sequence[Played]) -> dict[str, Any]:
    spent = [Spent(), Spent()]
    for one in played:
        spent = [mine.plus(more) for mine, more in zip(spent, one.spent, strict=True)]
    return {
        "shares": [one.share for one in played],
        "points": [one.points for one in played],
        "spent": [dataclasses.asdict(one) for one in spent],
        "wall": sum(one.wall for one in played),
        "processor": sum(one.processor for one in played),
    }


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.round_robin", description="Who beats whom at Schnapsen."
    )
    parser.add_argument("--by", choices=("iterations", "time"), default="iterations")
    parser.add_argument("--iterations", type=int, default=500, help="a decision")
    parser.add_argument("--seconds", type=float, default=0.005, help="a decision")
    parser.add_argument(
        "--deals", type=int, default=100, help=f"of each pair, in blocks of {BLOCK}"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes, one a core at most")
    parser.add_argument("--players", default=",".join(FIELD), help="who plays, with commas")
    parser.add_argument(
        "--results", metavar="FILE", type=Path, required=True, help="lines of results so far"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the table there as well")
    parser.add_argument("--markdown", action="store_true", help="print the table for a page")
    call = parser.parse_args()
    amount = call.iterations if call.by == "iterations" else call.seconds
    try:
        if not 1 <= call.workers <= (os.cpu_count() or 1):
            raise CallError(f"--workers is 1 to {os.cpu_count()}, one a core, not {call.workers}")
        if call.deals < 1:
            raise CallError(f"--deals cannot be {call.deals}: at least 1")
        if call.json is not None:
            check_writable(call.json)
        names = [name.strip() for name in call.players.split(",")]
        settings = opened(call.results, call.by, amount, call.seed, names)
        run(settings, call.results, call.deals, call.workers, lambda s: print(s, file=sys.stderr))
    except CallError as error:
        parser.error(str(error))
    data = summary(lines_of(call.results), call.deals)
    if call.markdown:
        print(as_markdown(data))
    else:
        Console(width=150).print(as_table(data))
    if call.json is not None:
        write_whole(call.json, (json.dumps(data, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
