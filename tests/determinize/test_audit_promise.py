"""A copier can be held to another promise than its own, and what is counted follows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from determinize.audit import audit
from determinize.auditing.auditable import HISTORY, TABLE, Target
from determinize.auditing.ours import OurGame
from determinize.auditing.promised import Held
from determinize.auditing.verdict import FAILED, NOT_TESTED, PASSED

FEW: dict[str, Any] = {"positions": 15, "copies": 80, "workers": 0, "smallest": False}


def schnapsen(copier: str) -> OurGame:
    return OurGame(games.load("schnapsen"), copier)


def test_redeal_held_to_the_history_ignores_facts_and_is_counted_against_it() -> None:
    """It forgets what was shown by who could not follow: that is why it promises the table only."""
    target = schnapsen("redeal")
    verdict = audit(target, promise=HISTORY, **FEW)
    check = verdict.check("consistent")
    assert (check.outcome, check.kind) == (FAILED, "IGNORED_FACT")
    assert verdict.check("replayable").outcome == FAILED
    assert verdict.promise == HISTORY
    assert verdict.reference is not None
    assert "the history" in verdict.reference
    assert target.promise == TABLE  # the caller's target is left as it is


def test_deal_held_to_the_table_leaves_out_what_the_table_allows() -> None:
    """It gives nobody a card that a void forbids; who sees the table only, might hold it."""
    verdict = audit(schnapsen("deal"), promise=TABLE, **(FEW | {"copies": 200}))
    for name in ("reachable", "calibrated"):
        check = verdict.check(name)
        assert (check.outcome, check.kind) == (FAILED, "WRONG_POOL"), name
    for name in ("conserves", "indistinguishable", "independent"):
        assert verdict.check(name).outcome == PASSED, name
    assert verdict.check("consistent").outcome == NOT_TESTED
    assert verdict.reference is not None
    assert "the table" in verdict.reference


@pytest.mark.parametrize("copier", ["deal", "redeal"])
def test_its_own_promise_changes_nothing(copier: str) -> None:
    target = schnapsen(copier)
    assert Held(lambda: target, target.promise)() is target
    assert Held(lambda: target, None)() is target


class Stubborn(Target):
    """Its promise cannot be set."""

    promise = property(lambda self: HISTORY)  # type: ignore[assignment]

    def __init__(self) -> None:
        self.name, self.ordered, self.features, self.optional = "a game", (), {}, {}
        self.new = lambda seed: seed
        self.mover = lambda state: 0
        self.options = lambda state: [0]
        self.play = lambda state, option: state
        self.observe = lambda state, seat: 0
        self.copy = lambda state, seat, rng: state + int(rng.integers(np.int64(2)))
        self.world = lambda state: {}


def test_a_promise_that_cannot_be_set_is_refused() -> None:
    with pytest.raises(ValueError, match="a game promises the history and cannot be held to the t"):
        audit(Stubborn(), promise=TABLE, **FEW)
