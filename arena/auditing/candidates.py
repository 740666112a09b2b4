"""Who is audited: a player by name, a player, or what makes one for each match."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.game import Game
from games.state import State
from players import Player, make

Maker: TypeAlias = Callable[[State], Player]
"""Makes a player for a match; it is handed the true state, as a program that runs matches may."""


@dataclass(frozen=True)
class Candidate:
    """A player as the audit needs it: at the table, and as good as new.

    Attributes:
        given: a specification (``ismcts(iterations=50)``), a player, or a :data:`Maker`.
    """

    game: Game
    given: str | Player | Maker

    @property
    def by_name(self) -> bool:
        """Whether another process can make it."""
        return isinstance(self.given, str)

    def seated(self) -> Seated:
        """The player at a table, for one position."""
        if isinstance(self.given, str):
            spec = self.given
            return Seated(lambda state: make(spec, self.game), each=False)
        if _decides(self.given):
            return Seated(_copies(self.given), each=False)
        return Seated(self.given, each=True)  # type: ignore[arg-type]

    def name(self, state: State) -> str:
        """What it is called in tables."""
        player = self.seated().at(state)
        return str(getattr(player, "name", type(player).__name__))


class Seated:
    """A player that sits down for some matches.

    Args:
        maker: makes it as it was before anybody asked it anything.
        each: whether there is one for each match, rather than one for all of them.
    """

    def __init__(self, maker: Maker, *, each: bool) -> None:
        self._maker = maker
        self._each = each
        self._player: Player | None = None

    def at(self, state: State, *, anew: bool = False) -> Player:
        """The player for a match.

        Args:
            state: the true state of the match.
            anew: as if it had never been asked anything; this one does not stay.
        """
        if anew or self._each:
            return self._maker(state)
        if self._player is None:
            self._player = self._maker(state)
        return self._player


def _decides(given: Any) -> bool:
    return not isinstance(given, type) and callable(getattr(given, "decide", None))


def _copies(player: Any) -> Maker:
    """Copies of a player; where it cannot be copied, always the same."""
    try:
        kept = copy.deepcopy(player)
    except Exception:  # whatever its parts object with
        return lambda state: player
    return lambda state: copy.deepcopy(kept)
