"""Search iterations a second: ISMCTS here and in OpenSpiel.

OpenSpiel has no Schnapsen; its most similar game with the resampling that its bot needs is Oh Hell,
here with twenty cards and five tricks. Games differ in length, so both sides are also divided by
the random play-outs a second of their own engine, from the position that is searched and without
dealing: how much search costs beyond playing. The games
that both have are in :mod:`benchmarks.search_openspiel`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks import search_openspiel
from benchmarks.search_positions import ITERATIONS, Position, side
from benchmarks.timing import Figure, Side, compare, rate

SEARCHES = 20
THREADS = 2
OH_HELL = "oh_hell(players=3,num_suits=4,num_cards_per_suit=5,num_tricks_fixed=5)"


def searcher(seed: int) -> Callable[[int], None]:
    """A function that does so many searches of 1 000 iterations from the first lead of a deal."""
    once = Position("schnapsen", ITERATIONS, seed).search()

    def work(n: int) -> None:
        for _ in range(n):
            once()

    return work


def ours(threads: int) -> Side:
    """Searches on their own threads."""
    searchers = [searcher(seed) for seed in range(threads)]

    def work() -> int:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda one: one(SEARCHES), searchers))
        return SEARCHES * ITERATIONS * threads

    return Side(f"unseen, Schnapsen, {threads} thread{'s' * (threads > 1)}", "iterations", work)


def first_decision(pyspiel: Any) -> Any:
    """The first state of Oh Hell in which somebody decides, of a seeded deal."""
    rng = random.Random(1)
    state = pyspiel.load_game(OH_HELL).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def openspiel() -> Side:
    """OpenSpiel's own ISMCTS bot (C++), one random play-out for each iteration."""
    import pyspiel

    state = first_decision(pyspiel)
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        0.7,
        ITERATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )

    def work() -> int:
        for _ in range(SEARCHES):
            bot.step(state)
        return SEARCHES * ITERATIONS

    return Side("OpenSpiel, Oh Hell, ISMCTSBot (C++)", "iterations", work)


def openspiel_play_outs() -> float:
    """Random play-outs a second of Oh Hell by OpenSpiel's own bots (C++), dealing not counted."""
    import pyspiel

    state = first_decision(pyspiel)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(state.num_players())]
    n = 2000
    started = time.perf_counter()
    for seed in range(n):
        pyspiel.evaluate_bots(state.clone(), bots, seed)
    return n / (time.perf_counter() - started)


def our_play_outs() -> float:
    """Random play-outs a second of Schnapsen on one thread, dealing not counted.

    They begin where the search does, in the worlds that it has.
    """
    once = Position("schnapsen", ITERATIONS, seed=0).play_outs()
    return rate(side("play-outs", "play-outs", once).work)


def figures() -> list[Figure]:
    """Iterations a second, bare and for each random play-out of the same engine; then the games
    that both engines have."""
    peer = openspiel()
    found = [
        compare("search iterations", ours(1), peer),
        compare("search iterations", ours(THREADS), peer),
    ]
    mine = found[0].ours_per_second / statistics.median(our_play_outs() for _ in range(5))
    theirs = found[0].peer_per_second / statistics.median(openspiel_play_outs() for _ in range(5))
    found.append(
        Figure(
            "search against random play-outs of the same engine",
            "iterations/play-out",
            "unseen, 1 thread",
            mine,
            "OpenSpiel",
            theirs,
            mine / theirs,
        )
    )
    return [*found, *search_openspiel.figures()]
