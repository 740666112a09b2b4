"""``unseen audit``: can hidden-information copies be trusted, and does a player peek?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Annotated, Any

import typer

import games
from determinize.audit import COPIES, ERROR_RATE, FEWEST_COPIES, POSITIONS, BrokenGame
from determinize.audit import audit as look
from determinize.auditing.auditable import PROMISES
from determinize.auditing.processes import WorkersFailed
from determinize.auditing.sample import AUTO, COUNT, REFERENCES
from games.game import Game
from unseen import options, targets
from unseen.audit_policy import PlayersPolicy
from unseen.audit_reports import Outputs, cases, fields
from unseen.audit_tables import show_audit
from unseen.cli import FAILED
from unseen.errors import CallError, NoAnswer
from unseen.progress import progress
from unseen.reproduction import of_example

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
        int, typer.Option(parser=options.whole, metavar="N", help="Positions of random games.")
    ] = POSITIONS,
    copies: Annotated[
        int, typer.Option(parser=options.whole, metavar="N", help="Copies of each position.")
    ] = COPIES,
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
    _check_numbers(positions, copies, seed, workers)
    _one_of("--promise", promise, PROMISES)
    _one_of("--reference", reference, REFERENCES)
    game = _our_game(target)
    if game is None:
        only_ours = {"--policy": policy, "--player": player, "--preset": preset, "--seats": seats}
        why = f"is for the games that `unseen games` lists, which {target} is not"
        _none_given({**only_ours, "--set": settings}, why)
        table: dict[str, Any] = {}
    else:
        name, changed = options.read_rules(game, preset, settings)
        places = options.read_seats(game, 1, seats)
        table = {"players": places, "preset": name, "parameters": changed}
    if player is not None:
        raise CallError("x")
    if policy is not None:
        policy = _policy(policy, game, reference)
    make = targets.maker(target, **table)
    make()
    outputs = Outputs(
        json,
        junit,
        seed,
        {
            "target": target,
            "positions": positions,
            "copies": copies,
            "error_rate": error_rate,
            "promise": promise,
            "reference": reference,
            "policy": policy,
            "player": None,
            "seats": table.get("players"),
            "preset": table.get("preset"),
            "set": table.get("parameters"),
        },
    )
    try:
        with progress("positions") as told:
            result = look(
                make,
                positions=positions,
                copies=copies,
                seed=seed,
                error_rate=error_rate,
                promise=promise,
                reference=reference,
                policy=None if policy is None else PlayersPolicy(policy),
                workers=workers,
                progress=told,
            )
    except (BrokenGame, WorkersFailed) as error:
        raise NoAnswer(str(error)) from None
    again = partial(of_example, target, table)
    outputs.write(target, cases(result, again), fields(result, again))
    show_audit(outputs.console, result, seed, again)
    if not result.passed:
        raise typer.Exit(FAILED)


def _our_game(target: str) -> Game | None:
    """The game of ours that a target names, with its copier or without."""
    try:
        return games.load(target.strip().rpartition(":")[0] or target.strip())
    except ValueError:
        return None


def _policy(spec: str, game: Game | None, reference: str) -> str:
    """A player's specification, for who plays the games that copies are calibrated against."""
    assert game is not None
    if reference == COUNT:
        raise CallError("--policy calibrates against true states of games, --reference count not")
    [only, *more] = options.read_players(spec, game)
    if more:
        raise CallError(f"--policy {spec} names {1 + len(more)} players: one plays every seat")
    return only


def _check_numbers(positions: int, copies: int, seed: int, workers: int | None) -> None:
    if not 1 <= positions <= MOST:
        raise CallError(f"--positions cannot be {positions}: 1 to {MOST}")
    if not FEWEST_COPIES <= copies <= MOST:
        raise CallError(f"--copies cannot be {copies}: {FEWEST_COPIES} to {MOST}")
    if seed < 0:
        raise CallError(f"--seed cannot be {seed}: 0 or more")
    if workers is not None and workers < 1:
        raise CallError(f"--workers cannot be {workers}: 1 or more")


def _one_of(option: str, given: str | None, known: Collection[str]) -> None:
    if given is not None and given not in known:
        raise CallError(f"{option} cannot be {given!r}: {' or '.join(known)}")


def _none_given(given: Mapping[str, object], why: str) -> None:
    """See that options which mean nothing here were left out."""
    for option, value in given.items():
        if value is not None and value != []:
            raise CallError(f"{option} {why}")
