"""Exact probabilities of hands, and worlds sampled, for positions of Schnapsen."""

from __future__ import annotations

import numpy as np
from constraint import ExactSumConstraint, Problem
from numpy.typing import NDArray

from beliefs import Belief, Fact, Knowledge, lacks
from benchmarks.timing import Figure, Side, compare
from compiled import rows

UNSEEN = ("AC", "10C", "KC", "QC", "AD", "10D", "KD", "JD", "10H", "JH", "AS", "KS", "QS", "JS")
HAND, TALON = 5, 9
VOID = tuple(card for card in UNSEEN if card[-1] in "DH")

WORLDS = 200_000
TRIES = 20_000


def knowledge(*facts: Fact) -> Knowledge:
    """The opponent's five cards among fourteen unseen ones."""
    return Knowledge(dict.fromkeys(UNSEEN, 1), {"hand": HAND, "talon": TALON}, list(facts))


def by_constraint() -> NDArray[np.float64]:
    """The same probabilities by enumerating every hand with python-constraint."""
    problem = Problem()
    problem.addVariables(list(UNSEEN), [0, 1])
    problem.addConstraint(ExactSumConstraint(HAND))
    solutions = problem.getSolutions()
    counts = np.array([sum(world[card] for world in solutions) for card in UNSEEN])
    return np.asarray(counts / len(solutions), np.float64)


def by_rejection(rng: np.random.Generator, *, void: bool) -> int:
    """Shuffle the unseen cards ``TRIES`` times; how many deals are consistent."""
    deals = rng.permuted(np.tile(np.arange(len(UNSEEN)), (TRIES, 1)), axis=1)[:, :HAND]
    if not void:
        return len(deals)
    forbidden = np.array([card in VOID for card in UNSEEN])
    return int((~forbidden[deals].any(axis=1)).sum())


def check() -> None:
    """Both ways give the same probabilities."""
    ours = Belief(knowledge()).probabilities()[:, 0]
    if not np.allclose(ours, by_constraint(), rtol=1e-12):
        raise AssertionError("the two ways of computing hand probabilities differ")


def figures() -> list[Figure]:
    """Probabilities of all cards; worlds from the start, and where two suits are excluded."""
    check()

    def exact() -> int:
        for _ in range(100):
            Belief(knowledge()).probabilities()
        return 100

    def enumerated() -> int:
        by_constraint()
        return 1

    generator = np.random.default_rng(1)
    row = rows(1)[0]
    found = [
        compare(
            "all hand probabilities, 2 002 worlds",
            Side("unseen, belief built anew", "beliefs", exact),
            Side("python-constraint2, enumerating", "beliefs", enumerated),
        )
    ]
    for void, what in ((False, "no facts, 2 002"), (True, "two suits void, 6")):
        facts = [lacks("hand", VOID)] if void else []
        belief = Belief(knowledge(*facts))

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
