"""Pools: which faces can lie in a zone, where the rules of a game restrict it.

A zone's hidden cards are ``drawn_from`` its pool. The case file of Clue is three zones with three
pools: its cards are hidden, and yet everybody knows that one is a suspect, one a weapon and one a
room. All other zones have the pool :data:`DECK`, which holds every face.

Restricted pools have no face in common. Therefore one number for each zone and one for each card
say all: a zone takes the cards of its own number, and a zone of number 0 takes any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import slot_value
from games.kit.zones import DECK, Zones

ANY_FACE = 0
"""The number of the pool that holds every face."""

HAS_POOLS: Any = slot_value("HAS_POOLS", "whether any zone restricts what can lie in it")
ZONE_POOL: Any = slot_value("ZONE_POOL", "int64[zones]: number of the zone's pool, 0 for any face")
CARD_POOL: Any = slot_value("CARD_POOL", "int64[cards]: the restricted pool of the card, 0 if none")


def pool_numbers(
    zones: Zones, faces: Sequence[str], pools: Mapping[str, Sequence[str]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the pools: of each zone (int64[zones]), and of each face (int64[faces]).

    Raises:
        ValueError: a pool that is not declared, a face that is not there or in two pools.
    """
    if DECK in pools:
        raise ValueError(f"the pool {DECK!r} holds every face: give yours another name")
    number = {DECK: ANY_FACE, **{pool: n for n, pool in enumerate(pools, 1)}}
    for zone in zones:
        if zone.pool not in number:
            raise ValueError(
                f"{zone.name} has the pool {zone.pool!r}: the game has {', '.join(number)}"
            )
    of_face = np.full(len(faces), ANY_FACE, np.int64)
    taken: dict[str, str] = {}
    for pool, names in pools.items():
        for name in names:
            if name not in faces:
                raise ValueError(f"the pool {pool!r} has a card {name!r} that the game has not")
            if name in taken:
                raise ValueError(f"{name} is in two pools: {taken[name]!r} and {pool!r}")
            taken[name] = pool
            of_face[faces.index(name)] = number[pool]
    return np.array([number[zone.pool] for zone in zones], np.int64), of_face
