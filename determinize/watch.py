"""The watch: plays the real moves and tells each seat's ledger what that seat saw of them.

The rules record every event of a move in full, with who saw it. The watch passes on to each seat
its share: a face to those who saw it, a hidden move to the rest, and of each announcement the facts
that the seat may conclude.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beliefs import Ledger
from determinize.exclusions import exclude, hear, nothing_excluded
from determinize.information import InformationSet
from games.game import Game
from games.kit.events import (
    Announced,
    Conclusion,
    Deduction,
    Event,
    Inserted,
    Looked,
    Moved,
    Opened,
    Shown,
    Shuffled,
    Swapped,
)
from games.record import Record
from games.state import Option, State
from games.view import View


class Watch:
    """A match under way: the true state, and what each seat knows of it.

    >>> import games
    >>> from determinize import Watch
    >>> watch = Watch(games.load("schnapsen").new(seed=7))
    >>> seat = watch.state.mover
    >>> watch.information(seat).count
    2002
    """

    def __init__(self, state: State) -> None:
        if state.history:
            raise ValueError(
                "a watch begins with a game: use Watch.of(record) for one that has begun"
            )
        self.state = state
        self._ledgers = [new_ledger(state.game) for _ in range(state.seats)]
        self._heard = [0] * state.seats
        self._events: list[Event] = []
        self._moves = 0
        self._excluded = nothing_excluded(state.game)
        self._heard_by_all = 0
        if state.arrangement is None:
            self._events += state.events
        else:
            for seat, ledger in enumerate(self._ledgers):
                begin_arranged(ledger, state.view(seat), state.facts)
            for fact in state.facts:
                exclude(self._excluded, fact, self._everybody)

    @classmethod
    def of(cls, record: Record, *, moves: int | None = None) -> Watch:
        """The watch of a game on paper, after all its decisions or after so many of them.

        Raises:
            UnreadableRecord: the record is not of a game that can have been.
        """
        watch = cls(record.start())
        record.replay_on(watch.state, watch.play, moves=moves)
        return watch

    @classmethod
    def told(cls, state: State, events: Sequence[Event], *, before: Watch | None = None) -> Watch:
        """The watch of a state whose whole past, from the first deal on, is these events.

        Its seats know what they saw of them. For who makes a past: nothing is checked.

        Args:
            before: the watch of an earlier moment, which these events follow.

        >>> import games
        >>> state = games.load("schnapsen").new(seed=7)
        >>> Watch.told(state, state.events).information(state.mover).count
        2002
        """
        watch = cls.__new__(cls)
        seats, past = range(state.seats), before.events if before else ()
        watch.state = state
        watch._ledgers = [before.ledger(s) if before else new_ledger(state.game) for s in seats]
        watch._heard = [len(past) for _ in seats]
        watch._events = [*past, *events]
        watch._moves = len(state.history)
        watch._excluded = before.excluded() if before else nothing_excluded(state.game)
        watch._heard_by_all = len(past)
        return watch

    def copy(self) -> Watch:
        """An independent copy, whose state will meet the same chances.

        >>> import games
        >>> watch = Watch(games.load("schnapsen").new(seed=7))
        >>> copy = watch.copy()
        >>> copy.play(copy.state.options()[0])
        >>> len(copy.state.history), len(watch.state.history)
        (1, 0)
        """
        twin = Watch.__new__(Watch)
        twin.state = self.state.copy()
        twin._ledgers = [ledger.copy() for ledger in self._ledgers]
        twin._heard = list(self._heard)
        twin._events = list(self._events)
        twin._moves = self._moves
        twin._excluded = self._excluded.copy()
        twin._heard_by_all = self._heard_by_all
        return twin

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, in full: for rules and audits, never for players.

        >>> import games
        >>> watch = Watch(games.load("schnapsen").new(seed=7))
        >>> [type(event).__name__ for event in watch.events[:3]]
        ['Opened', 'Moved', 'Moved']
        """
        return tuple(self._events)

    def play(self, option: Option | int | str) -> None:
        """Play an option of the mover (see :meth:`games.State.play`)."""
        self._events += self.state.play(option)
        self._moves += 1

    def information(self, seat: int) -> InformationSet:
        """Everything that a seat may know now."""
        view = self.state.view(seat)
        return InformationSet(view, self.ledger(seat), self.excluded())

    def ledger(self, seat: int) -> Ledger:
        """A seat's knowledge of the hidden cards, as of now: a copy, safe to give away.

        Raises:
            RuntimeError: the state was played on without the watch.
        """
        if unheard := len(self.state.history) - self._moves:
            raise RuntimeError(
                f"{unheard} move(s) were made without the watch: use Watch.play, not State.play"
            )
        ledger = self._ledgers[seat]
        for event in self._events[self._heard[seat] :]:
            tell(ledger, self.state.game, seat, event)
        self._heard[seat] = len(self._events)
        return ledger.copy()

    def excluded(self) -> NDArray[np.bool_]:
        """What everybody knows cannot lie where: bool[zones, faces] (determinize.exclusions).

        >>> import games
        >>> int(Watch(games.load("schnapsen").new(seed=7)).excluded().sum())
        0
        """
        for event in self._events[self._heard_by_all :]:
            hear(self._excluded, self.state.game, event, self._everybody)
        self._heard_by_all = len(self._events)
        return self._excluded.copy()

    @property
    def _everybody(self) -> int:
        return (1 << self.state.seats) - 1


