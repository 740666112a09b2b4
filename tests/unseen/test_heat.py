"""Heat maps: the figures are there without colour, and the grid fits a terminal."""

from __future__ import annotations

import io

from rich.console import Console

import games
from determinize import Watch
from unseen.heat import beside, face_rows, heat_map, panel

GAME = games.load("schnapsen")


def shown(width: int = 80, **options: object) -> str:
    watch = Watch(GAME.new(seed=3))
    console = Console(file=io.StringIO(), width=width, **options)  # type: ignore[arg-type]
    maps = [(f"seat {s}", heat_map(watch.information(s), 1 - s)) for s in (0, 1)]
    beside(console, maps)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_suits_are_rows_and_cards_not_played_with_are_left_out() -> None:
    rows = [[GAME.faces[face] for face in row] for row in face_rows(GAME.new(seed=1).view(0))]
    assert rows[0] == ["AC", "10C", "KC", "QC", "JC"]
    assert len(rows) == 4


def test_figures_are_percentages_and_seen_cards_have_dashes() -> None:
    text = shown()
    assert text.count(" 36") == 28
    assert text.count("  -") == 12
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(text.splitlines()) == 5


def test_no_colour_no_escape_codes() -> None:
    assert "\x1b" not in shown()
    assert "\x1b[" in shown(force_terminal=True, color_system="truecolor")


def test_a_narrow_terminal_has_one_below_the_other() -> None:
    text = shown(width=60)
    assert len(text.splitlines()) == 10


def test_truth_is_starred() -> None:
    watch = Watch(GAME.new(seed=3))
    truth = {GAME.face(face) for face in watch.state.view(1).known("hand 1")}
    console = Console(file=io.StringIO(), width=80)
    console.print(heat_map(watch.information(0), 1, truth=truth))
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("*") == 5


def test_faces_without_suits_fill_the_rows() -> None:
    pond = games.load("template")
    rows = face_rows(pond.new(players=3, seed=1).view(0))
    assert [face for row in rows for face in row] == list(range(len(pond.faces)))


def test_faces_with_copies_show_expected_copies() -> None:
    """Not percentages, which would go over a hundred."""
    watch = Watch(games.load("template").new(seed=2))
    console = Console(file=io.StringIO(), width=80)
    console.print(heat_map(watch.information(0), 1))
    panel(console, watch.information(0))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "eel 0.8" in text
    assert "in expected copies:" in text
    assert "80" not in text
