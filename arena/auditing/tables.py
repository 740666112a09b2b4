"""True matches for the audit: as they were played, and as they would be, had cards lain otherwise.

A world of the mover's information set says where the hidden cards may lie now. The match behind it
is made honestly: a deal is found that leads there by moves which look the same to the mover
(:mod:`determinize.auditing.ours.routes`), it is dealt and played, and a watch tells every seat what
it sees of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from arena.auditing.worlds import TRUTH, World, record_of
from determinize import Watch
from determinize.auditing.auditable import NotTested
from determinize.auditing.ours.courses import Course
from determinize.auditing.ours.routes import NoRoute, route_to
from determinize.auditing.ours.twins import dealt_instead, looks_right
from games.game import Game
from games.kit.events import Opened
from games.state import State


@dataclass(frozen=True)
class Table:
    """What is played, by how many, under which rules.

    Attributes:
        game: the game.
        seats: how many players; by default the least.
        preset, parameters: which rules.
    """

    game: Game
    seats: int | None = None
    preset: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def new(self, seed: int) -> State:
        """A match before its first move."""
        rules = dict(self.parameters)
        return self.game.new(players=self.seats, seed=seed, preset=self.preset, **rules)


@dataclass(frozen=True)
class Place:
    """A decision of a match: the seed of the match, and the options played before."""

    seed: int
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match that leads to a place, ready to be taken up.

    Attributes:
        early: the match where the first of the latest decisions of all seats was to be made.
        late: the match at the place.
        codes: the moves from the one to the other.
    """

    early: Watch
    late: Watch
    codes: tuple[int, ...]


class Matches:
    """The true match that leads to a place, and the matches behind other worlds of its mover.

    Attributes:
        seat: who decides at the place.
        truth: the record of the true state there.
        decided: after how many moves each seat had its latest decision in the present deal.
    """

    def __init__(self, table: Table, place: Place) -> None:
        self.game = table.game
        watch = Watch(table.new(place.seed))
        self._stem = watch.copy()  # before the move that dealt the present deal, or the first one
        decided: dict[int, int] = {}
        for number, code in enumerate(place.moves):
            before = watch.copy()
            if len(watch.state.codes) > 1:
                decided[watch.state.mover] = number
            watch.play(code)
            if any(isinstance(event, Opened) for event in watch.state.events):
                self._stem = before
        for seat in range(watch.state.seats):
            self._stem.ledger(seat)  # told once, for all copies
        self.seat = watch.state.mover
        self.truth = watch.state.record_array.tobytes()
        self._course = Course(watch.state, self.seat)
        self._end = len(place.moves)
        self.decided = sorted(number for number in decided.values() if number >= self._course.first)
        self._made: dict[bytes | None, Match | None] = {}

    def behind(self, world: World = TRUTH) -> Match | None:
        """The match that leads to a world, at the place; None where none was found."""
        if world.record not in self._made:
            self._made[world.record] = self._make(world)
        return self._made[world.record]

    @cached_property
    def true(self) -> Match:
        """The true match."""
        match = self._played(self._dealt(None), self._course.codes.tolist())
        assert match is not None
        return match

    def _make(self, world: World) -> Match | None:
        course = self._course
        if world.record is None:
            return self.true
        record = record_of(self.game, world.record)[0]
        chance = np.random.default_rng([course.seed, self._end])
        try:
            route = route_to(course, record, chance)
        except (NoRoute, NotTested):
            return None
        return self._played(self._dealt(route.cards), list(route.codes))

    def _dealt(self, cards: Any | None) -> Watch:
        """The match right after the present deal, or another in its stead."""
        course = self._course
        watch = self._stem.copy()
        if course.first:
            watch.play(course.history[course.first - 1][1])
        if cards is None:
            return watch
        return dealt_instead(watch.state, course, cards, self._stem if course.first else None)

    def _played(self, watch: Watch, codes: list[int]) -> Match | None:
        """The match by these moves; None where the seat sees that it is another than the true one.

        A card that is taken at random from a hand need not be the one that the route had in mind.
        """
        first = self._course.first
        number = first
        start = self.decided[0] if self.decided else self._end
        early = watch.copy() if start == number else None
        for number, code in enumerate(codes, first + 1):
            if code not in watch.state.codes:
                return None
            watch.play(code)
            if not looks_right(self._course, number - first, watch.state):
                return None
            if number == start:
                early = watch.copy()
        assert early is not None
        watch.ledger(self.seat)  # told once, for all copies
        return Match(early, watch, tuple(codes[start - first :]))
