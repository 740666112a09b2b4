"""What changes of bodies are worth to a player of Virus!: viruses, thefts, exchanges, Contagion.

In all of them ``mine`` is the row of :data:`players.rules.virus_worths.WORTH` by which the own body
is measured.
"""

from __future__ import annotations

from typing import Any

from games.kit.table import size
from games.virus.bodies import (
    ACCEPTS,
    FREE,
    INFECTED,
    VACCINATED,
    WEIGHT,
    is_infected,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    LATEX_GLOVE,
    MEDICINE,
    MULTI,
    VIRUS,
)
from games.virus.options import takes_virus
from games.virus.parameters import Glove
from games.virus.record import HAND
from games.virus.transplants import counterparts, may_pair
from players.rules.virus_worths import (
    BUILDERS_COUNT,
    COUNTED,
    FARTHEST,
    NEAREST,
    NO_HAND,
    NO_HAND_OF_THREE,
    OTHERS,
    WON,
    WORTH,
)


def tally_of(body: int) -> int:
    """The tally of a body: how many organs are healthy, infected, vaccinated, immunised."""
    tally = 0
    for colour in range(COLOURS):
        tally += COUNTED[state_of(body, colour)]
    return int(tally)


def own_row(s: Any, builders: int) -> int:
    """The row of :data:`WORTH` by which the own body is measured, with builders in hand."""
    n = int(builders > 0) + int(builders & builders - 1 > 0)
    return n + BUILDERS_COUNT * int(s.seats > 2)


def worth_of_body(s: Any, me: int, mine: int, p: int, tally: int) -> int:
    """What it is worth to the player that ``p`` has a body."""
    if p == me:
        return int(WORTH[mine, tally])
    seats = int(s.seats)
    worth = int(WORTH[OTHERS + int(seats > 2), tally])
    if seats == 2:
        return -worth
    comes = (p - me - 1) % seats  # 0: next
    return -worth * (NEAREST - (NEAREST - FARTHEST) * comes // (seats - 2)) // 100


def better(s: Any, me: int, mine: int, p: int, colour: int, state: int) -> int:
    """How much better off the player is when an organ of ``p`` comes to be in a state."""
    body = int(s.bodies[p])
    before = tally_of(body)
    after = before + int(COUNTED[state]) - int(COUNTED[state_of(body, colour)])
    return worth_of_body(s, me, mine, p, after) - worth_of_body(s, me, mine, p, before)


def worth_of_treatment(s: Any, me: int, mine: int, face: int, p: int, colour: int) -> int:
    """How much better off the player is after a virus or a medicine on an organ."""
    state = state_of(int(s.bodies[p]), colour)
    if state == FREE or (face >= MEDICINE and state >= VACCINATED):
        after = state + int(WEIGHT[face])
    elif face < MEDICINE and is_infected(state):
        after = 0
    else:
        after = FREE
    return better(s, me, mine, p, colour, after)


def worth_of_theft(s: Any, me: int, mine: int, p: int, colour: int) -> int:
    """How much better off the player is when an organ of ``p`` is its own."""
    state = state_of(int(s.bodies[p]), colour)
    return better(s, me, mine, p, colour, 0) + better(s, me, mine, me, colour, state)


def worth_of_exchange(s: Any, me: int, mine: int, a: int, one: int, b: int, other: int) -> int:
    """How much better off the player is after the exchange of two organs."""
    body_a = int(s.bodies[a])
    body_b = int(s.bodies[b])
    shift = int(COUNTED[state_of(body_b, other)]) - int(COUNTED[state_of(body_a, one)])
    tally_a = tally_of(body_a)
    tally_b = tally_of(body_b)
    after = worth_of_body(s, me, mine, a, tally_a + shift) + worth_of_body(
        s, me, mine, b, tally_b - shift
    )
    return after - worth_of_body(s, me, mine, a, tally_a) - worth_of_body(s, me, mine, b, tally_b)


def best_exchange(s: Any, me: int, mine: int, a: int, colour: int) -> int:
    """How much better off the player is after the best exchange of an organ of ``a``."""
    most = -10 * WON
    for b in range(int(s.seats)):
        if may_pair(s, me, a, b):
            mask = counterparts(s, a, colour, b)
            for other in range(COLOURS):
                if mask >> other & 1:
                    most = max(most, worth_of_exchange(s, me, mine, a, colour, b, other))
    return most


def worth_of_meeting(s: Any, me: int, mine: int, face: int, p: int) -> int:
    """How much better off the player is after a Medical Error or a Latex Glove with ``p``."""
    theirs = tally_of(int(s.bodies[p]))
    many = int(s.seats > 2)
    if face == LATEX_GLOVE:
        return int(NO_HAND[many]) + (int(NO_HAND_OF_THREE[many]) if theirs & 7 == 3 else 0)
    own = tally_of(int(s.bodies[me]))
    after = worth_of_body(s, me, mine, me, theirs) + worth_of_body(s, me, mine, p, own)
    return after - worth_of_body(s, me, mine, me, own) - worth_of_body(s, me, mine, p, theirs)


def worth_of_glove(s: Any, me: int, mine: int) -> int:
    """How much better off the player is after a Latex Glove."""
    most = 0
    total = 0
    for p in range(int(s.seats)):
        if p != me and size(s, HAND + p) > 0:
            worth = worth_of_meeting(s, me, mine, LATEX_GLOVE, p)
            most = max(most, worth)
            total += worth
    return total if s.rules.glove == Glove.ALL else most


# ------------------------------------------------------------------------------------- Contagion


def worth_of_spread(s: Any, me: int, mine: int, own: int, p: int, colour: int) -> int:
    """How much better off the player is when its virus of one organ moves on to another's.

    A little less on the multicolour organ, which another virus may need.
    """
    state = state_of(int(s.bodies[me]), own)
    worth = better(s, me, mine, me, own, FREE) + better(s, me, mine, p, colour, state)
    return worth - int(colour == MULTI)


def worth_of_contagion(s: Any, me: int, mine: int) -> int:
    """About how much better off the player is after a Contagion: each virus moved by itself."""
    total = 0
    most = -10 * WON
    taken = 0
    for own in range(COLOURS):
        best, where = best_spread(s, me, mine, own, taken)
        if where >= 0:
            most = max(most, best)
            total += best
            taken |= 1 << where
    return most if s.rules.spread_one else total


def best_spread(s: Any, me: int, mine: int, own: int, taken: int) -> tuple[int, int]:
    """The best move of a virus on an own organ, and the organ it moves to, if any is free.

    ``taken``: organs that are not free any more, as a mask.
    """
    state = state_of(int(s.bodies[me]), own)
    most = -10 * WON
    where = -1
    if is_infected(state):
        for p in range(int(s.seats)):
            mask = 0 if p == me else takes_virus(int(s.bodies[p]), state - INFECTED)
            for colour in range(COLOURS):
                organ = COLOURS * p + colour
                if mask >> colour & 1 and not taken >> organ & 1:
                    worth = worth_of_spread(s, me, mine, own, p, colour)
                    if worth > most:
                        most, where = worth, organ
    return most, where


def accepts(s: Any, colour: int, state: int, face: int) -> bool:
    """Whether an organ of a colour in a state takes a virus or a medicine."""
    return int(ACCEPTS[int(s.rules.colours), colour, state]) >> face - VIRUS & 1 == 1
