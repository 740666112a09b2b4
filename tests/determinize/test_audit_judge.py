"""The verdict: outcomes, kinds and examples from evidence made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from determinize.auditing.evidence import (
    CALIBRATED,
    CHECKS,
    CONSERVES,
    CONSISTENT,
    INDEPENDENT,
    REACHABLE,
    REPLAYABLE,
    Bet,
    Evidence,
    Finding,
    Histogram,
    Position,
    Tally,
    TwoSamples,
    Uniform,
)
from determinize.auditing.judging.judge import NO_POSITION, judge
from determinize.auditing.judging.statistics import AS_IN_TRUTH, SHARES
from determinize.auditing.kinds import Kind
from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED, PASSED, Audit

BIASED, PEEKING, POOL = Kind.BIASED.name, Kind.PEEKING.name, Kind.WRONG_POOL.name


def at(depth: int, *, seed: int = 0, **found: Any) -> Evidence:
    """Evidence of a position after so many moves, all checks made."""
    position = Position(seed, 1, tuple(range(depth)))
    words = tuple(f"move {i}" for i in range(depth))
    tested = dict.fromkeys(CHECKS, 100)
    return Evidence(position, copies=100, words=words, tested=tested, **found)


def told(*evidence: Evidence, error_rate: float = 0.001) -> Audit:
    return judge(evidence, target="a game", promise="history", error_rate=error_rate)


def tally(hits: int, n: int = 120, p: float = 0.357, **further: Any) -> Tally:
    values = {"check": CALIBRATED, "statistic": "QH lies in hand 1", "kind": BIASED, **further}
    return Tally(hits=hits, n=n, probability=p, **values)


def fault(check: str, kind: Kind, copy: str = "the copy") -> Finding:
    return Finding(check, kind.name, 7, copy, "the truth")


def test_nothing_odd_passes_and_shares_are_a_whole() -> None:
    verdict = told(at(1, tallies=[tally(43)]), at(2, tallies=[tally(40)]))
    assert [check.outcome for check in verdict.checks] == [PASSED] * 7
    assert verdict.passed
    assert verdict.check(CALIBRATED).p_value == 1
    assert verdict.check(CONSERVES).p_value is None
    assert (verdict.positions, verdict.copies, verdict.check(CONSERVES).copies) == (2, 200, 200)
    assert sum(SHARES.values()) == pytest.approx(1)


def test_one_finding_is_enough_and_the_smallest_position_shows_it() -> None:
    broken = [fault(CONSISTENT, Kind.IGNORED_FACT, "hand 1 holds a heart")]
    verdict = told(at(5, findings=broken), at(2, findings=broken), at(9), at(2, seed=3))
    check = verdict.check(CONSISTENT)
    assert check.outcome == FAILED
    assert check.kind == "IGNORED_FACT"
    assert check.says == Kind.IGNORED_FACT.value
    assert check.example is not None
    assert check.example.words == ("move 0", "move 1")
    assert check.example.copy_seed == 7
    assert check.example.copy == "hand 1 holds a heart"
    assert not verdict.passed


def test_the_kind_is_what_most_positions_show() -> None:
    rare = at(1, findings=[fault(INDEPENDENT, Kind.SIDE_EFFECT)] * 5)
    often = [at(3, findings=[fault(INDEPENDENT, Kind.ALIASING)]) for _ in range(2)]
    check = told(rare, *often).check(INDEPENDENT)
    assert check.kind == "ALIASING"
    assert check.example is not None
    assert len(check.example.moves) == 3


def test_crashes_alone_are_a_crash_and_beside_other_faults_they_are_not() -> None:
    crash, other = fault(REPLAYABLE, Kind.CRASH), fault(REPLAYABLE, Kind.IMPOSSIBLE_HISTORY)
    assert told(at(1, findings=[crash])).check(REPLAYABLE).outcome == CRASHED
    check = told(at(1, findings=[crash]), at(4, findings=[other])).check(REPLAYABLE)
    assert (check.outcome, check.kind) == (FAILED, "IMPOSSIBLE_HISTORY")
    assert not told(at(1, findings=[crash])).passed


def test_a_process_that_died_crashes_the_check_that_it_was_in() -> None:
    dead = Evidence(Position(4, 0, ()), crashed="signal 11, in replayable", crashed_in=REPLAYABLE)
    verdict = told(dead, at(3))
    check = verdict.check(REPLAYABLE)
    assert check.outcome == CRASHED
    assert check.example is not None
    assert check.example.seed == 4
    assert check.example.copy == "signal 11, in replayable"
    unplaced = Evidence(Position(4, 0, ()), crashed="signal 11")
    assert told(unplaced).check(CONSERVES).outcome == CRASHED
    assert told(unplaced).check(CALIBRATED).outcome == NOT_TESTED


def test_what_could_not_be_made_anywhere_is_not_tested_for_its_usual_reason() -> None:
    reasons = ["no history", "no history", "it is late"]
    evidence = [
        Evidence(Position(i, 0, ()), untested={REPLAYABLE: r}) for i, r in enumerate(reasons)
    ]
    check = told(*evidence).check(REPLAYABLE)
    assert (check.outcome, check.says, check.p_value) == (NOT_TESTED, "no history", None)
    assert told(*evidence).check(CONSERVES).says == NO_POSITION
    assert told(*evidence, at(1)).check(REPLAYABLE).outcome == PASSED


def test_the_example_of_a_count_is_the_smallest_position_significant_by_itself() -> None:
    deep = at(9, tallies=[tally(120)])
    small = at(2, tallies=[tally(118)])
    smaller = at(1, tallies=[tally(50)])  # too many, but not by itself
    example = told(deep, small, smaller).check(CALIBRATED).example
    assert example is not None
    assert example.words == ("move 0", "move 1")
    assert example.copy == "QH lies in hand 1 in 118 of 120 copies"
    assert example.truth == "the belief gives it 0.357"
    assert example.copy_seed is None


def test_slight_deviations_add_up_over_positions() -> None:
    slight = [at(i, tallies=[tally(60)]) for i in range(40)]
    assert told(slight[0]).check(CALIBRATED).outcome == PASSED
    check = told(*slight).check(CALIBRATED)
    assert check.outcome == FAILED
    assert check.example is not None
    assert check.example.copy == "QH lies in hand 1 in 2400 of 4800 copies of 40 positions"
    assert check.example.truth == "the belief expects 1714 (0.357)"


def test_only_what_is_never_reached_fails_reachable() -> None:
    def reached(hits: int, n: int) -> Tally:
        return tally(hits, n, 0.1, check=REACHABLE, kind=POOL)

    assert told(at(1, tallies=[reached(1, 2000)])).check(REACHABLE).outcome == PASSED
    check = told(at(1, tallies=[reached(0, 2000)])).check(REACHABLE)
    assert (check.outcome, check.kind) == (FAILED, POOL)
    # No single position can tell (0.9^20 = 0.12), all of them together can.
    few = [at(i, tallies=[reached(0, 20)]) for i in range(10)]
    assert told(few[0]).check(REACHABLE).outcome == PASSED
    assert told(*few).check(REACHABLE).outcome == FAILED


def test_reachable_asks_for_copies_that_are_too_few_at_the_rare_end() -> None:
    rare_too_often = Histogram(REACHABLE, "rare", POOL, (500, *[0] * 13))
    rare_never = Histogram(REACHABLE, "rare", POOL, (*[0] * 13, 500))
    assert told(at(1, histograms=[rare_too_often])).check(REACHABLE).outcome == PASSED
    assert told(at(1, histograms=[rare_never])).check(REACHABLE).outcome == FAILED
    low = [at(i, uniforms=[Uniform(REACHABLE, "alone", POOL, 0.001)]) for i in range(20)]
    high = [at(i, uniforms=[Uniform(REACHABLE, "alone", POOL, 0.999)]) for i in range(20)]
    assert told(*low).check(REACHABLE).outcome == FAILED
    assert told(*high).check(REACHABLE).outcome == PASSED


def test_ranks_histograms_and_wagers_are_judged_over_all_positions() -> None:
    ranks = [at(i, uniforms=[Uniform(CALIBRATED, "a sum", BIASED, 0.99)]) for i in range(20)]
    example = told(*ranks).check(CALIBRATED).example
    assert example is not None
    assert example.copy.startswith(
        "a sum: the true state's rank among its copies is in the highest"
    )
    spread = [
        at(i, histograms=[Histogram(CALIBRATED, "a sum", BIASED, (9, *[0] * 13))]) for i in (1, 2)
    ]
    assert told(*spread).check(CALIBRATED).outcome == FAILED
    bets = [at(i, bets=[Bet(CALIBRATED, "places", BIASED, 4.0)]) for i in range(4)]
    assert told(*bets).check(CALIBRATED).outcome == FAILED
    assert told(*bets[:1]).check(CALIBRATED).outcome == PASSED


def swap(kind: str, ours: int, theirs: int, statistic: str = "the world") -> TwoSamples:
    return TwoSamples(
        INDEPENDENT,
        statistic,
        kind,
        {"K": ours, "Q": 100 - ours},
        {"K": theirs, "Q": 100 - theirs},
    )


@pytest.mark.parametrize(("check", "words"), [(CALIBRATED, "the belief"), (INDEPENDENT, "alike")])
def test_a_wager_says_what_it_was_against(check: str, words: str) -> None:
    bets = [at(i, bets=[Bet(check, "places", BIASED, 9.0)]) for i in range(4)]
    example = told(*bets).check(check).example
    assert example is not None
    assert words in example.truth


def test_the_swap_test_shows_both_states() -> None:
    check = told(at(1, samples=[swap(PEEKING, 100, 30)])).check(INDEPENDENT)
    assert (check.outcome, check.kind) == (FAILED, PEEKING)
    assert check.example is not None
    assert check.example.copy == "the world is K in 100 of 100 copies"
    assert check.example.truth == (
        "in 30 of 100 copies of another state that the seat cannot tell from this one"
    )
    assert told(at(1, samples=[swap(PEEKING, 50, 45)])).check(INDEPENDENT).outcome == PASSED


def test_the_truth_now_and_then_shows_over_all_positions() -> None:
    """Six of 100 copies are in the true world, none of its twin's: little in one position."""
    sample = TwoSamples(INDEPENDENT, "the world", PEEKING, {"K": 6, "Q": 94}, {"K": 0, "Q": 100})
    some = [at(i, samples=[sample], truth="K") for i in range(8)]
    assert told(some[0]).check(INDEPENDENT).outcome == PASSED
    check = told(*some).check(INDEPENDENT)
    assert (check.outcome, check.kind) == (FAILED, PEEKING)
    assert check.example is not None
    assert (
        check.example.copy
        == "copies are in the true world in 48 of 800 cases, in 8 positions together"
    )


