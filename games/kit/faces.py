"""Faces in zones: a card of a face, which faces lie somewhere, and which copies are played with.

Copies of a face lie side by side in card order and are exchangeable, so rules ask for *a* card of a
face. Sets of faces are bit masks: bit ``f`` stands for face ``f``, which suffices for 63 faces.
"""

from __future__ import annotations

from typing import Any

from compiled import slot_value
from games.kit.marks import FACE
from games.kit.table import ALL, any_card, move

FIRST_CARD: Any = slot_value(
    "FIRST_CARD", "int64[faces + 1]: the first card of each face; at the end how many cards"
)


def card_in(s: Any, zone: int, face: int) -> int:
    """A card of a face in a zone, -1 if there is none: any of them, copies are alike."""
    for c in range(int(FIRST_CARD[face]), int(FIRST_CARD[face + 1])):
        if s.zone[c] == zone:
            return c
    return -1


def count_in(s: Any, zone: int, face: int) -> int:
    """How many cards of a face lie in a zone."""
    n = 0
    for c in range(int(FIRST_CARD[face]), int(FIRST_CARD[face + 1])):
        n += s.zone[c] == zone
    return int(n)


def face_in(s: Any, zone: int) -> int:
    """The lowest face in a zone, -1 when it is empty: for zones of one card, its face."""
    card = any_card(s, zone)
    return int(FACE[card]) if card >= 0 else -1


def faces_in(s: Any, zone: int) -> int:
    """The faces in a zone, as a mask."""
    zones = s.zone
    mask = 0
    for c in range(len(zones)):
        mask |= int(zones[c] == zone) << int(FACE[c])
    return mask


def leave_out(s: Any, face: int, copies: int, zone: int) -> None:
    """Of a face only so many copies are played with: the others go to a zone, for all to see."""
    for c in range(int(FIRST_CARD[face]) + copies, int(FIRST_CARD[face + 1])):
        move(s, c, zone, ALL)
