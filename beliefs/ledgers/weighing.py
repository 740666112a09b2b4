"""How likely each of several histories is: exactly, as far as that goes in seconds, or quickly.

The weight of a history is its coefficient times the weight of all its worlds. Diagrams tell it
exactly. Where one would be too wide, a chain estimates it, and then shares, expectations and draws
are estimates too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Literal, NamedTuple, TypeAlias

from beliefs.chain import WorldChain
from beliefs.chains.few import FewWorlds
from beliefs.diagram import Limits, WorldDiagram
from beliefs.errors import Contradiction, TooLarge
from beliefs.knowledge import Knowledge
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.paths import Outlook, outlook

Way: TypeAlias = Literal["exactly", "auto", "quickly"]
"""How worlds are weighed: by diagrams alone; else by a chain; else by one for a search."""
WAYS: tuple[Way, ...] = ("quickly", "auto", "exactly")
"""From the quickest to the one that is never wrong."""
Worlds: TypeAlias = WorldDiagram | WorldChain | FewWorlds

SMALL = 4 * 2**20
"""Bytes of a diagram from which worlds are drawn quickly, at most: some 45 000 states."""
WIDE = 2**28
"""Bytes of the diagram of one history among several, at most: some seconds. Then a chain."""


class Branch(NamedTuple):
    """A branch that can be: its state, its worlds, and the weight of all of them together."""

    lots: Lots
    outlook: Outlook
    worlds: Worlds | None  # None: no card is hidden
    weight: Fraction

    @property
    def exact(self) -> bool:
        """Is the weight no estimate?"""
        return self.worlds is None or isinstance(self.worlds, WorldDiagram)


def branch_of(lots: Lots, way: Way = "exactly") -> Branch | None:
    """A state with its worlds; None if it has none.

    Raises TooLarge where that would be more than the way allows, NoWorldFound where a chain found
    none.
    """
    try:
        out = outlook(lots)
    except Contradiction:
        return None
    weight, worlds = lots.coefficient * out.constant, None
    if lots.rows:
        worlds = _worlds_of(out.knowledge, way)
        weight *= _weight_of(worlds)
    return Branch(lots, out, worlds, weight) if weight else None


def shares(branches: Sequence[Branch]) -> list[Fraction]:
    """How likely each of some histories is."""
    weight = sum(branch.weight for branch in branches)
    return [branch.weight / weight for branch in branches]


def _worlds_of(knowledge: Knowledge, way: Way) -> Worlds:
    """What the worlds of a history are asked of."""
    if way == "exactly":
        return WorldDiagram(knowledge, limits=Limits(foreseen=True))
    limits = Limits(SMALL) if way == "quickly" else Limits(WIDE, foreseen=True)
    try:
        return WorldDiagram(knowledge, limits=limits)
    except TooLarge:
        return FewWorlds(knowledge) if way == "quickly" else WorldChain(knowledge)


def _weight_of(worlds: Worlds) -> Fraction:
    """The weight of all worlds together, exactly or as estimated."""
    if isinstance(worlds, WorldDiagram):
        return worlds.weight
    bits = worlds.log2_weight
    if bits == float("-inf"):
        return Fraction(0)
    return Fraction(2) ** floor(bits) * Fraction(2.0 ** (bits - floor(bits)))
