"""Single moves of the card table, each with the claim that it keeps."""

from __future__ import annotations

from typing import Any

import pytest

from compiled import bind, rows
from games.kit import table as kit
from games.kit.events import (
    Announced,
    Inserted,
    Looked,
    Moved,
    Opened,
    Recorder,
    Shown,
    Shuffled,
    Swapped,
)
from games.view import masked
from tests.games.toys import ZONES, table, toy

DECK, PILE, BOX, HAND = (ZONES[name] for name in ("deck", "pile", "box", "hand"))
A, B, C = range(3)
A1, A2, A3, B1, B2, C1 = range(6)
ALL = 7


class Table:
    """A table whose moves are kit functions, played as plain Python and recorded."""

    def __init__(self, game: Any = None, seats: int = 3) -> None:
        self.game = game or toy()
        self.states = table(self.game, seats)
        self.s = self.states[0]
        self.heard = Recorder()

    def __getattr__(self, name: str) -> Any:
        plain = bind(getattr(kit, name), self.game, compiled=False, happened=self.heard)
        return lambda *given: plain(self.s, *given)

    def lay(self, zone: int, *cards: int, eyes: int = 0) -> Table:
        """Move cards, then forget that it was heard."""
        for card in cards:
            self.move(card, zone, eyes)
        self.heard.take()
        return self

    def knows(self, seat: int, zone: int) -> list[int]:
        """The faces that a seat's marks say lie in a zone."""
        s = self.s
        return sorted(
            int(self.game.face_of[c])
            for c in range(len(s.zone))
            if s.zone[c] == zone and int(s.seen[c]) >> seat & 1
        )


@pytest.fixture
def t() -> Table:
    return Table()


# --- copies of a face -----------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [A1, A2])
def test_who_knew_one_copy_and_sees_a_copy_leave_knows_of_none_that_remains(
    t: Table, leaves: int
) -> None:
    t.lay(HAND, A1, eyes=ALL).lay(HAND, A2, eyes=1)
    assert t.knows(1, HAND) == [A]
    t.move(leaves, PILE, ALL)
    assert t.knows(1, HAND) == []
    assert t.knows(0, HAND) == [A]  # its owner sees what is left


@pytest.mark.parametrize("leaves", [A1, A2])
def test_who_knew_two_copies_and_sees_one_leave_knows_one(t: Table, leaves: int) -> None:
    t.lay(HAND, A1, eyes=ALL).lay(HAND, A2, eyes=1 | 2)
    t.move(leaves, PILE, ALL)
    assert t.knows(1, HAND) == [A]
    assert t.knows(2, HAND) == []


def test_a_copy_at_a_known_depth_stays_known_when_another_leaves_a_deck(t: Table) -> None:
    t.peek(A1, 2)
    t.move(A3, PILE, ALL)
    assert t.knows(1, DECK) == [A]


def test_a_copy_shown_from_a_hand_may_be_the_one_that_was_known(t: Table) -> None:
    t.lay(HAND, A1, eyes=ALL).lay(HAND, A2, eyes=1)
    t.reveal(A2, ALL)
    assert t.knows(1, HAND) == [A]


def test_a_look_at_a_whole_hand_tells_every_copy(t: Table) -> None:
    t.lay(HAND, A1, A2, B1, eyes=1)
    t.look(HAND, 2)
    assert t.knows(1, HAND) == [A, A, B]
    assert t.knows(2, HAND) == []


# --- hidden departures ----------------------------------------------------------------------------


def test_a_card_that_leaves_a_hand_unseen_takes_the_marks_of_who_did_not_see_it(t: Table) -> None:
    t.lay(HAND, B1, C1, eyes=ALL)
    t.move(B1, BOX, 1 | 2)
    assert t.knows(0, HAND) == t.knows(1, HAND) == [C]
    assert t.knows(2, HAND) == t.knows(2, BOX) == []


def test_the_only_card_of_a_hand_stays_known_wherever_it_goes(t: Table) -> None:
    t.lay(HAND, C1, eyes=ALL)
    t.move(C1, HAND + 1, 1)
    assert t.knows(2, HAND + 1) == [C]


def test_a_deck_position_that_was_looked_at_stays_known_when_drawn(t: Table) -> None:
    t.peek(t.top(DECK), 4)
    t.draw(DECK, HAND, 1)
    assert t.knows(2, HAND) == [C]
    assert t.knows(1, HAND) == []


def test_a_card_at_a_secret_depth_makes_every_position_unknown(t: Table) -> None:
    t.lay(HAND, C1, eyes=1)
    t.peek(A1, ALL)
    t.insert(C1, DECK, 2, 1)
    assert t.knows(0, DECK) == [A, C]
    assert t.knows(1, DECK) == []


def test_whose_card_was_shown_to_whom_is_not_told_to_others(t: Table) -> None:
    """Seats 1 and 2 were each shown a card of seat 0's hand: the same one, or not."""
    views = []
    for second in (B1, C1):
        other = Table()
        other.lay(HAND, B1, C1, eyes=1)
        other.reveal(second, 2)
        other.reveal(B1, 4)
        views.append(masked(other.game, other.states, 2).tobytes())
    assert views[0] == views[1]


# --- lots -----------------------------------------------------------------------------------------


