"""Indistinguishable: the seat cannot tell a copy from the true state, nor a copy of the copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from determinize.auditing.asked import BrokenGame
from determinize.auditing.auditable import HISTORY, NotTested, ability
from determinize.auditing.checks.conserves import fault as lost
from determinize.auditing.evidence import INDISTINGUISHABLE, Evidence
from determinize.auditing.finding import found, in_words
from determinize.auditing.independence.playing_on import played_on
from determinize.auditing.kinds import Kind
from determinize.auditing.observing import parts_that_differ, what_differs
from determinize.auditing.sample import Copied, Sample

SECOND = 8
"""Copies of which further copies are made for the same seat."""
FOR_OTHERS = 3
"""Copies of which further copies are made for other seats."""
AHEAD = 6
"""Moves within which another seat's turn is looked for."""


def indistinguishable(sample: Sample, evidence: Evidence) -> None:
    """Compares what the seat observes, whose turn it is, and what the seat may choose.

    A search copies its copies: so the same is asked of a copy of the copy for the same seat, and of
    copies of the copy for other seats, which must not tell them from the first copy.
    """
    right = [one for one in sample.copies if _looks_like(sample, evidence, one)]
    broken: list[tuple[int, str]] = []
    for number, one in enumerate(right[:SECOND]):
        sample.told(INDISTINGUISHABLE, f"copies of the copy with seed {one.seed}")
        again = partial(_again, broken=broken)
        for attempt in (again, _for_others) if number < FOR_OTHERS else (again,):
            try:
                attempt(sample, evidence, one.seed)
            except BrokenGame:
                raise
            except NotTested:
                continue
            except Exception as error:  # the engine's, whatever it is: a finding
                words = f"a copy of the copy cannot be made: {in_words(error)}"
                found(evidence, INDISTINGUISHABLE, Kind.CRASH, one.seed, words, "a copy")
    _forgotten(sample, evidence, broken)
    evidence.looked(INDISTINGUISHABLE, len(sample.copies))


def _looks_like(sample: Sample, evidence: Evidence, one: Copied) -> bool:
    try:
        wrong = fault(sample, sample.truth, one.state, sample.seat)
    except NotTested:
        raise
    except Exception as error:  # the engine's, whatever it is: a finding
        words = f"cannot be looked at: {in_words(error)}"
        found(evidence, INDISTINGUISHABLE, Kind.CRASH, one.seed, words, "an observation")
        return False
    if wrong is not None:
        found(evidence, INDISTINGUISHABLE, wrong[0], one.seed, *wrong[1:])
    return wrong is None


def fault(sample: Sample, state: Any, copy: Any, seat: int) -> tuple[Kind, str, str] | None:
    """By what a seat can tell a copy from a state: the kind, what the copy and what it says."""
    target = sample.target
    true, seen = target.observe(state, seat), target.observe(copy, seat)
    if true != seen:
        return _kind(sample, state, copy, true, seen), *parts_that_differ(true, seen)
    movers = target.mover(copy), target.mover(state)
    if movers[0] != movers[1]:
        return Kind.CHANGED_TABLE, f"seat {movers[0]} is to move", f"seat {movers[1]} is to move"
    if movers[1] == seat:
        options = list(target.options(copy)), list(target.options(state))
        if Counter(options[0]) != Counter(options[1]):
            return Kind.CHANGED_TABLE, f"options {options[0]}", f"options {options[1]}"
    return None


def _kind(sample: Sample, state: Any, copy: Any, true: Any, seen: Any) -> Kind:
    worlds = sample.target.world(state), sample.target.world(copy)
    sizes = [
        {place: len(faces) for place, faces in world.items() if len(faces)} for world in worlds
    ]
    if sizes[0] != sizes[1]:
        return Kind.CHANGED_TABLE
    kind = what_differs(true, seen, {face for faces in worlds[0].values() for face in faces})
    if kind is Kind.CHANGED_TABLE and state is sample.truth and _breaks_certainty(sample, copy):
        return Kind.KNOWN_CARDS
    return kind


