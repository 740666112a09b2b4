"""What is timed of the search room: all players, the play-outs they are held against, OpenSpiel."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

import benchmarks.__main__ as command
import games
from benchmarks import search_growth, search_openspiel, search_players, search_room
from benchmarks.search_growth import Memory, stated
from benchmarks.search_positions import ITERATIONS, Position, done, side
from benchmarks.search_room import SearchRoom
from benchmarks.timing import Figure
from compiled import bind, rows
from players.player import Considered, Decision
from players.search.settings import NO_END
from players.search.tree import NODE

ROOT = Path(__file__).parents[2]


def test_every_search_player_is_measured() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["unseen.players"]
    searches = {name for name, where in points.items() if where.startswith("players.search.")}
    measured = {spec.partition("(")[0] for spec, _ in search_players.PLAYERS}
    assert measured == searches - {"cheating"}


def test_bare_play_outs_are_random_games() -> None:
    # Of 255 168 games of Tic-Tac-Toe, each as likely as its moves: X wins 0.58494, draws 0.12698.
    import numpy as np

    from benchmarks.search_positions import play_outs

    position = Position("tic-tac-toe")
    n = 40_000
    scratch = np.zeros(1, position.game.dtype)
    total = bind(play_outs, position.game)(position.worlds, scratch, NO_END, n, rows(5))
    # One deviation of the mean is 0.0022: beyond five of them once in 1.7 million seeds.
    assert total / n == pytest.approx(0.58494 + 0.12698 / 2, abs=0.011)
    assert position.play_outs()() == ITERATIONS


def test_a_search_and_a_decision_do_the_iterations_they_count() -> None:
    position = Position("kuhn", iterations=50)
    assert position.search()() == 50
    assert position.decisions("ismcts(iterations=50)", "iterations")() == 50
    assert len(position.worlds) == 50


def test_the_mover_has_a_choice() -> None:
    position = Position("clue")
    assert len(position.info.options) > 1
    assert len(position.watch.state.history) > 0, "the first decision of this game is none"


def test_what_a_player_does_is_counted_in_its_own_unit() -> None:
    tried = (Considered(0, 7, 0.5, 12), Considered(1, 5, 0.5, 12))
    decision = Decision(0, tried, worlds=3)
    assert done(decision, "iterations") == 12
    assert done(decision, "worlds") == 3


def test_a_run_repeats_what_is_short_until_it_can_be_timed() -> None:
    calls: list[int] = []

    def once() -> int:
        calls.append(1)
        return 10

    short = side("short", "naps", once, span=1e-3)
    before = len(calls)
    units = short.work()
    assert units == 10 * (len(calls) - before) > 10


def test_who_does_not_play_a_game_has_no_row() -> None:
    assert search_players.player(Position("kuhn"), "bully", "decisions") is None


def figure(player: str, game: str, ratio: float) -> Figure:
    return Figure(game, "iterations", player, 1e6 * ratio, "random play-outs", 1e6, ratio)


def test_players_are_rows_and_games_are_columns() -> None:
    found = [figure("a", "kuhn", 0.5), figure("b", "kuhn", 0.002), figure("a", "leduc", 1.0)]
    table = search_players.as_table(found)
    columns = [list(column.cells) for column in table.columns]
    assert columns[0] == ["bare random play-outs", "a", "b"]
    assert columns[2] == ["1M  ", "500k 50 %", "2k 0.2 %"]
    assert columns[3] == ["1M  ", "1M 100 %", "-"]


CARDS = {
    "kuhn": ({"hand 0": ["K"], "hand 1": ["J"], "out": ["10", "A"], "deck": ["Q"]}, [2, 0]),
    "leduc": (
        {
            "hand 0": ["Q"],
            "hand 1": ["Q"],
            "out": ["10", "10", "A", "A"],
            "deck": ["J", "J", "K", "K"],
        },
        [2, 3],
    ),
    "liars-dice": (
        {
            "cup 0": ["2a"],
            "cup 1": ["5b"],
            "away 0": ["1a", "3a", "4a", "5a", "6a"],
            "away 1": ["1b", "2b", "3b", "4b", "6b"],
        },
        [1, 4],
    ),
}
"""How each game is dealt here, and what chance brings in OpenSpiel's."""


@pytest.mark.parametrize("name", CARDS)
def test_both_sides_hold_the_same_cards(name: str) -> None:
    pytest.importorskip("pyspiel")
    cards, outcomes = CARDS[name]
    theirs = search_openspiel.dealt_as(games.load(name).arrange(cards))
    assert theirs.history() == outcomes


@pytest.mark.parametrize("name", search_openspiel.GAMES)
def test_both_sides_have_the_same_decision_and_search_as_often(name: str) -> None:
    pytest.importorskip("pyspiel")
    position = Position(name, iterations=20)
    theirs = search_openspiel.dealt_as(position.watch.state)
    assert theirs.current_player() == position.info.seat
    assert theirs.legal_actions() == list(position.info.options)
    assert search_openspiel.steps(position)() == 20


def test_openspiel_still_has_no_worlds_where_another_bot_stands_in() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for name in set(search_openspiel.GAMES) - set(search_openspiel.SAMPLED):
        theirs = search_openspiel.dealt_as(Position(name).watch.state)
        kind = theirs.get_game().get_type()
        if kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
            with pytest.raises(pyspiel.SpielError, match="not implemented"):
                theirs.resample_from_infostate(0, lambda: 0.5)


def test_short_searches_are_timed_together_and_long_ones_alone() -> None:
    position = Position("kuhn")
    assert search_growth.decisions(position, 1_000).work() == search_growth.AT_ONCE
    assert search_growth.decisions(position, 30_000).work() == 30_000


def test_the_limit_of_nodes_states_the_memory() -> None:
    assert stated(100, 1000) == 101 * NODE.itemsize
    assert stated(1000, 100) == 100 * (NODE.itemsize + 8), "a full tree is pruned"


def test_a_long_search_is_measured_in_a_process_of_its_own() -> None:
    found = search_growth.memory("tic-tac-toe", iterations=20_000, limit=2_000)
    assert found.limit / 2 <= found.nodes <= found.limit
    assert found.stated == stated(20_000, 2_000)
    assert 0 <= found.grown < 50e6


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the peak of compiling stays")
def test_what_the_nodes_of_a_long_search_take_is_seen() -> None:
    found = search_growth.memory("schnapsen", iterations=300_000, limit=300_000)
    assert found.nodes > 200_000
    assert 0.8 * found.nodes * NODE.itemsize < found.grown < found.stated + 20e6


def test_the_command_prints_and_writes_the_search_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = SearchRoom(
        [figure("ismcts", "kuhn", 0.61)],
        [figure("1000", "leduc", 0.62), figure("10000", "leduc", 0.63)],
        [Memory("schnapsen", 5_000, 400, 399, 25_600, 3_140_000)],
    )
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "search", "--json", "x.json"])
    monkeypatch.setattr(command, "PEERS", {"search": ("numpy",)})
    monkeypatch.setattr(command, "figures_of", lambda part, peers: [])
    monkeypatch.setattr(search_room, "measure", lambda: room)
    monkeypatch.setattr(command.first_use, "measure", lambda: None)
    monkeypatch.chdir(tmp_path)
    command.main()
    shown = capsys.readouterr().out
    for cell in ("610k 61 %", "1,000", "63 %", "3.1"):
        assert cell in shown
    written = json.loads(Path("x.json").read_text())["search_room"]
    assert written["players"][0]["ratio"] == 0.61
    assert [one["ours"] for one in written["growth"]] == ["1000", "10000"]
    assert written["memory"][0]["nodes"] == 399
