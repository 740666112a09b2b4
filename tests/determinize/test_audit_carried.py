"""What a copy carries along is named for what it is, whatever its author called it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from determinize.audit import Target, audit
from determinize.auditing.independence.carried import carried, dealt_alike
from determinize.auditing.kinds import Kind

CARDS = ("AH", "AS", "KH", "KS", "QH", "QS")


class Table:
    """Two hands of a card each, and four cards that nobody holds."""

    def __init__(self, cards: list[str]) -> None:
        self.hands, self.deck = [cards[:1], cards[1:2]], cards[2:]

    def hidden(self, seat: int) -> list[str]:
        return [*self.hands[1 - seat], *self.deck]


Copier = Callable[[Table, int, np.random.Generator], Any]


def right(state: Table, seat: int, rng: np.random.Generator) -> Table:
    copy = deepcopy(state)
    cards = [str(card) for card in rng.permutation(sorted(state.hidden(seat)))]
    copy.hands[1 - seat], copy.deck = cards[:1], cards[1:]
    return copy


def keeps(name: str, what: Callable[[Table, int], Any], copier: Copier = right) -> Copier:
    def copy(state: Table, seat: int, rng: np.random.Generator) -> Table:
        new: Table = copier(state, seat, rng)
        setattr(new, name, what(state, seat))
        return new

    return copy


def the_state(state: Table, _: int) -> Table:
    return deepcopy(state)


def a_sum(state: Table, seat: int) -> int:
    return sum(map(ord, state.hands[1 - seat][0]))


def peeking(state: Table, seat: int, rng: np.random.Generator) -> Table:
    """The other hand stays."""
    copy = right(state, seat, rng)
    card = state.hands[1 - seat][0]
    rest = [one for one in copy.hidden(seat) if one != card]
    copy.hands[1 - seat], copy.deck = [card], rest
    return copy


def target(copier: Copier) -> Target:
    def play(state: Table, option: int) -> Table:
        state.mover = -1  # type: ignore[attr-defined]
        return state

    return Target(
        "a card each",
        new=lambda seed: Table([str(c) for c in np.random.default_rng(seed).permutation(CARDS)]),
        play=play,
        copy=copier,
        observe=lambda state, seat: tuple(state.hands[seat]),
        world=lambda s: {"hand 0": s.hands[0], "hand 1": s.hands[1], "deck": sorted(s.deck)},
        mover=lambda state: getattr(state, "mover", 0),
        options=lambda state: (0,),
    )


@pytest.mark.parametrize(
    ("copier", "kind"),
    [
        (keeps("before", the_state), Kind.HISTORY_LEAK),
        (keeps("x", the_state), Kind.HISTORY_LEAK),
        (keeps("boxes", lambda state, _: [deepcopy(state)]), Kind.HISTORY_LEAK),
        (keeps("moves", a_sum), Kind.HISTORY_LEAK),
        (keeps("strength", a_sum), Kind.CACHE_LEAK),
        (peeking, Kind.PEEKING),
        (keeps("x", the_state, peeking), Kind.PEEKING),
        (keeps("strength", a_sum, peeking), Kind.PEEKING),
    ],
)
def test_peeking_is_where_the_cards_are_dealt_otherwise(copier: Copier, kind: Kind) -> None:
    found = audit(target(copier), positions=8, copies=40, workers=0, smallest=False)
    assert found.check("independent").kind == kind.name


def test_a_copy_without_a_secret_passes() -> None:
    assert audit(target(right), positions=8, copies=40, workers=0, smallest=False).passed


def test_cards_are_dealt_alike_up_to_chance() -> None:
    assert dealt_alike([["A"] * 40, ["A", "K"] * 20], 20)
    assert not dealt_alike([["A"] * 40, ["A"] * 20 + ["K"] * 20], 20)
    assert dealt_alike([["A", "K", "A", "Q"]], 2), "few copies say nothing"


def test_a_state_is_not_taken_for_another_of_a_longer_name() -> None:
    column = [1, 1, 2, 2]
    assert carried(".was.hand", column, 2, {".was"}) is Kind.HISTORY_LEAK
    assert carried(".wasp.hand", column, 2, {".was"}) is Kind.CACHE_LEAK
