"""Workers: an engine that dies is a finding in one position, and the others are examined.

The engine here is a toy whose copies die in a chosen way where the seat holds a chosen card.
"""

from __future__ import annotations

import ctypes
import functools
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from determinize.auditing.auditable import Auditable, Target
from determinize.auditing.evidence import CONSERVES, Evidence, Position
from determinize.auditing.positions import at, random_position
from determinize.auditing.processes import Crash, WorkersFailed
from determinize.auditing.workers import MOST_CRASHES, examined, spread

ROOT = Path(__file__).parents[2]


class Odd(Exception):
    """An exception that does not survive a pickle: its constructor wants two arguments."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


def abort() -> None:
    os.write(2, b"terminate called after throwing\n  what():  the talon is empty\n")
    os.abort()


def leave() -> None:
    print("a word on standard output", flush=True)
    os._exit(3)


def segfault() -> None:
    ctypes.string_at(0)


def hang() -> None:
    time.sleep(1000)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nothing() -> None:
    pass


def odd() -> None:
    raise Odd("not", "good")


def wrong() -> None:
    raise ValueError("a fault")


def toy(die: Callable[[], None], where: str = "copy", hand: int = 0) -> Target:
    """Two cards are dealt of seven; seat 0 plays twice. It dies where seat 0 holds ``hand``."""

    def new(seed: int) -> dict[str, Any]:
        deck = random.Random(seed).sample(range(7), 7)
        if where == "new" and deck[0] == hand:
            die()
        return {"hand": deck[0], "other": deck[1], "left": 2}

    def play(state: dict[str, Any], option: Hashable) -> dict[str, Any]:
        if where == "play" and state["hand"] == hand and state["left"] == 1:
            die()
        return {**state, "left": state["left"] - 1}

    def copy(state: dict[str, Any], seat: int, rng: np.random.Generator) -> dict[str, Any]:
        if where == "copy" and state["hand"] == hand:
            die()
        rest = [card for card in range(7) if card != state["hand"]]
        return {**state, "other": rest[int(rng.integers(6))]}

    return Target(
        "toy",
        new=new,
        mover=lambda state: 0 if state["left"] else -1,
        options=lambda state: ["left", "right"] if state["left"] else [],
        play=play,
        observe=lambda state, seat: (state["hand"], state["left"]),
        copy=copy,
        world=lambda state: {"hand": [str(state["hand"])], "other": [str(state["other"])]},
        optional={"say": lambda state, option: f"to the {option}"},
    )


def look(
    target: Auditable,
    seed: int,
    told: Callable[[str, str], None],
    placed: Callable[[Position], None],
) -> Evidence:
    position = random_position(target, seed)
    placed(position)
    evidence = Evidence(position)
    for number in range(3):
        told(CONSERVES, f"a copy with seed {number}")
        state = target.copy(at(target, position), position.seat, np.random.default_rng(number))
        evidence.words += (str(state["other"]),)
        evidence.looked(CONSERVES, 1)
    return evidence


def look_at_nothing(target: Auditable, seed: int, *_: Any) -> int:
    return seed


DRAWS = list(range(12))


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
    assert steps == [(n, 12) for n in range(1, 13)]
    assert not any(each.crashed for each in right)
    assert len({each.position.seed for each in right}) == 12


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
    # Among twelve games of seven cards, some but not all give seat 0 the fatal one.
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
        [finding] = found.findings
        assert (finding.check, finding.kind, finding.copy_seed) == (CONSERVES, "CRASH", 0)
    assert 0 < sum(1 for each in evidence if each.crashed) < len(DRAWS)


def test_what_hangs_is_ended(right: list[Evidence]) -> None:
    fatal = hands(right)[0]
    draws = [draw for draw, hand in zip(DRAWS, hands(right), strict=True) if hand != fatal][:2]
    evidence = examined(
        functools.partial(toy, hang, hand=fatal), look, [*draws, 0], workers=1, limit=0.5
    )
    assert [each.crashed is None for each in evidence] == [True, True, False]
    assert evidence[2].crashed == (
        "nothing moved for 0.5 s, and it was ended, in conserves, at a copy with seed 0"
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


def test_many_crashes_in_a_row_are_the_end() -> None:
    make = functools.partial(toy_that_always_dies)
    evidence = examined(make, look, list(range(40)), workers=2)
    assert len(evidence) == MOST_CRASHES
    assert all(each.crashed for each in evidence)
    assert str(evidence[-1].crashed).endswith(
        "after 10 crashes in a row 30 positions were not looked at"
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
            examined(functools.partial(toy, wrong, "play", 1), look, DRAWS, workers=workers)
    with pytest.raises(WorkersFailed, match="Odd: not good"):
        examined(functools.partial(toy, odd, "play", 1), look, DRAWS, workers=1)


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


SCRIPT = """
import functools, sys
sys.path.insert(0, "tests/determinize")
import test_audit_workers as here
if __name__ == "__main__":
    print("begun", flush=True)
    steps = lambda *step: print(*step, flush=True)
    here.examined(
        functools.partial(here.toy, here.hang, hand=5), here.look, list(range(30)), workers=2,
        progress=steps,
    )
"""


def children(pid: int) -> list[int]:
    """The processes whose parent this is, and theirs."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] != "Z":
                found += [int(entry.name), *children(int(entry.name))]
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("number", "status", "leaves"),
    [(signal.SIGINT, -2, 0), (signal.SIGTERM, 143, 0), (signal.SIGKILL, -9, 1)],
)
def test_nothing_is_left_behind(
    tmp_path: Path, number: signal.Signals, status: int, leaves: int
) -> None:
    script = tmp_path / "audit.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    assert process.stdout.readline() == "1 30\n"
    below = children(process.pid)
    assert len(below) >= 2
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # Ctrl-C reaches the workers too
    else:
        process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == status
    assert errors.count("Traceback") == (1 if number == signal.SIGINT else 0), errors
    end = time.monotonic() + 5
    while any(map(alive, below)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, below))
    assert len([*folder.glob("unseen-audit-*")]) == leaves


def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "audit.py"
    script.write_text(textwrap.dedent(SCRIPT.replace('if __name__ == "__main__":', "if True:")))
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "under `if __name__ == '__main__':`" in done.stderr.splitlines()[-1]
