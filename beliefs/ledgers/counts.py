"""Worlds of one state as numbers of copies: int[faces, piles], known cards and hidden ones.

With b the balance of a pile, its copies of a face are b + the cards whose paths end there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from beliefs.facts import Face
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import EMPTY, Pile
from beliefs.ledgers.paths import Outlook
from compiled import kernel


class Odds(Protocol):
    """What has a probability for each face and place: a belief, or a diagram."""

    def probabilities(self, *, exact: bool = False) -> npt.NDArray[Any]:
        """Probability that a given copy of each face lies in each place [faces, places]."""


def piles_of(lots: Lots) -> list[Pile]:
    """All piles in the order of their zones; an empty zone has one empty pile."""
    return [pile for piles in lots.piles.values() for pile in piles or (EMPTY,)]


def balances(lots: Lots, faces: Mapping[Face, int]) -> npt.NDArray[np.int64]:
    """The balances of all piles: int64[faces, piles]. `faces` maps a face to its index."""
    here = piles_of(lots)
    known = np.zeros((len(faces), len(here)), dtype=np.int64)
    for at, pile in enumerate(here):
        for face, n in pile.balance.items():
            known[faces[face], at] = n
    return known


def expected(
    out: Outlook, odds: Odds, known: npt.NDArray[Any], faces: Mapping[Face, int], exact: bool
) -> npt.NDArray[Any]:
    """Expected copies, added to the known ones: float64[faces, piles], or Fractions."""
    mean = known.astype(object if exact else np.float64)
    of_copy = odds.probabilities(exact=exact)
    for number, row in enumerate(out.rows):
        if not row.ends:
            for place, at in enumerate(out.spots):
                if at >= 0:
                    mean[faces[row.face], at] += row.copies * of_copy[number, place]
    # rounding may leave a hair less than no copy where the balance is negative
    return mean if exact else np.maximum(mean, 0.0)


def sampled(
    out: Outlook, places: npt.NDArray[Any], counts: npt.NDArray[Any], faces: Mapping[Face, int]
) -> None:
    """Add sampled worlds (int[n, cards] place numbers) to counts int[n, faces, piles]."""
    of_row = [-1 if row.ends else faces[row.face] for row in out.rows]
    of_card = np.array(of_row, dtype=np.int64)[out.knowledge.face_of]
    tally(places, of_card, out.spots, counts)


@kernel
def tally(places: Any, faces: Any, spots: Any, counts: Any) -> None:
    """Add sampled worlds to counts, in place.

    places: int[n, cards], the place of each card; faces: int[cards], -1 to leave a card out;
    spots: int[places], -1 for nowhere; counts: int[n, faces, spots].
    """
    for world in range(places.shape[0]):
        for card in range(places.shape[1]):
            face = faces[card]
            if face >= 0:
                spot = spots[places[world, card]]
                if spot >= 0:
                    counts[world, face, spot] += 1
