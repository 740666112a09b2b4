"""Calibrated: right copiers pass as often as is stated, and biased ones are caught and named."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from determinize.audit import audit
from determinize.auditing.auditable import NotTested, Posterior, Target
from determinize.auditing.calibration import by_count
from determinize.auditing.calibration.reference import rank, reference
from determinize.auditing.evidence import (
    CALIBRATED,
    CONSISTENT,
    INDISTINGUISHABLE,
    REACHABLE,
    Evidence,
    Position,
)
from determinize.auditing.judging.uniformity import THRESHOLDS
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import COUNT, Copied, Sample, Settings
from determinize.auditing.verdict import FAILED, NOT_TESTED, PASSED
from tests.determinize import small_deals
from tests.determinize.audit_toys import Toy
from tests.determinize.small_deals import counted, evidence_of, target, verdict


def p_values(copier: Any, make: Any, audits: int, **size: int) -> np.ndarray:
    """The smallest adjusted p-value of each audit: what decides whether it fails."""
    found = []
    for seed in range(audits):
        told = verdict(evidence_of(make(copier), seed=seed, **size))
        found.append(min(told.check(name).p_value or 1.0 for name in (REACHABLE, CALIBRATED)))
    return np.array(found)


@pytest.mark.parametrize(("make", "audits"), [(counted, 40), (target, 80)])
def test_right_copiers_fail_no_more_often_than_is_stated(make: Any, audits: int) -> None:
    """Whatever the error rate: the share of audits below it is not above it, at 1e-4 each."""
    found = p_values(small_deals.right, make, audits, positions=5, copies=20)
    for rate in (0.01, 0.05, 0.2, 0.5):
        assert stats.binom.sf((found <= rate).sum() - 1, audits, rate) > 1e-4


@pytest.mark.parametrize(
    ("copier", "kind"),
    [
        (small_deals.the_truth, Kind.PEEKING),
        (small_deals.keeps_a_card, Kind.PEEKING),
        (small_deals.sometimes_the_truth, Kind.PEEKING),
        (small_deals.never_mixes_the_deck, Kind.WRONG_POOL),
    ],
)
def test_what_leans_on_the_truth_is_caught_in_1200_copies(copier: Any, kind: Kind) -> None:
    """Three of three audits of 20 positions, 60 copies each."""
    for seed in range(3):
        told = verdict(evidence_of(counted(copier), positions=20, copies=60, seed=seed))
        check = told.check(CALIBRATED)
        assert (check.outcome, check.kind) == (FAILED, kind.name), seed


@pytest.mark.parametrize(
    ("copier", "kind"),
    [
        (small_deals.naive_shuffle, Kind.BIASED),
        (small_deals.naive_shuffle_in_order, Kind.BIASED),
        (small_deals.neighbours_together, Kind.WRONG_WEIGHTS),
    ],
)
def test_slight_and_steady_faults_add_up_over_positions(copier: Any, kind: Kind) -> None:
    """Cards a tenth too often somewhere, in 50 positions, of which none shows it by itself."""
    told = verdict(evidence_of(counted(copier), positions=50, copies=120, seed=1))
    check = told.check(CALIBRATED)
    assert (check.outcome, check.kind) == (FAILED, kind.name)
    assert check.p_value is not None
    assert check.p_value < 1e-6
    assert check.example is not None
    assert "50 positions" in check.example.copy


def test_ranks_see_copies_that_lean_towards_the_truth() -> None:
    """Without a count: 80 true states among 120 copies each, a tenth of which are the truth."""
    told = verdict(
        evidence_of(target(small_deals.sometimes_the_truth), positions=80, copies=120, seed=1)
    )
    assert told.check(CALIBRATED).outcome == FAILED
    assert told.reference == "true states of random play, before anybody else has chosen anything"


def test_copies_that_are_all_the_truth_cannot_be_ranked() -> None:
    told = verdict(evidence_of(target(small_deals.the_truth), positions=4, copies=20, seed=1))
    check = told.check(CALIBRATED)
    assert check.outcome == NOT_TESTED
    assert check.says is not None
    assert "all alike" in check.says


@pytest.mark.parametrize("without", [("posterior",), ("posterior", "likelihood")])
def test_play_that_tells_of_cards_accuses_no_right_copier(without: tuple[str, ...]) -> None:
    """In this game what is announced depends on the hands; truths are weighted, or thinned."""
    told = audit(Toy(without=without), positions=12, copies=20, workers=0, error_rate=0.01)
    assert told.check(CALIBRATED).outcome == PASSED
    assert told.reference is not None
    assert ("thinned" if "likelihood" in without else "weighted") in told.reference


def test_unweighted_truths_would_accuse_a_right_copier() -> None:
    """What play tells makes truths unlike uniform copies; weights set it right (at 1e-4 each)."""
    chances = np.random.default_rng(1)
    plain, weighted = [], []
    for _ in range(400):
        copies = chances.integers(0, 2, 40)
        truth = int(chances.random() < 0.8)  # likelihood 0.8 against 0.2
        values = [float(truth), *copies.astype(float).tolist()]
        plain.append(rank(values, [1.0] * 41, chances))
        weighted.append(rank(values, [0.8 if v else 0.2 for v in values], chances))
    assert stats.kstest(plain, "uniform").pvalue < 1e-4
    assert stats.kstest(weighted, "uniform").pvalue > 1e-4


def test_features_of_the_target_are_calibrated_too() -> None:
    """A target's own number shows at once what only it knows to look at."""

    def neighbours(world: Any) -> float:
        order = sorted(card for place in world if place != "hand 0" for card in world[place])
        first, second = sorted(order.index(card) for card in world["hand 1"])
        return float(second - first in (1, 4))

    audited = counted(small_deals.neighbours_together)
    audited.features = {"neighbours in hand 1": neighbours}
    told = verdict(evidence_of(audited, positions=20, copies=60, seed=1))
    example = told.check(CALIBRATED).example
    assert told.check(CALIBRATED).kind == Kind.WRONG_WEIGHTS.name
    assert example is not None
    assert example.copy.startswith("neighbours in hand 1, in the")


