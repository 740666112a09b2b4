"""How often the audit is wrong, and how often right: ``python -m benchmarks.audit --audits 200``.

Right copiers, audited with different seeds: how many fail, against the error rate that is stated;
and of how many the smallest p-value is below 0.05 and 0.2, which says more of a few hundred audits
than a rate of one in a thousand can. Broken copiers, from the museum of the tests: how many of 20
audits find the fault in the check where it belongs, and name it. And the seconds that audits take.

``--right`` and ``--museum`` run a part, ``--only TEXT`` the copiers with that in their name,
``--positions`` and ``--copies`` audit at another size than the default.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from determinize.audit import COPIES, ERROR_RATE, POSITIONS, Audit, Auditable, audit
from determinize.auditing.judging.significance import binomial_tails
from determinize.auditing.verdict import FAILED
from tests.determinize import audit_bugs, small_deals
from tests.determinize.audit_toys import Toy
from tests.museum.pieces import Piece

ROOMS = ("schnapsen", "clue", "template", "openspiel")
"""Modules of the museum; those that are not there, or whose engine is not, are left out."""
RATES = (0.001, 0.05, 0.2)
"""Shares of right copiers' audits whose smallest p-value may be as small, at most."""
OFTEN = 0.95
"""The share of audits in which a piece is to be caught."""


@dataclass(frozen=True)
class Size:
    """How much is looked at in one audit."""

    positions: int
    copies: int

    def audit(self, make: Callable[[], Auditable], seed: int) -> tuple[Audit, float]:
        """One audit in this process, and its seconds."""
        started = time.perf_counter()
        verdict = audit(make(), positions=self.positions, copies=self.copies, seed=seed, workers=0)
        return verdict, time.perf_counter() - started


def right_copiers() -> Iterator[tuple[str, Callable[[], Auditable]]]:
    """Right copiers by name: small ones with each kind of reference, and those of the museum."""
    yield "a small deal, by count", lambda: small_deals.counted(small_deals.right)
    yield "a small deal, by truths", lambda: small_deals.target(small_deals.right)
    yield "a small game, by count", Toy
    yield "a small game, shuffled, by count", lambda: Toy(audit_bugs.shuffled)
    yield "a small game, weighted truths", lambda: Toy(without=("posterior",))
    yield "a small game, thinned truths", lambda: Toy(without=("posterior", "likelihood"))
    for room in rooms():
        for make in room.CORRECT:
            yield make().name, make


def rooms() -> list[object]:
    """The rooms of the museum that can be entered here."""
    found = [room for room in ROOMS if find_spec(f"tests.museum.{room}")]
    if find_spec("pyspiel") is None and "openspiel" in found:
        found.remove("openspiel")
    return [importlib.import_module(f"tests.museum.{room}") for room in found]


def smallest(verdict: Audit) -> float:
    """The p-value that decides; 0 where something was proven."""
    if not verdict.passed and all(
        check.p_value is None or check.p_value > verdict.error_rate for check in verdict.checks
    ):
        return 0.0
    return min((c.p_value for c in verdict.checks if c.p_value is not None), default=1.0)


def false_alarms(name: str, make: Callable[[], Auditable], audits: int, size: Size) -> list[float]:
    """A row for a right copier; its smallest p-values."""
    found, seconds = [], []
    for seed in range(audits):
        verdict, took = size.audit(make, seed)
        found.append(smallest(verdict))
        seconds.append(took)
        if not verdict.passed:
            failed = [check for check in verdict.checks if check.outcome == FAILED]
            print(f"    {name} fails with seed {seed}: {[(c.name, c.p_value) for c in failed]}")
    row(name, found, f"{statistics.median(seconds):.1f} s")
    return found


def row(name: str, found: list[float], last: str) -> None:
    """How many p-values are at most as small as each rate, and how likely so many are by luck."""
    columns = [f"{name:40}", f"{len(found):5}"]
    for rate in RATES:
        below = sum(p <= rate for p in found)
        luck = binomial_tails(below, len(found), rate)[1]
        columns.append(f"{below:4} ({below / len(found):.3f}, luck {luck:.2f})")
    print("  ".join([*columns, last]), flush=True)


def caught(piece: Piece, audits: int, size: Size) -> float:
    """A row for a piece of the museum: the share of audits that find it and name it."""
    outcomes, seconds = [], []
    for seed in range(audits):
        verdict, took = size.audit(piece.target, seed)
        check = verdict.check(piece.check)
        outcomes.append((check.outcome == FAILED, check.kind == piece.kind.name))
        seconds.append(took)
    found = sum(failed for failed, _ in outcomes)
    right = sum(failed and kind for failed, kind in outcomes)
    print(
        f"{piece.name:50}  {piece.check:18} {piece.kind.name:20} found {found:3} of {audits}, named"
        f" rightly {right:3}, {statistics.median(seconds):.1f} s",
        flush=True,
    )
    return right / audits


def main() -> None:
    """Both tables, or a part."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit", description=__doc__)
    parser.add_argument("--audits", type=int, default=200, help="of each right copier")
    parser.add_argument("--of-pieces", type=int, default=20, help="audits of each broken copier")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--copies", type=int, default=COPIES)
    parser.add_argument("--right", action="store_true", help="right copiers alone")
    parser.add_argument("--museum", action="store_true", help="broken copiers alone")
    parser.add_argument("--only", default="", metavar="TEXT", help="names that contain this")
    chosen = parser.parse_args()
    size = Size(chosen.positions, chosen.copies)
    if chosen.right or not chosen.museum:
        print(f"right copiers: audits with a p-value of at most {RATES}; fails at {ERROR_RATE}")
        every: list[float] = []
        for name, make in right_copiers():
            if chosen.only in name:
                every += false_alarms(name, make, chosen.audits, size)
        if every:
            row("all", every, "")
    if chosen.museum or not chosen.right:
        print(f"broken copiers: {chosen.of_pieces} audits each")
        pieces = [piece for room in rooms() for piece in room.PIECES if chosen.only in piece.name]  # type: ignore[attr-defined]
        shares = {piece.name: caught(piece, chosen.of_pieces, size) for piece in pieces}
        often = sum(share >= OFTEN for share in shares.values())
        print(f"{often} of {len(shares)} pieces are found and named in {OFTEN:.0%} of audits")


if __name__ == "__main__":
    main()
