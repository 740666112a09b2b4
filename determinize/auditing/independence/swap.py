"""The swap test: copies of two states that the seat cannot tell apart must be distributed alike.

The twin is another true state, with hidden cards elsewhere, in which the seat has seen and learned
exactly the same. Whatever differs between copies of the truth and copies of the twin, anywhere in
them, is a secret that travels with the copy.

First a few copies of both are made with equal seeds. If they are equal in every channel, nothing
travels, and that is all. Else the copier may still be right: one that shuffles the true layout
makes copies that are equal in distribution only. So copies of both are made with seeds of their own
(with equal ones the counts would depend on each other), and counted by value in every channel.
Which channels are compared is decided by the counts of both together, without looking at which came
from where, so each comparison is an exact test.

A copier that peeks now and then, or only leans towards the truth, is found over many positions: by
wagers that a copy of the truth lies nearer to the truth than a copy of the twin does; and one that
leaves a hint now and then, by wagers on each channel (``foretold``).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from determinize.auditing.channels.paths import channels, common, kind_of
from determinize.auditing.channels.walk import Token, Walk
from determinize.auditing.evidence import (
    INDEPENDENT,
    THE_WORLD,
    Bet,
    Evidence,
    Foretold,
    TwoSamples,
)
from determinize.auditing.independence.carried import carried, dealt_alike, former_states
from determinize.auditing.independence.columns import (
    Column,
    columns,
    nearest_to_half,
    rarest,
    telling,
)
from determinize.auditing.independence.foretold import foretold
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

PAIRS = 16
"""Pairs of copies with equal seeds."""
MOST_COPIES = 80
"""Copies of each of the two states that are counted."""
MOST_CELLS, MOST_PATHS = 8, 16
"""Cells (where a card lies) and other channels compared in one position."""
MOST_RARE = 48
"""Channels with rare values that are bet on in one position, beside those that are compared."""
STAKES = (0.05, 0.25)
"""Parts of what one has that are wagered on each pair: little for slight leanings."""
FOLLOWED = (1.0, 0.3)
"""The same for bets on where a copy comes from, by what stands in a channel."""
AT_REST = "as in its original"
"""Of a generator that is never drawn from again, if it is kept as it is."""


class Copies:
    """Copies of one state, and what stands in their channels."""

    def __init__(self, sample: Sample, origin: Any, resting: Mapping[str, Token]) -> None:
        self.sample = sample
        self.origin = origin
        self.resting = resting
        self.worlds: list[Hashable] = []
        self.cells: list[Mapping[Any, int]] = []
        self.tokens: list[dict[str, Token]] = []
        self.generators: set[str] = set()
        self.former: set[str] = set()

    def add(self, seed: int) -> None:
        """One more copy."""
        copy = self.sample.copied(self.origin, seed, INDEPENDENT)
        walk = channels(copy, target=self.sample.target, known=common(self.sample.target))
        for path in walk.generators:
            if walk.tokens[path] == self.resting.get(path):
                walk.tokens[path] = AT_REST
        self.generators.update(walk.generators)
        self.former |= former_states(copy, walk)
        self.tokens.append(walk.tokens)
        self.worlds.append(self.sample.canonical(copy))
        self.cells.append(self.sample.cells(copy))

    def same(self, other: Copies) -> bool:
        """Whether both are equal, one by one."""
        return self.worlds == other.worlds and self.tokens == other.tokens


def swap(sample: Sample, twin: Any, evidence: Evidence, drawn: frozenset[str]) -> int:
    """Make the swap test and say how many copies were compared.

    Args:
        drawn: the paths of generators from which play still draws; others are at rest.
    """
    states = [sample.truth, twin]
    resting = [_resting(sample, state, drawn) for state in states]
    seeds = sample.seeds(min(PAIRS, max(1, len(sample.copies))))
    pairs = [Copies(sample, *both) for both in zip(states, resting, strict=True)]
    for seed in seeds:
        for copies in pairs:
            copies.add(seed)
    if pairs[0].same(pairs[1]):
        return len(seeds)
    ours, theirs = (Copies(sample, *both) for both in zip(states, resting, strict=True))
    n = min(MOST_COPIES, len(sample.copies))
    rng = np.random.default_rng([sample.position.seed, sample.position.depth, sample.seat, 17])
    further = [int(seed) for seed in rng.integers(2**31, size=2 * n)]
    turns = rng.permutation(np.repeat([True, False], n))
    for seed, mine in zip(further, turns, strict=True):
        (ours if mine else theirs).add(seed)
    _compare(ours, theirs, evidence)
    _wager(sample, twin, ours, theirs, evidence)
    _foretell(ours, theirs, evidence, turns.tolist())
    return n


def _resting(sample: Sample, state: Any, drawn: frozenset[str]) -> dict[str, Token]:
    walk = Walk(state, known=common(sample.target))
    return {path: walk.tokens[path] for path in walk.generators if path not in drawn}


def _compare(ours: Copies, theirs: Copies, evidence: Evidence) -> None:
    """Count the chosen channels; those that agree exactly are tests too, if quiet ones.

    The world is sent even where it agrees: it is pooled over positions, and a pool of those only in
    which it differs would be no test of a right copier any more.
    """
    n = len(ours.worlds)
    generators = ours.generators | theirs.generators
    for name, kind, column in _chosen(ours, theirs, generators):
        plain = [_plain(value) for value in column]
        counts = Counter(plain[:n]), Counter(plain[n:])
        if counts[0] == counts[1] and name != THE_WORLD:
            evidence.quiet += 1
        else:
            name = name.strip(" .")
            evidence.samples.append(TwoSamples(INDEPENDENT, name, kind.name, *counts))


def _wager(sample: Sample, twin: Any, ours: Copies, theirs: Copies, evidence: Evidence) -> None:
    """Bet on which of two copies was made of the truth: on the one that lies nearer to it.

    The copies of a pair have seeds of their own. If both are drawn from one distribution, either is
    as likely to be the nearer one, whatever nearness is, and so no stake gains on average.
    """
    cells = [sample.cells(state) for state in (sample.truth, twin)]
    won = lost = 0
    for mine, other in zip(ours.cells, theirs.cells, strict=True):
        a, b = (_common(one, cells[0]) - _common(one, cells[1]) for one in (mine, other))
        won += a > b
        lost += a < b
    for stake in STAKES:
        factor = won * math.log1p(stake) + lost * math.log1p(-stake)
        statistic = f"resemblances of copies to their originals (stake {stake})"
        evidence.bets.append(Bet(INDEPENDENT, statistic, Kind.PEEKING.name, factor))


def _common(one: Mapping[Any, int], other: Mapping[Any, int]) -> int:
    return sum(min(n, other.get(cell, 0)) for cell, n in one.items())


def _plain(value: Hashable) -> Hashable:
    """A value that any process can read."""
    return value if isinstance(value, (str, int, float, bytes, tuple)) else str(value)


def _foretell(ours: Copies, theirs: Copies, evidence: Evidence, turns: Sequence[bool]) -> None:
    """Bet on each channel's telling which of the two states a copy was made of.

    Args:
        turns: the order in which copies were made: whether of the true state.
    """
    n = len(ours.worlds)
    mine, other = iter(range(n)), iter(range(n, 2 * n))
    order = [next(mine) if origin else next(other) for origin in turns]
    for name, kind, column in _wagered(ours, theirs, ours.generators | theirs.generators):
        values = [column[i] for i in order]
        logs = tuple(foretold(values, turns, stake=stake) for stake in FOLLOWED)
        evidence.foretold.append(Foretold(INDEPENDENT, name.strip(" ."), kind.name, logs))


def _chosen(
    ours: Copies, theirs: Copies, generators: set[str]
) -> Iterator[tuple[str, Kind, Column]]:
    """The channels to compare: world, cells, then paths, no two with the same pattern of values."""
    seen: set[Hashable] = set()
    world = {THE_WORLD: [*ours.worlds, *theirs.worlds]}
    for name, column in telling(world, seen).items():
        yield name, Kind.PEEKING, column
    cells = telling(_lie(ours, theirs), seen)
    for name in nearest_to_half(cells, MOST_CELLS):
        yield name, Kind.PEEKING, cells[name]
    kind = _namer(ours, theirs, generators)
    values = telling(columns([*ours.tokens, *theirs.tokens]), seen)
    for name in nearest_to_half(values, MOST_PATHS):
        yield name, kind(name, values[name]), values[name]


def _wagered(
    ours: Copies, theirs: Copies, generators: set[str]
) -> Iterator[tuple[str, Kind, Column]]:
    """The channels to bet on: as many paths as are compared, and as many with rare values."""
    kind = _namer(ours, theirs, generators)
    values = telling(columns([*ours.tokens, *theirs.tokens]), set())
    names = dict.fromkeys([*nearest_to_half(values, MOST_PATHS), *rarest(values, MOST_RARE)])
    for name in names:
        yield name, kind(name, values[name]), values[name]


def _namer(ours: Copies, theirs: Copies, generators: set[str]) -> Callable[[str, Column], Kind]:
    """The kind of bug by a path and its values: peeking is not where the cards are dealt alike."""
    lie = _lie(ours, theirs)
    cards = [lie[name] for name in nearest_to_half(telling(lie, set()), MOST_CELLS)]
    n, former = len(ours.worlds), ours.former | theirs.former
    alike = dealt_alike([[*ours.worlds, *theirs.worlds], *cards], n)

    def kind(path: str, column: Column) -> Kind:
        found = kind_of(path, generators)
        return carried(path, column, n, former) if found is Kind.PEEKING and alike else found

    return kind


def _lie(ours: Copies, theirs: Copies) -> dict[str, Column]:
    """Each cell's number of cards in every copy."""
    cells = [*ours.cells, *theirs.cells]
    return {
        f"{face} in {place}": [counted.get((face, place), 0) for counted in cells]
        for face, place in sorted({cell for counted in cells for cell in counted})
    }
