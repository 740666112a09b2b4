"""The tunable rules of Virus! and their presets.

``official`` is the game as its publisher prints it. ``tag`` is the game as the Tabletop Games
framework (TAG) means it: the discard pile is shuffled, the Latex Glove meets one player, a
Contagion moves one virus, a Transplant is for the own body, and one test of colours serves for all
cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from games.kit.fields import check_rules
from games.virus.cards import (
    CONTAGION,
    COPIES,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    MEDICINE,
    MULTI,
    ORGAN,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)


class Recycle(IntEnum):
    """What becomes of the discard pile when a card is needed and the deck is used up."""

    FLIP = 0
    """It is turned over as it lies: the oldest discard is drawn next, and everybody knows it."""
    SHUFFLE = 1
    """It is shuffled."""


class Glove(IntEnum):
    """Whose hands a Latex Glove empties."""

    ALL = 0
    """Those of all other players."""
    ONE = 1
    """That of one player, who is chosen."""


class Exchange(IntEnum):
    """What a Transplant exchanges."""

    ANY_TWO = 0
    """An organ each of any two players, also of one colour."""
    OWN = 1
    """An own organ for somebody's; both colours must be new to the body that receives them."""


class Colours(IntEnum):
    """When a virus or a medicine may be played on an organ that is not immunised."""

    BY_CARD = 0
    """It must fit what it acts on: the other kind that lies on the organ, else the organ."""
    ONE_TEST = 1
    """It must fit the organ, or be laid on a multicolour card."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Virus!; the defaults are the preset ``official``.

    Raises:
        ValueError: a value that no table can play with.

    >>> Rules(recycle=Recycle.SHUFFLE).hand
    3
    >>> Rules(organs=6)
    Traceback (most recent call last):
        ...
    ValueError: organs cannot be 6: 1 to 5
    """

    hand: int = 3
    """Cards in a hand, 2 to 5."""
    max_discard: int = 3
    """How many cards may be discarded in a turn, 1 to 5."""
    organs: int = 5
    """Copies of the organ of each colour."""
    multi_organs: int = 1
    viruses: int = 4
    """Copies of the virus of each colour."""
    multi_viruses: int = 1
    medicines: int = 4
    """Copies of the medicine of each colour."""
    multi_medicines: int = 4
    contagions: int = 2
    organ_thieves: int = 3
    transplants: int = 3
    latex_gloves: int = 1
    medical_errors: int = 1
    recycle: Recycle = Recycle.FLIP
    glove: Glove = Glove.ALL
    spread_one: bool = False
    """Whether a Contagion moves exactly one virus."""
    exchange: Exchange = Exchange.ANY_TWO
    colours: Colours = Colours.BY_CARD
    max_rounds: int = 100
    """After so many turns of each player nobody has won."""

    def __post_init__(self) -> None:
        check_rules(self)
        for name, least, most in (
            ("hand", 2, 5),
            ("max_discard", 1, 5),
            ("organs", 1, COPIES[ORGAN]),
            ("multi_organs", 0, COPIES[ORGAN + MULTI]),
            ("viruses", 0, COPIES[VIRUS]),
            ("multi_viruses", 0, COPIES[VIRUS + MULTI]),
            ("medicines", 0, COPIES[MEDICINE]),
            ("multi_medicines", 0, COPIES[MEDICINE + MULTI]),
            ("contagions", 0, COPIES[CONTAGION]),
            ("organ_thieves", 0, COPIES[ORGAN_THIEF]),
            ("transplants", 0, COPIES[TRANSPLANT]),
            ("latex_gloves", 0, COPIES[LATEX_GLOVE]),
            ("medical_errors", 0, COPIES[MEDICAL_ERROR]),
            ("max_rounds", 1, 1_000_000),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} cannot be {value}: {least} to {most}")

    def check_players(self, seats: int) -> None:
        """See that there are as many cards as are dealt.

        Raises:
            ValueError: there are fewer.
        """
        coloured = 4 * (self.organs + self.viruses + self.medicines)
        multi = self.multi_organs + self.multi_viruses + self.multi_medicines
        treatments = self.contagions + self.organ_thieves + self.transplants
        cards = coloured + multi + treatments + self.latex_gloves + self.medical_errors
        if seats * self.hand > cards:
            raise ValueError(
                f"{seats} players cannot be dealt {self.hand} cards each: there are {cards} cards,"
                f" so {cards // seats} each"
            )


PRESETS: dict[str, Rules] = {
    "official": Rules(),
    "tag": Rules(
        recycle=Recycle.SHUFFLE,
        glove=Glove.ONE,
        spread_one=True,
        exchange=Exchange.OWN,
        colours=Colours.ONE_TEST,
    ),
}
"""Preset name to its rules; ``official`` is the default."""
