"""Random games a second: Schnapsen here and in the ``schnapsen`` package from PyPI."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import games
from benchmarks.timing import Figure, Side, compare
from compiled import PLAY, below, bind, rows
from games.kit.seam import play, sensible, setup
from games.state import blank

GAMES = 200_000
PEER_GAMES = 100
THREADS = 2


def random_games(states: Any, start: Any, n: int, options: Any, rng: Any) -> int:
    """Play ``n`` random games; how many decisions they had. A template."""
    decisions = 0
    for i in range(n):
        states[0] = start[0]
        rng[1, 0] = i
        setup(states[0], rng)
        while states[0].mover >= 0:
            count = sensible(states[0], options)
            play(states[0], int(options[below(rng[PLAY], count)]), rng)
            decisions += 1
    return decisions


def player(name: str, preset: str, seats: int, seed: int, **parameters: Any) -> Any:
    """A function that plays so many random games, and says how many decisions they had."""
    game = games.load(name)
    start = blank(game, seats, game.rules_of(preset, **parameters))
    states = start.copy()
    options = np.empty(game.option_codes, np.int64)
    rng = rows(seed)
    kernel = bind(random_games, game)
    return lambda n: kernel(states, start, n, options, rng)


def ours(preset: str) -> Side:
    """Compiled play of single deals on as many threads as cores were promised."""
    players = [player("schnapsen", preset, 2, seed, match_target=1) for seed in range(THREADS)]

    def work() -> int:
        with ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(lambda one: one(GAMES // THREADS), players))
        return GAMES

    return Side(f"unseen, {THREADS} threads", "games", work)


def platform() -> Side:
    """The university platform's engine with its own random bots."""
    from schnapsen.bots import RandBot
    from schnapsen.game import SchnapsenGamePlayEngine

    engine = SchnapsenGamePlayEngine()
    rng = random.Random(1)
    one, two = RandBot(rng), RandBot(rng)

    def work() -> int:
        for _ in range(PEER_GAMES):
            engine.play_game(one, two, rng)
        return PEER_GAMES

    return Side("schnapsen (PyPI), RandBot", "games", work)


def figures() -> list[Figure]:
    """Single deals by the platform's rules, and by the tournament rules."""
    return [
        compare("random games, platform's rules", ours("vu_platform"), platform()),
        compare("random games, tournament rules", ours("standard"), platform()),
    ]
