"""The command line, tested like functions: what it reports, and what it says to nonsense."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import games
import unseen.plots
from arena.compare import Comparison, Difference
from arena.work import FailedJob
from games.view import masked
from unseen.app import app
from unseen.commands import compare as compare_command
from unseen.commands import predict as predict_command

RUNNER = CliRunner()
UNSEEN = [sys.executable, "-c", "from unseen.cli import main; main()"]
LOADED = [sys.executable, "-c", "from unseen.cli import main; print(flush=True); main()"]
"""The same, which says first that it has been loaded: from there on a signal is its own matter."""

ROUND = {"round", "n", "hits", "expected_hits", "brier", "log_score", "excluded", "worlds"}
PLAYER = {
    "player", "games", "wins", "draws", "losses", "rate", "low", "high", "points",
    "seconds_per_decision",
}  # fmt: skip
SURPLUS = {"surplus", "surplus_low", "surplus_high"}


def run(*arguments: str, typed: str = "") -> Any:
    """Run a command; its result has ``exit_code``, ``stdout`` and ``stderr``."""
    return RUNNER.invoke(app, list(arguments), input=typed)


def strict(text: str) -> Any:
    """JSON without NaN or Infinity."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in JSON")

    return json.loads(text, parse_constant=refuse)


# ----------------------------------------------------------------------------------------- predict


