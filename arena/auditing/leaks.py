"""Leaks in what players are given: whatever in an information set differs between two worlds.

Two matches that a seat cannot tell apart must hand it the same information set, with everything
that can be reached from it: attributes, cached values, text, pickle. What differs is a fault of the
game or of the watch, and any player may have used it.
"""

from __future__ import annotations

from arena.auditing.sitting import Sitting
from arena.auditing.worlds import TRUTH, World
from determinize.auditing.channels import channels

MOST_PATHS = 4
"""So many places of a leak are told."""


def leaks(sitting: Sitting, world: World) -> tuple[str, ...]:
    """Where the information set of another world differs, by paths from it; empty where nowhere.

    To be asked before any player was: what is looked up in an information set is kept there.
    """
    values = []
    for one in (TRUTH, world):
        match = sitting.matches.behind(one)
        if match is None:
            return ()
        information = match.late.copy().information(sitting.seat)
        values.append(channels(information, known={id(sitting.matches.game)}).tokens)
    here, there = values
    differing = [
        path
        for path in {**here, **there}
        if path not in here or path not in there or here[path] != there[path]
    ]
    # Attributes before what is made of them: text, pickle, copies.
    differing.sort(key=lambda path: (" " in path, len(path), path))
    return tuple(f"information{path}" for path in differing[:MOST_PATHS])
