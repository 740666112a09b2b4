"""``unseen play``: a person against players, in the terminal."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from arena.lineups import seats_for
from arena.match import Move, moves
from compiled import bind
from determinize import Watch
from games.kit.seam import visible
from players import Player, label, make
from players.person import Left, Person
from unseen import options
from unseen.errors import CallError, wrong_call
from unseen.heat import panel
from unseen.progress import compiling_announced
from unseen.typed import typed_line


def play(
    game: options.GameName,
    against: Annotated[str, typer.Option(help="Who plays against you, with commas.")] = "ismcts",
    seat: Annotated[int, typer.Option(parser=options.whole, metavar="N", help="Your seat.")] = 0,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.whole,
            metavar="N",
            help="For a game you can repeat; by default a new one.",
        ),
    ] = None,
    preset: options.Preset = None,
    settings: options.Settings = None,
    seats: options.Seats = None,
) -> None:
    """Play yourself. Type a card or an option, ? for what can be known, quit to leave."""
    chosen = options.read_game(game)
    specs = options.read_players(against, chosen)
    preset, changed = options.read_rules(chosen, preset, settings)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    with wrong_call():
        places = seats_for(chosen, len(specs) + 1, seats)
        state = chosen.new(players=places, seed=drawn, preset=preset, **changed)
    if not 0 <= seat < places:
        raise CallError(f"there is no seat {seat}: {chosen.title} has 0 to {places - 1}")
    if len(specs) > places - 1:
        raise CallError(f"{len(specs)} players are too many against you at {places} seats")
    console = Console(highlight=False)
    person = Person(
        ask=typed_line,
        say=lambda text: console.print(Text(text)),
        panel=lambda info: panel(console, info),
    )
    others = iter(specs * places)
    seated = ["you" if place == seat else next(others) for place in range(places)]
    with wrong_call():
        table: list[Player] = [
            person if who == "you" else make(who, chosen, seats=places) for who in seated
        ]
    console.print(f"{chosen.title}, seed {drawn}; you have seat {seat}. ? shows what can be known.")
    match = Watch(state)
    try:
        with compiling_announced(Console(stderr=True)):
            for move in moves(match, table, seed=drawn):
                _tell(console, match, move, label(seated), seat)
    except Left:
        console.print("You have left the game.")
        return
    console.print(Text(chosen.words.position(state.view(seat))))
    results = ", ".join(
        f"{name} {result:+g}" for name, result in zip(label(seated), state.returns, strict=True)
    )
    console.print(Text(f"The game is over: {results}", style="bold"))


def what_is_seen(state: Any, action: int, me: int) -> int:
    """What ``me`` sees of an option about to be played. A template."""
    return visible(state, action, me)


def _tell(console: Console, match: Watch, move: Move, names: list[str], seat: int) -> None:
    """Tell the person what somebody does, as far as it is seen; and what had to be."""
    words = match.state.game.words
    view = match.state.view(seat).state
    if move.seat == seat:
        if move.decision is None:
            console.print(Text(f"You {words.option(view, move.option)}: nothing else is possible."))
        return
    truth = match.state.record_array[0]
    seen = int(bind(what_is_seen, match.state.game)(truth, move.option, seat))
    console.print(Text(f"{names[move.seat]}: {words.option(view, seen)}"))
