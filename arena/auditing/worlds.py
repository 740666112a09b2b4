"""Worlds of an information set, by which faces lie where: copies of a face are alike."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from compiled import rows
from determinize import InformationSet
from games.game import Game

Spot: TypeAlias = tuple[int, int]
"""A zone and a depth in it; depth -1 for a zone without order."""
Layout: TypeAlias = dict[Spot, tuple[int, ...]]
"""The faces in every spot that holds any, in ascending order."""

FEW = 500
"""Where there are no more worlds than this, inner orders included, all of them are drawn."""


@dataclass(frozen=True)
class World:
    """What a seat cannot know: where the hidden cards lie, and what chance will bring.

    Kept as bytes, so that nothing that looks like a true state is about while a player decides.

    Attributes:
        record: the record of the state; None: as in truth.
        chances: the seed of what chance will bring; None: as in truth.
    """

    record: bytes | None = None
    chances: int | None = None


TRUTH = World()


def record_of(game: Game, record: bytes) -> NDArray[Any]:
    """A record that was kept as bytes, as an array of one."""
    return np.frombuffer(record, game.dtype).copy()


def cards_in(game: Game, records: NDArray[Any]) -> dict[Spot, list[int]]:
    """The physical cards in every spot that holds any."""
    zones, depths = records["zone"][0].tolist(), records["depth"][0].tolist()
    found: dict[Spot, list[int]] = defaultdict(list)
    for card, (zone, depth) in enumerate(zip(zones, depths, strict=True)):
        found[zone, depth if game.zones.ordered[zone] else -1].append(card)
    return found


def layout(game: Game, records: NDArray[Any]) -> Layout:
    """Which faces lie where in a record."""
    face = game.face_of.tolist()
    return {
        spot: tuple(sorted(face[card] for card in cards))
        for spot, cards in sorted(cards_in(game, records).items())
    }


def spot_name(game: Game, spot: Spot) -> str:
    """A spot in words.

    >>> import games
    >>> game = games.load("schnapsen")
    >>> spot_name(game, (game.zones["talon"], 3)), spot_name(game, (game.zones["hand 1"], -1))
    ('talon[3]', 'hand 1')
    """
    zone, depth = spot
    name = str(game.zones.names[zone])
    return name if depth < 0 else f"{name}[{depth}]"


def worlds_of(info: InformationSet, most: int, seed: int, truth: bytes) -> tuple[list[bytes], bool]:
    """Different worlds of an information set, as records, and whether these are all others.

    Args:
        most: how many at most; of more, such as are drawn at random.
        seed: of the draws.
        truth: the record of the true one, which is left out.
    """
    labelled = _count(info)
    # So many draws leave one of the worlds out with a probability below e**-15.
    draws = math.ceil(labelled * (math.log(labelled) + 15)) if labelled <= FEW else 4 * most
    different: dict[tuple[Any, ...], bytes] = {}
    for record in info.worlds(draws, rows(seed)):
        records = np.array([record], info.game.dtype)
        key = tuple(layout(info.game, records).items())
        different.setdefault(key, records.tobytes())
    different.pop(tuple(layout(info.game, record_of(info.game, truth)).items()), None)
    found = list(different.values())
    return found[:most], labelled <= FEW and len(found) <= most


def _count(info: InformationSet) -> float:
    """How many worlds there are, copies told apart, each with all orders that its spots allow."""
    orders = 1.0
    state = info.state
    hidden = [
        (int(zone), int(depth))
        for zone, depth, seen in zip(state.zone, state.depth, state.seen, strict=True)
        if not int(seen) >> info.seat & 1
    ]
    for spot in info.ledger.spots:
        zone = info.game.zones[str(spot.zone)]
        if info.game.zones.ordered[zone]:
            within = range(spot.start, spot.start + spot.size)
            orders *= math.factorial(sum(z == zone and d in within for z, d in hidden))
    return float(info.count) * orders


def swaps(truth: Layout, other: Layout) -> Iterator[tuple[Spot, int, Spot, int]]:
    """Exchanges of two faces that bring one of them, or both, to where it lies in truth.

    Yields:
        a spot, a face that lies there only in the other world, the spot where that face is missing,
        and a face that lies there only in the other world.
    """
    extra = {spot: Counter(faces) - Counter(truth.get(spot, ())) for spot, faces in other.items()}
    missing = {spot: Counter(faces) - Counter(other.get(spot, ())) for spot, faces in truth.items()}
    found = [
        (here, face, there, instead)
        for here, faces in extra.items()
        for face in faces
        for there, wanted in missing.items()
        if face in wanted
        for instead in extra.get(there, ())
    ]
    # First those that bring both home.
    found.sort(key=lambda one: one[3] not in missing.get(one[0], ()))
    yield from found
