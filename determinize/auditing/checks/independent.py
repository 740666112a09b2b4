"""Independent: no secret travels with a copy, and nothing done to one touches the other."""

from __future__ import annotations

from typing import Any

from determinize.auditing.asked import asked
from determinize.auditing.auditable import NotTested, ability
from determinize.auditing.evidence import INDEPENDENT, Evidence
from determinize.auditing.independence.futures import drawn_from, same_chances
from determinize.auditing.independence.lookalikes import lookalike
from determinize.auditing.independence.swap import swap
from determinize.auditing.independence.touch import aliasing, side_effects
from determinize.auditing.sample import Sample

LOOKED_AT = "side effects, shared objects and generators were looked at"


def independent(sample: Sample, evidence: Evidence) -> None:
    """Side effects, shared objects, the chances that copies meet, and the swap test.

    A position counts as tested only where the swap test was made: what else is found wrong still
    fails the check, but nothing found does not mean that no secret travels.

    Raises:
        NotTested: no other state is known that the seat cannot tell from this one; the reason says
            what was looked at.
    """
    if not sample.copies:
        raise NotTested("no copy could be made")
    side_effects(sample, evidence)
    aliasing(sample, evidence)
    generators, drawn = drawn_from(sample)
    same_chances(sample, evidence, generators, drawn)
    evidence.looked(INDEPENDENT, swap(sample, _twin(sample), evidence, drawn))


def _twin(sample: Sample) -> Any:
    twin = sample.twin if ability(sample.target, "twin") else lookalike(sample)
    if twin is None:
        raise NotTested(
            "whether copies depend on hidden cards is not tested: no other state was found that "
            f"the seat cannot tell from the true one; {LOOKED_AT}"
        )
    target, seat = asked(sample.target, sample.position), sample.seat
    if target.observe(twin, seat) != target.observe(sample.truth, seat):
        raise NotTested(
            "whether copies depend on hidden cards is not tested: the seat can tell the target's "
            f"twin from the true state; {LOOKED_AT}"
        )
    return twin
