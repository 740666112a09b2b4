"""Who has won, and how well somebody stands."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import ATTACK, DEFUSE, NOPE, SKIP, count, counts_in
from games.exploding_kittens.record import DECK, HAND
from games.exploding_kittens.turns import alive
from games.kit.table import size


def returns(s: Any, out: Any) -> None:
    """1 for the last survivor, -1 for all others; there are no points and no ties."""
    for p in range(int(s.seats)):
        out[p] = 1.0 if s.eliminated[p] == 0 else -1.0


def clock(s: Any, decisions: int) -> int:
    """How many turns have ended."""
    return int(s.turns)


def value(s: Any, me: int) -> float:
    """From what each living player has to survive with: a share of it, laid out from -1 to 1."""
    if s.eliminated[me] > 0:
        return -1.0
    mine = 0.0
    everybodys = 0.0
    for p in range(int(s.seats)):
        if s.eliminated[p] == 0:
            strength = strength_of(s, p)
            everybodys += strength
            if p == me:
                mine = strength
    return 2.0 * mine / everybodys - 1.0


def strength_of(s: Any, p: int) -> float:
    """A life for each Defuse, parts of one for other cards; less for turns that must be played."""
    hand = counts_in(s, HAND + p)
    lives = 1.0 + count(hand, DEFUSE)
    escapes = 0.25 * (count(hand, ATTACK) + count(hand, SKIP)) + 0.15 * count(hand, NOPE)
    if s.turn != p:
        return lives + escapes
    draws = float(int(s.further_turns) + 1)
    chance = min(1.0, draws * (alive(s) - 1) / max(1, size(s, DECK)))
    return lives + escapes - 0.5 * chance
