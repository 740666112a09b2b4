"""A ledger on disk: whole or not at all, and never over what is no file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from beliefs import Ledger


def ledger() -> Ledger:
    made = Ledger({"A": 1, "B": 1}, {"deck": True, "hand": False})
    made.reset({"deck": "all"})
    return made


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ledger.jsonl"
    ledger().save(file)
    before = file.read_text()

    def full(*_: object) -> None:
        raise OSError("no space left on the device")

    monkeypatch.setattr(os, "replace", full)
    later = ledger()
    later.passes("deck", "hand")
    with pytest.raises(OSError, match="no space"):
        later.save(file)
    assert file.read_text() == before
    assert os.listdir(tmp_path) == ["ledger.jsonl"]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        ledger().save(tmp_path)
