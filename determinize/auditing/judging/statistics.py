"""The tests of an audit: statistics of all positions, each with its p-value and its share.

A test is made of one position alone, where a gross fault shows in a few copies, or of a statistic
over all positions together, where a slight and steady one does. There are few families of tests,
and each has a fixed share of the error rate, so that the thousands of counts in single positions do
not drown the dozens of counts over all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from determinize.auditing.evidence import (
    INDEPENDENT,
    REACHABLE,
    THE_WORLD,
    Bet,
    Evidence,
    Foretold,
    Histogram,
    Tally,
    TwoSamples,
    Uniform,
)
from determinize.auditing.finding import cut
from determinize.auditing.judging.significance import (
    binomial,
    fisher,
    holm,
    mixed_wagers,
    never,
    pooled_binomial,
    pooled_fisher,
    two_samples,
    wagers,
)
from determinize.auditing.judging.uniformity import (
    LOW,
    binned,
    low_counts,
    uniform,
    uniform_counts,
)
from determinize.auditing.kinds import Kind

SHARES = {
    "swap": 0.15,
    "swap over all": 0.05,
    "channels over all": 0.05,
    "counts": 0.2,
    "counts over all": 0.2,
    "never": 0.05,
    "never over all": 0.1,
    "spread": 0.1,
    "wagers": 0.05,
    "ranks": 0.05,
}
"""Each family's share of the error rate; where there is no test of a family, the others have it.

