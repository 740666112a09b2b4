"""The rooms and what they may know of one another, read from the source.

Nothing points backwards: docs/architecture.md shows the flow. Each room may import those below it
and itself; games do not know one another; only ``compiled`` speaks to Numba.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

BELOW: dict[str, set[str]] = {
    "compiled": set(),
    "beliefs": {"compiled"},
    "games": {"compiled"},
    "determinize": {"beliefs", "games", "compiled"},
    "players": {"determinize", "beliefs", "games", "compiled"},
    "arena": {"players", "determinize", "beliefs", "games", "compiled"},
    "unseen": {"arena", "players", "determinize", "beliefs", "games", "compiled"},
}
"""Each room, and the rooms that it may import."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_those_below_it(room: str) -> None:
    allowed = BELOW[room] | {room}
    wrong = [
        f"{where(path, line)} imports {module}"
        for path in sources(room)
        for line, module in imports(path)
        if module.split(".")[0] in BELOW and module.split(".")[0] not in allowed
    ]
    assert not wrong, f"{room} may import {', '.join(sorted(BELOW[room])) or 'no other room'}"


@pytest.mark.parametrize("room", BELOW)
def test_imports_are_absolute(room: str) -> None:
    wrong = [
        where(path, line)
        for path in sources(room)
        for line, module in imports(path)
        if module.startswith(".")
    ]
    assert not wrong


def test_no_room_imports_tests_or_benchmarks() -> None:
    wrong = [
        where(path, line)
        for room in BELOW
        for path in sources(room)
        for line, module in imports(path)
        if module.split(".")[0] in ("tests", "benchmarks")
    ]
    assert not wrong


def test_only_compiled_speaks_to_numba() -> None:
    wrong = [
        where(path, line)
        for room in BELOW
        if room != "compiled"
        for path in sources(room)
        for line, module in imports(path)
        if module.split(".")[0] in ("numba", "llvmlite")
    ]
    assert not wrong, "compile with compiled.kernel or compiled.bind"


def test_games_know_neither_one_another_nor_the_kit_a_game() -> None:
    folders = {path.parent.name for path in (ROOT / "games").glob("*/rules.py")}
    assert {"schnapsen", "template"} <= folders
    wrong = []
    for path in sources("games"):
        own = path.relative_to(ROOT / "games").parts[0]
        for line, module in imports(path):
            parts = module.split(".")
            if parts[0] == "games" and len(parts) > 1 and parts[1] in folders - {own}:
                wrong.append(f"{where(path, line)} imports {module}")
    assert not wrong


@pytest.mark.parametrize("room", BELOW)
def test_rooms_are_typed_packages(room: str) -> None:
    assert (ROOT / room / "py.typed").is_file()
    assert (ROOT / room / "__init__.py").is_file()
    folders = {path.parent for path in sources(room)}
    lacking = [folder for folder in folders if not (folder / "__init__.py").is_file()]
    assert not lacking, "a folder without __init__.py is not installed with the others"


def test_the_rooms_are_what_is_installed() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == list(BELOW)
    assert sorted(PROJECT["tool"]["mypy"]["packages"]) == sorted(BELOW)


@pytest.mark.parametrize("group", PROJECT["project"]["entry-points"])
def test_entry_points_lead_somewhere(group: str) -> None:
    for name, value in PROJECT["project"]["entry-points"][group].items():
        assert EntryPoint(name, value, group).load() is not None
