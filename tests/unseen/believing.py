"""What the tests of ``unseen believe`` share: how it is called, and how its answers are read."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from unseen.app import app

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted(p for p in (DOCS / "examples").iterdir() if p.suffix in (".json", ".toml"))
RUNNER = CliRunner()
HEAD = {"command", "versions", "seed", "parameters"}
FIELDS = {
    "worlds", "log2_worlds", "arrangements", "weight", "entropy", "structure", "cards", "places",
    "probabilities", "fractions", "errors", "complete", "asked", "explained", "certain", "samples",
    "numbered", "target", "questions", "conflict",
}  # fmt: skip
SMALL = """
cards = ["A", "B", "C"]
places = { me = 1, you = 2 }
"""
"""A knowledge file: of three cards I hold one."""


def run(*arguments: str, typed: str | bytes = "") -> Any:
    """A call, with what is typed as standard input."""
    return RUNNER.invoke(app, ["believe", *arguments], input=typed)


def answer(*arguments: str, typed: str | bytes = "") -> Any:
    """The JSON object that a call writes; strict."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in JSON")

    result = run(*arguments, "--json", "-", typed=typed)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout, parse_constant=refuse)


def example(name: str) -> str:
    """The path of a file of docs/examples."""
    return str(DOCS / "examples" / name)


def chance(data: Any, card: str, place: str) -> Fraction:
    """The exact probability of a copy of the card in the place."""
    return Fraction(*data["fractions"][card][place])


def probability(data: Any, name: str) -> Fraction:
    """The exact probability of what was asked under that name."""
    return next(Fraction(*row["fraction"]) for row in data["asked"] if row["name"] == name)
