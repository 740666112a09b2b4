"""What may be done at each decision place, and what is sensible."""

from __future__ import annotations

from typing import Any

from games.clue.cards import (
    CARDS,
    FIRST_ROOM,
    FIRST_WEAPON,
    N_PEOPLE,
    N_ROOMS,
    N_WEAPONS,
    parts,
    triple,
)
from games.clue.grid import PASSAGE
from games.clue.knowledge import (
    unseen_by,
)
from games.clue.moving import can_walk, move_options
from games.clue.parameters import Accusing, Board, OnEntry
from games.clue.record import (
    ACCUSE,
    ACCUSE_NOW,
    HAND,
    MOVE,
    NO_ACCUSATION,
    NO_SUGGESTION,
    ROLL,
    SHOW,
    SIDE,
    SIDE_ZONE,
    STAND,
    STAY,
    SUGGEST,
    USE_PASSAGE,
    Decision,
)
from games.kit.masks import how_many
from games.kit.table import size


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover``: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    if s.decision == Decision.START:
        return start_options(s, out)
    if s.decision == Decision.MOVE:
        return move_options(s, out)
    if s.decision == Decision.SUGGEST:
        return suggest_options(s, out)
    if s.decision == Decision.SHOW:
        return show_options(s, out)
    if s.decision == Decision.SIDE_LOOK:
        return side_options(s, out)
    return accuse_options(s, out)


# ---------------------------------------------------------------------------------------- moving


def start_options(s: Any, out: Any) -> int:
    """How the turn begins; without a board at once which room."""
    me = int(s.mover)
    node = int(s.token[me])
    n = 0
    if s.rules.board == Board.CLASSIC:
        passage = 0 <= node < N_ROOMS and PASSAGE[node] >= 0
        if can_walk(s, node) or (passage and not s.rules.passage_needs_no_roll):
            out[n] = ROLL
            n += 1
        if passage and s.rules.passage_needs_no_roll:
            out[n] = USE_PASSAGE
            n += 1
    blocked = n == 0 and s.rules.board == Board.CLASSIC
    if s.rules.stay_after_summon and s.summoned[me] > 0 and 0 <= node < N_ROOMS:
        out[n] = STAY
        n += 1
    if blocked:
        out[n] = STAND
        n += 1
    if s.rules.accuse_before_move and may_accuse(s, me):
        out[n] = ACCUSE_NOW
        n += 1
    if s.rules.board == Board.ROOMS_ONLY:
        for room in range(N_ROOMS):
            if room != node:
                out[n] = MOVE + room
                n += 1
    return n


# ------------------------------------------------------------------------- suggesting and showing


def suggest_options(s: Any, out: Any) -> int:
    """A person and a weapon; own cards may be named."""
    n = 0
    if s.rules.suggestion_on_entry == OnEntry.OPTIONAL:
        out[n] = NO_SUGGESTION
        n += 1
    for code in range(N_PEOPLE * N_WEAPONS):
        out[n] = SUGGEST + code
        n += 1
    return n


def show_options(s: Any, out: Any) -> int:
    """The named cards that the mover holds: one, two or three."""
    n = 0
    hand = HAND + int(s.mover)
    for card in parts(int(s.suggested)):
        if s.zone[card] == hand:
            out[n] = SHOW + card
            n += 1
    return n


def side_options(s: Any, out: Any) -> int:
    """The numbered slots that the mover has not looked at."""
    n = 0
    for slot in range(size(s, SIDE_ZONE)):
        if not int(s.looked[int(s.mover)]) >> slot & 1:
            out[n] = SIDE + slot
            n += 1
    return n


# -------------------------------------------------------------------------------------- accusing


def may_accuse(s: Any, me: int) -> bool:
    """Whether a seat is offered any accusation; depends on nothing but what it has seen."""
    if s.rules.accusing != Accusing.FIRST_OR_CERTAIN or me == 0:
        return True
    return how_many(unseen_by(s, me)) == 3


def accuse_options(s: Any, out: Any) -> int:
    """No accusation, or a triple."""
    me = int(s.mover)
    n = 0
    if s.early == 0:
        out[n] = NO_ACCUSATION
        n += 1
    if not may_accuse(s, me):
        return n
    open_cards = (1 << CARDS) - 1
    if s.rules.accusing != Accusing.FREE:
        open_cards = unseen_by(s, me)
    for person in range(N_PEOPLE):
        for weapon in range(N_WEAPONS):
            for room in range(N_ROOMS):
                out[n] = ACCUSE + triple(person, weapon, room)
                n += (
                    open_cards >> person
                    & open_cards >> (FIRST_WEAPON + weapon)
                    & open_cards >> (FIRST_ROOM + room)
                    & 1
                )
    return n
