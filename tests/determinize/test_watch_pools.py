"""A seat knows what may lie in a zone: beliefs keep to the pools that the game declares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from compiled import rows
from determinize import Watch, tell
from games.kit.events import Moved, Opened
from tests.games.toys import FILES, case_file

GAME = case_file()
SUSPECT, WEAPON = FILES["suspect"], FILES["weapon"]


def arranged() -> Watch:
    """Seat 0 holds Plum and note; three hidden cards of others, one in each file."""
    sizes = {"suspect": 1, "weapon": 1, "hand 1": 1, "hand 2": 1}
    return Watch(GAME.arrange({"hand 0": ["Plum", "note"]}, sizes=sizes, players=3, mover=-1))


def test_an_arranged_file_holds_a_card_of_its_pool():
    info = arranged().information(0)
    chances = dict(zip(GAME.faces, info.expected(SUSPECT), strict=True))
    assert chances == pytest.approx(
        {"Plum": 0, "rope": 0, "Peacock": 0.5, "note": 0, "knife": 0, "Green": 0.5}
    )
    assert info.count == 2 * 2 * 2  # the suspect, the weapon, who holds which of the two others
    for state in info.worlds(100, rows(1)):
        for card, zone in enumerate(state["zone"]):
            assert GAME.allows(int(zone), int(GAME.face_of[card]))


def test_a_card_that_goes_to_a_file_unseen_is_of_its_pool():
    ledger = arranged().ledger(0)
    tell(ledger, GAME, 0, Opened(FILES["rest"]))
    for zone in (SUSPECT, WEAPON):
        tell(ledger, GAME, 0, Moved(0, FILES["rest"], 0, zone, -1, 0, 0, False))
    column = [spot.zone for spot in ledger.spots].index("suspect")
    expected = ledger.expected(exact=True)[:, column]
    third = Fraction(1, 3)
    assert dict(zip(GAME.faces, expected, strict=True)) == {
        "Plum": third, "rope": 0, "Peacock": third, "note": 0, "knife": 0, "Green": third,
    }  # fmt: skip
