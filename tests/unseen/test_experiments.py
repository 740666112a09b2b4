"""On the command line the true state is looked at in one place: ``compare --experiment``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from unseen.app import app

CHEAT = "cheating(iterations=20)"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_an_experiment_is_one_that_says_so() -> None:
    call = (
        "compare", "schnapsen", "--players", f"{CHEAT},random", "--games", "4",
        "--set", "match_target=1", "--workers", "1",
    )  # fmt: skip
    refused = run(*call)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr == (
        f"unseen: {CHEAT} looks at the true state: for experiments only, which say so"
        " (experiment=True, or unseen compare --experiment)\n"
    )
    shown = run(*call, "--experiment")
    assert shown.exit_code == 0, shown.stderr
    assert f"An experiment: the true state was seen by {CHEAT}." in shown.stdout
    data = json.loads(run(*call, "--experiment", "--json", "-").stdout)
    assert data["parameters"]["experiment"] is True
    assert [row["player"] for row in data["players"]] == [CHEAT, "random"]


@pytest.mark.parametrize(
    "call",
    [
        ("watch", "schnapsen", "--players", "cheating,random"),
        ("play", "schnapsen", "--against", "cheating"),
        ("predict", "schnapsen", "--players", "random,cheating", "--games", "1"),
        ("audit", "schnapsen", "--policy", "cheating"),
    ],
)
def test_no_other_command_seats_a_player_that_looks(call: tuple[str, ...]) -> None:
    result = run(*call)
    assert result.exit_code == 2
    assert "cheating looks at the true state: for experiments only" in result.stderr


def test_players_that_look_are_listed_apart() -> None:
    data = json.loads(run("players", "--json", "-").stdout)
    assert [row["name"] for row in data["experiments"]] == ["cheating"]
    assert "cheating" not in {row["name"] for row in data["players"]}
    shown = run("players").stdout
    assert "looks at the true state: experiments only" in shown
    assert shown.index("experiments only") > shown.index("so-pom")


def test_the_audit_finds_it_to_peek() -> None:
    result = run(
        "audit", "template", "--player", CHEAT, "--positions", "2", "--copies", "4",
        "--workers", "1",
    )  # fmt: skip
    assert result.exit_code == 1
    assert "Failed: peeking" in result.stdout
    assert "TrueInformation.of(watch," in result.stdout
