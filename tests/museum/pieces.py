"""What a piece of the museum is, and faults that any game's copier can have.

Each piece is a right copier with one fault, modelled on one that was found in real code. The audit
must fail the check that is named, within so many copies, and name the kind of bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import rows
from determinize.audit import Auditable, Kind
from determinize.auditing.auditable import canonical
from determinize.auditing.ours import OurGame
from determinize.auditing.ours.counts import listed
from determinize.auditing.ours.truths import Truth, fresh_state
from determinize.information import InformationSet
from games.game import Game
from games.state import State

SLOT = ("zone", "depth", "block", "seen")


@dataclass(frozen=True)
class Piece:
    """A broken copier.

    Attributes:
        name: of the fault, and whose game it is.
        target: makes the target of the audit.
        check: the check that must fail.
        kind: the kind of bug that must be named.
        copies: in how many copies it must be caught.
        why: the real fault that it is modelled on.
        positions: of how many positions these copies are.
    """

    name: str
    target: Callable[[], Auditable]
    check: str
    kind: Kind
    copies: int
    why: str
    positions: int = 20

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Case:
    """What a broken copier is given: the state to be copied, for whom, and a generator."""

    target: Broken
    state: Truth | State
    seat: int
    rng: np.random.Generator

    @property
    def true(self) -> State:
        """The state that is copied."""
        return self.state.state if isinstance(self.state, Truth) else self.state

    @property
    def second(self) -> bool:
        """Whether a copy is copied."""
        return not isinstance(self.state, Truth)

    def right(self) -> State:
        """A right copy."""
        return OurGame.copy(self.target, self.state, self.seat, self.rng)

    @cached_property
    def information(self) -> InformationSet:
        """What the seat may know."""
        return self.target._information(self.state, self.seat)

    @cached_property
    def hidden(self) -> NDArray[np.int64]:
        """The cards that the seat does not know."""
        seen = self.true.record_array["seen"][0]
        return np.flatnonzero(seen >> self.seat & 1 == 0)

    def blank(self) -> State:
        """The seat's view as a state: hidden cards lie as in every state that looks the same."""
        records = self.true.record_array.copy()
        records[0] = self.true.view(self.seat).state
        return fresh_state(self.true, records, self.rng)

    def once(self, make: Callable[[InformationSet], Any]) -> Any:
        """Something that is made of what the seat knows, for all copies of one position."""
        known = self.information
        if self.target.made is None or self.target.made[0] is not known:
            self.target.made = known, make(known)
        return self.target.made[1]

    def zones(self, name: str) -> list[int]:
        """The numbers of all zones of that name."""
        names = self.target.game.zones.names
        return [i for i, one in enumerate(names) if one == name or one.startswith(f"{name} ")]


Fault = Callable[[Case], State]


class Broken(OurGame):
    """One of our games with a copier that has a fault.

    Args:
        fault: the copier.
        base: which right copier its cases have, ``deal`` or ``redeal``.
        table: as for :class:`OurGame`.
    """

    def __init__(self, game: Game, fault: Fault, base: str = "deal", **table: Any) -> None:
        self.fault = fault
        self.made: tuple[InformationSet, Any] | None = None
        super().__init__(game, base, **table)

    @property
    def name(self) -> str:
        """The game and the fault."""
        return f"{self.game.name}:{self.fault.__name__}"

    def copy(self, state: Truth | State, seat: int, rng: np.random.Generator) -> State:
        """A copy with the fault."""
        return self.fault(Case(self, state, seat, rng))


# ------------------------------------------------------------------------ moving cards in a record


def exchange(record: Any, one: int, other: int) -> None:
    """Two cards change their slots."""
    for name in SLOT:
        record[name][one], record[name][other] = int(record[name][other]), int(record[name][one])


def lay(record: Any, cards: NDArray[np.int64], slots: Any) -> None:
    """Cards are laid in slots: rows of another record, [cards]."""
    for name, column in zip(SLOT, slots, strict=True):
        record[name][cards] = column


