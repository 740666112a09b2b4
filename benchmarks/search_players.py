"""Every search player in every game, against the game's bare random play-outs a second.

A row is a player with its defaults, which are 1 000 iterations, as it decides: worlds are drawn
from the belief, searched, and summed up. What it does a second (``unit``) is divided by the random
play-outs a second of the same game, from the same position in worlds of the same belief, measured
in turn with it on one thread. An iteration plays one world out, so this is how much of the possible
speed is left to search: 100 % would be a search that costs nothing. An iteration that ends within
the tree (or is cut short, or values a world by other means) costs less than a play-out, and may go
beyond.

The player that looks at the true state is not among them: its search is that of ``pimc`` in one
world.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

import games
from benchmarks.search_positions import Position, side
from benchmarks.timing import Figure, Side, compare
from players import UnknownPlayer
from players.search.solver import Unsolvable

PLAYERS: tuple[tuple[str, str], ...] = (
    ("ismcts", "iterations"),
    ("so-pom", "iterations"),
    ("mo-ismcts", "iterations"),
    ("ris-mcts", "iterations"),
    ("pimc(evaluator=play-outs)", "play-outs"),
    ("pimc", "iterations"),
    ("pimc(evaluator=exact)", "worlds"),
    ("epimc", "iterations"),
    ("flat", "play-outs"),
    ("mcts", "iterations"),
    ("mcts(loop=closed)", "iterations"),
    ("rhea", "evaluations"),
    ("osla(worlds=200)", "trials"),
    ("rdeep(samples=200)", "trials"),
)
"""The players, and what they do so many of. Those that count no iterations look at about as much:
a trial of ``osla`` is one option in one world, a trial of ``rdeep`` a play-out of four rounds; an
exact world is solved, or given up after 100 000 positions."""

KERNEL = "ismcts, its kernel alone"
"""The search without what comes before and after it: worlds drawn already, nothing summed up."""


def figures(names: Sequence[str] | None = None) -> list[Figure]:
    """All players in some games, or in all: ``what`` is the game, the peer its play-outs."""
    found = []
    for name in names or games.names():
        position = Position(name)
        peer = side("random play-outs", "play-outs", position.play_outs())
        found.append(compare(name, side(KERNEL, "iterations", position.search()), peer))
        for spec, unit in PLAYERS:
            ours = player(position, spec, unit)
            if ours is not None:
                found.append(compare(name, ours, peer))
    return found


def player(position: Position, spec: str, unit: str) -> Side | None:
    """A player's decisions; None where it does not play the game."""
    try:
        return side(spec, unit, position.decisions(spec, unit))
    except (UnknownPlayer, Unsolvable):
        return None


def as_table(figures: Sequence[Figure]) -> Table:
    """A row for each player, a column for each game: so many a second, and the share."""
    names = list(dict.fromkeys(figure.what for figure in figures))
    players = list(dict.fromkeys((figure.ours, figure.unit) for figure in figures))
    cells = {
        (one.ours, one.what): f"{short(one.ours_per_second)} {percent(one.ratio)}"
        for one in figures
    }
    limits = {figure.what: short(figure.peer_per_second) for figure in figures}
    table = Table(title="search players: so many a second, and as a share of bare play-outs")
    for column in ("player", "unit", *names):
        table.add_column(column, justify="right" if column in names else "left")
    table.add_row("bare random play-outs", "play-outs", *(f"{limits[name]}  " for name in names))
    for spec, unit in players:
        table.add_row(spec, unit, *(cells.get((spec, name), "-") for name in names))
    return table


def short(number: float) -> str:
    """A rate in a few characters.

    >>> short(1_234_567), short(43_210), short(99.44)
    ('1.23M', '43.2k', '99.4')
    """
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return f"{number:.3g}"


def percent(share: float) -> str:
    """A share; one below 1 % keeps a figure.

    >>> percent(0.512), percent(0.0016)
    ('51 %', '0.2 %')
    """
    return f"{100 * share:.0f} %" if share >= 0.01 else f"{100 * share:.1g} %"
