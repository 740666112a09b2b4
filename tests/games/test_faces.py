"""Faces in zones, against plain lists of what lies where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiled import bind
from games.kit.events import Moved, Recorder
from games.kit.faces import card_in, count_in, face_in, faces_in, leave_out
from tests.games.toys import ZONES, table, toy

TOY = toy(copies={"A": 3, "B": 0, "C": 2, "D": 1})
FACES = TOY.face_of.tolist()
BOX, PILE = ZONES["box"], ZONES["pile"]

LAID = st.lists(st.sampled_from((BOX, PILE)), min_size=len(FACES), max_size=len(FACES))
"""In which of two zones each card lies."""


def laid(zones: list[int]) -> Any:
    s = table(TOY)[0]
    s.zone[:] = zones
    return s


@pytest.mark.parametrize("compiled", [True, False])
@settings(deadline=None)
@given(zones=LAID)
def test_what_is_said_of_faces_is_what_lies_there(zones: list[int], compiled: bool) -> None:
    s = laid(zones)
    there = [FACES[c] for c, zone in enumerate(zones) if zone == BOX]
    ask = [bind(f, TOY, compiled=compiled) for f in (card_in, count_in, face_in, faces_in)]
    card, count, lowest, mask = ask
    assert lowest(s, BOX) == min(there, default=-1)
    assert mask(s, BOX) == sum(1 << face for face in set(there))
    for face in range(len(TOY.faces)):
        assert count(s, BOX, face) == there.count(face)
        found = card(s, BOX, face)
        assert (found >= 0) == (face in there)
        assert found < 0 or (zones[found], FACES[found]) == (BOX, face)


@pytest.mark.parametrize("copies", range(5))
def test_copies_that_are_not_played_with_are_laid_aside_for_all_to_see(copies: int) -> None:
    s, recorder = laid([BOX] * len(FACES)), Recorder()
    bind(leave_out, TOY, compiled=False, happened=recorder)(s, 0, copies, PILE)
    gone = max(0, 3 - copies)
    assert (s.zone == PILE).tolist() == [copies <= c < 3 for c in range(len(FACES))]
    told = recorder.take()
    assert len(told) == gone
    assert all(isinstance(one, Moved) and one.face == 0 and one.eyes == 0b111 for one in told)
    assert np.array_equal(s.seen == 0b111, s.zone == PILE)
