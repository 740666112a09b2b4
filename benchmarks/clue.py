"""What is known at Clue: worlds counted, and all probabilities, here and by four other libraries.

On both sides everything is built anew from the same `Knowledge` each time, with no diagram kept
from before (a knowledge of a shape met before costs a fraction of it). Enumerating peers come
where the worlds are few, decision diagrams everywhere. All must agree before anything is timed.
The time that it takes to find the order of the cards counts on our side alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from beliefs import Belief, Knowledge
from benchmarks import cudd, enumeration, sdd
from benchmarks.encoding import card_order, check
from benchmarks.positions import clue_positions
from benchmarks.timing import Figure, Side, anew, compare

FEW = 10_000
"""Worlds up to which a peer enumerates them."""
ENUMERATING = (
    ("OR-tools CP-SAT", enumeration.by_cp_sat),
    ("python-constraint2", enumeration.by_constraint),
)
LEAST = 0.05
"""Seconds that a timed run takes, at least."""


def counted(build: Callable[[], Any]) -> None:
    """Build a belief or a peer's diagram, and ask for the count."""
    build().count  # noqa: B018


def in_full(build: Callable[[], Any]) -> None:
    """Build it, and ask for the count and all probabilities."""
    diagram = build()
    diagram.count  # noqa: B018
    diagram.probabilities()


def best_order(knowledge: Knowledge) -> list[Any]:
    """The order of the cards with which CUDD's diagram is smaller: as they come, or by facts."""
    orders = [list(knowledge.faces), card_order(knowledge)]
    return min(orders, key=lambda order: len(cudd.Diagram(knowledge, order).root))


def readable(count: int) -> str:
    """A number of worlds for a table, to two digits."""
    if count < 100_000:
        return f"{count:,}"
    digits, power = f"{count:.1e}".split("e")
    return f"{digits}e{int(power)}"


def agree(what: str, belief: Belief, count: int, probabilities: Any) -> None:
    """Raise where a peer differs."""
    if count != belief.count:
        raise AssertionError(f"{what}: {count} worlds, not {belief.count}")
    if not np.allclose(probabilities, belief.probabilities(), rtol=1e-9, atol=1e-12):
        raise AssertionError(f"{what}: the probabilities differ")


def repeated(name: str, work: Callable[[], object]) -> Side:
    """A side that does its work as often in a run as it takes for the clock to be trusted."""
    work()
    started = time.perf_counter()
    work()
    times = max(1, round(LEAST / (time.perf_counter() - started)))

    def several() -> int:
        for _ in range(times):
            work()
        return times

    return Side(name, "beliefs", several)


def against(what: str, knowledge: Knowledge) -> list[Figure]:
    """All comparisons of one position."""
    check(knowledge)
    belief = Belief(knowledge)
    order = best_order(knowledge)
    what = f"{what}, {readable(belief.count)} worlds"
    libraries = (("dd with CUDD", cudd.Diagram), ("pysdd", sdd.Diagram))
    for name, library in libraries:
        diagram = library(knowledge, order)
        agree(f"{what}, {name}", belief, diagram.count, diagram.probabilities())

    count = repeated("unseen, count", partial(counted, partial(anew, knowledge)))
    full = repeated("unseen, count, probabilities", partial(in_full, partial(anew, knowledge)))
    found = []
    for name, library in libraries:
        build = partial(library, knowledge, order)
        found.append(compare(what, count, repeated(name, partial(counted, build))))
        found.append(compare(what, full, repeated(name, partial(in_full, build))))
    for name, enumerate_ in ENUMERATING if belief.count <= FEW else ():
        agree(f"{what}, {name}", belief, *enumerate_(knowledge))
        found.append(compare(what, full, repeated(name, partial(enumerate_, knowledge))))
    return found


def figures() -> list[Figure]:
    """Positions A, B and C against every peer."""
    return [
        figure
        for what, knowledge in clue_positions().items()
        for figure in against(what, knowledge)
    ]
