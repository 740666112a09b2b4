"""Random small knowledge, and every world of it by brute force: the judge of all structures."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from beliefs import Fact, Knowledge, any_of, one_of

NUMBERS = st.one_of(
    st.integers(1, 4),
    st.fractions(min_value=Fraction(1, 8), max_value=3, max_denominator=8),
    st.sampled_from([0.1, 0.5, 2.5]),
)


@st.composite
def knowledges(draw, *, max_cards=8, max_facts=4, max_alternatives=0, plain=False):
    """Up to 8 cards with copies, up to 4 places (some without capacity), facts of every kind.

    `plain`: no facts, only capacities and forbidden places. `max_alternatives`: up to so many, from
    1, among the facts. May well be contradictory.
    """
    copies = draw(st.lists(st.integers(1, 3), min_size=1, max_size=5))
    while sum(copies) > max_cards:
        copies.pop()
    cards = {f"card {i}": n for i, n in enumerate(copies)}
    places = draw(_places(sum(copies)))
    weights = {
        (card, place): draw(st.just(0) if plain else st.one_of(st.just(0), NUMBERS))
        for card, place in product(cards, places)
        if draw(st.integers(0, 4)) == 0
    }
    for card in cards:
        if all(weights.get((card, place), 1) == 0 for place in places):
            del weights[card, draw(st.sampled_from(sorted(places)))]
    facts = [] if plain else draw(st.lists(_facts(cards, places), max_size=max_facts))
    if max_alternatives:
        facts += draw(st.lists(alternatives(cards, places), min_size=1, max_size=max_alternatives))
        facts = draw(st.permutations(facts))
    return Knowledge(cards, places, facts, weights=weights, ordered=())


@st.composite
def _places(draw, cards):
    number = draw(st.integers(1, 4))
    cuts = sorted(draw(st.lists(st.integers(0, cards), min_size=number - 1, max_size=number - 1)))
    sizes = [b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)]
    free = draw(st.integers(0, 2))
    return {
        f"place {i}": None if free and i < free and draw(st.booleans()) else n
        for i, n in enumerate(sizes)
    } | ({"free": None} if free == 2 else {})


@st.composite
def _facts(draw, cards, places):
    where = draw(st.sets(st.sampled_from(sorted(places)), min_size=1, max_size=3))
    about = draw(st.sets(st.sampled_from(sorted(cards)), min_size=1))
    kind = draw(st.sampled_from(["count", "count", "total", "likelihood"]))
    if kind == "count":
        lo = draw(st.integers(0, 2))
        return Fact(where, dict.fromkeys(sorted(about), 1), lo=lo, hi=lo + draw(st.integers(0, 2)))
    weights = {card: draw(st.sampled_from([1, 2, 3, -1])) for card in sorted(about)}
    if kind == "total":
        lo = draw(st.none() | st.integers(-1, 4))
        hi = draw(st.none() | st.integers(0, 6)) if lo is None else lo + 3
        return Fact(where, weights, lo=lo, hi=hi)
    sums = draw(st.sets(st.integers(-2, 8), min_size=1, max_size=6))
    return Fact(where, weights, {s: draw(NUMBERS) for s in sorted(sums)})


@st.composite
def alternatives(draw, cards, places):
    """Up to four cases of up to three facts; they overlap or not, some have likelihoods."""
    once = draw(st.booleans())
    plain = _facts(cards, places).filter(lambda fact: fact.table is None)
    # Facts about the same sums, so that cases exclude each other now and then, or can be joined.
    same = draw(plain)
    alike = st.integers(0, 3).map(lambda n: Fact(same.places, same.weights, lo=n, hi=n))
    fact = st.one_of(plain, alike) if once else st.one_of(plain, alike, _facts(cards, places))
    cases = draw(st.lists(st.lists(fact, max_size=3), min_size=1, max_size=4))
    if once:
        return any_of(*cases)
    weights = draw(st.none() | st.lists(NUMBERS, min_size=len(cases), max_size=len(cases)))
    return one_of(*cases, weights=weights)


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
