"""The round robin: deals are paired, killed runs go on, and the table is what was played."""

from __future__ import annotations

import json
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import games
from benchmarks import round_robin, round_robin_table
from benchmarks.round_robin_field import FIELD, Deal, Played, Settings, Spent, entered, play_deal
from players import names
from players.registry import GROUP
from unseen.errors import CallError

CHEAP = ["random", "bully", "antibully"]
SETTINGS = entered("iterations", 20, 5, CHEAP)


def begun(path: Path) -> Settings:
    return round_robin.opened(path, "iterations", 20, 5, CHEAP)


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of results without what depends on the clock and the machine."""
    kept = []
    for line in lines:
        same = {k: v for k, v in line.items() if k not in ("load", "wall", "processor", "spent")}
        same["spent"] = [one | {"seconds": 0} for one in line.get("spent", ())]
        kept.append(same)
    return kept


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two blocks of deals of three players made of rules."""
    path = tmp_path_factory.mktemp("results") / "lines.jsonl"
    round_robin.run(begun(path), path, 2 * round_robin.BLOCK, 1)
    return path


def test_all_players_of_schnapsen_are_in_the_field() -> None:
    ours = {one.name for one in entry_points(group=GROUP) if one.dist and one.dist.name == "unseen"}
    ours &= set(names(games.load("schnapsen")))
    assert {spec.partition("(")[0] for spec in FIELD.values()} == ours, "one is missing, or new"
    for by, amount in (("iterations", 100), ("time", 0.005)):
        timed = [name for name in FIELD if by == "iterations" or "{worlds}" not in FIELD[name]]
        assert len(entered(by, amount, 1, timed).players) == len(timed)


def test_shares_of_a_pair_add_up_to_one_whoever_is_named_first() -> None:
    for seed in range(10):
        here = play_deal(Deal(("random", "bully"), seed))
        there = play_deal(Deal(("bully", "random"), seed))
        assert here.share + there.share == 1
        assert here.points + there.points == 0
        assert [one.asked for one in here.spent] == [one.asked for one in there.spent[::-1]]


def test_a_player_against_itself_wins_exactly_half_of_every_deal() -> None:
    for seed in range(10):
        played = play_deal(Deal(("antibully", "mantis+antibully"), seed))
        assert (played.share, played.points) == (0.5, 0)


def test_a_search_spends_the_iterations_that_it_was_told() -> None:
    mine, random = play_deal(Deal(("ismcts(iterations=30)", "random"), 1)).spent
    assert mine.tried == mine.worlds == 30 * mine.asked > 0
    assert random.tried == 0 < random.asked


