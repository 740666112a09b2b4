"""All benchmarks, in one table: ``make bench``, or ``python -m benchmarks``.

``--only beliefs`` (or play, cards, search, notebook, exploitability) runs a part, ``--json FILE``
writes the figures as well.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import (
    card_games,
    chain,
    exploitability_peer,
    first_use,
    notebook,
    notebook_lines,
    search_room,
)
from benchmarks.timing import RUNS, Figure
from unseen.errors import CallError
from unseen.files import check_writable, write_whole

PEERS = {
    "play": ("numpy", "numba", "schnapsen"),
    "cards": ("numpy", "numba", "rlcard"),
    "beliefs": (
        *("numpy", "numba", "python-constraint2", "ortools", "dd", "pysdd", "endplay"),
        *(("pyunigen",) if sys.version_info < (3, 13) else ()),  # it has no wheel for later ones
    ),
    "search": ("numpy", "numba", "open-spiel"),
    "notebook": ("numpy", "numba"),
    "exploitability": ("numpy", "numba", "open-spiel"),
}
"""Part -> what must be installed for it."""


def readable(number: float) -> str:
    """A rate for a table."""
    return f"{number:,.3g}" if number < 100 else f"{number:,.0f}"


def main() -> None:
    """Run everything and print it; a wrong call is one line, exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="All benchmarks against peers, in one table."
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there as well")
    parser.add_argument("--only", choices=list(PEERS), help="run this part alone")
    chosen = parser.parse_args()
    parts = [chosen.only] if chosen.only else list(PEERS)
    peers = list(dict.fromkeys(peer for part in parts for peer in PEERS[part]))
    missing = [peer for peer in peers if not installed(peer)]
    if missing:
        parser.error(f"not installed: {', '.join(missing)}; run: pip install 'unseen[bench]'")
    if "dd" in peers and find_spec("dd.cudd") is None:
        parser.error("dd is installed without CUDD: its wheels for Linux (x86-64) have it")
    try:
        if chosen.json is not None:
            check_writable(chosen.json)
        measure(parts, peers, chosen.json)
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


def measure(parts: list[str], peers: list[str], target: Path | None) -> None:
    """Run the parts, print the table, and write the figures to a file if there is one."""
    figures = [figure for part in parts for figure in figures_of(part, peers)]
    wide = chain.measure() if "beliefs" in parts else None
    cards = card_games.measure() if "cards" in parts else []
    room = search_room.measure() if "search" in parts else None
    start = first_use.measure() if "search" in parts else None
    pages: list[notebook.Notebook | notebook_lines.Lines] = []
    if "notebook" in parts:
        pages = [*notebook.measure(), notebook_lines.measure()]
    checks = exploitability_peer.measure() if "exploitability" in parts else []
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    versions = {peer: version(peer) for peer in peers}
    console = Console(width=150)
    if figures:
        console.print(as_table(figures))
    if cards:
        console.print(card_games.table(cards))
    for table in room.tables() if room is not None else ():
        console.print(table)
    for page in (*pages, *checks):
        console.print(str(page))
    if wide is not None:
        console.print(
            f"Uno, ten players, 60 facts, by the chain: {readable(wide.built)} particles a second"
            f" ({wide.effective:.0%} effective), then {readable(wide.drawn)} worlds a second"
        )
    if start is not None:
        console.print(
            f"first search of a new process: {start.cold:.1f} s cold, {start.warm:.2f} s from the"
            f" disk cache (of which {start.bare:.2f} s are Python and Numba starting)"
        )
    console.print(", ".join([machine, *(f"{peer} {number}" for peer, number in versions.items())]))
    if target is not None:
        data = {
            "figures": [dataclasses.asdict(figure) for figure in figures],
            "card_games": [dataclasses.asdict(one) for one in cards],
            "search_room": room and dataclasses.asdict(room),
            "chain": wide and dataclasses.asdict(wide),
            "first_use": start and dataclasses.asdict(start),
            "notebook": [dataclasses.asdict(page) for page in pages],
            "exploitability": [dataclasses.asdict(check) for check in checks],
            "versions": versions,
            "machine": machine,
        }
        write_whole(target, (json.dumps(data, indent=1) + "\n").encode())


def figures_of(part: str, peers: list[str]) -> list[Figure]:
    """The figures of a part. Modules are imported here, as they import the peers."""
    if part in ("notebook", "exploitability"):  # no race: no peers, or figures that must agree
        return []
    if part == "play":
        from benchmarks import random_play

        return random_play.figures()
    if part == "cards":
        return card_games.figures()
    if part == "search":
        from benchmarks import search

        return search.figures()
    from benchmarks import clue, hands, sampling

    drawn = sampling.unigen_figures() if "pyunigen" in peers else []
    return [*hands.figures(), *clue.figures(), *drawn, *sampling.bridge_figures()]


def as_table(figures: list[Figure]) -> Table:
    """All figures, a row each."""
    table = Table(title=f"medians of {RUNS} runs a side, in turn (fewer where a run takes seconds)")
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
