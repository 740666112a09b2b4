"""Time that other work on the machine does not touch: what this thread itself has computed."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from compiled import rows
from players.player import Remembered
from players.search.budget import Budget


def beyond(
    player: Any,
    info: Any,
    seconds: float,
    monkeypatch: pytest.MonkeyPatch,
    remembered: Remembered | None = None,
) -> float:
    """How much longer than told a player with one worker thinks, in seconds: the middle of five.

    Its clock is the processor time of its thread. A step that is too long, or work that is done
    before the clock is looked at, counts as ever; that others had the processor does not.
    """
    asked(player, info, 3, remembered)  # compiles
    with monkeypatch.context() as patch:
        patch.setattr(time, "perf_counter", time.thread_time)
        took = []
        for seed in range(5):
            began = time.thread_time()
            decision = asked(player, info, seed, remembered)
            took.append(time.thread_time() - began)
            assert decision.option in info.options
    return median(took) - seconds


def around(
    player: Any, info: Any, monkeypatch: pytest.MonkeyPatch, remembered: Remembered | None = None
) -> tuple[float, float]:
    """How long the asking thread computes until its workers are done, and after: middles of five.

    While it waits for them it computes nothing: so the first is what is done before they begin.
    """
    asked(player, info, 3, remembered)  # compiles
    found = []

    def spend(self: Budget, *told: Any, real: Any = Budget.spend) -> Any:
        work = real(self, *told)
        found.append(time.thread_time())
        return work

    with monkeypatch.context() as patch:
        patch.setattr(Budget, "spend", spend)
        before, after = [], []
        for seed in range(5):
            began = time.thread_time()
            decision = asked(player, info, seed, remembered)
            after.append(time.thread_time() - found[-1])
            before.append(found[-1] - began)
            assert decision.option in info.options
    return median(before), median(after)


def tried(player: Any, info: Any, monkeypatch: pytest.MonkeyPatch) -> float:
    """How often options were tried in a player's time: the middle of five decisions."""
    five = timed(player, info, monkeypatch)
    return median(sum(one.visits for one in decision.considered) for decision in five)


def timed(player: Any, info: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Five decisions of a player with one worker, whose clock is its thread's processor time."""
    asked(player, info, 3, None)  # compiles
    with monkeypatch.context() as patch:
        patch.setattr(time, "perf_counter", time.thread_time)
        five = [asked(player, info, seed, None) for seed in range(5)]
    assert {decision.option for decision in five} <= set(info.options)
    return five


def asked(player: Any, info: Any, seed: int, remembered: Remembered | None) -> Any:
    """A player's decision, with what it remembers if anything."""
    if remembered is None:
        return player.decide(info, rows(seed))
    return player.decide_on(info, rows(seed), remembered)


def kept(over: float, seconds: float) -> bool:
    """Whether a time was kept: within 5 % or 10 ms, whichever is more."""
    return abs(over) <= max(0.01, 0.05 * seconds)
