"""The ledger: one observer's knowledge of hidden cards through a whole game.

Fed with what the observer saw, in order, it keeps the exact posterior of the reference measure:
every deal of labelled cards equally likely, hidden random choices uniform, a card that leaves a
hand leaves from a slot drawn uniformly (so that with v copies of a face there, v cards could be
the one), everything that was seen then conditioned on. Histories are hardly ever listed: the cards
are kept in lots (see `ledgers.lots` for the mathematics) and simplified exactly (`ledgers.tidy`).
Only what lots cannot say, a card at a secret depth between cards of known position, and statements
of which one holds, keeps histories side by side (`ledgers.branches`, `ledgers.gaps`), as few as
can be, each with its weight.

Each event is a method. It either takes effect as a whole or raises and changes nothing:

- `Contradiction`: by what is known, it cannot have happened. Some contradictions need counting
  to be seen; they surface at the next `belief`.
- `KnowledgeError`: it makes no sense (unknown names, more cards than there are).
- `NeedsAlternatives`: more histories would be side by side than `most_branches`.

>>> cards = {"Guard": 2, "Priest": 1, "King": 1}
>>> ledger = Ledger(cards, {"deck": True, "Ann": False, "Bob": False})
>>> ledger.reset(hidden={"deck": 2, "Ann": 1, "Bob": 1})
>>> ledger.fact("Bob", {"Priest": 1}, hi=0, because="not the Priest")
>>> ledger.passes("deck", "Bob")
>>> ledger.departs("Bob", "Guard")
>>> [str(p) for p in ledger.expected(exact=True)[:, 2]]  # Guard, Priest, King: what Bob kept
['2/5', '1/5', '2/5']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beliefs.errors import KnowledgeError
from beliefs.facts import Face, whole
from beliefs.ledgers.contents import Contents
from beliefs.ledgers.events import Event, History
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import Zone
from beliefs.ledgers.sights import Sights
from beliefs.ledgers.zones import reset

MOST_BRANCHES = 256
"""Histories side by side, at most, unless a ledger is made with another number."""


class Ledger(Contents, Sights, History):
    """One observer's knowledge, event by event.

    Parameters
    ----------
    faces: face -> number of copies in the whole game.
    zones: name -> is it ordered (positions can be told apart: a deck), or not (a hand)?
    most_branches: histories that may be side by side; beyond, an event raises NeedsAlternatives.
    forget: instead of that, be content with less: the order of the zone in question is forgotten,
        and of `either` nothing is learnt. No world is ruled out by it that could be, but `exact`
        is False from then on, until the next reset.

    The events: `reset`; moves `departs`, `arrives`, `passes`, `inserts`, `swaps`, `mixes`,
    `shuffles`; sights `shows`, `reveals`; statements `fact`, `either`. At first no card is in any
    zone: begin with `reset`.
    """

    def __init__(
        self,
        faces: Mapping[Face, int],
        zones: Mapping[Zone, bool],
        *,
        most_branches: int = MOST_BRANCHES,
        forget: bool = False,
    ) -> None:
        self._declare(faces, zones)
        self.most_branches, self.forget = whole(most_branches, "most_branches"), bool(forget)
        if self.most_branches < 1:
            raise KnowledgeError(f"most_branches is {most_branches}: there is always 1")
        self._index = {face: i for i, face in enumerate(self.copies)}
        self._branches = (Lots(self.copies, self.zones),)
        self._exact = True
        self._events: list[Event] = []
        self._memo = {}

    def reset(
        self,
        contents: Mapping[Zone, int | str] | None = None,
        *,
        hidden: Mapping[Zone, int] | None = None,
        known: Mapping[Zone, Mapping[Face, int] | Sequence[Face]] | None = None,
    ) -> None:
        """A new round: everything is dropped and dealt anew.

        hidden: zone -> number of cards of unknown face, dealt at random; `contents` says the same
        ("all" for every card that is not known). known: zone -> face -> copies that are seen there
        (in an ordered zone shuffled among its hidden ones), or their faces in order, on top.
        """
        sizes, seen = self._dealt(contents or {}, hidden or {}, known or {})
        anew = Lots(self.copies, self.zones)
        reset(anew, self.copies, sizes, seen)
        self._happen("reset", lambda lots: None, {"hidden": sizes, "known": seen}, anew=anew)

    def copy(self) -> Ledger:
        """An independent ledger that knows the same."""
        other = Ledger.__new__(Ledger)
        other.copies, other.zones, other._index = self.copies, self.zones, self._index
        other.most_branches, other.forget = self.most_branches, self.forget
        other._branches, other._exact = self._branches, self._exact
        other._events = self._events.copy()
        other._memo = self._memo  # shared until either goes on
        return other

    def __repr__(self) -> str:
        happened, branches = len(self._events), len(self._branches)
        told = [f"{happened} event{'' if happened == 1 else 's'}"]
        told += [f"{zone} {self.size(zone)}" for zone in self.zones]
        told += [f"{branches} histories"] if branches > 1 else []
        told += [] if self.exact else ["not exact"]
        return f"<Ledger: {', '.join(told)}>"
