"""The audit of players: does one decide on what its seat knows, and on nothing else?

A player is handed an information set, and nothing in it tells two true states apart that its seat
cannot tell apart. Yet it runs in the same process as the match: it may find the true state on the
stack or among the objects in memory, keep what it learned in another seat, or have been handed the
state by who set up the match. :func:`audit_player` finds out by what it does. In random decisions
of random games, and of sensible ones, many worlds of the mover's information set are laid out as
true states, each with an honest match behind it, and the player is asked in each with equal seeds.
Its option, what it says that it considered, and its use of its generator have to be the same.

Where they are not, the audit looks for the reason (:mod:`arena.auditing.examine`) and for a small
example: few moves, and few hidden cards that have to lie otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import games
from arena.auditing.candidates import Candidate, Maker
from arena.auditing.drawing import places
from arena.auditing.examine import Examined, examine, trusted
from arena.auditing.examples import explained, smaller
from arena.auditing.tables import Table
from arena.auditing.verdict import FAILED, NOT_TESTED, PASSED, Fault, PlayerAudit, PlayerExample
from arena.work import spread
from determinize.auditing.workers.machine import Progress
from games.game import Game
from players import Player

__all__ = ["Fault", "Maker", "PlayerAudit", "PlayerExample", "audit_player"]

GRAVEST = (
    Fault.LEAK,
    Fault.PEEKING,
    Fault.REMEMBERING,
    Fault.TAMPERING,
    Fault.UNREPEATABLE,
    Fault.ILLEGAL,
    Fault.CRASH,
)
"""Where several faults were found, the first of these is told."""

POSITIONS, WORLDS, FEWEST_WORLDS = 50, 10, 2
"""The size of an audit by default: games that are looked into, worlds in each."""
TRIED = 6
"""So many decisions of a game are tried, until there is one with something to peek at."""

NOTHING = "in no position was there both something to choose and something to peek at"


@dataclass(frozen=True)
class _Job:
    """One game to look into: what a worker is sent."""

    game: str | Game
    player: str | Player | Maker
    seats: int | None
    preset: str | None
    parameters: tuple[tuple[str, Any], ...]
    worlds: int
    seed: int
    number: int


def audit_player(
    game: Game,
    player: str | Player | Maker,
    *,
    positions: int = POSITIONS,
    worlds: int = WORLDS,
    seed: int = 0,
    seats: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> PlayerAudit:
    """Whether a player decides the same in all worlds that its seat cannot tell apart.

    Args:
        game: what is played.
        player: as typed, ``ismcts(iterations=50)``; or a player; or a function that makes one for a
            match and is handed the true state, as the program that runs a match could.
        positions: how many random games are looked into, at one decision each.
        worlds: in how many worlds of each the player is asked, the true one included; in all of
            them where there are no more.
        seed: of everything.
        seats: how many players; by default the least that the game allows.
        preset, parameters: which rules.
        workers: how many processes at most, for a player by name; see :func:`arena.work.spread`.
            The result does not depend on it.
        progress: told after each position how many are done, of how many.

    Raises:
        ValueError: an unknown player, a rule, a number of seats, positions or worlds that cannot
            be.

    >>> import games
    >>> audit = audit_player(games.load("schnapsen"), "bully", positions=5, worlds=4, workers=1)
    >>> audit.passed, audit.positions
    (True, 5)
    """
    if positions < 1:
        raise ValueError(f"positions cannot be {positions}: at least 1")
    if worlds < FEWEST_WORLDS:
        raise ValueError(f"worlds cannot be {worlds}: at least 2, the true one and another")
    table = Table(game, seats, preset, dict(parameters or {}))
    candidate = Candidate(game, player)
    name = candidate.name(table.new(seed))
    away = candidate.by_name and _can_be_loaded(game)
    told = tuple((parameters or {}).items())
    jobs = [
        _Job(game.name if away else game, player, seats, preset, told, worlds, seed, number)
        for number in range(positions)
    ]
    results = spread(_examined, jobs, workers=workers if away else 1, progress=progress)
    audit = PlayerAudit(
        player=name,
        game=game.name,
        outcome=PASSED,
        positions=sum(result.worlds > 0 for result in results),
        worlds=sum(result.worlds for result in results),
        exhaustive=sum(result.exhaustive for result in results),
        decisions=sum(result.decisions for result in results),
    )
    found = trusted([one for result in results for one in result.found])
    if found:
        worst = min(found, key=lambda one: (_rank(one.kind), len(one.place.moves), one.place.seed))
        shown = smaller(candidate, table, worst, worlds, seed)
        says, example = explained(candidate, table, shown)
        return replace(audit, outcome=FAILED, kind=shown.kind, says=says, example=example)
    if not audit.positions:
        return replace(audit, outcome=NOT_TESTED, says=NOTHING)
    return audit


def _examined(job: _Job) -> Examined:
    """Look into one game; runs in a worker."""
    game = games.load(job.game) if isinstance(job.game, str) else job.game
    table = Table(game, job.seats, job.preset, dict(job.parameters))
    candidate = Candidate(game, job.player)
    result = Examined()
    for tried, place in enumerate(places(table, job.seed, job.number)):
        if result.worlds or result.found or tried == TRIED:
            break
        asked = result.decisions
        result = examine(candidate, table, place, job.worlds, job.seed)
        result.decisions += asked
    return result


def _can_be_loaded(game: Game) -> bool:
    """Whether another process finds the same game by its name."""
    try:
        return games.load(game.name) is game
    except ValueError:
        return False


def _rank(kind: str) -> int:
    return [fault.name for fault in GRAVEST].index(kind)
