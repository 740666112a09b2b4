"""The tunable rules of Exploding Kittens and their presets.

``official`` is the text that the company publishes today, ``original2015`` the first printed rules,
``tag`` the game as the Tabletop Games framework (TAG) means it: one card a turn at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from games.exploding_kittens.cards import COPIES, DEFUSE
from games.kit.fields import check_rules


class ExtraDefuses(IntEnum):
    """How many Defuses come into the deck beside the one that each player has."""

    AT_MOST_TWO = 0
    """Two of those left over, or as many as there are."""
    ALL_BUT_FOR_TWO = 1
    """All of those left over; between two players two of them."""
    ALL = 2
    """All of those left over."""


class Pairs(IntEnum):
    """Which titles may be played as a pair."""

    NONE = 0
    CATS = 1
    ANY = 2


class Stacking(IntEnum):
    """How many turns the next player has after an Attack, where a plain Attack gives ``t``."""

    ATTACKED = 0
    """Who was attacked passes on all turns left, the present one among them, and ``t`` more."""
    NONE = 1
    """Always ``t``."""
    SEVERAL_LEFT = 2
    """Who has more than one turn left passes them on and ``t`` more; else ``t``."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Exploding Kittens; the defaults are the preset ``official``.

    Raises:
        ValueError: a value that no table can play with.

    >>> Rules(hand=5).attack_turns
    2
    >>> Rules(nopes=6)
    Traceback (most recent call last):
        ...
    ValueError: nopes cannot be 6: 0 to 5
    """

    hand: int = 7
    """Cards dealt to each player beside the Defuse, 2 to 22."""
    extra_defuses: ExtraDefuses = ExtraDefuses.AT_MOST_TWO
    defuses_dealt: bool = True
    """Whether extra Defuses are in the deck before the hands are dealt."""
    one_action: bool = False
    """Whether a turn has one action at most, after which a card is drawn by itself."""
    pairs: Pairs = Pairs.ANY
    triples: bool = True
    five_different: bool = False
    stacking: Stacking = Stacking.ATTACKED
    attack_turns: int = 2
    """Turns that an Attack gives, 1 to 10."""
    peek_depth: int = 3
    """Cards that See the Future shows, 1 to 10."""
    dead_hand_shown: bool = False
    """Whether the hand of an eliminated player is laid open."""
    auto_defuse: bool = True
    """Whether a player who has a Defuse uses it without being asked."""
    trim: bool = False
    """Whether a third of the deck is taken away unseen before the kittens are shuffled in."""
    defuses: int = COPIES[DEFUSE]
    """Copies of this card in the game, as for the next six."""
    nopes: int = 5
    attacks: int = 4
    skips: int = 4
    favors: int = 4
    shuffles: int = 4
    futures: int = 5
    cats: int = 4
    """Copies of each of the five cats."""

    def __post_init__(self) -> None:
        check_rules(self)
        for name, least, most in (
            ("hand", 2, 22),
            ("attack_turns", 1, 10),
            ("peek_depth", 1, 10),
            ("defuses", 2, 6),
            ("nopes", 0, 5),
            ("attacks", 0, 4),
            ("skips", 0, 4),
            ("favors", 0, 4),
            ("shuffles", 0, 4),
            ("futures", 0, 5),
            ("cats", 0, 4),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} cannot be {value}: {least} to {most}")

    def check_players(self, seats: int) -> None:
        """See that so many players can be dealt their cards.

        Raises:
            ValueError: there are too few cards, or the deck is trimmed for too many players.
        """
        if self.defuses < seats:
            raise ValueError(
                f"defuses cannot be {self.defuses} with {seats} players: each has one, so {seats}"
                " or more"
            )
        there = self._others() + (self.extra(seats) if self.defuses_dealt else 0)
        if seats * self.hand > there:
            raise ValueError(
                f"{seats} players cannot be dealt {self.hand} cards each: there are {there}, so"
                f" {there // seats} each"
            )
        if self.trim and seats > 3:
            raise ValueError(f"trim cannot be true with {seats} players: it is for 2 or 3")

    def _others(self) -> int:
        """How many cards there are beside kittens and Defuses."""
        actions = self.attacks + self.skips + self.favors + self.shuffles + self.futures
        return self.nopes + actions + 5 * self.cats

    def extra(self, seats: int) -> int:
        """How many Defuses come into the deck.

        >>> [Rules().extra(seats) for seats in (2, 3, 4, 5)]
        [2, 2, 2, 1]
        """
        left = self.defuses - seats
        few = self.extra_defuses == ExtraDefuses.AT_MOST_TWO or (
            self.extra_defuses == ExtraDefuses.ALL_BUT_FOR_TWO and seats == 2
        )
        return min(2, left) if few else left


ORIGINAL_2015 = Rules(
    hand=4,
    extra_defuses=ExtraDefuses.ALL_BUT_FOR_TWO,
    defuses_dealt=False,
    five_different=True,
    stacking=Stacking.NONE,
    dead_hand_shown=True,
)

TAG = Rules(
    extra_defuses=ExtraDefuses.ALL,
    defuses_dealt=False,
    one_action=True,
    pairs=Pairs.CATS,
    triples=False,
    stacking=Stacking.SEVERAL_LEFT,
)

PRESETS: dict[str, Rules] = {"official": Rules(), "original2015": ORIGINAL_2015, "tag": TAG}
"""Preset name to its rules; ``official`` is the default."""
