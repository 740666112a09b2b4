"""A ledger on disk: whole or not at all, and never over what is no file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from beliefs import KnowledgeError, Ledger


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


@pytest.mark.parametrize(
    "name", ["line\u2028end\x85x", "\n", "half \ud800 a letter", "é", ("t", None)]
)
def test_every_name_comes_back_from_a_file(tmp_path: Path, name: object) -> None:
    ledger = Ledger({name: 2, "B": 1}, {"deck": True, name: False})
    ledger.reset(hidden={"deck": 2, name: 1})
    ledger.departs(name, name)
    ledger.save(tmp_path / "ledger")
    again = Ledger.load(tmp_path / "ledger")
    assert again.events == ledger.events
    assert again.faces == ledger.faces


@pytest.mark.parametrize("what", ["faces", "zones"])
@pytest.mark.parametrize("said", ["3", "null", '["A"]', '"A"'])
def test_a_file_that_declares_no_game_is_named(what: str, said: str) -> None:
    told = {"faces": '{"pairs": [["A", 1]]}', "zones": '{"pairs": [["deck", true]]}', what: said}
    line = f'{{"event": "ledger", "faces": {told["faces"]}, "zones": {told["zones"]}}}'
    with pytest.raises(KnowledgeError, match=f"{what} is"):
        Ledger.load([line])


def test_more_cards_than_can_be_hidden_are_refused() -> None:
    with pytest.raises(KnowledgeError, match="1000000000 cards are in the game"):
        Ledger({"A": 10**9}, {"deck": True})


@pytest.mark.parametrize("n", [-1, 3, 99, 1.5])
def test_a_ledger_after_events_that_have_not_happened_is_refused(n: int) -> None:
    made = ledger()
    made.passes("deck", "hand")
    assert [made.after(k).size("hand") for k in range(3)] == [0, 0, 1]
    with pytest.raises(KnowledgeError, match=f"{n}"):
        made.after(n)


def test_a_ledger_says_what_it_holds() -> None:
    made = Ledger({"A": 1, "B": 3}, {"deck": True, "hand": False})
    assert repr(made) == "<Ledger: 0 events, deck 0, hand 0>"
    made.reset(hidden={"deck": 2, "hand": 1}, known={"deck": ["A"]})
    assert repr(made) == "<Ledger: 1 event, deck 3, hand 1>"
    made.inserts("hand", "deck")
    assert repr(made) == "<Ledger: 2 events, deck 4, hand 0, 2 histories>"


def test_a_card_from_outside_comes_back_from_a_file() -> None:
    """Its source is None, which records leave out."""
    made = Ledger({"A": 1, "B": 3}, {"deck": True, "hand": False})
    made.reset(hidden={"deck": 3}, known={"hand": ["A"]})
    made.departs("hand", "A")
    made.inserts(None, "deck", "A")
    assert Ledger.load(made.lines()).lines() == made.lines()
    assert made.after(3).size("deck") == 4
