"""Branches: histories that a ledger keeps side by side, and the one place where events happen.

A branch is a state (`ledgers.lots.Lots`) with a coefficient; the probability of a world is the sum
over branches of the coefficient times the world's weight there. Most games never need a second
one. An event is a step that each branch takes on its own: it may become several (a card at a
secret depth), or none (the event cannot have happened there). Then equal branches become one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

from beliefs.errors import NeedsAlternatives, TooLarge
from beliefs.ledgers.events import Event
from beliefs.ledgers.gaps import blurred
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.merging import merged
from beliefs.ledgers.names import Names
from beliefs.ledgers.parts import Impossible, Zone
from beliefs.ledgers.possible import has_world
from beliefs.ledgers.tidy import tidy
from beliefs.ledgers.weighing import WAYS, Branch, Way, branch_of

Step: TypeAlias = Callable[[Lots], Iterable[Lots] | None]
"""What an event does to a state of its own: changes it (None), or gives the states that follow."""


class Branches(Names):
    """The histories side by side of one observer."""

    most_branches: int
    """Histories that are kept side by side, at most."""
    forget: bool
    """Beyond that: forget the order of a zone (and be exact no more), or refuse the event?"""
    _branches: tuple[Lots, ...]
    _exact: bool
    _events: list[Event]
    _memo: dict[str, Any]

    @property
    def exact(self) -> bool:
        """Is nothing forgotten of what was told since the last reset?"""
        return self._exact

    def _happen(
        self,
        kind: str,
        step: Step,
        said: Mapping[str, Any],
        *,
        vague: Collection[Zone] = (),
        tidied: bool = False,
        anew: Lots | None = None,
    ) -> None:
        """The one place where an event takes effect, as a whole or not at all.

        said: the arguments of the event, None for those that say nothing. step: what it does to
        each branch. vague: zones whose order may be forgotten where it would make too many.
        tidied: the step leaves nothing to be simplified. anew: the state from which it starts,
        instead of what was known.
        """
        event = Event(kind, {key: value for key, value in said.items() if value is not None})
        before, exact = (self._branches, self._exact) if anew is None else ((anew,), True)
        after = self._followed(before, event, step, tidied)
        if len(after) > self.most_branches:
            after = [lots for lots in after if _may_be(lots)] or after[:1]
        if len(after) > self.most_branches:
            if not self.forget:
                raise NeedsAlternatives(
                    f"{event}: {len(after)} histories would be side by side, {self.most_branches} "
                    "may be: say more (a depth), shuffle first, or make the ledger with more "
                    "most_branches or with forget=True"
                )
            after, exact = self._vaguely(event, step, vague), False
        self._branches, self._exact = tuple(after), exact
        self._events.append(event)
        self._memo = {}

    def _followed(
        self, branches: Iterable[Lots], event: Event, step: Step, tidied: bool
    ) -> list[Lots]:
        """What the branches become; raises Impossible if none is left."""
        after: list[Lots] = []
        failure = None
        for branch in branches:
            lots = branch.copy()
            try:
                outcomes = step(lots)
                if outcomes is None:
                    if not tidied:
                        tidy(lots)
                    after.append(lots)
                    continue
            except Impossible as error:
                failure = failure or error
                continue
            for one in outcomes:
                try:
                    tidy(one)
                    after.append(one)
                except Impossible as error:
                    failure = failure or error
        if not after:
            raise Impossible(f"{event} cannot be: {failure}") from None
        return merged(after) if len(after) > 1 else after

    def _vaguely(self, event: Event, step: Step, vague: Collection[Zone]) -> list[Lots]:
        """What the branches become if the order of zones is forgotten, or nothing is learnt."""

        def blurred_step(lots: Lots) -> Iterable[Lots] | None:
            blurred(lots, *vague)
            return step(lots) if vague else None

        return self._followed(self._branches, event, blurred_step, False)

    def _alive(self, way: Way = "exactly") -> list[Branch]:
        """The branches that have a world, weighed; raises Contradiction if none has."""
        key = f"alive {way}"
        if key not in self._memo:
            alive = [branch for lots in self._branches if (branch := branch_of(lots, way))]
            if not alive:
                raise Impossible("no world agrees with what was seen, in no history")
            exact = all(branch.exact for branch in alive)  # then no better way knows more
            better = WAYS[WAYS.index(way) :] if exact else (way,)
            self._memo |= {f"alive {one}": alive for one in better}
        found: list[Branch] = self._memo[key]
        return found

    def _possible(self) -> list[Lots]:
        """The branches that have a world, not weighed; none if none has."""
        if "possible" not in self._memo:
            self._memo["possible"] = [lots for lots in self._branches if has_world(lots)]
        found: list[Lots] = self._memo["possible"]
        return found


def _may_be(lots: Lots) -> bool:
    """Has a state a world, as far as can be told in seconds?"""
    try:
        return has_world(lots)
    except TooLarge:
        return True
