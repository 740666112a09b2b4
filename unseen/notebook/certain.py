"""What is certain in a notebook, which of it is worth saying, and what a line says outright."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs import Fact
from unseen.certainty import said_outright
from unseen.notebook.sayings import CASE_FILE
from unseen.notebook.setup import Setup


class Certain(NamedTuple):
    """Whether a card certainly lies in a place, or certainly does not."""

    card: str
    place: str
    holds: bool


def worth_saying(setup: Setup, can: npt.NDArray[np.bool_]) -> Iterator[Certain]:
    """What is certain, given where each card can be [cards, places]; not what follows at once.

    That other places lack a card whose place is known follows, that a place whose cards are all
    known lacks the rest, and that the case file holds no second card of a kind.
    """
    placed = can.sum(axis=1) == 1
    full = np.array(
        [int(can[placed, p].sum()) == setup.room[place] for p, place in enumerate(setup.places)]
    )
    filed = can[:, setup.places.index(CASE_FILE)] & placed
    known = [any(filed[i] for i, c in enumerate(setup.edition.cards) if c in kind)
             for kind in setup.edition.kinds]  # fmt: skip
    for c, card in enumerate(setup.edition.cards):
        settled = next(
            k for kind, k in zip(setup.edition.kinds, known, strict=True) if card in kind
        )
        for p, place in enumerate(setup.places):
            if placed[c]:
                if can[c, p]:
                    yield Certain(card, place, True)
            elif not (can[c, p] or full[p] or (place == CASE_FILE and settled)):
                yield Certain(card, place, False)


def outright(lines: Iterable[tuple[int, Iterable[Fact]]]) -> Mapping[Certain, int]:
    """What lines say in so many words of single cards and places, and the first that does.

    >>> from beliefs import holds, lacks
    >>> outright([(4, [lacks("Ann", ["Rope", "Hall"])]), (5, [holds("Bob", "Rope")])])[
    ...     Certain("Hall", "Ann", False)]
    4
    """
    said: dict[Certain, int] = {}
    for number, facts in lines:
        for fact in facts:
            for card, place, held in said_outright(fact):
                said.setdefault(Certain(str(card), str(place), held), number)
    return said


def by_the_rules(setup: Setup, entry: Certain) -> bool:
    """Whether it is certain before any line is written: a kind of one card, an empty hand."""
    alone = any(kind == (entry.card,) for kind in setup.edition.kinds)
    return alone or setup.room[entry.place] == 0
