"""What random players and play-outs consider: everything but plain waste."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import DEFUSE, PRECIOUS
from games.exploding_kittens.options import legal
from games.exploding_kittens.record import PAIR, PASS, Decision
from games.exploding_kittens.sets import kind_of, titles_of


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
        return sensible_turn(out, n)
    if s.decision == Decision.FAVOR_GIVE and out[0] == DEFUSE:
        for i in range(1, n):
            out[i - 1] = out[i]
        return n - 1
    if s.decision == Decision.DEFUSE:
        return 1
    return n


def sensible_turn(out: Any, n: int) -> int:
    """Of the sets only those with no Defuse and no Nope."""
    kept = 0
    for i in range(n):
        code = int(out[i])
        if kind_of(code) < PAIR or titles_of(code) & PRECIOUS == 0:
            out[kept] = code
            kept += 1
    return kept
