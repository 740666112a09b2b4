"""Exploding Kittens: whoever draws a kitten and cannot defuse it is out; the last one wins.

Two to five players play any number of cards in a turn and then draw one. The hands, the order of
the deck, looks into it, and where a kitten was put back are hidden. The rules are told in the order
of the rulebook: ``dealing.py`` (section 3), ``options.py`` (what may be done), ``actions.py`` and
``turns.py`` (section 4); the parameters (section 5) are in ``parameters.py``. All functions work in
place on one record, compiled or as plain Python.
"""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.actions import (
    aim,
    announce_action,
    decline,
    give,
    name,
    nope,
    pick,
)
from games.exploding_kittens.dealing import deal
from games.exploding_kittens.options import legal
from games.exploding_kittens.record import (
    DRAW,
    GIVES,
    NOPE,
    POSITION,
    PUTS_BACK,
    SEAT,
    USE_DEFUSE,
    Decision,
)
from games.exploding_kittens.results import clock, returns, value
from games.exploding_kittens.sensible import sensible
from games.exploding_kittens.turns import begin_turns, defuse, draw_card, explode, put_back
from games.exploding_kittens.verify import verify as verify

__all__ = ["clock", "legal", "play", "returns", "sensible", "setup", "value", "visible"]


def setup(s: Any, rng: Any) -> None:
    """The start position: the cards are dealt, and a random player begins (section 3)."""
    s.action = 0
    s.target = 0
    s.named = 0
    s.last = 0
    s.nopes = 0
    begin_turns(s, deal(s, rng), 1, 0)


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of ``s.mover``, and what follows from it by itself."""
    if s.decision == Decision.REACT:
        if action == NOPE:
            nope(s)
        else:
            decline(s, rng)
    elif s.decision == Decision.TURN:
        if action == DRAW:
            draw_card(s)
        else:
            announce_action(s, action)
    elif s.decision == Decision.TARGET:
        aim(s, action - SEAT)
    elif s.decision == Decision.NAME:
        name(s, action)
    elif s.decision == Decision.FAVOR_GIVE:
        give(s, action)
    elif s.decision == Decision.FIVE_PICK:
        pick(s, action)
    elif s.decision == Decision.DEFUSE:
        if action == USE_DEFUSE:
            defuse(s)
        else:
            explode(s)
    else:
        put_back(s, action - POSITION)


def visible(s: Any, action: int, me: int) -> int:
    """What others see: that a kitten is put back, not how deep; that a card is given, not which."""
    if s.decision == Decision.REINSERT:
        return PUTS_BACK
    if s.decision == Decision.FAVOR_GIVE and s.turn != me:
        return GIVES
    return action
