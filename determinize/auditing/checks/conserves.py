"""Conserves: no card is lost, doubled or changed, and as many lie in each place as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from determinize.auditing.auditable import Face, Place, World
from determinize.auditing.evidence import CONSERVES, Evidence
from determinize.auditing.finding import found
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample


def conserves(sample: Sample, evidence: Evidence) -> None:
    """Compares the faces of each copy, and the sizes of its places, with the true state's."""
    truth = sample.target.world(sample.truth)
    for one in sample.copies:
        wrong = fault(truth, sample.target.world(one.state))
        if wrong is not None:
            kind, copy, true = wrong
            found(evidence, CONSERVES, kind, one.seed, copy, true)
    evidence.looked(CONSERVES, len(sample.copies))


def fault(truth: World, copy: World) -> tuple[Kind, str, str] | None:
    """What is wrong with a copy's cards: the kind, what the copy and what the true state hold.

    >>> fault({"hand": ["A"], "deck": ["B", "C"]}, {"hand": ["A"], "deck": ["B", "B"]})[1:]
    ('B twice, C never', 'B once, C once')
    >>> fault({"hand": ["A"], "deck": ["B"]}, {"hand": ["B", "A"], "deck": []})[1:]
    ('hand of 2, deck of 0', 'hand of 1, deck of 1')
    >>> fault({"hand": ["A"], "deck": ["B"]}, {"hand": ["B"], "deck": ["A"]})
    """
    before, after = _faces(truth), _faces(copy)
    if before != after:
        faces = sorted(face for face in before | after if before[face] != after[face])
        return (
            Kind.LOST_CARDS,
            ", ".join(f"{face} {_times(after[face])}" for face in faces),
            ", ".join(f"{face} {_times(before[face])}" for face in faces),
        )
    sizes = [{place: len(faces) for place, faces in world.items()} for world in (truth, copy)]
    places = [p for p in truth if sizes[0][p] != sizes[1].get(p, 0)]
    places += [p for p in copy if p not in truth and len(copy[p])]
    if places:
        return Kind.LOST_CARDS, _of(places, sizes[1]), _of(places, sizes[0])
    return None


def _faces(world: Mapping[Place, Sequence[Face]]) -> Counter[Face]:
    return Counter(face for faces in world.values() for face in faces)


def _times(n: int) -> str:
    return ("never", "once", "twice")[n] if n < 3 else f"{n} times"


def _of(places: Sequence[Place], sizes: Mapping[Place, int]) -> str:
    return ", ".join(f"{place} of {sizes.get(place, 0)}" for place in places)
