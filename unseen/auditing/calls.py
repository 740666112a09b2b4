"""``unseen audit``, once its command line has been read: what is wrong with it, and the audit.

It is imported when an audit is asked for: every other command starts without it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any

import games
from arena.audit import FEWEST_WORLDS, WORLDS, audit_player
from arena.audit import POSITIONS as PLAYERS_POSITIONS
from determinize.audit import COPIES, ERROR_RATE, FEWEST_COPIES, POSITIONS, BrokenGame
from determinize.audit import audit as audit_copies
from determinize.auditing.auditable import PROMISES
from determinize.auditing.ours import OurGame
from determinize.auditing.sample import AUTO, COUNT, REFERENCES
from determinize.auditing.workers.making import Tried, tried
from determinize.auditing.workers.processes import WorkersFailed
from games.game import Game
from unseen import options, targets
from unseen.auditing import players as player_reports
from unseen.auditing import reports
from unseen.auditing.policy import PlayersPolicy
from unseen.auditing.reports import Outputs
from unseen.auditing.reproduction import of_check
from unseen.auditing.required import required
from unseen.errors import CallError, NoAnswer
from unseen.progress import progress

MOST = 1_000_000
"""No more positions than this, and no more copies of one."""


@dataclass(frozen=True)
class Call:
    """What was typed: see ``unseen audit --help``."""

    target: str
    positions: int | None
    copies: int | None
    seed: int
    error_rate: float | None
    promise: str | None
    reference: str
    policy: str | None
    require: str | None
    player: str | None
    preset: str | None
    settings: list[str] | None
    seats: int | None
    json: str | None
    junit: str | None
    workers: int | None


def passed(call: Call) -> bool:
    """Audit what was asked for, and tell what came out; whether it passed.

    Raises:
        CallError: something is wrong with the call.
        NoAnswer: the game itself is broken.
    """
    of_player = call.player is not None
    usual = (PLAYERS_POSITIONS, WORLDS) if of_player else (POSITIONS, COPIES)
    positions = usual[0] if call.positions is None else call.positions
    copies = usual[1] if call.copies is None else call.copies
    fewest = FEWEST_WORLDS if of_player else FEWEST_COPIES
    _check_numbers(positions, copies, fewest, call.seed, call.workers)
    _one_of("--promise", call.promise, PROMISES)
    _one_of("--reference", call.reference, REFERENCES)
    game = _our_game(call.target)
    rules: dict[str, Any] = {"preset": None, "parameters": None}
    seats = call.seats
    if game is None:
        ours = {
            "--policy": call.policy,
            "--player": call.player,
            "--preset": call.preset,
            "--set": call.settings,
        }
        why = f"is for games that `unseen games` lists, and {call.target} is none of them"
        _none_given(ours, why)
    else:
        rules["preset"], rules["parameters"] = options.read_rules(game, call.preset, call.settings)
        seats = options.read_seats(game, 1, seats)
    asked = _Asked(
        call.target, positions, copies, call.seed, seats, rules, call.workers, call.json, call.junit
    )
    if game is not None and call.player is not None:
        only_copiers = {
            "--policy": call.policy,
            "--promise": call.promise,
            "--reference": None if call.reference == AUTO else call.reference,
            "--error-rate": call.error_rate,
            "--require": call.require,
        }
        _none_given(only_copiers, "is for copiers: leave it out with --player")
        if ":" in call.target:
            raise CallError(
                f"--player audits a player, not the copier of {call.target}: {game.name}"
            )
        return _of_player(asked, game, _one_player("--player", call.player, game, experiment=True))
    policy = None if game is None else _policy(call.policy, game, call.reference)
    try:
        names = required(call.require or "")
    except ValueError as error:
        raise CallError(f"--require: {error}") from None
    error_rate = ERROR_RATE if call.error_rate is None else call.error_rate
    return _of_copies(asked, error_rate, call.promise, call.reference, policy, names)


@dataclass(frozen=True)
class _Asked:
    """What copies and players are both audited with, once it is known to be right."""

    target: str
    positions: int
    copies: int
    seed: int
    seats: int | None
    rules: Mapping[str, Any]
    workers: int | None
    json: str | None
    junit: str | None

    @property
    def amount(self) -> dict[str, Any]:
        """How much is looked at, and by how many."""
        return {"positions": self.positions, "seed": self.seed, "workers": self.workers}

    @property
    def table(self) -> dict[str, Any]:
        """The table, as targets are loaded with it."""
        return {"players": self.seats, **self.rules}

    def outputs(self, **more: Any) -> Outputs:
        """Where the results go; files are tried now."""
        parameters = {
            "target": self.target,
            "positions": self.positions,
            "copies": self.copies,
            "seats": self.seats,
            "preset": self.rules["preset"],
            "set": self.rules["parameters"],
        }
        return Outputs(self.json, self.junit, self.seed, parameters | more)


def _of_copies(
    call: _Asked,
    error_rate: float,
    promise: str | None,
    reference: str,
    policy: str | None,
    names: Sequence[str],
) -> bool:
    """Audit a copier; whether it passed."""
    make = targets.maker(call.target, **call.table)
    try:  # what is wrong with it is said before any work
        make = Tried(make) if _our_game(call.target) else tried(make, workers=call.workers)
    except WorkersFailed as error:
        raise NoAnswer(f"{call.target}: {error}") from None
    with redirect_stdout(sys.stderr):  # an engine may print
        made = make()
    played = made.played(policy) if isinstance(made, OurGame) else None
    asked: dict[str, Any] = {"error_rate": error_rate, "promise": promise, "reference": reference}
    outputs = call.outputs(**asked, policy=policy, played=played)
    try:
        with redirect_stdout(sys.stderr), progress("positions") as told:
            verdict = audit_copies(
                make,
                copies=call.copies,
                policy=None if policy is None else PlayersPolicy(policy),
                progress=told,
                **asked,
                **call.amount,
            )
    except (BrokenGame, WorkersFailed) as error:
        raise NoAnswer(str(error)) from None
    again = partial(of_check, call.target, call.table)
    return reports.report(outputs, verdict, call.seed, again, required=names, played=played)


def _of_player(call: _Asked, game: Game, player: str) -> bool:
    """Audit a player; whether it was tested and passed."""
    outputs = call.outputs(player=player)
    with progress("positions") as told:
        verdict = audit_player(
            game,
            player,
            worlds=call.copies,
            seats=call.seats,
            progress=told,
            **call.rules,
            **call.amount,
        )
    player_reports.report(outputs, verdict, call.seed, call.table)
    return verdict.passed


def _our_game(target: str) -> Game | None:
    """The game of ours that a target names, with its copier or without."""
    try:
        return games.load(target.strip().rpartition(":")[0] or target.strip())
    except ValueError:
        return None


def _policy(spec: str | None, game: Game, reference: str) -> str | None:
    """Who plays the games whose true states copies are calibrated against."""
    if spec is None:
        return None
    if reference == COUNT:
        raise CallError("--policy calibrates against true states of games, --reference count not")
    return _one_player("--policy", spec, game)


def _one_player(option: str, spec: str, game: Game, *, experiment: bool = False) -> str:
    [first, *more] = options.read_players(spec, game, experiment=experiment)
    if more:
        raise CallError(f"{option} {spec} names {1 + len(more)} players: name one")
    return first


def _check_numbers(
    positions: int, copies: int, fewest: int, seed: int, workers: int | None
) -> None:
    if not 1 <= positions <= MOST:
        raise CallError(f"--positions cannot be {positions}: 1 to {MOST}")
    if not fewest <= copies <= MOST:
        raise CallError(f"--copies cannot be {copies}: {fewest} to {MOST}")
    if seed < 0:
        raise CallError(f"--seed cannot be {seed}: 0 or more")
    if workers is not None and workers < 1:
        raise CallError(f"--workers cannot be {workers}: 1 or more")


def _one_of(option: str, given: str | None, known: Sequence[str]) -> None:
    if given is not None and given not in known:
        raise CallError(f"{option} cannot be {given!r}: {', '.join(known[:-1])} or {known[-1]}")


def _none_given(given: Mapping[str, object], why: str) -> None:
    """See that options which mean nothing here were left out."""
    for option, value in given.items():
        if value is not None and value != []:
            raise CallError(f"{option} {why}")
