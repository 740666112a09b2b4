"""``unseen audit``: can hidden-information copies be trusted, and does a player peek?"""

from __future__ import annotations

from typing import Annotated

import typer

from unseen import options
from unseen.cli import FAILED


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
            help="Positions of random games: 80, or 50 of a player.",
        ),
    ] = None,
    copies: Annotated[
        int | None,
        typer.Option(
            parser=options.whole,
            metavar="N",
            help="Copies of each position: 120; or worlds that a player meets: 10.",
        ),
    ] = None,
    seed: options.Seed = 1,
    error_rate: Annotated[
        float | None,
        typer.Option(
            parser=rate, metavar="P", help="The chance, at most, that a right one fails: 0.001."
        ),
    ] = None,
    promise: Annotated[
        str | None,
        typer.Option(help="What copies keep: table or history; by default as the target says."),
    ] = None,
    reference: Annotated[
        str, typer.Option(help="What copies are calibrated against: auto, count, truths.")
    ] = "auto",
    policy: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Calibrate against games that this player plays."),
    ] = None,
    require: Annotated[
        str | None,
        typer.Option(
            metavar="CHECKS",
            help="Checks that must have been tested, else it is not passed: a,b or all.",
        ),
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
    # Every command imports this module: what an audit needs is imported when there is one.
    from unseen.auditing.calls import Call, passed

    call = Call(
        target=target,
        positions=positions,
        copies=copies,
        seed=seed,
        error_rate=error_rate,
        promise=promise,
        reference=reference,
        policy=policy,
        require=require,
        player=player,
        preset=preset,
        settings=settings,
        seats=seats,
        json=json,
        junit=junit,
        workers=workers,
    )
    if not passed(call):
        raise typer.Exit(FAILED)
