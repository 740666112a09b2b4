"""Who holds what: certain knowledge of one observer, under the names that deduction games use.

Views of the ledger, for any game, at any time:

- :func:`card_location`: where a card certainly lies, None where that is open;
- :func:`card_held_by_player` and :func:`card_not_held_by_player`: who certainly holds a card, and
  who certainly does not;
- :func:`seen_cards`: which cards the observer has seen.

An entry is certain if and only if it is so in all worlds that are consistent with everything that
the observer saw; what follows by counting alone is among it. Where a belief is too wide to be
counted, it is found by searching for worlds in which it is not so; only where such a search is
given up, as hardly ever happens, an open entry may be certain all the same.

Of a face with several copies, a player *holds* it who has at least one, and does *not hold* it who
has none. In a game without hands nobody holds anything.

>>> import games
>>> from determinize import Watch
>>> watch = Watch(games.load("schnapsen").new(seed=7))
>>> mine = watch.information(0)
>>> card_held_by_player(mine).sum(axis=1)
array([5, 0])
>>> [card for card, where in card_location(mine).items() if where == "hand 0"]
['QC', '10H', 'KH', '10S', 'KS']
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from beliefs import Contradiction, Ledger, TooLarge
from compiled import rows
from determinize.information import InformationSet
from games.game import Game

Known: TypeAlias = InformationSet | Ledger
"""What an observer knows: an information set, or a ledger, of which the game must be said."""

WORLDS = 64
"""Worlds that are drawn to see what is open, before anything is put to the proof."""

MANY = 10**12
"""With more worlds a chance may be as small as the rounding error of one: fractions are exact."""


def card_location(known: Known, game: Game | None = None) -> dict[str, str | None]:
    """The zone in which each card certainly lies, None where it is open.

    Of a face with several copies: the zone in which all of them lie.

    Args:
        known: what an observer knows.
        game: whose ledger it is, where ``known`` is a ledger.

    Raises:
        ValueError: a ledger whose game is not said, or is of another game.
        Contradiction: what was entered in the ledger cannot have been.
    """
    ledger, game = _of(known, game)
    can = _can_hold(ledger, game)
    away = can.sum(axis=1) != 1
    return {
        face: None if away[f] else game.zones.names[int(can[f].argmax())]
        for f, face in enumerate(game.faces)
    }


def card_held_by_player(known: Known, game: Game | None = None) -> NDArray[np.bool_]:
    """Whether each player certainly holds each card: bool[players, faces].

    Arguments and errors are those of :func:`card_location`. From a ledger alone come as many rows
    as the game has seats at most: whoever does not play holds nothing.
    """
    ledger, chosen = _of(known, game)
    if not chosen.has_hands:
        return np.zeros((_seats(known, chosen), len(chosen.faces)), np.bool_)
    can, hands = _can_hold(ledger, chosen), _hands(known, chosen)
    at_home = can.sum(axis=1) == 1  # all copies lie in one zone
    held = can[:, hands].T & at_home
    drawn: NDArray[np.bool_] | None = None
    for face in np.flatnonzero((np.array(chosen.copies) > 1) & ~at_home).tolist():
        for row, hand in enumerate(hands):
            if can[face, hand]:
                drawn = _drawn(ledger, chosen) if drawn is None else drawn
                always = bool(drawn[:, face, hand].all())
                held[row, face] = always and not _possible(ledger, chosen, face, hand, 0, 0)
    return np.ascontiguousarray(held)


def card_not_held_by_player(known: Known, game: Game | None = None) -> NDArray[np.bool_]:
    """Whether each player certainly does not hold each card: bool[players, faces].

    Arguments and errors are those of :func:`card_location`.
    """
    ledger, chosen = _of(known, game)
    if not chosen.has_hands:
        return np.ones((_seats(known, chosen), len(chosen.faces)), np.bool_)
    return np.ascontiguousarray(~_can_hold(ledger, chosen).T[_hands(known, chosen)])


def seen_cards(known: Known, game: Game | None = None) -> NDArray[np.bool_]:
    """Whether the observer has seen a card of each face since the last deal: bool[faces].

    Arguments and errors are those of :func:`card_location`.
    """
    ledger, chosen = _of(known, game)
    seen: set[object] = set()
    for event in ledger.events:
        if event.kind == "reset":
            seen.clear()
            for faces in event.said.get("known", {}).values():
                seen.update(face for face in faces if _is_there(faces, face))
        elif event.kind in ("departs", "arrives", "shows", "inserts"):
            seen.add(event.said.get("face"))
        elif event.kind == "reveals":
            seen.update(event.said["faces"])
    return np.array([face in seen for face in chosen.faces], np.bool_)


def _is_there(faces: object, face: object) -> bool:
    return not isinstance(faces, dict) or faces[face] > 0


def _of(known: Known, game: Game | None) -> tuple[Ledger, Game]:
    """The ledger, and the game that it is about."""
    if isinstance(known, InformationSet):
        ledger, own = known.ledger, known.game
        if game is not None and game is not own:
            raise ValueError(f"this is what a seat knows of {own.title}, not of {game.title}")
        return ledger, own
    if game is None:
        raise ValueError("a ledger does not say its game: give the game too")
    if known.faces != game.faces or tuple(known.zones) != game.zones.names:
        raise ValueError(f"the ledger has other cards or zones than {game.title}")
    return known, game


def _hands(known: Known, game: Game) -> list[int]:
    """The hands of those who play, by their seats."""
    return [game.hand_of(seat) for seat in range(_seats(known, game))]


def _seats(known: Known, game: Game) -> int:
    """How many play, at most."""
    return int(known.state.seats) if isinstance(known, InformationSet) else game.players[1]


def _can_hold(ledger: Ledger, game: Game) -> NDArray[np.bool_]:
    """Whether each zone holds a card of each face in some world: bool[faces, zones]."""
    if not _is_estimate(ledger):
        chances = ledger.expected()
        doubtful = (chances > 0) & (chances < 1 / MANY)
        if ledger.count > MANY or doubtful.any():
            chances = ledger.expected(exact=True)
        return _by_zone(chances > 0, ledger, game)
    can = np.array(_drawn(ledger, game).any(axis=0), np.bool_)
    for face, zone in np.argwhere(~can).tolist():
        can[face, zone] = _possible(ledger, game, face, zone, 1, None)
    return can


def _drawn(ledger: Ledger, game: Game) -> NDArray[np.bool_]:
    """Whether each zone holds a card of each face in some worlds: bool[worlds, faces, zones]."""
    # A row of its own, the same for every ledger: nobody else's chances depend on the asking.
    return _by_zone(ledger.sample(WORLDS, rows(0)[0]) > 0, ledger, game)


def _by_zone(by_spot: NDArray[np.bool_], ledger: Ledger, game: Game) -> NDArray[np.bool_]:
    """What is true of spots as true of the zones they belong to; the last axis changes."""
    zones = np.array([game.zones[str(spot.zone)] for spot in ledger.spots], np.int64)
    found = np.zeros((*by_spot.shape[:-1], len(game.zones)), np.bool_)
    for zone in range(len(game.zones)):
        found[..., zone] = by_spot[..., zones == zone].any(axis=-1)
    return found


def _is_estimate(ledger: Ledger) -> bool:
    return isinstance(ledger.count, float)


def _possible(ledger: Ledger, game: Game, face: int, zone: int, lo: int, hi: int | None) -> bool:
    """Whether some world has so many copies of a face in a zone, by a search for one.

    True may also mean that the search was given up (`beliefs.Ledger.possible`).
    """
    trial = ledger.copy()
    try:
        trial.fact(game.zones.names[zone], {game.faces[face]: 1}, lo, hi)
        return trial.possible
    except Contradiction:
        return False
    except TooLarge:
        return True
