"""All deals of a small game, as states: for games in which the deal is all the chance there is.

A deal says which face lies in which hand, and in the deck where it matters. Deals that differ in
nothing but the numbers of copies, or in the order of cards that are never drawn, are one; how many
deals of labelled cards it stands for is its weight.

>>> import games
>>> [(deal.cards["hand 0"], deal.cards["hand 1"], deal.ways) for deal in deals(games.load("kuhn"))]
[(('J',), ('Q',), 1), (('J',), ('K',), 1), (('Q',), ('J',), 1), ...]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import Any

from games import Game, State
from games.kit.fields import HEAD
from games.view import masked

SEEDS_COMPARED = 8
"""So many games are dealt to see whether they begin alike but for the hidden cards."""

LIMIT = 500_000
"""By default, no more deals than this, nor positions in their tree."""


class NotEnumerable(ValueError):
    """A game whose deals are not all of its chance, or are more than allowed."""


@dataclass(frozen=True)
class Deal:
    """One deal.

    Attributes:
        state: the game at its start, so dealt.
        cards: zone to its faces, in an ordered zone the bottom one first; empty zones are left out.
        ways: how many deals of labelled cards look so.
    """

    state: State
    cards: Mapping[str, tuple[str, ...]]
    ways: int


def deals(
    game: Game,
    *,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    drawn: Mapping[str, int] | None = None,
    limit: int = LIMIT,
) -> list[Deal]:
    """Every deal of a game.

    Args:
        game: the game; all that chance decides must be where hidden cards lie at the start.
        players, preset, parameters: as in :meth:`games.Game.new`.
        drawn: zone to how many cards on top of an ordered one are told apart by their order,
            because play can come to them; the others lie in any order. By default none.
        limit: how many deals there may be.

    Raises:
        NotEnumerable: games do not begin alike but for the hidden cards, or there are too many.
    """
    start = game.new(players=players, preset=preset, **(parameters or {}))
    _check_alike(game, start, players, preset, parameters or {})
    table = _Table(start, drawn or {})
    if sum(1 for _ in islice(table.contents(), limit + 1)) > limit:
        raise NotEnumerable(f"{game.title} has more than {limit} deals: allow a higher limit")
    found: list[Deal] = []
    for content, ways in table.contents():
        state = game.arrange(
            content,
            players=start.seats,
            preset=preset,
            parameters=parameters,
            **table.fields,
        )
        found.append(Deal(state, {z: tuple(faces) for z, faces in content.items() if faces}, ways))
    return found


def _check_alike(
    game: Game,
    start: State,
    players: int | None,
    preset: str | None,
    parameters: Mapping[str, Any],
) -> None:
    """Refuse a game that begins in ways which differ in more than hidden cards."""
    for seed in range(1, SEEDS_COMPARED):
        other = game.new(players=players, preset=preset, seed=seed, **parameters)
        if _frame(game, other) != _frame(game, start):
            raise NotEnumerable(
                f"{game.title} begins in ways that differ in more than the hidden cards: its deals"
                " cannot be listed by laying cards"
            )
    again = game.arrange(
        {zone: [face for face, _ in content] for zone, content in _layout(start).items()},
        players=start.seats,
        preset=preset,
        parameters=parameters,
        **_fields(start),
    )
    for seat in range(start.seats):
        views = (masked(game, one.record_array, seat).tobytes() for one in (start, again))
        if len(set(views)) != 1:
            raise NotEnumerable(
                f"{game.title} begins with marks of who has seen which card that an arranged"
                " position does not have: its deals cannot be listed by laying cards"
            )


def _fields(state: State) -> dict[str, Any]:
    """The record's fields that are no cards."""
    s: Any = state.record_array[0]
    names = [field.name for field in (*HEAD, *state.game.fields) if field.name != "seats"]
    return {name: s[name].tolist() for name in names}


def _layout(state: State) -> dict[str, list[tuple[str, int]]]:
    """Zone to its cards, the bottom first: each one's face, and who has seen it."""
    game, s = state.game, state.record_array[0]
    content: dict[str, list[tuple[str, int]]] = {}
    order = sorted(range(len(game.face_of)), key=lambda c: (int(s.depth[c]), c))
    for c in order:
        zone = game.zones.names[int(s.zone[c])]
        content.setdefault(zone, []).append((game.faces[game.face_of[c]], int(s.seen[c])))
    return content


