"""A room of the museum: the copiers of one game, broken and right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import games
from determinize.audit import Kind
from determinize.auditing.ours import OurGame
from tests.museum.pieces import Broken, Fault, Piece


@dataclass(frozen=True)
class Room:
    """A game with the table at which its copiers are tried.

    Attributes:
        game: its name.
        table: of the game, where nothing else is said.
        positions, copies: what a piece of this room takes, where nothing else is said.
    """

    game: str
    table: Mapping[str, Any] = field(default_factory=dict)
    positions: int = 8
    copies: int = 240

    def right(self, copier: Any = "deal", **table: Any) -> OurGame:
        """The game with a right copier."""
        return OurGame(games.load(self.game), copier, **(dict(self.table) | table))

    def broken(self, fault: Fault, base: str = "deal", **table: Any) -> Broken:
        """The game with a broken copier."""
        return Broken(games.load(self.game), fault, base, **(dict(self.table) | table))

    def piece(
        self,
        fault: Fault,
        check: str,
        kind: Kind,
        why: str,
        base: str = "deal",
        positions: int | None = None,
        copies: int | None = None,
        **table: Any,
    ) -> Piece:
        """A piece of this room."""
        name = f"{self.game} {fault.__name__.replace('_', ' ')}"
        return Piece(
            name,
            partial(self.broken, fault, base, **table),
            check,
            kind,
            copies or self.copies,
            why,
            positions or self.positions,
        )
