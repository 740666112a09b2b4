"""Why: an irreducible set of facts that makes something certain, or that cannot hold together.

Both are one question. "The card lies here" is certain when its opposite contradicts the facts, so
a reason is a set of facts that contradicts the opposite, and none of which can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from beliefs.builders import holds, lacks
from beliefs.diagram import TooLarge, WorldDiagram
from beliefs.errors import Contradiction, KnowledgeError
from beliefs.facts import Face, Fact, Place
from beliefs.knowledge import Knowledge

SEARCH = 300
"""Sets of facts that are tried to find a smallest reason, at most."""


@dataclass(frozen=True)
class Explanation:
    """Why a card is certain to lie in a place, or not to.

    `facts` is irreducible: without any one of them it would not be certain. It is empty when
    capacities and allowed places alone force it.
    """

    card: Face
    place: Place
    held: bool
    facts: tuple[Fact, ...]

    def __str__(self) -> str:
        verb = "holds" if self.held else "cannot hold"
        told = "; ".join(map(str, self.facts)) or "nothing else fits into the places"
        return f"{self.place} {verb} {self.card}, because {told}"


def irreducible(facts: Sequence[Fact], conflict: Callable[[Sequence[Fact]], bool]) -> list[Fact]:
    """A set of these facts, none of which can be left out, that is in conflict.

    A smallest one, if it is found within `SEARCH` tries by size; otherwise facts are left out one
    by one as long as the rest is in conflict (deletion filter: Chinneck, "Feasibility and
    infeasibility in optimization", 2008). Adding facts must never end a conflict. (Where `conflict`
    cannot tell of some set, a fact more may be kept.)
    """
    tries = 0
    for size in range(len(facts)):
        tries += comb(len(facts), size)
        if tries > SEARCH:
            break
        for some in combinations(facts, size):
            if conflict(some):
                return list(some)
    kept = list(facts)
    for i in reversed(range(len(facts))):
        rest = kept[:i] + kept[i + 1 :]
        if conflict(rest):
            kept = rest
    return kept


def contradiction(knowledge: Knowledge) -> Contradiction:
    """The error for knowledge that has no world, with an irreducible set of facts."""

    return Contradiction(
        irreducible(knowledge.facts, lambda facts: _impossible(knowledge.with_facts(facts)))
    )


def _impossible(knowledge: Knowledge) -> bool:
    """Has it no world? Where fewer facts make a diagram too large, no conflict is proven."""
    try:
        return not WorldDiagram(knowledge).possible
    except TooLarge:
        return False


def explain(knowledge: Knowledge, card: Face, place: Place) -> Explanation:
    """An irreducible set of facts that makes it certain whether `place` holds a copy of `card`.

    Raises KnowledgeError where it is open.
    """
    for held, opposite in ((True, lacks([place], [card])), (False, holds([place], card))):
        tested = knowledge.given(opposite)

        def conflict(facts: Sequence[Fact], opposite: Fact = opposite) -> bool:
            return _impossible(knowledge.with_facts([*facts, opposite]))

        if not WorldDiagram(tested).possible:
            return Explanation(card, place, held, tuple(irreducible(knowledge.facts, conflict)))
    raise KnowledgeError(f"nothing makes it certain whether {place} holds {card}")
