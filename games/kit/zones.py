"""Zones: where cards can lie, declared once for each game.

A zone has a name, perhaps an owner, an inner order or none, and the pool that its hidden cards are
``drawn_from``. From this the kit derives who may know what; no game writes such code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

DECK = "deck"
"""The pool that holds every face."""


@dataclass(frozen=True)
class Zone:
    """One declared zone, or with ``each`` > 0 one for every seat ("hand 0", "hand 1", …).

    Attributes:
        name: what people call it.
        each: the greatest number of seats, for a zone that every seat has; 0 for a shared one.
        ordered: whether its cards have positions (a deck) or not (a hand).
        open: whether everybody sees the cards in it.
        pool: what its hidden cards are drawn from, one of the game's ``pools``: no other face lies
            in it. By default any face does.
        pools: for a zone that every seat has, the pool of each seat's, where they differ: dice.
    """

    name: str
    each: int = 0
    ordered: bool = False
    open: bool = False
    pool: str = DECK
    pools: tuple[str, ...] = ()


class Zones:
    """The zones of a game, numbered in the order declared; seats' zones lie side by side.

    >>> table = Zones(Zone("deck", ordered=True), Zone("hand", each=2))
    >>> table["hand"], table.names
    (1, ('deck', 'hand 0', 'hand 1'))
    """

    def __init__(self, *declared: Zone) -> None:
        self._first: dict[str, int] = {}
        self._zones: list[Zone] = []
        names: list[str] = []
        owners: list[int] = []
        for zone in declared:
            if zone.name in self._first:
                raise ValueError(f"two zones are named {zone.name!r}")
            if zone.pools and len(zone.pools) != zone.each:
                raise ValueError(
                    f"{zone.name} has {len(zone.pools)} pools: one for each of {zone.each} seats"
                )
            self._first[zone.name] = len(names)
            for seat in range(max(1, zone.each)):
                names.append(f"{zone.name} {seat}" if zone.each else zone.name)
                owners.append(seat if zone.each else -1)
                pool = zone.pools[seat] if zone.pools else zone.pool
                self._zones.append(replace(zone, pool=pool, pools=()))
        self.names: tuple[str, ...] = tuple(names)
        self.owner: NDArray[np.int64] = np.array(owners, np.int64)
        """Seat whose zone it is, or -1."""
        self.ordered: NDArray[np.int64] = np.array([z.ordered for z in self._zones], np.int64)
        """1 where the zone's cards have positions."""
        self.open: NDArray[np.int64] = np.array([z.open for z in self._zones], np.int64)
        """1 where everybody sees the zone's cards."""

    def __getitem__(self, name: str) -> int:
        """The number of a shared zone, or of seat 0's zone of that name."""
        if name in self._first:
            return self._first[name]
        if name in self.names:
            return self.names.index(name)
        raise KeyError(f"there is no zone {name!r}: the game has {', '.join(self._first)}")

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Zone]:
        return iter(self._zones)
