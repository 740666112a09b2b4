"""Redeal: the view stays, nothing is lost, and everything the table allows is equally likely."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

import games
from compiled import COMPILED, bind, rows
from determinize import redeal
from games.view import masked
from tests.determinize.random_games import watched
from tests.games.toys import ZONES, table, toy

GAME = games.load("template")
DECK, HAND = ZONES["deck"], ZONES["hand"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_view_stays_and_cards_are_conserved(players: int) -> None:
    kernel = bind(redeal, GAME)
    row = rows(players)[0]
    moved = 0
    for watch in watched("template", players=players, seed=3):
        true = watch.state.record_array
        for seat in range(players):
            states = true.copy()
            kernel(states[0], seat, row)
            view = masked(GAME, true, seat)
            assert masked(GAME, states, seat).tobytes() == view.tobytes()
            for name in ("zone", "block", "lot", "depth"):
                assert sorted(states[0][name]) == sorted(true[0][name])
            moved += states.tobytes() != true.tobytes()
    assert moved > 20


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_compiled_and_plain_redeal_alike() -> None:
    for watch in watched("template", players=3, seed=4):
        pair = [watch.state.record_array.copy() for _ in range(2)]
        for states, compiled in zip(pair, (True, False), strict=True):
            bind(redeal, GAME, compiled=compiled)(states[0], 1, rows(8)[0])
        assert pair[0].tobytes() == pair[1].tobytes()


def laid(lots: list[int]) -> Any:
    """Six different cards: two in seat 0's hand, two in seat 1's, two in the deck."""
    game = toy(copies=dict.fromkeys("ABCDEF", 1))
    states = table(game)
    s = states[0]
    for c in range(4):
        s.zone[c] = s.block[c] = HAND + c // 2
        s.depth[c] = -1
        s.seen[c] = 1 << c // 2
    s.depth[4:] = 0, 1
    s.lot[:] = lots
    return game, states


@pytest.mark.parametrize(
    ("lots", "placements"),
    [
        # Four cards: which two are in the hand, and the order of the others.
        ([0, 0, 0, 0, 0, 0], 6 * 2),
        # A lot with one card in each: which of it is in the hand; the same of the other lot; order.
        ([0, 0, 0, 1, 0, 1], 2 * 2 * 2),
        # A lot of its own for each card: only the order of the deck is unknown.
        ([0, 0, 1, 2, 3, 4], 2),
    ],
)
def test_all_placements_that_the_table_allows_are_equally_likely(
    lots: list[int], placements: int
) -> None:
    """500 redeals a placement; a fair redeal fails once in a million seeds."""
    game, states = laid(lots)
    kernel = bind(redeal, game)
    row = rows(21)[0]
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(500 * placements):
        kernel(states[0], 0, row)
        s = states[0]
        found[tuple(zip(s.zone.tolist(), s.depth.tolist(), strict=True))] += 1
    assert len(found) == placements
    assert chisquare(list(found.values())).pvalue > 1e-6


def test_what_others_have_seen_in_private_is_forgotten() -> None:
    """Owners' marks stay with their slots; that seat 2 has looked is nothing that seat 0 knows."""
    game, states = laid([0] * 6)
    states[0].seen[4] |= 4
    states[0].seen[0] |= 2
    bind(redeal, game)(states[0], 0, rows(2)[0])
    s = states[0]
    marks = sorted((int(s.zone[c]), int(s.depth[c]), int(s.seen[c])) for c in range(6))
    assert marks == [(0, 0, 0), (0, 1, 0), (3, -1, 1), (3, -1, 1), (4, -1, 2), (4, -1, 2)]


def test_what_everybody_has_seen_stays_known_to_everybody() -> None:
    game, states = laid([0] * 6)
    everybody = (1 << int(states[0].seats)) - 1
    states[0].seen[5] = everybody
    bind(redeal, game)(states[0], 0, rows(2)[0])
    s = states[0]
    assert (int(s.zone[5]), int(s.depth[5]), int(s.seen[5])) == (0, 1, everybody)


def test_no_private_field_survives() -> None:
    """Two states that differ in what others were shown in private are redealt alike.

    In Clue whoever shows a card remembers to whom: a field of its own, which only it sees.
    """
    game = games.load("clue")
    kernel = bind(redeal, game)
    differ = 0
    state = game.new(players=4, preset="rooms_only", seed=1)
    for watch in watched("clue", players=4, seed=1, state=state):
        if len(watch.state.history) > 120:
            break
        true = watch.state.record_array
        other = true.copy()
        other[0].shown_to[1:] = 0
        differ += other.tobytes() != true.tobytes()
        pair = [true.copy(), other]
        for states in pair:
            kernel(states[0], 0, rows(3)[0])
        assert pair[0].tobytes() == pair[1].tobytes()
    assert differ > 3
