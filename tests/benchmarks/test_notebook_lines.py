"""The notebooks that are timed say what can be true, and every time is there."""

from __future__ import annotations

import pytest

from benchmarks import notebook_lines
from unseen.notebook import Casebook


def test_each_notebook_is_consistent_and_sixty_suggestions_long():
    for seed in notebook_lines.SEEDS:
        book = Casebook.of(notebook_lines.log(seed))
        assert not book.errors
        assert book.conflict is None
        assert len(book.lines) == 63
        assert book.missing == 0


def test_times_are_told(monkeypatch: pytest.MonkeyPatch):
    log = notebook_lines.log
    monkeypatch.setattr(notebook_lines, "SEEDS", (5,))
    monkeypatch.setattr(notebook_lines, "log", lambda seed: log(seed, 3))
    lines = notebook_lines.measure()
    for median, longest in (lines.last, lines.every, lines.read):
        assert 0 < median <= longest
    assert str(lines).startswith("A notebook of six players answers the sixtieth suggestion in ")