Of *swap* are two samples, and *over all* positions how often copies of the true state, and of its
twin, are in the true world; *channels* are wagers on one channel over all positions, which share
what they have by the number of positions; of *counts* are the tallies of one position, and *over
all* positions those of one statistic; *never* is where nothing hit at all; *spread* are histograms
over all positions, *wagers* products of bets, *ranks* those of true states among their copies. For
*reachable*, tests are one-sided: only what is too seldom reached counts.
"""
CHANNELS = "channels over all"
AS_IN_TRUTH = "a hidden card lies as in truth"
TRUE_WORLD = "all cards lie as in truth"
SHARED_WITH_TRUTH = "cards that lie as in truth"
"""The statistics that show copies to agree with the truth too often."""
SMALLEST = 1e-300
"""No p-value is told to be smaller: 0 would be a certainty."""
LONGEST = 200
"""Letters of a value that are shown in an example."""
DECISIVE = 1e-6
"""That nothing hits in one position is a test where it is no likelier than this."""


@dataclass
class Trial:
    """A test with its p-value.

    Attributes:
        places: which of the evidence it is made of.
        adjusted: the p-value, corrected for all tests of the audit.
        single: whether it is of one position alone.
        shown: which of the evidence shows it best, what the copies say, and what the belief.
        agreement: whether it says that copies agree with the truth too often.
        weight: by which the tests of a family divide its share.
    """

    family: str
    check: str
    kind: str
    p: float
    places: tuple[int, ...]
    shown: Callable[[], tuple[int, str, str]]
    agreement: bool = False
    adjusted: float = 1.0
    weight: float = 1.0

    @property
    def single(self) -> bool:
        """Whether it is of one position alone."""
        return len(self.places) == 1


def trials(evidence: Sequence[Evidence]) -> list[Trial]:
    """All tests of an audit, their p-values corrected for their number."""
    made = [
        *_swaps(evidence),
        *_swaps_over_all(evidence),
        *_channels_over_all(evidence),
        *_counts(evidence),
        *_counts_over_all(evidence),
        *_spreads(evidence),
        *_wagers(evidence),
        *_ranks(evidence),
    ]
    quiet = sum(each.quiet for each in evidence)
    sizes = dict.fromkeys(SHARES, 0.0)
    for test in made:
        sizes[test.family] += test.weight
    sizes["swap"] += quiet
    weights = [SHARES[test.family] * test.weight / sizes[test.family] for test in made]
    rest = quiet * SHARES["swap"] / sizes["swap"] if quiet else 0.0
    adjusted = holm([*(test.p for test in made), 1.0], [*weights, rest or 1e-300])
    for test, p in zip(made, adjusted, strict=False):
        test.adjusted = max(p, SMALLEST)
    return made


def _swaps(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for place, each in enumerate(evidence):
        for one in each.samples:
            p, value = two_samples(one.ours, one.theirs)
            shown = _shower(_in_samples, place, one, value)
            yield Trial("swap", one.check, one.kind, p, (place,), shown)


def _swaps_over_all(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    """Whether copies of true states are in the true worlds more often than copies of their twins.

    What shows only now and then, shows in many positions.
    """
    places, tables = [], []
    for place, each in enumerate(evidence):
        for one in each.samples:
            if one.statistic == THE_WORLD and each.truth is not None:
                places.append(place)
                ours, theirs = one.ours, one.theirs
                hits = ours.get(each.truth, 0), theirs.get(each.truth, 0)
                tables.append((hits[0], sum(ours.values()), hits[1], sum(theirs.values())))
                check = one.check
    if len(places) > 1:
        p = pooled_fisher(tables)
        shown = _shower(_in_tables, places, tables)
        yield Trial("swap over all", check, Kind.PEEKING.name, p, tuple(places), shown)


def _channels_over_all(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    """Whether a channel tells where copies come from: in few copies, but in many positions."""
    for places, wagered in _by_statistic(evidence, "foretold"):
        first: Foretold = wagered[0]
        p = mixed_wagers(one.log_factors for one in wagered)
        best = max(range(len(wagered)), key=lambda i: max(wagered[i].log_factors))
        shown = _shower(_in_channel, places[best], first, len(wagered))
        weight = float(len(places))
        yield Trial(CHANNELS, first.check, _usual(wagered), p, places, shown, weight=weight)


def _in_channel(place: int, one: Foretold, n: int) -> tuple[int, str, str]:
    return (
        place,
        f"{one.statistic} is not the same in copies of another state, in {_positions(n)}",
        "the seat cannot tell the states apart, yet this tells of which one a copy was made",
    )


def _positions(n: int) -> str:
    return "1 position" if n == 1 else f"{n} positions together"


def _in_tables(
    places: Sequence[int], tables: Sequence[tuple[int, int, int, int]]
) -> tuple[int, str, str]:
    strangest = min(range(len(tables)), key=lambda i: fisher(*tables[i]))
    a, n, b, m = (sum(column) for column in zip(*tables, strict=True))
    return (
        places[strangest],
        f"copies are in the true world in {a} of {n} cases, in {len(tables)} positions together",
        f"copies of other states that the seat cannot tell from these are in {b} of {m}",
    )


def _in_samples(place: int, one: TwoSamples, value: Any) -> tuple[int, str, str]:
    ours, theirs = (
        f"in {counts.get(value, 0)} of {sum(counts.values())} copies"
        for counts in (one.ours, one.theirs)
    )
    words = cut(value, LONGEST)
    return (
        place,
        f"{one.statistic} is {words} {ours}",
        f"{theirs} of another state that the seat cannot tell from this one",
    )


def _counts(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for place, each in enumerate(evidence):
        for one in each.tallies:
            if not one.alone:
                continue
            shown = _shower(_in_one, place, one)
            if one.check != REACHABLE:
                p = binomial(one.hits, one.n, one.probability)
                yield Trial("counts", one.check, one.kind, p, (place,), shown, _too_often([one]))
            elif never([(one.n, one.probability)]) <= DECISIVE:
                p = _unseen([one])
                yield Trial("never", one.check, one.kind, p, (place,), shown)


def _in_one(place: int, one: Tally) -> tuple[int, str, str]:
    return (
        place,
        f"{one.statistic} in {one.hits} of {one.n} copies",
        f"the belief gives it {one.probability:.3g}",
    )


def _counts_over_all(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for places, tallies in _by_statistic(evidence, "tallies"):
        first: Tally = tallies[0]
        if len(tallies) == 1 and first.alone:
            continue  # that position's own test
        shown = _shower(_in_all, places, tallies)
        if first.check == REACHABLE:
            p, family = _unseen(tallies), "never over all"
        else:
            p = pooled_binomial((one.hits, one.n, one.probability) for one in tallies)
            family = "counts over all"
        kind = _usual(tallies)
        yield Trial(family, first.check, kind, p, places, shown, _too_often(tallies))


def _in_all(places: Sequence[int], tallies: Sequence[Tally]) -> tuple[int, str, str]:
    strangest = min(
        range(len(tallies)),
        key=lambda i: binomial(tallies[i].hits, tallies[i].n, tallies[i].probability),
    )
    hits, n = sum(one.hits for one in tallies), sum(one.n for one in tallies)
    mean = sum(one.n * one.probability for one in tallies)
    positions = f"{len(tallies)} positions"
    of = f"of {n} copies of {positions}" if n > len(tallies) else f"of {positions}"
    return (
        places[strangest],
        f"{tallies[0].statistic} in {hits} {of}",
        f"the belief expects {mean:.0f} ({mean / n:.3g})",
    )


def _unseen(tallies: Sequence[Tally]) -> float:
    if any(one.hits for one in tallies):
        return 1.0
    return never((one.n, one.probability) for one in tallies)


def _too_often(tallies: Sequence[Tally]) -> bool:
    return tallies[0].statistic in (AS_IN_TRUTH, TRUE_WORLD) and sum(
        one.hits for one in tallies
    ) > sum(one.n * one.probability for one in tallies)


def _usual(group: Sequence[Any]) -> str:
    kinds: list[str] = [one.kind for one in group]
    return max(dict.fromkeys(kinds), key=kinds.count)


def _spreads(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for places, histograms in _by_statistic(evidence, "histograms"):
        counts = [sum(bin_) for bin_ in zip(*(one.counts for one in histograms), strict=True)]
        first: Histogram = histograms[0]
        unreached = first.check == REACHABLE
        p, words = low_counts(counts, many=False) if unreached else uniform_counts(counts)
        shown = _shower(_in_histograms, places, histograms, words)
        half = sum(counts[:LOW])
        often = first.statistic == SHARED_WITH_TRUTH and half < sum(counts) - half
        yield Trial("spread", first.check, _usual(histograms), p, places, shown, often)


def _in_histograms(
    places: Sequence[int], histograms: Sequence[Histogram], words: str
) -> tuple[int, str, str]:
    strangest = min(range(len(histograms)), key=lambda i: uniform_counts(histograms[i].counts)[0])
    return (
        places[strangest],
        f"{histograms[0].statistic}, in {words} copies of {len(histograms)} positions",
        "the belief puts as large a share of the copies there as that part is large",
    )


def _wagers(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for places, bets in _by_statistic(evidence, "bets"):
        first: Bet = bets[0]
        p = wagers(bet.log_factor for bet in bets)
        best = max(range(len(bets)), key=lambda i: bets[i].log_factor)
        shown = _shower(_in_bets, places[best], first, len(bets))
        yield Trial("wagers", first.check, first.kind, p, places, shown)


def _in_bets(place: int, bet: Bet, n: int) -> tuple[int, str, str]:
    copy = f"{bet.statistic} are too uneven for chance in {n} positions together"
    if bet.check == INDEPENDENT:
        return place, copy, "copies of states that the seat cannot tell apart resemble both alike"
    return place, copy, "the belief gives each its probability"


def _ranks(evidence: Sequence[Evidence]) -> Iterator[Trial]:
    for places, ranks in _by_statistic(evidence, "uniforms"):
        first: Uniform = ranks[0]
        numbers = [one.u for one in ranks]
        rare = first.check == REACHABLE
        p, words = low_counts(binned(numbers), many=True) if rare else uniform(numbers)
        shown = _shower(_in_ranks, places, ranks, words)
        yield Trial("ranks", first.check, first.kind, p, places, shown)


def _in_ranks(places: Sequence[int], ranks: Sequence[Uniform], words: str) -> tuple[int, str, str]:
    extreme = min(range(len(ranks)), key=lambda i: min(ranks[i].u, 1 - ranks[i].u))
    return (
        places[extreme],
        f"{ranks[0].statistic}: the true state's rank among its copies is in {words} positions",
        "if true states and copies were alike, ranks would be spread evenly",
    )


def _by_statistic(
    evidence: Sequence[Evidence], name: str
) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
    """All pieces of evidence of one sort, by check and statistic, with their places."""
    key = attrgetter("check", "statistic")
    found = [(place, one) for place, each in enumerate(evidence) for one in getattr(each, name)]
    found.sort(key=lambda pair: key(pair[1]))
    for _, group in groupby(found, key=lambda pair: key(pair[1])):
        pairs = list(group)
        yield tuple(place for place, _ in pairs), [one for _, one in pairs]


def _shower(
    show: Callable[..., tuple[int, str, str]], *arguments: Any
) -> Callable[[], tuple[int, str, str]]:
    return lambda: show(*arguments)
