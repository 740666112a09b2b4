"""The paper of a notebook: nothing that was accepted is lost, nothing of somebody else's either."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unseen.errors import CallError, NotWritten
from unseen.notebook.paper import MOST_BYTES, Paper

TEXT = st.text(st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"]))


@given(TEXT)
def test_what_was_read_is_written_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    file = tmp_path_factory.mktemp("paper") / "x.clue"
    file.write_bytes(text.encode())
    paper = Paper.read(str(file))
    paper.change([*paper.lines, "Ann: new"])
    assert file.read_bytes().startswith(text.encode())
    assert Paper.read(str(file)).lines == paper.lines
    assert paper.lines[-1] == "Ann: new"


def test_line_ends_marks_and_the_missing_end_of_the_last_line_stay(tmp_path: Path) -> None:
    file = tmp_path / "x.clue"
    file.write_bytes("\ufeff# caf\u00e9\r\n\r\nme Ann".encode())
    paper = Paper.read(str(file))
    assert paper.lines == ["# caf\u00e9", "", "me Ann"]
    paper.change([*paper.lines, "more"])
    assert file.read_bytes() == "\ufeff# caf\u00e9\r\n\r\nme Ann\nmore\n".encode()
    file.write_bytes(b"one\r\ntwo\r\n")
    paper = Paper.read(str(file))
    paper.change(["one", "two", "three"])
    assert file.read_bytes() == b"one\r\ntwo\r\nthree\r\n"


def test_a_new_file_appears_with_its_first_line(tmp_path: Path) -> None:
    file = tmp_path / "x.clue"
    paper = Paper.read(str(file), new=True)
    assert not file.exists()
    paper.change(["me Ann"])
    assert file.read_text() == "me Ann\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("before", [None, "me Ann\n"])
def test_what_somebody_else_wrote_is_left_alone(tmp_path: Path, before: str | None) -> None:
    file, other = tmp_path / "x.clue", tmp_path / "y.clue"
    if before is not None:
        file.write_text(before)
    papers = [Paper.read(str(file), new=True) for _ in range(2)]
    papers[0].change([*papers[0].lines, "one"])
    for _ in range(2):  # again and again
        with pytest.raises(NotWritten, match=r"x\.clue was changed by somebody else"):
            papers[1].change([*papers[1].lines, "two"])
    assert file.read_text() == (before or "") + "one\n"
    assert not papers[1].kept
    papers[1].move(other)
    assert papers[1].kept
    assert other.read_text() == (before or "") + "two\ntwo\n"
    papers[1].change([*papers[1].lines, "three"])
    assert other.read_text() == (before or "") + "two\ntwo\nthree\n"
    papers[0].change([*papers[0].lines, "four"])
    assert file.read_text() == (before or "") + "one\nfour\n"


def test_of_two_that_write_at_the_same_moment_one_is_told(tmp_path: Path) -> None:
    """Between a look at the file and its writing nobody else writes."""
    file = tmp_path / "x.clue"
    for _ in range(200):
        file.write_text("me Ann\n")
        papers = [Paper.read(str(file)) for _ in range(2)]
        together = threading.Barrier(2)

        def write(
            number: int, papers: list[Paper] = papers, at: threading.Barrier = together
        ) -> bool:
            at.wait()
            try:
                papers[number].change(["me Ann", f"line {number}"])
            except NotWritten:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            kept = list(pool.map(write, range(2)))
        assert sorted(kept) == [False, True]
        assert file.read_text() == f"me Ann\nline {kept.index(True)}\n"


def test_a_file_that_was_taken_away_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "x.clue"
    file.write_text("me Ann\n")
    paper = Paper.read(str(file))
    file.unlink()
    paper.change(["me Ann", "more"])
    assert file.read_text() == "me Ann\nmore\n"


def test_a_full_disk_keeps_the_lines_and_what_stood_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.clue"
    file.write_text("me Ann\n")
    paper = Paper.read(str(file))

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refuse)
        with pytest.raises(NotWritten, match="no space left"):
            paper.change(["me Ann", "one"])
    assert (paper.lines, paper.kept) == (["me Ann", "one"], False)
    assert file.read_text() == "me Ann\n"
    paper.change(["me Ann", "one", "two"])
    assert file.read_text() == "me Ann\none\ntwo\n"


def test_it_moves_only_to_a_file_that_is_not_there(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    paper = Paper(["me Ann"])
    for path, said in (
        (taken, "is there already"),
        (tmp_path, "a folder"),
        (tmp_path / "a/b", "no folder"),
    ):
        with pytest.raises(CallError, match=said):
            paper.move(path)
    assert taken.read_text() == "mine"
    assert paper.path is None


def test_what_is_no_notebook_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for raw, said in (
        (b"me \xff", "byte 3 is not"),
        (b"me\0", "byte 2 is zero"),
        (b"x" * (MOST_BYTES + 1), "larger than 1,048,576 bytes"),
    ):
        file.write_bytes(raw)
        with pytest.raises(CallError, match=said):
            Paper.read(str(file))
    for name, said in (
        (str(tmp_path), "is a directory"),
        (str(tmp_path / "y"), "no such file"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(CallError, match=said):
            Paper.read(name)


def test_lines_that_end_with_a_carriage_return_alone_are_lines(tmp_path: Path) -> None:
    file = tmp_path / "x.clue"
    file.write_bytes(b"players Ann Bob Cid\rme Ann\r")
    paper = Paper.read(str(file))
    assert paper.lines == ["players Ann Bob Cid", "me Ann"]
    paper.change([*paper.lines, "Bob has Rope"])
    assert file.read_bytes() == b"players Ann Bob Cid\rme Ann\rBob has Rope\r"
    paper.move(tmp_path / "y.clue")
    assert Paper.read(str(tmp_path / "y.clue")).lines == paper.lines
