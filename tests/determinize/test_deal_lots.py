"""Deal: each block of a dealt world holds as many cards of each lot as everybody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from compiled import COMPILED, below, bind, rows
from determinize import deal_all
from determinize.lots import keep_lots, numbers_of_lots
from games.game import Game
from games.view import masked
from tests.determinize.random_games import watched, world_of
from tests.determinize.reshuffled import reshuffled
from tests.games.tables import at_random
from tests.games.toys import toy

SMALL = toy(copies={"A": 4, "B": 3, "C": 2})
LARGE = toy(copies={f"face {k}": 1 + k % 5 for k in range(22)})
ME = 0


def laid(game: Game, seed: int, lots: int) -> Any:
    """A random table of so many lots."""
    states = at_random(game, seed)
    states[0].lot[:] = np.random.default_rng(seed).integers(0, lots, len(game.face_of))
    return states


def hidden(s: Any, me: int = ME) -> Any:
    return np.array([c for c in range(len(s.zone)) if not int(s.seen[c]) >> me & 1], np.int64)


def spots_of(game: Game, s: Any) -> Any:
    """Every zone as one spot."""
    zones = range(len(game.zones))
    return np.array([(zone, 0, np.count_nonzero(s.zone == zone)) for zone in zones], np.int64)


def world_in(game: Game, s: Any) -> Any:
    """How many copies of each face a table has in each zone: int64[1, faces, zones]."""
    world = np.zeros((1, len(game.faces), len(game.zones)), np.int64)
    for c, face in enumerate(game.face_of):
        world[0, face, s.zone[c]] += 1
    return world


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.integers(2, 4), st.sampled_from([SMALL, LARGE]))
def test_a_true_world_dealt_anew_looks_the_same(seed: int, lots: int, game: Game) -> None:
    true = laid(game, seed, lots)
    view = masked(game, true, ME)
    worlds = np.repeat(world_in(game, true[0]), 5, axis=0)
    states = np.zeros(5, game.dtype)
    assert bind(deal_all, game)(states, view, ME, worlds, spots_of(game, view[0]), rows(seed)[0])
    for i in range(5):
        assert (world_in(game, states[i]) == worlds[i]).all()
        assert masked(game, states[i : i + 1], ME).tobytes() == view.tobytes()


def fits(game: Game, s: Any, view: Any) -> bool:
    """By brute force: whether copies can change places so that blocks hold what the view has."""
    cards = hidden(s)
    due = Counter((int(view.block[c]), int(view.lot[c])) for c in hidden(view))
    found = {frozenset(Counter[Any]().items())}
    for face in sorted({int(game.face_of[c]) for c in cards}):
        copies = [c for c in cards if game.face_of[c] == face]
        blocks = [int(s.block[c]) for c in copies]
        found = {
            frozenset((Counter(dict(so_far)) + Counter(zip(blocks, lots, strict=True))).items())
            for so_far in found
            for lots in set(permutations(int(s.lot[c]) for c in copies))
        }
    return frozenset(due.items()) in found


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_copies_fit_whenever_brute_force_finds_that_they_can(seed: int, lots: int) -> None:
    """In worlds that hold other faces than the true one, some of them impossible."""
    view = masked(SMALL, laid(SMALL, seed, lots), ME)
    states, cards, rng = view.copy(), hidden(view[0]), np.random.default_rng(seed)
    s = states[0]
    order = rng.permutation(cards)
    for name in ("zone", "depth", "block", "seen"):
        s[name][cards] = view[0][name][order]
    before = s.copy()
    possible = fits(SMALL, s, view[0])
    numbers = bind(numbers_of_lots, SMALL)(view[0], cards)
    path = np.zeros((3, numbers.shape[1]), np.int64)
    kept = bind(keep_lots, SMALL)(s, ME, cards, numbers, path, rows(seed)[0])
    assert (world_in(SMALL, s) == world_in(SMALL, before)).all()
    if numbers.size:
        assert kept == possible
        assert (masked(SMALL, states, ME).tobytes() == view.tobytes()) == possible
    else:
        assert s.tobytes() == before.tobytes()


def test_impossible_and_possible_worlds_are_both_tried() -> None:
    """Which the test above relies on."""
    found = Counter()
    for seed in range(60):
        view = masked(SMALL, laid(SMALL, seed, 2), ME)
        states, cards = view.copy(), hidden(view[0])
        order = np.random.default_rng(seed).permutation(cards)
        states[0].block[cards] = view[0].block[order]
        found[fits(SMALL, states[0], view[0])] += 1
    assert min(found[True], found[False]) > 5


def test_worlds_of_a_belief_look_the_same_after_a_reshuffle() -> None:
    game = reshuffled()
    several = 0
    for seed in range(3):
        state = game.new(players=3, seed=seed)
        for watch in watched("", players=3, seed=seed, state=state):
            true = watch.state.record_array
            for me in range(3):
                information = watch.information(me)
                view = np.zeros(1, game.dtype)
                view[0] = information.state
                if len({int(true[0].lot[c]) for c in hidden(true[0], me)}) == 1:
                    continue
                several += 1
                for world in information.worlds(3, rows(seed, me)):
                    states = np.zeros(1, game.dtype)
                    states[0] = world
                    assert masked(game, states, me).tobytes() == view.tobytes()
                    assert information.ledger.allows(world_of(world, game, information.ledger))
    assert several > 40


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_compiled_and_plain_deal_alike() -> None:
    for seed in range(10):
        true = laid(SMALL, seed, 4)
        view, pair = masked(SMALL, true, ME), [np.zeros(3, SMALL.dtype) for _ in range(2)]
        worlds = np.repeat(world_in(SMALL, true[0]), 3, axis=0)
        for states, compiled in zip(pair, (True, False), strict=True):
            deal = bind(deal_all, SMALL, compiled=compiled)
            assert deal(states, view, ME, worlds, spots_of(SMALL, view[0]), rows(seed)[0])
        assert pair[0].tobytes() == pair[1].tobytes()


def positions(name: str, players: int) -> Iterator[Any]:
    """Some positions of a game, with what a seat knows."""
    for watch in islice(watched(name, players=players, seed=3), 0, 30, 3):
        for me in range(players):
            yield me, watch.information(me)


def as_drawn(game: Game, s: Any, view: Any, me: int, world: Any, spots: Any, row: Any) -> None:
    """One world laid out with nothing done for lots, in the order of draws that deals promise."""
    cards: list[int] = hidden(view, me).tolist()
    slots: list[int] = []
    for k, card in enumerate(cards):
        at = below(row, k + 1)
        slots.append(card)
        slots[k], slots[at] = slots[at], card
    left = world.copy()
    for c in range(len(view.zone)):
        if c not in cards:
            left[game.face_of[c], spot_of(view, c, spots)] -= 1
    for face in range(len(game.faces)):
        free = [c for c in cards if game.face_of[c] == face]
        for spot in range(len(spots)):
            for _ in range(left[face, spot]):
                at = next(k for k, c in enumerate(slots) if spot_of(view, c, spots) == spot)
                card = free.pop(below(row, len(free)) if len(free) > 1 else 0)
                slot, slots[at] = slots[at], slots[-1]
                slots.pop()
                for name in ("zone", "depth", "block", "seen"):
                    s[name][card] = view[name][slot]


def spot_of(view: Any, c: int, spots: Any) -> int:
    zone, depth = view.zone[c], view.depth[c]
    return next(
        k
        for k, (where, start, size) in enumerate(spots)
        if where == zone and (depth < 0 or start <= depth < start + size)
    )


@pytest.mark.parametrize(
    ("name", "players"), [("clue", 3), ("schnapsen", 2), ("leduc", 2), ("template", 3)]
)
def test_where_hidden_cards_are_of_one_lot_not_a_draw_changes(name: str, players: int) -> None:
    game = games.load(name)
    for me, information in positions(name, players):
        zones = game.zones.names
        spots = [(zones.index(x.zone), x.start, x.size) for x in information.ledger.spots]
        at = np.array(spots, np.int64)
        world = information.ledger.sample(1, rows(2)[0])
        view, states = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
        view[0] = information.state
        assert len({int(view[0].lot[c]) for c in hidden(view[0], me)}) <= 1
        row, expected = [rows(7)[0] for _ in range(2)], view.copy()
        assert bind(deal_all, game)(states, view, me, world, at, row[0])
        as_drawn(game, expected[0], view[0], me, world[0], at, row[1])
        if hasattr(game.rules, "remember"):
            bind(game.rules.remember, game)(expected[0], me, row[1])
        assert states.tobytes() == expected.tobytes()
        assert (row[0] == row[1]).all()
