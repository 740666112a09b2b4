"""Tables laid at random, and by brute force all tables that look alike to a seat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np

from games.game import Game
from tests.games.toys import table

SLOT = ("zone", "depth", "block", "seen")

Placement = tuple[tuple[int, int], ...]
"""Zone and depth of each physical card."""


def at_random(game: Game, seed: int, seats: int = 3) -> Any:
    """An array of one record: cards of two lots where the pools allow them, some of them seen."""
    rng = np.random.default_rng(seed)
    states = table(game, seats)
    s: Any = states[0]
    s.depth[:] = -1
    s.lot[:] = rng.integers(0, 2, len(s.zone))
    for c, face in enumerate(game.face_of):
        takes = [z for z in range(len(game.zones)) if game.allows(z, face)]
        s.zone[c] = s.block[c] = rng.choice(takes)
        owner = int(game.zones.owner[s.zone[c]])
        knows = rng.integers(0, 1 << seats) if rng.random() < 0.2 else 0
        s.seen[c] = knows | (1 << owner if owner >= 0 else 0)
    for zone in np.flatnonzero(game.zones.ordered):
        here = np.flatnonzero(s.zone == zone)
        s.depth[here] = rng.permutation(len(here))
    return states


def placement(states: Any) -> Placement:
    """Where the cards of a table lie."""
    return tuple(zip(states[0].zone.tolist(), states[0].depth.tolist(), strict=True))


def reachable(game: Game, states: Any, me: int) -> dict[Placement, Any]:
    """All tables that ``me`` cannot tell from this one, by where the labelled cards lie.

    Those in which the cards that ``me`` does not know have changed slots, each block holds as many
    cards of each lot, and no card lies in a zone that forbids it.
    """
    s = states[0]
    hidden = [c for c in range(len(s.zone)) if not int(s.seen[c]) >> me & 1]
    lots = Counter((int(s.block[c]), int(s.lot[c])) for c in hidden)
    allowed = {(c, at) for c in hidden for at in hidden if game.allows(s.zone[at], game.face_of[c])}
    found: dict[Placement, Any] = {}
    for order in permutations(hidden):
        slots = list(zip(hidden, order, strict=True))
        if not allowed.issuperset(slots):
            continue
        if Counter((int(s.block[at]), int(s.lot[c])) for c, at in slots) != lots:
            continue
        other = states.copy()
        for name in SLOT:
            for c, at in slots:
                other[0][name][c] = s[name][at]
        found.setdefault(placement(other), other)
    return found
