"""The audit catches every piece of the museum, by name, and is silent on right copiers."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import pytest

from determinize.audit import Auditable, audit
from determinize.auditing.evidence import CALIBRATED, INDEPENDENT, REACHABLE
from determinize.auditing.verdict import FAILED
from tests.museum import (
    clue,
    exploding_kittens,
    liars_dice,
    love_letter,
    poker,
    schnapsen,
    template,
    tic_tac_toe,
    uno,
    virus,
)
from tests.museum.pieces import Piece

ROOMS = [schnapsen, clue, template, poker, liars_dice, tic_tac_toe]
ROOMS += [love_letter, uno, exploding_kittens, virus]
if importlib.util.find_spec("pyspiel"):
    ROOMS.append(importlib.import_module("tests.museum.openspiel"))


@pytest.mark.parametrize("piece", [piece for room in ROOMS for piece in room.PIECES], ids=str)
def test_a_broken_copier_is_caught_and_its_bug_is_named(piece: Piece) -> None:
    """Why worlds are not as likely as due is told by whether copies depend on hidden cards."""
    asked = [piece.check]
    if piece.check in (REACHABLE, CALIBRATED):
        asked.append(INDEPENDENT)
    verdict = audit(
        piece.target(),
        positions=piece.positions,
        copies=piece.copies // piece.positions,
        workers=0,
        smallest=False,
        checks=asked,
    )
    check = verdict.check(piece.check)
    assert (check.outcome, check.kind) == (FAILED, piece.kind.name)


@pytest.mark.parametrize("make", [make for room in ROOMS for make in room.CORRECT])
def test_right_copiers_are_left_alone(make: Callable[[], Auditable]) -> None:
    assert audit(make(), positions=5, copies=30, workers=0, smallest=False).passed
