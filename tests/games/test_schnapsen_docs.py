"""The page about Schnapsen cannot lie: its examples run, its tables are the program's."""

from __future__ import annotations

import dataclasses
import doctest
from pathlib import Path

import pytest

import games
from games.schnapsen.record import ZONES, Decision

GAME = games.load("schnapsen")
PAGE = Path(__file__).parents[2] / "docs" / "games" / "schnapsen.md"


def table_rows(first: str) -> list[list[str]]:
    """The rows of the table whose first column is headed so."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")])
    return rows


def test_the_examples_run():
    pytest.importorskip("schnapsen")
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, verbose=False)
    assert tried > 10
    assert failed == 0


def test_the_table_of_parameters():
    def said(value: object) -> str:
        return str(getattr(value, "name", value)).lower()

    columns = [GAME.presets[name] for name in ("standard", "vu_platform", "vu_classic")]
    assert GAME.presets["mantis"] == GAME.presets["vu_classic"]
    assert [row[:4] for row in table_rows("parameter")] == [
        [field.name, *(said(getattr(rules, field.name)) for rules in columns)]
        for field in dataclasses.fields(columns[0])
    ]


def test_the_tables_of_places_options_and_zones():
    assert [row[1] for row in table_rows("number")] == [
        GAME.decision_name(place) for place in Decision
    ]
    said = {row[0]: row[2] for row in table_rows("code")}
    assert list(said) == ["0-23", "24", "25", "26-29", "30", "31"]
    zones = ", ".join(row[0] for row in table_rows("zone")).split(", ")
    assert zones == list(ZONES.names)
