"""A true state of one of our games, with what each seat knows of it kept out of sight.

Audits look into states for traces of secrets. What seats know is made when it is asked for and then
kept, so it must not be a part of the state that is looked at: it is found beside it, by identity.

Nearly all games of an audit are only played: positions are looked for in many. So a true state is
played compiled, and nobody watches; what was seen is found out, move by move, when it is asked for.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from compiled import rows
from determinize.auditing.auditable import NotTested
from determinize.auditing.ours.courses import Course
from determinize.auditing.ours.reasons import Reasons
from determinize.information import InformationSet
from determinize.watch import Watch
from games.game import Game
from games.state import State


class Truth:
    """A true state. ``state`` is what a copier is given.

    >>> import games
    >>> truth = Truth(Watch(games.load("schnapsen").new(seed=7)))
    >>> truth.information(truth.state.mover).count
    2002
    """

    def __init__(self, watch: Watch) -> None:
        self.state: State = watch.state
        _WATCHES[self] = watch

    @classmethod
    def begin(cls, game: Game, players: int | None, seed: int, rules: Any) -> Truth:
        """A new game, dealt, which nobody has watched yet."""
        truth = cls.__new__(cls)
        truth.state = State.begin(game, players, seed, rules, told=False)
        _WATCHES[truth] = None
        return truth

    @property
    def watch(self) -> Watch:
        """The watch of the match, with every seat's ledger, as of now; its state is a copy.

        Raises:
            NotTested: the state came by pickle or otherwise without one.
        """
        state = self.state
        if self in _WATCHES:
            watch = _WATCHES[self]
            if watch is None:
                watch = Watch(State.begin(state.game, state.seats, state.seed, state.rules))
                _WATCHES[self] = watch
            for _, option in state.history[len(watch.state.history) :]:
                watch.play(option)
            if _alike(watch.state, state):
                return watch
        raise NotTested("a state that was not played here has no watch")

    def play(self, option: int) -> None:
        """Play an option of the mover."""
        watch = _WATCHES.get(self)
        if watch is not None and watch.state is self.state:
            watch.state = self.state.copy()
        self.state.play(option, told=False)
        _KNOWN.pop(self, None)

    def information(self, seat: int) -> InformationSet:
        """Everything that a seat may know now; made once for each position."""
        known = _KNOWN.setdefault(self, {})
        if seat not in known:
            known[seat] = self.watch.information(seat)
        return known[seat]

    def reasons(self, seat: int) -> Reasons:
        """What a seat has learned, fact by fact; made once for each position."""
        found = _REASONS.setdefault(self, {})
        information = self.information(seat)
        if seat not in found or found[seat].ledger is not information.ledger:
            found[seat] = Reasons(self.state.game, information.ledger)
        return found[seat]

    def course(self, seat: int) -> Course:
        """The present deal as a seat saw it; made once for each position.

        Raises:
            NotTested: the state did not come from its seed: a twin.
        """
        found = _COURSES.setdefault(self, {})
        if seat not in found or found[seat].history != tuple(self.state.history):
            found[seat] = Course(self.state, seat)
        return found[seat]

    def clone(self) -> Truth:
        """An independent copy, which will meet the same chances."""
        unwatched = self in _WATCHES and _WATCHES[self] is None
        if not unwatched:
            return Truth(self.watch.copy())
        twin = Truth.__new__(Truth)
        twin.state = self.state.copy()
        _WATCHES[twin] = None
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Truth:
        """As :meth:`clone`."""
        return self.clone()

    def __repr__(self) -> str:
        return f"Truth({self.state!r})"


def _alike(one: State, other: State) -> bool:
    """Whether two states are the same, with what will happen in them."""
    return one is other or (
        one.history == other.history
        and one.record_array.tobytes() == other.record_array.tobytes()
        and one.chances.tobytes() == other.chances.tobytes()
    )


_WATCHES: WeakKeyDictionary[Truth, Watch | None] = WeakKeyDictionary()
_KNOWN: WeakKeyDictionary[Truth, dict[int, InformationSet]] = WeakKeyDictionary()
_REASONS: WeakKeyDictionary[Truth, dict[int, Reasons]] = WeakKeyDictionary()
_COURSES: WeakKeyDictionary[Truth, dict[int, Course]] = WeakKeyDictionary()


def fresh_state(like: State, records: Any, rng: np.random.Generator) -> State:
    """A state that holds a copy's record, with chances and a past of its own: none.

    Args:
        like: the state whose game and parameters it has.
        records: an array of one record.
        rng: where its chances come from.
    """
    seed = int(rng.integers(2**62))
    return State(like.game, records, rows(seed), seed=seed, rules=like.rules)
