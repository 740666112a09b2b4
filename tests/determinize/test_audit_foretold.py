"""Hints and noisy numbers: channels in quarters, and wagers on where a copy comes from."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from determinize.auditing.checks.independent import independent
from determinize.auditing.evidence import INDEPENDENT, Evidence, Foretold, Position
from determinize.auditing.independence.columns import (
    MOST_NUMBERS,
    QUARTERS,
    columns,
    nearest_to_half,
    quartered,
    rarest,
    telling,
)
from determinize.auditing.independence.foretold import foretold
from determinize.auditing.judging.judge import judge
from determinize.auditing.kinds import Kind
from determinize.auditing.verdict import FAILED, PASSED, Audit
from tests.determinize import audit_bugs as bugs
from tests.determinize.audit_evidence import examined, shown
from tests.determinize.audit_toys import State, Toy


def test_many_numbers_are_compared_by_quarters_and_few_as_they_are() -> None:
    few = [n % MOST_NUMBERS for n in range(80)]
    assert quartered(few) == few
    rng = np.random.default_rng(1)
    many = rng.normal(size=80).tolist()
    found = quartered(many)
    assert [found.count(each) for each in QUARTERS] == [20] * 4
    assert found[int(np.argmin(many))] == QUARTERS[0]
    assert quartered([None, *many])[0] is None
    words = [f"word {n}" for n in range(80)]
    assert quartered(words) == words
    flags = [True, False] * 40
    assert quartered(flags) == flags


def test_columns_hold_what_a_copy_lacks_and_the_nearest_first() -> None:
    found = columns([{".a[0].b": 1, ".a": 2}, {".a": 3}])
    assert found == {".a": [2, 3], ".a[0].b": [1, "absent"]}
    assert list(found) == [".a", ".a[0].b"]


def test_channels_are_chosen_for_even_and_for_rare_values() -> None:
    even, rare = [1, 2] * 20, [1] * 39 + [2]
    found = {"even": even, "rare": rare, "same": [1] * 40, "other": list(range(40)), "as": even}
    left = telling(found, set())
    assert list(left) == ["even", "rare"]
    assert (nearest_to_half(left, 1), rarest(left, 1)) == (["even"], ["rare"])


@pytest.mark.parametrize("stake", [1.0, 0.3])
@pytest.mark.parametrize("column", ["AAAAAAAABBBBBBBB", "ABCABCABCABCABCA", "AAAAAAAAAAAAAABB"])
def test_a_wager_is_worth_its_stake_on_average(column: str, stake: float) -> None:
    """The mean factor over random orders of origins is 1: within four standard errors."""
    rng = np.random.default_rng(3)
    origins = np.repeat([True, False], 8)
    factors = [
        math.exp(foretold(column, rng.permutation(origins).tolist(), stake=stake))
        for _ in range(4000)
    ]
    assert abs(np.mean(factors) - 1) < 4 * np.std(factors) / math.sqrt(len(factors)) + 1e-9


def hints(share: float) -> Any:
    """A copier that leaves the true first card of the other hand in a share of copies."""

    def copy(state: State, seat: int, rng: np.random.Generator) -> State:
        made = bugs.shuffled(state, seat, rng)
        made.hint = state.hands[1 - seat][0] if rng.random() < share else None  # type: ignore[attr-defined]
        return made

    return copy


def noisy(state: State, seat: int, rng: np.random.Generator) -> State:
    """A copier that leaves a number made of the true hand, with a little noise."""
    made = bugs.shuffled(state, seat, rng)
    made.value = float(sum(map(ord, "".join(map(str, state.hands[1 - seat]))))) + rng.normal() / 9  # type: ignore[attr-defined]
    return made


def blind(state: State, seat: int, rng: np.random.Generator) -> State:
    """A right copier with rare and with noisy values of its own."""
    made = bugs.shuffled(state, seat, rng)
    made.value, made.hint = rng.normal(), "x" if rng.random() < 0.05 else None  # type: ignore[attr-defined]
    return made


def audited(copier: Any, positions: int, copies: int, seed: int = 0) -> Audit:
    found = [
        examined(Toy(copier), 10_000 * seed + n, copies, [independent]) for n in range(positions)
    ]
    return judge(found, target="a toy", promise="history", error_rate=0.001)


def test_a_hint_in_a_tenth_of_the_copies_is_found() -> None:
    check = audited(hints(0.1), 40, 60).check(INDEPENDENT)
    assert (check.outcome, check.kind) == (FAILED, Kind.CACHE_LEAK.name)
    assert check.example is not None
    assert "hint" in check.example.copy


def test_a_number_with_noise_is_found() -> None:
    found = [examined(Toy(noisy), seed, 60, [independent]) for seed in range(6)]
    assert {kind for each in found for kind in shown(each)} == {(INDEPENDENT, Kind.PEEKING.name)}


def test_a_right_copier_with_values_of_its_own_passes() -> None:
    """A p-value as small as 0.2 in a fifth of the audits at most."""
    found = [audited(blind, 6, 12, seed).check(INDEPENDENT) for seed in range(20)]
    assert {check.outcome for check in found} == {PASSED}
    low = sum((check.p_value or 1) <= 0.2 for check in found)
    assert stats.binom.sf(low - 1, len(found), 0.2) > 1e-3


def test_wagers_on_a_channel_multiply_over_positions() -> None:
    """Of two stakes, the better one in the end counts, at half of its fortune."""
    won = Foretold(INDEPENDENT, ".hint", Kind.PEEKING.name, (3.0, 1.0))
    lost = Foretold(INDEPENDENT, ".other", Kind.PEEKING.name, (-3.0, -1.0))
    found = [
        Evidence(Position(n, 0, ()), tested={INDEPENDENT: 9}, foretold=[won, lost])
        for n in range(6)
    ]
    check = judge(found, target="", promise="table", error_rate=0.001).check(INDEPENDENT)
    assert check.outcome == FAILED
    assert check.p_value == pytest.approx(2 * 2 / (math.exp(18) + math.exp(6)))
    assert check.example is not None
    assert check.example.copy == (
        ".hint is not the same in copies of another state, in 6 positions together"
    )
