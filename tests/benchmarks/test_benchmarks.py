"""Benchmarks measure what they say, and a wrong call is one line before anything is measured."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import benchmarks.__main__ as command
from benchmarks.timing import RUNS, Side, compare


def test_two_sides_are_timed_in_turn_after_one_call_each() -> None:
    calls: list[str] = []

    def side(name: str, seconds: float, units: int) -> Side:
        def work() -> int:
            calls.append(name)
            time.sleep(seconds)
            return units

        return Side(name, "naps", work)

    figure = compare("naps", side("short", 0.002, 10), side("long", 0.02, 10))
    assert calls == ["short", "long"] * (RUNS + 1)
    assert figure.ours_per_second > figure.peer_per_second > 0
    assert figure.peer_per_second <= 10 / 0.02
    assert figure.ratio > 1
    assert figure.unit == "naps"
    assert "naps" in {str(cell) for cell in command.as_table([figure]).columns[1].cells}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json", "nowhere/x.json"], "there is no folder nowhere"),
        (["--json", "."], ". is a folder"),
        (["--fast"], "unrecognized arguments: --fast"),
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
    monkeypatch.setattr(sys, "argv", ["benchmarks", *arguments])
    monkeypatch.setattr(command, "PEERS", ("numpy",))
    with pytest.raises(SystemExit) as left:
        command.main()
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_a_peer_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks"])
    monkeypatch.setattr(command, "PEERS", ("numpy", "no-such-engine"))
    with pytest.raises(SystemExit) as left:
        command.main()
    assert left.value.code == 2
    assert "not installed: no-such-engine" in capsys.readouterr().err
