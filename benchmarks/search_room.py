"""The search room as a whole: all players in all games, and what long searches cost."""

from __future__ import annotations

from dataclasses import dataclass

from rich.table import Table

from benchmarks import search_growth, search_players
from benchmarks.search_growth import Memory
from benchmarks.timing import Figure


@dataclass(frozen=True)
class SearchRoom:
    """What was measured.

    Attributes:
        players: every player in every game, against bare random play-outs of the game.
        growth: ``ismcts`` with ever more iterations, against the same.
        memory: what its long searches take.
    """

    players: list[Figure]
    growth: list[Figure]
    memory: list[Memory]

    def tables(self) -> list[Table]:
        """For people."""
        return [
            search_players.as_table(self.players),
            search_growth.as_table(self.growth),
            search_growth.as_memory_table(self.memory),
        ]


def measure() -> SearchRoom:
    """Measure all of it."""
    return SearchRoom(search_players.figures(), search_growth.figures(), search_growth.memories())
