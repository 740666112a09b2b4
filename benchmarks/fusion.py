"""EPIMC against αμ: two answers to strategy fusion, with PIMC and ISMCTS for reference.

``python -m benchmarks.fusion --deals 200``

Every pair plays the same deals in both seats. A row tells how much the first does better, the mean
over deals with its interval at 95 %: in the game's own results (chips, points) and in shares of
first place. They are two questions: whoever often wins little and seldom loses much does better by
the second alone. Both players' milliseconds a decision stand beside, since budgets are not alike.

αμ is no player of the package; it is wrapped as one here, and only here.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import games
from arena.match import moves
from arena.seeds import deal_seed, player_rows
from arena.statistics import Interval, mean_interval
from arena.work import spread
from determinize import InformationSet, Watch
from games.game import Game
from players import Considered, Decision, Player, make
from players.chance import Random
from players.search.alpha_mu import Planner, Spent
from players.search.options import first_options
from unseen.files import check_writable, write_whole

WORLDS = 20
LIMIT = 100
"""After so many nodes alpha-beta gives a world up, whoever asks."""
FRONT = 16
"""So many vectors of a Pareto front are kept."""

PLAYERS = {
    "epimc": f"epimc(worlds={WORLDS}, iterations=200, limit={LIMIT})",
    "alpha-mu": f"alpha-mu(worlds={WORLDS}, positions=300, limit={LIMIT})",
    "pimc": f"pimc(evaluator=exact, worlds={WORLDS}, limit={LIMIT})",
    "ismcts": "ismcts(iterations=1000)",
}


@dataclass(frozen=True)
class Played:
    """What is played.

    Attributes:
        game: its name.
        unit: of its results.
        most: that a game can bring.
        rules: what differs from the defaults.
        begun: so many decisions of each game are made at random before, the same in both seatings.
    """

    game: str
    unit: str
    most: float
    rules: tuple[tuple[str, Any], ...] = ()
    begun: int = 0


GAMES = {
    "kuhn": Played("kuhn", "chips", 2.0),
    "leduc": Played("leduc", "chips", 13.0),
    "liars-dice": Played("liars-dice", "points", 1.0),
    "schnapsen ends": Played("schnapsen", "points", 3.0, (("match_target", 1),), begun=8),
}


@dataclass(frozen=True)
class AlphaMu:
    """αμ as a player: plans one own decision deeper each time, as long as its budget lasts.

    Of plans worth the same the one whose option is worth more with fewer own decisions is taken,
    then the first.

    Attributes:
        worlds: how many are sampled from the belief.
        positions: how many positions may be valued for plans of two own decisions or more; plans
            of one are always finished.
        limit: after so many nodes a world is valued by play-outs.
    """

    worlds: int = WORLDS
    positions: int = 300
    limit: int = LIMIT

    @property
    def name(self) -> str:
        """``alpha-mu``."""
        return "alpha-mu"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Plan, and choose the option whose plan brings most on average over the worlds."""
        states = info.worlds(self.worlds, rng)
        first = first_options(info, states, rng)
        planner = Planner(info.game, info.seat, int(info.state["round"]), FRONT, self.limit, rng)
        found: list[tuple[float, ...]] = [() for _ in first]
        moves_ahead = 0
        while True:
            planner.complete = True
            try:
                values = [
                    float(planner.after(states, int(code), moves_ahead).mean(axis=1).max())
                    for code in first
                ]
            except Spent:
                break
            found = [(value, *old) for value, old in zip(values, found, strict=True)]
            if planner.complete:
                break
            planner.budget = self.positions
            moves_ahead += 1
        order = sorted(range(len(first)), key=lambda k: found[k], reverse=True)
        considered = tuple(
            Considered(int(first[k]), self.worlds, found[k][0], self.worlds) for k in order
        )
        return Decision(considered[0].option, considered, self.worlds)


def player(name: str, game: Game) -> Player:
    """One of :data:`PLAYERS`."""
    return AlphaMu() if name == "alpha-mu" else make(PLAYERS[name], game)


# ------------------------------------------------------------------------------------------ playing


@dataclass(frozen=True)
class Deal:
    """A deal of a pair, in both seatings: what a worker is sent."""

    kind: str
    pair: tuple[str, str]
    seed: int


@dataclass(frozen=True)
class Fared:
    """How the first of a pair fared on a deal, the mean of its seatings, less how the second did.

    Attributes:
        result: in the game's own results.
        share: of first place.
        asked: how many decisions each of the two made.
        seconds: how long they took for them.
    """

    result: float
    share: float
    asked: tuple[int, int]
    seconds: tuple[float, float]


