"""``unseen audit``: can hidden-information copies be trusted, and does a player peek?"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer

import games
from arena.audit import FEWEST_WORLDS, WORLDS, audit_player
from arena.audit import POSITIONS as PLAYERS_POSITIONS
from determinize.audit import COPIES, ERROR_RATE, FEWEST_COPIES, POSITIONS, BrokenGame
from determinize.audit import audit as audit_copies
from determinize.auditing.auditable import PROMISES
from determinize.auditing.sample import AUTO, COUNT, REFERENCES
from determinize.auditing.workers.processes import WorkersFailed
from games.game import Game
from unseen import options, targets
from unseen.auditing import players as player_reports
from unseen.auditing import reports
from unseen.auditing.policy import PlayersPolicy
from unseen.auditing.reports import Outputs
from unseen.auditing.reproduction import of_check
from unseen.cli import FAILED
from unseen.errors import CallError, NoAnswer
from unseen.progress import progress

MOST = 1_000_000
"""No more positions than this, and no more copies of one."""


def rate(text: str | float) -> float:
    """A chance of false alarm.

    >>> rate("0.01")
    0.01
    """
    try:
        value = float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no number") from None
    if not 0 < value <= 0.5:
        raise typer.BadParameter(f"{text} is no error rate: more than 0, and 0.5 at most")
    return value


def audit(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A game of ours, with its copier (schnapsen, clue:redeal), openspiel:NAME,"
            " schnapsen-platform, or your own: package.module:name.",
        ),
    ],
    positions: Annotated[
        int | None,
        typer.Option(
            parser=options.whole,
            metavar="N",
            help=f"Positions of random games: {POSITIONS}, or {PLAYERS_POSITIONS} of a player.",
        ),
    ] = None,
    copies: Annotated[
        int | None,
        typer.Option(
            parser=options.whole,
            metavar="N",
            help=f"Copies of each position: {COPIES}; or worlds that a player meets: {WORLDS}.",
        ),
    ] = None,
    seed: options.Seed = 1,
    error_rate: Annotated[
        float,
        typer.Option(parser=rate, metavar="P", help="The chance, at most, that a right one fails."),
    ] = ERROR_RATE,
    promise: Annotated[
        str | None,
        typer.Option(help="What copies keep: table or history; by default as the target says."),
    ] = None,
    reference: Annotated[
        str, typer.Option(help=f"What copies are calibrated against: {', '.join(REFERENCES)}.")
    ] = AUTO,
    policy: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Calibrate against games that this player plays."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Audit this player instead: does it peek?")
    ] = None,
    preset: options.Preset = None,
    settings: options.Settings = None,
    seats: options.Seats = None,
    json: options.Json = None,
    junit: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write JUnit XML to a file; - is standard output."),
    ] = None,
    workers: options.Workers = None,
) -> None:
    """Audit the copies that players think with: do they leak, lose, forget or favour?

    Copies of many random positions are held to seven checks; the exit status is 1 where one fails.
    """
    of_player = player is not None
    positions = (PLAYERS_POSITIONS if of_player else POSITIONS) if positions is None else positions
    copies = (WORLDS if of_player else COPIES) if copies is None else copies
    _check_numbers(positions, copies, FEWEST_WORLDS if of_player else FEWEST_COPIES, seed, workers)
    _one_of("--promise", promise, PROMISES)
    _one_of("--reference", reference, REFERENCES)
    game = _our_game(target)
    rules: dict[str, Any] = {"preset": None, "parameters": None}
    if game is None:
        ours = {"--policy": policy, "--player": player, "--preset": preset, "--set": settings}
        why = f"is for games that `unseen games` lists, and {target} is none of them"
        _none_given(ours, why)
    else:
        rules["preset"], rules["parameters"] = options.read_rules(game, preset, settings)
        seats = options.read_seats(game, 1, seats)
    call = _Call(target, positions, copies, seed, seats, rules, workers, json, junit)
    if game is not None and player is not None:
        only_copiers = {
            "--policy": policy,
            "--promise": promise,
            "--reference": None if reference == AUTO else reference,
            "--error-rate": None if error_rate == ERROR_RATE else error_rate,
        }
        _none_given(only_copiers, "is for copiers: leave it out with --player")
        if ":" in target:
            raise CallError(f"--player audits a player, not the copier of {target}: {game.name}")
        passed = _of_player(call, game, _one_player("--player", player, game))
    else:
        policy = None if game is None else _policy(policy, game, reference)
        passed = _of_copies(call, error_rate, promise, reference, policy)
    if not passed:
        raise typer.Exit(FAILED)


@dataclass(frozen=True)
class _Call:
    """What copies and players are both audited with."""

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
    call: _Call, error_rate: float, promise: str | None, reference: str, policy: str | None
) -> bool:
    """Audit a copier; whether it passed."""
    make = targets.maker(call.target, **call.table)
    with redirect_stdout(sys.stderr):  # an engine may print
        make()  # what is wrong with it is said before any work
    asked: dict[str, Any] = {"error_rate": error_rate, "promise": promise, "reference": reference}
    outputs = call.outputs(**asked, policy=policy)
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
    reports.report(outputs, verdict, call.seed, again)
    return verdict.passed


def _of_player(call: _Call, game: Game, player: str) -> bool:
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


def _one_player(option: str, spec: str, game: Game) -> str:
    [first, *more] = options.read_players(spec, game)
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
