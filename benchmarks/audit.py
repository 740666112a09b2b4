"""How often the audit is wrong, and how often right: ``python -m benchmarks.audit``.

Right copiers of our own games, of Kuhn and Leduc poker and of small deals share ``--audits``
audits, each with a seed of its own. Counted are those that fail, against the error rate that is
stated, and those with a p-value of at most 0.05 and 0.2: of a few hundred audits that says more
than a rate of one in a thousand can. Beside each count stands the probability of so many or more by
chance, exactly, were the rate the stated one.

Broken copiers are those of the museum (``tests/museum``): of ``--of-pieces`` audits of each, how
many fail the check where the fault belongs, and how many name the kind of bug as well. They are
audited at the size that each piece states, or with ``--positions`` and ``--copies`` at that. With
``--until-proven`` an audit ends as soon as one copy proves the fault, which no further position
can change: whether it is caught is known for less, the kind is that of the first proof.

Audits are taken in turn, one of each copier after the other, by ``--workers`` processes; with
``--seconds`` none is begun later than that. ``--json FILE`` writes all figures.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import games
from arena.work import processes
from determinize.audit import COPIES, ERROR_RATE, POSITIONS, Audit, Auditable, audit
from determinize.auditing.draws import draws, look
from determinize.auditing.evidence import Evidence
from determinize.auditing.judging.judge import judge
from determinize.auditing.judging.significance import binomial_tails
from determinize.auditing.kinds import Kind
from determinize.auditing.ours import OurGame
from determinize.auditing.promised import promise_of
from determinize.auditing.sample import AUTO, Settings
from determinize.auditing.verdict import FAILED
from tests.determinize import small_deals
from tests.determinize.audit_toys import Toy
from tests.museum.pieces import Piece
from unseen.errors import CallError
from unseen.files import check_writable, write_whole

ROOMS = ("schnapsen", "clue", "template", "openspiel", "poker", "liars_dice", "tic_tac_toe")
"""Modules of the museum; those that are not there, or whose engine is not, are left out."""
RATES = (0.05, 0.2)
"""Shares of right copiers' audits whose smallest p-value may be as small, at most."""
OFTEN = 0.95
"""The share of audits in which a piece is to be caught."""
AHEAD = 2
"""Audits that wait for each process."""
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("template", {"players": 3}),
    ("schnapsen", {}),
    ("clue", {"preset": "rooms_only", "players": 3}),
)
"""Our own games whose right copiers are audited."""


@dataclass(frozen=True)
class Job:
    """One audit: of a right copier or a piece of the museum, by its name; with which seed.

    Attributes:
        until_proven: it ends as soon as a copy proves the piece broken where its fault belongs.
    """

    name: str
    broken: bool
    seed: int
    positions: int
    copies: int
    until_proven: bool = False


@dataclass(frozen=True)
class Result:
    """What came of one audit.

    Attributes:
        smallest: the p-value that decides; 0 where something was proven.
        failed: check to the kind of bug that it was called.
        seconds: how long it took.
    """

    job: Job
    smallest: float
    failed: dict[str, str | None]
    seconds: float


def right_copiers() -> dict[str, Callable[[], Auditable]]:
    """Right copiers by name: our games', OpenSpiel's, and small deals with each reference."""
    found: dict[str, Callable[[], Auditable]] = {}
    for name, table in TABLES:
        for copier in ("deal", "redeal"):
            found[f"{name}:{copier}"] = partial(_ours, name, copier, table)
    if find_spec("pyspiel") is not None:
        from unseen.adapters.openspiel import OpenSpielGame

        for text in ("kuhn_poker", "leduc_poker"):
            found[f"openspiel:{text}"] = partial(OpenSpielGame, text)
    found["a small deal, by count"] = partial(small_deals.counted, small_deals.right)
    found["a small deal, by truths"] = partial(small_deals.target, small_deals.right)
    found["a small game, by count"] = Toy
    found["a small game, weighted truths"] = partial(Toy, without=("posterior",))
    found["a small game, thinned truths"] = partial(Toy, without=("posterior", "likelihood"))
    return found


def _ours(name: str, copier: str, table: dict[str, Any]) -> OurGame:
    return OurGame(games.load(name), copier, **table)


def museum() -> dict[str, Piece]:
    """The pieces of all rooms that can be entered here, by name and check."""
    rooms = [room for room in ROOMS if find_spec(f"tests.museum.{room}")]
    if find_spec("pyspiel") is None and "openspiel" in rooms:
        rooms.remove("openspiel")
    modules = [importlib.import_module(f"tests.museum.{room}") for room in rooms]
    pieces: Iterator[Piece] = (piece for module in modules for piece in module.PIECES)
    return {f"{piece.name} ({piece.check})": piece for piece in pieces}