@pytest.mark.parametrize(
    ("promise", "check", "kind"),
    [
        ("history", CONSISTENT, Kind.IGNORED_FACT),
        ("table", INDISTINGUISHABLE, Kind.KNOWN_CARDS),
    ],
)
def test_a_copy_that_the_count_excludes_breaks_the_promise(
    promise: str, check: str, kind: Kind
) -> None:
    def known(cards: Any, seat: int) -> Posterior:
        """As if the seat had seen that the first card of hand 1 lies there."""
        whole = small_deals.posterior(cards, seat)
        assert whole.worlds is not None
        left = {w: p for w, p in whole.worlds.items() if cards[2] in dict(w)["hand 1"]}  # type: ignore[call-overload]
        held = Counter((f, place) for w in left for place, fs in w for f in fs)  # type: ignore[attr-defined]
        chances = {cell: (1 - n / len(left), n / len(left)) for cell, n in held.items()}
        return Posterior("a look", len(left), chances, dict.fromkeys(left, 1 / len(left)))

    audited = target(small_deals.right, posterior=known)
    sample = Sample(audited, Position(5, 0, ()), Settings(20, promise), lambda *_: None)
    sample.copies = [Copied(s, sample.copied(sample.truth, s, "")) for s in sample.seeds(20)]
    evidence = Evidence(sample.position)
    by_count.by_count(sample, known(sample.truth, 0), evidence)
    finding = evidence.findings[0]
    assert (finding.check, finding.kind) == (check, kind.name)
    assert "lies in" in finding.copy
    assert finding.truth == "impossible: a look"
    assert len(evidence.findings) == by_count.MOST_FINDINGS


def test_wagers_are_fair_and_histograms_uniform_over_all_outcomes() -> None:
    """The factor of a wager has mean 1 exactly, over all counts that can be."""
    probabilities = np.array([0.5, 0.3, 0.2])
    n, mean = 7, 0.0
    for counts in itertools.product(range(n + 1), repeat=3):
        if sum(counts) == n:
            chance = stats.multinomial.pmf(counts, n, probabilities)
            mean += chance * math.exp(by_count._log_wager(np.array(counts), probabilities))
    assert mean == pytest.approx(1)


