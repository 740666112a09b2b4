"""Random games of all kinds of events, told to a ledger and to its brute-force twin."""

import random
from collections import Counter

from beliefs import Fact, Ledger
from tests.beliefs.ledger_reference import Reference, by_depth, ledger_weights, normal

DECKS = (
    {"a": 2, "b": 2},
    {"a": 2, "b": 2, "c": 1},
    {"a": 3, "b": 1, "c": 1},
    {"a": 2, "b": 2, "c": 2},
    {"a": 3, "b": 2, "c": 1},
    {"a": 2, "b": 2, "c": 1, "d": 1},
    {"a": 3, "b": 2, "c": 1, "d": 1},
    {"a": 3, "b": 2, "c": 2, "d": 1},
)
LIKELY = (6, 8, 6, 4, 6, 4, 2, 1)

KINDS = (
    ["plays"] * 3
    + ["hears"] * 3
    + ["draws", "gives", "slips", "slips_unseen", "searches", "hears_either"] * 2
    + ["steals_openly", "draws_from_depth", "draws_openly", "discards_unseen", "puts_on_deck"]
    + ["puts_openly", "shows", "reveals", "looks", "shuffles", "swaps", "mixes", "moves_within"]
    + ["resets"]
)
SECRETS = ["gives"] * 4 + ["plays"] * 2 + ["hears"] * 2 + ["draws", "shows", "steals_openly"]
DEPTHS = (
    ["slips", "slips_unseen", "searches", "looks"] * 3
    + ["draws_openly", "puts_openly", "draws", "draws_from_depth", "moves_within"] * 2
    + ["hears_either", "plays", "shuffles"]
)


