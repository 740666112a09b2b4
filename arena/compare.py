"""Comparing players: the same deals for every line-up, and an interval on the difference.

What a match brings is mostly the deal. So each deal is played once in every line-up
(:mod:`arena.lineups`), and players are compared deal by deal: their difference on one deal, the
seats changed, is one observation. A player against itself differs by exactly nothing, since its
chances too depend on the deal, the seat and the move alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import games
from arena.lineups import Lineup, by_itself, check_series, lineups, seats_for
from arena.match import MatchResult, given, play_match
from arena.seeds import deal_seed
from arena.statistics import mean_interval, rate_interval
from arena.work import spread
from compiled import rows
from determinize import Watch
from determinize.auditing.workers.machine import Progress
from games.game import Game
from players import Player, label, make


@dataclass(frozen=True)
class Standing:
    """How one player did.

    Attributes:
        player: its name in the table.
        games: how many it played, once for each seat it had.
        wins: sole first places (in a game won together: won games).
        draws: shared first places.
        losses: the rest.
        rate: the mean share of first place.
        low, high: the rate's interval at 95 %, games taken as independent.
        points: the mean result, as the game counts it.
        seconds_per_decision: over the decisions it was asked for; None if for none.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    rate: float
    low: float
    high: float
    points: float
    seconds_per_decision: float | None


@dataclass(frozen=True)
class Difference:
    """How much one player does better than another on the same deals.

    Attributes:
        a, b: the two.
        games: in which both played.
        difference: of their mean shares of first place, -1 to 1.
        low, high: its interval at 95 %, each deal one observation; None after a single deal.
        agree: whether it was the same on every deal. Then nothing shows how much deals differ, and
            the interval is as wide as outcomes that were not seen yet allow.
    """

    a: str
    b: str
    games: int
    difference: float
    low: float | None
    high: float | None
    agree: bool


@dataclass(frozen=True)
class Comparison:
    """The result of :func:`compare`: standings in the order of the names, then all pairs."""

    players: tuple[Standing, ...]
    pairs: tuple[Difference, ...]
    deals: int
    games: int


@dataclass(frozen=True)
class _Deal:
    """One deal in all line-ups: what a worker is sent."""

    game: str
    specs: tuple[str, ...]
    lineups: tuple[Lineup, ...]
    seed: int
    preset: str | None
    parameters: tuple[tuple[str, Any], ...]
    experiment: bool


def compare(
    game: Game,
    specs: Sequence[str],
    *,
    games: int = 100,
    seed: int = 0,
    seats: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    experiment: bool = False,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play players against one another on the same deals.

    Args:
        game: what is played; workers load it by its name.
        specs: players as typed, ``name`` or ``name(key=value)``.
        games: how many in all; each deal is played in every line-up, so the number is rounded up
            to whole deals.
        seed: of everything.
        seats: by default the least that the game allows and that seats all.
        preset, parameters: which rules.
        experiment: whether players may take part that look at the true state.
        workers, executor, progress: see :func:`arena.work.spread`. Results do not depend on them.

    Raises:
        ValueError: an unknown player, a number of seats, a rule that cannot be.
        ExperimentOnly: a player looks at the true state, and this is no experiment.
        IllegalDecision: a player answered with no option of its own.
    """
    check_series(game, specs, games, experiment=experiment, seats=seats)
    places = seats_for(game, len(specs), seats)
    game.new(players=places, seed=seed, preset=preset, **(parameters or {}))
    tables = tuple(lineups(len(specs), places, alone=by_itself(game)))
    deals = math.ceil(games / len(tables))
    jobs = [
        _Deal(
            game.name,
            tuple(specs),
            tables,
            deal_seed(seed, number),
            preset,
            tuple((parameters or {}).items()),
            experiment,
        )
        for number in range(deals)
    ]
    results = spread(play_deal, jobs, workers=workers, executor=executor, progress=progress)
    return _summary(label(list(specs)), tables, results, together=by_itself(game))


def play_deal(deal: _Deal) -> list[MatchResult]:
    """Play one deal in every line-up; runs in a worker. The moves are left out: they add up."""
    game = games.load(deal.game)
    people = [_player(spec, deal.game) for spec in deal.specs]
    results = [
        play_match(
            game,
            [people[name] for name in lineup],
            seed=deal.seed,
            preset=deal.preset,
            parameters=dict(deal.parameters),
            experiment=deal.experiment,
        )
        for lineup in deal.lineups
    ]
    return [replace(result, moves=()) for result in results]


@lru_cache(maxsize=64)
def _player(spec: str, game: str) -> Player:
    """A player that has decided once, so that compiling does not count as its thinking."""
    player = make(spec, games.load(game))
    watch = Watch(games.load(game).new())
    player.decide(given(watch, watch.state.mover, player, experiment=True), rows(0))
    return player


# ------------------------------------------------------------------------------------ statistics


def shares(result: MatchResult, *, together: bool) -> list[float]:
    """Each seat's share of first place; won together, all of it for a result above zero."""
    if together:
        return [float(points > 0) for points in result.returns]
    winners = result.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(result.returns))]


