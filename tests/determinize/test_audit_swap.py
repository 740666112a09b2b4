"""The swap test: what is equal in distribution passes, and what is not tells of peeking."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from determinize.auditing.auditable import Target
from determinize.auditing.channels.values import state_of
from determinize.auditing.checks.independent import independent
from determinize.auditing.evidence import (
    INDEPENDENT,
    THE_WORLD,
    Evidence,
    Position,
)
from determinize.auditing.independence.lookalikes import PATIENCE, TRIES, lookalike
from determinize.auditing.independence.swap import PAIRS, Copies, _compare, swap
from determinize.auditing.judging.significance import two_samples
from determinize.auditing.judging.statistics import trials
from determinize.auditing.kinds import Kind
from determinize.auditing.positions import random_position
from tests.determinize import audit_bugs as bugs
from tests.determinize.audit_evidence import COPIES, examined, sampled, shown
from tests.determinize.audit_toys import State, Toy


def test_counted_copies_of_the_two_states_have_seeds_of_their_own() -> None:
    """With equal seeds, counts of a right copier could be each other's opposites."""
    asked: list[tuple[int, str]] = []

    def recorded(state: State, seat: int, rng: np.random.Generator) -> State:
        asked.append((id(state), state_of(rng)))
        return bugs.shuffled(state, seat, rng)

    target = Toy(recorded)
    position = random_position(target, 4)
    sample = sampled(target, position, COPIES)
    asked.clear()
    swap(sample, sample.twin, Evidence(position), frozenset({".chances"}))
    truth, twin = ([seed for me, seed in asked if me == id(s)] for s in (sample.truth, sample.twin))
    assert len(truth) == len(twin) == PAIRS + COPIES
    assert truth[:PAIRS] == twin[:PAIRS]
    assert len(set(truth) | set(twin)) == PAIRS + 2 * COPIES


def stakes(found: list[Evidence]) -> dict[str, float]:
    """What a gambler's fortune has been multiplied by, by statistic; its logarithm."""
    total: Counter[str] = Counter()
    for each in found:
        for bet in each.bets:
            total[bet.statistic] += bet.log_factor
    return total


def test_two_samples_and_wagers_of_a_right_copier_are_fair() -> None:
    """Every position's first test: p-values no smaller than uniform ones, at three levels.

    A fortune grows ten-thousandfold with probability 1e-4 at most.
    """
    found = [examined(Toy(bugs.shuffled), seed, 16, [independent]) for seed in range(80)]
    values = [two_samples(one.ours, one.theirs)[0] for each in found for one in each.samples[:1]]
    assert len(values) > 55
    for level in (0.02, 0.1, 0.3):
        low = sum(value <= level for value in values)
        assert stats.binom.sf(low - 1, len(values), level) > 1e-4
    assert len(stakes(found)) == 2
    assert max(stakes(found).values()) < np.log(1e4)


def test_a_copier_that_leans_towards_the_truth_loses_wagers() -> None:
    copier = bugs.leans_towards_the_truth
    found = [examined(Toy(copier), seed, 80, [independent]) for seed in range(30)]
    assert max(stakes(found).values()) > np.log(1e6)
    assert {bet.kind for each in found for bet in each.bets} == {Kind.PEEKING.name}


def test_both_states_are_copied_alike() -> None:
    """As many copies of each are counted, and every channel counts all of them."""
    evidence = examined(Toy(bugs.shuffled), 4, 30, [independent])
    assert evidence.samples
    for one in evidence.samples:
        assert sum(one.ours.values()) == sum(one.theirs.values()) == 30
    assert evidence.tested == {INDEPENDENT: 30}


def test_without_a_twin_one_is_found_by_play() -> None:
    target = Toy(bugs.keeps_a_card, without=["twin"])
    found, kinds = 0, set()
    for seed in range(6):
        position = Position(seed=seed, seat=0, moves=("pass", "look"))
        sample, evidence = sampled(target, position, COPIES), Evidence(position)
        twin = lookalike(sample)
        if twin is not None:
            found += 1
            assert target.observe(twin, 0) == target.observe(sample.truth, 0)
            assert sample.canonical(twin) != sample.canonical(sample.truth)
            independent(sample, evidence)
            kinds.update(shown(evidence))
    assert found >= 4
    assert kinds == {(INDEPENDENT, Kind.PEEKING.name)}