def audited(job: Job) -> Result:
    """One audit in this process."""
    make = museum()[job.name].target if job.broken else right_copiers()[job.name]
    started = time.perf_counter()
    if job.until_proven:
        verdict = _until_proven(make, museum()[job.name].check, job)
    else:
        verdict = audit(
            make(),
            positions=job.positions,
            copies=job.copies,
            seed=job.seed,
            workers=0,
            smallest=False,
        )
    failed = {check.name: check.kind for check in verdict.checks if check.outcome == FAILED}
    return Result(job, smallest(verdict), failed, time.perf_counter() - started)


def _until_proven(make: Callable[[], Auditable], check: str, job: Job) -> Audit:
    """The verdict on the first positions of an audit, up to one that proves a check broken."""
    target = make()
    settings = Settings(job.copies, promise_of(target), AUTO, None)
    evidence: list[Evidence] = []
    for draw in draws(make, job.positions, job.seed, settings, workers=0):
        found = look(target, draw)
        evidence.append(found)
        if any(one.check == check and one.kind != Kind.CRASH.name for one in found.findings):
            break
    return judge(evidence, target=target.name, promise=settings.promise, error_rate=ERROR_RATE)


def smallest(verdict: Audit) -> float:
    """The p-value that decides; 0 where something was proven."""
    if not verdict.passed and all(
        check.p_value is None or check.p_value > verdict.error_rate for check in verdict.checks
    ):
        return 0.0
    return min((c.p_value for c in verdict.checks if c.p_value is not None), default=1.0)


def in_turn(names: Sequence[str], audits: int, first: int = 0) -> Iterator[tuple[str, int]]:
    """So many audits shared between copiers, one of each after the other: name and seed.

    >>> list(in_turn(["a", "b"], 3))
    [('a', 0), ('b', 0), ('a', 1)]
    """
    for number in range(audits if names else 0):
        yield names[number % len(names)], first + number // len(names)


def results(jobs: Iterable[Job], workers: int, seconds: float) -> Iterator[Result]:
    """The results of audits as they come; none is begun later than so many seconds from now.

    Those begun are all waited for: quick ones must not count more often than slow ones.
    """
    end = time.monotonic() + seconds
    left = iter(jobs)
    if workers == 1:
        for job in left:
            if time.monotonic() > end:
                return
            yield audited(job)
        return
    with processes(workers) as pool:
        waiting: set[Future[Result]] = set()
        while True:
            while len(waiting) < AHEAD * workers and time.monotonic() <= end:
                following = next(left, None)
                if following is None:
                    break
                waiting.add(pool.submit(audited, following))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()


def of_right(name: str, found: Sequence[Result]) -> dict[str, Any]:
    """The figures of right copiers' audits.

    >>> job = Job("a copier", False, 0, 80, 120)
    >>> row = of_right("a copier", [Result(job, p, {}, 1.0) for p in (0.01, 0.3)])
    >>> row["at_most"][0]["share"], round(row["at_most"][0]["p_value"], 4)
    (0.5, 0.0975)
    """
    failures = sum(bool(each.failed) for each in found)
    counts = [(ERROR_RATE, failures)]
    counts += [(rate, sum(each.smallest <= rate for each in found)) for rate in RATES]
    rows = [
        {
            "rate": rate,
            "audits": hits,
            "share": hits / len(found),
            "p_value": binomial_tails(hits, len(found), rate)[1],
        }
        for rate, hits in counts
    ]
    return {
        "name": name,
        "audits": len(found),
        "failures": rows[0],
        "at_most": rows[1:],
        "failed": [{"seed": each.job.seed, **each.failed} for each in found if each.failed],
        "p_values": [each.smallest for each in found],
        "seconds": statistics.median(each.seconds for each in found),
    }


def of_piece(name: str, found: Sequence[Result]) -> dict[str, Any]:
    """The figures of a piece's audits: how many found the fault where it belongs, and named it."""
    piece = museum()[name]
    kinds = [each.failed[piece.check] for each in found if piece.check in each.failed]
    return {
        "name": name,
        "check": piece.check,
        "kind": piece.kind.name,
        "positions": found[0].job.positions,
        "copies": found[0].job.positions * found[0].job.copies,
        "audits": len(found),
        "caught": len(kinds),
        "named": kinds.count(piece.kind.name),
        "called": sorted({str(kind) for kind in kinds}),
        "seconds": statistics.median(each.seconds for each in found),
    }


