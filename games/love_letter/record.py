"""The table of Love Letter: zones, decision places, option codes, statements, the record."""

from __future__ import annotations

from enum import IntEnum

from games.kit.fields import Field, public
from games.kit.zones import Zone, Zones
from games.love_letter.cards import FACE_COUNT

MOST_SEATS = 6
NONE = -1


class Decision(IntEnum):
    """The decision places."""

    PLAY = 0
    """Which of two cards is played; reached also where one must be."""
    TARGET = 1
    """Whom a Guard, Priest, Baron, King or Prince is played on."""
    GUESS = 2
    """Which card a Guard names."""
    CHANCELLOR_KEEP = 3
    """Which card stays in hand."""
    CHANCELLOR_ORDER = 4
    """Which of two cards goes to the very bottom of the deck; reached also where they are alike."""


TARGET = FACE_COUNT
KEPT = TARGET + MOST_SEATS
RETURNED = KEPT + 1
OPTIONS = RETURNED + 1
"""Option codes: 0-9 play, name, keep, or put lowest that face; 10-15 choose that seat. 16 and 17
are no options: what the others see of a card that is kept, and of the order of two returned."""


class Say(IntEnum):
    """What is said or seen at the table; what follows from it is in ``facts.py``."""

    NOT_COUNTESS = 0
    """Who played a King or Prince keeps another card than the Countess."""
    MISS = 1
    """Who was guessed by a Guard to hold face ``a`` does not."""
    HIGHER = 2
    """Who won against face ``a`` by a Baron holds a higher one."""
    TIE = 3
    """Who compared hands with seat ``a`` by a Baron holds the same."""


ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("removed", ordered=True),
    Zone("faceup", open=True),
    Zone("hand", each=MOST_SEATS),
    Zone("pile", each=MOST_SEATS, ordered=True, open=True),
    Zone("returning", each=MOST_SEATS),
    Zone("out", open=True),
)
"""``removed``: the card laid aside. ``returning``: what a Chancellor puts back. ``out``: cards that
this table does not play with."""

DECK = ZONES["deck"]
REMOVED = ZONES["removed"]
FACEUP = ZONES["faceup"]
HAND = ZONES["hand"]
PILE = ZONES["pile"]
RETURNING = ZONES["returning"]
OUT = ZONES["out"]

FIELDS: tuple[Field, ...] = (
    public("left"),  # who is still in the round, a bit for each seat
    public("protected"),  # whom a Handmaid protects, likewise
    public("played"),  # the face that is being played, where a question is asked about it
    public("target"),  # whom the Guard is played on, where the guess is asked
    public("winners"),  # who won the last round, a bit for each seat
    public("starter"),  # who began the round
    public("turns"),  # turns begun in the match
    public("tokens", shape=(MOST_SEATS,)),
)
