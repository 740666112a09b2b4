"""The card table against a slow twin that lists every position a seat has to think possible.

The twin keeps, for each seat, all tables that agree with what the seat has seen so far, each of
them a full record on which the same moves were made. Whatever the kit marks as seen must be so in
all of them, and the seat's view must be the same, byte by byte, on all of them: it tells no more
than the seat saw.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from compiled import bind, rows
from games.kit import table as kit
from games.view import masked
from tests.games.toys import ZONES, table, toy

SEATS = 3
EVERYBODY = 7
DECK, PILE, BOX, HAND = (ZONES[name] for name in ("deck", "pile", "box", "hand"))
TOY = toy(copies={"A": 2, "B": 2, "C": 1})
FACES = TOY.face_of.tolist()
CARDS = len(FACES)

MOVE, DRAWN, PUT, INSERT, REVEAL, PEEK, LOOK, SWAP = range(8)


def act(s: Any, kind: int, card: int, zone: int, depth: int, eyes: int) -> None:
    """One kit move, told by a number; a template."""
    if kind == MOVE:
        kit_move(s, card, zone, eyes)
    elif kind == DRAWN:
        kit_pass(s, card, zone, -1, eyes, False, False)
    elif kind == PUT:
        kit_put(s, card, zone, depth, eyes)
    elif kind == INSERT:
        kit_insert(s, card, zone, depth, eyes)
    elif kind == REVEAL:
        kit_reveal(s, card, eyes)
    elif kind == PEEK:
        kit_peek(s, card, eyes)
    elif kind == LOOK:
        kit_look(s, zone, eyes)
    else:
        kit_swap(s, zone, depth)


kit_move, kit_pass, kit_put, kit_insert = kit.move, kit._pass, kit.put, kit.insert
kit_reveal, kit_peek, kit_look, kit_swap = kit.reveal, kit.peek, kit.look, kit.swap

ACT = bind(act, TOY)
SHUFFLE = bind(kit.shuffle, TOY)


def slots(states: Any) -> list[tuple[int, ...]]:
    """For each card: face, zone, depth, block, seen, lot."""
    s = states[0]
    arrays = (s.zone, s.depth, s.block, s.seen, s.lot)
    return list(zip(FACES, *(array.tolist() for array in arrays), strict=True))


def key(states: Any) -> tuple[Any, ...]:
    """A table up to the numbers of copies, which nobody can tell apart."""
    return tuple(sorted(slots(states)))


def content(states: Any, zone: int) -> list[int]:
    """The cards of a zone, from the bottom."""
    zones, depths = states[0].zone.tolist(), states[0].depth.tolist()
    return sorted((c for c in range(CARDS) if zones[c] == zone), key=lambda c: depths[c])


def owner_eyes(*zones: int) -> int:
    """Owners see what comes into and goes out of their hands."""
    return sum({1 << (zone - HAND) for zone in zones if zone >= HAND})


class TableAgainstTwin(RuleBasedStateMachine):
    """Random kit moves; every seat's possible tables beside the true one."""

    def __init__(self) -> None:
        super().__init__()
        self.true = table(TOY)
        self.possible: list[dict[Any, Any]] = [{} for _ in range(SEATS)]
        for order in set(permutations(FACES)):
            states = table(TOY)
            numbers = {face: iter(cards) for face, cards in TOY.cards_of.items()}
            for depth, face in enumerate(order):
                states[0].depth[next(numbers[face])] = depth
            for worlds in self.possible:
                worlds[key(states)] = states

    # ------------------------------------------------------------------------- what seats have seen

    def step(self, kind: int, pick: int, zone: int, eyes: int, depth: int, source: int) -> None:
        """The true move of card ``pick`` of ``source``, and all that seats must think it may be."""
        here = content(self.true, source)
        ordered = ZONES.ordered[source]
        at = pick % len(here)
        secret_depth = kind == INSERT
        room = len(content(self.true, zone)) - (source == zone)
        depth = min(depth, room) if kind in (PUT, INSERT) else depth
        seers = EVERYBODY if kind <= INSERT and ZONES.open[zone] else eyes & EVERYBODY
        face = FACES[here[at]]
        for seat, worlds in enumerate(self.possible):
            sees = seers >> seat & 1
            after = {}
            for states in worlds.values():
                cards = content(states, source)
                laid = slots(states)
                alike = {laid[c]: c for c in ([cards[at]] if ordered else cards)}
                for c in alike.values():
                    if sees and FACES[c] != face:
                        continue
                    for d in range(room + 1) if secret_depth and not sees else [depth]:
                        twin = states.copy()
                        ACT(twin[0], kind, c, zone, d, eyes)
                        after[key(twin)] = twin
            self.possible[seat] = after
        ACT(self.true[0], kind, here[at], zone, depth, eyes)

    def everywhere(self, kind: int, zone: int, other: int, eyes: int, sees: Any) -> None:
        """A move that happens in all tables alike; seats keep those in which they see the same."""
        truth = sees(self.true)
        for seat, worlds in enumerate(self.possible):
            after = {}
            for states in worlds.values():
                if not eyes >> seat & 1 or sees(states) == truth:
                    ACT(states[0], kind, 0, zone, other, eyes)
                    after[key(states)] = states
            self.possible[seat] = after
        ACT(self.true[0], kind, 0, zone, other, eyes)

    # ------------------------------------------------------------------------------------ the moves

    closed = st.sampled_from([DECK, BOX, HAND, HAND + 1, HAND + 2])
    any_zone = st.sampled_from([DECK, PILE, BOX, HAND, HAND + 1, HAND + 2])
    masks = st.integers(0, EVERYBODY)
    picks = st.integers(0, CARDS - 1)

    @rule(zone=st.sampled_from([HAND, HAND + 1, HAND + 2, BOX, PILE]), eyes=masks)
    def draw(self, zone: int, eyes: int) -> None:
        n = len(content(self.true, DECK))
        if n:
            self.step(DRAWN, n - 1, zone, eyes | owner_eyes(zone), 0, DECK)

    @rule(source=any_zone, zone=any_zone, pick=picks, eyes=masks, chosen=st.booleans())
    def pass_on(self, source: int, zone: int, pick: int, eyes: int, chosen: bool) -> None:
        if source != zone and content(self.true, source):
            kind = MOVE if chosen else DRAWN
            self.step(kind, pick, zone, eyes | owner_eyes(source, zone), 0, source)

    @rule(source=any_zone, pick=picks, depth=picks, eyes=masks)
    def put(self, source: int, pick: int, depth: int, eyes: int) -> None:
        if content(self.true, source):
            self.step(PUT, pick, DECK, eyes | owner_eyes(source), depth, source)

    @rule(source=any_zone, pick=picks, depth=picks, eyes=masks)
    def insert(self, source: int, pick: int, depth: int, eyes: int) -> None:
        if content(self.true, source):
            self.step(INSERT, pick, DECK, eyes | owner_eyes(source), depth, source)

    @rule(zone=any_zone, pick=picks, eyes=masks, chosen=st.booleans())
    def show(self, zone: int, pick: int, eyes: int, chosen: bool) -> None:
        if content(self.true, zone):
            self.step(REVEAL if chosen else PEEK, pick, zone, eyes | owner_eyes(zone), 0, zone)

    @rule(zone=any_zone, eyes=masks)
    def look(self, zone: int, eyes: int) -> None:
        def seen(states: Any) -> Any:
            faces = [FACES[c] for c in content(states, zone)]
            return faces if ZONES.ordered[zone] else sorted(faces)

        self.everywhere(LOOK, zone, 0, eyes, seen)

    @rule(a=st.integers(0, 2), b=st.integers(0, 2))
    def swap(self, a: int, b: int) -> None:
        if a != b:
            self.everywhere(SWAP, HAND + a, HAND + b, 0, lambda states: None)
            self.look(HAND + a, 1 << a)
            self.look(HAND + b, 1 << b)

    @precondition(lambda self: len(content(self.true, DECK)) <= 4)
    @rule(seed=st.integers(0, 99))
    def shuffle(self, seed: int) -> None:
        row = rows(seed)[0]
        SHUFFLE(self.true[0], DECK, row)
        for seat, worlds in enumerate(self.possible):
            after = {}
            for states in worlds.values():
                SHUFFLE(states[0], DECK, row)
                here = content(states, DECK)
                for order in permutations(range(len(here))):
                    twin = states.copy()
                    for c, depth in zip(here, order, strict=True):
                        twin[0].depth[c] = depth
                    after[key(twin)] = twin
            self.possible[seat] = after

    # --------------------------------------------------------------------------------- what must be

    @invariant()
    def depths_are_consistent(self) -> None:
        for zone in range(len(ZONES)):
            depths = [int(self.true[0].depth[c]) for c in content(self.true, zone)]
            n = len(depths)
            assert depths == (list(range(n)) if ZONES.ordered[zone] else [-1] * n)

    @invariant()
    def the_true_table_is_possible(self) -> None:
        for worlds in self.possible:
            assert key(self.true) in worlds

    @invariant()
    def nothing_is_marked_that_a_seat_cannot_know(self) -> None:
        for seat, worlds in enumerate(self.possible):
            claims = known(self.true, seat)
            for world in worlds:
                hands = Counter((face, zone, depth) for face, zone, depth, *_ in world)
                assert not claims - hands

    @invariant()
    def owners_know_their_hands(self) -> None:
        for seat in range(SEATS):
            hand = content(self.true, HAND + seat)
            assert all(int(self.true[0].seen[c]) >> seat & 1 for c in hand)

    @invariant()
    def a_view_tells_no_more_than_was_seen(self) -> None:
        for seat, worlds in enumerate(self.possible):
            view = masked(TOY, self.true, seat)
            for states in worlds.values():
                assert masked(TOY, states, seat).tobytes() == view.tobytes()

    @invariant()
    def open_zones_are_known_to_all(self) -> None:
        assert all(int(self.true[0].seen[c]) == EVERYBODY for c in content(self.true, PILE))


def known(states: Any, seat: int) -> Counter[tuple[int, int, int]]:
    """The (face, zone, depth) that a seat's marks claim."""
    laid = slots(states)
    return Counter(
        (face, zone, depth) for face, zone, depth, _, seen, _ in laid if seen >> seat & 1
    )


TestTableAgainstTwin = TableAgainstTwin.TestCase
TestTableAgainstTwin.settings = settings(
    max_examples=50, stateful_step_count=14, deadline=None, derandomize=True
)
