"""The table of Schnapsen: zones, decision places, option codes, and the record of a state."""

from __future__ import annotations

from enum import IntEnum

from games.kit.fields import Field, public
from games.kit.zones import Zone, Zones
from games.schnapsen.cards import CARDS


class Decision(IntEnum):
    """The decision places, in the order of a trick."""

    LEAD = 0
    """The leader of a trick: exchange, close, declare, or lead a card."""
    LEAD_MARRIAGE = 1
    """After a declaration: the king or the queen is led."""
    FOLLOW = 2
    """The other player answers."""
    CLAIM = 3
    """Who has just won a trick or declared: claim 66, or play on."""


EXCHANGE = CARDS
CLOSE = EXCHANGE + 1
MARRIAGE = CLOSE + 1
CLAIM = MARRIAGE + 4
PLAY_ON = CLAIM + 1
OPTIONS = PLAY_ON + 1
"""Option codes: 0-23 play that card; 24 exchange; 25 close; 26-29 declare the marriage in clubs,
diamonds, hearts, spades; 30 claim; 31 play on."""


class Say(IntEnum):
    """What an answer under the strict rules says of the answering hand (see ``facts.py``)."""

    CANNOT_BEAT = 0
    """``a``: the card led. ``b``: the cards of its suit that beat it, as a mask."""
    CANNOT_FOLLOW = 1
    """``a``: the suit led. ``b``: its cards, as a mask."""
    CANNOT_TRUMP = 2
    """``a``: the trump suit. ``b``: its cards, as a mask."""


ZONES = Zones(
    Zone("hand", each=2),
    Zone("talon", ordered=True),
    Zone("trump", open=True),
    Zone("trick", open=True),
    Zone("won", each=2, open=True),
    Zone("out", open=True),
)
"""``talon``: the face-down cards. ``trump``: the indicator, drawn last. ``out``: the nines, in the
game without them."""

HAND = ZONES["hand"]
TALON = ZONES["talon"]
TRUMP = ZONES["trump"]
TRICK = ZONES["trick"]
WON = ZONES["won"]
OUT = ZONES["out"]

NONE = -1

FIELDS: tuple[Field, ...] = (
    public("trump"),  # the trump suit
    public("dealer"),
    public("declared"),  # 1 + the suit of the marriage declared in this lead; 0: none
    public("points", shape=(2,)),  # tricks and counting marriages
    public("pending", shape=(2,)),  # marriages that count with a later trick
    public("tricks", shape=(2,)),  # tricks won
    public("closer"),  # 1 + who closed the talon; 0: nobody
    public("closing_points", shape=(2,)),  # the points at that moment
    public("closing_tricks", shape=(2,)),  # the tricks at that moment
    public("score", shape=(2,)),  # game points of the match
    public("deal_winner"),  # who won the latest finished deal
    public("deal_points"),  # how many game points it gave; 0: none is finished yet
    public("deal_totals", shape=(2,)),  # each player's points when it ended
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own."""
