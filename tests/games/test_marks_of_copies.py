"""Marks and lots: what looks at copies alone does what a look at all cards did."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from compiled import COMPILED, bind
from games.game import Game
from games.kit import marks
from games.kit.marks import UNSHARED
from tests.games.tables import at_random
from tests.games.toys import toy

EVERYBODY = 7
MANY = toy(copies={f"face {k}": 1 + k % 4 for k in range(12)})
GAMES = [toy(), MANY]
ALL_CARDS = {
    "send_shared_copy": lambda game, s, card: send_shared_copy(game, s, card),
    "one_copy_fewer": lambda game, s, card: one_copy_fewer(game, s, card, 5),
    "merge_lots": lambda game, s, card: merge_lots(s, card),
    "merge_lots_of_copies": lambda game, s, card: merge_lots_of_copies(game, s, card),
}


def send_shared_copy(game: Game, s: Any, card: int) -> None:
    """Marks and lot of a copy known to all in its zone, of the lowest lot, go to the card."""
    copies = [c for c in beside(game, s, card) if s.seen[c] == EVERYBODY]
    if copies:
        found = min(copies, key=lambda c: (s.lot[c], c))
        for field in (s.seen, s.lot):
            field[card], field[found] = int(field[found]), int(field[card])


def one_copy_fewer(game: Game, s: Any, card: int, newcomers: int) -> None:
    """Each newcomer loses the mark on one other copy in the same zone."""
    for c in beside(game, s, card):
        if c != card:
            known = int(s.seen[c]) & newcomers
            s.seen[c] = int(s.seen[c]) & ~known
            newcomers &= ~known


def beside(game: Game, s: Any, card: int) -> list[int]:
    """The copies of a card's face in its zone, among all cards."""
    face = game.face_of
    cards = range(len(s.zone))
    return [c for c in cards if s.zone[c] == s.zone[card] and face[c] == face[card]]


def merge_lots(s: Any, card: int) -> None:
    """The lots of all hidden cards of the block become one, card by card."""
    for c in range(len(s.zone)):
        if s.lot[c] != s.lot[card] and s.block[c] == s.block[card] and s.seen[c] != EVERYBODY:
            merge(s, int(s.lot[c]), int(s.lot[card]))


def merge_lots_of_copies(game: Game, s: Any, card: int) -> None:
    """The same of those lots that have a hidden card of this face, wherever it lies."""
    for c in range(len(s.zone)):
        has = [
            game.face_of[k] == game.face_of[card] and s.seen[k] != EVERYBODY
            for k in range(len(s.zone))
            if s.lot[k] == s.lot[c]
        ]
        if s.block[c] == s.block[card] and s.seen[c] != EVERYBODY and any(has):
            merge(s, int(s.lot[c]), int(s.lot[card]))


def merge(s: Any, one: int, other: int) -> None:
    """All cards of either lot are of the lower one."""
    for c in range(len(s.lot)):
        if s.lot[c] in (one, other):
            s.lot[c] = min(one, other)


def laid(game: Game, seed: int) -> Any:
    """A random table of up to four lots, a third of its cards known to all, some known unshared."""
    states = at_random(game, seed)
    s, rng = states[0], np.random.default_rng(seed)
    s.lot[:] = rng.integers(0, rng.integers(1, 5), len(s.lot))
    kind = rng.integers(0, 6, len(s.lot))
    s.seen[kind < 2] = EVERYBODY
    s.seen[kind == 2] |= UNSHARED
    return states


def test_copies_lie_side_by_side() -> None:
    for name in games.names():
        game = games.load(name)
        copies = game.parts["COPIES"]
        assert (copies.dtype, copies.shape) == (np.int64, (len(game.face_of), 2))
        for c, face in enumerate(game.face_of):
            assert range(*copies[c]) == game.cards_of[face]


@pytest.mark.parametrize("function", ALL_CARDS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(GAMES), st.data())
def test_a_look_at_copies_is_a_look_at_all_cards(
    function: str, seed: int, game: Game, data: st.DataObject
) -> None:
    states = laid(game, seed)
    card = data.draw(st.integers(0, len(game.face_of) - 1))
    newcomers = (5,) if function == "one_copy_fewer" else ()
    expected = states.copy()
    ALL_CARDS[function](game, expected[0], card)
    for compiled in {COMPILED, False}:
        found = states.copy()
        bind(getattr(marks, function), game, compiled=compiled)(found[0], card, *newcomers)
        assert found.tobytes() == expected.tobytes()
