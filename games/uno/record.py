"""The table of Uno: zones, decision places, option codes, statements, the record of a state."""

from __future__ import annotations

from enum import IntEnum

from games.kit.fields import Field, public
from games.kit.zones import Zone, Zones
from games.uno.cards import FACE_COUNT

MOST_SEATS = 10


class Decision(IntEnum):
    """The decision places."""

    TURN = 0
    """Play a card or draw."""
    AFTER_DRAW = 1
    """Play the card just drawn, or keep it; reached whatever was drawn."""
    COLOUR = 2
    """Name a colour, after a wild, or at the start on a Wild that was turned up."""
    CHALLENGE = 3
    """A Wild Draw Four: accept it, challenge it, or with stacking answer it."""
    STACK = 4
    """With stacking, a Draw Two, or a Wild Draw Four without challenge: answer it, or draw."""
    SWAP = 5
    """Whose hand a 7 is exchanged for."""
    UNO = 6
    """One card is left: call it, or forget to."""
    CATCH = 7
    """Somebody forgot: catch it, or let it pass."""


DRAW = FACE_COUNT
KEEP = DRAW + 1
COLOUR = KEEP + 1
ACCEPT = COLOUR + 4
CHALLENGE = ACCEPT + 1
CALL = CHALLENGE + 1
FORGET = CALL + 1
CATCH = CALL
LET_PASS = FORGET
SEAT = 0
OPTIONS = FORGET + 1
"""Option codes: 0-53 play that face; 54 draw; 55 keep; 56-59 name red, yellow, green, blue; 60
accept; 61 challenge; 62 call, or catch; 63 forget, or let pass. To swap hands: 0-9, that seat."""


class Say(IntEnum):
    """What is said or shown at the table; what follows from it is in ``facts.py``.

    ``a`` is the colour in force, ``b`` the symbol that matches, or 13 for none.
    """

    NOTHING_PLAYABLE = 0
    """Who must play draws: nothing in hand goes on the pile."""
    DRAWN_UNPLAYABLE = 1
    """The drawn card is kept where it would have been played, so it does not go on the pile."""
    DRAWN_PLAYABLE = 2
    """Drawing stops at this card, so it goes on the pile."""
    LACKS_COLOUR = 3
    """Nothing in hand has colour ``a``: a Wild Draw Four was lawful."""
    HAS_COLOUR = 4
    """Something in hand has colour ``a``: a Wild Draw Four was a bluff."""
    KEEPS_WILD_DRAW_FOUR = 5
    """A card that goes on the pile is not played: a Wild Draw Four, held with colour ``a``."""


ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("discard", ordered=True, open=True),
    Zone("hand", each=MOST_SEATS),
    Zone("drawn", each=MOST_SEATS),
    Zone("out", open=True),
)
"""``drawn``: a card just drawn, until it is played or kept. ``out``: cards not in the game."""

DECK = ZONES["deck"]
DISCARD = ZONES["discard"]
HAND = ZONES["hand"]
DRAWN = ZONES["drawn"]
OUT = ZONES["out"]

NONE = -1

FIELDS: tuple[Field, ...] = (
    public("colour"),  # the colour in force; 4 for none
    public("before"),  # the colour in force before the latest card
    public("reversed"),  # 0: seats in ascending order; 1: descending
    public("pending"),  # cards to be drawn by who does not answer a Draw Two or Wild Draw Four
    public("dealer"),
    public("turns"),  # turns begun in this round
    public("earlier"),  # turns of the rounds before
    public("owing"),  # seats that went down to one card in this turn, as a mask
    public("forgetful"),  # who forgot to call the last card
    public("following"),  # whose turn comes next, once calls are settled
    public("scores", shape=(MOST_SEATS,)),
    public("winner"),  # who won the round before, counted from 1; 0: nobody
    public("eliminated", shape=(MOST_SEATS,)),  # 1: out of the game, in challenge scoring
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own."""
