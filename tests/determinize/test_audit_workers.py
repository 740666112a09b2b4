"""Workers: an engine that dies is a finding in one position, and the others are examined."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from determinize.audit import audit
from determinize.auditing.auditable import Auditable, Target
from determinize.auditing.evidence import CONSERVES, Evidence
from determinize.auditing.workers import examined, pool
from determinize.auditing.workers.making import tried
from determinize.auditing.workers.pool import spread
from determinize.auditing.workers.processes import Crash, WorkersFailed
from tests.determinize.audit_dying import (
    abort,
    hang,
    kill,
    leave,
    look,
    look_at_nothing,
    nothing,
    odd,
    segfault,
    toy,
    wrong,
)

DRAWS = list(range(8))


def hands(evidence: list[Evidence]) -> list[int]:
    return [int(toy(nothing).new(each.position.seed)["hand"]) for each in evidence]


@pytest.fixture(scope="module")
def right() -> list[Evidence]:
    return examined(functools.partial(toy, nothing), look, DRAWS, workers=0)


def test_any_number_of_workers_finds_the_same(right: list[Evidence]) -> None:
    steps: list[tuple[int, int]] = []
    make = functools.partial(toy, nothing)
    assert examined(make, look, DRAWS, workers=1) == right
    two = examined(make, look, DRAWS, workers=2, progress=lambda *each: steps.append(each))
    assert two == right
    assert steps == [(n, 8) for n in range(1, 9)]
    assert not any(each.crashed for each in right)
    assert len({each.position.seed for each in right}) == 8


@pytest.mark.parametrize(
    ("die", "how"),
    [
        (abort, "SIGABRT, in conserves, at a copy with seed 0; it wrote: what():  the talon is"),
        (leave, "exit status 3, in conserves, at a copy with seed 0; it wrote: a word on standard"),
        (segfault, "SIGSEGV, in conserves, at a copy with seed 0"),
        (kill, "SIGKILL (perhaps for lack of memory), in conserves"),
    ],
)
def test_a_crash_is_a_finding_and_the_others_are_examined(
    right: list[Evidence], die: Callable[[], None], how: str
) -> None:
    # Among eight games of seven cards, some but not all give seat 0 the fatal one.
    fatal = hands(right)[5]
    evidence = examined(functools.partial(toy, die, hand=fatal), look, DRAWS, workers=2)
    assert len(evidence) == len(right)
    for hand, found, other in zip(hands(right), evidence, right, strict=True):
        assert found.position == other.position
        assert found.position.moves == other.position.moves
        if hand != fatal:
            assert found == other
            continue
        assert found.crashed is not None
        assert how in found.crashed
        assert found.position.seat == 0
        assert found.words == tuple(f"to the {move}" for move in found.position.moves)
        assert found.crashed_in == CONSERVES
        [finding] = found.findings
        assert (finding.check, finding.kind, finding.copy_seed) == (CONSERVES, "CRASH", 0)
    assert 0 < sum(1 for each in evidence if each.crashed) < len(DRAWS)


def test_what_hangs_is_ended(right: list[Evidence]) -> None:
    fatal = hands(right)[0]
    draws = [draw for draw, hand in zip(DRAWS, hands(right), strict=True) if hand != fatal][:2]
    evidence = examined(
        functools.partial(toy, hang, hand=fatal), look, [*draws, 0], workers=1, limit=1
    )
    assert [each.crashed is None for each in evidence] == [True, True, False]
    assert evidence[2].crashed == (
        "nothing moved for 1 s, and it was ended, in conserves, at a copy with seed 0"
    )


@pytest.mark.parametrize(("where", "moves"), [("new", 0), ("play", 2)])
def test_a_game_that_crashes_is_told_with_its_moves(where: str, moves: int) -> None:
    make = functools.partial(toy, abort, where, hand=3)
    evidence = examined(make, look, list(range(8)), workers=1)
    crashed = [each for each in evidence if each.crashed]
    assert 0 < len(crashed) < 8
    for each in crashed:
        assert f"while a game was played, at move {moves}" in str(each.crashed)
        assert hands([each]) == [3]
        assert len(each.position.moves) == moves
        assert each.position.seat == -1


def test_an_audit_of_an_engine_that_crashes() -> None:
    told = audit(functools.partial(toy, segfault, hand=0), positions=8, copies=10, workers=2)
    assert told.positions == 8
    assert not told.passed
    [crashed] = [check for check in told.checks if check.outcome == "crashed"]
    assert crashed.name == CONSERVES
    assert crashed.kind == "CRASH"
    assert crashed.example is not None
    assert "it was ended by SIGSEGV, in conserves, at a copy with seed" in crashed.example.copy
    state = toy(nothing).new(crashed.example.seed)
    assert state["hand"] == 0
    assert set(crashed.example.moves) <= {"left", "right"}
    assert 0 < told.copies < 80, "the other positions are examined"
    assert told.check("indistinguishable").outcome == "passed"


def test_many_crashes_in_a_row_are_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pool.MOST_CRASHES == 10
    monkeypatch.setattr(pool, "MOST_CRASHES", 3)
    evidence = examined(toy_that_always_dies, look, list(range(40)), workers=2)
    assert len(evidence) == 3
    assert all(each.crashed for each in evidence)
    assert str(evidence[-1].crashed).endswith(
        "after 3 crashes in a row 37 positions were not looked at"
    )


def toy_that_always_dies() -> Target:
    target = toy(nothing)
    target.copy = lambda *_: os._exit(1)
    return target


def die_of_an_even_number(target: Auditable, number: int, *_: Any) -> int:
    if number % 2 == 0:
        os._exit(number)
    return number


def test_jobs_of_any_kind() -> None:
    results = spread(toy_that_always_dies, die_of_an_even_number, [1, 2, 3], workers=1)
    assert results[0] == 1
    assert isinstance(results[1], Crash)
    assert results[1].how == "it ended by itself with exit status 2"
    assert results[2] == 3
    assert spread(toy_that_always_dies, look_at_nothing, [], workers=2) == []


def test_what_the_work_raises_is_raised() -> None:
    for workers in (0, 1):
        with pytest.raises(ValueError, match="a fault"):
            examined(functools.partial(toy, wrong, "copy", 1), look, DRAWS, workers=workers)
    with pytest.raises(WorkersFailed, match="Odd: not good"):
        examined(functools.partial(toy, odd, "copy", 1), look, DRAWS, workers=1)


def fail_to_make() -> Target:
    raise LookupError("no such engine")


def die_to_make() -> Target:
    abort()
    raise AssertionError


def test_a_target_that_cannot_be_made() -> None:
    with pytest.raises(LookupError, match="no such engine"):
        examined(fail_to_make, look, DRAWS, workers=1)
    with pytest.raises(WorkersFailed, match=r"SIGABRT.*; it wrote: what\(\):  the talon is empty"):
        examined(die_to_make, look, DRAWS, workers=1)


def test_an_audit_of_a_target_that_dies_when_it_is_made() -> None:
    with pytest.raises(WorkersFailed, match=r"making the target ends its process: .* SIGABRT"):
        audit(die_to_make, positions=2, copies=10)
    with pytest.raises(LookupError, match="no such engine"):
        audit(fail_to_make, positions=2, copies=10)


def test_targets_are_tried_once() -> None:
    make = tried(functools.partial(toy, nothing))
    assert tried(make) is make
    assert make().name == "toy"
    assert tried(die_to_make, workers=0) is die_to_make, "in this process it is not tried"
    with pytest.raises(ValueError, match="at least 0, not -1"):
        tried(die_to_make, workers=-1)


def test_what_cannot_be_sent_is_done_here(right: list[Evidence]) -> None:
    assert examined(lambda: toy(nothing), look, DRAWS, workers=2) == right


def test_numbers_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="at least 0, not -1"):
        examined(functools.partial(toy, nothing), look, DRAWS, workers=-1)


def test_two_audits_at_once(right: list[Evidence]) -> None:
    found: dict[int, list[Evidence]] = {}
    fatal = {0: hands(right)[0], 1: hands(right)[1]}

    def audit(number: int) -> None:
        make = functools.partial(toy, abort, hand=fatal[number])
        found[number] = examined(make, look, DRAWS[:4], workers=1)

    threads = [threading.Thread(target=audit, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in (0, 1):
        crashed = [each.crashed is not None for each in found[number]]
        assert crashed == [hand == fatal[number] for hand in hands(right)[:4]]
