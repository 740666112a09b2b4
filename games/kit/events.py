"""What happened at the table, in order: the events of a watched move.

In search nobody listens, and :func:`happened` costs nothing. When somebody watches, the same rules
run as plain Python and every event is recorded as it happens. Order matters: a statement speaks of
the hands as they are at that moment.

Events name cards by face and zones by number, never physical cards, and say who saw what: a
listener passes on to each seat only its share (see ``determinize.watch``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from compiled import slot

ALL = (1 << 62) - 1
"""The eyes of everybody."""

OPENED, MOVED, SHOWN, LOOKED, SHUFFLED, INSERTED, SWAPPED, ANNOUNCED = range(8)


@slot(optional=True)
def happened(kind: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
    """Tell a listener, if there is one, what just happened; the meaning of a… is in the table."""


@dataclass(frozen=True)
class Opened:
    """Everything is gathered face down, unseen, in one zone: a new deal begins."""

    zone: int


@dataclass(frozen=True)
class Moved:
    """A card went from one zone to another.

    ``eyes`` saw its face as it moved; ``knew`` knew it before by its place. ``chosen``: its owner
    picked it; else it was the next one, or drawn at random. Depths count from the bottom, -1 in a
    zone without order.
    """

    face: int
    source: int
    source_depth: int
    target: int
    target_depth: int
    eyes: int
    knew: int
    chosen: bool


@dataclass(frozen=True)
class Shown:
    """The face of a card that stays where it is was seen by ``eyes``."""

    face: int
    zone: int
    depth: int
    eyes: int
    chosen: bool


@dataclass(frozen=True)
class Looked:
    """All cards of a zone were seen together by ``eyes``; in an ordered zone the bottom first."""

    zone: int
    eyes: int
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Shuffled:
    """A zone's cards are in a new, uniformly random order that nobody knows."""

    zone: int


@dataclass(frozen=True)
class Inserted:
    """A card went to a depth of an ordered zone that only ``eyes`` know."""

    face: int
    source: int
    target: int
    target_depth: int
    eyes: int
    knew: int
    source_depth: int = -1


@dataclass(frozen=True)
class Swapped:
    """Two zones changed their whole contents."""

    a: int
    b: int


@dataclass(frozen=True)
class Announced:
    """A statement that the rules make at the table; what it implies is in the game's facts."""

    what: int
    who: int
    a: int
    b: int


Event: TypeAlias = Opened | Moved | Shown | Looked | Shuffled | Inserted | Swapped | Announced


@dataclass(frozen=True)
class Deduction:
    """What follows from a statement: lo <= sum of weights over cards in ``zones`` <= hi, now.

    Attributes:
        zones: zone numbers whose content, taken together, it speaks of.
        weights: face number to weight; a face that is not named weighs nothing.
        lo: the least sum.
        hi: the greatest sum.
        because: the reason in words, for people.
        audience: the seats that may conclude it, as a bit mask.
    """

    zones: tuple[int, ...]
    weights: Mapping[int, int]
    lo: int
    hi: int
    because: str
    audience: int = ALL


@dataclass(frozen=True)
class Alternatives:
    """What follows from a statement where it may be one thing or another: one of the cases holds.

    Attributes:
        cases: each a list of deductions that hold together, now; no two cases hold at once. What
            the deductions themselves give as reason and audience counts for nothing.
        because: the reason in words, for people.
        audience: the seats that may conclude it, as a bit mask.

    Two hands of one card are equal, so both hold one of these faces:

    >>> tie = [(Deduction((1,), {face: 1}, 1, 1, ""), Deduction((2,), {face: 1}, 1, 1, ""))
    ...        for face in (0, 3)]
    >>> len(Alternatives(tuple(tie), "a tie").cases)
    2
    """

    cases: tuple[tuple[Deduction, ...], ...]
    because: str
    audience: int = ALL


Conclusion: TypeAlias = Deduction | Alternatives
"""What a seat may conclude from a statement."""


class Recorder:
    """Listens to one watched move and keeps its events."""

    def __init__(self) -> None:
        self._heard: list[tuple[int, ...]] = []

    def __call__(self, kind: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
        """Record one event, as :func:`happened` tells it."""
        self._heard.append((kind, int(a), int(b), int(c), int(d), int(e), int(f), int(g)))

    def take(self) -> list[Event]:
        """The events since the last call."""
        heard, self._heard = self._heard, []
        events: list[Event] = []
        seen: list[tuple[int, ...]] = []
        for number, (kind, *x) in enumerate(heard):
            if kind != LOOKED:
                events.append(_event(kind, x))
                continue
            # A look is told card by card, numbered from 0.
            seen.append((x[2], x[0]))
            following = heard[number + 1] if number + 1 < len(heard) else (-1,)
            if following[0] != LOOKED or following[5] == 0:
                faces = tuple(face for _, face in sorted(seen))
                events.append(Looked(x[1], x[3], faces))
                seen = []
        return events


def _event(kind: int, x: Sequence[int]) -> Event:
    if kind == MOVED:
        face, source, source_depth, target, target_depth, eyes, rest = x
        knew, chosen = rest >> 1, rest & 1 == 1
        return Moved(face, source, source_depth, target, target_depth, eyes, knew, chosen)
    if kind == SHOWN:
        return Shown(x[0], x[1], x[2], x[3], x[4] == 1)
    if kind == INSERTED:
        return Inserted(*x)
    if kind == ANNOUNCED:
        return Announced(*x[:4])
    if kind == SWAPPED:
        return Swapped(x[0], x[1])
    return Opened(x[0]) if kind == OPENED else Shuffled(x[0])
