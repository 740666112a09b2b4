"""Explanations: what was weighed, in words that fit, and a match that is the same with them."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

from rich.console import Console
from typer.testing import CliRunner

import games
from arena import Move, moves
from compiled import rows
from determinize import Watch
from games.clue.record import SHOW_ONE
from players import Considered, Decision, make
from unseen.app import app
from unseen.explain import SHOWN, Lines, explanation

GAME = games.load("schnapsen")
CLUE = games.load("clue")
GRID = games.load("tic-tac-toe")
DEAL = {"match_target": 1}


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["watch", *arguments], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def shown(watch: Watch, move: Move, name: str = "who") -> str:
    console = Console(file=StringIO(), width=160)
    console.print(explanation(watch, move, name))
    file: Any = console.file
    return str(file.getvalue())


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table's rows."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    ruled = next(i for i, line in enumerate(lines) if set(line) == {"─"})
    body = [line for line in lines[ruled + 1 :] if re.search(r"  +\d", line)]
    return [re.split(r"  +", line) for line in body]


# ------------------------------------------------------------------------------- the command

CALL = (
    "schnapsen", "--players", "pimc(worlds=5, iterations=60),antibully", "--seed", "3",
    "--set", "match_target=1",
)  # fmt: skip


def played(text: str) -> list[str]:
    return re.findall(r"^(\d+\. seat \d, .*?)(?:  \(.*)?$", text, re.MULTILINE)


def test_the_match_is_the_same_explained_or_not() -> None:
    plain, explained = run(*CALL), run(*CALL, "--explain")
    assert played(plain) == played(explained)
    assert len(played(plain)) > 5
    assert plain.splitlines()[-1] == explained.splitlines()[-1]
    assert "visits" not in plain
    assert explained == run(*CALL, "--explain")


def test_every_decision_is_explained() -> None:
    text = run(*CALL, "--explain")
    parts = re.split(r"^\d+\. seat (\d), ", text, flags=re.MULTILINE)[1:]
    tables = 0
    for seat, part in zip(parts[::2], parts[1::2], strict=True):
        if "(the only option)" in part:
            assert "visits" not in part
        elif part.startswith("antibully"):
            assert "antibully weighs no options: it says nothing of the others." in part, seat
        else:
            tables += 1
            assert re.search(r"option +visits +value +available +best in", part)
            assert "looked at 5 worlds." in part
    assert tables > 2


def test_a_decision_in_full() -> None:
    """The table holds what the decision holds, best first, and lines in words."""
    watch = Watch(GRID.new())
    for option in (0, 4, 8, 2):
        watch.play(option)
    move = next(moves_from(watch, "ismcts(iterations=400)"))
    assert move.decision is not None
    found = rows_of(shown(watch, move))
    assert len(found) == len(move.decision.considered) == 5
    for row, one in zip(found, move.decision.considered, strict=True):
        line = [f"{1 - i % 2}: mark {'abc'[c % 3]}{1 + c // 3}" for i, c in enumerate(one.line)]
        assert row == [
            GRID.words.option(watch.state.record_array[0], one.option),
            str(one.visits),
            f"{one.value:.3f}",
            str(one.availability),
            ", ".join(line),
        ]
    assert found[0][0] == "mark a3"  # the only one that does not lose


def moves_from(watch: Watch, spec: str) -> Any:
    """The moves of a match that has begun, by one player in every seat."""
    player = make(spec, watch.state.game)
    return moves(watch, [player] * watch.state.seats, seed=1)


# ----------------------------------------------------------------------------------- lines


def test_lines_are_played_with_cards_that_can_be_there() -> None:
    """What the opponent is expected to play is no card that the seat sees elsewhere."""
    named = 0
    watch = Watch(GAME.new(seed=4, **DEAL))
    for move in moves_from(watch, "ismcts(iterations=300)"):
        if move.decision is None:
            continue
        info = watch.information(move.seat)
        own = set(info.view.known(f"hand {move.seat}"))
        lines = Lines(info, move.number)
        for one in move.decision.considered:
            steps = lines.in_words(one.option, one.line)
            assert len(steps) <= len(one.line)
            for step in steps:
                if step.seat != move.seat and step.words.startswith("play "):
                    named += 1
                    assert step.words.removeprefix("play ") not in own
    assert named > 50


def test_lines_do_not_depend_on_what_is_true() -> None:
    watch = Watch(GAME.new(seed=4, **DEAL))
    move = next(moves_from(watch, "ismcts(iterations=200)"))
    info = watch.information(move.seat)
    other = watch.copy()
    other.state.record_array[:] = info.worlds(1, rows(5))
    assert other.state.record_array.tobytes() != watch.state.record_array.tobytes()
    assert shown(watch, move) == shown(other, move)


def test_a_line_ends_where_it_fits_no_more() -> None:
    lines = Lines(Watch(GRID.new()).information(0), 0)
    assert [step.words for step in lines.in_words(0, (1, 1, 2))] == ["mark b1"]
    assert lines.in_words(0, (0, 1)) == []
    assert lines.in_words(0, ()) == []
    over = lines.in_words(0, (3, 1, 4, 2, 5, 6))  # three in a row
    assert [step.seat for step in over] == [1, 0, 1, 0]


def test_own_options_alone_are_told_with_the_others_moving_at_random() -> None:
    lines = Lines(Watch(GRID.new()).information(0), 0, alone=True)
    steps = lines.in_words(0, (4, 8))
    assert [step.seat for step in steps] == [0, 0]
    assert [step.words for step in steps] == ["mark b2", "mark c3"]


def test_lines_of_rhea_are_its_own_options() -> None:
    watch = Watch(GRID.new())
    move = next(moves_from(watch, "rhea(iterations=50, length=4)"))
    assert move.decision is not None
    assert move.decision.alone
    [first, *rest] = move.decision.considered
    assert first.line
    assert not any(one.line for one in rest)
    [row, *_] = rows_of(shown(watch, move))
    assert row[-1].count("0: mark") >= 1
    assert "1: " not in row[-1]


def test_what_a_seat_does_not_see_is_not_told() -> None:
    """In Clue a card shown to somebody else is one that was shown, no more."""
    watch = Watch(CLUE.new(players=3, seed=3))
    move = next(m for m in moves_from(watch, "random") if watch.state.decision == "suggest")
    shows, onlooker = (move.seat + 1) % 3, (move.seat + 2) % 3
    lines = Lines(watch.information(onlooker), move.number)
    [step] = lines.in_words(move.option, (SHOW_ONE,))
    assert (step.seat, step.words) == (shows, f"something that seat {onlooker} does not see")
    asker = Lines(watch.information(move.seat), move.number)
    assert asker.in_words(move.option, (SHOW_ONE,)) == []  # who asked sees the card


def test_many_options_are_cut_and_worlds_that_were_not_solved_are_told() -> None:
    watch = Watch(CLUE.new(players=3, seed=1))
    while len(watch.state.codes) < SHOWN + 3:
        watch.play(watch.state.codes[0])
    codes = watch.state.codes
    considered = tuple(Considered(code, 10, 0.5, 20, (), 0.25) for code in codes)
    decision = Decision(codes[0], considered, 1200, 7)
    text = shown(watch, Move(0, watch.state.mover, codes[0], decision, 0.0))
    assert len(rows_of(text)) == SHOWN
    assert f"It weighed {len(codes) - SHOWN} further options, less good ones." in text
    assert "who looked at 1,200 worlds, 7 of which it could not solve." in text
    assert "25%" in text
    assert "then" not in text


def test_the_only_option_needs_no_reason() -> None:
    watch = Watch(GRID.new())
    assert "the only option" in shown(watch, Move(0, 0, 0, None, 0.0))
