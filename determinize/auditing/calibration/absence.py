"""What it usually means where copies never reach what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from determinize.auditing.auditable import Cell, Posterior
from determinize.auditing.calibration.reference import CERTAIN, Worlds, worlds_of
from determinize.auditing.judging.significance import never
from determinize.auditing.judging.statistics import DECISIVE
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

UNLIKELY = 1e-3
"""What is likelier by chance than this does not name a bug."""


@lru_cache(maxsize=1)  # two checks ask for it, one after the other
def absent(sample: Sample) -> str:
    """The kind of bug, if copies never reach some cells or worlds that they should.

    All hidden cards lie as in truth in every copy, or some of a place do: peeking. One world is
    missing, or worlds are and no cell: that world is never produced. A whole place's cards are the
    true ones in every copy, or certain cards never come to certain places: a wrong pool.
    """
    posterior, worlds = sample.posterior, worlds_of(sample)
    if posterior is None:
        raise ValueError("without a count, nothing can be said to be absent")
    uncertain = {
        cell for cell, p in posterior.cells.items() if all(each < 1 - CERTAIN for each in p)
    }
    true = _only(sample.cells(sample.truth), uncertain)
    copies = [_only(contents, uncertain) for contents in sample.contents]
    if all(contents == true for contents in copies):
        return Kind.PEEKING.name
    if worlds is not None and _one_is_missing(worlds, len(copies)):
        return Kind.MISSING_WORLD.name
    if all(_reached(cell, posterior, copies) for cell in uncertain):
        return Kind.MISSING_WORLD.name
    places = {_place(cell) for cell in true}
    here = {place: _faces(true, place) for place in places}
    if any(all(_faces(each, place) == here[place] for each in copies) for place in places):
        return Kind.WRONG_POOL.name
    faces = {face for face, _ in true}
    spots = {face: {cell: n for cell, n in true.items() if cell[0] == face} for face in faces}
    for face in faces:
        if all({c: n for c, n in each.items() if c[0] == face} == spots[face] for each in copies):
            return Kind.PEEKING.name
    return Kind.WRONG_POOL.name


def _only(contents: Mapping[Cell, int], uncertain: set[Cell]) -> dict[Cell, int]:
    return {cell: n for cell, n in contents.items() if cell in uncertain}


def _place(cell: Cell) -> str:
    """A cell's place, without the position in an ordered one."""
    return cell[1].partition("[")[0]


def _faces(contents: Mapping[Cell, int], place: str) -> Counter[str]:
    faces: Counter[str] = Counter()
    for cell, n in contents.items():
        if _place(cell) == place:
            faces[cell[0]] += n
    return faces


def _one_is_missing(worlds: Worlds, n: int) -> bool:
    """Whether one of at least three worlds, all of which should be there, is not."""
    decisive = [never([(n, float(p))]) <= DECISIVE for p in worlds.probabilities]
    return len(decisive) > 2 and all(decisive) and int((worlds.counts == 0).sum()) == 1


def _reached(cell: Cell, posterior: Posterior, copies: list[dict[Cell, int]]) -> bool:
    """Whether copies both have and lack a cell, unless so few may well not."""
    lacks = posterior.cells[cell][0]
    have = sum(cell in contents for contents in copies)
    if have == 0:
        return never([(len(copies), 1 - lacks)]) > UNLIKELY
    if have == len(copies):
        return never([(len(copies), lacks)]) > UNLIKELY
    return True
