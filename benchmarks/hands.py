"""Exact probabilities of hands, and worlds sampled, for positions of Schnapsen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from beliefs import Belief, Knowledge, lacks
from benchmarks.enumeration import by_constraint, by_itertools
from benchmarks.positions import SCHNAPSEN, schnapsen
from benchmarks.timing import Figure, Side, anew, compare
from compiled import rows

HAND = 5
VOID = tuple(card for card in SCHNAPSEN if card[-1] in "DH")

WORLDS = 200_000
TRIES = 20_000


def by_rejection(rng: np.random.Generator, *, void: bool) -> int:
    """Shuffle the unseen cards ``TRIES`` times; how many deals are consistent."""
    deals = rng.permuted(np.tile(np.arange(len(SCHNAPSEN)), (TRIES, 1)), axis=1)[:, :HAND]
    if not void:
        return len(deals)
    forbidden = np.array([card in VOID for card in SCHNAPSEN])
    return int((~forbidden[deals].any(axis=1)).sum())


def exact_figures() -> list[Figure]:
    """All probabilities of a hand: enumerated by itertools and NumPy, and by a general solver."""
    knowledge = schnapsen()

    def times(build: Callable[[Knowledge], Belief]) -> int:
        for _ in range(100):
            build(knowledge).probabilities()
        return 100

    mine = Side("unseen, built anew", "beliefs", lambda: times(anew))
    met = Side("unseen, shape met before", "beliefs", lambda: times(Belief))
    found = []
    for name, enumerate_, sides in (
        ("itertools and NumPy, enumerating", by_itertools, (mine, met)),
        ("python-constraint2, enumerating", by_constraint, (mine,)),
    ):
        count, probabilities = enumerate_(knowledge)
        if count != 2002 or not np.allclose(Belief(knowledge).probabilities(), probabilities):
            raise AssertionError("the ways of computing hand probabilities differ")

        def enumerated(by: Callable[[Knowledge], object] = enumerate_) -> int:
            by(knowledge)
            return 1

        peer = Side(name, "beliefs", enumerated)
        found += [compare("all hand probabilities, 2 002 worlds", side, peer) for side in sides]
    return found


def figures() -> list[Figure]:
    """Probabilities of all cards; worlds from the start, and where two suits are excluded."""
    generator = np.random.default_rng(1)
    row = rows(1)[0]
    found = exact_figures()
    for void, what in ((False, "no facts, 2 002"), (True, "two suits void, 6")):
        facts = [lacks("hand", VOID)] if void else []
        belief = Belief(schnapsen(*facts))

        def sampled(belief: Belief = belief) -> int:
            return len(belief.sample(WORLDS, row))

        def rejected(void: bool = void) -> int:
            return by_rejection(generator, void=void)

        found.append(
            compare(
                f"worlds sampled ({what} worlds)",
                Side("unseen, 1 thread", "worlds", sampled),
                Side("NumPy shuffles, rejection", "worlds", rejected),
            )
        )
    return found
