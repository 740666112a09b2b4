"""Which of the faces in hand can be played."""

from __future__ import annotations

from typing import Any

from games.kit.table import size
from games.virus.bodies import (
    INFECTED,
    accepted,
    is_infected,
    movable_of,
    organs_of,
    spreads_to,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    MEDICINE_FACES,
    ORGAN_FACES,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
    VIRUS_FACES,
)
from games.virus.record import HAND
from games.virus.transplants import may_exchange

TREATMENT_FACES = 0b11111 << CONTAGION


def playable(s: Any, me: int, hand: int) -> int:
    """Those of the faces in hand that can be played, as a mask."""
    own = int(s.bodies[me])
    rule = int(s.rules.colours)
    faces = hand & ORGAN_FACES & ~organs_of(own)
    if hand & MEDICINE_FACES:
        faces |= hand & MEDICINE_FACES & accepted(own, rule) << VIRUS
    if hand & VIRUS_FACES:
        faces |= hand & VIRUS_FACES & accepted_elsewhere(s, me) << VIRUS
    if hand & TREATMENT_FACES:
        faces |= hand & treatments(s, me, hand)
    return faces


def accepted_elsewhere(s: Any, me: int) -> int:
    """The viruses and medicines that some organ of another player accepts."""
    mask = 0
    for p in range(int(s.seats)):
        if p != me:
            mask |= accepted(int(s.bodies[p]), int(s.rules.colours))
    return mask


def treatments(s: Any, me: int, hand: int) -> int:
    """Those of the treatments in hand that would change something, as a mask."""
    faces = 0
    if hand >> CONTAGION & 1 and may_spread(s, me):
        faces |= 1 << CONTAGION
    if hand >> ORGAN_THIEF & 1 and may_steal(s, me):
        faces |= 1 << ORGAN_THIEF
    if hand >> TRANSPLANT & 1 and may_exchange(s, me):
        faces |= 1 << TRANSPLANT
    if hand >> LATEX_GLOVE & 1 and others_hold_cards(s, me):
        faces |= 1 << LATEX_GLOVE
    if hand >> MEDICAL_ERROR & 1 and bodies_differ(s, me):
        faces |= 1 << MEDICAL_ERROR
    return faces


def may_spread(s: Any, me: int) -> bool:
    """Contagion: whether a virus of the mover's can move on to another player's free organ."""
    return viruses_on(int(s.bodies[me]), 0) & spreads_elsewhere(s, me) > 0


def viruses_on(body: int, least: int) -> int:
    """The colours of the viruses that lie on a body's organs of colour ``least`` and beyond."""
    mask = 0
    for colour in range(least, COLOURS):
        state = state_of(body, colour)
        if is_infected(state):
            mask |= 1 << state - INFECTED
    return mask


def spreads_elsewhere(s: Any, me: int) -> int:
    """The viruses that some free organ of another player takes, as a mask of colours."""
    mask = 0
    for p in range(int(s.seats)):
        if p != me:
            mask |= spreads_to(int(s.bodies[p]))
    return mask


def may_steal(s: Any, me: int) -> bool:
    """Organ Thief: whether another player has an organ, not immunised, that the mover lacks."""
    lacks = ~organs_of(int(s.bodies[me]))
    found = False
    for p in range(int(s.seats)):
        found = found or (p != me and movable_of(int(s.bodies[p])) & lacks > 0)
    return found


def others_hold_cards(s: Any, me: int) -> bool:
    """Latex Glove: whether another player has cards in hand."""
    found = False
    for p in range(int(s.seats)):
        found = found or (p != me and size(s, HAND + p) > 0)
    return found


def bodies_differ(s: Any, me: int) -> bool:
    """Medical Error: whether another player's body is not like the mover's."""
    found = False
    for p in range(int(s.seats)):
        found = found or bool(s.bodies[p] != s.bodies[me])
    return found
