"""How soon a person at the table is answered: Clue with six players, seen from one of the seats.

There is no peer. Positions of few suggestions are the hard ones to rank: next to nothing is known,
so that answers need large diagrams; after sixty most is settled, and there are few worlds.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from time import perf_counter

from beliefs import Belief, Knowledge
from beliefs.graphs.growth import forget
from benchmarks.positions import CASE_FILE, KINDS, ROOMS, clue
from benchmarks.timing import RUNS
from determinize.suggestions import ranked

SEEDS = range(1, 6)
ASKED = tuple(f"player {player}" for player in range(1, 6))
SUGGESTIONS = tuple(product(*KINDS))
IN_A_ROOM = tuple(cards for cards in SUGGESTIONS if cards[2] == ROOMS[0])


@dataclass(frozen=True)
class Time:
    """Milliseconds: the median of the deals, and the deal that takes longest; each of some runs."""

    median: float
    longest: float

    def __str__(self) -> str:
        return f"{self.median:,.3g} ms (longest {self.longest:,.3g})"


@dataclass(frozen=True)
class Notebook:
    """What takes how long after so many suggestions, nothing being kept from before."""

    suggestions: int
    worlds: tuple[int, ...]
    """In each deal."""
    probabilities: Time
    """A belief, and the probabilities of all cards in all places."""
    room: Time
    """The ten suggestions worth most of the 36 in a room."""
    every: Time
    """And of all 324."""

    def __str__(self) -> str:
        return (
            f"Clue, six players, {self.suggestions} suggestions: all probabilities in "
            f"{self.probabilities}; the best ten of 36 suggestions in {self.room}, of 324 in "
            f"{self.every}"
        )


def measure() -> list[Notebook]:
    """Early, and late: after 4, 8 and 60 suggestions."""
    return [after(suggestions) for suggestions in (4, 8, 60)]


def after(suggestions: int) -> Notebook:
    """So many suggestions; late in the game from few cards, as else nothing would be open."""
    favourites = 2 if suggestions > 20 else None
    deals = [
        clue(suggestions, hands=6, seat=True, seed=seed, favourites=favourites) for seed in SEEDS
    ]

    def told(knowledge: Knowledge) -> Callable[[], object]:
        return lambda: Belief(knowledge).probabilities()

    def asking(knowledge: Knowledge, triples: tuple[tuple[str, ...], ...]) -> Callable[[], object]:
        belief = Belief(knowledge)
        return lambda: ranked(belief, triples, ASKED, of=CASE_FILE)

    return Notebook(
        suggestions,
        tuple(int(Belief(knowledge).count) for knowledge in deals),
        timed([told(knowledge) for knowledge in deals]),
        timed([asking(knowledge, IN_A_ROOM) for knowledge in deals]),
        timed([asking(knowledge, SUGGESTIONS) for knowledge in deals]),
    )


def timed(works: list[Callable[[], object]]) -> Time:
    """Each several times, after one uncounted time."""
    found = []
    for work in works:
        work()
        found.append(statistics.median(seconds(work) for _ in range(RUNS)))
    return Time(1e3 * statistics.median(found), 1e3 * max(found))


def seconds(work: Callable[[], object]) -> float:
    """How long it takes when diagrams kept from before are gone."""
    forget()
    started = perf_counter()
    work()
    return perf_counter() - started
