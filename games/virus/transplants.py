"""Transplant: which organs can be exchanged for which."""

from __future__ import annotations

from typing import Any

from games.virus.bodies import (
    IMMUNISED,
    movable_of,
    organs_of,
    state_of,
)
from games.virus.cards import (
    COLOURS,
)
from games.virus.parameters import Exchange


def may_exchange(s: Any, me: int) -> bool:
    """Transplant: whether any two organs can be exchanged."""
    for a in range(int(s.seats)):
        for b in range(int(s.seats)):
            if may_pair(s, me, a, b) and exchangeable(s, a, b) > 0:
                return True
    return False


def may_pair(s: Any, me: int, a: int, b: int) -> bool:
    """Whether organs of players ``a``, first, and ``b`` may be exchanged: each two in one order."""
    if s.rules.exchange == Exchange.OWN:
        return a == me and b != me
    return a < b


def exchangeable(s: Any, a: int, b: int) -> int:
    """The organs of ``a`` that can be exchanged for one of ``b``, as a mask of colours."""
    mask = 0
    for colour in range(COLOURS):
        if counterparts(s, a, colour, b) > 0:
            mask |= 1 << colour
    return mask


def counterparts(s: Any, a: int, colour: int, b: int) -> int:
    """The organs of ``b`` that an organ of ``a`` can be exchanged for, as a mask of colours.

    Neither body may have two organs of one colour afterwards. Organs of one colour are exchanged
    where they differ in what lies on them, and where the rules do not ask for new colours.
    """
    body_a = int(s.bodies[a])
    body_b = int(s.bodies[b])
    state = state_of(body_a, colour)
    if state == 0 or state >= IMMUNISED:
        return 0
    mask = 0
    if organs_of(body_b) >> colour & 1 == 0:
        mask = movable_of(body_b) & ~organs_of(body_a)
    elif s.rules.exchange == Exchange.ANY_TWO and state != state_of(body_b, colour):
        mask = movable_of(body_b) & 1 << colour
    return mask
