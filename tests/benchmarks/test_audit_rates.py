"""The measurement of the audit's errors: audits are shared fairly, and counted as they come."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import audit as rates
from benchmarks.audit import (
    Job,
    Result,
    audited,
    in_turn,
    museum,
    of_right,
    results,
    right_copiers,
)


def of(p: float, *failed: str) -> Result:
    return Result(Job("a copier", False, 3, 80, 120), p, dict.fromkeys(failed, "PEEKING"), 1.0)


def test_right_copiers_of_each_game_and_reference_are_there() -> None:
    names = set(right_copiers())
    for game in ("template", "schnapsen", "clue"):
        assert {f"{game}:deal", f"{game}:redeal"} <= names
    assert {"a small deal, by count", "a small deal, by truths"} <= names


def test_pieces_have_names_of_their_own() -> None:
    names = [f"{piece.name} ({piece.check})" for piece in museum().values()]
    assert len(set(names)) == len(names) >= 40


def test_audits_are_taken_in_turn_and_no_seed_twice() -> None:
    taken = list(in_turn(["a", "b", "c"], 7, first=5))
    assert taken[:4] == [("a", 5), ("b", 5), ("c", 5), ("a", 6)]
    assert len(set(taken)) == 7
    assert list(in_turn([], 7)) == []


def test_failures_and_small_p_values_are_held_against_their_rates() -> None:
    row = of_right("a copier", [of(0.0, "consistent"), of(0.04), of(0.15), of(1.0)])
    assert row["failures"]["audits"] == 1
    assert row["failures"]["p_value"] == pytest.approx(1 - 0.999**4)
    assert [each["audits"] for each in row["at_most"]] == [2, 3]
    assert row["failed"] == [{"seed": 3, "consistent": "PEEKING"}]


def test_nothing_is_begun_when_time_is_up() -> None:
    jobs = [Job("a small deal, by count", False, seed, 5, 10) for seed in range(3)]
    assert list(results(jobs, 1, -1.0)) == []


def test_a_run_measures_right_and_broken_copiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rates.json"
    call = ["--workers", "1", "--positions", "6", "--copies", "20", "--json", str(file)]
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(
        sys, "argv", ["audit", *call, "--right", "--only", "small deal", "--audits", "3"]
    )
    rates.main()
    written = json.loads(file.read_text())
    assert [row["audits"] for row in written["right"]] == [2, 1, 3]
    assert [row["failures"]["audits"] for row in written["right"]] == [0, 0, 0]
    assert "a small deal, by truths" in capsys.readouterr().out
    monkeypatch.setattr(
        sys, "argv", ["audit", *call, "--museum", "--only", "shares the points", "--of-pieces", "2"]
    )
    rates.main()
    (piece,) = json.loads(file.read_text())["pieces"]
    assert (piece["audits"], piece["caught"], piece["named"]) == (2, 2, 2)
    assert "1 of 1 are caught and named" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["template shares the points", "clue keeps the culprit"])
def test_an_audit_that_ends_at_a_proof_fails_as_the_whole_one_does(name: str) -> None:
    (name,) = [piece for piece in museum() if name in piece]
    job = Job(name, True, 0, 6, 20)
    whole, ended = (audited(replace(job, until_proven=until)) for until in (False, True))
    check = museum()[name].check
    assert check in whole.failed
    assert ended.failed[check] == whole.failed[check]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "nothing"], "no copier has 'nothing' in its name"),
        (["--audits", "0"], "greater than 0"),
        (["--json", "nowhere/x.json"], "there is no folder nowhere"),
    ],
)
def test_a_wrong_call_is_said_at_once(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["audit", *arguments])
    with pytest.raises(SystemExit) as left:
        rates.main()
    assert left.value.code == 2
    assert said in capsys.readouterr().err