def test_a_search_by_play_ends_where_there_is_no_progress() -> None:
    """The announcements of three rounds are hardly ever possible twice: few games are made."""
    made: list[int] = []

    class Counted(Toy):
        def new(self, seed: int) -> Any:
            made.append(seed)
            return super().new(seed)

    target = Counted(without=["twin"])
    for seed in range(8):
        position = random_position(target, seed)
        sample = sampled(target, position, 1)
        made.clear()
        twin = lookalike(sample)
        taken = list(made)
        made.clear()
        again = lookalike(sample)
        assert made == taken  # the same for everybody
        assert (twin is None) == (again is None)
        assert twin is not None or PATIENCE < len(taken) < TRIES


def no_game_is_like_another(copier: Any = None) -> Target:
    """A seat sees thirteen of 52 cards: no lookalike will be found."""

    def new(seed: int) -> Any:
        cards = random.Random(seed).sample(range(52), 52)
        return {"hands": [sorted(cards[13 * i : 13 * i + 13]) for i in range(4)], "mover": 0}

    def copy(state: Any, seat: int, rng: np.random.Generator) -> Any:
        return copier(state) if copier else {**state, "hands": [list(h) for h in state["hands"]]}

    def play(state: Any, option: Any) -> Any:
        state["mover"] = -1
        state["hands"][0].pop()
        return state

    return Target(
        "bridge",
        new=new,
        copy=copy,
        mover=lambda state: state["mover"],
        options=lambda state: ["end"],
        play=play,
        observe=lambda state, seat: (state["mover"], tuple(state["hands"][seat])),
        world=lambda state: {
            f"hand {i}": [str(c) for c in h] for i, h in enumerate(state["hands"])
        },
    )


def test_a_check_made_in_part_is_not_tested_and_says_what_was_looked_at() -> None:
    evidence = examined(no_game_is_like_another(), 1, checks=[independent])
    assert not evidence.tested
    assert "no other state was found" in evidence.untested[INDEPENDENT]
    assert (
        "side effects, shared objects and generators were looked at"
        in evidence.untested[INDEPENDENT]
    )


def test_what_was_found_in_part_is_told_all_the_same() -> None:
    evidence = examined(no_game_is_like_another(dict), 1, checks=[independent])
    assert [one.kind for one in evidence.findings] == [Kind.ALIASING.name]
    assert "the same object in both" in evidence.findings[0].copy


def test_a_twin_that_the_seat_can_tell_is_not_used() -> None:
    target = Toy(bugs.keeps_a_card)
    target.twin = lambda state, seat, rng: target.new(int(rng.integers(99)))
    evidence = examined(target, 3, checks=[independent])
    assert "twin" in evidence.untested[INDEPENDENT]
    assert not evidence.samples


def counted(worlds: list[str], evidence: Evidence) -> None:
    """The swap test's comparison of copies of two states: half of these worlds each."""
    both = []
    for half in (worlds[: len(worlds) // 2], worlds[len(worlds) // 2 :]):
        copies = Copies.__new__(Copies)
        copies.worlds = list(half)
        copies.cells = [{} for _ in half]
        copies.tokens = [{".n": number % 2} for number in range(len(half))]
        copies.generators, copies.former = set(), frozenset()
        both.append(copies)
    _compare(both[0], both[1], evidence)


def test_the_world_is_sent_even_where_both_states_copies_agree() -> None:
    evidence = Evidence(Position(1, 0, ()))
    counted(["A", "B", "B", "B", "B", "A"], evidence)
    assert [one.statistic for one in evidence.samples] == [THE_WORLD]
    assert evidence.quiet == 1


def test_the_swap_over_all_fails_a_right_copier_no_more_often_than_it_says() -> None:
    """Eighty positions with few copies each, both worlds alike likely: without those positions in
    which the counts are equal, the others would differ too much too often.
    """
    rng, runs, found = np.random.default_rng(1), 600, []
    for _ in range(runs):
        each = [Evidence(Position(seed, 0, ()), truth="A") for seed in range(80)]
        for evidence in each:
            counted(["A" if one else "B" for one in rng.random(4) < 0.5], evidence)
        found += [test.p for test in trials(each) if test.family == "swap over all"]
    for level in (0.1, 0.05, 0.01):
        low = sum(p <= level for p in found)
        assert stats.binom.sf(low - 1, runs, level) > 1e-3, (level, low)