def test_a_world_that_differs_explains_a_history_that_does() -> None:
    leak = swap(Kind.HISTORY_LEAK.name, 100, 0, "history[0]")
    assert told(at(1, samples=[leak])).check(INDEPENDENT).kind == "HISTORY_LEAK"
    both = at(1, samples=[leak, swap(PEEKING, 100, 0)])
    assert told(both).check(INDEPENDENT).kind == PEEKING


def test_channels_that_agree_are_counted_as_tests() -> None:
    """A p-value of 2e-5 is significant among ten tests, but not among a thousand."""
    sample = swap(PEEKING, 65, 35)
    few, many = at(1, samples=[sample]), at(1, samples=[sample], quiet=1000)
    assert told(few).check(INDEPENDENT).outcome == FAILED
    assert told(many).check(INDEPENDENT).outcome == PASSED


def test_agreement_with_the_truth_is_peeking_where_the_swap_test_differs() -> None:
    odd = [tally(80, statistic=AS_IN_TRUTH), tally(120, statistic="KH lies in deck")]
    alone, swapped = at(1, tallies=odd), at(1, tallies=odd, samples=[swap(PEEKING, 100, 0)])
    assert told(alone).check(CALIBRATED).kind == BIASED
    assert told(swapped).check(CALIBRATED).kind == PEEKING
    clearest = at(1, tallies=[tally(120, statistic=AS_IN_TRUTH), tally(80)])
    assert told(clearest).check(CALIBRATED).kind == PEEKING


