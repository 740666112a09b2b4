"""A copy's course is found exactly where there is one, judged by all worlds one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import games
from compiled import below, rows
from determinize.auditing.auditable import NotTested
from determinize.auditing.ours import OurGame
from determinize.auditing.ours.courses import Course
from determinize.auditing.ours.reasons import world_in
from determinize.auditing.ours.routes import NoRoute, route_to
from determinize.auditing.ours.truths import Truth


def played(name: str, seed: int, **table: Any) -> Iterator[Truth]:
    """The true state of a random game, before each decision."""
    target = OurGame(games.load(name), **table)
    state, row = target.new(seed), rows(seed, 1)[0]
    while target.mover(state) >= 0:
        yield state
        options = target.options(state)
        target.play(state, options[below(row, len(options))])


def laid_otherwise(state: Truth, seat: int) -> Iterator[Any]:
    """Every record in which the cards that a seat does not see lie otherwise in the same places.

    All choices of hidden cards for the one hidden hand; the order of the talon is kept.
    """
    record = state.state.record_array[0]
    hidden = [c for c in range(len(record.zone)) if not record.seen[c] >> seat & 1]
    hand = state.state.game.hand_of(1 - seat)
    slots = [(int(record.zone[c]), int(record.depth[c])) for c in hidden]
    mine = [slot for slot in slots if slot[0] == hand]
    others = sorted(slot for slot in slots if slot[0] != hand)
    for chosen in combinations(hidden, len(mine)):
        other = state.state.record_array.copy()
        rest = [card for card in hidden if card not in chosen]
        for card, (zone, depth) in zip([*chosen, *rest], [*mine, *others], strict=True):
            other["zone"][0, card], other["depth"][0, card] = zone, depth
        yield other[0]


def possible(state: Truth, seat: int, record: Any) -> bool:
    try:
        route_to(state.course(seat), record, np.random.default_rng(1))
    except NoRoute:
        return False
    return True


def test_late_schnapsen_worlds_have_a_course_exactly_where_the_ledger_gives_them_weight() -> None:
    """Every world that the table allows, in positions in which voids were shown."""
    looked = barred = 0
    for seed in range(12):
        for number, state in enumerate(played("schnapsen", seed)):
            for seat in range(2):
                ledger = state.information(seat).ledger
                told = sum(event.kind == "fact" for event in ledger.events)
                if not told or number % 2:
                    continue
                for record in laid_otherwise(state, seat):
                    world = world_in(record, state.state.game, ledger)
                    assert world is not None
                    allowed = ledger.allows(world)
                    assert possible(state, seat, record) == allowed
                    looked += 1
                    barred += not allowed
    assert looked > 100
    assert barred > 40


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("template", {"players": 3}),
        ("clue", {"players": 3, "preset": "rooms_only", "most_moves": 24}),
        ("clue", {"players": 2, "preset": "rooms_only", "most_moves": 24}),
        ("clue", {"players": 4, "preset": "rl_env", "most_moves": 24}),
    ],
)
def test_what_a_redeal_makes_has_a_course_exactly_where_the_ledger_gives_it_weight(
    name: str, table: dict[str, Any]
) -> None:
    looked = barred = 0
    redealing = OurGame(games.load(name), "redeal", **table)
    for seed in range(3):
        for number, state in enumerate(played(name, seed, **table)):
            if number % 3:
                continue
            for seat in range(state.state.seats):
                ledger = state.information(seat).ledger
                for n in range(6):
                    copy = redealing.copy(state, seat, np.random.default_rng([seed, number, n]))
                    record = copy.record_array[0]
                    world = world_in(record, state.state.game, ledger)
                    assert world is not None
                    assert possible(state, seat, record) == ledger.allows(world)
                    looked += 1
                    barred += not ledger.allows(world)
    assert looked > 100
    assert barred > 10


def test_cards_that_arrived_at_different_times_exchange_their_pasts() -> None:
    """A card that the opponent played was dealt to it in truth; in the copy it must be drawn.

    Schnapsen: all six cards that lay in the talon at first and have been drawn by the opponent are
    in its hand or played; whichever of them a copy has in the talon, it comes from somewhere else.
    """
    for state in played("schnapsen", 3):
        if len(state.state.history) == 8:
            break
    seat = state.state.mover
    course = state.course(seat)
    for record in list(laid_otherwise(state, seat))[::7]:
        route = route_to(course, record, np.random.default_rng(1))
        again = course.played(course.laid(0, route.cards), 0, np.array(route.codes), course.chances)
        end = again.records[-1]
        assert sorted(zip(end["zone"], end["depth"], course.face, strict=True)) == sorted(
            zip(record.zone, record.depth, course.face, strict=True)
        )


def test_a_search_that_is_given_up_says_nothing() -> None:
    """No accusation without all pasts tried."""
    for state in played("schnapsen", 1):
        if len(state.state.history) == 6:
            break
    seat = state.state.mover
    course = state.course(seat)
    course.codes = course.codes.copy()
    course.codes[0] = course.shown[0] = 31  # a claim that nobody could have made
    with pytest.raises(NotTested, match="after 0 moves taken back"):
        route_to(course, state.state.record_array[0], np.random.default_rng(1), most_steps=0)
    with pytest.raises(NoRoute, match=r"move 1, seat \d: .*play on.* was not allowed with"):
        route_to(course, state.state.record_array[0], np.random.default_rng(1))


def test_a_state_that_was_not_played_has_no_course() -> None:
    state = games.load("schnapsen").new(seed=1)
    state.record_array["points"] = 3
    with pytest.raises(NotTested, match="did not come from its seed"):
        Course(state, 0)
