"""Time that other work on the machine does not touch: what this thread itself has computed."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from compiled import rows


def beyond(player: Any, info: Any, seconds: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """How much longer than told a player with one worker thinks, in seconds: the middle of five.

    Its clock is the processor time of its thread. A step that is too long, or work that is done
    before the clock is looked at, counts as ever; that others had the processor does not.
    """
    player.decide(info, rows(3))  # compiles
    with monkeypatch.context() as patch:
        patch.setattr(time, "perf_counter", time.thread_time)
        took = []
        for seed in range(5):
            began = time.thread_time()
            decision = player.decide(info, rows(seed))
            took.append(time.thread_time() - began)
            assert decision.option in info.options
    return median(took) - seconds


def kept(over: float, seconds: float) -> bool:
    """Whether a time was kept: within 5 % or 10 ms, whichever is more."""
    return abs(over) <= max(0.01, 0.05 * seconds)
