"""Environments in other processes: they can be sent, and the game is the same there."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import cloudpickle
import numpy as np
import pytest

import games
from compiled import below, rows
from determinize.holdings import card_location
from tests.games.toys import toy
from unseen.adapters.pettingzoo import env

CALLS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
    "cloudpickle": lambda table: cloudpickle.loads(cloudpickle.dumps(table)),
    "deepcopy": copy.deepcopy,
}


def played_on(table: Any, seed: int, *, most: int = 40) -> list[Any]:
    """Every agent's observations, and the rewards, of a game played on at random."""
    row = rows(seed)[0]
    told: list[Any] = []
    while len(told) < most and not any(table.terminations.values()):
        codes = np.flatnonzero(table.last()[0]["action_mask"])
        table.step(int(codes[below(row, len(codes))]))
        seen = [table.observe(agent)["observation"] for agent in table.possible_agents]
        arrays = [(name, one[name].tobytes()) for one in seen for name in one]
        told.append((table.agent_selection, table.rewards, arrays))
    return told


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("knowledge", ["table", "matrix", "belief"])
@pytest.mark.parametrize("name", games.names())
def test_a_copy_is_of_the_same_game_and_goes_on_alike(name: str, knowledge: str, call: str) -> None:
    table = env(name, knowledge=knowledge)
    fresh = CALLS[call](table)
    assert fresh.game is games.load(name)
    for each in (table, fresh):
        each.reset(seed=4)
    assert played_on(table, 1, most=5) == played_on(fresh, 1, most=5)
    twin, before = CALLS[call](table), table.played.states.tobytes()
    assert twin.game is table.game is twin.played.game
    later = played_on(twin, 2, most=12)
    assert table.played.states.tobytes() == before, "a copy is on its own"
    assert played_on(table, 2, most=12) == later
    for each in (table, twin):
        each.reset()
    assert table.played.seed == twin.played.seed, "the same series of games"
    if knowledge != "table":
        known = twin.played.information(0)
        assert card_location(known, games.load(name)) == card_location(known)


def test_an_environment_that_ends_at_an_illegal_action_can_be_sent_too() -> None:
    table = env("template", players=3, illegal_reward=-2)
    table.reset(seed=4)
    twin = pickle.loads(pickle.dumps(table))
    assert twin.unwrapped.game is games.load("template")
    assert played_on(table, 2) == played_on(twin, 2)


def told_elsewhere(table: Any) -> tuple[bool, list[Any]]:
    """In a worker: whether the game is the worker's own, and how the game goes on."""
    return table.game is games.load(table.game.name), played_on(table, 3)


def test_a_process_that_starts_from_nothing_plays_on() -> None:
    tables = [env("template", players=3, knowledge=each) for each in ("table", "belief")]
    for table in tables:
        table.reset(seed=6)
        played_on(table, 1, most=2)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as worker:
        told = list(worker.map(told_elsewhere, tables))
    for table, (own, later) in zip(tables, told, strict=True):
        assert own
        assert later == played_on(table, 3)


def test_a_game_that_is_not_registered_is_copied_but_not_sent() -> None:
    table = env("template")
    table.game = toy()
    assert copy.deepcopy(table).game is table.game
    with pytest.raises(pickle.PicklingError, match=r"Toy cannot be pickled: no installed package"):
        pickle.dumps(table)