def test_predict_writes_everything_as_json(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    result = run("predict", "schnapsen", "--games", "3", "--seed", "5", "--json", str(file))
    assert result.exit_code == 0, result.stderr
    data = strict(file.read_text())
    head = {"command", "versions", "seed", "parameters"}
    assert set(data) == head | {"rounds", "baselines", "reliability"}
    assert data["command"] == "predict"
    assert data["parameters"]["seats"] == 2
    assert data["seed"] == 5
    assert {"unseen", "python", "numpy", "numba"} <= set(data["versions"])
    assert data["parameters"]["players"] == ["antibully", "bully"]
    assert data["parameters"]["set"] == {"match_target": 1}
    assert set(data["baselines"]) == {"uniform", "mantis"}
    for rows in (data["rounds"], *data["baselines"].values()):
        assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
        assert all(set(row) == ROUND | SURPLUS for row in rows)
        assert all(isinstance(row[key], (int, float)) for row in rows for key in ROUND)
    assert data["rounds"][0]["worlds"] == 2002
    for row in data["rounds"]:
        assert row["surplus"] == pytest.approx(row["hits"] - row["expected_hits"])
        if row["surplus_low"] is not None:  # a round that more than one deal reached
            assert row["surplus_low"] <= row["surplus"] <= row["surplus_high"]
    assert data["rounds"][0]["surplus_low"] is not None
    assert set(data["reliability"]) == {"belief", "uniform", "mantis"}
    for bins in data["reliability"].values():
        for one in bins:
            assert set(one) == {"from", "to", "n", "probability", "share"}
            assert one["n"] > 0
            assert one["from"] <= one["probability"] <= one["to"]
            assert 0 <= one["share"] <= 1
    assert list(tmp_path.iterdir()) == [file]


def test_predict_has_players_for_every_game() -> None:
    result = run("predict", "template", "--games", "1", "--json", "-")
    assert result.exit_code == 0, result.stderr
    assert strict(result.stdout)["parameters"]["players"] == ["random", "random"]
    assert "1 deal of random against random" in result.stderr


def test_predict_shows_the_table(tmp_path: Path) -> None:
    result = run("predict", "schnapsen", "--games", "3")
    assert result.exit_code == 0
    for word in ("expected", "Brier", "worlds", "surplus", "baseline: uniform", "baseline: mantis"):
        assert word in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    assert "\x1b" not in result.stdout


def test_json_on_standard_output_stands_there_alone() -> None:
    result = run("predict", "schnapsen", "--games", "2", "--json", "-")
    assert result.exit_code == 0
    assert strict(result.stdout)["command"] == "predict"
    assert "surplus" in result.stderr


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.json"
        arguments = ["predict", "schnapsen", "--players", "random", "--games", "6", "--seed", "3"]
        result = run(*arguments, "--workers", workers, "--json", str(file))
        assert result.exit_code == 0
        texts.append(file.read_bytes())
    assert texts[0] == texts[1]


def test_a_seed_may_be_any_whole_number() -> None:
    seed = 2**140 + 1
    result = run("predict", "schnapsen", "--games", "1", "--seed", str(seed), "--json", "-")
    assert result.exit_code == 0, result.stderr
    assert strict(result.stdout)["seed"] == seed


def test_a_figure_is_drawn(tmp_path: Path) -> None:
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    for kind, start in starts.items():
        file = tmp_path / f"figure.{kind}"
        result = run("predict", "schnapsen", "--games", "2", "--plot", str(file))
        assert result.exit_code == 0, result.stderr
        assert file.read_bytes().startswith(start)
        assert "Drawn" in result.stdout


# ----------------------------------------------------------------------------------------- compare


def test_compare_writes_everything_as_json() -> None:
    arguments = ["compare", "schnapsen", "--players", "random,bully", "--games", "4"]
    result = run(*arguments, "--set", "match_target=1", "--json", "-")
    assert result.exit_code == 0, result.stderr
    data = strict(result.stdout)
    assert set(data) == {"command", "versions", "seed", "parameters", "players", "pairs"}
    assert [set(row) for row in data["players"]] == [PLAYER, PLAYER]
    [pair] = data["pairs"]
    assert set(pair) == {"a", "b", "games", "difference", "low", "high", "agree"}
    assert (pair["a"], pair["b"], pair["games"]) == ("random", "bully", 4)
    assert data["parameters"]["set"] == {"match_target": 1}
    assert data["parameters"]["seats"] == 2


def test_one_deal_has_no_interval_and_says_so_with_null() -> None:
    arguments = ["compare", "schnapsen", "--players", "random,random", "--games", "1"]
    result = run(*arguments, "--set", "match_target=1", "--json", "-")
    data = strict(result.stdout)
    assert data["pairs"][0]["low"] is None
    assert [row["player"] for row in data["players"]] == ["random#1", "random#2"]
    assert [row["games"] for row in data["players"]] == [2, 2]


def test_compare_shows_a_table() -> None:
    arguments = ["compare", "schnapsen", "--players", "bully,antibully", "--games", "4"]
    result = run(*arguments, "--set", "match_target=1")
    assert result.exit_code == 0
    assert "bully less antibully: " in result.stdout
    assert "4 games on 2 deals" in result.stdout


def test_a_player_against_itself_is_said_to_be_the_same() -> None:
    arguments = ["compare", "schnapsen", "--players", "random,random", "--games", "4"]
    arguments += ["--set", "match_target=1"]
    shown = run(*arguments).stdout
    assert "random#1 less random#2: 0 on every deal, being the same player, in 4 games" in shown
    assert "[" not in shown
    [pair] = strict(run(*arguments, "--json", "-").stdout)["pairs"]
    assert (pair["low"], pair["high"], pair["agree"]) == (-1.0, 1.0, True)


def test_an_interval_of_deals_that_agree_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        Difference("antibully", "bully", 4, -1.0, -1.0, 1.0, True),
        Difference("antibully", "random", 4, 0.25, -0.5, 1.0, False),
    )
    for pairs, noted in ((rows, 1), (rows[1:], 0)):
        result = Comparison((), pairs, 2, 4)
        monkeypatch.setattr(compare_command, "measure", lambda *_, result=result, **__: result)
        shown = run("compare", "schnapsen", "--players", "antibully,bully").stdout
        assert shown.count("[-1.000, +1.000]* in 4 games") == noted
        assert shown.count("* The same on every deal") == noted
        assert "[-0.500, +1.000] in 4 games" in shown


# ---------------------------------------------------------------------------------- watch and play