def _summary(
    names: list[str],
    tables: Sequence[Lineup],
    results: Sequence[Sequence[MatchResult]],
    *,
    together: bool,
) -> Comparison:
    tallies = [_Tally() for _ in names]
    deals: list[list[dict[int, float]]] = []
    for deal in results:
        deals.append([])
        for lineup, result in zip(tables, deal, strict=True):
            won = shares(result, together=together)
            by_name: dict[int, list[float]] = {}
            for seat, name in enumerate(lineup):
                tallies[name].ask(result.asked[seat], result.seconds[seat])
                if seat == 0 or not together:
                    tallies[name].add(won[seat], result.returns[seat])
                    by_name.setdefault(name, []).append(won[seat])
            deals[-1].append({name: _mean(mine) for name, mine in by_name.items()})
    pairs = tuple(_difference(names, a, b, deals) for a, b in combinations(range(len(names)), 2))
    standings = tuple(tally.standing(name) for tally, name in zip(tallies, names, strict=True))
    return Comparison(standings, pairs, len(results), len(results) * len(tables))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _difference(
    names: list[str], a: int, b: int, deals: list[list[dict[int, float]]]
) -> Difference:
    """Player a's mean share less player b's, deal by deal.

    On each deal over the games in which both played; where they never meet, each over its own.
    """
    observed = []
    count = 0
    for played in deals:
        both = [row for row in played if a in row and b in row]
        count += len(both) or 1
        mine = _mean([row[a] for row in both or played if a in row])
        observed.append(mine - _mean([row[b] for row in both or played if b in row]))
    interval = mean_interval(observed, reach=1.0)
    return Difference(names[a], names[b], count, *interval, agree=len(set(observed)) == 1)


class _Tally:
    """What one player has gathered."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.points: list[float] = []
        self.asked = 0
        self.seconds = 0.0

    def add(self, share: float, points: float) -> None:
        """One game from one seat."""
        self.shares.append(share)
        self.points.append(points)

    def ask(self, times: int, seconds: float) -> None:
        """The decisions of one game from one seat."""
        self.asked += times
        self.seconds += seconds

    def standing(self, name: str) -> Standing:
        """The row of the table."""
        n = len(self.shares)
        wins = self.shares.count(1.0)
        losses = self.shares.count(0.0)
        rate = math.fsum(self.shares) / n
        low, high = rate_interval(rate, n)
        return Standing(
            player=name,
            games=n,
            wins=wins,
            draws=n - wins - losses,
            losses=losses,
            rate=rate,
            low=low,
            high=high,
            points=math.fsum(self.points) / n,
            seconds_per_decision=self.seconds / self.asked if self.asked else None,
        )
