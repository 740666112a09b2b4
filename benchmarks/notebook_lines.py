"""How soon a line of a notebook is answered: six players, and sixty suggestions on the log.

All that a page shows is counted (worlds, probabilities, case files, what has become certain);
reasons are not, since they are looked for when asked, nor is the next question, which
`benchmarks.notebook` measures. The same for every line on the way, since the middle of a game,
when much is said and little settled, takes longer than its end.
"""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass
from time import perf_counter

from beliefs.graphs.growth import forget
from games.clue.cards import FACES, KINDS
from unseen.notebook import Casebook

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
SEEDS = range(1, 6)


@dataclass(frozen=True)
class Lines:
    """Milliseconds: the median and the longest, by five games."""

    last: tuple[float, float]
    """The sixtieth suggestion, answered when the others are known."""
    every: tuple[float, float]
    """Each of the sixty."""
    read: tuple[float, float]
    """The whole log, read and answered at once."""

    def __str__(self) -> str:
        last, every, read = (f"{a:.3g} ms (longest {b:.3g})" for a, b in self._all)
        return (
            f"A notebook of six players answers the sixtieth suggestion in {last}, each of the "
            f"sixty in {every}, and reads all in {read}"
        )

    @property
    def _all(self) -> tuple[tuple[float, float], ...]:
        return self.last, self.every, self.read


def measure() -> Lines:
    """Of five games, each seen from one of the seats."""
    last, every, read = [], [], []
    for seed in SEEDS:
        lines = log(seed)
        answered(Casebook.of(lines), None)  # what is compiled or loaded once
        book = Casebook.of(lines[:3])
        for line in lines[3:]:
            forget()
            started = perf_counter()
            after = answered(book.added(line), book)
            every.append(perf_counter() - started)
            book = after
        last.append(every[-1])
        forget()
        started = perf_counter()
        answered(Casebook.of(lines), None)
        read.append(perf_counter() - started)
    return Lines(*(_told(some) for some in (last, every, read)))


def answered(book: Casebook, before: Casebook | None) -> Casebook:
    """The casebook, when everything that its page shows is computed."""
    assert book.worlds
    assert len(book.probabilities)
    assert len(book.triples)
    assert before is None or book.news(before) is not None
    return book


def log(seed: int, suggestions: int = 60) -> list[str]:
    """The notebook of a game in which people suggest at random, in turn."""
    rng = random.Random(seed)
    file = [rng.choice(kind) for kind in KINDS]
    rest = [card for card in FACES if card not in file]
    rng.shuffle(rest)
    hands = dict(zip(NAMES, (set(rest[i::6]) for i in range(6)), strict=True))
    lines = [f"players {' '.join(NAMES)}", "me Ann", f"hand {', '.join(sorted(hands['Ann']))}"]
    for turn in range(suggestions):
        who = turn % 6
        three = [rng.choice(kind) for kind in KINDS]
        came = "nobody"
        for other in (NAMES[(who + i) % 6] for i in range(1, 6)):
            if held := sorted(hands[other].intersection(three)):
                seen = f" {rng.choice(held)}" if "Ann" in (NAMES[who], other) else ""
                came = f"{other} shows{seen}"
                break
        lines.append(f"{NAMES[who]}: {', '.join(three)} -> {came}")
    return lines


def _told(seconds: list[float]) -> tuple[float, float]:
    return 1e3 * statistics.median(seconds), 1e3 * max(seconds)