def test_watch_shows_every_move_and_both_beliefs() -> None:
    arguments = ["watch", "schnapsen", "--players", "random,bully", "--seed", "7"]
    result = run(*arguments, "--set", "match_target=1")
    assert result.exit_code == 0, result.stderr
    assert "random of seat 1's hand, 2,002 worlds" in result.stdout
    assert "bully of seat 0's hand, 2,002 worlds" in result.stdout
    moves = [line for line in result.stdout.splitlines() if line[:1].isdigit()]
    assert moves[0].startswith("1. seat ")
    lines = result.stdout.splitlines()
    assert sum(" deal 1 " in line for line in lines) == 1
    assert sum(line.startswith("Seat ") and line.endswith("sees:") for line in lines) == len(moves)
    assert sum(line.startswith("Trumps are ") for line in lines) == len(moves)
    assert len(moves) >= 4
    assert "wins: " in result.stdout
    assert result.stdout.count("*") > 20
    assert run(*arguments, "--set", "match_target=1").stdout == result.stdout


def test_watch_shows_where_a_deal_begins() -> None:
    result = run("watch", "template", "--players", "random", "--seed", "2")
    rules = [line.strip(" -") for line in result.stdout.splitlines() if line.startswith("-----")]
    assert rules == ["deal 1", "deal 2"]


def test_watch_shows_what_a_searcher_weighed() -> None:
    arguments = ["watch", "schnapsen", "--players", "rdeep(samples=2),random", "--seed", "1"]
    result = run(*arguments, "--set", "match_target=1")
    assert result.exit_code == 0, result.stderr
    assert " in 2; " in result.stdout.replace("\n", " ")


def test_watch_seats_any_number() -> None:
    result = run("watch", "template", "--players", "random", "--seats", "3")
    assert result.exit_code == 0, result.stderr
    assert "random#3 of seat 0's hand" in result.stdout


def test_a_person_plays_a_whole_deal() -> None:
    arguments = ["play", "schnapsen", "--against", "bully", "--seed", "3", "--set"]
    result = run(*arguments, "match_target=1", typed="1\n" * 30)
    assert result.exit_code == 0, result.stderr
    assert "The game is over: you " in result.stdout
    assert "bully: play " in result.stdout


def test_a_person_asks_errs_and_leaves() -> None:
    typed = "nonsense\n?\nundo\nquit\n"
    result = run("play", "schnapsen", "--against", "random", "--seed", "3", typed=typed)
    assert result.exit_code == 0
    assert "'nonsense' is no card or action" in result.stdout
    assert "2,002 possible worlds" in result.stdout
    assert "What is played is played" in result.stdout
    assert "You have left the game." in result.stdout


def test_a_person_is_told_nothing_that_depends_on_hidden_cards(monkeypatch: Any) -> None:
    """Whatever is put into words for the person was laid out by what its seat sees."""
    game = games.load("schnapsen")
    said, shown = game.words.option, []

    def overheard(state: Any, code: int) -> str:
        array = np.zeros(1, game.dtype)
        array[0] = state
        shown.append(array)
        return said(state, code)

    monkeypatch.setattr(game.words, "option", overheard)
    arguments = ["play", "schnapsen", "--against", "bully", "--seed", "3", "--set"]
    result = run(*arguments, "match_target=1", typed="1\n" * 40)
    assert result.exit_code == 0, result.stderr
    assert len(shown) > 40
    for array in shown:
        assert masked(game, array, 0).tobytes() == array.tobytes()


def test_control_keys_and_bytes_that_are_no_text_play_nothing() -> None:
    command = [*UNSEEN, "play", "schnapsen", "--against", "random", "--seed", "3"]
    typed = b"\x1b[A\nQH\xff\n" + 3000 * b"x" + b"\nq\n"
    done = subprocess.run(command, input=typed, capture_output=True, timeout=120)
    said = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "'\\x1b[A' holds keys" in said
    assert "'QH\\udcff' holds keys" in said
    assert "xxx… is too long" in said
    assert len(said) < 3000
    assert said.endswith("You have left the game.\n")
    assert "You play" not in said


def test_a_closed_input_leaves_the_game() -> None:
    command = " ".join([shlex.join(UNSEEN), "play schnapsen --against random --seed 3 <&-"])
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("You have left the game.\n")


def test_the_end_of_the_input_ends_the_game_cleanly() -> None:
    result = run("play", "schnapsen", "--against", "random", "--seed", "3", typed="")
    assert result.exit_code == 0
    assert result.stdout.endswith("You have left the game.\n")


