"""What the cards in hand of a player of Virus! are worth to it while it keeps them."""

from __future__ import annotations

from typing import Any

from games.kit.faces import count_in, faces_in
from games.virus.bodies import (
    ACCEPTS,
    FREE,
    is_infected,
    organs_of,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    MEDICAL_ERROR,
    MEDICINE,
    MEDICINE_FACES,
    ORGAN_FACES,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.playable import may_spread, may_steal
from games.virus.record import HAND
from games.virus.sensible import has_better_body
from players.rules.virus_worths import (
    CARD,
    COPY,
    CURES,
    DESTROYS,
    EXCHANGES,
    GLOVE,
    INFECTS,
    NO_MEDICINE,
    NO_SPREAD,
    NO_THEFT,
    NO_VIRUS,
    NO_WORSE_BODY,
    ORGAN_HAD,
    ORGAN_LACKED,
    PROTECTS,
    SPREADS,
    STEALS,
    STRIPS,
    WORSE_BODY,
)


def builders_held(s: Any, me: int) -> int:
    """The cards in hand that would make another organ healthy, as a mask of faces."""
    body = int(s.bodies[me])
    faces = ORGAN_FACES & ~organs_of(body)
    for colour in range(COLOURS):
        state = state_of(body, colour)
        if is_infected(state):
            faces |= int(ACCEPTS[int(s.rules.colours), colour, state]) << VIRUS & MEDICINE_FACES
    return faces & faces_in(s, HAND + me)


def kept_worth(s: Any, me: int, face: int) -> int:
    """What a card of a face in hand is worth more than a new one."""
    copies = count_in(s, HAND + me, face)
    return int(CARD[int(s.seats > 2), use_of(s, me, face)]) + (COPY if copies > 1 else 0)


def use_of(s: Any, me: int, face: int) -> int:
    """What a face in hand can be used for now."""
    own = int(s.bodies[me])
    if face < VIRUS:
        return ORGAN_HAD if organs_of(own) >> face & 1 else ORGAN_LACKED
    if face < MEDICINE:
        use = NO_VIRUS
        for p in range(int(s.seats)):
            if p != me:
                use = min(use, use_on(int(s.bodies[p]), face, int(s.rules.colours)))
        return use
    if face < CONTAGION:
        return use_on(own, face, int(s.rules.colours))
    if face == CONTAGION:
        return SPREADS if may_spread(s, me) else NO_SPREAD
    if face == ORGAN_THIEF:
        return STEALS if may_steal(s, me) else NO_THEFT
    if face == MEDICAL_ERROR:
        return WORSE_BODY if has_better_body(s, me) else NO_WORSE_BODY
    return EXCHANGES if face == TRANSPLANT else GLOVE


def use_on(body: int, face: int, rule: int) -> int:
    """The best that a virus or a medicine does to some organ of a body."""
    use = NO_VIRUS if face < MEDICINE else NO_MEDICINE
    for colour in range(COLOURS):
        state = state_of(body, colour)
        if int(ACCEPTS[rule, colour, state]) >> face - VIRUS & 1 == 1:
            if face >= MEDICINE:
                use = min(use, CURES if is_infected(state) else PROTECTS)
            elif is_infected(state):
                use = min(use, DESTROYS)
            else:
                use = min(use, INFECTS if state == FREE else STRIPS)
    return use
