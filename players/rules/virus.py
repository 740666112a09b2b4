"""The surgeon: a player of Virus! that looks one move ahead at the bodies on the table.

For each option it works out which bodies there would be, and takes the one that leaves it best off:
by what the own body is worth to it, what the others' cost it, and what the cards are worth that it
keeps (:mod:`players.rules.virus_worths`). What follows from that:

- It wins where it can, in its turn or by an exchange.
- A player who is one organ from winning is infected, robbed, or kept from moving.
- Organs are laid out early; what is ill is cured; then organs are immunised.
- Thefts, exchanges, Contagions and Medical Errors are played for what they change on both sides.
- Cards that are of less use than a new one are thrown away when nothing is better.

It is a policy in the form of :func:`players.search.playout.choose`, and reads nothing that the seat
to move does not see: its own hand, the bodies, who has cards in hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiled import below
from games.kit.table import size
from games.virus.bodies import (
    ACCEPTS,
    FREE,
    IMMUNISED,
    INFECTED,
    VACCINATED,
    WEIGHT,
    is_infected,
    organs_of,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    FACE_COUNT,
    FIRST_CARD,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    MEDICINE,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.options import face_played, picked_colour, picked_player, takes_virus
from games.virus.parameters import Glove
from games.virus.playable import faces_held, may_spread, may_steal
from games.virus.record import DISCARD, DONE, HAND, PLAYER, TARGET, Decision
from games.virus.sensible import has_better_body
from games.virus.transplants import counterparts, may_pair
from players.rules.by_policy import ByPolicy
from players.rules.virus_worths import (
    CARD,
    COPY,
    COUNTED,
    CURES,
    DESTROYS,
    EXCHANGES,
    GLOVE,
    INFECTS,
    NO_HAND,
    NO_HAND_OF_THREE,
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
    WON,
    WORSE_BODY,
    WORTH,
)


def surgeon(s: Any, options: Any, n: int, row: Any) -> int:
    """One of the options, by the rules above; a random one of several as good."""
    if n == 1:
        return int(options[0])
    me = int(s.mover)
    if s.decision == Decision.DISCARD:
        return thrown(s, me, options, n)
    found = int(options[0])
    most = -10 * WON
    ties = 0
    for k in range(n):
        option = int(options[k])
        worth = worth_of(s, me, option)
        if worth > most:
            found, most, ties = option, worth, 1
        elif worth == most:
            ties += 1
            if below(row, ties) == 0:
                found = option
    return found


def worth_of(s: Any, me: int, option: int) -> int:
    """How much better off the player is after an option, anywhere but where cards are discarded."""
    if s.decision == Decision.ACTION:
        if option == DISCARD:
            return worth_of_discarding(s, me)
        return best_use(s, me, option) - kept_worth(s, me, option)
    if s.decision == Decision.PLAYER:
        return worth_of_meeting(s, me, face_played(s), option - PLAYER)
    if option == DONE:
        return -WON
    p, colour = divmod(option - TARGET, COLOURS)
    if s.decision == Decision.SPREAD:
        worth, _ = best_spread(s, me, colour, 0)
        return worth if s.rules.spread_one else -colour  # else those before it would be lost
    if s.decision == Decision.FIRST_ORGAN:
        return best_exchange(s, me, p, colour)
    if s.decision == Decision.SECOND_ORGAN:
        return worth_of_exchange(s, me, picked_player(s), picked_colour(s), p, colour)
    face = face_played(s)
    if face == CONTAGION:
        return worth_of_spread(s, me, picked_colour(s), p, colour)
    if face == ORGAN_THIEF:
        return worth_of_theft(s, me, p, colour)
    return worth_of_treatment(s, me, face, p, colour)


def best_use(s: Any, me: int, face: int) -> int:
    """How much better off the player is after playing a face where it does most."""
    if face < VIRUS:
        return better(s, me, me, face, FREE)
    if face == LATEX_GLOVE or face == MEDICAL_ERROR:
        return best_meeting(s, me, face)
    if face == TRANSPLANT:
        most = -10 * WON
        for a in range(int(s.seats)):
            for colour in range(COLOURS):
                most = max(most, best_exchange(s, me, a, colour))
        return most
    if face == CONTAGION:
        return worth_of_contagion(s, me)
    most = -10 * WON
    first, last = (me, me + 1) if MEDICINE <= face < CONTAGION else (0, int(s.seats))
    own = organs_of(int(s.bodies[me]))
    for p in range(first, last):
        if p == me and (face < MEDICINE or face == ORGAN_THIEF):
            continue
        body = int(s.bodies[p])
        for colour in range(COLOURS):
            state = state_of(body, colour)
            if face == ORGAN_THIEF:
                if 0 < state < IMMUNISED and own >> colour & 1 == 0:
                    most = max(most, worth_of_theft(s, me, p, colour))
            elif int(ACCEPTS[int(s.rules.colours), colour, state]) >> face - VIRUS & 1:
                most = max(most, worth_of_treatment(s, me, face, p, colour))
    return most


# ---------------------------------------------------------------------------- changes of bodies


def tally_of(body: int) -> int:
    """The tally of a body: how many organs are healthy, infected, vaccinated, immunised."""
    tally = 0
    for colour in range(COLOURS):
        tally += COUNTED[state_of(body, colour)]
    return int(tally)


def worth_of_body(me: int, p: int, tally: int) -> int:
    """What it is worth to the player that ``p`` has a body."""
    return int(WORTH[0, tally]) if p == me else -int(WORTH[1, tally])


def better(s: Any, me: int, p: int, colour: int, state: int) -> int:
    """How much better off the player is when an organ of ``p`` comes to be in a state."""
    body = int(s.bodies[p])
    before = tally_of(body)
    after = before + int(COUNTED[state]) - int(COUNTED[state_of(body, colour)])
    return worth_of_body(me, p, after) - worth_of_body(me, p, before)


def worth_of_treatment(s: Any, me: int, face: int, p: int, colour: int) -> int:
    """How much better off the player is after a virus or a medicine on an organ."""
    state = state_of(int(s.bodies[p]), colour)
    if state == FREE or (face >= MEDICINE and state >= VACCINATED):
        after = state + int(WEIGHT[face])
    elif face < MEDICINE and is_infected(state):
        after = 0
    else:
        after = FREE
    return better(s, me, p, colour, after)


def worth_of_theft(s: Any, me: int, p: int, colour: int) -> int:
    """How much better off the player is when an organ of ``p`` is its own."""
    state = state_of(int(s.bodies[p]), colour)
    return better(s, me, p, colour, 0) + better(s, me, me, colour, state)


def worth_of_exchange(s: Any, me: int, a: int, one: int, b: int, other: int) -> int:
    """How much better off the player is after the exchange of two organs."""
    body_a = int(s.bodies[a])
    body_b = int(s.bodies[b])
    shift = int(COUNTED[state_of(body_b, other)]) - int(COUNTED[state_of(body_a, one)])
    tally_a = tally_of(body_a)
    tally_b = tally_of(body_b)
    after = worth_of_body(me, a, tally_a + shift) + worth_of_body(me, b, tally_b - shift)
    return after - worth_of_body(me, a, tally_a) - worth_of_body(me, b, tally_b)


def best_exchange(s: Any, me: int, a: int, colour: int) -> int:
    """How much better off the player is after the best exchange of an organ of ``a``."""
    most = -10 * WON
    for b in range(int(s.seats)):
        if may_pair(s, me, a, b):
            mask = counterparts(s, a, colour, b)
            for other in range(COLOURS):
                if mask >> other & 1:
                    most = max(most, worth_of_exchange(s, me, a, colour, b, other))
    return most


def worth_of_meeting(s: Any, me: int, face: int, p: int) -> int:
    """How much better off the player is after a Medical Error or a Latex Glove with ``p``."""
    theirs = tally_of(int(s.bodies[p]))
    if face == LATEX_GLOVE:
        return NO_HAND + (NO_HAND_OF_THREE if theirs & 7 == 3 else 0)
    own = tally_of(int(s.bodies[me]))
    after = worth_of_body(me, me, theirs) + worth_of_body(me, p, own)
    return after - worth_of_body(me, me, own) - worth_of_body(me, p, theirs)


def best_meeting(s: Any, me: int, face: int) -> int:
    """How much better off the player is after a Medical Error or a Latex Glove played best."""
    most = -10 * WON
    total = 0
    for p in range(int(s.seats)):
        if p != me and (face == MEDICAL_ERROR or size(s, HAND + p) > 0):
            worth = worth_of_meeting(s, me, face, p)
            most = max(most, worth)
            total += worth
    return total if face == LATEX_GLOVE and s.rules.glove == Glove.ALL else most


# ------------------------------------------------------------------------------------- Contagion


def worth_of_spread(s: Any, me: int, own: int, p: int, colour: int) -> int:
    """How much better off the player is when its virus of one organ moves on to another's."""
    state = state_of(int(s.bodies[me]), own)
    return better(s, me, me, own, FREE) + better(s, me, p, colour, state)


