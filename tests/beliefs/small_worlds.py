"""Random small knowledge, and every world of it by brute force: the judge of all structures."""

from fractions import Fraction
from functools import partial

from beliefs import Fact
from unseen.testing import strategies

knowledges = partial(strategies.knowledges, consistent=False, most_alternatives=0)
"""Facts of every form that may well contradict one another."""
with_alternatives = partial(
    strategies.knowledges, most_cards=9, most_facts=2, least_alternatives=1, most_alternatives=2
)
"""Facts and alternatives that have a world in common."""


def brute_force(knowledge):
    """Every world (tuple of place numbers) with its weight, by the definition alone."""
    face_of = [f for f, n in enumerate(knowledge.copies) for _ in range(n)]
    return {
        world: weight
        for world in deals(list(knowledge.capacities), len(face_of))
        if (weight := world_weight(knowledge, face_of, world))
    }


def deals(room, cards):
    """Every way to deal cards into places with this much room (None: any)."""
    if not cards:
        if not any(room):
            yield ()
        return
    for place, left in enumerate(room):
        if left != 0:
            smaller = [*room[:place], left and left - 1, *room[place + 1 :]]
            for rest in deals(smaller, cards - 1):
                yield (place, *rest)


def world_weight(knowledge, face_of, world):
    """The product of prior weights and of the facts' weights."""
    lies = [(knowledge.faces[f], knowledge.places[p]) for f, p in zip(face_of, world, strict=True)]
    weight = Fraction(1)
    for pair in lies:
        if pair in knowledge.prior:
            weight *= Fraction(knowledge.prior[pair])
    for one in knowledge.statements:
        if weight:
            weight *= statement_weight(one, lies)
    return weight


def statement_weight(one, lies):
    """What a fact, or alternatives, give to a world of (card, place) pairs."""
    if isinstance(one, Fact):
        total = sum(one.weights.get(card, 0) for card, place in lies if place in one.places)
        return Fraction(one.weight(total))
    cases = []
    for case, weight in zip(one.cases, one.weights, strict=True):
        cases.append(Fraction(weight))
        for fact in case:
            cases[-1] *= statement_weight(fact, lies)
    return Fraction(any(cases)) if one.once else sum(cases)


def shares(knowledge, worlds):
    """Probability of a copy of each face in each place [faces][places], as Fractions."""
    total = sum(worlds.values())
    face_of = [f for f, n in enumerate(knowledge.copies) for _ in range(n)]
    sums = [[Fraction(0)] * len(knowledge.places) for _ in knowledge.faces]
    for world, weight in worlds.items():
        for f, p in zip(face_of, world, strict=True):
            sums[f][p] += weight / total / knowledge.copies[f]
    return sums
