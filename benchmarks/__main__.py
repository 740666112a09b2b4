"""All benchmarks, in one table: ``make bench``, or ``python -m benchmarks [--json FILE]``."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.timing import RUNS, Figure
from unseen.errors import CallError
from unseen.files import check_writable, write_whole

PEERS = ("numpy", "numba", "python-constraint2", "schnapsen", "open-spiel")


def readable(number: float) -> str:
    """A rate for a table."""
    return f"{number:,.3g}" if number < 100 else f"{number:,.0f}"


def main() -> None:
    """Run everything and print it; a wrong call is one line, exit status 2."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there as well")
    chosen = parser.parse_args()
    missing = [peer for peer in PEERS if not installed(peer)]
    if missing:
        parser.error(f"not installed: {', '.join(missing)}; run: pip install 'unseen[bench]'")
    try:
        if chosen.json is not None:
            check_writable(chosen.json)
        measure(chosen.json)
    except CallError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, "interrupted\n")


def installed(package: str) -> bool:
    """Whether a package is there to be measured against."""
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def measure(target: Path | None) -> None:
    """Run all benchmarks, print the table, and write the figures to a file if there is one."""
    from benchmarks import first_use, hands, random_play, search

    figures = [*random_play.figures(), *hands.figures(), *search.figures()]
    start = first_use.measure()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    versions = {peer: version(peer) for peer in PEERS}
    console = Console(width=150)
    console.print(as_table(figures))
    console.print(
        f"first search of a new process: {start.cold:.1f} s cold, {start.warm:.2f} s from the disk"
        f" cache (of which {start.bare:.2f} s are Python and Numba starting)"
    )
    console.print(", ".join([machine, *(f"{peer} {number}" for peer, number in versions.items())]))
    if target is not None:
        data = {
            "figures": [dataclasses.asdict(figure) for figure in figures],
            "first_use": dataclasses.asdict(start),
            "versions": versions,
            "machine": machine,
        }
        write_whole(target, (json.dumps(data, indent=1) + "\n").encode())


def as_table(figures: list[Figure]) -> Table:
    """All figures, a row each."""
    table = Table(title=f"medians of {RUNS} runs a side, in turn")
    for column in ("what", "unit", "ours", "a second", "peer", "a second", "ratio"):
        table.add_column(column, justify="right" if column in ("a second", "ratio") else "left")
    for figure in figures:
        table.add_row(
            figure.what,
            figure.unit,
            figure.ours,
            readable(figure.ours_per_second),
            figure.peer,
            readable(figure.peer_per_second),
            f"{figure.ratio:,.1f}×",
        )
    return table


if __name__ == "__main__":
    main()
