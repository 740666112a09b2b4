"""Benchmarks measure what they say, and a wrong call is one line before anything is measured."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

import benchmarks.__main__ as command
from benchmarks.questions_needed import solved
from benchmarks.search import searcher
from benchmarks.timing import RUNS, Figure, Side, compare


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


def test_what_comes_after_a_run_is_not_timed() -> None:
    calls: list[str] = []

    def work() -> int:
        calls.append("work")
        time.sleep(0.001)
        return 10

    def after() -> None:
        calls.append("after")
        time.sleep(0.1)

    figure = compare("naps", Side("a", "naps", work, after), Side("b", "naps", lambda: 1))
    assert calls == ["work", "after"] * (RUNS + 1)
    assert figure.ours_per_second > 10 / 0.1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json", "nowhere/x.json"], "there is no folder nowhere"),
        (["--json", "."], ". is a folder"),
        (["--fast"], "unrecognized arguments: --fast"),
        (["--only", "sound"], "invalid choice: 'sound'"),
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
    monkeypatch.setattr(command, "PEERS", {"play": ("numpy",), "beliefs": ("numpy",)})
    with pytest.raises(SystemExit) as left:
        command.main()
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_a_run_takes_seconds_once_and_not_five_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.timing.LONG", 0.02)
    calls: list[str] = []

    def work() -> int:
        calls.append("slow")
        time.sleep(0.02)
        return 1

    compare("naps", Side("ours", "naps", work), Side("slow", "naps", work))
    assert len(calls) == 4


def test_only_a_part_is_run_and_asks_for_no_more_than_its_peers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = compare("naps", Side("a", "naps", lambda: 1), Side("b", "naps", lambda: 1))
    asked: list[str] = []

    def figures_of(part: str, peers: list[str]) -> list[Figure]:
        asked.append(part)
        return [figure]

    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "play", "--json", "x.json"])
    monkeypatch.setattr(command, "PEERS", {"play": ("numpy",), "search": ("no-such-engine",)})
    monkeypatch.setattr(command, "figures_of", figures_of)
    monkeypatch.chdir(tmp_path)
    command.main()
    assert asked == ["play"]
    assert "naps" in capsys.readouterr().out
    assert json.loads(Path("x.json").read_text())["figures"][0]["what"] == "naps"


def test_a_peer_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks"])
    monkeypatch.setattr(command, "PEERS", {"play": ("numpy",), "search": ("no-such-engine",)})
    with pytest.raises(SystemExit) as left:
        command.main()
    assert left.value.code == 2
    assert "not installed: no-such-engine" in capsys.readouterr().err


def test_the_search_that_is_measured_searches() -> None:
    searcher(1)(1)


def test_questions_are_counted_by_who_asked() -> None:
    one = solved("rooms_only", 3, 0)
    assert one is not None
    assert 1 <= one.own < one.all <= one.turns + 1
