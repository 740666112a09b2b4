"""The page about Clue cannot lie: its examples run, its tables are the program's."""

from __future__ import annotations

import dataclasses
import doctest
from pathlib import Path

import games
from games.clue.record import (
    ACCUSE,
    MOVE,
    NO_ACCUSATION,
    OPTIONS,
    SHOW,
    SHOW_ONE,
    SIDE,
    SUGGEST,
    ZONES,
    Decision,
)

GAME = games.load("clue")
PAGE = Path(__file__).parents[2] / "docs" / "games" / "clue.md"


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
    # Not NORMALIZE_WHITESPACE: the picture of the board is kept as it is printed.
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, verbose=False)
    assert tried > 7
    assert failed == 0


def test_the_table_of_parameters():
    def said(value: object) -> str:
        return str(getattr(value, "name", value)).lower()

    columns = [GAME.presets[name] for name in ("classic", "rooms_only", "rl_env")]
    assert [row[:4] for row in table_rows("parameter")] == [
        [field.name, *(said(getattr(rules, field.name)) for rules in columns)]
        for field in dataclasses.fields(columns[0])
    ]


def test_the_tables_of_places_options_and_zones():
    assert [row[1] for row in table_rows("number")] == [
        GAME.decision_name(place) for place in Decision
    ]
    spans = [(SIDE, SHOW), (SHOW, SHOW_ONE), (SHOW_ONE, MOVE), (MOVE, SUGGEST)]
    spans += [(SUGGEST, ACCUSE), (ACCUSE, OPTIONS)]
    codes = [str(code) for code in range(NO_ACCUSATION + 1)]
    codes += [str(a) if b == a + 1 else f"{a}-{b - 1}" for a, b in spans]
    assert [row[0] for row in table_rows("code")] == codes
    zones = ", ".join(row[0] for row in table_rows("zone")).split(", ")
    assert zones == list(ZONES.names)