def test_each_statistic_of_a_right_copier_is_uniform() -> None:
    """All counts below all thresholds, of 80 positions: each at 1e-7, of some 100 tests."""
    evidence = evidence_of(counted(small_deals.right), positions=80, copies=40, seed=3)
    totals: dict[str, np.ndarray] = {}
    for each in evidence:
        for one in each.histograms:
            totals[one.statistic] = totals.get(one.statistic, 0) + np.array(one.counts)
    assert len(totals) == 8
    for name, counts in totals.items():
        for threshold, hits in zip(THRESHOLDS, np.cumsum(counts), strict=False):
            assert stats.binomtest(int(hits), int(counts.sum()), threshold).pvalue > 1e-7, name


def test_nothing_to_calibrate_against_is_said() -> None:
    bare = target(small_deals.right)
    position = Position(1, 0, (), choices=(2, 3))
    sample = Sample(bare, position, Settings(1, "history"), lambda *_: None)
    with pytest.raises(NotTested, match="no copy could be made"):
        reference(sample)
    sample.copies = [Copied(1, sample.copied(sample.truth, 1, ""))]
    with pytest.raises(NotTested, match="neither count nor likelihood"):
        reference(sample)
    sample.settings = Settings(1, "history", COUNT)
    with pytest.raises(NotTested, match="no exact count here"):
        reference(sample)
    sample.settings = Settings(1, "history", bounds=(4,))
    assert "thinned" in reference(sample).words


def two_of_four(copier: Any) -> Target:
    """Two of four hidden cards lie in the other hand; the count tells each card's chances only."""

    def new(seed: int) -> Any:
        deck = np.random.default_rng(seed).permutation(list("AKQJ")).tolist()
        return {"hand": deck[:2], "deck": deck[2:], "mover": 0}

    def copy(state: Any, seat: int, rng: np.random.Generator) -> Any:
        cards = copier(sorted(state["hand"] + state["deck"]), rng)
        return {**state, "hand": cards[:2], "deck": cards[2:]}

    def posterior(state: Any, seat: int) -> Posterior:
        cells = {(card, place): [0.5, 0.5] for card in "AKQJ" for place in ("hand", "deck")}
        return Posterior("every deal alike", 6, cells)

    return Target(
        "two of four",
        new=new,
        copy=copy,
        mover=lambda state: state["mover"],
        options=lambda state: ["end"],
        play=lambda state, option: {**state, "mover": -1},
        observe=lambda state, seat: state["mover"],
        world=lambda state: {"hand": state["hand"], "deck": state["deck"]},
        optional={"posterior": posterior},
    )


def test_cards_together_are_ranked_where_a_count_spells_no_worlds_out() -> None:
    right = two_of_four(lambda cards, rng: rng.permutation(cards).tolist())
    told = audit(right, positions=30, copies=30, workers=0)
    assert told.check(CALIBRATED).outcome == PASSED
    assert told.check(CALIBRATED).says is None
    assert told.reference is not None
    assert told.reference.startswith("an exact count: every deal alike; true states of random play")
    parted = two_of_four(lambda cards, rng: cards if rng.random() < 0.5 else cards[2:] + cards[:2])
    check = audit(parted, positions=30, copies=30, workers=0).check(CALIBRATED)
    assert check.outcome == FAILED
    assert check.kind in (Kind.MISSING_WORLD.name, Kind.WRONG_WEIGHTS.name)


def test_it_is_told_where_cards_together_are_not_tested() -> None:
    right = two_of_four(lambda cards, rng: rng.permutation(cards).tolist())
    check = audit(right, positions=6, copies=20, workers=0, reference=COUNT).check(CALIBRATED)
    assert check.outcome == PASSED
    assert check.says is not None
    assert check.says.startswith(
        "in 6 of 6 positions cards together, and features, were not tested"
    )
