"""Kernels compiled beforehand: what environments need is among them."""

from __future__ import annotations

import os

import pytest

import games
from compiled import cached_kernels
from unseen.commands.kernels import _play_for_agents


@pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="nothing is compiled then"
)
def test_what_environments_compile_is_kept() -> None:
    _play_for_agents(games.load("template"))
    kept = [kernel.name for kernel in cached_kernels()]
    for wanted in ("untold.begin", "untold.advance", "observation.look"):
        assert any(name.startswith(f"{wanted}.template.") for name in kept), wanted
