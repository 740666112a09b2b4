"""The tunable rules of Uno and their presets.

``official`` is the game as its maker prints it. ``tag`` is the game as the Tabletop Games framework
(TAG) means it: whoever can play must, a drawn card that fits is laid down by itself, and everybody
collects the points of the own cards. House rules are switches, all off by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from games.kit.fields import check_rules
from games.uno.cards import COLOURS


class Scoring(IntEnum):
    """What a round counts for, and who wins the game."""

    CLASSIC = 0
    """Who goes out scores all cards left; the first at the target wins."""
    INCREMENTAL = 1
    """Everyone scores the own cards left; when somebody is at the target, the lowest wins."""
    CHALLENGE = 2
    """As incremental, but whoever is at the target is out, until one is left."""


class DrawnCard(IntEnum):
    """What becomes of a drawn card that can be played."""

    CHOICE = 0
    """The player plays or keeps it."""
    AUTOMATIC = 1
    """It goes onto the discard pile by itself, without effect; a wild leaves no colour."""


class WildDrawFour(IntEnum):
    """What keeps a Wild Draw Four from being played beside a card of the colour in force."""

    CHALLENGE = 0
    """Nothing, but the next player may challenge it."""
    ENFORCED = 1
    """It is not offered."""


class AtLimit(IntEnum):
    """How a round ends that has had as many turns as it may have."""

    DRAW = 0
    """Nobody scores."""
    SMALLEST_HAND = 1
    """As if the player with the fewest cards had gone out; with several such nobody has."""


class Starter(IntEnum):
    """Who is first in a round."""

    ROTATES = 0
    """The seat left of the dealer; the first dealer is drawn, then the deal passes on."""
    SEAT_0 = 1
    """Seat 0, or the next one that is still in the game."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Uno; the defaults are the preset ``official``.

    Raises:
        ValueError: a value that no table can play with.

    >>> Rules(hand=5).target
    500
    >>> Rules(numbers=11)
    Traceback (most recent call last):
        ...
    ValueError: numbers cannot be 11: 1 to 10
    """

    hand: int = 7
    """Cards dealt to each player, 1 to 20."""
    numbers: int = 10
    """How many numbers each colour has, 0 the first of them."""
    skips: int = 2
    """Copies of this card in each colour, as for the next two."""
    reverses: int = 2
    draw_twos: int = 2
    wilds: int = 4
    """Copies of this card, as for the next."""
    wild_draw_fours: int = 4
    skip_points: int = 20
    """What this card counts when it is left in a hand, as for the next four."""
    reverse_points: int = 20
    draw_two_points: int = 20
    wild_points: int = 50
    wild_draw_four_points: int = 50
    target: int = 500
    """Points at which the game, or for ``challenge`` scoring a player's part in it, is over."""
    scoring: Scoring = Scoring.CLASSIC
    voluntary_draw: bool = True
    """Whether a player may draw who could play."""
    drawn_card: DrawnCard = DrawnCard.CHOICE
    symbol_match: bool = True
    """Whether Skip, Reverse and Draw Two go on their like of another colour."""
    wd4: WildDrawFour = WildDrawFour.CHALLENGE
    first_wild: bool = True
    """Whether a Wild may be the first card; else it is put back as a Wild Draw Four is."""
    starter: Starter = Starter.ROTATES
    keep_direction: bool = False
    """Whether a round begins in the direction in which the one before it ended."""
    max_turns: int = 2000
    """Turns of a round."""
    at_limit: AtLimit = AtLimit.DRAW
    stacking: bool = False
    """Whether a Draw Two is answered with another, a Wild Draw Four with another."""
    draw_until_playable: bool = False
    """Whether a player draws until a card comes that goes on the pile, and must play it."""
    seven_zero: bool = False
    """Whether a 7 swaps hands with another player, and a 0 passes all hands on."""
    uno_call: bool = False
    """Whether the last card but one must be called, by a decision of the player."""

    def __post_init__(self) -> None:
        check_rules(self)
        for name, least, most in (
            ("hand", 1, 20),
            ("numbers", 1, 10),
            ("skips", 0, 2),
            ("reverses", 0, 2),
            ("draw_twos", 0, 2),
            ("wilds", 0, 4),
            ("wild_draw_fours", 0, 4),
            ("skip_points", 0, 1000),
            ("reverse_points", 0, 1000),
            ("draw_two_points", 0, 1000),
            ("wild_points", 0, 1000),
            ("wild_draw_four_points", 0, 1000),
            ("target", 1, 1_000_000),
            ("max_turns", 1, 1_000_000),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} cannot be {value}: {least} to {most}")

    def check_players(self, seats: int) -> None:
        """See that after the deal a card that may be turned up is left, wherever the cards lie.

        Raises:
            ValueError: too many cards would be dealt.
        """
        each = 2 * self.numbers - 1 + self.skips + self.reverses + self.draw_twos
        start = each * len(COLOURS) + (self.wilds if self.first_wild else 0)
        if seats * self.hand >= start:
            raise ValueError(
                f"{seats} players cannot be dealt {self.hand} cards each: {start} cards may be the"
                f" first of the discard pile, and one must be left, so {(start - 1) // seats} each"
            )


PRESETS: dict[str, Rules] = {
    "official": Rules(),
    "tag": Rules(
        scoring=Scoring.INCREMENTAL,
        voluntary_draw=False,
        drawn_card=DrawnCard.AUTOMATIC,
        symbol_match=False,
        wd4=WildDrawFour.ENFORCED,
        first_wild=False,
        starter=Starter.SEAT_0,
        max_turns=300,
        at_limit=AtLimit.SMALLEST_HAND,
    ),
}
"""Preset name to its rules; ``official`` is the default."""
