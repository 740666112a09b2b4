"""The scenes in which rulebooks' examples are written, held against counting by hand."""

from __future__ import annotations

from fractions import Fraction

import games
from tests.games.scenes import Scene

POND = games.load("template")


def scene() -> Scene:
    """Unseen by seat 0: three perch, three eel, two pike, two sturgeon."""
    return Scene(POND, {"hand 0": ["eel", "perch"]}, sizes={"pond": 8, "hand 1": 2}, seed=3)


def test_chances_of_a_hand_are_those_of_a_draw_without_putting_back() -> None:
    assert scene().chance(0, "hand 1", "eel") == 1 - Fraction(7 * 6, 10 * 9)
    assert scene().chance(0, "hand 1", "eel", 2) == Fraction(3 * 2, 10 * 9)
    assert scene().chance(0, "hand 1", ["pike", "sturgeon"], 0, 0) == Fraction(6 * 5, 10 * 9)
    assert scene().chance(0, ["hand 1", "pond"], "eel", 3) == 1
    assert scene().chance(0, "hand 1", "eel", 3) == 0


def test_a_card_at_a_depth_is_any_that_is_hidden() -> None:
    assert scene().lies(0, "pond", -1, "pike", "sturgeon") == Fraction(4, 10)
    assert scene().lies(0, "pond", 0, "eel") == Fraction(3, 10)


def test_what_was_looked_at_is_certain_for_who_looked_alone() -> None:
    looked = scene().plays("look")
    [top] = [face for face in looked.information(0).view.slots("pond") if face]
    assert looked.lies(0, "pond", -1, top) == 1
    assert looked.lies(1, "pond", -1, top) < 1


def test_expected_numbers_add_up_to_the_cards_there() -> None:
    assert sum(scene().expected(1, "hand 0").values()) == 2
    assert sum(scene().expected(0, "pond", "hand 1").values()) == 10


def test_a_deal_can_be_looked_for() -> None:
    found = Scene.dealt(POND, lambda state: "sturgeon" in state.view(1).known("hand 1"), players=2)
    assert found.chance(1, "hand 1", "sturgeon") == 1