def _breaks_certainty(sample: Sample, copy: Any) -> bool:
    """Whether a card that lies somewhere for certain lies elsewhere in the copy."""
    if sample.posterior is None:
        return False
    lie = sample.cells(copy)
    return any(
        chances[n] > 1 - 1e-9 and lie.get(cell, 0) != n
        for cell, chances in sample.posterior.cells.items()
        for n in range(len(chances))
    )


def _first(sample: Sample, seed: int) -> Any:
    """The copy with that seed once more, since copying it may change it.

    Raises:
        NotTested: it is wrong in itself.
    """
    first = sample.copied(sample.truth, seed, INDISTINGUISHABLE)
    worlds = sample.target.world(sample.truth), sample.target.world(first)
    if lost(*worlds) is not None or fault(sample, sample.truth, first, sample.seat) is not None:
        raise NotTested("the copy is wrong in itself")
    return first


def _again(sample: Sample, evidence: Evidence, seed: int, broken: list[tuple[int, str]]) -> None:
    """A copy of the copy for the same seat; facts that it breaks are collected."""
    second = sample.copied(_first(sample, seed), seed + 1, INDISTINGUISHABLE)
    wrong = fault(sample, sample.truth, second, sample.seat)
    if wrong is not None:
        copy = f"a copy of the copy: {wrong[1]}"
        found(evidence, INDISTINGUISHABLE, Kind.FORGOTTEN_LOOK, seed, copy, wrong[2])
        return
    can_tell = ability(sample.target, "contradiction") is not None
    if can_tell and sample.settings.promise == HISTORY:
        fact = sample.contradiction(second)
        if fact is not None:
            broken.append((seed, fact))


def _forgotten(sample: Sample, evidence: Evidence, broken: list[tuple[int, str]]) -> None:
    """Facts that copies of copies break, and no copy: where copies do too, they are ignored.

    One alone may be chance: a fact that is ignored need not be broken often.
    """
    if len(broken) < 2:
        return
    if all(sample.contradiction(one.state) is None for one in sample.copies):
        seed, fact = broken[0]
        copy = f"a copy of the copy cannot be, after: {fact}"
        found(evidence, INDISTINGUISHABLE, Kind.FORGOTTEN_LOOK, seed, copy, fact)


def _for_others(sample: Sample, evidence: Evidence, seed: int) -> None:
    """Copies of the copy for every other seat that the copier serves then."""
    for first, seat in _others(sample, seed):
        second = sample.copied(first, seed + 2, INDISTINGUISHABLE, seat)
        wrong = fault(sample, first, second, seat)
        if wrong is not None:
            kind = Kind.FORGOTTEN_LOOK if _right_at_first(sample, seed + 2, seat) else wrong[0]
            copy = f"a copy of the copy, for seat {seat}: {wrong[1]}"
            found(evidence, INDISTINGUISHABLE, kind, seed, copy, wrong[2])


def _right_at_first(sample: Sample, seed: int, seat: int) -> bool:
    """Whether a copy of the true state would be right for that seat."""
    try:
        copy = sample.copied(sample.truth, seed, INDISTINGUISHABLE, seat)
        return fault(sample, sample.truth, copy, seat) is None
    except Exception:  # a seat that the copier does not serve here
        return False


def _others(sample: Sample, seed: int) -> Iterator[tuple[Any, int]]:
    """Copies, as they are or played on, with another seat for which they can be copied."""
    first = _first(sample, seed)
    observers = ability(sample.target, "observers")
    if observers is not None:
        others = [int(seat) for seat in observers(first) if seat != sample.seat]
        for number, seat in enumerate(others):
            yield (_first(sample, seed) if number else first), seat
        if others:
            return
    state, rng = first, np.random.default_rng([seed, 5])
    for _ in range(AHEAD):
        state = played_on(sample.target, state, rng, most=1)
        mover = sample.target.mover(state)
        if mover >= 0 and mover != sample.seat:
            yield state, mover
            return
