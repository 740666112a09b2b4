"""The pages about Liar's dice and Tic-Tac-Toe cannot lie: their tables are the program's."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import games

PAGES = Path(__file__).parents[2] / "docs" / "games"
NAMES = ("liars-dice", "tic-tac-toe")


def table_rows(name: str, first: str) -> list[list[str]]:
    """The rows of the table of a page whose first column is headed so."""
    lines = (PAGES / f"{name}.md").read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")])
    return rows


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_parameters(name: str) -> None:
    game = games.load(name)
    columns = [*game.presets.values()]
    wanted = [
        [field.name, *(str(getattr(rules, field.name)).lower() for rules in columns)]
        for field in dataclasses.fields(columns[0])
    ]
    assert [row[: 1 + len(columns)] for row in table_rows(name, "parameter")] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_places(name: str) -> None:
    game = games.load(name)
    wanted = [[str(int(place)), game.decision_name(place)] for place in game.decisions]
    assert [row[:2] for row in table_rows(name, "number")] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_options_has_every_code(name: str) -> None:
    game = games.load(name)
    named: list[int] = []
    for code, _, said in table_rows(name, "code"):
        first, _, last = code.partition("-")
        named += range(int(first), int(last or first) + 1)
        span = named[named.index(int(first)) :]
        words = {game.words.option(game.new().record_array[0], one) for one in span}
        assert said.partition(":")[0].partition(";")[0] in words
    assert named == list(range(game.option_codes))


def test_the_table_of_zones() -> None:
    zones = ", ".join(row[0] for row in table_rows("liars-dice", "zone")).split(", ")
    assert sorted(zones) == sorted(games.load("liars-dice").zones.names)