def test_what_is_never_reached_is_named_before_what_deviates() -> None:
    odd = [tally(120), tally(0, 400, kind=POOL, statistic="KH lies in deck")]
    assert told(at(1, tallies=odd)).check(CALIBRATED).kind == POOL


def test_the_error_rate_decides() -> None:
    odd = at(1, tallies=[tally(62)])
    p_value = told(odd).check(CALIBRATED).p_value
    assert p_value is not None
    assert 0.0002 < p_value < 0.01
    assert told(odd, error_rate=p_value * 1.01).check(CALIBRATED).outcome == FAILED
    assert told(odd, error_rate=p_value * 0.99).check(CALIBRATED).outcome == PASSED


def test_all_references_are_named_and_first_what_most_positions_had() -> None:
    evidence = [at(i, reference=r) for i, r in enumerate(["a count", None, "truths", "a count"])]
    assert told(*evidence).reference == "a count; truths"
    assert told(at(1, reference="a count", ranked="truths")).reference == "a count; truths"
    assert told(at(1)).reference is None


def test_a_check_says_in_how_many_positions_it_was_made_and_what_of_it_was_not() -> None:
    told_of = [at(i, partly={CALIBRATED: "features were not tested"}) for i in range(2)]
    rest = [at(3), Evidence(Position(4, 0, ()), tested={CONSERVES: 9})]
    verdict = told(*told_of, *rest)
    assert (verdict.positions, verdict.check(CONSERVES).positions) == (4, 4)
    check = verdict.check(CALIBRATED)
    assert (check.outcome, check.positions) == (PASSED, 3)
    assert check.says == "in 2 of 3 positions features were not tested"
    failed = told(at(1, findings=[fault(CONSERVES, Kind.LOST_CARDS)])).check(CONSERVES)
    assert (failed.outcome, failed.positions) == (FAILED, 1)
