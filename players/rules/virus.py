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
from games.kit.faces import faces_in
from games.virus.bodies import (
    FREE,
    IMMUNISED,
    organs_of,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    FACE_COUNT,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    MEDICINE,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.options import face_played, picked_colour, picked_player
from games.virus.record import DISCARD, DONE, HAND, PLAYER, TARGET, Decision
from players.rules.by_policy import ByPolicy
from players.rules.virus_bodies import (
    accepts,
    best_exchange,
    best_spread,
    better,
    own_row,
    tally_of,
    worth_of_contagion,
    worth_of_exchange,
    worth_of_glove,
    worth_of_meeting,
    worth_of_spread,
    worth_of_theft,
    worth_of_treatment,
)
from players.rules.virus_hand import builders_held, kept_worth
from players.rules.virus_worths import (
    WON,
    WORTH,
)


def surgeon(s: Any, options: Any, n: int, row: Any) -> int:
    """One of the options, by the rules above; a random one of several as good."""
    if n == 1:
        return int(options[0])
    me = int(s.mover)
    if s.decision == Decision.DISCARD:
        return thrown(s, me, options, n)
    builders = builders_held(s, me)
    found = int(options[0])
    most = -10 * WON
    ties = 0
    for k in range(n):
        option = int(options[k])
        worth = worth_of(s, me, builders, option)
        if worth > most:
            found, most, ties = option, worth, 1
        elif worth == most:
            ties += 1
            if below(row, ties) == 0:
                found = option
    return found


def worth_of(s: Any, me: int, builders: int, option: int) -> int:
    """How much better off the player is after an option, anywhere but where cards are discarded.

    ``builders``: the cards in hand that would make another organ healthy, as a mask of faces.
    """
    mine = own_row(s, builders)
    if s.decision == Decision.ACTION:
        if option == DISCARD:
            return worth_of_discarding(s, me)
        played = -kept_worth(s, me, option)
        if builders >> option & 1:
            left = own_row(s, builders & ~(1 << option))
            tally = tally_of(int(s.bodies[me]))
            played += int(WORTH[left, tally]) - int(WORTH[mine, tally])
            mine = left
        return played + best_use(s, me, mine, option)
    if s.decision == Decision.PLAYER:
        return worth_of_meeting(s, me, mine, face_played(s), option - PLAYER)
    if option == DONE:
        return -WON
    p, colour = divmod(option - TARGET, COLOURS)
    if s.decision == Decision.SPREAD:
        worth, _ = best_spread(s, me, mine, colour, 0)
        return worth if s.rules.spread_one else -colour  # else those before it would be lost
    if s.decision == Decision.FIRST_ORGAN:
        return best_exchange(s, me, mine, p, colour)
    if s.decision == Decision.SECOND_ORGAN:
        return worth_of_exchange(s, me, mine, picked_player(s), picked_colour(s), p, colour)
    face = face_played(s)
    if face == CONTAGION:
        return worth_of_spread(s, me, mine, picked_colour(s), p, colour)
    if face == ORGAN_THIEF:
        return worth_of_theft(s, me, mine, p, colour)
    return worth_of_treatment(s, me, mine, face, p, colour)


def best_use(s: Any, me: int, mine: int, face: int) -> int:
    """How much better off the player is after playing a face where it does most.

    ``mine``: the row of :data:`WORTH` by which the own body is measured.
    """
    if face < VIRUS:
        return better(s, me, mine, me, face, FREE)
    if face == LATEX_GLOVE:
        return worth_of_glove(s, me, mine)
    if face == CONTAGION:
        return worth_of_contagion(s, me, mine)
    most = -10 * WON
    own = organs_of(int(s.bodies[me]))
    for p in range(int(s.seats)):
        body = int(s.bodies[p])
        if face == MEDICAL_ERROR:
            if p != me and body != int(s.bodies[me]):
                most = max(most, worth_of_meeting(s, me, mine, face, p))
            continue
        for colour in range(COLOURS):
            state = state_of(body, colour)
            if face == TRANSPLANT:
                most = max(most, best_exchange(s, me, mine, p, colour))
            elif face == ORGAN_THIEF:
                if p != me and 0 < state < IMMUNISED and own >> colour & 1 == 0:
                    most = max(most, worth_of_theft(s, me, mine, p, colour))
            elif (p == me) == (face >= MEDICINE) and accepts(s, colour, state, face):
                most = max(most, worth_of_treatment(s, me, mine, face, p, colour))
    return most


def worth_of_discarding(s: Any, me: int) -> int:
    """What is won by throwing away what is of less use than new cards."""
    held = faces_in(s, HAND + me)
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


@dataclass(frozen=True)
class Surgeon(ByPolicy):
    """Looks one move ahead at all bodies: heals, steals, infects, whatever changes them most."""

    games = ("virus",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`surgeon`."""
        return surgeon