def main() -> None:
    """Both tables, or a part."""
    parser = _parser()
    chosen = parser.parse_args()
    if min(chosen.audits, chosen.of_pieces, chosen.workers, chosen.seconds) <= 0:
        parser.error("--audits, --of-pieces, --workers and --seconds are greater than 0")
    if chosen.json is not None:
        try:
            check_writable(chosen.json)
        except CallError as error:
            parser.error(str(error))
    jobs = [] if chosen.museum else list(_right_jobs(chosen))
    jobs += [] if chosen.right else list(_museum_jobs(chosen))
    if not jobs:
        parser.error(f"no copier has {chosen.only!r} in its name")
    console, told = Console(), Console(stderr=True)
    found: dict[tuple[bool, str], list[Result]] = {}
    for number, result in enumerate(results(jobs, chosen.workers, chosen.seconds), 1):
        found.setdefault((result.job.broken, result.job.name), []).append(result)
        told.print(f"{number} of {len(jobs)}: {result.job.name}, {result.seconds:.1f} s")
    right = [of_right(name, each) for (broken, name), each in found.items() if not broken]
    pieces = [of_piece(name, each) for (broken, name), each in found.items() if broken]
    if right:
        every = [one for (broken, _), each in found.items() if not broken for one in each]
        right.append(of_right("all", every))
        console.print(_right_table(right))
    if pieces:
        console.print(_museum_table(pieces))
        often = sum(each["named"] >= OFTEN * each["audits"] for each in pieces)
        console.print(f"{often} of {len(pieces)} are caught and named in {OFTEN:.0%} of audits.")
    if chosen.json is not None:
        figures = {"error_rate": ERROR_RATE, "right": right, "pieces": pieces}
        write_whole(chosen.json, (json.dumps(figures, indent=2) + "\n").encode())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.audit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--audits", type=int, default=200, help="of all right copiers together")
    parser.add_argument("--of-pieces", type=int, default=20, help="audits of each broken copier")
    parser.add_argument(
        "--until-proven", action="store_true", help="end audits of broken copiers at a proof"
    )
    parser.add_argument(
        "--positions", type=int, help=f"of an audit; by default {POSITIONS}, or what a piece states"
    )
    parser.add_argument(
        "--copies", type=int, help=f"of a position; by default {COPIES}, or what a piece states"
    )
    parser.add_argument("--right", action="store_true", help="right copiers alone")
    parser.add_argument("--museum", action="store_true", help="broken copiers alone")
    parser.add_argument("--only", default="", metavar="TEXT", help="names that contain this")
    parser.add_argument("--seed", type=int, default=0, help="the first of the audits' seeds")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="no audit is begun later"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there as well")
    return parser


def _right_jobs(chosen: argparse.Namespace) -> Iterator[Job]:
    names = [name for name in right_copiers() if chosen.only in name]
    for name, seed in in_turn(names, chosen.audits, chosen.seed):
        positions, copies = chosen.positions or POSITIONS, chosen.copies or COPIES
        yield Job(name, False, seed, positions, copies)


def _museum_jobs(chosen: argparse.Namespace) -> Iterator[Job]:
    pieces = {name: piece for name, piece in museum().items() if chosen.only in name}
    for name, seed in in_turn(list(pieces), chosen.of_pieces * len(pieces), chosen.seed):
        piece = pieces[name]
        positions = chosen.positions or piece.positions
        copies = chosen.copies or piece.copies // piece.positions
        yield Job(name, True, seed, positions, copies, chosen.until_proven)


def _right_table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="right copiers: audits that fail, and with a p-value of at most …")
    table.add_column("copier")
    for words in ("audits", f"fail ({ERROR_RATE})", *(f"≤ {rate}" for rate in RATES), "seconds"):
        table.add_column(words, justify="right")
    for row in rows:
        counts = [f"{each['audits']} (p {each['p_value']:.2g})" for each in _counts(row)]
        table.add_row(row["name"], str(row["audits"]), *counts, f"{row['seconds']:.1f}")
    return table


def _counts(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [row["failures"], *row["at_most"]]


def _museum_table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="broken copiers: audits that catch them, and name the kind of bug")
    for words in ("piece", "kind"):
        table.add_column(words)
    for words in ("copies", "audits", "caught", "named", "seconds"):
        table.add_column(words, justify="right")
    for row in rows:
        numbers = [str(row[name]) for name in ("copies", "audits", "caught", "named")]
        table.add_row(row["name"], row["kind"], *numbers, f"{row['seconds']:.1f}")
    return table


if __name__ == "__main__":
    main()
