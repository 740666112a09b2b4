"""The price of not knowing: what information, facts and one tree for all worlds are worth.

``python -m benchmarks.price --deals 500 --iterations 1000``

Each row compares two players on the same deals with the seats changed: how much the first one's
mean share of first place is above the other's, with its interval at 95 %.

- *Value of information*: the same search with the true state as its only world, and with worlds of
  its belief. The player that looks at the true state exists for this alone.
- *Loss by strategy fusion*: ``epimc`` with three decisions, of both players, in one tree for all
  worlds, and with one: that takes each world for known from the next decision on, as PIMC does.
  Worlds, iterations and the limit of solving are the same. Three decisions postpone fusion and do
  not end it, so only a part of the loss is told; and a world that is met earlier has more left to
  solve, so that more of them pass the limit and are played out at random.
- *One tree against many*: ``ismcts`` and ``pimc`` at equal iterations. Fusion is in it, and so is
  that all iterations grow one tree, or each world's own with its share of them.
- *Postponed, then solved, against trees*: ``epimc`` and ``pimc`` at equal iterations. Besides when
  a world becomes known, what values it differs: alpha-beta (or a play-out), or a tree.
- *Gain of facts*: worlds from the belief, which holds the history, against worlds that only look
  like the table.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import games
from arena import compare
from arena.work import FailedJob
from players import UnknownPlayer
from unseen.files import check_writable, write_whole

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("schnapsen", {"match_target": 1}),
    ("template", {}),
)
"""What is played, and the rules that differ: single deals of Schnapsen."""

QUESTIONS = (
    ("value of information", "cheating({n})", "ismcts({n})"),
    ("loss by strategy fusion", "epimc({n}, moves=3)", "epimc({n}, moves=1)"),
    ("one tree against many", "ismcts({n})", "pimc({n})"),
    ("postponed, then solved, against trees", "epimc({n})", "pimc({n})"),
    ("gain of facts", "ismcts({n})", "ismcts({n}, draw=table)"),
    ("gain of facts", "pimc({n})", "pimc({n}, draw=table)"),
)
"""What is asked, and of which two players."""


@dataclass(frozen=True)
class Price:
    """One row.

    Attributes:
        game: what was played.
        question: what the difference is.
        a, b: the players.
        games: in how many games.
        difference: of their mean shares of first place, -1 to 1.
        low, high: its interval at 95 %.
        why: why there is no figure; None where there is one.
    """

    game: str
    question: str
    a: str
    b: str
    games: int = 0
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    why: str | None = None


def price(
    name: str, question: str, a: str, b: str, *, deals: int, seed: int, workers: int | None
) -> Price:
    """Compare two players in one game; where one of them cannot play it, say why."""
    rules = dict(GAMES)[name]
    try:
        result = compare(
            games.load(name),
            [a, b],
            games=2 * deals,
            seed=seed,
            parameters=rules,
            experiment=True,
            workers=workers,
        )
    except (UnknownPlayer, FailedJob) as error:
        return Price(name, question, a, b, why=str(error).partition(" (in ")[0])
    [pair] = result.pairs
    return Price(name, question, a, b, pair.games, pair.difference, pair.low, pair.high)


def measure(*, deals: int, iterations: int, seed: int, workers: int | None) -> list[Price]:
    """All rows."""
    told = f"iterations={iterations}"
    return [
        price(
            name, question, a.format(n=told), b.format(n=told),
            deals=deals, seed=seed, workers=workers,
        )
        for name, _ in GAMES
        for question, a, b in QUESTIONS
    ]  # fmt: skip


def as_table(prices: list[Price]) -> Table:
    """The rows for people."""
    table = Table()
    for column in ("game", "what", "A", "less B", "games", "difference", "95 %"):
        table.add_column(column, overflow="fold")
    for one in prices:
        row = [one.game, one.question, one.a, one.b, str(one.games)]
        if one.difference is None:
            row += ["-", one.why or ""]
        else:
            known = one.low is not None and one.high is not None
            row.append(f"{one.difference:+.3f}")
            row.append(f"{one.low:+.3f} to {one.high:+.3f}" if known else "-")
        table.add_row(*row)
    return table


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.price", description="The price of not knowing."
    )
    parser.add_argument("--deals", type=int, default=500, help="deals of each comparison")
    parser.add_argument("--iterations", type=int, default=1000, help="of every search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; by default one a processor")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows there as well")
    call = parser.parse_args()
    if call.json is not None:
        check_writable(call.json)
    found = measure(
        deals=call.deals, iterations=call.iterations, seed=call.seed, workers=call.workers
    )
    Console(width=150).print(as_table(found))
    if call.json is not None:
        data = {
            "rows": [dataclasses.asdict(one) for one in found],
            "deals": call.deals,
            "iterations": call.iterations,
            "seed": call.seed,
        }
        write_whole(call.json, (json.dumps(data, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
