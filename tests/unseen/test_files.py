"""Files are written whole or not at all; JSON is JSON."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import numpy as np
import pytest

from unseen.errors import CallError
from unseen.files import check_writable, write_whole
from unseen.report import Report, plain


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("old")
    file.chmod(0o640)
    check_writable(file)
    assert file.read_text() == "old"
    write_whole(file, b"new")
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    write_whole(tmp_path / "x", b"new")
    (tmp_path / "y").write_text("plain")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in "xy"]
    assert modes[0] == modes[1]


def test_what_stood_there_survives_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x"
    file.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(CallError, match="x cannot be written: no space left on device"):
        write_whole(file, b"new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    check_writable(Path("/dev/null"))
    write_whole(Path("/dev/null"), b"new")
    assert Path("/dev/null").is_char_device()


def test_what_is_no_number_is_null() -> None:
    assert plain([float("nan"), float("inf"), np.float64("-inf"), np.int64(3), 2**70]) == [
        None,
        None,
        None,
        3,
        2**70,
    ]


def test_a_report_has_its_head(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    report = Report("games", str(file), None, {"mechanic": None})
    report.write(games=[], rate=float("nan"))
    data = json.loads(file.read_text())
    assert list(data) == ["command", "versions", "seed", "parameters", "games", "rate"]
    assert data["rate"] is None
    assert file.read_bytes().endswith(b"}\n")
