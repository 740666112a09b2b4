"""What a ledger's belief says about contents: copies of each face in each spot.

All arrays have the shape (faces, spots) in the order of `Ledger.faces` and `Ledger.spots`. Known
cards are counted, cards that have left are not. With b the balance of a spot, its copies of a
face are b + the cards whose paths end there.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from beliefs.belief import Belief
from beliefs.errors import Contradiction, KnowledgeError
from beliefs.facts import Face, Fact, whole
from beliefs.knowledge import Knowledge
from beliefs.lots import Lots
from beliefs.names import Names
from beliefs.parts import EMPTY, Pile, Zone, each, lone
from beliefs.paths import Outlook, Spot, outlook, spots
from beliefs.randomness import Randomness
from beliefs.zones import joined, total
from compiled import kernel

Method: TypeAlias = Literal["auto", "table", "diagram"]


class Contents(Names):
    """The questions that a ledger answers. Answers are kept until the next event."""

    _index: dict[Face, int]
    _lots: Lots
    _memo: dict[str, Any]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, in the order in which `expected` and `sample` count them."""
        return tuple(self.copies)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every zone in order, ordered ones in parts of unknown inner order, from the bottom."""
        return spots(self._lots)

    def size(self, zone: Zone) -> int:
        """The number of cards in a zone."""
        self._zone(zone)
        return total(self._lots.piles[zone])

    def certain(self, zone: Zone) -> dict[Face, int]:
        """The cards that are known beside the hidden ones of a zone: face -> copies."""
        self._zone(zone)
        balance = joined(self._lots.piles[zone]).balance
        return {face: n for face, n in balance.items() if n > 0}

    def knowledge(self) -> Knowledge:
        """The hidden cards as knowledge; what is certain beside them is left out."""
        return self._out().knowledge

    def belief(self, method: Method = "auto") -> Belief:
        """What is believed of the hidden cards; kept until the next event.

        Raises Contradiction if what was seen cannot have happened.
        """
        key = f"belief by {method}"
        if key not in self._memo:
            self._memo[key] = Belief(self.knowledge(), method=method)
        return cast(Belief, self._memo[key])

    @property
    def count(self) -> int:
        """The number of worlds: ways in which the hidden labelled cards can lie.

        Where hidden cards have moved on, the ways in which they came there count apart.
        """
        return self.belief().count

    @property
    def arrangements(self) -> int:
        """The number of worlds, times the orders of ordered zones that are unknown."""
        orders = 1
        for zone in self._lots.ordered:
            for pile in self._lots.piles[zone]:
                orders *= factorial(pile.size)
        return self.count * orders

    def expected(self, exact: bool = False) -> npt.NDArray[Any]:
        """The expected number of copies of each face in each spot: float64[faces, spots].

        Known cards are included. exact: an object array of Fractions.
        """
        known = balances(self._lots, self._index)
        if not self._lots.rows:
            return known.astype(object if exact else np.float64)
        return expected(self._out(), self.belief(), known, self._index, exact)

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """n independent worlds as numbers of copies: int8[n, faces, spots].

        Known cards are included, cards that have left are not; int16 where a face has more than
        127 copies. rng: a NumPy Generator, a whole number as seed, or a generator row (int64[4]),
        which is advanced.
        """
        known = balances(self._lots, self._index)
        if whole(n, "the number of worlds") < 0:
            raise KnowledgeError(f"{n} worlds: draw 0 or more")
        small = max(self.copies.values(), default=0) <= 127
        counts = np.empty((n, *known.shape), np.int8 if small else np.int16)
        counts[:] = known
        if self._lots.rows:
            sampled(self._out(), self.belief().sample(n, rng), counts, self._index)
        return counts

    def allows(self, counts: npt.ArrayLike) -> bool:
        """Can this be the world? counts: int[faces, spots], copies of a face in a spot."""
        world = np.asarray(counts).astype(np.int64)
        known = balances(self._lots, self._index)
        if world.shape != known.shape:
            raise KnowledgeError(f"counts of shape {world.shape}: (faces, spots) is {known.shape}")
        if (world != counts).any():
            return False  # parts of cards
        away = self._lots.away
        present = [n - away[face] for face, n in self.copies.items()]
        sizes = [pile.size for pile in piles_of(self._lots)]
        if (world < 0).any() or (world.sum(axis=1) != present).any():
            return False
        if (world.sum(axis=0) != sizes).any():
            return False
        return agrees(self._lots, self._out(), world - known, self._index)

    def _out(self) -> Outlook:
        if "outlook" not in self._memo:
            self._memo["outlook"] = outlook(self._lots)
        return cast(Outlook, self._memo["outlook"])


def piles_of(lots: Lots) -> list[Pile]:
    """The pile of each spot."""
    return [pile for piles in lots.piles.values() for pile in piles or (EMPTY,)]


def balances(lots: Lots, faces: Mapping[Face, int]) -> npt.NDArray[np.int64]:
    """The balances of all spots: int64[faces, spots]. `faces` maps a face to its index."""
    here = piles_of(lots)
    known = np.zeros((len(faces), len(here)), dtype=np.int64)
    for spot, pile in enumerate(here):
        for face, n in pile.balance.items():
            known[faces[face], spot] = n
    return known


def expected(
    out: Outlook, belief: Belief, known: npt.NDArray[Any], faces: Mapping[Face, int], exact: bool
) -> npt.NDArray[Any]:
    """Expected copies, added to the known ones: float64[faces, spots], or Fractions."""
    mean = known.astype(object if exact else np.float64)
    odds = belief.probabilities(exact=exact)
    for number, row in enumerate(out.rows):
        if not row.ends:
            for place, spot in enumerate(out.spots):
                if spot >= 0:
                    mean[faces[row.face], spot] += row.copies * odds[number, place]
    return mean


def sampled(
    out: Outlook, places: npt.NDArray[Any], counts: npt.NDArray[Any], faces: Mapping[Face, int]
) -> None:
    """Add sampled worlds (int[n, cards] place numbers) to counts int[n, faces, spots]."""
    of_row = [-1 if row.ends else faces[row.face] for row in out.rows]
    of_card = np.array(of_row, dtype=np.int64)[out.knowledge.face_of]
    tally(places, of_card, out.spots, counts)


def agrees(
    lots: Lots, out: Outlook, hidden: npt.NDArray[np.int64], faces: Mapping[Face, int]
) -> bool:
    """Has some world these numbers of hidden cards? The sizes of spots and faces are right."""
    here = piles_of(lots)
    housed = sum(pile.lots for pile in here if lone(pile.lots))
    plain = not lots.after and all(lot & housed for lot in lots.capacity)
    if plain and all(len(rows) == 1 and not rows[0].ends for rows in lots.rows.values()):
        return _agrees_plainly(lots, here, hidden, faces)
    return _agrees_somehow(out, len(here), hidden, faces)


def _agrees_plainly(
    lots: Lots, here: list[Pile], hidden: npt.NDArray[np.int64], faces: Mapping[Face, int]
) -> bool:
    """One lot in each spot and one row of each face: contents say where every card is."""
    inside = {}
    names = list(faces)
    for number, spot in np.argwhere(hidden):
        face, n, lot = names[number], int(hidden[number, spot]), here[spot].lots
        if n < 0 or not lot or face not in lots.rows or not lots.rows[face][0].starts & lot:
            return False
        inside[face, lot] = n
    return all(
        clause.weight(
            sum(
                weight * inside.get((face, lot), 0)
                for lot in each(clause.lots)
                for face, weight in clause.weights.items()
            )
        )
        for clause in lots.clauses
    )


def _agrees_somehow(
    out: Outlook, spots: int, hidden: npt.NDArray[np.int64], faces: Mapping[Face, int]
) -> bool:
    """The contents as facts: is there a world left?"""
    knowledge, facts = out.knowledge, []
    home = [np.flatnonzero(out.spots == spot) for spot in range(spots)]
    for face, number in faces.items():
        names = [
            name
            for name, row in zip(knowledge.faces, out.rows, strict=True)
            if row.face == face and not row.ends
        ]
        for spot, places in enumerate(home):
            n = int(hidden[number, spot])
            if names and len(places):
                where = [knowledge.places[place] for place in places]
                facts.append(Fact(where, dict.fromkeys(names, 1), lo=n, hi=n))
            elif n:
                return False
    if not facts:
        return True
    try:
        return Belief(knowledge.given(*facts)).count > 0
    except Contradiction:
        return False


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
