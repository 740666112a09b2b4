"""What cards do to bodies and hands. Everything happens on the table, where all can see it.

Several cards that are discarded at once lie on the pile in this order: what lay on an organ, the
oldest first; then the organ; then the card just played. A hand is discarded in the order of faces.
"""

from __future__ import annotations

from typing import Any

from games.kit.faces import card_in
from games.kit.table import ALL, any_card, card_at, move, swap, top
from games.virus.bodies import (
    BITS,
    FREE,
    VACCINATED,
    WEIGHT,
    is_infected,
    state_of,
)
from games.virus.cards import (
    CARD_COUNT,
    COLOURS,
    FACE_OF_CARD,
    MEDICINE,
)
from games.virus.record import DISCARD_PILE, HAND, PLAYED, organ_zone


def add(s: Any, p: int, colour: int, weight: int) -> None:
    """A card comes onto a player's organ, or with a negative weight leaves it."""
    s.bodies[p] = int(s.bodies[p]) + weight * (1 << BITS * colour)


def lay_organ(s: Any, p: int, face: int) -> None:
    """An organ is laid out in the own body."""
    move(s, card_in(s, HAND + p, face), organ_zone(p, face), ALL)
    add(s, p, face, FREE)


def treat(s: Any, p: int, colour: int) -> None:
    """The virus or medicine just played comes onto an organ, and does what it does (section 4)."""
    card = any_card(s, PLAYED)
    face = int(FACE_OF_CARD[card])
    state = state_of(int(s.bodies[p]), colour)
    if state == FREE or (face >= MEDICINE and state >= VACCINATED):
        move(s, card, organ_zone(p, colour), ALL)
        add(s, p, colour, int(WEIGHT[face]))
    else:
        move(s, top(s, organ_zone(p, colour)), DISCARD_PILE, ALL)
        add(s, p, colour, FREE - state)
        if face < MEDICINE and is_infected(state):
            move(s, top(s, organ_zone(p, colour)), DISCARD_PILE, ALL)
            add(s, p, colour, -FREE)
        move(s, card, DISCARD_PILE, ALL)


def discard_played(s: Any) -> None:
    """The card just played goes to the discard pile."""
    move(s, any_card(s, PLAYED), DISCARD_PILE, ALL)


def spread(s: Any, me: int, own: int, p: int, colour: int) -> None:
    """Contagion: the virus on the mover's organ of colour ``own`` moves on to another's organ."""
    virus = state_of(int(s.bodies[me]), own) - FREE
    move(s, card_at(s, organ_zone(me, own), 1), organ_zone(p, colour), ALL)
    add(s, me, own, -virus)
    add(s, p, colour, virus)


def exchange_zones(s: Any, a: int, b: int, colour: int) -> None:
    """Two players exchange their organs of a colour, if any, with all that lies on them."""
    at_a = state_of(int(s.bodies[a]), colour)
    at_b = state_of(int(s.bodies[b]), colour)
    if at_a or at_b:
        swap(s, organ_zone(a, colour), organ_zone(b, colour))
        add(s, a, colour, at_b - at_a)
        add(s, b, colour, at_a - at_b)


def transplant(s: Any, a: int, one: int, b: int, other: int) -> None:
    """Player ``a``'s organ of colour ``one`` is exchanged for ``b``'s organ of colour ``other``."""
    exchange_zones(s, a, b, one)
    if one != other:
        exchange_zones(s, a, b, other)


def exchange_bodies(s: Any, a: int, b: int) -> None:
    """Medical Error: two players exchange their whole bodies."""
    for colour in range(COLOURS):
        exchange_zones(s, a, b, colour)


def discard_hand(s: Any, p: int) -> None:
    """Latex Glove: a player discards all cards of the hand."""
    for card in range(CARD_COUNT):
        if s.zone[card] == HAND + p:
            move(s, card, DISCARD_PILE, ALL)
