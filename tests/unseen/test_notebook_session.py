"""A session, whatever is typed: an answer to every line, and the file is what was accepted."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from games.clue.cards import FACES
from unseen.notebook.commands import COMMANDS
from unseen.notebook.mending import STRUCK
from unseen.notebook.paper import Paper
from unseen.notebook.session import Session

START = ["players Ann Bob Cid", "me Ann", "hand Scarlet Mustard Rope, Lead Pipe, Hall Lounge"]
WORDS = [
    *FACES, "Ann", "Bob", "Cid", "me", "->", ":", ",", "shows", "passes", "nobody", "has", "lacks",
    "accuses", "wrong", "right", "#", "7", "4", "99", "case file", "[bold]", "\x1b", "\udcff", "ß",
]  # fmt: skip
QUITS: tuple[list[str], ...] = ([], ["quit"], ["exit"], ["q"])
EVENTS = [
    *START,
    "Ann: White Knife Dining Room -> Cid shows Dining Room",
    "Bob: Plum Wrench Kitchen -> Cid shows",
    "Cid: White Knife Study -> Bob shows",
    "Ann: Green Candlestick Study -> nobody",
    "Bob accuses Green Revolver Library wrong",
    "# a comment",
]
LINES = st.one_of(
    st.sampled_from(EVENTS),
    st.builds(lambda name, rest: " ".join([name, *rest]), st.sampled_from([*COMMANDS]),
              st.lists(st.sampled_from(WORDS), max_size=3)),
    st.builds("what if {}".format, st.sampled_from(EVENTS)),
    st.builds("strike {}".format, st.integers(1, 9)),
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.text(max_size=30),
)  # fmt: skip


def begun(path: Path | None) -> tuple[Session, io.StringIO]:
    """A session that never looks for questions, which takes longest, and what it says."""
    said = io.StringIO()
    paper = Paper() if path is None else Paper.read(str(path), new=True)
    console = Console(file=said, width=80)
    return Session(paper, console=console, typed=lambda prompt: "", waiting=lambda: True), said


@settings(deadline=None, max_examples=60)
@given(st.lists(LINES, max_size=12))
def test_every_line_gets_an_answer_and_the_file_is_what_was_accepted(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    file = tmp_path_factory.mktemp("session") / "game.clue"
    session, said = begun(file)
    for line in [*START, *lines]:
        if line.lower().split()[:1] == ["save"]:
            continue  # it writes elsewhere; see the tests of the command
        before, told = session.paper.lines, len(said.getvalue())
        session.answer(line)
        text = " ".join(line.replace("\t", " ").strip().split(" "))
        silent = text.lstrip("\ufeff").startswith("#") or text.lower().split()[:1] in QUITS
        assert not text or silent or len(said.getvalue()) > told
        after = session.paper.lines
        assert [one.text for one in session.book.lines] == after
        grown = [*before, text]
        struck = sum(a != b and b == STRUCK + a for a, b in zip(before, after, strict=False))
        first = line.lower().split()[:1]
        assert after in (before, grown) or struck == 1 or first == ["undo"]
        assert file.read_text(encoding="utf-8") == "".join(f"{one}\n" for one in after)


@settings(deadline=None, max_examples=40)
@given(st.lists(LINES, max_size=8))
def test_undo_leads_all_the_way_back(lines: list[str]) -> None:
    session, _ = begun(None)
    papers = []
    for line in [*START, *lines]:
        if line.lower().split()[:1] in (["save"], ["undo"]):
            continue
        before = session.paper.lines
        session.answer(line)
        if session.paper.lines != before:
            papers.append(before)
    for before in reversed(papers):
        session.answer("undo")
        assert session.paper.lines == before
