"""Budgets: iterations are kept exactly, times nearly, and workers leave nothing to chance."""

from __future__ import annotations

import inspect
import time
from statistics import median
from typing import Any

import pytest

import games
from compiled import rows
from players import UnknownPlayer, make, names
from players.player import Remembered
from players.registry import factory
from players.search.budget import Budget, until
from players.search.worlds import FEW, batch, sampled
from tests.players.brief import brief
from tests.players.own_time import around, beyond, kept, timed
from tests.players.test_search import GAME, opening


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_iterations_are_shared_and_all_done(workers: int) -> None:
    decision = make(f"ismcts(iterations=500, workers={workers})", GAME).decide(opening(8), rows(3))
    assert sum(one.visits for one in decision.considered) == 500
    assert {one.option for one in decision.considered} == set(opening(8).options)


def test_the_same_seed_and_workers_give_the_same() -> None:
    spec = "ismcts(iterations=600, workers=3)"
    first = make(spec, GAME).decide(opening(8), rows(3))
    assert all(make(spec, GAME).decide(opening(8), rows(3)) == first for _ in range(5))
    assert make(spec, GAME).decide(opening(8), rows(4)) != first


@pytest.mark.parametrize("seconds", [0.05, 0.25])
def test_a_time_is_kept(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own processor time; by the wall's it is never up too soon: other work only adds."""
    player = make(f"ismcts(seconds={seconds})", GAME)
    assert kept(beyond(player, opening(8), seconds, monkeypatch), seconds)
    began = time.perf_counter()
    player.decide(opening(8), rows(1))
    assert time.perf_counter() - began > seconds - 0.01
    five = timed(player, opening(8), monkeypatch)
    assert median(decision.considered[0].visits for decision in five) > 100


def test_time_that_is_not_kept_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: drawing worlds before the clock is started, or long steps, take too long."""
    player = make("ismcts(seconds=0.25)", GAME)
    with monkeypatch.context() as patch:
        patch.setattr("players.search.worlds.WORLDS_AT_ONCE", 1 << 20)  # so that it takes long
        patch.setattr("players.search.worlds.SHARE", 0.4)
        patch.setattr(Budget, "spend", too_late)
        assert not kept(beyond(player, opening(8), 0.25, patch), 0.25)
    monkeypatch.setattr("players.search.budget.until", too_long)
    assert not kept(beyond(player, opening(8), 0.25, monkeypatch), 0.25)


def too_late(self: Budget, begin: Any, rng: Any, end: float, real: Any = Budget.spend) -> Any:
    """The budget's work with a clock that is started by the work."""
    return real(self, begin, rng, self.end())


def too_long(step: Any, *told: Any) -> None:
    """Steps until the time is up, and one more."""
    until(step, *told)
    step(1 << 15)


GREATEST = {
    "iterations": 10_000_000,
    "worlds": 100_000,
    "samples": 100_000,
    "nodes": 10_000_000,
    "limit": 10_000_000,
    "length": 1000,
    "moves": 100,
}
"""As much of everything as a player takes."""
TIMED = [name for name in names(GAME) if "seconds" in inspect.signature(factory(name)).parameters]
LAVISH = [
    *(brief(name, seconds=0.05, **GREATEST) for name in TIMED),
    *(
        brief("pimc", seconds=0.05, **GREATEST).replace("(", f"(evaluator={one}, ")
        for one in ("play-outs", "exact")
    ),
    "epimc(seconds=0.05, moves=1, limit=10000000)",  # whole deals are to be solved
]
USUAL = [
    *(f"{name}(seconds=0.05)" for name in TIMED),
    *(f"pimc(seconds=0.05, evaluator={one})" for one in ("play-outs", "exact")),
]


def test_all_search_has_a_clock() -> None:
    searches = {one for one in names(GAME) if factory(one).__module__.startswith("players.search.")}
    assert searches <= set(TIMED)


@pytest.mark.parametrize("spec", [*USUAL, *LAVISH])
def test_everybody_keeps_a_time_whatever_else_is_asked_for(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds, what values them, room for nodes, and adding up: all of it is in the time."""
    assert kept(beyond(make(spec, GAME), opening(8), 0.05, monkeypatch), 0.05)


@pytest.mark.parametrize("name", ["ismcts", "mo-ismcts"])
def test_to_go_on_and_to_remember_are_in_the_time(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As much is gone on from as there can be: everything, as if no move had been made."""
    info = opening(8)
    player: Any = make(f"{name}(seconds=0.25, depth=1, reuse=yes)", GAME)
    player.decide(info, rows(3))  # compiles
    remembered = Remembered(player.decide(info, rows(3)).memory, ())
    assert len(remembered.memory[0][0]) > 5000
    assert kept(beyond(player, info, 0.25, monkeypatch, remembered), 0.25)


def test_of_several_workers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plants its own trees, and none is touched once the clock has stopped."""
    info = opening(8)
    player: Any = make("ismcts(seconds=0.25, depth=1, workers=2, reuse=yes)", GAME)
    player.decide(info, rows(3))  # compiles
    remembered = Remembered(player.decide(info, rows(3)).memory, ())
    assert [len(tree) > 2500 for [tree] in remembered.memory] == [True, True]
    before, after = around(player, info, monkeypatch, remembered)
    assert before < 0.1
    assert kept(after, 0.0)


def test_remembering_that_takes_time_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: as if trees were copied when the time is over."""

    def copied(trees: Any, counts: Any, which: Any) -> Any:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            trees[0, 0].copy()
        return ()

    monkeypatch.setattr("players.search.tree_search.used", copied)
    one, two = (make(f"ismcts(seconds=0.05, workers={n}, reuse=yes)", GAME) for n in (1, 2))
    assert not kept(beyond(one, opening(8), 0.05, monkeypatch), 0.05)
    assert not kept(around(two, opening(8), monkeypatch)[1], 0.0)


@pytest.mark.parametrize(
    ("seconds", "workers", "most", "least", "greatest"),
    [
        (0.0, 1, 500, 500, 500),
        (1e-6, 1, 10, 10, 10),
        (1e-6, 1, 500, FEW, FEW),
        (1e-6, 100, 500, 100, 100),  # one for each worker
        (60.0, 1, 500, 500, 500),
        (0.1, 1, 100_000, FEW + 1, 50_000),
    ],
)
def test_worlds_are_as_many_as_a_tenth_of_the_time_allows(
    seconds: float, workers: int, most: int, least: int, greatest: int
) -> None:
    budget = Budget(seconds=seconds, workers=workers)
    worlds = sampled(opening(8), most, budget, rows(1))
    assert least <= len(worlds) <= greatest
    assert len(batch(opening(8), Budget(iterations=9), rows(1))) == 9


def test_steps_grow_until_they_take_as_long_as_the_clock_is_to_be_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, steps = [0.0], []

    def step(n: int) -> None:
        steps.append(n)
        now[0] += n * 1e-5

    monkeypatch.setattr("players.search.budget.time.perf_counter", lambda: now[0])
    until(step, 0.05)
    assert steps[:8] == [1, 2, 4, 8, 16, 32, 64, 64]
    assert now[0] == pytest.approx(0.05, abs=0.00064)


def test_what_is_up_ends_after_one_step() -> None:
    steps: list[int] = []
    until(steps.append, time.perf_counter() - 1)
    assert steps == [1]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("iterations=0", "iterations cannot be 0: 1 to 10000000"),
        ("workers=0", "workers cannot be 0: 1 to 256"),
        ("seconds=-1", "seconds cannot be -1.0: up to 3600, or 0"),
        ("seconds=nan", "seconds cannot be nan"),
        ("iterations=2, workers=3", "iterations cannot be 2: at least one for each worker"),
        ("nodes=0", "nodes cannot be 0: 1 to 10000000"),
        ("tree_depth=-1", "tree_depth cannot be -1: 1 to 10000, or 0 for no limit"),
    ],
)
def test_what_cannot_be_is_refused(call: str, said: str) -> None:
    with pytest.raises(UnknownPlayer, match=said.replace("(", r"\(")):
        make(f"ismcts({call})", games.load("schnapsen"))


def test_shares_differ_by_one_at_most() -> None:
    for n in (7, 8, 100):
        shares = Budget(iterations=n, workers=7).shares()
        assert sum(shares) == n
        assert max(shares) - min(shares) <= 1