# --------------------------------------------------------------------------------- what there is


def test_games_by_mechanic_and_category() -> None:
    data = strict(run("games", "--mechanic", "trick-taking", "--json", "-").stdout)
    [game] = [one for one in data["games"] if one["name"] == "schnapsen"]
    fields = {"name", "title", "players", "categories", "mechanics", "presets", "decisions"}
    assert set(game) == fields
    assert game["players"] == [2, 2]
    assert "vu_platform" in game["presets"]
    assert "lead marriage" in game["decisions"]
    assert "schnapsen" in run("games", "--category", game["categories"][0]).stdout
    assert "trick-taking" in run("games").stdout


@pytest.mark.parametrize("typed", ["trick-taking", "trick_taking", "TRICK TAKING", "TrickTaking"])
def test_categories_and_mechanics_are_found_however_they_are_written(typed: str) -> None:
    data = strict(run("games", "--mechanic", typed, "--json", "-").stdout)
    assert "schnapsen" in [game["name"] for game in data["games"]]
    assert data["parameters"]["mechanic"] == "trick-taking"
    assert "schnapsen" in run("games", "--category", "Card game").stdout


def test_players_and_their_parameters() -> None:
    data = strict(run("players", "--json", "-").stdout)
    by_name = {row["name"]: row for row in data["players"]}
    assert by_name["ismcts"]["parameters"]["iterations"] > 0
    assert by_name["bully"]["games"] == ["schnapsen"]
    assert "bully" not in run("players", "--game", "template").stdout
    shown = run("players").stdout
    assert "antibully" in shown
    assert "about" in shown.splitlines()[1]


def test_the_cache_is_shown() -> None:
    data = strict(run("cache", "--json", "-").stdout)
    assert data["deleted"] == 0
    assert all(row["bytes"] > 0 for row in data["kernels"])
    assert run("cache").exit_code == 0


def test_help_and_version() -> None:
    assert "predict" in run("--help").stdout
    bare = run()
    assert (bare.exit_code, bare.stdout, bare.stderr) == (0, run("--help").stdout, "")
    assert "--players" in run("predict", "--help").stdout
    assert run("--version").stdout.startswith("unseen ")


# ------------------------------------------------------------------------------------- wrong calls

