"""All benchmarks, in one table: ``make bench``, or ``python -m benchmarks [--json FILE]``."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
from importlib.metadata import version

from rich.console import Console
from rich.table import Table

from benchmarks import first_use, hands, random_play, search
from benchmarks.timing import RUNS

PEERS = ("numpy", "numba", "python-constraint2", "schnapsen", "open-spiel")


def readable(number: float) -> str:
    """A rate for a table."""
    return f"{number:,.3g}" if number < 100 else f"{number:,.0f}"


def main() -> None:
    """Run everything and print it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", metavar="FILE", help="write the figures there as well")
    chosen = arguments.parse_args()
    console = Console(width=150)
    figures = [*random_play.figures(), *hands.figures(), *search.figures()]
    start = first_use.measure()
    table = Table(title=f"medians of {RUNS} runs a side, in turn; units a second")
    for column in ("what", "ours", "a second", "peer", "a second", "ratio"):
        table.add_column(column, justify="right" if column in ("a second", "ratio") else "left")
    for figure in figures:
        table.add_row(
            figure.what,
            figure.ours,
            readable(figure.ours_per_second),
            figure.peer,
            readable(figure.peer_per_second),
            f"{figure.ratio:,.1f}×",
        )
    console.print(table)
    console.print(
        f"first search of a new process: {start.cold:.1f} s cold, {start.warm:.2f} s from the disk"
        f" cache (of which {start.bare:.2f} s are Python and Numba starting)"
    )
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    console.print(", ".join([machine, *(f"{peer} {version(peer)}" for peer in PEERS)]))
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            data = {
                "figures": [dataclasses.asdict(figure) for figure in figures],
                "first_use": dataclasses.asdict(start),
                "versions": {peer: version(peer) for peer in PEERS},
                "machine": machine,
            }
            json.dump(data, file, indent=1)


if __name__ == "__main__":
    main()
