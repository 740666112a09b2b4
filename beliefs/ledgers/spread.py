"""One list of spots for several branches, and each branch's piles spread over them.

Branches part an ordered zone at different depths. Their **common refinement** has a spot between
any two depths at which some branch parts it; so a spot lies within one pile of every branch, and
its inner order is unknown in each. What lies in a pile lies in its spots at random: any of its
cards in each slot, all as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.ledgers.lots import Lots
from beliefs.ledgers.paths import Spot, spots
from compiled import below, kernel


def common_spots(branches: Sequence[Lots]) -> tuple[Spot, ...]:
    """The common refinement of the spots of some branches, zone by zone, from the bottom."""
    if len(branches) == 1:
        return spots(branches[0])
    starts: dict[Any, dict[int, int]] = {}  # of each zone: where spots start, where the zone ends
    for lots in branches:
        for spot in spots(lots):
            ends = starts.setdefault(spot.zone, {})
            ends[spot.start] = 0
            ends[spot.start + spot.size] = 0
    found = []
    for zone, depths in starts.items():
        edges = sorted(depths)
        parts = list(pairwise(edges)) or [(0, 0)]
        found += [Spot(zone, start, stop - start) for start, stop in parts]
    return tuple(found)


def pile_of_spot(lots: Lots, common: Sequence[Spot]) -> npt.NDArray[np.int64]:
    """The pile of a branch in which each common spot lies: int64[spots]."""
    pile, own, here = -1, iter(spots(lots)), None
    found = []
    for spot in common:
        while not here or spot.zone != here.zone or spot.start >= here.start + max(here.size, 1):
            pile, here = pile + 1, next(own)
        found.append(pile)
    return np.array(found, np.int64)


def shared_out(
    mean: npt.NDArray[Any], piles: npt.NDArray[np.int64], sizes: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Expected copies in piles [faces, piles] as expected copies in spots [faces, spots].

    sizes: object or float64[spots], the cards in each spot.
    """
    whole = np.zeros(mean.shape[1], sizes.dtype)
    np.add.at(whole, piles, sizes)
    share = [size / whole[pile] if size else size for size, pile in zip(sizes, piles, strict=True)]
    return np.asarray(mean[:, piles] * np.array(share, sizes.dtype))


def gathered(world: npt.NDArray[np.int64], piles: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Copies in spots [faces, spots] as copies in the piles of a branch [faces, piles]."""
    whole = np.zeros((len(world), int(piles.max(initial=-1)) + 1), np.int64)
    np.add.at(whole.T, piles, world.T)
    return whole


@kernel
def scatter(counts: Any, piles: Any, sizes: Any, where: Any, row: Any, out: Any) -> None:
    """Deal what lies in the piles of sampled worlds into the spots of `out`, at random.

    counts: int[n, faces, piles], used up; piles, sizes: int64[spots]; where: int64[n], the worlds
    of out int[worlds, faces, spots] that are filled.
    """
    for world in range(len(where)):
        left = 0
        for spot in range(len(piles)):
            pile = piles[spot]
            if spot == 0 or piles[spot - 1] != pile:
                left = 0
                for face in range(counts.shape[1]):
                    left += int(counts[world, face, pile])
            for _ in range(sizes[spot]):
                rest, face = below(row, left), 0
                while rest >= counts[world, face, pile]:
                    rest -= int(counts[world, face, pile])
                    face += 1
                counts[world, face, pile] -= 1
                out[where[world], face, spot] += 1
                left -= 1