def new_ledger(game: Game) -> Ledger:
    """A ledger for a game's faces and zones, before anything has happened.

    >>> import games
    >>> ledger = new_ledger(games.load("schnapsen"))
    >>> ledger.reset(hidden={"hand 0": 5, "talon": 19})
    >>> ledger.belief().count
    42504
    """
    faces: dict[Hashable, int] = dict(zip(game.faces, game.copies, strict=True))
    zones: dict[Hashable, bool] = {
        name: bool(ordered)
        for name, ordered in zip(game.zones.names, game.zones.ordered, strict=True)
    }
    return Ledger(faces, zones)


def tell(ledger: Ledger, game: Game, seat: int, event: Event) -> None:
    """Enter in a seat's ledger what it saw of one event."""
    zones, faces = game.zones.names, game.faces
    match event:
        case Opened(zone):
            ledger.reset(hidden={zones[zone]: len(game.face_of)})
        case Moved(face, source, source_depth, target, target_depth, eyes, knew, chosen):
            depth = None if source_depth < 0 else source_depth
            to = None if target_depth < 0 else target_depth
            if (eyes | knew) >> seat & 1:
                ledger.departs(zones[source], faces[face], chosen=chosen, depth=depth)
                ledger.arrives(zones[target], faces[face], depth=to)
            else:
                ledger.passes(zones[source], zones[target], depth=depth, at=to)
                _keep_to_pool(ledger, game, target)
        case Shown(face, zone, depth, eyes, chosen):
            if eyes >> seat & 1:
                place = None if depth < 0 else depth
                ledger.shows(zones[zone], faces[face], chosen=chosen, depth=place)
        case Looked(zone, eyes, content):
            if eyes >> seat & 1:
                _look(ledger, game, zone, content)
        case Shuffled(zone):
            ledger.shuffles(zones[zone])
        case Inserted(face, source, target, target_depth, eyes, knew, source_depth):
            known = faces[face] if (eyes | knew) >> seat & 1 else None
            to = target_depth if eyes >> seat & 1 else None
            left = source_depth if source_depth >= 0 else None
            ledger.inserts(zones[source], zones[target], known, depth=to, taken=left)
        case Swapped(a, b):
            ledger.swaps(zones[a], zones[b])
        case Announced(what, who, a, b):
            for fact in game.deductions(what, who, a, b):
                _conclude(ledger, game, seat, fact)


def _look(ledger: Ledger, game: Game, zone: int, content: tuple[int, ...]) -> None:
    """A seat sees all cards of a zone together."""
    name = game.zones.names[zone]
    if game.zones.ordered[zone]:
        for depth, face in enumerate(content):
            ledger.shows(name, game.faces[face], chosen=False, depth=depth)
    else:
        ledger.reveals(name, [game.faces[face] for face in content])


def _keep_to_pool(ledger: Ledger, game: Game, zone: int) -> None:
    """The cards of a zone are of its pool, seen or not."""
    if game.zone_pool[zone]:
        name = game.zones.names[zone]
        strangers = [face for f, face in enumerate(game.faces) if not game.allows(zone, f)]
        ledger.fact([name], strangers, 0, 0, because=f"what may lie in {name}")


def _conclude(ledger: Ledger, game: Game, seat: int, told: Conclusion) -> None:
    if not told.audience >> seat & 1:
        return
    if isinstance(told, Deduction):
        ledger.fact(**_stated(game, told, told.because))
    else:
        ledger.either([[_stated(game, each, told.because) for each in case] for case in told.cases])


def _stated(game: Game, fact: Deduction, because: str) -> dict[str, Any]:
    """A deduction as the arguments of a ledger's fact."""
    return {
        "zones": [game.zones.names[zone] for zone in fact.zones],
        "weights": {game.faces[face]: weight for face, weight in fact.weights.items()},
        "lo": fact.lo,
        "hi": fact.hi,
        "because": because,
    }


def begin_arranged(ledger: Ledger, view: View, facts: tuple[Conclusion, ...]) -> None:
    """Start a ledger from what a seat sees of an arranged position, and its facts.

    >>> import games
    >>> game = games.load("schnapsen")
    >>> view, ledger = game.new(seed=7).view(0), new_ledger(game)
    >>> begin_arranged(ledger, view, ())
    >>> ledger.belief().count
    2002
    """
    game = view.game
    hidden: dict[Hashable, int] = {}
    known: dict[Hashable, Mapping[Hashable, int] | Sequence[Hashable]] = {}
    looks: list[tuple[str, int, str]] = []
    for number, zone in enumerate(game.zones.names):
        slots = view.slots(zone)
        seen = [face for face in slots if face is not None]
        if game.zones.ordered[number] and len(seen) < len(slots):
            hidden[zone] = len(slots)
            looks += [(zone, d, face) for d, face in enumerate(slots) if face is not None]
        else:
            hidden[zone] = len(slots) - len(seen)
            known[zone] = seen if game.zones.ordered[number] else Counter(seen)
    ledger.reset(hidden=hidden, known=known)
    for zone, depth, face in looks:
        ledger.shows(zone, face, chosen=False, depth=depth)
    for number in range(len(game.zones)):
        _keep_to_pool(ledger, game, number)
    for fact in facts:
        _conclude(ledger, game, view.seat, fact)
