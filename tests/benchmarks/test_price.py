"""The price of not knowing: rows compare what they say, or say why there is no figure."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest

import games
from benchmarks import price
from players import make, names
from players.search.epimc import EPIMC

CALL = {"deals": 2, "seed": 3, "workers": 1}


def test_rows_hold_a_difference_with_its_interval() -> None:
    row = price.price("template", "what", "cheating(iterations=20)", "random", **CALL)
    assert row.why is None
    assert row.games == 4
    assert row.difference is not None
    assert row.low is not None
    assert row.high is not None
    assert row.low <= row.difference <= row.high
    again = price.price("template", "what", "cheating(iterations=20)", "random", **CALL)
    assert row == again


def test_where_a_player_cannot_play_the_row_says_so() -> None:
    row = price.price("template", "what", "bully", "random", **CALL)
    assert row.difference is None
    assert row.why is not None
    assert "does not play" in row.why


def test_all_questions_are_asked_of_players_that_there_are() -> None:
    for name, _ in price.GAMES:
        for _, a, b in price.QUESTIONS:
            for spec in (a, b):
                assert make(spec.format(n="iterations=50"), games.load(name)).name
    kinds = [{a.partition("(")[0], b.partition("(")[0]} for _, a, b in price.QUESTIONS]
    assert kinds[0] & set(names(cheats=True)), "only the value of information takes a cheat"
    assert not any(kind & set(names(cheats=True)) for kind in kinds[1:])


def test_what_is_called_strategy_fusion_differs_in_nothing_else() -> None:
    asked = [(a, b) for what, a, b in price.QUESTIONS if what == "loss by strategy fusion"]
    assert asked, "the question is not asked"
    for name, _ in price.GAMES:
        for specs in asked:
            late, soon = (make(one.format(n="iterations=50"), games.load(name)) for one in specs)
            assert isinstance(late, EPIMC)
            assert isinstance(soon, EPIMC)
            assert soon.moves == 1 < late.moves
            assert dataclasses.replace(late, moves=1) == soon


def test_the_command_prints_and_writes_all_rows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(price, "GAMES", (("template", {}),))
    monkeypatch.setattr(price, "QUESTIONS", (("knowing", "cheating({n})", "ismcts({n})"),))
    target = tmp_path / "rows.json"
    call = ["price", "--deals", "2", "--iterations", "20", "--workers", "1", "--json", str(target)]
    monkeypatch.setattr(sys, "argv", call)
    price.main()
    data = json.loads(target.read_text())
    assert data["iterations"] == 20
    [row] = data["rows"]
    assert (row["a"], row["b"]) == ("cheating(iterations=20)", "ismcts(iterations=20)")
    shown = capsys.readouterr().out
    assert "knowing" in shown
    assert f"{row['difference']:+.3f}" in shown
