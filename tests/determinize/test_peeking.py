"""What a seat is told depends on nothing but what it saw: the same table, the same ledger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import games
from compiled import below, rows
from determinize import Watch
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


def side_by_side(a: Watch, b: Watch, seat: int, seed: int) -> Iterator[int]:
    """Play the same options in both for as long as the seat sees no difference."""
    row, moves = rows(seed, 5)[0], 0
    while not a.state.over:
        both = [code for code in a.state.codes if code in b.state.codes]
        if a.state.mover != b.state.mover or not both:
            return
        code = both[below(row, len(both))]
        a.play(code)
        b.play(code)
        moves += 1
        if not alike(a, b, seat):
            return
        yield moves


def this_deal(watch: Watch, seat: int) -> list[str]:
    """The seat's events of this deal, as they are saved.

    A move that ends a deal may show the seat a last card; the next deal hides the difference.
    """
    lines = watch.ledger(seat).lines()
    begins = [i for i, line in enumerate(lines) if '"event": "reset"' in line]
    return lines[begins[-1] :]


@pytest.mark.parametrize(("name", "players"), [("schnapsen", 2), ("template", 3)])
def test_a_ledger_holds_what_its_seat_saw_and_nothing_else(name: str, players: int) -> None:
    """Events of both matches, as they are saved: equal while the views are."""
    compared = 0
    for seed in range(12):
        for number, watch in enumerate(watched(name, players=players, seed=seed)):
            if number != seed:
                continue
            for seat in range(players):
                a, b = twin(watch, seat, seed), twin(watch, seat, seed + 100)
                assert alike(a, b, seat)
                for _ in side_by_side(a, b, seat, seed):
                    assert this_deal(a, seat) == this_deal(b, seat)
                    compared += 1
            break
    assert compared > 60


def test_moves_behind_the_back_of_a_watch_are_noticed() -> None:
    watch = Watch(games.load("template").new(seed=1))
    watch.state.play(watch.state.codes[0])
    with pytest.raises(RuntimeError, match=r"1 move.* without the watch: use Watch\.play"):
        watch.ledger(0)
