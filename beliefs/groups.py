"""Groups: statements that stand or fall together, as those that one line of a log makes.

Somebody suggests three cards, two people pass and a third shows one: three facts, said by one line.
If the line is a mistake, all of them are in doubt. So people want to hear which *lines* cannot all
be true, which single one would mend the log if it were struck out, and which ones make a card
certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from time import monotonic

from beliefs.alternatives import Alternatives, Statement
from beliefs.conflicts import Conflicts
from beliefs.errors import Contradiction, KnowledgeError, unknown
from beliefs.facts import Face, Fact, Place
from beliefs.knowledge import Knowledge
from beliefs.reasons import Explanation, explain


class Groups:
    """Groups of statements, numbered from 0, beside a knowledge that holds always.

    Parameters
    ----------
    knowledge: the cards and places, and what is beyond doubt.
    groups: for each group its statements, facts or alternatives; none at all will do.

    `knowledge` has them all together. Raises KnowledgeError for what is no list of statements, or
    names unknown cards or places.

    >>> from beliefs import Knowledge, at_least, holds, lacks
    >>> deal = Knowledge(["Plum", "knife", "hall"], {"Ann": 1, "Bob": 1, "file": 1})
    >>> log = Groups(deal, [[lacks("Ann", "Plum"), lacks("Bob", "Plum")],
    ...                     [lacks("Ann", "knife"), at_least("Bob", ["hall", "Plum"], 1)],
    ...                     [holds("file", "knife")]])
    >>> log.conflict(), log.mending()
    ((0, 1), (0,))
    >>> Groups(deal, log.groups[1:]).explain("hall", "file").groups
    (0,)
    """

    def __init__(self, knowledge: Knowledge, groups: Iterable[Iterable[Statement]]) -> None:
        if isinstance(groups, str | Fact | Alternatives) or not isinstance(groups, Iterable):
            raise KnowledgeError(f"groups is {groups!r:.80}: give a list of lists of statements")
        self.groups = tuple(_listed(i, group) for i, group in enumerate(groups))
        self.knowledge = knowledge.given(*chain.from_iterable(self.groups))
        self._numbers: list[range] = []
        start = len(knowledge.statements)
        for group in self.groups:
            self._numbers.append(range(start, start + len(group)))
            start += len(group)

    def conflict(self) -> tuple[int, ...] | None:
        """The numbers of groups that cannot all be true, of which none can be left out.

        A smallest such set within the bounds of `beliefs.conflicts`; empty where the knowledge
        alone has no world, None where all groups can be true. Raises TooLarge where a diagram would
        be too large to tell.
        """
        return self._conflict

    def mending(self) -> tuple[int, ...]:
        """The numbers of all groups each of which, if left out alone, leaves the others a world.

        All of them where there is no conflict. Raises TooLarge where a diagram would be too large
        to tell.

        A group that mends is in every conflict, so that only those of one conflict need be tried.
        """
        if self._conflict is None:
            return tuple(range(len(self.groups)))
        return tuple(i for i in self._conflict if not self._conflicts.all(without=i))

    def explain(
        self, card: Face, place: Place, *, smallest: bool = True, seconds: float | None = None
    ) -> Explanation:
        """The groups that make it certain that `place` holds the card, or does not.

        None of them can be left out; with `smallest` (which takes longer) there are no fewer that
        would do, within the bounds of `beliefs.conflicts`. Raises KnowledgeError where it is open,
        Contradiction where all groups together have no world, TooLarge where it takes longer than
        `seconds`, by the clock (None: however long; one more diagram may be finished).
        """
        if card not in self.knowledge.faces:
            raise unknown("card", card, self.knowledge.faces)
        if place not in self.knowledge.places:
            raise unknown("place", place, self.knowledge.places)
        if self._conflict is not None:
            raise Contradiction(self._conflicts.statements_of(self._conflict))
        until = None if seconds is None else monotonic() + seconds
        return explain(
            self.knowledge, card, place, groups=self._numbers, smallest=smallest, until=until
        )

    @cached_property
    def _conflicts(self) -> Conflicts:
        return Conflicts(self.knowledge, groups=self._numbers)

    @cached_property
    def _conflict(self) -> tuple[int, ...] | None:
        return self._conflicts.smallest_groups() if self._conflicts.all() else None


def _listed(number: int, group: object) -> tuple[Statement, ...]:
    if isinstance(group, str | Fact | Alternatives) or not isinstance(group, Iterable):
        raise KnowledgeError(f"group {number} is {group!r:.80}: give a list of statements")
    return tuple(group)
