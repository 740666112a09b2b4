"""What a seat is told depends on nothing but what it saw: the same table, the same ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

import games
from compiled import below, rows
from determinize import Watch
from games.kit.events import Event, Moved, Opened
from games.view import masked
from tests.determinize.random_games import watched


def twin(watch: Watch, seat: int, seed: int) -> Watch:
    """The same match, had the cards that the seat cannot see lain otherwise."""
    information = watch.information(seat)
    other = object.__new__(Watch)
    other.__dict__.update(watch.__dict__)
    other.state = watch.state.copy()
    other.state.record_array[0] = information.worlds(1, rows(seed))[0]
    other._ledgers = [watch.ledger(each) for each in range(watch.state.seats)]
    other._heard = [len(watch._events)] * watch.state.seats
    other._events = list(watch._events)
    return other


def alike(a: Watch, b: Watch, seat: int) -> bool:
    views = [masked(one.state.game, one.state.record_array, seat) for one in (a, b)]
    return views[0].tobytes() == views[1].tobytes()


def glimpsed(watch: Watch, seat: int, events: Sequence[Event]) -> list[tuple[int, int]]:
    """Faces, and where to, that the seat has seen in a move which also gathers up the cards.

    Of all events only cards that come to lie in its own zones, or in those open to everybody, and
    only in a move that begins a new deal: no view is left of them after the move.
    """
    zones = watch.state.game.zones
    begins = [i for i, event in enumerate(events) if isinstance(event, Opened)]
    return [
        (event.face, event.target)
        for event in events[: begins[-1] if begins else 0]
        if isinstance(event, Moved)
        and (zones.owner[event.target] == seat or zones.open[event.target])
    ]


def side_by_side(a: Watch, b: Watch, seat: int, seed: int) -> Iterator[bool]:
    """Play the same options in both for as long as the seat sees no difference.

    Yields after each move whether it began a new deal.
    """
    row = rows(seed, 5)[0]
    while not a.state.over:
        both = [code for code in a.state.codes if code in b.state.codes]
        if a.state.mover != b.state.mover or not both:
            return
        code = both[below(row, len(both))]
        heard = [len(watch._events) for watch in (a, b)]
        a.play(code)
        b.play(code)
        news = [watch._events[n:] for watch, n in zip((a, b), heard, strict=True)]
        here, there = (glimpsed(a, seat, events) for events in news)
        if here != there or not alike(a, b, seat):
            return
        yield any(isinstance(event, Opened) for event in news[0])


@pytest.mark.parametrize(("name", "players"), [("schnapsen", 2), ("template", 3)])
def test_a_ledger_holds_what_its_seat_saw_and_nothing_else(name: str, players: int) -> None:
    """Events of both matches, as they are saved: equal while the views are."""
    compared = deals = 0
    for seed in range(12):
        for number, watch in enumerate(watched(name, players=players, seed=seed)):
            if number != seed:
                continue
            for seat in range(players):
                a, b = twin(watch, seat, seed), twin(watch, seat, seed + 100)
                assert alike(a, b, seat)
                for begun in side_by_side(a, b, seat, seed):
                    assert a.ledger(seat).lines() == b.ledger(seat).lines()
                    compared += 1
                    deals += begun
            break
    assert compared > 60
    assert deals > 5


def test_moves_behind_the_back_of_a_watch_are_noticed() -> None:
    watch = Watch(games.load("template").new(seed=1))
    watch.state.play(watch.state.codes[0])
    with pytest.raises(RuntimeError, match=r"1 move.* without the watch: use Watch\.play"):
        watch.ledger(0)
