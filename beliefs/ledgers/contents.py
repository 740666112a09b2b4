"""What a ledger's belief says about contents: copies of each face in each spot.

All arrays have the shape (faces, spots) in the order of `Ledger.faces` and `Ledger.spots`. Known
cards are counted, cards that have left are not. With several histories side by side the answers
are those of the mixture, each history with its weight.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from beliefs.belief import Belief
from beliefs.chain import WorldChain
from beliefs.chains.few import FewWorlds
from beliefs.diagram import WorldDiagram
from beliefs.errors import KnowledgeError, TooLarge
from beliefs.facts import Face, whole
from beliefs.knowledge import Knowledge
from beliefs.ledgers.branches import Branches
from beliefs.ledgers.counts import balances, expected, sampled
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Impossible, Zone
from beliefs.ledgers.paths import Outlook, Spot, outlook
from beliefs.ledgers.possible import agrees
from beliefs.ledgers.spread import common_spots, gathered, pile_of_spot, scatter, shared_out
from beliefs.ledgers.weighing import SMALL, Branch, Way, shares
from beliefs.ledgers.zones import joined, total
from beliefs.randomness import Randomness, generator_row, pick

Method: TypeAlias = Literal["auto", "table", "diagram"]


class Contents(Branches):
    """The questions that a ledger answers. Answers are kept until the next event."""

    _index: dict[Face, int]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, in the order in which `expected` and `sample` count them."""
        return tuple(self.copies)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every zone in order, ordered ones in parts of unknown inner order, from the bottom.

        Where histories part a zone differently, it is parted wherever one of them parts it.
        """
        if "spots" not in self._memo:
            self._memo["spots"] = common_spots(self._branches)
        return cast(tuple[Spot, ...], self._memo["spots"])

    def size(self, zone: Zone) -> int:
        """The number of cards in a zone."""
        self._zone(zone)
        return total(self._branches[0].piles[zone])

    def certain(self, zone: Zone) -> dict[Face, int]:
        """The cards that are known beside the hidden ones of a zone: face -> copies.

        With several histories, those that are known in each.
        """
        self._zone(zone)
        states = self._branches if self._single else self._possible()
        if not states:
            raise Impossible("no world agrees with what was seen, in no history")
        known = [joined(lots.piles[zone]).balance for lots in states]
        least = {face: min(one.get(face, 0) for one in known) for face in known[0]}
        return {face: n for face, n in least.items() if n > 0}

    def knowledge(self) -> Knowledge:
        """The hidden cards as knowledge; what is certain beside them is left out.

        Raises KnowledgeError where histories are side by side: see `histories`.
        """
        return self._out().knowledge

    def histories(self) -> list[tuple[Fraction, Knowledge]]:
        """The histories side by side: the probability of each, and its hidden cards as knowledge.

        Raises Contradiction if what was seen cannot have happened.
        """
        alive = self._alive("exactly")
        knowledge = (branch.outlook.knowledge for branch in alive)
        return list(zip(shares(alive), knowledge, strict=True))

    def belief(self, method: Method = "auto") -> Belief:
        """What is believed of the hidden cards; kept until the next event.

        Raises Contradiction if what was seen cannot have happened, KnowledgeError where histories
        are side by side: make a belief of each of `histories`.
        """
        key = f"belief by {method}"
        if key not in self._memo:
            self._memo[key] = Belief(self.knowledge(), method=method)
        return cast(Belief, self._memo[key])

    @property
    def weight(self) -> Fraction:
        """How likely all that was seen since the last reset was, in the reference measure.

        A card that was chosen for its face counts its copies, a fact its weight; so this is a
        probability where cards left only at random.
        """
        return sum((branch.weight for branch in self._alive("exactly")), Fraction(0))

    @property
    def possible(self) -> bool:
        """Is there any world? Some contradictions are seen only where all facts are put together.

        By a search for one, not by counting all: exact, and quick where a belief is wide. Raises
        TooLarge where it is open after some 200,000 steps.

        >>> from beliefs import Ledger
        >>> ledger = Ledger({"a": 1, "b": 1, "c": 1}, {"x": False, "y": False, "z": False})
        >>> ledger.reset(hidden={"x": 1, "y": 1, "z": 1})
        >>> for pair in ["xy", "yz"]:
        ...     ledger.fact([*pair], {"a": 1, "b": 1}, 1, 1)
        >>> ledger.possible
        True
        >>> ledger.fact(["x", "z"], {"a": 1, "b": 1}, 1, 1)  # twice two cards are no three
        >>> ledger.possible
        False
        """
        return bool(self._possible())

    @property
    def count(self) -> int | float:
        """The number of worlds: ways in which the hidden labelled cards can lie.

        A float, estimated, where the belief is too wide to be exact (`belief().exact`).

        Where hidden cards have moved on, the ways in which they came there count apart; so do
        the histories side by side.
        """
        if self._single:
            return self.belief().count
        return sum(_count(branch) for branch in self._alive("auto"))

    @property
    def arrangements(self) -> int | float:
        """The number of worlds, times the orders of ordered zones that are unknown."""
        if self._single:
            return self.count * _orders(self._branches[0])
        return sum(_count(branch) * _orders(branch.lots) for branch in self._alive("auto"))

    def expected(self, exact: bool = False) -> npt.NDArray[Any]:
        """The expected number of copies of each face in each spot: float64[faces, spots].

        Known cards are included. exact: an object array of Fractions.
        """
        if not self._single:
            return self._expected_of_all(exact)
        lots = self._branches[0]
        known = balances(lots, self._index)
        if not lots.rows:
            return known.astype(object if exact else np.float64)
        return expected(self._out(), self.belief(), known, self._index, exact)

    def sample(
        self, n: int, rng: Randomness, *, quickly: bool = False
    ) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """n independent worlds as numbers of copies: int8[n, faces, spots].

        Known cards are included, cards that have left are not; int16 where a face has more than
        127 copies. rng: a NumPy Generator, a whole number as seed, or a generator row (int64[4]),
        which is advanced.

        quickly: for a search. Where a diagram would be larger than a few megabytes, the worlds are
        drawn by a small chain instead (`chains.few`): nearly with their probabilities.
        """
        if whole(n, "the number of worlds") < 0:
            raise KnowledgeError(f"{n} worlds: draw 0 or more")
        counts = self._room(n)
        if not self._single:
            self._sample_of_all(counts, generator_row(rng), "quickly" if quickly else "auto")
            return counts
        lots = self._branches[0]
        counts[:] = balances(lots, self._index).astype(counts.dtype)  # once, not n times over
        if lots.rows:
            worlds = self._few() if quickly else self.belief()
            sampled(self._out(), worlds.sample(n, rng), counts, self._index)
        return counts

    def allows(self, counts: npt.ArrayLike) -> bool:
        """Can this be the world? counts: int[faces, spots], copies of a face in a spot."""
        world = np.asarray(counts).astype(np.int64)
        shape = (len(self.copies), len(self.spots))
        if world.shape != shape:
            raise KnowledgeError(f"counts of shape {world.shape}: (faces, spots) is {shape}")
        if (world != counts).any():
            return False  # parts of cards
        away = self._branches[0].away
        present = [n - away[face] for face, n in self.copies.items()]
        sizes = [spot.size for spot in self.spots]
        if (world < 0).any() or (world.sum(axis=1) != present).any():
            return False
        if (world.sum(axis=0) != sizes).any():
            return False
        for lots in self._branches:
            whole_piles = gathered(world, pile_of_spot(lots, self.spots))
            if agrees(lots, whole_piles - balances(lots, self._index), self._index):
                return True
        return False

    # --- behind the questions ---

    @property
    def _single(self) -> bool:
        return len(self._branches) == 1

    def _out(self) -> Outlook:
        if not self._single:
            raise KnowledgeError(
                f"{len(self._branches)} histories are side by side, each with a knowledge of its "
                "own: ask for histories(), or ask the ledger itself"
            )
        if "outlook" not in self._memo:
            self._memo["outlook"] = outlook(self._branches[0])
        return cast(Outlook, self._memo["outlook"])

    def _few(self) -> Belief | FewWorlds:
        """What worlds for a search are drawn from: the belief, unless it is too wide."""
        if "few" not in self._memo:
            try:
                self._memo["few"] = Belief(self.knowledge(), "exact", memory=SMALL)
            except TooLarge:
                self._memo["few"] = FewWorlds(self.knowledge())
            else:
                self._memo.setdefault("belief by auto", self._memo["few"])
        return cast("Belief | FewWorlds", self._memo["few"])

    def _room(self, n: int) -> npt.NDArray[Any]:
        small = max(self.copies.values(), default=0) <= 127
        dtype = np.int8 if small else np.int16
        return np.zeros((n, len(self.copies), len(self.spots)), dtype)

    def _expected_of_all(self, exact: bool) -> npt.NDArray[Any]:
        dtype = np.dtype(object if exact else np.float64)
        sizes = np.array([Fraction(spot.size) for spot in self.spots]).astype(dtype)
        mean = np.zeros((len(self.copies), len(self.spots)), dtype)
        alive = self._alive("exactly" if exact else "auto")
        for share, branch in zip(shares(alive), alive, strict=True):
            inside = balances(branch.lots, self._index).astype(dtype)
            if isinstance(branch.worlds, WorldDiagram | WorldChain):
                inside = expected(branch.outlook, branch.worlds, inside, self._index, exact)
            piles = pile_of_spot(branch.lots, self.spots)
            mean += (share if exact else float(share)) * shared_out(inside, piles, sizes)
        return mean

    def _sample_of_all(
        self, counts: npt.NDArray[Any], row: npt.NDArray[np.int64], way: Way
    ) -> None:
        alive = self._alive(way)
        sizes = np.array([spot.size for spot in self.spots], np.int64)
        upto = np.cumsum([float(share) for share in shares(alive)])
        which = np.zeros(len(counts), np.int64)
        pick(upto, False, row, which)
        for number, branch in enumerate(alive):
            where = np.flatnonzero(which == number)
            known = balances(branch.lots, self._index)
            inside = np.repeat(known[None].astype(counts.dtype), len(where), axis=0)
            if branch.worlds and len(where):
                drawn = branch.worlds.sample(len(where), row)
                sampled(branch.outlook, drawn, inside, self._index)
            scatter(inside, pile_of_spot(branch.lots, self.spots), sizes, where, row, counts)


def _count(branch: Branch) -> int | float:
    return branch.worlds.count if isinstance(branch.worlds, WorldDiagram | WorldChain) else 1


def _orders(lots: Lots) -> int:
    """In how many orders the cards of ordered zones can lie, by what is known of them."""
    orders = 1
    for zone in lots.ordered:
        for pile in lots.piles[zone]:
            orders *= factorial(pile.size)
    return orders
