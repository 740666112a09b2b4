"""``unseen warm`` and ``unseen cache``: rules compiled beforehand, and where they are kept."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

import games as all_games
from arena import play_match, predict
from compiled import CACHE_FOLDER, cached_kernels
from compiled import prune as delete
from games.game import Game
from players import make, names
from unseen import options
from unseen.errors import CallError
from unseen.progress import progress
from unseen.report import Report

MOST_STEPS = 200
"""Of a game that is played only for its kernels to be compiled."""


def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="By default every game.")
    ] = None,
    json: options.Json = None,
) -> None:
    """Compile the rules of games with every player now, so that nothing waits for it later."""
    chosen = [options.read_game(name) for name in game or all_games.names()]
    report = Report("warm", json, None, {"games": [one.name for one in chosen]})
    took: dict[str, float] = {}
    jobs = [(one, name) for one in chosen for name in names(one)]
    with progress("players") as told:
        for done, (one, name) in enumerate(jobs):
            told(done, len(jobs))
            began = time.perf_counter()
            if one.name not in took:
                predict(one, ["random"], games=1, workers=1)
                _play_for_agents(one)
            seats = [make(name, one)] * one.players[0]
            play_match(one, seats, seed=1)
            took[one.name] = took.get(one.name, 0.0) + time.perf_counter() - began
        told(len(jobs), len(jobs))
    report.write(games=[{"name": name, "seconds": seconds} for name, seconds in took.items()])
    for name, seconds in took.items():
        report.console.print(f"{name}: ready after {seconds:.1f} s", highlight=False)


def _play_for_agents(game: Game) -> None:
    """Play the game once as an environment, where PettingZoo is installed."""
    if find_spec("pettingzoo") is None:
        return
    from unseen.adapters.pettingzoo import env
    from unseen.adapters.pettingzoo.observation import KNOWLEDGE

    for knowledge in KNOWLEDGE:
        table = env(game, knowledge=knowledge)
        table.reset(seed=1)
        table.action_space(table.agents[0]).seed(1)
        for agent in table.agent_iter(MOST_STEPS):
            observation, _, termination, *_ = table.last()
            choice = table.action_space(agent).sample(observation["action_mask"])
            table.step(None if termination else choice)
        table.played.returns()  # also where the game has not come to its end


def cache(
    prune: Annotated[
        bool, typer.Option("--prune", help="Delete what was not used lately.")
    ] = False,
    days: Annotated[
        float, typer.Option(help="With --prune: not used for so many days; 0 deletes all.")
    ] = 30,
    json: options.Json = None,
) -> None:
    """Show what compiled kernels are kept on disk, or delete old ones."""
    report = Report("cache", json, None, {"prune": prune, "days": days if prune else None})
    if not days >= 0:
        raise CallError(f"--days cannot be {days:g}: 0 or more")
    deleted = delete(older_than_days=days) if prune else 0
    kept = cached_kernels()
    by_owner: dict[str, list[int]] = {}
    for kernel in kept:
        by_owner.setdefault(_owner(kernel.name), []).append(kernel.bytes)
    rows = [
        {"owner": owner, "files": len(sizes), "bytes": sum(sizes)}
        for owner, sizes in sorted(by_owner.items())
    ]
    report.write(folder=str(CACHE_FOLDER), kernels=rows, deleted=deleted)
    console = report.console
    if prune:
        console.print(f"{options.counted(deleted, 'file')} deleted", highlight=False)
    console.print(Text(f"{options.counted(len(kept), 'file')} in {CACHE_FOLDER}"), soft_wrap=True)
    if rows:
        table = Table()
        for column in ("for", "files", "size"):
            table.add_column(column, justify="left" if column == "for" else "right")
        for owner, sizes in sorted(by_owner.items()):
            table.add_row(owner, str(len(sizes)), decimal(sum(sizes)))
        console.print(table)


def _owner(kernel: str) -> str:
    """The game that a kernel was bound to (``kernel`` for those that belong to no game).

    >>> _owner("choose.search.schnapsen.0123456789ab")
    'schnapsen'
    """
    parts = kernel.split(".")
    return parts[-2] if len(parts) >= 2 else kernel
