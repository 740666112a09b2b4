"""Brute-force Bayes: the slow obvious twin of a ledger, and the ledger's worlds spelled out.

The twin keeps every world one by one: each zone without order as a multiset of faces, each ordered
one as a sequence, with the number of labelled deals and labelled hidden choices that lead there
(so all weights are whole numbers; factors common to all worlds are left out of them, and kept in
`total`, the probability of all that was seen, a chosen card counting its copies).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, gcd, prod
from operator import add

from beliefs.errors import Contradiction
from beliefs.facts import Fact
from beliefs.ledgers.counts import balances, piles_of
from beliefs.ledgers.paths import outlook


@cache
def labels(content):
    """Labelled orders of a content."""
    return prod(factorial(n) for n in Counter(content).values())


@cache
def orders(content):
    """The distinct sequences of a sorted content."""
    if not content:
        return ((),)
    found = []
    for i, face in enumerate(content):
        if i == 0 or content[i - 1] != face:
            found += [(face, *tail) for tail in orders(content[:i] + content[i + 1 :])]
    return tuple(found)


@cache
def parts(content, k):
    """(part of k cards, what is left, number of labelled choices)."""
    counts = sorted(Counter(content).items())
    found = []
    for taken in product(*(range(n + 1) for _, n in counts)):
        if sum(taken) == k:
            part = tuple(f for (f, _), t in zip(counts, taken, strict=True) for _ in range(t))
            rest = tuple(f for (f, n), t in zip(counts, taken, strict=True) for _ in range(n - t))
            ways = prod(comb(n, t) for (_, n), t in zip(counts, taken, strict=True))
            found.append((part, rest, ways))
    return found


def ordered(content):
    return tuple(sorted(content))


class Reference:
    """World -> weight; a world is a tuple of contents, one for each zone."""

    def __init__(self, copies, zones):
        self.copies, self.names, self.ordered = copies, list(zones), zones
        self.place = {zone: i for i, zone in enumerate(zones)}
        self.worlds, self.total = {}, Fraction(1)

    def sizes(self):
        world = next(iter(self.worlds))
        return dict(zip(self.names, map(len, world), strict=True))

    def pick(self, random):
        """A world, by its probability."""
        (world,) = random.choices(list(self.worlds), list(self.worlds.values()))
        return world

    def change(self, step, seen=None):
        """step(world) gives (world, factor) pairs. seen: None if chance alone was at work, else
        what the number of ways is to be multiplied by to be a probability."""
        after = defaultdict(int)
        for world, weight in self.worlds.items():
            for new, factor in step(world):
                if factor:
                    after[new] += weight * factor
        if seen is not None and after:
            self.total *= Fraction(sum(after.values()), sum(self.worlds.values())) * seen
        common = gcd(*after.values())
        self.worlds = {world: weight // common for world, weight in after.items()}

    def laid(self, zone, content):
        """A content as it is kept."""
        return content if self.ordered[zone] else ordered(content)

    def reset(self, hidden, known):
        """known: a mapping is shuffled among the hidden cards, a list lies on top in order."""
        rest = Counter(self.copies)
        for content in known.values():
            rest -= Counter(content)
        worlds = defaultdict(int)
        for deal in orders(ordered(rest.elements())):
            at, i = [], 0
            for zone in self.names:
                n, seen = hidden.get(zone, 0), known.get(zone, ())
                seen = tuple(seen) if isinstance(seen, list) else tuple(Counter(seen).elements())
                at.append(self.laid(zone, deal[i : i + n] + seen))
                i += n
            worlds[tuple(at)] += 1
        self.worlds, self.total = dict(worlds), Fraction(1)
        for zone, content in known.items():
            if self.ordered[zone] and isinstance(content, dict):
                self.shuffles(zone)

    def departs(self, zone, face, depth=None, chosen=True):
        z = self.place[zone]
        n = 1 if chosen or depth is not None else self.sizes()[zone]

        def step(world):
            content = world[z]
            at = range(len(content)) if depth is None else [depth]
            for i in at:
                if content[i] == face:  # each labelled copy is a way
                    yield (*world[:z], content[:i] + content[i + 1 :], *world[z + 1 :]), 1

        self.change(step, Fraction(1, n))

    def arrives(self, zone, face, depth=None):
        z = self.place[zone]

        def step(world):
            content = world[z]
            at = len(content) if depth is None else depth
            new = self.laid(zone, (*content[:at], face, *content[at:]))
            yield (*world[:z], new, *world[z + 1 :]), 1

        self.change(step)

    def passes(self, source, target, k, depth=None, to=None):
        a, b = self.place[source], self.place[target]

        def step(world):
            content = world[a]
            if self.ordered[source]:
                start = len(content) - k if depth is None else depth
                part = content[start : start + k]
                part = part[::-1] if depth is None else part
                options = [(part, content[:start] + content[start + k :], 1)]
            else:
                options = parts(content, k)
            for part, rest, factor in options:
                new = list(world)
                new[a] = rest
                if not self.ordered[target]:
                    new[b] = ordered((*new[b], *part))
                    yield tuple(new), factor
                    continue
                # cards that come from a hand lie in any order among themselves
                many = [part] if self.ordered[source] else orders(part)
                weight = factor * (1 if self.ordered[source] else labels(part))
                before = new[b]
                at = len(before) if to is None else to
                for sequence in many:
                    new[b] = (*before[:at], *sequence, *before[at:])
                    yield tuple(new), weight

        self.change(step)

    def shows(self, zone, face, depth=None, chosen=True):
        z = self.place[zone]
        n = 1 if chosen or depth is not None else self.sizes()[zone]

        def step(world):
            v = world[z].count(face) if depth is None else int(world[z][depth] == face)
            return ((world, v),)

        self.change(step, Fraction(1, n))

    def reveals(self, zone, faces):
        z, wanted = self.place[zone], Counter(faces).items()

        def step(world):
            return ((world, prod(comb(world[z].count(f), n) for f, n in wanted)),)

        self.change(step, Fraction(prod(factorial(n) for _, n in wanted)))

    def mean(self, world, cases, weights):
        """The sum over cases of the weight of their facts."""
        return sum(
            w * prod(fact.weight(self.sum_of(world, fact)) for fact in case)
            for case, w in zip(cases, weights, strict=True)
        )

    def sum_of(self, world, fact):
        return sum(fact.weights.get(f, 0) for zone in fact.places for f in world[self.place[zone]])

    def fact(self, fact):
        self.change(lambda world: ((world, fact.weight(self.sum_of(world, fact))),), 1)

    def either(self, cases, weights, overlapping):
        def step(world):
            mean = self.mean(world, cases, weights)
            return ((world, min(mean, 1) if overlapping else mean),)

        self.change(step, 1)

    def shuffles(self, zone, start=0, stop=None):
        z = self.place[zone]

        def step(world):
            content = world[z]
            end = len(content) if stop is None else stop
            part = ordered(content[start:end])
            ways = labels(part)
            for order in orders(part):
                new = (*content[:start], *order, *content[end:])
                yield (*world[:z], new, *world[z + 1 :]), ways

        self.change(step)

    def swaps(self, a, b):
        i, j = self.place[a], self.place[b]

        def step(world):
            new = list(world)
            new[i], new[j] = self.laid(a, world[j]), self.laid(b, world[i])
            return ((tuple(new), 1),)

        self.change(step)

    def mixes(self, zones, into):
        z = self.place[into]
        every = [self.place[zone] for zone in dict.fromkeys([*zones, into])]

        def step(world):
            cards = ordered(f for i in every for f in world[i])
            new = list(world)
            for i in every:
                new[i] = ()
            ways = labels(cards) if self.ordered[into] else 1
            for order in orders(cards) if self.ordered[into] else [cards]:
                new[z] = order
                yield tuple(new), ways

        self.change(step)

    def slips(self, target, face, within=None):
        """A known card goes to a secret depth: each is as likely."""
        z = self.place[target]

        def step(world):
            content = world[z]
            low, high = within or (0, len(content))
            for i in range(low, high + 1):
                yield (*world[:z], (*content[:i], face, *content[i:]), *world[z + 1 :]), 1

        self.change(step)

    def slips_unseen(self, source, target, within=None, taken=None):
        """An unseen card goes to a secret depth, from a hand, or a depth of an ordered zone."""
        a, b = self.place[source], self.place[target]

        def step(world):
            content = world[a]
            if not self.ordered[source]:
                options = parts(content, 1)
            else:
                depths = [len(content) - 1 if taken is None else taken]
                if taken == "anywhere":
                    depths = range(len(content))
                options = [((content[i],), content[:i] + content[i + 1 :], 1) for i in depths]
            for part, rest, factor in options:
                new = list(world)
                new[a] = rest
                before = new[b]
                low, high = within or (0, len(before))
                for i in range(low, high + 1):
                    new[b] = (*before[:i], *part, *before[i:])
                    yield tuple(new), factor

        self.change(step)

    # --- what is compared ---

    def joint(self, spots):
        """Contents of all spots -> probability."""
        found = defaultdict(int)
        where = [
            (self.place[s.zone], s.start, s.start + s.size, self.ordered[s.zone]) for s in spots
        ]
        faces = tuple(self.copies)
        for world, weight in self.worlds.items():
            key = tuple(
                counted(world[z][start:stop] if in_order else world[z], faces)
                for z, start, stop, in_order in where
            )
            found[key] += weight
        return normal(found)

    def by_depth(self):
        """(zone, depth, face) -> probability, in ordered zones."""
        found = defaultdict(int)
        for zone, z in self.place.items():
            if self.ordered[zone]:
                contents = defaultdict(int)
                for world, weight in self.worlds.items():
                    contents[world[z]] += weight
                for content, weight in contents.items():
                    for depth, face in enumerate(content):
                        found[zone, depth, face] += weight
        total = sum(self.worlds.values())
        return {key: Fraction(n, total) for key, n in found.items()}


@cache
def counted(content, faces):
    return tuple(map(content.count, faces))


def normal(weights):
    total = sum(weights.values())
    return {key: Fraction(w, total) for key, w in weights.items() if w}


# --- the ledger's worlds, without the belief that it hands its knowledge to ---


def ledger_weights(ledger):
    """Contents of all spots -> weight, by adding up the worlds of every branch."""
    spots = ledger.spots
    found = defaultdict(Fraction)
    for lots in ledger._branches:
        sizes = sizes_of_spots(lots, spots)
        for contents, weight in branch_weights(lots, ledger.faces).items():
            for spread, share in spread_out(contents, sizes):
                found[spread] += weight * share
    return {key: weight for key, weight in found.items() if weight}


def sizes_of_spots(lots, spots):
    """The sizes of the spots in each pile of a branch."""
    sizes, left = [], list(spots)
    for pile in piles_of(lots):
        here = [left.pop(0).size]
        while sum(here) < pile.size:
            here.append(left.pop(0).size)
        assert sum(here) == pile.size
        sizes.append(tuple(here))
    assert not left
    return tuple(sizes)


def spread_out(contents, sizes):
    """Contents of piles, dealt at random into their spots: (contents of spots, probability)."""
    every = [dealt(content, size) for content, size in zip(contents, sizes, strict=True)]
    for choice in product(*every):
        yield tuple(spot for pile, _ in choice for spot in pile), prod(share for _, share in choice)


@cache
def dealt(content, sizes):
    """A content (copies of each face) dealt into spots of these sizes, with probabilities."""
    if len(sizes) == 1:
        return (((content,), 1),)
    found = []
    n = sum(content)
    for part in product(*(range(c + 1) for c in content)):
        if sum(part) == sizes[0]:
            share = Fraction(prod(map(comb, content, part)), comb(n, sizes[0]))
            rest = tuple(c - p for c, p in zip(content, part, strict=True))
            found += [((part, *more), share * p) for more, p in dealt(rest, sizes[1:])]
    return tuple(found)


def branch_weights(lots, faces):
    """Contents of the piles of a branch -> weight.

    Rows are placed one after the other; a state is (room left in each place, sum of each fact,
    contents), all flat, and a placement is what it adds to that.
    """
    try:
        out = outlook(lots)
    except Contradiction:
        return {}
    knowledge, facts = out.knowledge, out.knowledge.facts
    index = {face: i for i, face in enumerate(faces)}
    known = balances(lots, index)
    n_places, n_facts = len(knowledge.places), len(facts)
    room = [-1000 if n is None else n for n in knowledge.capacities]  # free ones go down from -1000
    states = {(*room, *[0] * n_facts, *(int(n) for n in known.T.flat)): 1}
    for number, (face, row) in enumerate(zip(knowledge.faces, out.rows, strict=True)):
        steps = []
        open_places = [
            p for p, place in enumerate(knowledge.places) if knowledge.prior.get((face, place), 1)
        ]
        for shares in shared(row.copies, len(open_places)):
            step = [0] * (n_places + n_facts + known.size)
            ways = factorial(row.copies)
            for p, n in zip(open_places, shares, strict=True):
                ways //= factorial(n)
                step[p] = -n
                for i, fact in enumerate(facts):
                    if knowledge.places[p] in fact.places:
                        step[n_places + i] += n * fact.weights.get(face, 0)
                if out.spots[p] >= 0 and not row.ends:
                    step[n_places + n_facts + out.spots[p] * len(index) + index[row.face]] += n
            steps.append((step, ways))
        spans = [span(fact, knowledge, number + 1) for fact in facts]
        after = defaultdict(int)
        for state, weight in states.items():
            for step, ways in steps:
                new = tuple(map(add, state, step))
                if all(r >= 0 or r <= -900 for r in new[:n_places]) and all(
                    any(fact.weight(total + more) for more in rest)
                    for fact, rest, total in zip(facts, spans, new[n_places:], strict=False)
                ):
                    after[new] += weight * ways
        states = after
    found = defaultdict(Fraction)
    for state, weight in states.items():
        if all(r == 0 or r <= -900 for r in state[:n_places]):
            contents = state[n_places + n_facts :]
            key = tuple(contents[i : i + len(index)] for i in range(0, known.size, len(index)))
            sums = state[n_places : n_places + n_facts]
            found[key] += weight * prod(map(Fact.weight, facts, sums))
    unit = lots.coefficient * out.constant
    return {key: weight * unit for key, weight in found.items() if weight}


def span(fact, knowledge, start):
    """What the rows from number `start` on may add to a fact's sum."""
    rows = zip(knowledge.faces[start:], knowledge.copies[start:], strict=True)
    parts = [fact.weights.get(face, 0) * n for face, n in rows]
    return range(sum(min(0, part) for part in parts), sum(max(0, part) for part in parts) + 1)


@cache
def shared(n, places):
    """All ways to share n among some places."""
    if places == 0:
        return ((),) if n == 0 else ()
    if places == 1:
        return ((n,),)
    return tuple((first, *rest) for first in range(n + 1) for rest in shared(n - first, places - 1))


def by_depth(joint, spots, faces, in_order):
    """(zone, depth, face) -> probability, in ordered zones."""
    found = defaultdict(Fraction)
    for n, spot in enumerate(spots):
        if in_order[spot.zone]:
            for contents, p in joint.items():
                for face, copies in zip(faces, contents[n], strict=True):
                    if copies:
                        for depth in range(spot.start, spot.start + spot.size):
                            found[spot.zone, depth, face] += p * copies / spot.size
    return dict(found)