def begun(kind: str, seed: int) -> Watch:
    """The game of a deal as the players get it: the same for both seatings.

    Where random play ends before so many decisions, it is played anew with other chances.
    """
    played = GAMES[kind]
    game = games.load(played.game)
    for again in range(1000):
        watch = Watch(game.new(players=2, seed=seed, **dict(played.rules)))
        for number in range(played.begun):
            if watch.state.over:
                break
            seat = watch.state.mover
            rng = player_rows(seed + again + 1, seat, number)
            watch.play(Random().decide(watch.information(seat), rng).option)
        if not watch.state.over:
            return watch
    raise ValueError(f"{kind}: no play of seed {seed} lasts {played.begun} decisions")


def play_deal(deal: Deal) -> Fared:
    """Play a deal in both seatings; runs in a worker."""
    game = games.load(GAMES[deal.kind].game)
    pair = [player(name, game) for name in deal.pair]
    result = share = 0.0
    asked, seconds = [0, 0], [0.0, 0.0]
    for first in (0, 1):
        watch = begun(deal.kind, deal.seed)
        for move in moves(watch, [pair[first], pair[1 - first]], seed=deal.seed):
            if move.decision is not None:
                who = move.seat if first == 0 else 1 - move.seat
                asked[who] += 1
                seconds[who] += move.seconds
        returns = watch.state.returns
        won = [float(mine == max(returns)) / returns.count(max(returns)) for mine in returns]
        result += (returns[first] - returns[1 - first]) / 4
        share += (won[first] - won[1 - first]) / 2
    return Fared(result, share, (asked[0], asked[1]), (seconds[0], seconds[1]))


@dataclass(frozen=True)
class Row:
    """A pair in a game: ``result`` in its unit, a game; ``ms`` a decision, of both."""

    kind: str
    a: str
    b: str
    games: int
    unit: str
    result: Interval
    share: Interval
    ms: tuple[float, float]


def row(kind: str, a: str, b: str, *, deals: int, seed: int, workers: int | None) -> Row:
    """Play a pair."""
    for name in (a, b):  # what has to be compiled does not count as thinking
        watch = begun(kind, seed)
        player(name, watch.state.game).decide(
            watch.information(watch.state.mover), player_rows(0, 0, 0)
        )
    jobs = [Deal(kind, (a, b), deal_seed(seed, number)) for number in range(deals)]
    found = spread(play_deal, jobs, workers=workers)
    asked = [max(1, sum(one.asked[k] for one in found)) for k in (0, 1)]
    spent = [1e3 * sum(one.seconds[k] for one in found) / asked[k] for k in (0, 1)]
    return Row(
        kind, a, b, 2 * deals, GAMES[kind].unit,
        mean_interval([one.result for one in found], reach=GAMES[kind].most),
        mean_interval([one.share for one in found], reach=1.0),
        (spent[0], spent[1]),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------- reporting


def told(interval: Interval, digits: int) -> str:
    """A mean and its interval."""
    mean, low, high = interval
    if low is None or high is None:
        return f"{mean:+.{digits}f}"
    return f"{mean:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]"


def as_table(found: list[Row]) -> Table:
    """The rows for people."""
    table = Table()
    for column in ("game", "A", "less B", "games", "result a game", "share of first place", "ms"):
        table.add_column(column)
    for one in found:
        table.add_row(
            one.kind, one.a, one.b, str(one.games), f"{told(one.result, 3)} {one.unit}",
            told(one.share, 3), f"{one.ms[0]:.1f}, {one.ms[1]:.1f}",
        )  # fmt: skip
    return table


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fusion", description="EPIMC against αμ, PIMC and ISMCTS."
    )
    parser.add_argument("--deals", type=int, default=200, help="deals of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--workers", type=int, help="processes; by default one a processor")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows there as well")
    call = parser.parse_args()
    if call.json is not None:
        check_writable(call.json)
    found = [
        row(kind, a, b, deals=call.deals, seed=call.seed, workers=call.workers)
        for kind in call.games
        for a, b in combinations(PLAYERS, 2)
    ]
    Console(width=150).print(as_table(found))
    if call.json is not None:
        data = {
            "rows": [dataclasses.asdict(one) for one in found],
            "deals": call.deals,
            "seed": call.seed,
        }
        write_whole(call.json, (json.dumps(data, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