def _frame(game: Game, state: State) -> Any:
    """What must be the same at the start of every game: all but the hidden faces."""
    s: Any = state.record_array[0]
    everybody = (1 << state.seats) - 1
    slots = Counter(
        (
            int(s.zone[c]),
            int(s.depth[c]),
            int(s.block[c]),
            int(s.lot[c]),
            int(s.seen[c]),
            int(game.face_of[c]) if int(s.seen[c]) == everybody else None,
        )
        for c in range(len(s.zone))
    )
    return slots, _fields(state)


class _Table:
    """The slots in which hidden cards lie at the start, and the faces that lie there."""

    def __init__(self, start: State, drawn: Mapping[str, int]) -> None:
        self.game, self.fields = start.game, _fields(start)
        everybody = (1 << start.seats) - 1
        self.open: dict[str, list[str]] = {}
        self.groups: list[tuple[str, int]] = []
        """Zone and how many cards; in an ordered zone the rest, then single slots up to the top."""
        hidden: Counter[str] = Counter()
        lots = set()
        s: Any = start.record_array[0]
        for c in range(len(s.zone)):
            if int(s.seen[c]) != everybody:
                lots.add(int(s.lot[c]))
        for zone, content in _layout(start).items():
            seen = [face for face, marks in content if marks == everybody]
            unseen = [face for face, marks in content if marks != everybody]
            ordered = bool(self.game.zones.ordered[self.game.zones[zone]])
            if len(lots) > 1 or (unseen and ordered and seen):
                raise NotEnumerable(
                    f"{self.game.title} begins with more known of its hidden cards than how many"
                    " lie where: its deals cannot be listed by laying cards"
                )
            self.open[zone] = seen
            hidden.update(unseen)
            singles = min(len(unseen), drawn.get(zone, 0)) if ordered else 0
            if len(unseen) > singles:
                self.groups.append((zone, len(unseen) - singles))
            self.groups += [(zone, 1)] * singles
        # Zones that take few faces choose first, so that fewer beginnings come to nothing; what is
        # left of a deck comes last, so that deals are listed by the hands.
        self.order = sorted(range(len(self.groups)), key=self._turn)
        self.faces = [face for face in self.game.faces if hidden[face]]
        self.copies = [hidden[face] for face in self.faces]

    def _turn(self, group: int) -> tuple[bool, bool, int]:
        zone, size = self.groups[group]
        number = self.game.zones[zone]
        pooled = bool(self.game.zone_pool[number])
        return not pooled, bool(self.game.zones.ordered[number]) and size > 1, group

    def contents(self) -> Iterator[tuple[dict[str, list[str]], int]]:
        """Every way in which the faces can lie: zone to faces, and for how many deals it stands."""
        for laid, ways in self._laid(0, list(self.copies)):
            content = {zone: list(faces) for zone, faces in self.open.items()}
            for (zone, _), faces in sorted_by_group(self.groups, self.order, laid):
                content[zone] += faces
            yield content, ways

    def _laid(self, nth: int, left: list[int]) -> Iterator[tuple[list[list[str]], int]]:
        """The contents of the groups from the ``nth`` in order on."""
        if nth == len(self.order):
            yield [], 1
            return
        zone, size = self.groups[self.order[nth]]
        number = self.game.zones[zone]
        most = [
            n if self.game.allows(number, self.game.face(face)) else 0
            for face, n in zip(self.faces, left, strict=True)
        ]
        for taken in multisets(most, size):
            ways = 1
            for n, k in zip(left, taken, strict=True):
                ways *= comb(n, k)
            faces = [face for face, k in zip(self.faces, taken, strict=True) for _ in range(k)]
            rest = [n - k for n, k in zip(left, taken, strict=True)]
            for others, more in self._laid(nth + 1, rest):
                yield [faces, *others], ways * more


def sorted_by_group(
    groups: Sequence[tuple[str, int]], order: Sequence[int], laid: Sequence[list[str]]
) -> list[tuple[tuple[str, int], list[str]]]:
    """The groups in their own order, each with what was laid for it in another order.

    >>> sorted_by_group([("a", 1), ("b", 1)], [1, 0], [["Q"], ["K"]])
    [(('a', 1), ['K']), (('b', 1), ['Q'])]
    """
    content = dict(zip(order, laid, strict=True))
    return [(group, content[g]) for g, group in enumerate(groups)]


def multisets(most: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take ``size`` things of kinds of which there are so many: how many of each.

    >>> list(multisets([1, 2], 2))
    [(1, 1), (0, 2)]
    """
    if not most:
        if size == 0:
            yield ()
        return
    for k in range(min(most[0], size), -1, -1):
        for rest in multisets(most[1:], size - k):
            yield (k, *rest)
