"""EPIMC against αμ: αμ as a player does not fall for fusion, and rows compare what they say."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import fusion
from compiled import rows
from determinize import Watch
from players import make
from tests.players.guessing import GAME as GUESSING
from tests.players.guessing import SAFE

ENDS = "schnapsen ends"
RULES = fusion.GAMES[ENDS].rules


def test_alpha_mu_as_a_player_plans_for_all_worlds() -> None:
    # Opening is taken for 1 by who knows the card in each world; one plan for all brings a half.
    info = Watch(GUESSING.new(seed=1)).information(0)
    decision = fusion.AlphaMu(worlds=400, positions=10_000).decide(info, rows(1))
    assert decision.option == SAFE
    assert decision.considered[0].value == pytest.approx(0.6)
    assert {one.option for one in decision.considered} == set(info.options)


def test_with_no_budget_for_plans_it_takes_worlds_for_known() -> None:
    info = Watch(GUESSING.new(seed=1)).information(0)
    assert fusion.AlphaMu(worlds=400, positions=1).decide(info, rows(1)).option != SAFE


def test_both_seatings_begin_alike_and_late() -> None:
    one, two = (fusion.begun(ENDS, 5).state for _ in range(2))
    assert one.record_array.tobytes() == two.record_array.tobytes()
    assert len(one.codes) > 0
    other = fusion.begun(ENDS, 6).state
    assert one.record_array.tobytes() != other.record_array.tobytes()


def test_a_player_against_itself_differs_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fusion, "player", lambda name, game: make("random", game))
    for seed in range(20):
        fared = fusion.play_deal(fusion.Deal("kuhn", ("epimc", "pimc"), seed))
        assert (fared.result, fared.share) == (0.0, 0.0)
        assert min(fared.asked) >= 1


def test_the_result_is_the_first_players(monkeypatch: pytest.MonkeyPatch) -> None:
    # The same games counted from the other side; bully takes these deals from random.
    monkeypatch.setitem(fusion.GAMES, ENDS, fusion.Played("schnapsen", "points", 3.0, RULES))
    monkeypatch.setattr(fusion, "player", lambda name, game: make(name, game))
    mine = [fusion.play_deal(fusion.Deal(ENDS, ("bully", "random"), seed)) for seed in range(3)]
    theirs = [fusion.play_deal(fusion.Deal(ENDS, ("random", "bully"), seed)) for seed in range(3)]
    for one, other in zip(mine, theirs, strict=True):
        assert (one.result, one.share) == (-other.result, -other.share)
        assert one.asked == other.asked[::-1]
    assert sum(one.result for one in mine) > 0


def test_equal_results_do_not_pretend_to_be_certain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fusion, "player", lambda name, game: make("random", game))
    target = tmp_path / "rows.json"
    call = ["fusion", "--deals", "3", "--games", "kuhn", "--workers", "1", "--json", str(target)]
    monkeypatch.setattr(sys, "argv", call)
    fusion.main()
    data = json.loads(target.read_text())
    first = data["rows"][0]
    assert (first["a"], first["b"]) == ("epimc", "alpha-mu")
    assert len(data["rows"]) == 6
    assert {one["games"] for one in data["rows"]} == {6}
    assert "+0.000 [-2.000, +2.000] chips" in capsys.readouterr().out
