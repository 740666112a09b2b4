"""Deal: worlds of a belief become states that the seat cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import games
from compiled import COMPILED, below, bind, rows
from determinize import InformationSet, MisfitWorld, Watch, deal_all
from determinize.information import dealt
from games.view import masked
from tests.determinize.random_games import watched, world_of

GAME = games.load("template")
SEVERAL = [("template", 3), ("schnapsen", 2), ("clue", 3), ("kuhn", 2), ("leduc", 2)]
SEVERAL += [("liars-dice", 2)]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_dealt_state_looks_the_same_to_its_seat(players: int, seed: int) -> None:
    legal = bind(GAME.rules.legal, GAME)
    out = np.empty(GAME.option_codes, np.int64)
    for watch in watched("template", players=players, seed=seed):
        for seat in range(players):
            information = watch.information(seat)
            view = masked(GAME, watch.state.record_array, seat).tobytes()
            for state in information.worlds(8, rows(seed, len(watch.state.history))):
                states = np.zeros(1, GAME.dtype)
                states[0] = state
                assert masked(GAME, states, seat).tobytes() == view
                assert information.ledger.allows(world_of(state, GAME, information.ledger))
                if seat == watch.state.mover:
                    n = legal(states[0], out)
                    assert tuple(out[:n].tolist()) == information.options


def test_dealt_states_can_be_played_to_the_end() -> None:
    play, legal = bind(GAME.rules.play, GAME), bind(GAME.rules.legal, GAME)
    out = np.empty(GAME.option_codes, np.int64)
    rng = rows(4)
    for watch in watched("template", players=3, seed=9):
        for state in watch.information(watch.state.mover).worlds(3, rng):
            while (n := legal(state, out)) > 0:
                play(state, int(out[n - 1]), rng)
            assert state.mover == -1


@pytest.mark.parametrize("name", games.names())
def test_equal_seeds_deal_equal_worlds_whatever_the_clock_says(name: str) -> None:
    game = games.load(name)
    watch = Watch(game.new(players=game.players[0], seed=5))
    information = watch.information(0)
    first = information.worlds(20, rows(7))
    assert (first == watch.information(0).worlds(20, rows(7))).all()
    if information.ledger.arrangements > 1_000:
        assert (first != information.worlds(20, rows(8))).any()


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_compiled_and_plain_deal_alike() -> None:
    for watch in watched("template", players=2, seed=5):
        information = watch.information(0)
        ledger = information.ledger
        spots = spots_of(ledger)
        worlds = ledger.sample(3, 3)
        view = np.zeros(1, GAME.dtype)
        view[0] = information.state
        pair = [np.zeros(3, GAME.dtype) for _ in range(2)]
        for states, compiled in zip(pair, (True, False), strict=True):
            deal = bind(deal_all, GAME, compiled=compiled)
            assert deal(states, view, 0, worlds, spots, rows(6)[0])
        assert pair[0].tobytes() == pair[1].tobytes()


def spots_of(ledger: Any, game: games.Game = GAME) -> Any:
    names = game.zones.names
    return np.array([(names.index(spot.zone), spot.start, spot.size) for spot in ledger.spots])


def one_world() -> tuple[InformationSet, Any]:
    """What seat 0 of an arranged table knows, and a world that fits."""
    state = GAME.arrange(
        {"hand 0": ["sturgeon"] * 2, "hand 1": ["pike"] * 2, "laid 0": ["perch"] * 4},
        sizes={"pond": 3, "laid 1": 1},
    )
    information = next(watched("template", players=2, seed=1, state=state)).information(0)
    return information, information.ledger.sample(1, 1)


def test_within_a_spot_every_order_and_every_copy_is_equally_likely() -> None:
    """One world, 6 000 deals; a fair deal fails once in a million seeds."""
    information, world = one_world()
    states = dealt(information.view, np.repeat(world, 6000, axis=0), information.ledger, rows(3)[0])
    eels = GAME.cards_of[1]
    orders = Counter(tuple(s.depth[list(eels)].tolist()) for s in states)
    pond_and_hand = world[0][1]
    assert pond_and_hand.sum() == 4
    assert len(orders) > 1
    assert chisquare(list(orders.values())).pvalue > 1e-6


def test_the_sample_has_the_beliefs_probabilities() -> None:
    """2 000 worlds at each of some 40 positions; standard errors, once in ten thousand seeds."""
    worst = 0.0
    for watch in watched("template", players=2, seed=7):
        information = watch.information(1)
        ledger = information.ledger
        states = information.worlds(2000, rows(2, len(watch.state.history)))
        hand = GAME.hand_of(0)
        for face in range(len(GAME.faces)):
            cards = list(GAME.cards_of[face])
            held = (states["zone"][:, cards] == hand).sum(axis=1)
            expected = information.expected(hand)[face]
            deviation = held.std() / np.sqrt(len(held))
            if deviation == 0:
                assert held.mean() == pytest.approx(expected, abs=1e-9 if expected % 1 else 0.01)
            else:
                worst = max(worst, abs(held.mean() - expected) / deviation)
        assert ledger.exact
    assert worst < 5.5


def test_a_world_that_does_not_fit_is_refused() -> None:
    information = next(watched("template", players=2, seed=1)).information(0)
    world = information.ledger.sample(1, 1)
    wrong = world[:, ::-1].copy()
    with pytest.raises(MisfitWorld, match="template: a world of seat 0's belief does not fit"):
        dealt(information.view, wrong, information.ledger, rows(1)[0])


def test_a_world_without_a_card_that_the_seat_knows_is_refused() -> None:
    """Two cards of its hand for two that all see: every zone and every face has its number."""
    information, world = one_world()
    zones = [spot.zone for spot in information.ledger.spots]
    hand, laid = zones.index("hand 0"), zones.index("laid 0")
    sturgeon, perch = GAME.face("sturgeon"), GAME.face("perch")
    assert world[0, sturgeon, hand] == 2
    assert world[0, perch, laid] == 4
    world[0, [sturgeon, perch], hand] += np.array([-2, 2], world.dtype)
    world[0, [sturgeon, perch], laid] += np.array([2, -2], world.dtype)
    with pytest.raises(MisfitWorld, match="does not fit its view"):
        dealt(information.view, world, information.ledger, rows(1)[0])


@pytest.mark.parametrize(("name", "players"), SEVERAL)
def test_a_world_with_one_card_more_less_or_elsewhere_is_refused(name: str, players: int) -> None:
    """Of any face, in any spot: also where the seat sees all; and if the other worlds fit."""
    game = games.load(name)
    deal, row = bind(deal_all, game), rows(2)[0]
    view, states = np.zeros(1, game.dtype), np.empty(3, game.dtype)
    for watch in _some(watched(name, players=players, seed=6)):
        for seat in range(players):
            information = watch.information(seat)
            view[0], spots = information.state, spots_of(information.ledger, game)
            worlds = information.ledger.sample(3, rows(5)[0])
            assert deal(states, view, seat, worlds, spots, row)
            for change in _changes(worlds.shape[1:], row):
                wrong = worlds.copy()
                wrong[1] += change
                assert not deal(states, view, seat, wrong, spots, row), change
            with pytest.raises(MisfitWorld, match=f"{name}: a world of seat {seat}'s belief"):
                dealt(information.view, wrong, information.ledger, row)


def _some(watches: Iterator[Watch]) -> Iterator[Watch]:
    """The first position of a game and two later ones."""
    return islice(watches, 0, 15, 7)


def _changes(shape: tuple[int, ...], row: Any) -> Iterator[Any]:
    """What makes a wrong world of a right one: one card more, one less, and 500 times elsewhere."""
    for cell in np.ndindex(shape):
        for change in (1, -1):
            yield _at(shape, {cell: change})
    for _ in range(500):
        cells = [(below(row, shape[0]), below(row, shape[1])) for _ in range(2)]
        if cells[0] != cells[1]:
            yield _at(shape, {cells[0]: -1, cells[1]: 1})


def _at(shape: tuple[int, ...], numbers: dict[tuple[int, ...], int]) -> Any:
    change = np.zeros(shape, np.int8)
    for cell, number in numbers.items():
        change[cell] = number
    return change


def test_no_worlds_and_worlds_in_another_order_of_memory() -> None:
    information = next(watched("template", players=2, seed=1)).information(0)
    worlds = information.ledger.sample(4, 1)
    assert len(dealt(information.view, worlds[:0], information.ledger, rows(1)[0])) == 0
    alike = [
        dealt(information.view, each, information.ledger, rows(1)[0]).tobytes()
        for each in (worlds, np.asfortranarray(worlds))
    ]
    assert alike[0] == alike[1]
