"""Players take options that they have, in every preset and in variants of the rules.

That none of them peeks is tests/players/test_no_peeking.py.
"""

from __future__ import annotations

from typing import Any

import pytest

import games
from arena import moves
from determinize import Watch
from players import make
from tests.players.brief import brief_players

GAME = games.load("schnapsen")
POND = games.load("template")


@pytest.mark.parametrize("spec", brief_players(GAME))
@pytest.mark.parametrize("preset", list(GAME.presets))
def test_only_options_are_chosen_in_every_preset(spec: str, preset: str) -> None:
    """The match loop raises where an answer is no option; what is weighed is one as well."""
    for seed in range(4):
        watch = Watch(GAME.new(seed=seed, preset=preset, match_target=2))
        for move in moves(watch, [make(spec, GAME)] * 2, seed=seed):
            if move.decision is not None:
                options = set(watch.state.codes)
                assert {one.option for one in move.decision.considered} <= options
        assert watch.state.over


@pytest.mark.parametrize("spec", brief_players(POND))
@pytest.mark.parametrize("preset", list(POND.presets))
def test_only_options_are_chosen_in_another_game(spec: str, preset: str) -> None:
    watch = Watch(POND.new(seed=1, players=3, preset=preset))
    for move in moves(watch, [make(spec, POND)] * 3, seed=1):
        assert move.option in watch.state.codes
    assert watch.state.over


@pytest.mark.parametrize("variant", [{"deck": 24}, {"ace_points": -11}, {"false_claim": True}])
def test_only_options_are_chosen_in_variants(variant: dict[str, Any]) -> None:
    for spec in brief_players(GAME):
        watch = Watch(GAME.new(seed=5, match_target=1, **variant))
        for move in moves(watch, [make(spec, GAME)] * 2, seed=5):
            assert move.option in watch.state.codes
