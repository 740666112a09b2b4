"""Which case files can be, and how likely each is: exactly, by whichever way is the shortest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beliefs import Belief, TooLarge, WorldDiagram, holds
from beliefs.diagram import Limits
from unseen.notebook.sayings import CASE_FILE

LARGER = 5
"""How many times as large as the diagram that is there another may be."""
SMALL, FEW, MANY = 2_500, 600_000, 6_000_000
"""States of a diagram of which another costs little; states, times ways to fill two kinds, that
are soon walked through, and those that may be walked through at all."""
DRAWN = 50_000
"""Worlds that tell how likely case files are where neither can be afforded."""

Shares = dict[tuple[int, ...], float]
"""The numbers of the three cards, in order -> how likely they are."""


def case_files(belief: Belief, kinds: Sequence[Sequence[str]]) -> Shares:
    """All case files that can be, with their probabilities.

    A diagram that deals to the case file first tells of it at once, but is often far larger than
    one in its own order. Then that one is cut down instead, to each suspect with each weapon (the
    two kinds of which least is open), and what is left tells of the third. Where both would take
    too long, as with very many cards, they are estimated from worlds that are drawn.
    """
    structure = belief.structure
    if not isinstance(structure, WorldDiagram):
        return _listed(belief)
    chances = structure.probabilities()[:, belief.knowledge.places.index(CASE_FILE)]
    index = {face: i for i, face in enumerate(belief.knowledge.faces)}
    open_ = sorted(([card for card in kind if chances[index[card]] > 0] for kind in kinds), key=len)
    steps = len(open_[0]) * len(open_[1]) * structure.nodes
    if structure.nodes <= SMALL or steps > FEW:
        try:
            return _listed(structure, Limits(LARGER * structure.cost))
        except TooLarge:
            pass
    if steps <= MANY:
        return _pair_by_pair(structure, open_, index)
    try:
        return _listed(structure)
    except TooLarge:
        drawn = belief.sample(DRAWN, 0) == belief.knowledge.places.index(CASE_FILE)
        filed, times = np.unique(drawn, axis=0, return_counts=True)
        return {
            tuple(np.flatnonzero(which).tolist()): float(n) / DRAWN
            for which, n in zip(filed, times, strict=True)
        }


def _listed(structure: Belief | WorldDiagram, limits: Limits | None = None) -> Shares:
    """By a structure that deals to the case file before all else."""
    if limits is not None and isinstance(structure, WorldDiagram):
        structure = WorldDiagram(structure.knowledge, limits=limits, first=CASE_FILE)
    held, shares = structure.contents(CASE_FILE)
    return {
        tuple(np.flatnonzero(which).tolist()): float(share)
        for which, share in zip(held[:, :, 0] > 0, shares, strict=True)
    }


def _pair_by_pair(
    structure: WorldDiagram, open_: Sequence[Sequence[str]], index: dict[object, int]
) -> Shares:
    """By the diagram with each two cards in the case file."""
    where, total = structure.knowledge.places.index(CASE_FILE), structure.count
    found: Shares = {}
    for first in open_[0]:
        one = structure.given(holds(CASE_FILE, first))
        for second in open_[1]:
            both = one.given(holds(CASE_FILE, second))
            if not both.possible:
                continue
            chances, share = both.probabilities()[:, where], both.count / total
            for third in open_[2]:
                if chances[index[third]] > 0:
                    cards = sorted(index[card] for card in (first, second, third))
                    found[tuple(cards)] = float(chances[index[third]]) * share
    return found
