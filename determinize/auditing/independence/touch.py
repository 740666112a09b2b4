"""Whether what is done to one state touches another: side effects of copying, shared objects.

What counts is a change that can be seen: in the cards, in what a seat observes, in whose turn it is
and what may be chosen, in the state of a random generator, or in any value of the state that was
there before. That two states share an object proves nothing; that a change through one is seen
through the other does. So harmless sharing (rules, tables, what is replaced and never changed) is
not accused, and neither is an original that keeps for later what had to be worked out.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import numpy as np

from determinize.auditing.auditable import NotTested
from determinize.auditing.channels.paths import changed, common, shared
from determinize.auditing.channels.values import state_of
from determinize.auditing.channels.walk import Walk
from determinize.auditing.evidence import INDEPENDENT, Evidence
from determinize.auditing.finding import found, in_words
from determinize.auditing.independence.playing_on import played_on
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

COPIED = 3
"""So many copies of one position are made under close observation."""
PLAYED = 1
"""So many times copies, and the original, are played to the end."""


class Snapshot:
    """A state as it is at this moment: its values and what can be seen of it."""

    def __init__(self, sample: Sample, state: Any) -> None:
        self.walk = Walk(state, known=common(sample.target))
        self.seen = _seen(sample, state)


def difference(before: Snapshot, after: Snapshot) -> tuple[str, Any, Any] | None:
    """What has changed: where, what it was, and what it is."""
    values = changed(before.walk, after.walk)
    if values:
        path, old, new = values[0]
        return path.strip("."), old, new
    for name, old in before.seen.items():
        if after.seen.get(name) != old:
            return name, old, after.seen.get(name)
    return None


def _seen(sample: Sample, state: Any) -> dict[str, Hashable]:
    target = sample.target
    mover = target.mover(state)
    seats = {sample.seat} | ({mover} if mover >= 0 else set())
    seen: dict[str, Hashable] = {"the world": sample.canonical(state), "the mover": mover}
    for seat in sorted(seats):
        seen[f"what seat {seat} observes"] = target.observe(state, seat)
    if mover >= 0:
        seen["the options"] = tuple(target.options(state))
    return seen


def side_effects(sample: Sample, evidence: Evidence) -> None:
    """Making copies changes neither the original nor the generators that everybody uses."""
    seeds = [one.seed for one in sample.copies]
    original = sample.fresh()
    before = Snapshot(sample, original)
    suspicious = difference(before, Snapshot(sample, sample.truth))
    for seed in seeds if suspicious else seeds[:COPIED]:
        generators = _everybodys()
        sample.copied(original, seed, INDEPENDENT)
        for name, state in _everybodys().items():
            if state != generators[name]:
                copy = f"making it draws from {name}, which is everybody's"
                found(
                    evidence, INDEPENDENT, Kind.SIDE_EFFECT, seed, copy, f"{name} as it was before"
                )
                return
        after = Snapshot(sample, original)
        effect = difference(before, after)
        if effect is not None:
            where, old, new = effect
            copy = f"after it was made, the original's {where} is {new!r}"
            found(evidence, INDEPENDENT, Kind.SIDE_EFFECT, seed, copy, f"before, it was {old!r}")
            return
        before = after


def _everybodys() -> dict[str, str]:
    return {
        "the module random": state_of(random._inst),
        "numpy.random": state_of(np.random.mtrand._rand),
    }


def aliasing(sample: Sample, evidence: Evidence) -> None:
    """Playing a copy changes neither original nor other copies; playing the original, no copy."""
    seeds = [one.seed for one in sample.copies]
    for number in range(min(PLAYED, len(seeds) // 2)):
        one, other = seeds[2 * number], seeds[2 * number + 1]
        original = sample.fresh()
        copies = [sample.copied(original, seed, INDEPENDENT) for seed in (one, other)]
        others = {"the original's": original, "another copy's": copies[1]}
        if _touched(sample, evidence, one, "it", copies[0], others):
            return
        original = sample.fresh()
        copies = [sample.copied(original, one, INDEPENDENT)]
        if _touched(sample, evidence, one, "the original", original, {"its": copies[0]}):
            return


def _touched(
    sample: Sample, evidence: Evidence, seed: int, who: str, played: Any, others: dict[str, Any]
) -> bool:
    """Play a state to the end, and see whether others have changed."""
    before = {name: Snapshot(sample, state) for name, state in others.items()}
    mine = Walk(played, known=common(sample.target))
    rng = np.random.default_rng([seed, 7])
    sample.told(INDEPENDENT, f"playing on with the copy with seed {seed}")
    try:
        played_on(sample.target, played, rng)
    except NotTested:
        return False
    except Exception as error:  # the engine's, whatever it is: a finding
        words = f"cannot be played on: {in_words(error)}"
        if who == "it":
            found(evidence, INDEPENDENT, Kind.CRASH, seed, words, "can be played on")
            return True
        raise
    for name, state in others.items():
        effect = difference(before[name], Snapshot(sample, state))
        if effect is not None:
            where, old, new = effect
            link = (
                ", which is the same object in both" if _linked(mine, before[name], where) else ""
            )
            copy = f"after {who} was played on, {name} {where} is {new!r}{link}"
            found(evidence, INDEPENDENT, Kind.ALIASING, seed, copy, f"before, it was {old!r}")
            return True
    return False


def _linked(mine: Walk, before: Snapshot, where: str) -> bool:
    """Whether what has changed lies in an object that both share."""
    paths = (theirs.strip(".") for _, theirs in shared(mine, before.walk))
    return any(path and where.startswith(path) for path in paths)
