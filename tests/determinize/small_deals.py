"""Seven cards, two of them seen: a deal that can be audited a hundred times in seconds.

Seat 0 holds two cards; hidden are two of hand 1, one of hand 2 and two in the deck: 30 worlds. The
game is one decision; copiers are functions of the hidden cards in their true order.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from determinize.auditing.auditable import NotTested, Posterior, Target, World, canonical, cells
from determinize.auditing.checks.calibrated import calibrated
from determinize.auditing.checks.reachable import reachable
from determinize.auditing.evidence import Evidence
from determinize.auditing.judging.judge import judge
from determinize.auditing.positions import random_position
from determinize.auditing.sample import AUTO, Copied, Sample, Settings
from determinize.auditing.verdict import Audit

CARDS = ("AH", "AS", "KH", "KS", "QH", "QS", "JH")
Cards = tuple[str, ...]
Copier = Callable[[list[str], np.random.Generator], Sequence[str]]


def world(cards: Cards) -> World:
    mine, one, two, deck = cards[:2], cards[2:4], cards[4:5], cards[5:7]
    return {"hand 0": mine, "hand 1": one, "hand 2": two, "deck": deck}


def posterior(cards: Cards, seat: int) -> Posterior:
    return _all_deals(tuple(sorted(cards[:2])))


@lru_cache
def _all_deals(mine: Cards) -> Posterior:
    hidden = sorted(set(CARDS) - set(mine))
    deals = [world((*mine, *rest)) for rest in itertools.permutations(hidden)]
    worlds = Counter(canonical(deal) for deal in deals)
    held = Counter(cell for deal in deals for cell in cells(deal))
    n = len(deals)
    return Posterior(
        "all deals one by one",
        len(worlds),
        {cell: (1 - k / n, k / n) for cell, k in held.items()},
        {each: k / n for each, k in worlds.items()},
    )


def target(copier: Copier, **optional: Any) -> Target:
    """The deal with a copier, and further abilities."""

    def copy(cards: Cards, seat: int, rng: np.random.Generator) -> Cards:
        return (*cards[:2], *copier(list(cards[2:]), rng))

    def new(seed: int) -> Cards:
        cards = [CARDS[i] for i in np.random.default_rng(seed).permutation(len(CARDS))]
        return (*sorted(cards[:2]), *cards[2:])

    def observe(cards: Cards, seat: int) -> Hashable:
        return tuple(sorted(cards[:2]))

    return Target(
        f"a small deal: {getattr(copier, '__name__', copier)}",
        new=new,
        mover=lambda cards: 0 if cards else -1,
        options=lambda cards: ["end"],
        play=lambda cards, option: (),
        observe=observe,
        copy=copy,
        world=world,
        optional=optional,
    )


def counted(copier: Copier, **optional: Any) -> Target:
    """The deal with an exact count."""
    return target(copier, posterior=posterior, **optional)


def evidence_of(
    audited: Any, *, positions: int, copies: int, seed: int, reference: str = AUTO
) -> list[Evidence]:
    """What *reachable* and *calibrated* find in random positions."""
    found = []
    for number in range(positions):
        position = random_position(audited, seed * 1000 + number)
        settings = Settings(copies, "history", reference)
        sample = Sample(audited, position, settings, lambda *_: None)
        for one in sample.seeds(copies):
            sample.copies.append(Copied(one, sample.copied(sample.truth, one, "")))
        evidence = Evidence(position, copies=copies)
        for check in (reachable, calibrated):
            try:
                check(sample, evidence)
            except NotTested as reason:
                evidence.untested[check.__name__] = str(reason)
        found.append(evidence)
    return found


def verdict(evidence: list[Evidence], error_rate: float = 0.001) -> Audit:
    return judge(evidence, target="a small deal", promise="history", error_rate=error_rate)


def shuffled(cards: Sequence[str], rng: np.random.Generator) -> list[str]:
    return [cards[i] for i in rng.permutation(len(cards))]


def right(cards: list[str], rng: np.random.Generator) -> list[str]:
    return shuffled(cards, rng)


def the_truth(cards: list[str], rng: np.random.Generator) -> list[str]:
    return cards


def keeps_a_card(cards: list[str], rng: np.random.Generator) -> list[str]:
    """One of the two cards of hand 1 stays."""
    return [cards[0], *shuffled(cards[1:], rng)]


def sometimes_the_truth(cards: list[str], rng: np.random.Generator) -> list[str]:
    return cards if rng.random() < 0.1 else shuffled(cards, rng)


def never_mixes_the_deck(cards: list[str], rng: np.random.Generator) -> list[str]:
    return [*shuffled(cards[:3], rng), *cards[3:]]


def naive_shuffle(cards: list[str], rng: np.random.Generator) -> list[str]:
    """Each card is swapped with any other: the first mistake of everybody who writes a shuffle."""
    cards = list(cards)
    for i in range(len(cards)):
        j = int(rng.integers(len(cards)))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def naive_shuffle_in_order(cards: list[str], rng: np.random.Generator) -> list[str]:
    return naive_shuffle(sorted(cards), rng)


def never_two_lowest_together(cards: list[str], rng: np.random.Generator) -> list[str]:
    """One of the 30 worlds is left out: the two lowest in the deck, the next one in hand 2."""
    while True:
        new, low = shuffled(cards, rng), sorted(cards)
        if set(new[3:]) != set(low[:2]) or new[2] != low[2]:
            return new


def neighbours_together(cards: list[str], rng: np.random.Generator) -> list[str]:
    """Hand 1 holds neighbours in a circle more often: every card is as likely as it should be."""
    order = sorted(cards)
    start, step = int(rng.integers(5)), 1 if rng.random() < 0.7 else 2
    hand = [order[start], order[(start + step) % 5]]
    return [*hand, *shuffled([card for card in order if card not in hand], rng)]
