"""Independent: no secret travels with a copy, and nothing done to one touches the other."""

from __future__ import annotations

from collections import Counter

from determinize.auditing.evidence import INDEPENDENT, Evidence, TwoSamples
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def independent(sample: Sample, evidence: Evidence) -> None:
    """The swap test: copies of the true state and of its twin are equally distributed."""
    twin = sample.twin
    if twin is None:
        return
    theirs = [sample.canonical(sample.copied(twin, one.seed, INDEPENDENT)) for one in sample.copies]
    if theirs != sample.worlds:
        evidence.samples.append(
            TwoSamples(
                INDEPENDENT,
                "the world",
                Kind.PEEKING.name,
                Counter(sample.worlds),
                Counter(theirs),
            )
        )
    evidence.looked(INDEPENDENT, len(sample.copies))
