"""The notebook is timed where there is something to find out."""

from __future__ import annotations

import pytest

from beliefs import Belief
from benchmarks import notebook
from benchmarks.positions import KINDS, clue


def test_after_sixty_suggestions_from_few_cards_much_is_said_and_something_open() -> None:
    for seed in notebook.SEEDS:
        knowledge = clue(60, hands=6, seat=True, seed=seed, favourites=2)
        assert len(knowledge.facts) > 80
        assert Belief(knowledge).count > 20


def test_favourites_are_all_that_is_named() -> None:
    free = clue(40, hands=6, seat=False, seed=1)
    assert free == clue(40, hands=6, seat=False, seed=1, favourites=None)
    told = clue(40, hands=6, seat=False, seed=1, favourites=1).facts[3:]
    assert len({frozenset(fact.weights) for fact in told}) <= 6
    assert len({frozenset(fact.weights) for fact in free.facts[3:]}) > 20


def test_every_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "SEEDS", (5,))
    monkeypatch.setattr(notebook, "RUNS", 1)
    page = notebook.after(60)
    assert len(page.worlds) == 1
    assert min(page.probabilities.median, page.room.median, page.every.median) > 0
    assert "60 suggestions: all probabilities in" in str(page)
    assert len(notebook.IN_A_ROOM) == 36
    assert set(notebook.SUGGESTIONS) == {
        (a, b, c) for a in KINDS[0] for b in KINDS[1] for c in KINDS[2]
    }
