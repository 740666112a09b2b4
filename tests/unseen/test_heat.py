"""Heat maps: the figures are there without colour, and the grid fits a terminal."""

from __future__ import annotations

import io
from itertools import pairwise

from rich.console import Console

import games
from determinize import Watch
from unseen.heat import beside, face_rows, heat_map, hidden_zones, panel, zone_map

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


def paneled(watch: Watch, seat: int) -> str:
    console = Console(file=io.StringIO(), width=80)
    panel(console, watch.information(seat))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_case_file_is_shown_after_the_hands() -> None:
    """Seat 0 of three, seed 3, holds two people and four weapons: one in four, two, nine is it."""
    watch = Watch(games.load("clue").new(players=3, seed=3))
    lines = paneled(watch, 0).splitlines()
    titles = ["hand of seat 1", "hand of seat 2", "suspect", "weapon", "room"]
    at = [lines.index(title) for title in titles]
    assert at == sorted(at)
    suspect, weapon = (
        " ".join(" ".join(lines[first + 1 : last]).split()) for first, last in pairwise(at[2:])
    )
    assert suspect == "Scarlet 25 Mustard - White 25 Green - Peacock 25 Plum 25"
    assert weapon == "Rope 50 Lead Pipe - Knife 50 Wrench - Candlestick - Revolver -"
    assert " ".join(lines[at[4] + 1 :]).count(" 11") == 9


def test_cards_laid_aside_are_shown_and_a_deck_is_not() -> None:
    two = games.load("clue").new(players=2, seed=3)
    names = two.game.zones.names
    assert [names[zone] for zone in hidden_zones(two.view(0))][-1] == "side"
    assert paneled(Watch(two), 0).splitlines().count("side") == 1
    for name in ("schnapsen", "template"):
        state = games.load(name).new(seed=3)
        assert hidden_zones(state.view(0)) == []
        assert paneled(Watch(state), 0).count("\n") < 10


def test_whoever_has_seen_the_case_file_is_shown_no_chances_of_it() -> None:
    """Where nothing of a zone is hidden there is nothing to be shown."""
    state = games.load("clue").arrange(
        {"suspect": ["Plum"], "weapon": ["Rope"], "room": ["Hall"]},
        sizes={"hand 0": 6, "hand 1": 6, "hand 2": 6},
        players=3,
        known={"Plum": [0], "Rope": [0], "Hall": [0]},
    )
    assert hidden_zones(state.view(0)) == []
    assert len(hidden_zones(state.view(1))) == 3


def test_a_zone_is_shown_with_the_faces_that_it_can_hold() -> None:
    watch = Watch(games.load("clue").new(players=4, seed=1))
    info = watch.information(0)
    zone = watch.state.game.zones["weapon"]
    assert [f for row in face_rows(info.view, zone) for f in row] == list(range(6, 12))
    console = Console(file=io.StringIO(), width=80)
    console.print(zone_map(info, zone, truth={9}))
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("Wrench*") == 1


def test_a_die_is_shown_in_rows_that_fit_and_what_is_turned_away_is_not() -> None:
    watch = Watch(games.load("liars-dice").new(seed=3))
    text = paneled(watch, 0)
    assert text.splitlines()[:2] == ["6 possible worlds, in percent:", "cup of seat 1"]
    assert " ".join(text.splitlines()[2].split()) == "1b 17 2b 17 3b 17"
    assert " ".join(text.splitlines()[3].split()) == "4b 17 5b 17 6b 17"
    assert len(text.splitlines()) == 4
    for width, lines in ((80, 3), (60, 6)):
        console = Console(file=io.StringIO(), width=width)
        beside(console, [(f"seat {s}", heat_map(watch.information(s), 1 - s)) for s in (0, 1)])
        assert isinstance(console.file, io.StringIO)
        assert len(console.file.getvalue().splitlines()) == lines


def test_rows_are_alike_where_faces_do_not_fill_them() -> None:
    pond = games.load("template").new(players=3, seed=1)
    assert [len(row) for row in face_rows(pond.view(0))] == [2, 2]


def test_a_game_that_hides_nothing_says_so() -> None:
    assert (
        paneled(Watch(games.load("tic-tac-toe").new()), 1) == "Nothing is hidden in Tic-Tac-Toe.\n"
    )
