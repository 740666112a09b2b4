"""Bodies as numbers: which organs a player has, in which state, and what can be played on them.

The state of an organ is the sum over the cards of its stack: 1 for the organ, ``2 + colour`` for a
virus, ``7 + colour`` for a medicine. So

===== ===========================================
0     no organ of that colour
1     free
3-7   infected by a virus of colour 0 to 4
8-12  vaccinated by a medicine of colour 0 to 4
15-23 immunised by two medicines
===== ===========================================

and a body is five of these numbers, five bits each, red in the lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.virus.cards import (
    CARD_COUNT,
    COLOURS,
    FACE_COUNT,
    FACE_OF_CARD,
    MEDICINE,
    MULTI,
    VIRUS,
    fits,
)
from games.virus.parameters import Colours
from games.virus.record import MOST_SEATS, ORGANS, OUT

FREE, INFECTED, VACCINATED, IMMUNISED = 1, 3, 8, 15
"""The lowest number of each state."""
BITS = 5
STATES = 1 << BITS
COMPLETE = 4
"""So many healthy organs win."""

WEIGHT = np.array([1] * 5 + [2 + k for k in range(5)] + [7 + k for k in range(5)] + [0] * 5)
"""What a card of each face adds to the state of an organ."""


def state_of(body: int, colour: int) -> int:
    """The state of a body's organ of a colour.

    >>> state_of(FREE << 5 | VACCINATED, 0), state_of(FREE << 5 | VACCINATED, 1)
    (8, 1)
    """
    return body >> BITS * colour & STATES - 1


def is_infected(state: int) -> bool:
    """Whether a virus lies on the organ."""
    return INFECTED <= state < VACCINATED


def organs_of(body: int) -> int:
    """The colours of which a body has an organ, as a mask."""
    mask = 0
    for colour in range(COLOURS):
        mask |= int(state_of(body, colour) > 0) << colour
    return mask


def movable_of(body: int) -> int:
    """The colours of the organs that are not immunised, as a mask."""
    mask = 0
    for colour in range(COLOURS):
        mask |= int(0 < state_of(body, colour) < IMMUNISED) << colour
    return mask


def infected_of(body: int) -> int:
    """The colours of the organs that are infected, as a mask."""
    mask = 0
    for colour in range(COLOURS):
        mask |= int(is_infected(state_of(body, colour))) << colour
    return mask


def healthy(body: int) -> int:
    """How many organs are free, vaccinated or immunised.

    >>> healthy(FREE | VACCINATED << 5 | INFECTED << 10 | IMMUNISED << 15)
    3
    """
    n = 0
    for colour in range(COLOURS):
        state = state_of(body, colour)
        n += state > 0 and not is_infected(state)
    return int(n)


def accepted(body: int, one_test: int) -> int:
    """The viruses (bits 0 to 4) and medicines (5 to 9) that can be played on some organ."""
    mask = 0
    for colour in range(COLOURS):
        mask |= int(ACCEPTS[one_test, colour, state_of(body, colour)])
    return mask


def spreads_to(body: int) -> int:
    """The viruses that can move on to some free organ, as a mask of colours."""
    mask = 0
    for colour in range(COLOURS):
        if state_of(body, colour) == FREE:
            mask |= int(ACCEPTS[0, colour, FREE]) & 0b11111
    return mask


def derive(s: Any) -> None:
    """Write ``s.bodies`` from where the cards lie."""
    for p in range(MOST_SEATS):
        s.bodies[p] = 0
    for card in range(CARD_COUNT):
        zone = int(s.zone[card])
        if ORGANS <= zone < OUT:
            colour, p = divmod(zone - ORGANS, MOST_SEATS)
            s.bodies[p] += int(WEIGHT[FACE_OF_CARD[card]]) << BITS * colour


def can_be_played(face: int, colour: int, state: int, one_test: bool) -> bool:
    """Whether a virus or a medicine may be played on an organ of a colour in a state (section 4).

    A red virus and a yellow one on the multicolour organ that a green medicine protects:

    >>> [can_be_played(VIRUS + k, MULTI, VACCINATED + 1, False) for k in (0, 1, 3)]
    [False, True, False]
    """
    if not VIRUS <= face < MEDICINE + COLOURS or state == 0 or state >= IMMUNISED:
        return False
    kind, card = divmod(face, COLOURS)
    lies = state - (VACCINATED if state >= VACCINATED else INFECTED)  # on the organ, if anything
    if one_test:
        return fits(card, colour) or (state != FREE and lies == MULTI)
    on_other_kind = is_infected(state) if kind * COLOURS == MEDICINE else state >= VACCINATED
    return fits(card, lies if on_other_kind else colour)


ACCEPTS = np.array(
    [
        [
            [
                sum(
                    1 << face - VIRUS
                    for face in range(FACE_COUNT)
                    if can_be_played(face, colour, state, rule == Colours.ONE_TEST)
                )
                for state in range(STATES)
            ]
            for colour in range(COLOURS)
        ]
        for rule in Colours
    ],
    np.int64,
)
"""``ACCEPTS[colours, colour, state]``: the viruses (bits 0 to 4) and medicines (5 to 9) that can be
played on an organ."""
