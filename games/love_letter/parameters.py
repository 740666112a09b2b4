"""The tunable rules of Love Letter and their presets.

``classic`` is the first edition of sixteen cards, ``zman2019`` the one of twenty-one with Spies and
Chancellors, ``zman2019_classic`` the latter's box played without them. ``tag`` is the game as the
Tabletop Games framework (TAG) means it, which differs in how a match ends and who begins.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import IntEnum

from games.kit.fields import check_rules
from games.love_letter.cards import COPIES, FACES


class Values(IntEnum):
    """The numbers printed on King, Countess and Princess."""

    CLASSIC = 0
    """6, 7, 8."""
    SINCE_2019 = 1
    """7, 8, 9."""


class Tie(IntEnum):
    """Who wins a showdown of equal cards."""

    PILE_SUM = 0
    """Who has the higher sum of values on the own pile; with equal sums all of them."""
    ALL = 1
    """All of them."""


class AtTarget(IntEnum):
    """How a match ends when several have reached the target together."""

    JOINT = 0
    """They win together."""
    PLAY_ON = 1
    """It goes on until one player at the target has more tokens than any other."""


class Starter(IntEnum):
    """Who begins a round after the first; a seat drawn at random begins that one."""

    WINNER = 0
    """Who won the last one; of several a random one."""
    FIRST_WINNER = 1
    """Of several the first in the order of seats 1, 2, … and last 0."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Love Letter; the defaults are the preset ``classic``.

    How many cards there are of each rank, from none (for Guards one) to as many as are printed; a
    turn leaves each player one card, so one is dealt.

    Raises:
        ValueError: a value that no table can play with.

    >>> Rules(kings=0).tokens2
    7
    >>> Rules(guards=7)
    Traceback (most recent call last):
        ...
    ValueError: guards cannot be 7: 1 to 6
    """

    spies: int = 0
    guards: int = 5
    priests: int = 2
    barons: int = 2
    handmaids: int = 2
    princes: int = 2
    chancellors: int = 0
    kings: int = 1
    countesses: int = 1
    princesses: int = 1
    faceup: int = 3
    """Cards laid open beside the deck with two players."""
    tokens2: int = 7
    """Tokens that win a match of two, as the next four of three to six; 0: not for so many."""
    tokens3: int = 5
    tokens4: int = 4
    tokens5: int = 0
    tokens6: int = 0
    values: Values = Values.CLASSIC
    tie: Tie = Tie.PILE_SUM
    at_target: AtTarget = AtTarget.JOINT
    starter: Starter = Starter.WINNER

    def __post_init__(self) -> None:
        check_rules(self)
        for count, most in zip(COUNTS, COPIES, strict=True):
            least = 1 if count == "guards" else 0
            if not least <= getattr(self, count) <= most:
                raise ValueError(f"{count} cannot be {getattr(self, count)}: {least} to {most}")
        if sum(self.copies) == self.guards:
            raise ValueError("guards cannot be all the cards: a Guard has to name another one")
        if not 0 <= self.faceup <= 5:
            raise ValueError(f"faceup cannot be {self.faceup}: 0 to 5 cards")
        for name in TOKENS:
            if not 0 <= getattr(self, name) <= 1000:
                raise ValueError(f"{name} cannot be {getattr(self, name)}: 0 to 1000 tokens")

    @property
    def copies(self) -> tuple[int, ...]:
        """How many cards of each face there are."""
        return tuple(getattr(self, count) for count in COUNTS)

    def check_players(self, seats: int) -> None:
        """See that so many can be dealt a card, and the first of them another.

        Raises:
            ValueError: too few cards, or no number of tokens for so many players.
        """
        if getattr(self, f"tokens{seats}") == 0:
            raise ValueError(
                f"tokens{seats} is 0: by these rules the game is not for {seats} players"
            )
        needed = 2 + seats + (self.faceup if seats == 2 else 0)
        if sum(self.copies) < needed:
            raise ValueError(
                f"{sum(self.copies)} cards are too few for {seats} players: one laid aside,"
                f" {needed - 2 - seats} open, one for each, one to draw: {needed}"
            )


COUNTS = tuple(field.name for field in fields(Rules))[: len(FACES)]
"""The parameters that say how many cards there are of each face, in the order of the faces."""
TOKENS = tuple(f"tokens{seats}" for seats in range(2, 7))

_BOX_OF_2019 = Rules(tokens2=6, values=Values.SINCE_2019, tie=Tie.ALL)

PRESETS: dict[str, Rules] = {
    "classic": Rules(),
    "zman2019": replace(_BOX_OF_2019, spies=2, guards=6, chancellors=2, tokens5=3, tokens6=3),
    "zman2019_classic": _BOX_OF_2019,
    "tag": Rules(at_target=AtTarget.PLAY_ON, starter=Starter.FIRST_WINNER),
}
"""Preset name to its rules; ``classic`` is the default."""
