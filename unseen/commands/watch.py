"""``unseen watch``: one match, move by move, with what each seat believes."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from arena.lineups import by_itself, lineups, seats_for
from arena.match import Move, moves
from determinize import Watch
from games.game import Game
from players import label, make
from unseen import options
from unseen.errors import wrong_call
from unseen.explain import explanation
from unseen.heat import beside, heat_map
from unseen.progress import compiling_announced

BEST = 3
"""So many of the options that a player weighed are shown."""


def watch(
    game: options.GameName,
    players: Annotated[str, typer.Option(help="Who sits where, with commas: ismcts,rdeep")],
    seed: options.Seed = 1,
    preset: options.Preset = None,
    settings: options.Settings = None,
    seats: options.Seats = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Show all that a player weighed, and what it expects."),
    ] = False,
) -> None:
    """Watch one match: every move, and before it the position and each seat's belief.

    Figures are percentages, or expected copies in games where cards have copies; a star marks a
    card that is really there, a dash one that is seen elsewhere.
    """
    chosen = options.read_game(game)
    specs = options.read_players(players, chosen)
    preset, changed = options.read_rules(chosen, preset, settings)
    with wrong_call():
        places = seats_for(chosen, len(specs), seats)
        if len(specs) > places:
            raise ValueError(f"{len(specs)} players cannot watch one another at {places} seats")
        state = chosen.new(players=places, seed=seed, preset=preset, **changed)
        made = [make(spec, chosen, seats=places) for spec in specs]
    lineup = lineups(len(specs), places)[0]
    seated = [specs[name] for name in lineup]
    names = label(seated)
    console = Console()
    match = Watch(state)
    deal = -1
    with compiling_announced(Console(stderr=True)):
        for move in moves(match, [made[name] for name in lineup], seed=seed):
            if len(chosen.face_of) and int(state.record_array[0].round) != deal:
                deal = int(state.record_array[0].round)
                console.print()
                console.rule(f"deal {deal + 1}", characters="-")
            _show_position(console, match, move.seat)
            _show_beliefs(console, match, names)
            _show_move(console, match, move, names, explain=explain)
    console.print(Text(_ending(chosen, state.returns, names), style="bold"))


def _show_position(console: Console, match: Watch, seat: int) -> None:
    """The position in the game's words, as the seat sees it that is to move."""
    state = match.state
    console.print()
    console.print(Text(f"Seat {seat} sees:", style="bold"))
    console.print(Text(state.game.words.position(state.view(seat)), style="dim"))


def _show_beliefs(console: Console, match: Watch, names: list[str]) -> None:
    state = match.state
    game = state.game
    if not game.has_hands:
        return
    maps = []
    for observer, name in enumerate(names):
        info = match.information(observer)
        for target in range(state.seats):
            if target == observer:
                continue
            view = state.view(target)
            truth = {game.face(face) for face in view.known(f"{game.hand} {target}")}
            worlds = options.counted(info.count, "world")
            title = f"{name} of seat {target}'s {game.hand}, {worlds}"
            maps.append((title, heat_map(info, target, truth=truth)))
    beside(console, maps)


def _show_move(
    console: Console, match: Watch, move: Move, names: list[str], *, explain: bool
) -> None:
    state = match.state
    record = state.record_array[0]
    words = state.game.words
    line = Text(f"{move.number + 1}. seat {move.seat}, {names[move.seat]}: ")
    line.append(words.option(record, move.option), style="bold")
    if move.decision is None:
        line.append("  (the only option)", style="dim")
    elif move.decision.considered and not explain:
        weighed = "; ".join(
            f"{words.option(record, one.option)} {one.value:.2f}"
            + (f" in {one.visits}" if one.visits else "")
            for one in move.decision.considered[:BEST]
        )
        line.append(f"  ({weighed})", style="dim")
    console.print(line)
    if explain and move.decision is not None:
        console.print(explanation(match, move, names[move.seat]))


def _ending(game: Game, returns: tuple[float, ...], names: list[str]) -> str:
    """Who has won, as ``compare`` counts it: a first place that is shared is no win."""
    together = by_itself(game)
    best = max(returns)
    first = [
        f"{names[seat]} (seat {seat})"
        for seat, result in enumerate(returns)
        if (result > 0 if together else result == best)
    ]
    if not first:
        verdict = "Nobody wins"
    elif len(first) == 1:
        verdict = f"{first[0]} wins"
    elif together:
        verdict = f"{_listed(first)} win"
    elif len(first) == len(returns):
        verdict = "A draw"
    else:
        verdict = f"{_listed(first)} share first place"
    return f"{verdict}: {', '.join(f'{result:+g}' for result in returns)}"


def _listed(several: list[str]) -> str:
    return f"{', '.join(several[:-1])} and {several[-1]}"
