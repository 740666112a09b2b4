"""Deals of Schnapsen laid out and played again, had the cards lain otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games
from determinize import Watch
from games.schnapsen.cards import suit_of

GAME = games.load("schnapsen")


def layout(watch: Watch) -> dict[str, list[int]]:
    """Where every card truly lies, an ordered zone from the bottom."""
    s: Any = watch.state.record_array[0]
    return {
        zone: sorted(
            (c for c in range(len(s.zone)) if s.zone[c] == number),
            key=lambda c: (int(s.depth[c]), c),
        )
        for number, zone in enumerate(GAME.zones.names)
    }


def table(
    cards: dict[str, list[int]], leader: int, codes: Sequence[int], preset: str | None = None
) -> Watch:
    """A deal that began so, and went on with these moves.

    Raises:
        ValueError: they could not be made.
    """
    watch = Watch(
        GAME.arrange(
            {zone: [GAME.faces[c] for c in content] for zone, content in cards.items()},
            mover=leader,
            dealer=1 - leader,
            decision="lead",
            trump=suit_of(cards["trump"][0]),
            preset=preset,
            parameters={"match_target": 1},
        )
    )
    for code in codes:
        watch.play(int(code))
    return watch