def test_a_reshuffled_pile_is_a_lot_of_its_own(t: Table) -> None:
    t.lay(BOX, A1, B1).lay(PILE, C1, A2, B2)
    for card in (C1, A2, B2):
        t.put(card, DECK, 0, ALL)
    t.draw(DECK, BOX, 0)
    t.shuffle(DECK, rows(1)[0])
    lots = {int(t.s.lot[c]) for c in (C1, A2, B2)}
    assert len(lots) == 1
    assert not lots & {int(t.s.lot[c]) for c in (A1, B1, A3)}


def test_a_hidden_departure_merges_the_lots_it_may_be_of(t: Table) -> None:
    t.lay(PILE, C1, B1)
    for card in (C1, B1):
        t.put(card, DECK, 0, ALL)
    t.shuffle(DECK, rows(1)[0])
    assert len(set(t.s.lot.tolist())) == 2
    t.draw(DECK, HAND, 1)
    assert len(set(t.s.lot.tolist())) == 1


# --- a pile turned over -------------------------------------------------------------------------


def test_the_oldest_card_of_a_pile_turned_over_comes_on_top_and_all_know_the_order(
    t: Table,
) -> None:
    for card in (A1, A2, A3, B1, B2, C1):
        t.move(card, BOX, 0)
    t.lay(PILE, C1, A1, B1, A2)
    t.turn_over(PILE, DECK, 1)
    assert [t.s.depth[c] for c in (C1, A1, B1)] == [2, 1, 0]
    assert all(int(t.s.seen[c]) == ALL for c in (C1, A1, B1))
    assert int(t.s.zone[A2]) == PILE
    told = t.heard.take()
    assert told == [
        Moved(B, PILE, 2, DECK, 0, ALL, ALL, True),
        Moved(A, PILE, 1, DECK, 1, ALL, ALL, True),
        Moved(C, PILE, 0, DECK, 2, ALL, ALL, True),
    ]


@pytest.mark.parametrize("stays", [2, 3])
def test_of_a_pile_that_all_stays_nothing_is_turned_over(t: Table, stays: int) -> None:
    t.lay(PILE, C1, A1)
    t.turn_over(PILE, DECK, stays)
    assert [int(t.s.zone[c]) for c in (C1, A1)] == [PILE, PILE]
    assert t.heard.take() == []


# --- what is told ---------------------------------------------------------------------------------


def test_every_move_is_told_as_it_happens(t: Table) -> None:
    t.open_table(DECK)
    t.shuffle(DECK, rows(1)[0])
    t.open_table(DECK)
    t.draw(DECK, HAND, 1)
    t.move(C1, PILE, 0)
    t.peek(B2, 2)
    t.draw(DECK, HAND + 1, 2)
    t.reveal(B2, 4)
    t.put(C1, DECK, 1, 0)
    t.insert(B2, DECK, 3, 2)
    t.look(DECK, 1)
    t.look(HAND, 1)
    t.swap(HAND, HAND + 1)
    t.announce(3, 1, 2, 0)
    assert t.heard.take() == [
        Opened(DECK),
        Shuffled(DECK),
        Opened(DECK),
        Moved(C, DECK, 5, HAND, -1, eyes=1, knew=0, chosen=False),
        Moved(C, HAND, -1, PILE, 0, eyes=7, knew=1, chosen=True),
        Shown(B, DECK, 4, eyes=2, chosen=False),
        Moved(B, DECK, 4, HAND + 1, -1, eyes=2, knew=2, chosen=False),
        Shown(B, HAND + 1, -1, eyes=4, chosen=True),
        Moved(C, PILE, 0, DECK, 1, eyes=0, knew=7, chosen=True),
        Inserted(B, HAND + 1, DECK, 3, eyes=2, knew=6),
        Looked(DECK, 1, (A, C, A, B, A, B)),
        Swapped(HAND, HAND + 1),
        Announced(3, 1, 2, 0),
    ]


def test_in_search_nothing_is_told_and_the_table_is_the_same() -> None:
    told, silent = Table(), Table()
    for each, compiled in ((told, False), (silent, None)):
        bind(kit.draw, each.game, compiled=compiled)(each.s, DECK, HAND, 1)
        bind(kit.shuffle, each.game, compiled=compiled)(each.s, DECK, rows(1)[0])
    assert told.states.tobytes() == silent.states.tobytes()


# --- empty and single -----------------------------------------------------------------------------


def test_nothing_is_drawn_from_an_empty_zone(t: Table) -> None:
    before = t.states.tobytes()
    assert t.draw(BOX, HAND, 1) == t.take(BOX, HAND, 1, rows(1)[0]) == t.top(BOX) == -1
    assert t.any_card(BOX) == t.card_at(DECK, 9) == -1
    t.shuffle(PILE, rows(1)[0])
    t.look(BOX, 1)
    assert t.states.tobytes() == before


def test_a_zone_of_one_card_can_be_shuffled_and_drawn_from(t: Table) -> None:
    t.lay(BOX, *range(5))
    t.shuffle(DECK, rows(1)[0])
    assert (t.size(DECK), t.top(DECK), t.card_at(DECK, 0)) == (1, C1, C1)
    assert t.draw(DECK, HAND, 1) == C1
    assert t.size(DECK) == 0


def test_shuffles_are_uniform(t: Table) -> None:
    """24 orders of 4 cards, 6000 shuffles; a fair shuffle fails once in a million seeds."""
    from scipy.stats import chisquare

    t.lay(BOX, A1, A2)
    row = rows(5)[0]
    shuffle = bind(kit.shuffle, t.game)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        shuffle(t.s, DECK, row)
        order = tuple(t.s.depth[2:].tolist())
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    assert chisquare(list(orders.values())).pvalue > 1e-6
