"""A player whose parameters do not suit a game or its seats is a mistake in the call: one line."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

import games
from arena.compare import compare
from arena.work import spread
from determinize import Watch
from players import UnknownPlayer, make
from players.player import Unplayable
from players.search.solver import Unsolvable
from unseen.analysis import analyse
from unseen.app import app

EXACT = "pimc(evaluator=exact,worlds=2,iterations=4)"
ADVICE = "'uct' or 'play-outs' value its worlds"


def run(*arguments: str) -> Any:
    """Run a command; its result has ``exit_code``, ``stdout`` and ``stderr``."""
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize(
    "call",
    [
        ("compare", "kuhn", "--players", f"{EXACT},random,random", "--games", "6"),
        ("compare", "kuhn", "--players", "cheating(evaluator=exact)", "--experiment"),
        ("predict", "kuhn", "--players", f"{EXACT},random"),
        ("watch", "kuhn", "--players", f"{EXACT},random"),
        ("play", "kuhn", "--against", EXACT),
    ],
)
def test_too_many_seats_are_refused_before_anything_is_played(call: tuple[str, ...]) -> None:
    result = run(*call, "--seats", "3")
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("unseen: ")
    assert "Kuhn poker with 3 seats cannot be solved by alpha-beta" in line
    assert line.endswith(ADVICE)


def test_two_seats_are_welcome() -> None:
    result = run("watch", "kuhn", "--players", f"{EXACT},random", "--seats", "2")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "call",
    [
        ("watch", "clue", "--players", f"{EXACT},random"),
        ("compare", "clue", "--players", f"{EXACT},random", "--games", "2", "--workers", "1"),
    ],
)
def test_what_is_met_in_play_is_one_line_as_well(call: tuple[str, ...]) -> None:
    result = run(*call, "--seats", "2")
    assert result.exit_code == 2, result.stderr
    last = result.stderr.splitlines()[-1]
    assert last.startswith("unseen: Clue cannot be solved by alpha-beta: ")
    assert last.endswith(ADVICE)
    assert "Traceback" not in result.stderr


def test_players_are_refused_where_seats_are_known() -> None:
    kuhn = games.load("kuhn")
    with pytest.raises(UnknownPlayer, match=r"^pimc: Kuhn poker with 3 seats"):
        make(EXACT, kuhn, seats=3)
    assert make(EXACT, kuhn, seats=2) == make(EXACT, kuhn)
    assert make("pimc", kuhn, seats=3) == make("pimc", kuhn)
    with pytest.raises(UnknownPlayer, match="with 3 seats"):
        compare(kuhn, [EXACT, "random"], seats=3)


def unsuited(job: int) -> int:
    """A job whose player does not suit it."""
    raise Unsolvable(f"not {job}")


def test_it_comes_out_of_jobs_as_it_is() -> None:
    with pytest.raises(Unplayable, match=r"^not 1$"):
        spread(unsuited, [1], workers=1)


def test_an_analysis_advises_nothing_that_it_does_not_have() -> None:
    watch = Watch(games.load("kuhn").new(seed=1, players=3))
    with pytest.raises(Unsolvable) as caught:
        analyse(watch.information(watch.state.mover))
    assert str(caught.value) == (
        "Kuhn poker with 3 seats cannot be solved by alpha-beta, which is for two"
    )


def test_the_process_ends_with_two() -> None:
    call = ["compare", "kuhn", "--players", f"{EXACT},random,random", "--seats", "3"]
    command = [sys.executable, "-c", "from unseen.cli import main; main()", *call]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
