"""The field of the round robin at Schnapsen, what each player is told, and how a deal is played.

What an iteration is:

- ``ismcts``, ``so-pom``, ``mo-ismcts``, ``mcts``, ``pimc`` with UCT: a descent with its play-out;
  ``ris-mcts``: the same, and what it tries out for the opponent on the way comes on top;
- ``flat``, ``pimc`` by play-outs, ``rdeep``: a play-out; ``rhea``: the evaluation of a sequence;
  ``osla``: that of the position after an option;
- ``epimc``: a descent whose end is solved, if a hundred positions suffice, else played out;
- ``pimc`` with exact worlds: a play-out goes through some ten positions, so each of its worlds may
  take ten for each iteration of its share; where that does not suffice, it has its share as UCT.

Players made of rules are what they are.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import games
from arena.compare import shares
from arena.match import MatchResult, given, moves
from compiled import rows
from determinize import Watch
from players import Decision, Player, UnknownPlayer, make
from unseen.errors import CallError

GAME = "schnapsen"
RULES: dict[str, Any] = {"match_target": 1}
"""Single deals."""
OPTIONS = 4.6
"""Options at a decision of Schnapsen on average, over 200 deals of random play."""
PLAY_OUT = 10
"""Positions that a play-out goes through, from a decision on, on the same average (9.5)."""
WORLDS = 20
"""Worlds of ``pimc``."""

FIELD = {
    "random": "random",
    "bully": "bully",
    "antibully": "antibully",
    "mantis+antibully": "mantis+antibully",
    "osla": "osla({worlds})",
    "rhea": "rhea({budget})",
    "rdeep": "rdeep({samples})",
    "flat": "flat({budget})",
    "mcts": "mcts({budget})",
    "pimc (play-outs)": "pimc({budget}, evaluator=play-outs)",
    "pimc (uct)": "pimc({budget})",
    "pimc (exact)": "pimc({budget}, evaluator=exact, limit={limit})",
    "epimc": "epimc({budget}, limit=100)",
    "ismcts": "ismcts({budget})",
    "so-pom": "so-pom({budget})",
    "mo-ismcts": "mo-ismcts({budget})",
    "ris-mcts": "ris-mcts({budget})",
}
"""Who plays, and how it is told its budget."""

TIMED_LIMIT = 250
"""Positions of an exact world where time counts."""


@dataclass(frozen=True)
class Settings:
    """What a file of results is of.

    Attributes:
        by: ``iterations`` or ``time``.
        amount: how many, or how many seconds, a decision.
        seed: of everything.
        players: (name in the table, player as typed).
    """

    by: str
    amount: float
    seed: int
    players: tuple[tuple[str, str], ...]


def entered(by: str, amount: float, seed: int, names: Sequence[str]) -> Settings:
    """The settings of a new run: players are told their budgets.

    Raises:
        CallError: a player that is not in the field or stands there twice, or a budget that cannot
            be.

    >>> entered("iterations", 500, 1, ["rdeep", "ismcts"]).players
    (('rdeep', 'rdeep(samples=109)'), ('ismcts', 'ismcts(iterations=500)'))
    >>> entered("time", 0.005, 1, ["rdeep", "ismcts"]).players
    (('rdeep', 'rdeep(seconds=0.005)'), ('ismcts', 'ismcts(seconds=0.005)'))
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise CallError(f"who plays: two different players or more, not {', '.join(names)}")
    if by == "time" and amount <= 0:
        raise CallError(f"seconds cannot be {amount}: more than 0")
    if by == "iterations":
        each = max(1, round(amount / OPTIONS))
        told = {
            "budget": f"iterations={int(amount)}",
            "limit": str(round(PLAY_OUT * amount / WORLDS)),
            "worlds": f"worlds={each}",
            "samples": f"samples={each}",
        }
    else:
        told = dict.fromkeys(("budget", "worlds", "samples"), f"seconds={amount}")
        told["limit"] = str(TIMED_LIMIT)
    found = []
    for name in names:
        if name not in FIELD:
            raise CallError(f"no player {name!r} in the field: {', '.join(FIELD)}")
        found.append((name, FIELD[name].format(**told)))
        try:
            make(found[-1][1], games.load(GAME))
        except UnknownPlayer as error:
            raise CallError(str(error)) from None
    return Settings(by, amount, seed, tuple(found))


# ------------------------------------------------------------------------------------------ playing


@dataclass(frozen=True)
class Deal:
    """A deal of a pair, in both seatings: what a worker is sent."""

    specs: tuple[str, str]
    seed: int


@dataclass(frozen=True)
class Spent:
    """What one player spent: decisions, what it tried in them, worlds, and seconds."""

    asked: int = 0
    tried: int = 0
    worlds: int = 0
    seconds: float = 0.0

    def plus(self, other: Spent) -> Spent:
        """Both together."""
        return Spent(
            self.asked + other.asked,
            self.tried + other.tried,
            self.worlds + other.worlds,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class Played:
    """How the first of a pair fared on a deal: its seatings' mean, and what both spent.

    Attributes:
        share: of won games, from 0 to 1.
        points: game points a game, from -3 to 3.
        spent: by each of the two.
        wall, processor: seconds that the deal took, and that the process had a processor.
    """

    share: float
    points: float
    spent: tuple[Spent, Spent]
    wall: float
    processor: float


def play_deal(deal: Deal) -> Played:
    """Play a deal in both seatings; runs in a worker."""
    people = [player_of(spec) for spec in deal.specs]
    wall, processor = time.perf_counter(), time.process_time()
    spent = [Spent(), Spent()]
    share = points = 0.0
    for first in (0, 1):
        result = _match([people[first], people[1 - first]], deal.seed, first, spent)
        share += shares(result, together=False)[first] / 2
        points += result.returns[first] / 2
    return Played(
        share,
        points,
        (spent[0], spent[1]),
        time.perf_counter() - wall,
        time.process_time() - processor,
    )


def _match(seats: Sequence[Player], seed: int, first: int, spent: list[Spent]) -> MatchResult:
    """Play one match, and add what was spent; ``first`` is which of the pair has seat 0."""
    watch = Watch(games.load(GAME).new(players=2, seed=seed, **RULES))
    for move in moves(watch, seats, seed=seed):
        if move.decision is not None:
            who = move.seat ^ first
            spent[who] = spent[who].plus(_spent(move.decision, move.seconds))
    return MatchResult(seed, watch.state.returns, (), (), ())


def _spent(decision: Decision, seconds: float) -> Spent:
    return Spent(1, sum(one.visits for one in decision.considered), decision.worlds, seconds)


@lru_cache(maxsize=64)
def player_of(spec: str) -> Player:
    """A player that has decided once, so that compiling does not count as its thinking."""
    game = games.load(GAME)
    player = make(spec, game)
    watch = Watch(game.new(**RULES))
    player.decide(given(watch, watch.state.mover, player), rows(0))
    return player