class Stream:
    """A random game: every event is told to the ledger and to the reference."""

    def __init__(self, seed, choices=None, **options):
        self.random = random.Random(seed)
        (copies,) = self.random.choices(DECKS, LIKELY)
        hands = [f"hand {p}" for p in range(self.random.choice((2, 2, 3)))]
        zones = {"deck": True, **dict.fromkeys(hands, False), "discard": self.random.random() < 0.5}
        self.hands = hands
        self.ledger = Ledger(copies, zones, **options)
        self.twin = Reference(copies, zones)
        self.kinds = Counter()
        self.choices = choices or self.random.choice((KINDS, KINDS, DEPTHS, SECRETS))
        self.resets()
        for hand in hands:
            k = self.random.choice((1, 2, 2) if len(hands) < 3 else (1, 1, 2))
            k = min(k, self.ledger.size("deck"))
            self.ledger.passes("deck", hand, k)
            self.twin.passes("deck", hand, k)

    def step(self):
        kind = self.random.choice(self.choices)
        if getattr(self, kind)() is False:
            return False
        self.kinds[kind] += 1
        return True

    # --- choices ---

    def pick(self, test, k=1):
        zones = [zone for zone, n in self.twin.sizes().items() if test(zone, n)]
        return self.random.sample(zones, k) if len(zones) >= k else None

    def content(self, zone):
        """What may lie there, by its probability."""
        return self.twin.pick(self.random)[self.twin.place[zone]]

    def face(self, zone, depth=None):
        """A face as it may be seen there, by its probability."""
        content = self.content(zone)
        return self.random.choice(content) if depth is None else content[depth]

    def hand(self):
        zones = self.pick(lambda zone, n: zone in self.hands and n > 0)
        return zones and zones[0]

    def other(self, hand):
        return self.random.choice([h for h in self.hands if h != hand])

    def some_ordered(self):
        zones = self.pick(lambda zone, n: self.twin.ordered[zone] and n > 0)
        return zones and zones[0]

    def within(self, zone, leaving=0):
        """Bounds of a secret depth, or none."""
        size = self.twin.sizes()[zone] - leaving
        if self.random.random() < 0.7:
            return None
        return tuple(sorted(self.random.randint(0, size) for _ in range(2)))

    # --- events; each returns False where the table does not allow it ---

    def resets(self):
        cards = [f for f, n in self.twin.copies.items() for _ in range(n)]
        self.random.shuffle(cards)
        hidden, known = {"deck": len(cards)}, {}
        if self.random.random() < 0.4:
            zone, seen = self.random.choice(["hand 0", "discard", "deck"]), cards[:2]
            known[zone] = dict(Counter(seen))
            if self.twin.ordered[zone] and self.random.random() < 0.5:
                known[zone] = seen
            hidden["deck"] -= 2
        if self.random.random() < 0.3:
            hidden["deck"] -= 1
            hidden["discard"] = 1
        self.ledger.reset(hidden=hidden, known=known)
        self.twin.reset(hidden, known)
        return True

    def plays(self):
        if not (hand := self.hand()):
            return False
        face, chosen = self.face(hand), self.random.random() < 0.5
        self.ledger.departs(hand, face, chosen=chosen)
        self.ledger.arrives("discard", face)
        self.twin.departs(hand, face, chosen=chosen)
        self.twin.arrives("discard", face)
        return True

    def steals_openly(self):
        if not (hand := self.hand()):
            return False
        face, other = self.face(hand), self.other(hand)
        self.ledger.departs(hand, face, chosen=False)
        self.ledger.arrives(other, face)
        self.twin.departs(hand, face, chosen=False)
        self.twin.arrives(other, face)
        return True

    def draws(self):
        size = self.twin.sizes()["deck"]
        if not size:
            return False
        k, hand = self.random.randint(1, min(2, size)), self.random.choice(self.hands)
        self.ledger.passes("deck", hand, k)
        self.twin.passes("deck", hand, k)
        return True

    def draws_from_depth(self):
        size = self.twin.sizes()["deck"]
        if not size:
            return False
        k = self.random.randint(1, min(2, size))
        depth, hand = self.random.randint(0, size - k), self.random.choice(self.hands)
        self.ledger.passes("deck", hand, k, depth=depth)
        self.twin.passes("deck", hand, k, depth=depth)
        return True

    def draws_openly(self):
        size = self.twin.sizes()["deck"]
        if not size:
            return False
        top = self.random.random() < 0.6
        depth = size - 1 if top else self.random.randrange(size)
        face, hand = self.face("deck", depth), self.random.choice(self.hands)
        self.ledger.departs("deck", face, chosen=False, depth=None if top else depth)
        self.ledger.arrives(hand, face)
        self.twin.departs("deck", face, depth)
        self.twin.arrives(hand, face)
        return True

    def gives(self):
        if not (hand := self.hand()):
            return False
        k, other = self.random.randint(1, self.twin.sizes()[hand]), self.other(hand)
        self.ledger.passes(hand, other, k)
        self.twin.passes(hand, other, k)
        return True

    def discards_unseen(self):
        if not (hand := self.hand()):
            return False
        self.ledger.passes(hand, "discard", 1)
        self.twin.passes(hand, "discard", 1)
        return True

    def puts_on_deck(self):
        if not (hand := self.hand()):
            return False
        at = self.random.choice([None, self.random.randint(0, self.twin.sizes()["deck"])])
        self.ledger.passes(hand, "deck", 1, at=at)
        self.twin.passes(hand, "deck", 1, to=at)
        return True

    def puts_openly(self):
        if not (hand := self.hand()):
            return False
        face = self.face(hand)
        at = self.random.choice([None, self.random.randint(0, self.twin.sizes()["deck"])])
        self.ledger.departs(hand, face)
        self.ledger.arrives("deck", face, depth=at)
        self.twin.departs(hand, face)
        self.twin.arrives("deck", face, at)
        return True

    def shows(self):
        if not (hand := self.hand()):
            return False
        face, chosen = self.face(hand), self.random.random() < 0.5
        self.ledger.shows(hand, face, chosen=chosen)
        self.twin.shows(hand, face, chosen=chosen)
        return True

    def reveals(self):
        if not (hand := self.hand()):
            return False
        content = self.content(hand)
        faces = self.random.sample(content, self.random.randint(1, len(content)))
        self.ledger.reveals(hand, faces)
        self.twin.reveals(hand, faces)
        return True

    def looks(self):
        size = self.twin.sizes()["deck"]
        if not size:
            return False
        depth = self.random.choice([size - 1, self.random.randrange(size)])
        face = self.face("deck", depth)
        self.ledger.shows("deck", face, chosen=False, depth=depth)
        self.twin.shows("deck", face, depth)
        return True

    def statement(self, likelihoods=True):
        """A fact that holds in some world."""
        zones = self.pick(lambda z, n: n > 0)
        if self.random.random() < 0.2:
            zones = self.pick(lambda z, n: n > 0, 2) or zones
        faces = self.random.sample(list(self.twin.copies), self.random.randint(1, 2))
        weights = {face: self.random.choice((1, 1, 1, 2, -1)) for face in faces}
        truth = self.twin.sum_of(self.twin.pick(self.random), Fact(zones, weights))
        table = None
        lo = hi = truth
        match self.random.randrange(4 if likelihoods else 3):
            case 0:
                lo = None
            case 1:
                hi = truth + 1
            case 3:
                table = {truth + d: self.random.randint(1, 3) for d in (-2, -1, 0, 1)}
                lo = hi = None
        return Fact(zones, weights, table, lo, hi)

    def hears(self):
        fact = self.statement()
        zones = [zone for zone in self.twin.names if zone in fact.places]
        self.ledger.fact(zones, fact.weights, fact.lo, fact.hi, fact.table)
        self.twin.fact(fact)
        return True

    def hears_either(self):
        overlapping = self.random.random() < 0.4
        if self.random.random() < 0.3 and len(self.hands) == 2:  # a tie: both hold the same
            cases = [[Fact([h], {f: 1}, None, 1) for h in self.hands] for f in self.twin.copies]
            if not any(
                self.twin.mean(world, cases, [1] * len(cases)) for world in self.twin.worlds
            ):
                return False
        else:
            n = self.random.choice((1, 2, 2, 3))
            cases = [
                [self.statement(not overlapping) for _ in range(self.random.choice((1, 1, 2)))]
                for _ in range(n)
            ]
            if not any(self.twin.mean(world, cases, [1] * n) for world in self.twin.worlds):
                return False
        weights = [1] * len(cases)
        if not overlapping and self.random.random() < 0.5:
            weights = [self.random.randint(1, 3) for _ in cases]
        self.ledger.either(cases, None if overlapping else weights, overlapping=overlapping)
        self.twin.either(cases, weights, overlapping)
        return True

    def shuffles(self):
        if self.random.random() < 0.6:
            self.ledger.shuffles("deck")
            self.twin.shuffles("deck")
            return True
        size = self.twin.sizes()["deck"]
        start = self.random.randint(0, size)
        stop = self.random.randint(start, size)
        self.ledger.shuffles("deck", start, stop)
        self.twin.shuffles("deck", start, stop)
        return True

    def swaps(self):
        a, b = self.random.sample(self.hands, 2)
        if self.twin.ordered["discard"] and self.random.random() < 0.2:
            a, b = "deck", "discard"
        self.ledger.swaps(a, b)
        self.twin.swaps(a, b)
        return True

    def mixes(self):
        if self.random.random() < 0.6:
            zones, into = ["discard"], "deck"
        else:
            zones, into = [self.random.choice(self.hands)], self.random.choice(self.hands)
        self.ledger.mixes(zones, into)
        self.twin.mixes(zones, into)
        return True

    def slips(self):
        """A known card goes to a secret depth of the deck, from a hand or from wherever it lay."""
        zones = self.pick(lambda zone, n: zone != "deck" and n > 0)
        if not zones:
            return False
        (zone,) = zones
        face, within = self.face(zone), self.within("deck")
        self.ledger.inserts(zone, "deck", face, within=within)
        self.twin.departs(zone, face)
        self.twin.slips("deck", face, within)
        return True

    def slips_unseen(self):
        zones = self.pick(lambda zone, n: zone != "deck" and n > 0)
        if not zones:
            return False
        (zone,), within = zones, self.within("deck")
        taken = self.secret_or_not(zone) if self.twin.ordered[zone] else None
        self.ledger.inserts(zone, "deck", within=within, taken=taken)
        self.twin.slips_unseen(zone, "deck", within, taken)
        return True

    def moves_within(self):
        """A card of the deck goes to another depth of it, seen or not."""
        size = self.twin.sizes()["deck"]
        if not size:
            return False
        taken, within = self.secret_or_not("deck"), self.within("deck", leaving=1)
        if taken is not None and self.random.random() < 0.5:
            depth = None if taken == "anywhere" else taken
            face = self.face("deck", depth)
            self.ledger.inserts("deck", "deck", face, within=within, taken=taken)
            self.twin.departs("deck", face, depth)
            self.twin.slips("deck", face, within)
            return True
        self.ledger.inserts("deck", "deck", within=within, taken=taken)
        self.twin.slips_unseen("deck", "deck", within, taken)
        return True

    def secret_or_not(self, zone):
        return self.random.choice(
            [None, "anywhere", self.random.randrange(self.twin.sizes()[zone])]
        )

    def searches(self):
        """A card is taken for its face, or shown, from a depth that nobody saw."""
        if not (zone := self.some_ordered()):
            return False
        face, hand = self.face(zone), self.random.choice(self.hands)
        if self.random.random() < 0.3:
            self.ledger.shows(zone, face)
            self.twin.shows(zone, face)
            return True
        self.ledger.departs(zone, face)
        self.ledger.arrives(hand, face)
        self.twin.departs(zone, face)
        self.twin.arrives(hand, face)
        return True


def check(stream):
    """Ledger and twin give every joint count, every depth and all weight the same."""
    ledger, twin = stream.ledger, stream.twin
    assert {zone: ledger.size(zone) for zone in twin.names} == twin.sizes()
    weights = ledger_weights(ledger)
    assert sum(weights.values()) == twin.total
    said = normal(weights)
    assert said == twin.joint(ledger.spots)
    assert by_depth(said, ledger.spots, ledger.faces, twin.ordered) == twin.by_depth()


def play(seed, length=12, check=check, **options):
    """A stream, checked after every event, and the most lots, clauses and branches alive in it."""
    stream = Stream(seed, **{"most_branches": 2000, **options})
    check(stream)
    most = (0, 0, 0)
    while stream.kinds.total() < length:
        if stream.step():
            check(stream)
            branches = stream.ledger._branches
            lots = max(len(lots.capacity) for lots in branches)
            clauses = max(len(lots.clauses) for lots in branches)
            most = tuple(map(max, most, (lots, clauses, len(branches))))
    return stream, most
