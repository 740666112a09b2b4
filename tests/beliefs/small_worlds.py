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
def knowledges(draw, *, max_cards=8, max_facts=4, plain=False):
    """Up to 8 cards with copies, up to 4 places (some without capacity), facts of every kind.

    `plain`: no facts, only capacities and forbidden places. May well be contradictory.
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
def with_alternatives(draw, *, max_cards=9, max_facts=2, max_alternatives=2):
    """Up to 9 cards in 2 to 4 places, facts and alternatives that have a world in common.

    Facts hold in one deal, and so does one case of each alternatives; their other cases hold in
    other deals, so that cases overlap or exclude each other as it comes.
    """
    copies = draw(st.lists(st.integers(1, 3), min_size=2, max_size=5))
    while sum(copies) > max_cards:
        copies.pop()
    cards = {f"card {i}": n for i, n in enumerate(copies)}
    lie = [f"place {i}" for i in draw(_several(st.integers(0, 3), sum(copies)))]
    places = {place: lie.count(place) for place in ("place 0", "place 1", *sorted(lie))}
    if draw(st.integers(0, 3)) == 0:
        places["place 0"] = None
    face_of = [card for card, n in cards.items() for _ in range(n)]
    world = list(zip(face_of, lie, strict=True))
    weights = {
        pair: draw(NUMBERS) for pair in product(cards, places) if draw(st.integers(0, 5)) == 0
    }
    said = [draw(around(world, places)) for _ in range(draw(st.integers(0, max_facts)))]
    for _ in range(draw(st.integers(1, max_alternatives))):
        said.insert(draw(st.integers(0, len(said))), draw(alternatives(world, places)))
    return Knowledge(cards, places, said, weights=weights)


def _several(elements, n):
    return st.lists(elements, min_size=n, max_size=n)


@st.composite
def around(draw, world, places, *, plain=False):
    """A fact that holds in a world of (card, place) pairs; `plain`: no likelihood."""
    where = draw(st.sets(st.sampled_from(sorted(places)), min_size=1, max_size=2))
    about = draw(st.sets(st.sampled_from(sorted({card for card, _ in world})), min_size=1))
    odd = draw(st.integers(0, 3)) == 0
    weights = {c: draw(st.sampled_from([1, 2, 3, -1])) if odd else 1 for c in sorted(about)}
    here = sum(weights.get(card, 0) for card, place in world if place in where)
    if not plain and draw(st.integers(0, 3)) == 0:
        table = draw(st.dictionaries(st.integers(here - 2, here + 3), NUMBERS, max_size=5))
        return Fact(where, weights, {here: draw(NUMBERS), **table})
    lo = draw(st.sampled_from([here, here, here - 1, None]))
    return Fact(where, weights, lo=lo, hi=draw(st.sampled_from([here, here, here + 1, None])))


@st.composite
def alternatives(draw, world, places):
    """Up to four cases of up to three facts: one holds in this world, the others in any deal."""
    once = draw(st.booleans())
    lie = [place for _, place in world]
    deals = [lie, *draw(st.lists(st.permutations(lie), min_size=1, max_size=3))]
    cases = []
    for deal in draw(st.permutations(deals)):
        dealt = [(card, place) for (card, _), place in zip(world, deal, strict=True)]
        facts = around(dealt, places, plain=once)
        cases.append(draw(st.lists(facts, min_size=int(draw(st.booleans())), max_size=3)))
    if once:
        return any_of(*cases)
    return one_of(*cases, weights=draw(st.none() | _several(NUMBERS, len(cases))))


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
