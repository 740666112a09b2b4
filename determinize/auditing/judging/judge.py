"""The verdict: all evidence of an audit judged together.

A finding fails its check outright. All else is tests
(:mod:`determinize.auditing.judging.statistics`), whose p-values are corrected for being many, so
that a right copier fails an audit, all checks together, with probability ``error_rate`` at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from determinize.auditing.evidence import CHECKS, CONSERVES, Evidence, Finding
from determinize.auditing.judging.naming import MISSING, PEEKING, POOL, cleared, named
from determinize.auditing.judging.statistics import Trial, trials
from determinize.auditing.kinds import Kind
from determinize.auditing.verdict import (
    CRASHED,
    FAILED,
    NOT_TESTED,
    PASSED,
    Audit,
    Check,
    Example,
)

NO_POSITION = "no position was looked at"


def judge(evidence: Sequence[Evidence], *, target: str, promise: str, error_rate: float) -> Audit:
    """The verdict on a copier.

    Args:
        evidence: of all positions that were looked at.
        target, promise: as the audit names them.
        error_rate: the probability, at most, with which a right copier fails.

    >>> judge([], target="nothing", promise="table", error_rate=0.001).check("conserves").outcome
    'not tested'
    """
    words = [each.reference for each in evidence] + [each.ranked for each in evidence]
    references = Counter(each for each in words if each is not None)
    tests = trials(evidence)
    clear = cleared(evidence, tests)
    return Audit(
        target=target,
        promise=promise,
        reference="; ".join(each for each, _ in references.most_common()) or None,
        error_rate=error_rate,
        positions=len(evidence),
        copies=sum(each.copies for each in evidence),
        checks=tuple(_check(name, evidence, tests, error_rate, clear) for name in CHECKS),
    )


def _check(
    name: str,
    evidence: Sequence[Evidence],
    tests: Sequence[Trial],
    error_rate: float,
    clear: bool,
) -> Check:
    mine = [test for test in tests if test.check == name]
    p_value = min((test.adjusted for test in mine), default=None)
    looked = sum(each.tested.get(name, 0) for each in evidence), _made(name, evidence)
    faults = _faults(name, evidence)
    proven = [fault for fault in faults if fault[1].kind != Kind.CRASH.name]
    significant = [test for test in mine if test.adjusted <= error_rate]
    if proven:
        kind, example = _proven(proven)
        return _failure(name, FAILED, p_value, looked, kind, example)
    if significant:
        kind = named(name, [test for test in tests if test.adjusted <= error_rate], clear=clear)
        telling = {kind, PEEKING} if clear and kind in (POOL, MISSING) else {kind}
        example = _telling(significant, telling, evidence)
        return _failure(name, FAILED, p_value, looked, kind, example)
    if faults:
        kind, example = _proven(faults)
        return _failure(name, CRASHED, p_value, looked, kind, example)
    if not any(name in each.tested for each in evidence):
        return Check(name, NOT_TESTED, None, 0, says=_why_not(name, evidence))
    says = _partly(name, evidence)
    return Check(name, PASSED, p_value, looked[0], says=says, positions=looked[1])


def _made(name: str, evidence: Sequence[Evidence]) -> int:
    """In how many positions a check was made."""
    return sum(name in each.tested for each in evidence)


def _partly(name: str, evidence: Sequence[Evidence]) -> str | None:
    """What of a check was not tested, and in how many positions, for the most usual reason."""
    reasons = Counter(each.partly[name] for each in evidence if name in each.partly)
    if not reasons:
        return None
    n, made = reasons.total(), _made(name, evidence)
    return f"in {n} of {made} positions {reasons.most_common(1)[0][0]}"


def _failure(
    name: str,
    outcome: str,
    p_value: float | None,
    looked: tuple[int, int],
    kind: str,
    example: Example,
) -> Check:
    copies, positions = looked
    says = Kind[kind].value
    return Check(name, outcome, p_value, copies, example, kind, says, positions=positions)


def _why_not(name: str, evidence: Sequence[Evidence]) -> str:
    reasons = Counter(each.untested[name] for each in evidence if name in each.untested)
    return reasons.most_common(1)[0][0] if reasons else NO_POSITION


def _faults(name: str, evidence: Sequence[Evidence]) -> list[tuple[Evidence, Finding]]:
    """What proves a check broken, with a process that died among it."""
    found = [(each, one) for each in evidence for one in each.findings if one.check == name]
    for each in evidence:
        told = any(one.kind == Kind.CRASH.name for one in each.findings)
        if each.crashed is not None and not told and (each.crashed_in or CONSERVES) == name:
            found.append((each, Finding(name, Kind.CRASH.name, None, each.crashed, "no crash")))
    return found


def _proven(faults: Sequence[tuple[Evidence, Finding]]) -> tuple[str, Example]:
    """The kind that most positions show, and the smallest of these."""
    shown = Counter(kind for _, kind in {(id(each), one.kind) for each, one in faults})
    kinds = [kind.name for kind in Kind]
    kind = min(shown, key=lambda name: (-shown[name], kinds.index(name)))
    each, one = min(
        (fault for fault in faults if fault[1].kind == kind), key=lambda fault: fault[0].position
    )
    return kind, _example(each, one.copy_seed, one.copy, one.truth)


def _telling(
    significant: Sequence[Trial], kinds: Collection[str], evidence: Sequence[Evidence]
) -> Example:
    """The smallest position that is significant by itself, else the one that adds most."""
    alike = [test for test in significant if test.kind in kinds] or list(significant)
    single = [test for test in alike if test.single]
    if single:
        test = min(single, key=lambda t: (evidence[t.places[0]].position, t.p))
    else:
        test = min(alike, key=lambda t: t.adjusted)
    place, copy, truth = test.shown()
    return _example(evidence[place], None, copy, truth)


def _example(evidence: Evidence, copy_seed: int | None, copy: str, truth: str) -> Example:
    position = evidence.position
    return Example(
        seed=position.seed,
        moves=position.moves,
        words=evidence.words,
        seat=position.seat,
        copy_seed=copy_seed,
        copy=copy,
        truth=truth,
    )
