"""Searches whose trees follow what seats see: the same however they run, and whatever is true."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

import pytest

from arena import audit_player
from compiled import rows
from players import make
from tests.players.own_time import tried
from tests.players.plainly import plainly
from tests.players.test_redeterminizing import KUHN, LEDUC, kuhn
from tests.players.test_search import GAME, POND, opening

# ---------------------------------------------------------------------- the same however it runs

SPECS = ["so-pom(iterations=25)", "mo-ismcts(iterations=25)", "ris-mcts(iterations=25)"]


def decisions() -> list[list[Any]]:
    """What all players decide in some positions, in a form that can be compared."""
    found = []
    for game, moves in ((GAME, 0), (GAME, 9), (POND, 3), (LEDUC, 1), (KUHN, 0)):
        info = opening(4, game, moves)
        for spec in SPECS[:2] if game is GAME else [*SPECS, "ris-mcts(iterations=70)"]:
            made = make(spec, game).decide(info, rows(6))
            found.append([game.name, moves, spec, json.loads(json.dumps(astuple(made)))])
    return found


def test_compiled_and_plain_search_decide_the_same() -> None:
    """To the last bit, visits, values and all."""
    assert plainly(decisions) == decisions()


@pytest.mark.parametrize("spec", SPECS)
def test_the_generator_rows_decide_everything(spec: str) -> None:
    info = opening(4, POND, 3)
    player = make(spec, POND)
    before = info.state.tobytes()
    first, again = player.decide(info, rows(6)), player.decide(info, rows(6))
    assert first == again
    assert info.state.tobytes() == before
    assert sum(one.visits for one in first.considered) == 25
    assert len({player.decide(info, rows(seed)).considered for seed in range(20)}) > 1


@pytest.mark.parametrize("name", ["so-pom", "mo-ismcts", "ris-mcts"])
def test_workers_and_seconds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    info = opening(8, POND, 3)
    several = make(f"{name}(iterations=500, workers=3)", POND)
    first = several.decide(info, rows(3))
    assert sum(one.visits for one in first.considered) == 500
    assert several.decide(info, rows(3)) == first
    assert tried(make(f"{name}(seconds=0.05)", POND), info, monkeypatch) > 10


# --------------------------------------------------------------------------------------- peeking


@pytest.mark.parametrize("spec", ["mo-ismcts(iterations=60)", "ris-mcts(iterations=100)"])
def test_no_player_knows_more_than_its_seat(spec: str) -> None:
    """Whatever the opponent and the deck hold: one decision, to the last bit."""
    for mine in ("J", "Q", "K"):
        others = [face for face in ("J", "Q", "K") if face != mine]
        decided = [make(spec, KUHN).decide(kuhn(mine, theirs, False), rows(1)) for theirs in others]
        assert decided[0] == decided[1]


@pytest.mark.parametrize("spec", SPECS)
def test_the_audit_of_players_finds_no_peeking(spec: str) -> None:
    verdict = audit_player(POND, make(spec, POND), positions=6, worlds=4, seats=3, workers=0)
    assert verdict.passed
