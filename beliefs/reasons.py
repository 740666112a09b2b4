"""Why: an irreducible set of facts that makes something certain, or that cannot hold together.

Both are one question. "The card lies here" is certain when its opposite contradicts the facts, so
a reason is a set of facts that contradicts the opposite, and none of which can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beliefs.alternatives import Statement
from beliefs.bounds import Bounds
from beliefs.builders import holds, lacks
from beliefs.conflicts import Conflicts
from beliefs.errors import Contradiction, KnowledgeError
from beliefs.facts import Face, Place
from beliefs.knowledge import Knowledge


@dataclass(frozen=True)
class Explanation:
    """Why a card is certain to lie in a place, or not to.

    `facts` (alternatives among them) is irreducible: without any one of them it would not be
    certain. It is empty when capacities and allowed places alone force it. (Where fewer facts
    would take a diagram of more than 128 MiB to judge, a fact more may be kept.) Where groups of
    facts were asked about (`Groups`), `groups` has the numbers of those that it takes, `facts` all
    that they say, and it is the groups of which none can be left out.

    >>> known = Knowledge(["A", "K"], {"me": 1, "you": 1}, [lacks("me", "A"), lacks("you", "K")])
    >>> why = explain(known, "A", "you")
    >>> why.held, len(why.facts)
    (True, 1)
    >>> print(why)
    you holds A, because me lacks A
    """

    card: Face
    place: Place
    held: bool
    facts: tuple[Statement, ...]
    groups: tuple[int, ...] | None = None

    def __str__(self) -> str:
        verb = "holds" if self.held else "cannot hold"
        known = "nothing else fits into the places"
        if self.groups is not None:
            known = "it follows from what is beyond doubt"
        told = "; ".join(map(str, self.facts)) or known
        return f"{self.place} {verb} {self.card}, because {told}"


def contradiction(knowledge: Knowledge) -> Contradiction:
    """The error for knowledge that has no world, with an irreducible set of its statements.

    A smallest one within the bounds of `beliefs.conflicts`.
    """
    return Contradiction(Conflicts(knowledge).smallest())


def explain(
    knowledge: Knowledge,
    card: Face,
    place: Place,
    *,
    groups: Sequence[Sequence[int]] | None = None,
    smallest: bool = True,
    until: float | None = None,
) -> Explanation:
    """An irreducible set of statements that makes it certain whether `place` holds `card`.

    A smallest one within the bounds of `beliefs.conflicts`, unless `smallest` is False. Raises
    KnowledgeError where it is open, TooLarge where the clock (`time.monotonic`) is past `until`. Of
    groups of statements, see `beliefs.conflicts`, if there are.
    """
    opposites = lacks([place], [card]), holds([place], card)
    bounds = Bounds(knowledge.given(*opposites), [*knowledge.statements, *opposites])
    tried = [
        Conflicts(knowledge, one, groups=groups, bounds=bounds, at=i, until=until)
        for i, one in enumerate(opposites)
    ]
    # The cheap test of both first: then no diagram is needed to see that one of them can be.
    certain = next((i for i in (0, 1) if tried[i].refuted()), None)
    if certain is None:
        certain = next((i for i in (0, 1) if tried[i].all()), None)
    if certain is None:
        raise KnowledgeError(f"nothing makes it certain whether {place} holds {card}")
    found = tried[certain]
    taken = found.smallest_groups() if smallest else found.irreducible_groups()
    named = None if groups is None else taken
    return Explanation(card, place, certain == 0, found.statements_of(taken), named)
