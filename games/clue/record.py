"""The table of Clue: zones, decision places, option codes, statements, the record of a state."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from games.clue.cards import CARDS, N_PEOPLE, N_WEAPONS, TRIPLES
from games.clue.grid import NODES
from games.kit.fields import Field, private, public
from games.kit.zones import Zone, Zones

MOST_SEATS = 6
MOST_TURNS = 1000
"""The log holds every suggestion, and a turn has one at most."""
SIDE_SLOTS = 5


class Decision(IntEnum):
    """The decision places, in the order of a turn."""

    START = 0
    """Roll, use the passage, stay where one was put, accuse at once, or be blocked."""
    MOVE = 1
    """Where to, after a roll."""
    SUGGEST = 2
    """A person and a weapon, in the room entered."""
    SHOW = 3
    """The first player who holds a card that was named shows one."""
    SIDE_LOOK = 4
    """Two players: nobody could show, so the suggester looks at a card laid aside."""
    ACCUSE = 5
    """The end of an own turn: accuse, or not."""


# Option codes are small whole numbers, the same for every state.
ROLL = 0
USE_PASSAGE = 1
STAY = 2
STAND = 3
ACCUSE_NOW = 4
NO_SUGGESTION = 5
NO_ACCUSATION = 6
SIDE = 7  # 7-11: look at that slot
SHOW = SIDE + SIDE_SLOTS  # 12-32: show that card
SHOW_ONE = SHOW + CARDS  # 33: what others see of it; never offered
MOVE = SHOW_ONE + 1  # 34-230: go to that node
SUGGEST = MOVE + NODES  # 231-266: person * 6 + weapon
ACCUSE = SUGGEST + N_PEOPLE * N_WEAPONS  # 267-590: that triple
OPTIONS = ACCUSE + TRIPLES


class Say(IntEnum):
    """Statements made at the table; what follows from each is in ``facts.py``."""

    SUGGESTS = 0
    """``who`` suggests triple ``a``."""
    PASSES = 1
    """``who`` holds none of triple ``a``, which seat ``b`` suggested."""
    SHOWS = 2
    """``who`` shows seat ``b`` one of triple ``a``, which that seat suggested."""
    ACCUSES = 3
    """``who`` accuses triple ``a``; ``b``: 1 right, 0 wrong."""
    HAS_SEEN_NONE = 4
    """``who``, who accused triple ``a``, had seen none of it: it was offered. At most ``b`` of the
    three are laid aside, in slots that ``who`` has not looked at."""
    SHOWED_ANOTHER = 5
    """``who`` showed seat ``b % 8`` a card of triple ``a``, and none of triple ``b // 8``."""


ZONES = Zones(
    Zone("box", ordered=True),
    Zone("suspect", pool="suspects"),
    Zone("weapon", pool="weapons"),
    Zone("room", pool="rooms"),
    Zone("hand", each=MOST_SEATS),
    Zone("side", ordered=True),
    Zone("table", open=True),
)
"""``suspect``, ``weapon``, ``room``: the case file. ``side``: the numbered slots of the game for
two. ``table``: cards left over and laid open."""

BOX = ZONES["box"]
SUSPECT = ZONES["suspect"]
WEAPON = ZONES["weapon"]
ROOM = ZONES["room"]
HAND = ZONES["hand"]
SIDE_ZONE = ZONES["side"]
TABLE = ZONES["table"]

NONE = -1
NOBODY = 7
"""The shower in the log where nobody could show."""

FIELDS: tuple[Field, ...] = (
    public("token", shape=(N_PEOPLE,)),  # the node of each person's token; NONE: off the board
    public("rolled"),  # the pips of this turn; 0: not rolled
    public("summoned", shape=(MOST_SEATS,)),  # 1: put into its room by somebody else's suggestion
    public("out", shape=(MOST_SEATS,)),  # 1: accused wrongly
    public("accused", shape=(MOST_SEATS,)),  # the three cards of that accusation; 0: none
    public("turns"),  # how many turns are over
    public("steps"),  # how many decisions were made
    public("early"),  # 1: an accusation before moving is being made
    public("suggested"),  # the triple that is being answered; NONE: none
    public("asker"),  # who suggested it; NONE: nobody
    public("lacks", shape=(MOST_SEATS,)),  # the cards that a seat has said it does not hold
    public("log", shape=(MOST_TURNS,), type=np.int16),  # every suggestion, see `log.py`
    public("logged"),  # how many
    public("looked", shape=(MOST_SEATS,)),  # the slots that a seat has looked at
    public("winner"),  # the seat that won; NONE: nobody
    private("shown_to", shape=(MOST_SEATS, CARDS), type=np.int8),  # whom a seat showed each card
)
"""The record beside the kit's own fields. Sets of cards, slots and seats are bit masks."""
