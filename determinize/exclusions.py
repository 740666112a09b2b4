"""Exclusions: which faces cannot lie in a zone, because everybody at the table knows it.

A void shown in Schnapsen, a "no" at Clue: the facts with weight 0 whose audience is everybody. They
are kept as a table ``bool[zones, faces]``, the same for all seats, made of nothing that a seat
knows in private; so a search may use it for what *others* know (:mod:`determinize.redeal_mask`).
An entry speaks of every card in the zone. It says less than could be known: what follows by
counting, "one of three", and a look that all took are not in it; nothing in it is ever wrong.

Cards move on, and a fact about a zone goes with its cards. A face that comes where all see it is
excluded there no more; with a card that not all see come the doubts of the zone it comes from: what
was excluded from both is still excluded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.game import Game
from games.kit.events import (
    Announced,
    Conclusion,
    Deduction,
    Event,
    Inserted,
    Moved,
    Opened,
    Swapped,
)
from games.kit.marks import FACE, all_seats


def nothing_excluded(game: Game) -> NDArray[np.bool_]:
    """The table in which every face can lie everywhere: bool[zones, faces].

    >>> import games
    >>> nothing_excluded(games.load("template")).shape
    (9, 4)
    """
    return np.zeros((len(game.zones), len(game.faces)), np.bool_)


def exclude(excluded: NDArray[np.bool_], fact: Conclusion, everybody: int) -> None:
    """Enter a fact in place, if everybody may conclude it and it leaves no room for some faces.

    Alternatives are left out: what one of their cases excludes may be so, or not.

    Args:
        excluded: bool[zones, faces].
        everybody: the seats, as a bit mask.

    >>> import games
    >>> game = games.load("template")
    >>> table = nothing_excluded(game)
    >>> none = Deduction((1,), {2: 1}, 0, 0, "player 0 was asked for a pike and had none")
    >>> exclude(table, none, 0b11)
    >>> [(game.zones.names[z], game.faces[f]) for z, f in zip(*table.nonzero())]
    [('hand 0', 'pike')]
    """
    if not isinstance(fact, Deduction):
        return
    mixed = any(weight < 0 for weight in fact.weights.values())
    if fact.hi != 0 or mixed or fact.audience & everybody != everybody:
        return
    faces = [face for face, weight in fact.weights.items() if weight]
    for zone in fact.zones:
        excluded[zone, faces] = True


def hear(excluded: NDArray[np.bool_], game: Game, event: Event, everybody: int) -> None:
    """Enter in place what everybody sees of an event.

    Args:
        excluded: bool[zones, faces].
        everybody: the seats, as a bit mask.
    """
    match event:
        case Opened():
            excluded[:] = False
        case Moved(face=face, source=source, target=target, eyes=eyes):
            if eyes & everybody == everybody:
                excluded[target, face] = False
            else:
                excluded[target] &= excluded[source]
        case Inserted(source=source, target=target):
            excluded[target] &= excluded[source]
        case Swapped(a, b):
            excluded[[a, b]] = excluded[[b, a]]
        case Announced(what, who, a, b):
            for fact in game.deductions(what, who, a, b):
                exclude(excluded, fact, everybody)


def any_excluded(excluded: Any) -> bool:
    """Whether anything is excluded anywhere."""
    found = False
    for zone in range(excluded.shape[0]):
        for face in range(excluded.shape[1]):
            found = found or excluded[zone, face]
    return bool(found)


def keep_up(excluded: Any, before: Any, s: Any) -> None:
    """Follow the cards of a move that nobody watched: a template for search.

    Args:
        excluded: bool[zones, faces], true of the position before; in place.
        before: int64[cards], the zone of each card then.
        s: the position after it.
    """
    everybody = all_seats(s)
    for c in range(len(s.zone)):
        zone, came_from = int(s.zone[c]), int(before[c])
        if zone != came_from:
            if int(s.seen[c]) == everybody:
                excluded[zone, int(FACE[c])] = False
            else:
                for face in range(excluded.shape[1]):
                    excluded[zone, face] = excluded[zone, face] and excluded[came_from, face]
