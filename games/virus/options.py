"""What may be done at each decision place."""

from __future__ import annotations

from typing import Any

from games.kit.faces import face_in, faces_in
from games.kit.masks import write_options
from games.kit.table import size
from games.virus.bodies import (
    ACCEPTS,
    FREE,
    INFECTED,
    is_infected,
    movable_of,
    organs_of,
    state_of,
)
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    MEDICAL_ERROR,
    MEDICINE,
    ORGAN_THIEF,
    VIRUS,
)
from games.virus.playable import playable, spreads_elsewhere
from games.virus.record import DISCARD, DONE, HAND, PLAYED, PLAYER, REDRAW, TARGET, Decision
from games.virus.transplants import counterparts, exchangeable, may_pair


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover`` in ascending code order: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    me = int(s.mover)
    if s.decision == Decision.ACTION:
        n = write_options(playable(s, me, faces_in(s, HAND + me)), 0, out, 0)
        out[n] = DISCARD
        return n + 1
    if s.decision == Decision.REDRAW:
        out[0] = REDRAW
        return 1
    if s.decision == Decision.DISCARD:
        left = faces_in(s, HAND + me) >> int(s.least) << int(s.least)
        return with_done(s, write_options(left, 0, out, 0), out)
    if s.decision == Decision.TARGET:
        return target_options(s, me, face_played(s), out)
    if s.decision == Decision.PLAYER:
        return player_options(s, me, face_played(s), out)
    if s.decision == Decision.SPREAD:
        return with_done(s, write_options(spreading(s, me), TARGET + COLOURS * me, out, 0), out)
    if s.decision == Decision.FIRST_ORGAN:
        return first_organs(s, me, out)
    return second_organs(s, me, out)


def with_done(s: Any, n: int, out: Any) -> int:
    """Once something has been chosen one may stop: where "done" comes in the order of codes."""
    if s.count == 0:
        return n
    if s.decision == Decision.DISCARD:
        out[n] = DONE
    else:  # organs have greater codes
        for i in range(n, 0, -1):
            out[i] = out[i - 1]
        out[0] = DONE
    return n + 1


def target_options(s: Any, me: int, face: int, out: Any) -> int:
    """The organs that the card played can be meant for."""
    if face >= MEDICINE and face < CONTAGION:
        return write_options(
            takes_card(int(s.bodies[me]), face, int(s.rules.colours)), TARGET + COLOURS * me, out, 0
        )
    n = 0
    own = organs_of(int(s.bodies[me]))
    for p in range(int(s.seats)):
        if p != me:
            body = int(s.bodies[p])
            if face == ORGAN_THIEF:
                mask = movable_of(body) & ~own
            elif face == CONTAGION:
                mask = takes_virus(body, state_of(int(s.bodies[me]), picked_colour(s)) - INFECTED)
            else:
                mask = takes_card(body, face, int(s.rules.colours))
            n = write_options(mask, TARGET + COLOURS * p, out, n)
    return n


def takes_card(body: int, face: int, rule: int) -> int:
    """The organs of a body on which a virus or a medicine can be played, as a mask of colours."""
    mask = 0
    for colour in range(COLOURS):
        fit = int(ACCEPTS[rule, colour, state_of(body, colour)]) >> face - VIRUS & 1
        mask |= fit << colour
    return mask


def takes_virus(body: int, virus: int) -> int:
    """Contagion: the free organs of a body that a virus can move on to, as a mask of colours."""
    mask = 0
    for colour in range(COLOURS):
        if state_of(body, colour) == FREE:
            mask |= (int(ACCEPTS[0, colour, FREE]) >> virus & 1) << colour
    return mask


def player_options(s: Any, me: int, face: int, out: Any) -> int:
    """Whose body is exchanged by a Medical Error, or whose hand a Latex Glove for one empties."""
    n = 0
    for p in range(int(s.seats)):
        if p != me:
            if face == MEDICAL_ERROR:
                fit = bool(s.bodies[p] != s.bodies[me])
            else:
                fit = size(s, HAND + p) > 0
            if fit:
                out[n] = PLAYER + p
                n += 1
    return n


def spreading(s: Any, me: int) -> int:
    """Contagion: the own organs whose virus can move on, in the order of colours, as a mask."""
    body = int(s.bodies[me])
    reach = spreads_elsewhere(s, me)
    mask = 0
    for colour in range(int(s.least), COLOURS):
        state = state_of(body, colour)
        if is_infected(state) and reach >> state - INFECTED & 1:
            mask |= 1 << colour
    return mask


def first_organs(s: Any, me: int, out: Any) -> int:
    """Transplant: the organs of the first player for which there is a second."""
    n = 0
    for a in range(int(s.seats)):
        mask = 0
        for b in range(int(s.seats)):
            if may_pair(s, me, a, b):
                mask |= exchangeable(s, a, b)
        n = write_options(mask, TARGET + COLOURS * a, out, n)
    return n


def second_organs(s: Any, me: int, out: Any) -> int:
    """Transplant: the organs that the first one can be exchanged for."""
    n = 0
    a = picked_player(s)
    for b in range(int(s.seats)):
        if may_pair(s, me, a, b):
            n = write_options(counterparts(s, a, picked_colour(s), b), TARGET + COLOURS * b, out, n)
    return n


def face_played(s: Any) -> int:
    """The face of the card whose effect is being decided."""
    return face_in(s, PLAYED)


def picked_player(s: Any) -> int:
    """Whose organ was chosen first."""
    return (int(s.picked) - 1) // COLOURS


def picked_colour(s: Any) -> int:
    """The colour of the organ that was chosen first."""
    return (int(s.picked) - 1) % COLOURS
