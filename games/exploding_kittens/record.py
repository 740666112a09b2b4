"""The table of Exploding Kittens: zones, decision places, option codes, statements, the record."""

from __future__ import annotations

from enum import IntEnum
from math import comb

from games.exploding_kittens.cards import DEFUSE, FACES, KITTEN, TITLES
from games.exploding_kittens.cards import NOPE as NOPE_FACE
from games.kit.fields import Field, public
from games.kit.zones import Zone, Zones

MOST_SEATS = 5
NONE = -1


class Decision(IntEnum):
    """The decision places. A choice of several things is asked one thing at a time.

    Only what a set is made of is no choice of its own: ``sets.py``.
    """

    TURN = 0
    """Draw, or play a card or a set (section 4)."""
    TARGET = 1
    """Whom a Favor, a pair or a triple is aimed at."""
    NAME = 2
    """Which title a triple asks for."""
    REACT = 3
    """Whether to Nope: every other living player in turn, also who holds no Nope."""
    FAVOR_GIVE = 4
    """Which card is given for a Favor."""
    FIVE_PICK = 5
    """Which discarded card is taken for five different ones."""
    DEFUSE = 6
    """What is done about a kitten, where that is asked (``auto_defuse`` is false)."""
    REINSERT = 7
    """How deep a kitten goes back into the deck."""


# Actions that are announced, beside the titles of cards that are played alone.
PAIR = TITLES
TRIPLE = PAIR + 1
FIVE = TRIPLE + 1

# Option codes. Titles are coded by their faces: at `turn` the action played, at `name` the title
# named, then what is given or picked; a Nope and a Defuse as well.
DRAW = 0
PAIR_OF = TITLES - 1  # 13-24: two of the title 1-12
TRIPLE_OF = PAIR_OF + TITLES - 1  # 25-36: three of it
SEAT = TRIPLE_OF + TITLES  # 37-41: that player
PASS = SEAT + MOST_SEATS  # 42: no Nope, no Defuse
POSITION = SEAT  # 37-83: so many cards above the kitten, asked alone, so codes can be shared
MOST_POSITIONS = 47  # two players with two cards each and six Defuses
FIVE_OF = POSITION + MOST_POSITIONS  # 84-875: five different titles, in the order of their masks
OPTIONS = FIVE_OF + comb(TITLES - 1, 5)  # 876

NOPE = NOPE_FACE
USE_DEFUSE = DEFUSE
# What stands for a choice in the eyes of those who do not see it. Neither is an option of the place
# itself, nor of one that the same moves could lead to.
GIVES = PASS
PUTS_BACK = DEFUSE


class Say(IntEnum):
    """Statements made at the table. What follows from each is in ``facts.py``."""

    LACKS = 0
    """``who`` was asked for title ``a`` by a triple, and has none."""
    EXPLODES = 1
    """``who`` drew a kitten and has no Defuse."""


NOT_KITTENS = "all but kittens"
POOLS = {NOT_KITTENS: FACES[KITTEN + 1 :]}
"""A kitten is shown when it is drawn, and lies in no hand."""

ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("hand", each=MOST_SEATS, pool=NOT_KITTENS),
    Zone("discard", ordered=True, open=True),
    Zone("pending", ordered=True, open=True),
    Zone("drawn", open=True),
    Zone("exploded", open=True),
    Zone("dead", each=MOST_SEATS, pool=NOT_KITTENS),
    Zone("trimmed", pool=NOT_KITTENS),
    Zone("out", open=True),
)
"""``pending``: the cards of the action that may be noped, and the Nopes. ``drawn``: a kitten until
it is put back. ``exploded``: kittens that went off. ``dead``: hands of eliminated players.
``trimmed``: taken from the deck unseen. ``out``: not in this game."""

DECK = ZONES["deck"]
HAND = ZONES["hand"]
DISCARD = ZONES["discard"]
PENDING = ZONES["pending"]
DRAWN = ZONES["drawn"]
EXPLODED = ZONES["exploded"]
DEAD = ZONES["dead"]
TRIMMED = ZONES["trimmed"]
OUT = ZONES["out"]

FIELDS: tuple[Field, ...] = (
    public("turn"),  # whose turn it is; others may be asked in it
    public("further_turns"),  # turns of that player after the present one
    public("attacked"),  # 1: these turns come from an Attack
    public("eliminated", shape=(MOST_SEATS,)),  # 0: alive; k: the k-th to explode
    public("turns"),  # turns that have ended
    public("action"),  # the action announced: a face, PAIR, TRIPLE or FIVE; 0: none
    public("target"),  # whom it is aimed at
    public("named"),  # the title that a triple asks for
    public("last"),  # who played the last of the pending cards
    public("nopes"),  # how many Nopes are pending
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own."""
