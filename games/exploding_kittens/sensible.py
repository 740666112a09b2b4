"""What random players and play-outs consider: everything but plain waste."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import (
    ALL_TITLES,
    DEFUSE,
    PRECIOUS,
    different,
    faces_in,
    with_at_least,
)
from games.exploding_kittens.options import legal, set_titles, titles_for_pairs, write_titles
from games.exploding_kittens.record import FIVE, HAND, PAIR, PASS, PENDING, TRIPLE, Decision
from games.kit.table import size


def sensible(s: Any, out: Any) -> int:
    """The options that waste nothing; all of them where every one does.

    - Defuses and Nopes are not spent on sets, and no Defuse is given away for a Favor.
    - Nobody Nopes the own action while it stands, and a kitten that can be defused is.
    """
    n = legal(s, out)
    if n <= 1:
        return n
    if s.decision == Decision.REACT:
        if s.mover == s.turn and s.nopes % 2 == 0:
            out[0] = PASS
            return 1
        return n
    if s.decision == Decision.TURN:
        return sensible_turn(s, out, n)
    if s.decision == Decision.SET:
        return sensible_set(s, out, n)
    if s.decision == Decision.FAVOR_GIVE and out[0] == DEFUSE:
        for i in range(1, n):
            out[i - 1] = out[i]
        return n - 1
    if s.decision == Decision.DEFUSE:
        return 1
    return n


def sensible_turn(s: Any, out: Any, n: int) -> int:
    """Of the sets only those that need no Defuse and no Nope."""
    hand = faces_in(s, HAND + int(s.mover))
    kept = 0
    for i in range(n):
        code = int(out[i])
        wanted = True
        if code == PAIR:
            wanted = with_at_least(hand, 2) & titles_for_pairs(s) & ~PRECIOUS != 0
        elif code == TRIPLE:
            wanted = with_at_least(hand, 3) & ~PRECIOUS != 0
        elif code == FIVE:
            wanted = different(with_at_least(hand, 1) & ~PRECIOUS) >= 5
        if wanted:
            out[kept] = code
            kept += 1
    return kept


def sensible_set(s: Any, out: Any, n: int) -> int:
    """Titles but Defuse and Nope, if the set can be had of them."""
    useful = set_titles(s) & ~PRECIOUS
    if s.action == FIVE:
        held = with_at_least(faces_in(s, HAND + int(s.mover)), 1) & ~PRECIOUS & ALL_TITLES
        above = held >> int(s.title) + 1
        if different(above) < 5 - size(s, PENDING):
            return n
    return write_titles(useful, out) if useful else n
