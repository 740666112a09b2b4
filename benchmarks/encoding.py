"""How a `Knowledge` is put to libraries that know only true and false, all peers alike.

A card's place is spelled by Boolean variables, card after card; a fact is a counter that runs
through the cards that it names. Only facts that hold or not, about cards of which there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beliefs import Fact, Knowledge
from beliefs.facts import Face


def check(knowledge: Knowledge) -> None:
    """Raise ValueError where the peers' encodings would not mean the same."""
    plain = all(fact.weight(s) in (0, 1) for fact in knowledge.facts for s in fact.table or ())
    single = set(knowledge.copies) == {1} and None not in knowledge.capacities
    if knowledge.statements != knowledge.facts or knowledge.prior or not (plain and single):
        raise ValueError("the peers take single cards, places of a size and facts without weights")


def card_order(knowledge: Knowledge) -> list[Face]:
    """The cards, those side by side that are named in the same short facts.

    Each time comes the card that leaves the fewest facts begun and not ended. The size of a
    decision diagram hangs on it.
    """
    short = [set(f.weights) for f in knowledge.facts if 1 < len(f.weights) <= 3 and f.weight(1)]
    left, done = list(knowledge.faces), set[Face]()
    order = []
    while left:

        def cost(card: Face) -> tuple[int, int]:
            begun = done | {card}
            still_open = sum(1 for named in short if named & begun and not named <= begun)
            return still_open, -sum(card in named for named in short)

        card = min(left, key=cost)
        left.remove(card)
        done.add(card)
        order.append(card)
    return order


def by_facts(knowledge: Knowledge, cards: Sequence[Face]) -> list[tuple[Fact, list[Face]]]:
    """Every fact with the cards that it names, in this order of the cards."""
    return [(fact, [card for card in cards if card in fact.weights]) for fact in knowledge.facts]


def sizes(knowledge: Knowledge) -> list[Fact]:
    """The capacities as facts, smallest place first; the last one follows from the others."""
    each = dict.fromkeys(knowledge.faces, 1)
    places = sorted(
        zip(knowledge.capacities, knowledge.places, strict=True), key=lambda p: p[0] or 0
    )
    return [Fact({place}, each, lo=size, hi=size) for size, place in places[:-1]]


def counter(
    fact: Fact,
    cards: Sequence[Face],
    literal: Mapping[Face, Any],
    ite: Callable[[Any, Any, Any], Any],
    true: Any,
    false: Any,
) -> Any:
    """The fact as a diagram: a layer for each card, a node for each sum so far.

    `literal[card]` says that the card lies in the fact's places; `ite` is if-then-else.
    """
    sums = [{0}]
    for card in cards:
        sums.append({s + more for s in sums[-1] for more in (0, fact.weights[card])})
    layer = {s: true if fact.weight(s) else false for s in sums.pop()}
    for card in reversed(cards):
        layer = {s: ite(literal[card], layer[s + fact.weights[card]], layer[s]) for s in sums.pop()}
    return layer[0]
