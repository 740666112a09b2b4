"""The names and numbers in an event, checked before anything is changed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeAlias

from beliefs.errors import KnowledgeError, unknown
from beliefs.facts import Face, several, whole
from beliefs.knowledge import MOST_CARDS
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Zone
from beliefs.ledgers.zones import total

Known: TypeAlias = dict[Zone, dict[Face, int] | tuple[Face, ...]]


class Names:
    """The faces and zones of a game; each check raises a KnowledgeError that names the culprit."""

    copies: dict[Face, int]
    zones: dict[Zone, bool]

    def _declare(self, faces: Mapping[Face, int], zones: Mapping[Zone, bool]) -> None:
        for what, said in (("faces", faces), ("zones", zones)):
            if not isinstance(said, Mapping):
                raise KnowledgeError(f"{what} is {said!r:.80}: give names with what they are")
        self.copies = {face: whole(n, f"the number of {face!r}") for face, n in faces.items()}
        for face, n in self.copies.items():
            if n < 1:
                raise KnowledgeError(f"{n} copies of {face!r}: there must be at least 1")
        if (size := sum(self.copies.values())) > MOST_CARDS:
            raise KnowledgeError(f"{size} cards are in the game: {MOST_CARDS} can be, at most")
        for zone, ordered in zones.items():
            if ordered not in (True, False):
                raise KnowledgeError(f"{zone!r} is {ordered!r}: True if it is ordered, else False")
        self.zones = {zone: bool(ordered) for zone, ordered in zones.items()}

    def _zone(self, *zones: Zone) -> None:
        for zone in zones:
            if zone not in self.zones:
                raise unknown("zone", zone, self.zones)

    def _zones_of(self, zones: Zone | Collection[Zone]) -> tuple[Zone, ...]:
        names = _listed(zones, self.zones)
        self._zone(*names)
        return names

    def _faces_of(self, faces: Face | Collection[Face]) -> tuple[Face, ...]:
        names = _listed(faces, self.copies)
        self._face(*names)
        return names

    def _face(self, *faces: Face) -> None:
        for face in faces:
            if face not in self.copies:
                raise unknown("face", face, self.copies)

    def _orderly(self, zone: Zone, depth: int | None) -> None:
        if depth is not None:
            whole(depth, "the depth")
            if not self.zones[zone]:
                raise KnowledgeError(f"{zone!r} has no order: leave out the depth {depth}")

    def _enough(self, lots: Lots, zone: Zone, k: int) -> None:
        size = total(lots.piles[zone])
        if not 0 <= whole(k, "the number of cards") <= size:
            raise KnowledgeError(f"{k} cards cannot leave {zone!r}: it holds {size}")

    def _dealt(
        self,
        contents: Mapping[Zone, int | str],
        hidden: Mapping[Zone, int],
        known: Mapping[Zone, Mapping[Face, int] | Sequence[Face]],
    ) -> tuple[dict[Zone, int], Known]:
        """What is hidden and what is known after a reset: "all" as a number, all else checked."""
        self._zone(*contents, *hidden, *known)
        seen: Known = {}
        for zone, content in known.items():
            self._face(*content)
            if isinstance(content, Mapping):
                seen[zone] = {
                    f: self._count(n, f"of {f!r} in {zone!r}") for f, n in content.items()
                }
            else:
                seen[zone] = tuple(content)
        told = sum(sum(c.values()) if isinstance(c, Mapping) else len(c) for c in seen.values())
        rest = sum(self.copies.values()) - told
        sizes = {**hidden, **{zone: rest if n == "all" else n for zone, n in contents.items()}}
        return {zone: self._count(n, f"in {zone!r}") for zone, n in sizes.items()}, seen

    def _count(self, n: object, where: str) -> int:
        number = whole(n, f"the number {where}")
        if number < 0:
            raise KnowledgeError(f"the number {where} is {number}: it must be 0 or more")
        return number


def _listed(
    names: Hashable | Collection[Hashable], known: Mapping[Hashable, object]
) -> tuple[Hashable, ...]:
    """One name (a tuple may be one) or several; a set in the order of the known ones."""
    if isinstance(names, tuple) and names in known:
        return (names,)
    if isinstance(names, set | frozenset):
        return (*(name for name in known if name in names), *(names - known.keys()))
    return tuple(several(names))