def test_the_same_seed_gives_the_same_lines(results: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    round_robin.run(begun(again), again, 2 * round_robin.BLOCK, 1)
    lines = round_robin.lines_of(again)
    assert timeless(lines) == timeless(round_robin.lines_of(results))
    assert len(lines) == 1 + 2 * 3


def test_two_workers_write_the_same_lines(tmp_path: Path) -> None:
    lines = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        settings = round_robin.opened(path, "iterations", 20, 7, CHEAP[:2])
        round_robin.run(settings, path, round_robin.BLOCK, workers)
        lines.append(timeless(round_robin.lines_of(path)))
    assert lines[0] == lines[1]


def test_a_killed_run_goes_on_where_it_stopped(results: Path, tmp_path: Path) -> None:
    raw = results.read_bytes()
    ends = [at for at, byte in enumerate(raw) if byte == ord("\n")]
    killed = tmp_path / "killed.jsonl"
    killed.write_bytes(raw[: ends[3] + 40])  # in the middle of a line
    told: list[str] = []
    round_robin.run(begun(killed), killed, 2 * round_robin.BLOCK, 1, told.append)
    assert len(told) == 3, "three pairs were whole"
    assert killed.read_bytes()[: ends[3] + 1] == raw[: ends[3] + 1]
    lines, whole = round_robin.lines_of(killed), round_robin.lines_of(results)
    assert timeless(lines) == timeless(whole)
    table, expected = (round_robin_table.summary(some, 20) for some in (lines, whole))
    assert table["pairs"] == expected["pairs"]


def test_a_run_of_more_deals_plays_the_further_ones(results: Path, tmp_path: Path) -> None:
    fewer = tmp_path / "fewer.jsonl"
    for deals in (round_robin.BLOCK, 2 * round_robin.BLOCK):
        round_robin.run(begun(fewer), fewer, deals, 1)
    assert timeless(round_robin.lines_of(fewer)) == timeless(round_robin.lines_of(results))


def test_a_file_of_another_run_is_refused_and_left(results: Path) -> None:
    before = results.read_bytes()
    with pytest.raises(CallError, match="of another run"):
        round_robin.opened(results, "iterations", 20, 6, CHEAP)
    assert results.read_bytes() == before


@pytest.mark.parametrize("content", [b"a page\nof words\n", b"words", b"17\n", b'{"rows": []}\n'])
def test_a_file_of_something_else_is_refused_and_left(tmp_path: Path, content: bytes) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(content)
    with pytest.raises(CallError, match="no file of results"):
        begun(page)
    assert page.read_bytes() == content


def test_what_nobody_can_play_begins_no_file(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    for by, amount, who, error in (
        ("iterations", 20, ["random", "nobody"], "no player 'nobody'"),
        ("iterations", 20, ["random", "random"], "two different players"),
        ("iterations", 0, ["random", "ismcts"], "iterations cannot be 0"),
        ("time", 0.0, ["random", "ismcts"], "seconds cannot be 0"),
    ):
        with pytest.raises(CallError, match=error):
            round_robin.opened(path, by, amount, 1, who)
        assert not path.exists()


def line(pair: tuple[str, str], shares: list[float]) -> dict[str, Any]:
    spent = Spent(asked=10, tried=50, worlds=20, seconds=0.1)
    played = [Played(share, 2 * share - 1, (spent, spent), 2.0, 1.0) for share in shares]
    return {"pair": list(pair), "first": 0, "load": 1.0, **round_robin._line(played)}


def test_the_table_says_what_the_lines_hold() -> None:
    settings = {"by": "iterations", "amount": 5, "seed": 1}
    settings["players"] = [["a", "a"], ["b", "b"], ["c", "c"]]
    lines = [
        {"settings": settings, "machine": "this one"},
        line(("a", "b"), [1.0, 0.5, 1.0, 0.5]),
        line(("a", "c"), [1.0, 1.0, 0.5, 0.5]),
        line(("b", "c"), [0.5, 0.0, 1.0, 0.5]),
    ]
    data = round_robin_table.summary(lines, 10)
    assert [one["player"] for one in data["players"]] == ["a", "b", "c"]
    assert [round(one["share"], 4) for one in data["players"]] == [0.75, 0.375, 0.375]
    assert [round(one["points"], 4) for one in data["players"]] == [0.5, -0.25, -0.25]
    assert [one["share"] for one in data["pairs"]] == [0.75, 0.75, 0.5]
    assert data["processor"] == 0.5
    first = data["players"][0]
    assert (first["tried"], first["worlds"], round(first["milliseconds"])) == (5, 2, 10)
    # Of a's shares on the deals (1, 3/4, 3/4, 1/2): Student with 3 degrees of freedom.
    half = 3.182 * np.std([1, 0.75, 0.75, 0.5], ddof=1) / 2
    assert first["low"] == pytest.approx(0.75 - half, rel=0.02)
    assert first["elo_low"] <= first["elo"] <= first["elo_high"]
    shown = round_robin_table.as_markdown(data)
    assert "| 1 a |  | 75 | 75 |" in shown
    assert "4 deals" in shown
    assert "50 % of a processor" in shown


def test_a_block_that_not_all_pairs_have_played_is_left_out(results: Path) -> None:
    lines = round_robin.lines_of(results)
    assert round_robin_table.summary(lines[:-1], 20)["deals"] == round_robin.BLOCK
    assert round_robin_table.summary(lines, 20)["deals"] == 2 * round_robin.BLOCK
    with pytest.raises(ValueError, match="no deal was played by all pairs"):
        round_robin_table.summary(lines[:2], 20)


def test_ratings_are_those_that_foretell_the_shares() -> None:
    strength = np.array([4.0, 2.0, 1.0, 0.125])
    won = strength[:, None] / (strength[:, None] + strength[None, :])
    found = round_robin_table.ratings(won[None], games=10**9)[0]
    expected = 400 * np.log10(strength)
    assert found == pytest.approx(expected - expected.mean(), abs=0.01)
    lost = round_robin_table.ratings(np.array([[[0.5, 1.0], [0.0, 0.5]]]), games=40)[0]
    assert np.isfinite(lost).all(), "who lost everything has a rating"
    assert lost[0] > 300


def test_by_time_every_search_has_the_same_clock() -> None:
    settings = entered("time", 0.003, 1, list(FIELD))
    searches = {name: spec for name, spec in settings.players if spec != name}
    assert len(searches) == 13
    assert {"(seconds=0.003" in spec for spec in searches.values()} == {True}


def test_the_command_prints_and_writes_the_table_and_the_figure_draws_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "table.json"
    call = ["round_robin", "--players", ",".join(CHEAP), "--deals", "10", "--json", str(target)]
    monkeypatch.setattr(sys, "argv", [*call, "--results", str(tmp_path / "lines.jsonl")])
    round_robin.main()
    data = json.loads(target.read_text())
    assert data["deals"] == 10
    shown = capsys.readouterr().out
    assert all(name in shown for name in CHEAP)
    pytest.importorskip("matplotlib")
    from benchmarks import round_robin_figure as figure

    share = data["pairs"][0]["share"]
    a, b = ([one["player"] for one in data["players"]].index(data["pairs"][0][who]) for who in "ab")
    assert (figure.shares(data)[a, b], figure.shares(data)[b, a]) == (share, 1 - share)
    assert figure.drawn([data, data]).startswith(b"\x89PNG")
