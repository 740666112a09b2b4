"""Three notebooks from the first line to the last, as a terminal of 80 columns shows them.

Write the files anew with ``python -m tests.unseen.test_notebook_transcripts``, and read the
difference.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from typer.testing import CliRunner

from unseen.app import app
from unseen.notebook import FORMS, Casebook
from unseen.notebook.commands import COMMANDS

FOLDER = Path(__file__).parent / "notebooks"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

SOURCES = {
    "evening": EXAMPLES / "evening.clue",
    "slip": FOLDER / "slip.typed",
    "pier": EXAMPLES / "pier.clue",
}
"""Four at the table and the case solved; a slip of the pen that is found and mended; a game of
another edition that is only watched."""


def transcript(name: str) -> str:
    """What is typed line by line, and what is answered, then the page of the finished notebook."""
    told = ""
    typed = SOURCES[name].read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(EXAMPLES / "editions", "editions")
        for arguments, given in (([f"{name}.clue", "-i"], typed), ([f"{name}.clue"], "")):
            told += f"$ unseen notebook clue {' '.join(arguments)}\n"
            told += trimmed(said(["notebook", "clue", *arguments], given)) + "\n"
    return told


def said(arguments: list[str], typed: str = "", status: int = 0) -> str:
    """What a call says, on standard output and on standard error."""
    terminal = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}
    with mock.patch("unseen.notebook.replies.AT_ONCE", 60.0):  # however busy the machine is
        result = CliRunner().invoke(app, arguments, input=typed, env=terminal)
    assert result.exit_code in (0, status), result.output
    return str(result.stdout + result.stderr)


def trimmed(text: str) -> str:
    """The text, without what is blank at the ends of its lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("name", SOURCES)
def test_the_notebook_says_what_it_said(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_transcript_has_its_notebook() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SOURCES)


# --------------------------------------------------------------------------------------- the pages


def shown(page: str) -> list[str]:
    """The blocks of a page of docs, one after the other."""
    text = (EXAMPLES.parent / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for language, block in blocks if not language]


@pytest.mark.parametrize("page", ["notebook.md", "commands.md", "../README.md"])
def test_what_the_page_shows_of_a_call_is_what_it_says(page: str) -> None:
    """Of a call the page may leave out lines, and then has an ellipsis."""
    calls = [block for block in shown(page) if block.startswith("$ unseen notebook")]
    assert calls or page == "../README.md"
    for block in calls:
        call, _, told = block.partition("\n")
        arguments = call.removeprefix("$ unseen ").replace("docs/examples", str(EXAMPLES)).split()
        follows_in(trimmed(said(arguments, status=1)).replace(str(EXAMPLES), "docs/examples"), told)


def test_the_first_game_on_the_page_is_the_evening() -> None:
    evening = (FOLDER / "evening.txt").read_text(encoding="utf-8")
    blocks = [block for block in shown("notebook.md") if re.match(r"\d+> ", block)]
    assert len(blocks) >= 4
    for block in blocks:
        follows_in(evening, block)


def follows_in(whole: str, told: str) -> None:
    """Whether the pieces of what is told are in the whole, in this order."""
    for piece in told.split("…\n"):
        assert piece in whole
        whole = whole.partition(piece)[2]


def rows(header: str) -> list[str]:
    """What stands first in the rows of a table of the page, between back quotes."""
    text = (EXAMPLES.parent / "notebook.md").read_text(encoding="utf-8")
    table = text.partition(header)[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]*)`", table, re.MULTILINE)


def test_every_line_on_the_page_can_be_read() -> None:
    lines = rows("| line | says |")
    assert len(lines) > 12
    start = ["players Ann Bob Cid", "me Ann"]
    for line in lines:
        before = start
        if line.startswith(("players", "edition")):
            before = []
        elif line.startswith(("me", "side")):
            before = ["players Ann Bob"] if line.startswith("side") else start[:1]
        text = line.replace("pier.toml", "editions/pier.toml")
        assert Casebook.of([*before, text], EXAMPLES).errors == (), line
    text = (EXAMPLES.parent / "notebook.md").read_text(encoding="utf-8")
    for line in FORMS:
        assert line[0].split()[0] in text


def test_every_command_is_on_the_page() -> None:
    told = " ".join(re.findall(r"`([^`]*)`", (EXAMPLES.parent / "notebook.md").read_text("utf-8")))
    for name in COMMANDS:
        assert name in told


def test_the_edition_on_the_page_is_the_example() -> None:
    text = (EXAMPLES.parent / "notebook.md").read_text(encoding="utf-8")
    assert (EXAMPLES / "editions" / "pier.toml").read_text(encoding="utf-8") in text


if __name__ == "__main__":
    for chosen in SOURCES:
        (FOLDER / f"{chosen}.txt").write_text(transcript(chosen), encoding="utf-8")
