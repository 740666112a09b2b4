"""A true state of one of our games, with what each seat knows of it kept out of sight.

Audits look into states for traces of secrets. What seats know is made when it is asked for and then
kept, so it must not be a part of the state that is looked at: it is found beside it, by identity.
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

    @property
    def watch(self) -> Watch:
        """The watch of the match, with every seat's ledger.

        Raises:
            NotTested: the state came by pickle or otherwise without one.
        """
        watch = _WATCHES.get(self)
        if watch is None or watch.state is not self.state:
            raise NotTested("a state that was not played here has no watch")
        return watch

    def play(self, option: int) -> None:
        """Play an option of the mover."""
        self.watch.play(option)
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
        return Truth(self.watch.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Truth:
        """As :meth:`clone`."""
        return self.clone()

    def __repr__(self) -> str:
        return f"Truth({self.state!r})"


_WATCHES: WeakKeyDictionary[Truth, Watch] = WeakKeyDictionary()
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
