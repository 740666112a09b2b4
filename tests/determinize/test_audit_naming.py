"""Agreement with the truth is called peeking only where the swap test leaves room for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pytest

from determinize.audit import audit
from determinize.auditing.auditable import Posterior, Target, World, canonical, cells
from determinize.auditing.verdict import FAILED, PASSED

CARDS = ("AH", "AS", "KH", "KS", "QH", "QS")
Cards = tuple[str, ...]
"""One's own card, the other player's, and the deck of four, whose order is nobody's business."""


def world(cards: Cards) -> World:
    return {"hand 0": cards[:1], "hand 1": cards[1:2], "deck": sorted(cards[2:])}


@lru_cache
def posterior(cards: Cards, seat: int) -> Posterior:
    others = [card for card in CARDS if card != cards[0]]
    deals = [world((cards[0], one, *(c for c in others if c != one))) for one in others]
    held = Counter(cell for deal in deals for cell in cells(deal))
    n = len(deals)
    return Posterior(
        "all deals one by one",
        n,
        {cell: (1 - k / n, k / n) for cell, k in held.items()},
        {canonical(deal): 1 / n for deal in deals},
    )


def of_another_rank(cards: Cards, rng: np.random.Generator) -> Cards:
    """The other player never holds one's own rank: so that card lies in the deck, as it mostly
    does in truth."""
    while True:
        new = (cards[0], *(str(card) for card in rng.permutation(sorted(cards[1:]))))
        if new[1][0] != cards[0][0]:
            return new


def keeps_the_hand_card(cards: Cards, rng: np.random.Generator) -> Cards:
    """The other player's card stays."""
    return (*cards[:2], *(str(card) for card in rng.permutation(cards[2:])))


def target(copier: Callable[[Cards, np.random.Generator], Cards], **without: Any) -> Target:
    def new(seed: int) -> Cards:
        return tuple(CARDS[i] for i in np.random.default_rng(seed).permutation(len(CARDS)))

    def observe(cards: Cards, seat: int) -> Hashable:
        return cards[:1]

    def copy(cards: Cards, seat: int, rng: np.random.Generator) -> Cards:
        return copier(cards, rng)

    return Target(
        "two ranks",
        new=new,
        mover=lambda cards: 0 if cards else -1,
        options=lambda cards: ["end"],
        play=lambda cards, option: (),
        observe=observe,
        copy=copy,
        world=world,
        optional={"posterior": posterior} | without,
    )


few = partial(audit, positions=12, copies=60, workers=0)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_card_that_is_never_dealt_is_no_peeking_where_it_lies_in_truth(seed: int) -> None:
    verdict = few(target(of_another_rank), seed=seed)
    assert verdict.check("independent").outcome == PASSED
    for name in ("reachable", "calibrated"):
        check = verdict.check(name)
        assert check.outcome == FAILED
        assert check.kind in ("WRONG_POOL", "MISSING_WORLD"), name


@pytest.mark.parametrize("seed", [0, 1])
def test_a_card_that_is_kept_where_it_lies_is_peeking(seed: int) -> None:
    verdict = few(target(keeps_the_hand_card), seed=seed)
    for name in ("independent", "reachable", "calibrated"):
        check = verdict.check(name)
        assert (check.outcome, check.kind) == (FAILED, "PEEKING"), name


def test_without_a_swap_test_agreement_is_all_there_is_to_go_by() -> None:
    verdict = few(target(keeps_the_hand_card, twin=lambda state, seat, rng: None))
    assert verdict.check("independent").outcome != PASSED
    assert verdict.check("calibrated").kind == "PEEKING"
