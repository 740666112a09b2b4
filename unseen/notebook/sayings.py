"""What the lines of a notebook say, once they are understood.

Each kind of line is a record of its own; ``str`` gives the words in which it is read as the same
again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from unseen.notebook.editions import Edition

CASE_FILE, SIDE, TABLE = "case file", "side", "table"
"""The places of cards that nobody holds."""
Three: TypeAlias = tuple[str, str, str]
"""A suspect, a weapon, a room."""


@dataclass(frozen=True)
class EditionIs:
    """Which cards there are."""

    written: str
    edition: Edition

    def __str__(self) -> str:
        return f"edition {self.written}"


@dataclass(frozen=True)
class PlayersAre:
    """Who plays, clockwise, from the one who is dealt to first."""

    players: tuple[str, ...]

    def __str__(self) -> str:
        return f"players {', '.join(self.players)}"


@dataclass(frozen=True)
class MeIs:
    """Whose notebook it is."""

    player: str

    def __str__(self) -> str:
        return f"me {self.player}"


@dataclass(frozen=True)
class Hand:
    """Cards of mine."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"hand {', '.join(self.cards)}"


@dataclass(frozen=True)
class Sizes:
    """How many cards each player holds."""

    sizes: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"cards {', '.join(f'{player} {n}' for player, n in self.sizes)}"


@dataclass(frozen=True)
class FaceUp:
    """Cards that lie open for all."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"table {', '.join(self.cards)}"


@dataclass(frozen=True)
class FaceDown:
    """How many cards lie beside the hands, face down."""

    number: int

    def __str__(self) -> str:
        return f"side {self.number}"


@dataclass(frozen=True)
class Looked:
    """Cards beside the hands that I have looked at."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"looked {', '.join(self.cards)}"


@dataclass(frozen=True)
class Suggestion:
    """What was suggested, who had to pass, who showed a card, and which, where that was seen.

    nobody: all the others passed. (If nobody showed a card and not all passed, it is not known
    what came behind.)
    """

    suggester: str
    cards: Three
    passed: tuple[str, ...]
    shower: str | None = None
    shown: str | None = None
    nobody: bool = False

    def __str__(self) -> str:
        if self.nobody:
            came = "nobody"
        elif self.shower:
            came = f"{self.shower} shows{f' {self.shown}' if self.shown else ''}"
        else:
            came = ", ".join(f"{player} passes" for player in self.passed)
        return f"{self.suggester}: {', '.join(self.cards)} -> {came}"


@dataclass(frozen=True)
class Accusation:
    """What somebody accused, and whether it was right."""

    accuser: str
    cards: Three
    right: bool

    def __str__(self) -> str:
        return (
            f"{self.accuser} accuses {', '.join(self.cards)} {'right' if self.right else 'wrong'}"
        )


@dataclass(frozen=True)
class Has:
    """Cards that were seen, by accident, in a hand or another place."""

    place: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.place} has {', '.join(self.cards)}"


@dataclass(frozen=True)
class Lacks:
    """Cards that a hand, or another place, is known not to hold; nor are they in the others."""

    place: str
    cards: tuple[str, ...]
    others: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Where they are not."""
        return (self.place, *self.others)

    def __str__(self) -> str:
        lack = "lack" if self.others else "lacks"
        return f"{', '.join(self.places)} {lack} {', '.join(self.cards)}"


Event: TypeAlias = Suggestion | Accusation | Has | Lacks
Saying: TypeAlias = (
    EditionIs | PlayersAre | MeIs | Hand | Sizes | FaceUp | FaceDown | Looked | Event
)
