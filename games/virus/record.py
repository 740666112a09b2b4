"""The table of Virus!: zones, decision places, option codes, the record of a state."""

from __future__ import annotations

from enum import IntEnum

from games.kit.fields import Field, public
from games.kit.zones import Zone, Zones
from games.virus.cards import COLOUR_NAMES, COLOURS, FACE_COUNT

MOST_SEATS = 6


class Decision(IntEnum):
    """The decision places."""

    ACTION = 0
    """Play a card, or discard some."""
    REDRAW = 1
    """The hand is empty: all that can be done is to draw a new one."""
    DISCARD = 2
    """Which cards are discarded, one after another in the order of their faces."""
    TARGET = 3
    """The organ that a virus, a medicine, an Organ Thief or a virus on the move is meant for."""
    PLAYER = 4
    """The player that a Medical Error, or a Latex Glove for one, is meant for."""
    SPREAD = 5
    """Contagion: the own infected organ whose virus moves on, in the order of colours, or stop."""
    FIRST_ORGAN = 6
    """Transplant: the organ of the player who sits first; of the mover where it must be his."""
    SECOND_ORGAN = 7
    """Transplant: the organ for which it is exchanged."""


DISCARD = FACE_COUNT
DONE = DISCARD + 1
REDRAW = DONE + 1
PLAYER = REDRAW + 1
TARGET = PLAYER + MOST_SEATS
OPTIONS = TARGET + MOST_SEATS * COLOURS
"""Option codes: 0-19 play, or discard, that face; 20 discard; 21 done; 22 draw a new hand; 23-28
that player; 29-58 the organ of that player (``29 + 5 * seat + colour``)."""


ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("discard", ordered=True, open=True),
    Zone("hand", each=MOST_SEATS),
    Zone("played", open=True),
    *(Zone(f"organ {colour}", each=MOST_SEATS, ordered=True, open=True) for colour in COLOUR_NAMES),
    Zone("out", open=True),
)
"""``played``: the card whose effect is being decided. ``organ red 0``: player 0's red organ at the
bottom, and what lies on it in the order in which it was played. ``out``: cards not in the game."""

DECK = ZONES["deck"]
DISCARD_PILE = ZONES["discard"]
HAND = ZONES["hand"]
PLAYED = ZONES["played"]
ORGANS = ZONES[f"organ {COLOUR_NAMES[0]}"]
OUT = ZONES["out"]

NONE = -1

FIELDS: tuple[Field, ...] = (
    public("bodies", shape=(MOST_SEATS,)),  # what each body has, as bodies.py packs it
    public("turns"),  # turns that have ended
    public("picked"),  # 1 + the organ chosen first, as 5 * seat + colour; 0: none
    public("least"),  # the lowest face, or own colour, that may still be chosen in this action
    public("count"),  # cards discarded, or viruses moved, in this action
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own.
``bodies`` follows from the cards, and need not be named."""


def organ_zone(p: int, colour: int) -> int:
    """The zone of a player's organ of a colour, with what lies on it."""
    return ORGANS + MOST_SEATS * colour + p
