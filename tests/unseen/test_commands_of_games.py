"""Commands in games of other kinds: with dice, and with nothing hidden at all."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

import games
from arena.compare import shares
from arena.match import MatchResult
from unseen.app import app
from unseen.commands.watch import _ending

RUNNER = CliRunner()


def run(*arguments: str, typed: str = "") -> Any:
    """Run a command; its result has ``exit_code``, ``stdout`` and ``stderr``."""
    return RUNNER.invoke(app, list(arguments), input=typed)


# --- nothing hidden -------------------------------------------------------------------------------


def test_what_is_not_hidden_is_not_predicted() -> None:
    result = run("predict", "tic-tac-toe", "--games", "3")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "unseen: Tic-Tac-Toe hides nothing: there is nothing to predict\n"


def test_watch_shows_the_grid_and_neither_beliefs_nor_deals() -> None:
    result = run("watch", "tic-tac-toe", "--players", "random,random", "--seed", "4")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("X is seat 0 (you), O is seat 1") >= 3
    assert "random#1: mark" in result.stdout
    for word in ("world", "hand", "deal"):
        assert word not in result.stdout


def test_a_full_grid_without_a_line_is_a_draw() -> None:
    arguments = ["watch", "tic-tac-toe", "--players", "random,random", "--seed", "1"]
    result = run(*arguments, "--set", "size=6", "--set", "line=0")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "A draw: +0, +0"


@pytest.mark.parametrize(
    ("returns", "said"),
    [
        ((1, -1), "a (seat 0) wins: +1, -1"),
        ((-1, 0.5), "b (seat 1) wins: -1, +0.5"),
        ((-2, -1), "b (seat 1) wins: -2, -1"),
        ((0, 0), "A draw: +0, +0"),
        ((-1, -1, -1), "A draw: -1, -1, -1"),
        ((1, 1, 1), "A draw: +1, +1, +1"),
        ((1, -2, 1), "a (seat 0) and c (seat 2) share first place: +1, -2, +1"),
        (
            (1, 1, 1, -3),
            "a (seat 0), b (seat 1) and c (seat 2) share first place: +1, +1, +1, -3",
        ),
    ],
)
def test_who_wins_is_said_as_it_is_counted(returns: tuple[float, ...], said: str) -> None:
    """A win is a first place of one's own; where all have the same nobody has won."""
    assert _ending(games.load("clue"), returns, ["a", "b", "c", "d"]) == said
    seats = range(len(returns))
    won = shares(MatchResult(0, returns, (), (), ()), together=False)
    assert [f"(seat {seat}) wins" in said for seat in seats] == [share == 1 for share in won]


@pytest.mark.parametrize(
    ("returns", "said"),
    [
        ((1, 1), "a (seat 0) and b (seat 1) win: +1, +1"),
        ((0, 0), "Nobody wins: +0, +0"),
        ((-1, -1), "Nobody wins: -1, -1"),
        ((2,), "a (seat 0) wins: +2"),
        ((-1,), "Nobody wins: -1"),
    ],
)
def test_a_game_won_together_is_won_or_lost(returns: tuple[float, ...], said: str) -> None:
    """So is a game for one: a result above zero is a win, and nothing is a draw."""
    together = replace(games.load("clue"), categories=("cooperative",))
    assert _ending(together, returns, ["a", "b"]) == said


def test_a_person_plays_and_is_told_that_nothing_is_hidden() -> None:
    typed = "?\nb2\nz9\nquit\n"
    result = run("play", "tic-tac-toe", "--against", "random", "--seed", "3", typed=typed)
    assert result.exit_code == 0, result.stderr
    assert "Nothing is hidden in Tic-Tac-Toe." in result.stdout
    assert " 2  . X" in result.stdout
    assert "'z9' is no cell: one of a1" in result.stdout
    assert "You have left the game." in result.stdout


def test_a_person_wins() -> None:
    """On one cell whoever begins does."""
    result = run("play", "tic-tac-toe", "--against", "random", "--seed", "1", "--set", "size=1")
    assert result.exit_code == 0, result.stderr
    assert "You mark a1: nothing else is possible." in result.stdout
    assert "The game is over: you +1, random -1" in result.stdout


@pytest.mark.parametrize("game", ["tic-tac-toe", "liars-dice"])
def test_players_are_compared(game: str) -> None:
    players = "rdeep(samples=8),random"
    result = run("compare", game, "--players", players, "--games", "20", "--json", "-")
    assert result.exit_code == 0, result.stderr
    first, second = json.loads(result.stdout)["players"]
    assert first["rate"] > second["rate"]
    assert first["games"] == second["games"] == 20


@pytest.mark.parametrize(
    ("target", "untested"),
    [
        ("tic-tac-toe", {"independent"}),
        ("liars-dice", set()),
    ],
)
def test_copies_pass_their_audit(target: str, untested: set[str]) -> None:
    arguments = ["--positions", "6", "--copies", "30", "--workers", "1", "--json", "-"]
    result = run("audit", target, *arguments)
    assert result.exit_code == 0, result.stderr
    checks = json.loads(result.stdout)["checks"]
    outcomes = {check["name"]: check["outcome"] for check in checks}
    assert {name for name, outcome in outcomes.items() if outcome == "not tested"} == untested
    assert {outcomes[name] for name in outcomes if name not in untested} == {"passed"}


def test_where_nothing_is_hidden_no_player_can_peek() -> None:
    arguments = ["--player", "random", "--positions", "5", "--workers", "1"]
    result = run("audit", "tic-tac-toe", *arguments)
    assert result.exit_code == 1
    assert "Not tested: in no position was there both something to choose" in result.stdout


# --- dice -----------------------------------------------------------------------------------------


def test_watch_shows_what_each_believes_of_the_others_die() -> None:
    result = run("watch", "liars-dice", "--players", "random,random", "--seed", "2")
    assert result.exit_code == 0, result.stderr
    assert "random#1 of seat 1's cup, 6 worlds" in result.stdout
    assert "random#2 of seat 0's cup, 6 worlds" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_a_person_is_shown_the_dice_that_are_possible() -> None:
    typed = "?\ntwo sixes\n"
    result = run("play", "liars-dice", "--against", "random", "--seed", "3", typed=typed)
    assert result.exit_code == 0, result.stderr
    assert "6 possible worlds, in percent:" in result.stdout
    assert "cup of seat 1" in result.stdout
    assert "random: call a lie" in result.stdout, "nothing else is possible"
    assert "The game is over: " in result.stdout


def test_dice_are_predicted_and_nothing_is_learned_from_random_bids() -> None:
    result = run("predict", "liars-dice", "--games", "4", "--workers", "1", "--json", "-")
    assert result.exit_code == 0, result.stderr
    rounds = json.loads(result.stdout)["rounds"]
    assert {row["worlds"] for row in rounds} == {6}
    assert all(row["expected_hits"] == pytest.approx(1 / 6) for row in rounds)


def test_both_are_listed() -> None:
    listed = json.loads(run("games", "--json", "-").stdout)["games"]
    found = {game["name"]: game for game in listed}
    assert found["tic-tac-toe"]["decisions"] == ["cell"]
    assert found["liars-dice"]["presets"] == ["standard", "no_wild"]
    playing = json.loads(run("players", "--game", "tic-tac-toe", "--json", "-").stdout)["players"]
    assert {"random", "rdeep"} <= {player["name"] for player in playing}