def slots_of(record: Any, cards: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Where cards lie now."""
    return [record[name][cards].copy() for name in SLOT]


def put_as_true(case: Case, copy: State, card: int) -> None:
    """A card goes where it truly lies; the one that lies there takes its place."""
    record, true = copy.record_array[0], case.true.record_array[0]
    if int(record.zone[card]) == int(true.zone[card]) and record.depth[card] == true.depth[card]:
        return
    for other in case.hidden.tolist():
        there = record.zone[other] == true.zone[card] and record.depth[other] == true.depth[card]
        if there and not record.seen[other] >> case.seat & 1:
            exchange(record, card, other)
            return


# ------------------------------------------------------------------------------------------ faults


def keeps_a_hand_card(case: Case) -> State:
    """One hidden card of the next player's hand stays."""
    copy, true = case.right(), case.true.record_array[0]
    hands = set(case.zones(case.target.game.hand))
    for card in case.hidden.tolist():
        if int(true.zone[card]) in hands:
            put_as_true(case, copy, card)
            break
    return copy


def keeps_the_bottom(case: Case) -> State:
    """The bottom card of a deck stays."""
    copy, true = case.right(), case.true.record_array[0]
    ordered = case.target.game.zones.ordered
    for card in case.hidden.tolist():
        if ordered[int(true.zone[card])] and true.depth[card] == 0:
            put_as_true(case, copy, card)
    return copy


def keeps_the_draw_order(case: Case) -> State:
    """Cards that lie in the deck lie there in the order in which they truly come."""
    copy, true = case.right(), case.true.record_array[0]
    record = copy.record_array[0]
    for zone in np.flatnonzero(case.target.game.zones.ordered).tolist():
        there = [card for card in case.hidden.tolist() if record.zone[card] == zone]
        coming = sorted(there, key=lambda card: (true.zone[card] != zone, true.depth[card]))
        slots = slots_of(record, np.array(there, np.int64))
        deep = np.argsort(slots[1])
        lay(record, np.array(coming, np.int64), [column[deep] for column in slots])
    return copy


def tells_the_truth_now_and_then(case: Case) -> State:
    """One copy in ten is the true state."""
    copy = case.right()
    if case.rng.random() < 0.1:
        copy.record_array[:] = case.true.record_array
    return copy


def keeps_the_previous_state(case: Case) -> State:
    """A chain of previous states: the copy remembers the one it was made from."""
    copy = case.right()
    copy.previous = case.true.record_array.copy()  # type: ignore[attr-defined]
    return copy


def keeps_the_events(case: Case) -> State:
    """The events of the last move, with the faces of all cards that were drawn."""
    copy = case.right()
    copy.history = list(case.true.history)
    copy.events = list(case.true.events)
    return copy


def keeps_the_generator(case: Case) -> State:
    """Copied with the generator that the true game draws from."""
    copy, true = case.right(), case.true
    return State(
        true.game, copy.record_array, true.chances.copy(), seed=copy.seed, rules=true.rules
    )


def writes_hands_down(case: Case) -> State:
    """The text form of the copy is made from the true state."""
    copy = case.right()
    world = case.target.world(case.true)
    copy.text = "; ".join(  # type: ignore[attr-defined]
        f"{zone}: {' '.join(sorted(faces))}" for zone, faces in world.items() if faces
    )
    return copy


def shares_the_history(case: Case) -> State:
    """The list of past moves is that of the true state, not a copy of it."""
    copy = case.right()
    copy.history = case.true.history
    return copy


def shares_the_record(case: Case) -> State:
    """A new state around the very array that holds the original."""
    return fresh_state(case.true, case.true.record_array, case.rng)


def changes_the_original(case: Case) -> State:
    """Two hidden cards of the original change places when it is copied."""
    copy, record = case.right(), case.true.record_array[0]
    zone, depth = record.zone[case.hidden], record.depth[case.hidden]
    for one, other in pairs(len(case.hidden)):
        if zone[one] != zone[other] or depth[one] != depth[other]:
            exchange(record, int(case.hidden[one]), int(case.hidden[other]))
            break
    return copy


def pairs(n: int) -> Iterator[tuple[int, int]]:
    """All pairs of different numbers below n."""
    return ((i, j) for i in range(n) for j in range(i))


def shuffles_naively(case: Case) -> State:
    """Every card is exchanged with any card, instead of with one of those not yet drawn."""
    copy = case.blank()
    record = copy.record_array[0]
    cards = np.flatnonzero(record.seen >> case.seat & 1 == 0)
    for card in cards.tolist():
        exchange(record, card, int(case.rng.choice(cards)))
    return copy


def cuts_instead_of_shuffling(case: Case) -> State:
    """The hidden cards are cut: each lies everywhere as often as it should, but never alone."""
    copy = case.blank()
    record = copy.record_array[0]
    cards = np.flatnonzero(record.seen >> case.seat & 1 == 0)
    if len(cards):
        cut = np.roll(cards, int(case.rng.integers(len(cards))))
        lay(record, cut, slots_of(record, cards))
    return copy


def leaves_a_world_out(case: Case) -> State:
    """Where few worlds are left, one of them is never produced."""
    copy = case.right()
    barred = case.once(barred_world)
    if barred is not None:
        while canonical(case.target.world(copy), case.target.ordered) == barred:
            copy = case.right()
    return copy


def barred_world(known: InformationSet) -> Any:
    """One of the worlds, where there are few."""
    worlds = listed(known.ledger) if known.ledger.arrangements <= 60 else None
    return min(worlds, key=repr) if worlds and len(worlds) > 1 else None


def deals_hands_one_by_one(case: Case) -> State:
    """Each hidden hand is drawn by itself, from all cards that the seat does not know."""
    copy = case.right()
    record = copy.record_array[0]
    hands = [zone for zone in case.zones(case.target.game.hand) if zone in record.zone[case.hidden]]
    for card in case.hidden.tolist():
        if record.zone[card] in hands:
            record.zone[card] = record.block[card] = int(case.rng.choice(hands))
        elif case.rng.random() < 0.1:
            record.zone[card] = record.block[card] = hands[0]
    return copy


def deals_known_cards(case: Case) -> State:
    """Cards of other hands that the seat has seen are dealt anew with those that it has not."""
    copy = case.right()
    record = copy.record_array[0]
    game = case.target.game
    others = [zone for zone in case.zones(game.hand) if game.zones.owner[zone] != case.seat]
    mixed = np.flatnonzero(np.isin(record.zone, others))
    lay(record, mixed[case.rng.permutation(len(mixed))], slots_of(record, mixed))
    return copy


def forgets_in_the_second_copy(case: Case) -> State:
    """What was looked at stands beside the state; the copy of a copy has lost it."""
    copy = case.right()
    if case.second:
        record, game = copy.record_array[0], case.target.game
        owner, is_open = game.zones.owner[record.zone], game.zones.open[record.zone]
        lost = (owner != case.seat) & (is_open == 0)
        record.seen[lost] &= ~(1 << case.seat)
    return copy


def never_mixes_the_deck(case: Case) -> State:
    """Cards change places within the deck, and among the hands, but never from one to the other."""
    copy = case.true.copy()
    copy = fresh_state(case.true, copy.record_array, case.rng)
    record = copy.record_array[0]
    ordered = case.target.game.zones.ordered[record.zone[case.hidden]]
    for part in (case.hidden[ordered == 1], case.hidden[ordered == 0]):
        lay(record, part[case.rng.permutation(len(part))], slots_of(record, part))
    return copy


def without_facts(case: Case, word: str) -> State:
    """A copy by deal, from a belief that has not heard the facts with a word in their reason."""

    def unheard(known: InformationSet) -> InformationSet:
        ledger = known.ledger.after(0)
        for event in known.ledger.events:
            if event.kind not in ("fact", "either") or word not in str(event.said):
                ledger.tell(event)
        return InformationSet(known.view, ledger)

    seed = int(case.rng.integers(2**62))
    worlds = case.once(unheard).worlds(1, rows(seed))
    return fresh_state(case.true, worlds, case.rng)
