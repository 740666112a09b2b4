"""A casebook: everything that follows from the lines of a notebook.

Each line that says where cards are is one group of facts, which stand or fall together. What
follows is computed when it is asked for, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from time import monotonic
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from beliefs import Belief, Contradiction, Groups, Knowledge, TooLarge, WorldDiagram
from beliefs.diagram import Limits
from unseen.notebook.case_files import case_files
from unseen.notebook.certain import Certain, by_the_rules, outright, worth_saying
from unseen.notebook.errors import LineError, listed
from unseen.notebook.log import Line, Log
from unseen.notebook.sayings import CASE_FILE, SIDE, TABLE, Three

MEMORY = 2**28
"""Bytes of a diagram that is built for an answer, at most."""
SECONDS = 10.0
"""How long such a diagram may take, at most; the classic cards need much less."""

__all__ = ["CASE_FILE", "SIDE", "TABLE", "Ask", "Casebook", "Certain", "Line", "Triple", "WhatIf"]


class Triple(NamedTuple):
    """A case file, and how likely it is."""

    cards: Three
    probability: float


class Ask(NamedTuple):
    """A suggestion, and how many bits it is expected to tell about the case file."""

    cards: Three
    bits: float


class Casebook(Log):
    """The lines of a notebook, and what follows from them.

    >>> book = Casebook.read('''players Ann Bob Cid
    ... me Ann
    ... hand Scarlet Mustard Rope "Lead Pipe" Hall Lounge
    ... Ann: White Knife Dining -> Cid shows Dining
    ... ''')
    >>> book.worlds, book.probabilities[book.edition.cards.index("White")].round(3).tolist()
    (14868, [0.0, 0.0, 0.559, 0.441])
    >>> book.reason("White", "Bob")
    (4,)
    >>> later = book.added("Bob has Dining Room")
    >>> later.conflict, later.suspects
    ((4, 5), (4, 5))
    """

    def what_if(self, text: str) -> WhatIf:
        """What would follow from one line more, and how likely it is that it is true.

        >>> book = Casebook.of(["players Ann Bob Cid"])
        >>> book.what_if("Bob has Rope").probability.__round__(4)
        0.2778
        """
        book = self.added(text)
        new = book.lines[-1].facts
        chance = float(self.belief.probability(*new)) if new else 1.0
        return WhatIf(book, chance)

    @cached_property
    def knowledge(self) -> Knowledge:
        """All that is known about the cards. NotReady before it is known who plays."""
        return self._groups.knowledge

    @cached_property
    def belief(self) -> Belief:
        """What can be true, exactly.

        NotReady before players; Contradiction where nothing can; TooLarge where very many cards
        are so open that it would take too long.
        """
        if self.conflict is not None:
            raise Contradiction(fact for n in self.conflict for fact in self._lines[n - 1].facts)
        return Belief(self.knowledge, "exact", memory=MEMORY, seconds=SECONDS)

    @property
    def worlds(self) -> int:
        """How many deals agree with all lines; 0 while lines are in conflict."""
        return 0 if self.conflict is not None else int(self.belief.count)

    @cached_property
    def probabilities(self) -> npt.NDArray[np.float64]:
        """Probability that each card lies in each place [cards, places]."""
        return self.belief.probabilities()

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """All case files that can be, the likeliest first; equal ones in the edition's order.

        Exact, but for editions of very many cards, see `unseen.notebook.case_files`.
        """
        cards = self.edition.cards
        found = list(case_files(self.belief, self.edition.kinds).items())
        # Rounded: what is equal but for the last digits goes by the edition's order.
        found.sort(key=lambda one: (-round(one[1], 12), one[0]))
        return tuple(
            Triple(cast(Three, tuple(cards[c] for c in which)), share) for which, share in found
        )

    def holding(self, card: str, place: str) -> bool | None:
        """Whether the place certainly holds the card; None where that is open."""
        row = self._can[self.edition.cards.index(card)]
        if not row[self.places.index(place)]:
            return False
        return True if row.sum() == 1 else None

    @cached_property
    def certain(self) -> tuple[Certain, ...]:
        """What is certain and worth saying, card by card; see `unseen.notebook.certain`."""
        return tuple(worth_saying(self._setup, self._can))

    def told(self, entry: Certain) -> bool:
        """Whether a line says it outright, so that nothing has to be concluded."""
        return entry in self._outright

    def news(self, before: Casebook) -> tuple[Certain, ...]:
        """What is certain here and was not before."""
        if before.places != self.places or before.conflict is not None:
            return self.certain
        return tuple(
            one for one in self.certain if before.holding(one.card, one.place) is not one.holds
        )

    def reason(self, card: str, place: str, seconds: float | None = None) -> tuple[int, ...]:
        """The lines that make it certain whether the place holds the card; none can be left out.

        One line where it says so outright, else a smallest set within the bounds of
        `beliefs.conflicts`; empty where the rules and the sizes of hands alone force it. Raises
        KnowledgeError where it is open, TooLarge where it takes longer than `seconds`.
        """
        held = self.holding(card, place)
        if held is not None and (entry := Certain(card, place, held)) in self._reasons:
            return self._reasons[entry]
        if held is not None and not by_the_rules(self._setup, entry) and self.told(entry):
            found: tuple[int, ...] = (self._outright[entry],)
        else:
            groups = self._groups.explain(card, place, seconds=seconds).groups or ()
            found = tuple(self._numbers[group] for group in groups)
            entry = Certain(card, place, bool(held))
        self._reasons[entry] = found
        return found

    def reasons(
        self, entries: Iterable[Certain] | None = None, seconds: float = 1.0
    ) -> dict[Certain, tuple[int, ...] | None]:
        """The reasons of these entries, or of all; None of those that time does not suffice for."""
        until = monotonic() + seconds
        found: dict[Certain, tuple[int, ...] | None] = {}
        for one in self.certain if entries is None else entries:
            left = max(0.0, until - monotonic())
            quick = one in self._reasons or self.told(one)
            try:
                found[one] = self.reason(one.card, one.place, left) if quick or left else None
            except TooLarge:
                found[one] = None
        return found

    @cached_property
    def conflict(self) -> tuple[int, ...] | None:
        """Lines that cannot all be true, none of which can be left out; None where all can.

        A smallest such set within the bounds of `beliefs.conflicts`. Who plays and how many cards
        each place holds is not doubted.
        """
        limits = Limits(memory=MEMORY, seconds=SECONDS)
        if WorldDiagram(self.knowledge, limits=limits).possible:
            return None
        groups = self._groups.conflict() or ()
        return tuple(self._numbers[group] for group in groups)

    @cached_property
    def suspects(self) -> tuple[int, ...]:
        """Each single line that, if it is mistaken, resolves the conflict; () without one."""
        if self.conflict is None:
            return ()
        return tuple(self._numbers[group] for group in self._groups.mending())

    def questions(
        self, asker: str | None = None, room: str | None = None, n: int = 10, rng: int = 0
    ) -> tuple[Ask, ...]:
        """The `n` suggestions that are expected to tell most about the case file, best first.

        asker: who asks, as typed; me if not given. What counts is what I would know if I saw the
        card that is shown. room: only suggestions in this room. rng: seed of the worlds on which
        all are compared first. Raises LineError for a name that is none, if nobody asks, or where
        an edition has so many cards that it would take too long.
        """
        from determinize.suggestions import ranked

        if asker is None and self.me is None:
            raise LineError(f"say who asks: {listed(self.players, 'or')}")
        who = self.me if asker is None else self.player(asker)
        where = self.edition.rooms if room is None else (self.room(room),)
        triples = [
            (suspect, weapon, one)
            for suspect in self.edition.suspects
            for weapon in self.edition.weapons
            for one in where
        ]
        asked = self._setup.asked(cast(str, who))
        try:
            best = ranked(self.belief, triples, asked, of=CASE_FILE, n=n, rng=rng)
        except TooLarge:
            raise LineError("too much is open to tell what to ask: ask later in the game") from None
        return tuple(Ask(cast(Three, tuple(cards)), bits) for cards, bits in best)

    def room(self, text: str) -> str:
        """The room that a person means. LineError for another card, or none."""
        card = self.card(text)
        if card not in self.edition.rooms:
            raise LineError(f"{card} is no room: {listed(self.edition.rooms, 'or')}")
        return card

    @cached_property
    def _numbers(self) -> list[int]:
        """The number of the line of each group."""
        return [line.number for line in self._lines if line.facts]

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._setup.deal, [line.facts for line in self._lines if line.facts])

    @cached_property
    def _can(self) -> npt.NDArray[np.bool_]:
        """Where each card can be [cards, places]: no float vanishes, all worlds being as likely."""
        return np.asarray(self.probabilities > 0)

    @cached_property
    def _outright(self) -> Mapping[Certain, int]:
        return outright((line.number, line.facts) for line in self._lines)

    @cached_property
    def _reasons(self) -> dict[Certain, tuple[int, ...]]:
        return {}


class WhatIf(NamedTuple):
    """A casebook with a line more, and how likely it was that the line is true."""

    casebook: Casebook
    probability: float
