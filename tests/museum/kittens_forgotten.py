"""Copiers of Exploding Kittens that forget what a seat has seen, given, lost or heard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.auditing.ours.truths import Truth
from games.exploding_kittens.cards import FACE_OF_CARD, KITTEN
from games.exploding_kittens.record import DECK, HAND, MOST_SEATS
from games.kit.events import Event, Moved, Shown
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case

HANDS = range(HAND, HAND + MOST_SEATS)
Cards = NDArray[np.int64]


def from_the_top(record: Any) -> Cards:
    """The cards of the deck, the top one first."""
    deck = np.flatnonzero(record.zone == DECK)
    return deck[np.argsort(-record.depth[deck])]


def lay_in(record: Any, cards: list[int], slots: Cards) -> None:
    """Cards are laid where other cards lie, in that order."""
    pieces.lay(record, np.array(cards, np.int64), pieces.slots_of(record, slots))


def past(case: Case) -> tuple[Event, ...]:
    """What has happened; a copy has no history, so a copy of it is right."""
    return case.state.watch.events if isinstance(case.state, Truth) else ()


def forgets_cards_that_moved(case: Case, meant: Callable[[Moved], bool]) -> State:
    """Cards of other hands that the seat knows from such moves are dealt anew with unseen ones.

    Kittens stay where they are.
    """
    copy = case.right()
    record = copy.record_array[0]
    moved = {(e.target, e.face) for e in past(case) if isinstance(e, Moved) and meant(e)}
    cards = [
        card
        for card, face in enumerate(FACE_OF_CARD.tolist())
        if face != KITTEN
        and ((int(record.zone[card]), face) in moved or not record.seen[card] >> case.seat & 1)
    ]
    lay_in(record, case.rng.permutation(cards).tolist(), np.array(cards, np.int64))
    return copy


def forgets_what_it_gave(case: Case) -> State:
    """Who gives a card for a Favor no longer knows who has it."""
    own = HAND + case.seat
    return forgets_cards_that_moved(
        case, lambda moved: moved.source == own and moved.target in HANDS and moved.chosen
    )


def forgets_what_was_stolen(case: Case) -> State:
    """Who loses a card to a pair no longer knows which one."""
    own = HAND + case.seat
    return forgets_cards_that_moved(case, lambda moved: moved.source == own and not moved.chosen)


def forgets_seen_cards_when_drawn(case: Case) -> State:
    """Who has seen the top of the deck no longer knows such a card in the hand of its drawer."""
    own = HAND + case.seat
    return forgets_cards_that_moved(
        case,
        lambda moved: moved.source == DECK and moved.target != own and moved.knew >> case.seat & 1,
    )


def draws_since_the_last_look(case: Case) -> int:
    """How many cards were drawn from the deck since the seat looked into it."""
    drawn = 0
    for event in past(case):
        if isinstance(event, Shown) and event.zone == DECK and event.eyes >> case.seat & 1:
            drawn = 0
        elif isinstance(event, Moved) and event.source == DECK:
            drawn += 1
    return drawn


def leaves_seen_cards_where_they_were(case: Case) -> State:
    """Cards that were seen lie as far below the top as when they were seen, whatever was drawn."""
    copy = case.right()
    record = copy.record_array[0]
    deck = from_the_top(record)
    lay_in(record, np.roll(deck, draws_since_the_last_look(case)).tolist(), deck)
    return copy


def forgets_what_is_lacked(case: Case) -> State:
    """Deals from a belief that has not heard which title a triple asked for in vain."""
    return pieces.without_facts(case, "and has none")
