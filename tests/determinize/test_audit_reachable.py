"""Reachable: what is never produced is found, and what is merely rare is not accused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from determinize.auditing.evidence import REACHABLE, Tally
from determinize.auditing.kinds import Kind
from determinize.auditing.verdict import FAILED, PASSED
from tests.determinize import small_deals
from tests.determinize.small_deals import counted, evidence_of, shuffled, target, verdict


def seldom_two_lowest_together(cards: list[str], rng: np.random.Generator) -> list[str]:
    """The world that another copier leaves out comes up a third as often as it should."""
    if rng.random() < 1 / 3:
        return shuffled(cards, rng)
    return small_deals.never_two_lowest_together(cards, rng)


def never_lowest_in_hand_2(cards: list[str], rng: np.random.Generator) -> list[str]:
    """The lowest hidden card is never dealt to hand 2, wherever it truly is."""
    while True:
        new = shuffled(cards, rng)
        if new[2] != min(cards):
            return new


def test_a_world_that_is_left_out_is_found_and_named() -> None:
    """One of thirty, in 50 positions with 120 copies each: two of two audits."""
    for seed in range(2):
        copier = small_deals.never_two_lowest_together
        told = verdict(evidence_of(counted(copier), positions=50, copies=120, seed=seed))
        check = told.check(REACHABLE)
        assert (check.outcome, check.kind) == (FAILED, Kind.MISSING_WORLD.name)
        assert check.copies > 50 * 120  # small positions were looked at longer
        assert check.example is not None
        assert "in 0 of" in check.example.copy


@pytest.mark.parametrize("copier", [seldom_two_lowest_together, small_deals.naive_shuffle])
def test_what_is_only_rare_is_reached(copier: Any) -> None:
    told = verdict(evidence_of(counted(copier), positions=40, copies=60, seed=1))
    assert told.check(REACHABLE).outcome == PASSED


@pytest.mark.parametrize(
    ("copier", "kind"),
    [
        (small_deals.never_mixes_the_deck, Kind.WRONG_POOL),
        (never_lowest_in_hand_2, Kind.WRONG_POOL),
        (small_deals.keeps_a_card, Kind.PEEKING),
    ],
)
def test_cards_that_never_come_to_a_place(copier: Any, kind: Kind) -> None:
    for seed in range(3):
        told = verdict(evidence_of(counted(copier), positions=20, copies=60, seed=seed))
        check = told.check(REACHABLE)
        assert (check.outcome, check.kind) == (FAILED, kind.name)
        assert check.example is not None
        assert check.example.truth.startswith("the belief")


def test_truths_show_where_copies_never_have_a_card() -> None:
    """Without a count: the truth has a card in hand 2 where no copy has it, in a fifth of games."""
    told = verdict(evidence_of(target(never_lowest_in_hand_2), positions=80, copies=60, seed=1))
    assert told.check(REACHABLE).outcome == FAILED
    told = verdict(evidence_of(target(small_deals.right), positions=80, copies=60, seed=1))
    assert told.check(REACHABLE).outcome == PASSED


def test_how_many_more_copies_are_made_depends_on_the_count_alone() -> None:
    """All positions of this game are alike, and get the same number whatever was drawn."""
    evidence = evidence_of(counted(small_deals.right), positions=6, copies=110, seed=1)
    looked = {each.tested[REACHABLE] for each in evidence}
    assert looked == {408}  # 29/30 to this power is a millionth
    few = evidence_of(counted(small_deals.right), positions=2, copies=60, seed=1)
    assert {each.tested[REACHABLE] for each in few} == {60}  # 408 would be more than 4 times 60


def test_tallies_of_reachable_name_cells_and_worlds() -> None:
    evidence = evidence_of(counted(small_deals.right), positions=1, copies=110, seed=1)[0]
    tallies = [one for one in evidence.tallies if one.check == REACHABLE]
    assert all(isinstance(one, Tally) for one in tallies)
    assert sum(one.statistic.startswith("deck: ") for one in tallies) == 30
    assert sum(" lies in hand 2" in one.statistic for one in tallies) == 5
