"""The tunable rules of Schnapsen and their presets.

Schnapsen is played with small differences from club to club, app to app, and in the two platforms
of the Vrije Universiteit Amsterdam that much research code was written for. Each difference is one
parameter here; each preset names a table at which the game has really been played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from games.kit.fields import check_rules


class MarriageCard(IntEnum):
    """Which card of a declared marriage must be led."""

    CHOICE = 0
    KING = 1


class MarriagePoints(IntEnum):
    """When the points of a marriage count."""

    AT_ONCE = 0
    """At once for a player with a trick, else with the player's first trick."""
    PENDING_UNTIL_NEXT_TRICK = 1
    """With the player's next trick, always."""


class Claim(IntEnum):
    """How a deal is won by reaching 66."""

    MANUAL = 0
    """A player must say so, after winning a trick or declaring a marriage."""
    AUTO_ANY = 1
    """It ends by itself, as soon as a player has the points."""
    AUTO_TRICK = 2
    """It ends by itself, but only the winner of a trick is looked at."""


class LastTrick(IntEnum):
    """What the last trick of an open deal is worth when nobody has claimed."""

    ONE_POINT = 0
    SCORE66 = 1
    """As if its winner had just claimed with 66: 3, 2 or 1 by what the other has."""


class IllegalMove(IntEnum):
    """What becomes of an answer that breaks the strict rules of phase 2."""

    IMPOSSIBLE = 0
    """It is not offered."""
    REVOKE = 1
    """Every card is offered; a wrong one loses the deal at once, with 3 game points."""


class FirstLeader(IntEnum):
    """Who leads the first trick of a deal."""

    NON_DEALER = 0
    """The first dealer is drawn, then the deal alternates; the other player leads."""
    PLAYER_0 = 1
    RANDOM = 2
    """Drawn anew for every deal."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Schnapsen; the defaults are the preset ``standard``.

    Raises:
        ValueError: a value that no table can play with.

    >>> Rules(match_target=1).closing
    True
    >>> Rules(deck=32)
    Traceback (most recent call last):
        ...
    ValueError: deck cannot be 32: 20 or 24 cards
    """

    match_target: int = 7
    """Game points that win the match; 1 is a single deal."""
    closing: bool = True
    """Whether the talon may be closed."""
    exchange_min_talon: int = 2
    """The least number of talon cards, indicator included, with which the jack is exchanged."""
    close_min_talon: int = 2
    """The least number of talon cards, indicator included, with which the talon is closed."""
    exchange_needs_trick: bool = False
    """Whether only a player with a trick may exchange."""
    marriage_needs_trick: bool = False
    """Whether only a player with a trick may declare a marriage."""
    marriage_card: MarriageCard = MarriageCard.CHOICE
    marriage_points: MarriagePoints = MarriagePoints.AT_ONCE
    claim: Claim = Claim.MANUAL
    false_claim: bool = False
    """Whether a player may claim without having 66, and be punished for it."""
    last_trick: LastTrick = LastTrick.ONE_POINT
    phase2_hands_public: bool = False
    """Whether both hands are laid open when phase 2 begins."""
    illegal_move: IllegalMove = IllegalMove.IMPOSSIBLE
    first_leader: FirstLeader = FirstLeader.NON_DEALER
    deck: int = 20
    """20 cards, or 24 with the four nines."""
    ace_points: int = 11
    """11; with 1 or -11 the ace is also the lowest card of its suit (rank follows points)."""
    nine_points: int = 1
    """What a nine is worth: 1 or 0. It is the lowest of the cards that rank by their points."""

    def __post_init__(self) -> None:
        check_rules(self)
        _require(self.match_target >= 1, "match_target", self.match_target, "1 or more game points")
        _require(self.deck in (20, 24), "deck", self.deck, "20 or 24 cards")
        for name in ("exchange_min_talon", "close_min_talon"):
            least = getattr(self, name)
            _require(2 <= least <= self.deck - 10, name, least, f"2 to {self.deck - 10} cards")
        _require(self.ace_points in (11, 1, -11), "ace_points", self.ace_points, "11, 1 or -11")
        _require(self.nine_points in (0, 1), "nine_points", self.nine_points, "0 or 1")
        _require(
            not self.false_claim or self.claim == Claim.MANUAL,
            "false_claim",
            self.false_claim,
            f"false while claim is {self.claim.name.lower()}, where nobody says anything",
        )


def _require(right: bool, name: str, value: object, what: str) -> None:
    """Refuse a parameter's value, saying what it may be."""
    if not right:
        raise ValueError(f"{name} cannot be {value}: {what}")


VU_PLATFORM = Rules(
    match_target=1,
    closing=False,
    marriage_card=MarriageCard.KING,
    marriage_points=MarriagePoints.PENDING_UNTIL_NEXT_TRICK,
    claim=Claim.AUTO_TRICK,
    phase2_hands_public=True,
    first_leader=FirstLeader.PLAYER_0,
)
"""The Python engine `schnapsen` of the university's course since 2022."""

VU_CLASSIC = Rules(
    match_target=1,
    closing=False,
    marriage_card=MarriageCard.CHOICE,
    marriage_points=MarriagePoints.PENDING_UNTIL_NEXT_TRICK,
    claim=Claim.AUTO_TRICK,
    last_trick=LastTrick.SCORE66,
    phase2_hands_public=True,
    illegal_move=IllegalMove.REVOKE,
    first_leader=FirstLeader.RANDOM,
)
"""The course's older engine, which the published Mantis and "ismcts" bots were written for."""

PRESETS: dict[str, Rules] = {
    "standard": Rules(),
    "vu_platform": VU_PLATFORM,
    "vu_classic": VU_CLASSIC,
    "mantis": VU_CLASSIC,
}
"""Preset name to its rules; ``standard`` is the default."""
