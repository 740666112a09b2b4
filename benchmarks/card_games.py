"""Card games of the Tabletop Games framework: how fast they are played, dealt anew, and begun.

The framework (TAG) publishes how many copies of a state for a seat it makes a second; it is a Java
program that is not measured here. Beside Uno stands the game of the same name in ``rlcard``.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.table import Table

import games
from benchmarks.first_use import seconds
from benchmarks.random_play import player
from benchmarks.timing import RUNS, Figure, Side, compare, rate
from compiled import bind, rows
from determinize import Watch
from determinize.information import dealt
from determinize.redeal import redeal
from games.game import Game

COPIES = 20_000
"""Copies of a state in one run."""
BATCH = 1_000
"""Worlds that are laid out in one batch."""


class Played(NamedTuple):
    """A game as it is measured."""

    name: str
    preset: str
    seats: int
    games: int
    """In one run."""
    published: int
    """Copies for a seat a second, as TAG states them."""


GAMES = (
    Played("love-letter", "classic", 2, 2_000, 80_000),
    Played("uno", "official", 2, 100, 58_000),
    Played("virus", "official", 2, 500, 50_000),
    Played("exploding-kittens", "official", 2, 1_000, 54_000),
)


@dataclass(frozen=True)
class CardGame:
    """What was measured of a game, medians of five runs on one core."""

    name: str
    decisions: float
    """Decisions a second of random play."""
    redealt: float
    """Copies for a seat a second, each by ``redeal``."""
    dealt: float
    """Copies a second, worlds of a belief laid out in batches by ``dealt``."""
    worlds: float
    """The same with drawing the worlds."""
    published: int
    """Copies for a seat a second by TAG, as published."""
    cold: float
    """Seconds until a new process has played its first game, compiling on the way."""
    warm: float
    """The same with kernels from the disk cache."""


def measure() -> list[CardGame]:
    """All games, each with a cold and a warm start in processes of their own."""
    return [measured(one) for one in GAMES]


def measured(one: Played) -> CardGame:
    """One game."""
    play = player(one.name, one.preset, one.seats, 1)
    game = games.load(one.name)
    watch = Watch(game.new(players=one.seats, preset=one.preset, seed=1))
    cold, warm = started(one)
    return CardGame(
        one.name,
        per_second(lambda: int(play(one.games))),
        per_second(redealing(game, watch)),
        per_second(dealing(watch)),
        per_second(drawing(watch)),
        one.published,
        cold,
        warm,
    )


def per_second(work: Callable[[], int]) -> float:
    """The median of units a second, after one call that is not counted."""
    rate(work)
    return statistics.median(rate(work) for _ in range(RUNS))


def copies(states: Any, true: Any, me: int, n: int, row: Any) -> int:
    """Make ``n`` copies of a state for a seat, one after another. A template."""
    for _ in range(n):
        states[0] = true[0]
        redeal(states[0], me, row)
    return n


def redealing(game: Game, watch: Watch) -> Callable[[], int]:
    """Copies by redeal of the position, for who does not move."""
    true, row = watch.state.record_array, rows(2)[0]
    states, kernel = true.copy(), bind(copies, game)
    other = (watch.state.mover + 1) % watch.state.seats
    return lambda: int(kernel(states, true, other, COPIES, row))


def dealing(watch: Watch) -> Callable[[], int]:
    """Worlds that were drawn before, laid out as states."""
    info, row = watch.information((watch.state.mover + 1) % watch.state.seats), rows(4)[0]
    worlds = info.ledger.sample(BATCH, 3, quickly=True)
    return lambda: len(dealt(info.view, worlds, info.ledger, row))


def drawing(watch: Watch) -> Callable[[], int]:
    """Worlds drawn from a belief that is there, and laid out."""
    info, rng = watch.information((watch.state.mover + 1) % watch.state.seats), rows(5)
    return lambda: len(info.worlds(BATCH, rng))


def started(one: Played) -> tuple[float, float]:
    """Seconds until a new process has played a game: cold, and from the disk cache."""
    code = (
        "from benchmarks.random_play import player;"
        f"player({one.name!r}, {one.preset!r}, {one.seats}, 1)(1)"
    )
    with TemporaryDirectory() as cache:
        cold = seconds(code, cache)
        return cold, statistics.median(seconds(code, cache) for _ in range(3))


def table(found: list[CardGame]) -> Table:
    """All of them, a row each."""
    made = Table(title="card games: random play, copies for a seat, first use; one core")
    for column in (
        *("game", "decisions/s", "redeal/s", "deal/s", "with drawing"),
        *("TAG's copies/s", "redeal to TAG", "cold, s", "warm, s"),
    ):
        made.add_column(column, justify="left" if column == "game" else "right")
    for one in found:
        made.add_row(
            one.name,
            f"{one.decisions:,.0f}",
            f"{one.redealt:,.0f}",
            f"{one.dealt:,.0f}",
            f"{one.worlds:,.0f}",
            f"{one.published:,}",
            f"{one.redealt / one.published:.1f}×",
            f"{one.cold:.1f}",
            f"{one.warm:.1f}",
        )
    return made


# ---------------------------------------------------------------------------- Uno against rlcard


def figures() -> list[Figure]:
    """Random rounds of Uno for two, here and in rlcard."""
    play = player("uno", "official", 2, 1, target=1)

    def work() -> int:
        play(20_000)
        return 20_000

    return [compare("random rounds of uno", Side("unseen", "rounds", work), rlcard())]


def rlcard() -> Side:
    """The same by rlcard's own environment and random agents; its rules are simpler."""
    import rlcard as peer
    from rlcard.agents import RandomAgent

    table = peer.make("uno", config={"seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(2)])

    def work() -> int:
        for _ in range(100):
            table.run(is_training=False)
        return 100

    return Side("rlcard", "rounds", work)