PREDICT = ("predict", "schnapsen", "--games", "2")
COMPARE = ("compare", "schnapsen", "--players", "random,bully", "--games", "2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("predict", "schnapsn"), "there is no game 'schnapsn': did you mean schnapsen?"),
        (("predict",), "Missing argument 'GAME'"),
        (("prophesy", "schnapsen"), "No such command 'prophesy'"),
        ((*PREDICT, "--colour"), "No such option: --colour"),
        ((*PREDICT, "--players", "buly"), "the player 'buly' is unknown: did you mean bully?"),
        ((*PREDICT, "--players", "bully,"), "an empty name in the list of players 'bully,'"),
        ((*PREDICT, "--players", "rdeep(depth=x)"), "depth of rdeep cannot be 'x'"),
        ((*PREDICT, "--players", "rdeep(depth=0)"), "depth cannot be 0"),
        ((*PREDICT, "--players", "rdeep(deep=3)"), "rdeep has no parameter 'deep=3'"),
        ((*PREDICT, "--set", "match_target=7"), "on single deals: match_target cannot be 7"),
        ((*PREDICT, "--set", "match_target=10000000000"), "on single deals"),
        ((*COMPARE, "--set", f"match_target={'9' * 20}"), "match_target cannot be 9999"),
        ((*COMPARE, "--players", "rdeep(samples=99999999999)"), "samples cannot be 99999999999: 1"),
        ((*COMPARE, "--players", "ismcts(iterations=99999999999)"), "1 to 10000000"),
        ((*COMPARE, "--players", f"rdeep(depth={10**23})"), "1 to 10000"),
        ((*PREDICT, "--games", "0"), "the number of games is at least 1, not 0"),
        ((*PREDICT, "--games", "many"), "'many' is no whole number"),
        ((*PREDICT, "--games", "-3"), "at least 1, not -3"),
        ((*PREDICT, "--games", "9" * 30), "the number of games is at most 10000000, not 999"),
        ((*PREDICT, "--json", "x.png", "--plot", "./x.png"), "both the result and the figure"),
        ((*PREDICT, "--seats", "0"), "Schnapsen is for 2 players, not 0"),
        ((*PREDICT, "--seed", "-1"), "a seed is a whole number, not negative: -1"),
        ((*PREDICT, "--workers", "0"), "the number of workers is at least 1, not 0"),
        ((*PREDICT, "--seats", "3"), "Schnapsen is for 2 players, not 3"),
        ((*PREDICT, "--preset", "club"), "Schnapsen has no preset 'club'"),
        ((*PREDICT, "--set", "deck"), "--set 'deck' sets nothing: write key=value"),
        ((*PREDICT, "--set", "deck=32"), "deck cannot be 32: 20 or 24 cards"),
        ((*PREDICT, "--set", "cards=20"), "there is no parameter 'cards'"),
        ((*PREDICT, "--set", "deck=20", "--set", "deck=24"), "--set gives deck twice"),
        ((*PREDICT, "--plot", "figure.gif"), "figure.gif is no kind of figure: .png, .svg, .pdf"),
        ((*PREDICT, "--plot", "nowhere/figure.png"), "there is no folder nowhere"),
        ((*PREDICT, "--json", "nowhere/x.json"), "there is no folder nowhere"),
        ((*PREDICT, "--json", "."), ". is a folder: name a file in it"),
        ((*COMPARE, "--json", "nowhere/x.json"), "there is no folder nowhere"),
        ((*COMPARE, "--games", "10000001"), "the number of games is at most 10000000"),
        ((*COMPARE, "--games", "0"), "the number of games is at least 1, not 0"),
        ((*COMPARE, "--players", "mantis"), "the player 'mantis' is unknown"),
        (("compare", "template", "--players", "bully,random"), "does not play Little Pond"),
        (("compare", "schnapsen"), "Missing option '--players'"),
        (("watch", "schnapsen", "--players", "random,random,random"), "3 players"),
        (("play", "schnapsen", "--seat", "2"), "there is no seat 2: Schnapsen has 0 to 1"),
        (("play", "schnapsen", "--seat", "-1"), "there is no seat -1"),
        (("play", "schnapsen", "--against", "random,random"), "2 players"),
        (("games", "--mechanic", "juggling"), "no game has the mechanic 'juggling'"),
        (("games", "--category", "sport"), "no game has the category 'sport'"),
        (("players", "--game", "whist"), "there is no game 'whist'"),
        (("warm", "whist"), "there is no game 'whist'"),
        (("cache", "--prune", "--days", "-1"), "--days cannot be -1"),
    ],
)
def test_a_wrong_call_is_one_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("unseen: ")
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_figures_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(*PREDICT, "--plot", "figure.png")
    assert result.exit_code == 2
    assert "pip install 'unseen[plots]'" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = run(*PREDICT, "--json", str(tmp_path / "x.json"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    result = run(*PREDICT, "--json", "/dev/full")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("unseen: /dev/full cannot be written")
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [[], ["games"], ["games", "--json", "-"]])
def test_full_standard_output_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*UNSEEN, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120
        )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("unseen: ")
    assert line.endswith("no space left on device")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("wait", [0.05, 0.3, 0.6])
