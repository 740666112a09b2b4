"""Whole files: the usual mode, nothing half-written, nothing replaced that is no file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from compiled.files import write_whole


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(
    tmp_path: Path, mask: int, expected: int
) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "a", "ä\n")
    finally:
        os.umask(before)
    assert mode(tmp_path / "a") == expected
    assert (tmp_path / "a").read_bytes() == "ä\n".encode()


def test_a_file_that_stood_there_keeps_its_mode_and_a_link_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (file.read_text(), mode(file)) == ("new", 0o640)
    assert sorted(os.listdir(tmp_path)) == ["a", "link"]


def test_what_is_no_file_is_named_and_not_replaced(tmp_path: Path) -> None:
    fifo, folder = tmp_path / "fifo", tmp_path / "folder"
    os.mkfifo(fifo)
    folder.mkdir()
    for path in (fifo, folder, Path("/dev/null"), Path("/dev/full")):
        if path.exists():
            kind = stat.S_IFMT(path.stat().st_mode)
            with pytest.raises(OSError, match=str(path)):
                write_whole(path, "text")
            assert stat.S_IFMT(path.stat().st_mode) == kind
    assert sorted(os.listdir(tmp_path)) == ["fifo", "folder"]


def test_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "a", "\ud800")
    assert (tmp_path / "a").read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]
