"""docs/commands.md names every command and every option, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from unseen.app import app

TEXT = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
GROUP = typer.main.get_command(app)
COMMANDS = sorted(GROUP.commands)  # type: ignore[attr-defined]


def options(command: str) -> set[str]:
    parameters = GROUP.commands[command].params  # type: ignore[attr-defined]
    names = {name for one in parameters for name in one.opts if name.startswith("--")}
    return names - {"--help"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_told(command: str) -> None:
    assert f"unseen {command}" in TEXT
    for option in options(command):
        assert f"{option} " in TEXT or f"{option}`" in TEXT, option


def test_no_option_is_told_that_there_is_not() -> None:
    told = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", TEXT))
    known = set().union(*(options(command) for command in COMMANDS)) | {"--help", "--version"}
    assert told <= known


@pytest.mark.parametrize("line", re.findall(r"^unseen (\w+) .*$", TEXT, re.MULTILINE))
def test_every_example_is_a_command(line: str) -> None:
    assert line in COMMANDS