def test_an_interrupt_while_everything_is_loaded_is_one_line(wait: float) -> None:
    process = subprocess.Popen(
        [*LOADED, "play", "schnapsen"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert said.decode().splitlines()[-1] == "unseen: interrupted"
    assert b"Traceback" not in said


def test_a_reader_that_leaves_is_no_traceback() -> None:
    """Nothing is said, and the status is 1."""
    watch = [*UNSEEN, "watch", "schnapsen", "--players", "random,random"]
    process = subprocess.Popen(watch, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=120) == 1
    said = process.stderr.read()
    process.stderr.close()
    assert not said or said.startswith(b"Compiling")
    assert len(said.splitlines()) <= 1


def test_a_cache_folder_that_cannot_be_used_is_one_line() -> None:
    environment = {**os.environ, "UNSEEN_CACHE": os.path.join(os.path.abspath(__file__), "x")}
    command = [*UNSEEN, "games"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("unseen: compiled kernels cannot be kept in ")


def test_too_little_memory_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(compare_command, "measure", lacking)
    result = run(*COMPARE, "--json", str(tmp_path / "x.json"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1] == "unseen: there is not enough memory for that"
    assert list(tmp_path.iterdir()) == []


def test_a_fault_in_a_game_is_not_called_the_callers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ``ValueError`` deep inside has a traceback, and does not say that the call was wrong."""

    def faulty(*_: Any) -> None:
        raise ValueError("a deck of 51 cards")

    monkeypatch.setattr("arena.prediction.score", faulty)
    result = run(*PREDICT, "--workers", "1", "--json", str(tmp_path / "x.json"))
    assert result.exit_code == 1
    assert isinstance(result.exception, FailedJob)
    assert "a deck of 51 cards" in str(result.exception)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_is_one_line_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, progress: Any, **__: Any) -> None:
        progress(1, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(predict_command, "measure", interrupted)
    result = run(*PREDICT, "--json", str(tmp_path / "x.json"))
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1] == "unseen: interrupted"
    assert list(tmp_path.iterdir()) == []


def test_a_figure_that_fails_leaves_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(unseen.plots, "draw", failing)
    json_file, figure = tmp_path / "x.json", tmp_path / "x.png"
    result = run(*PREDICT, "--json", str(json_file), "--plot", str(figure))
    assert result.exit_code == 1
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------- as people really run it


def test_two_runs_at_once_with_an_empty_cache(tmp_path: Path) -> None:
    """Both compile and keep the same kernels at the same time; both are right."""
    environment = {**os.environ, "UNSEEN_CACHE": str(tmp_path / "cache"), "NO_COLOR": "1"}
    command = [*UNSEEN, "compare", "schnapsen", "--players", "random,random", "--games", "2"]
    command += ["--set", "match_target=1", "--json", "-"]

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def result(process: subprocess.Popen[str]) -> tuple[Any, str]:
        out, err = process.communicate(timeout=240)
        assert process.returncode == 0, err
        data = strict(out)
        for row in data["players"]:
            assert row.pop("seconds_per_decision") > 0
        return data, err

    pair = [start(), start()]
    (first, said), (second, _) = [result(process) for process in pair]
    assert first == second
    assert "Compiling for the first use" in said
    again, said = result(start())
    assert again == first
    assert "Compiling" not in said


def test_nothing_is_said_to_be_kept_where_nothing_can_be(tmp_path: Path) -> None:
    """A run that compiles tells that it does so for itself alone, and once why."""
    (tmp_path / "file").write_text("in the way")
    environment = {**os.environ, "UNSEEN_CACHE": str(tmp_path / "file"), "NO_COLOR": "1"}
    command = [*UNSEEN, "watch", "tic-tac-toe", "--players", "random,random", "--set", "size=1"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    assert result.returncode == 0, result.stderr
    why, what = result.stderr.splitlines()
    assert why.startswith(f"unseen: compiled kernels cannot be kept in {tmp_path / 'file'}, so")
    assert what == "Compiling for this run only"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_long_run_can_be_stopped(tmp_path: Path, name: str, status: int) -> None:
    """Wherever it is then, in this process or in others, it ends at once and writes nothing."""
    command = [*LOADED, "compare", "schnapsen", "--players", "random,bully", "--games", "1000000"]
    process = subprocess.Popen(
        [*command, "--json", str(tmp_path / "x.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        time.sleep(6)
        sent = getattr(signal, name)
        process.send_signal(sent)
        _, said = process.communicate(timeout=30)
    finally:
        process.terminate()  # where signals are ignored, as under nohup, it would go on for hours
        process.kill()
    assert process.returncode == status, said
    assert "Traceback" not in said
    if sent == signal.SIGINT:
        assert said.splitlines()[-1] == "unseen: interrupted"
    assert list(tmp_path.iterdir()) == []