def worth_of_contagion(s: Any, me: int) -> int:
    """About how much better off the player is after a Contagion: each virus moved by itself."""
    total = 0
    most = -10 * WON
    taken = 0
    for own in range(COLOURS):
        best, where = best_spread(s, me, own, taken)
        if where >= 0:
            most = max(most, best)
            total += best
            taken |= 1 << where
    return most if s.rules.spread_one else total


def best_spread(s: Any, me: int, own: int, taken: int) -> tuple[int, int]:
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
                    worth = worth_of_spread(s, me, own, p, colour)
                    if worth > most:
                        most, where = worth, organ
    return most, where


# ------------------------------------------------------------------------------- cards in hand


def worth_of_discarding(s: Any, me: int) -> int:
    """What is won by throwing away what is of less use than new cards."""
    held = faces_held(s, me)
    total = 0
    least = 10 * WON
    for face in range(FACE_COUNT):
        if held >> face & 1:
            worth = kept_worth(s, me, face)
            least = min(least, worth)
            total -= min(0, worth)
    return total if least < 0 else -least


def thrown(s: Any, me: int, options: Any, n: int) -> int:
    """The next card to be discarded: one of less use than a new one; if need be the least useful.

    Cards of higher faces can be discarded later.
    """
    found = int(options[0])
    least = 10 * WON
    for k in range(n):
        option = int(options[k])
        worth = 0 if option == DONE else kept_worth(s, me, option)
        if worth < 0:
            return option
        if worth < least:
            found, least = option, worth
    return found


def kept_worth(s: Any, me: int, face: int) -> int:
    """What a card of a face in hand is worth more than a new one."""
    copies = 0
    for card in range(int(FIRST_CARD[face]), int(FIRST_CARD[face + 1])):
        copies += s.zone[card] == HAND + me
    return int(CARD[use_of(s, me, face)]) + (COPY if copies > 1 else 0)


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
        if int(ACCEPTS[rule, colour, state]) >> face - VIRUS & 1:
            if face >= MEDICINE:
                use = min(use, CURES if is_infected(state) else PROTECTS)
            elif is_infected(state):
                use = min(use, DESTROYS)
            else:
                use = min(use, INFECTS if state == FREE else STRIPS)
    return use


@dataclass(frozen=True)
class Surgeon(ByPolicy):
    """Looks one move ahead at all bodies: heals, steals, infects, whatever changes them most."""

    games = ("virus",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`surgeon`."""
        return surgeon
