"""The cards: which are played with, the deal, and drawing at the end of a turn."""

from __future__ import annotations

from typing import Any

from compiled import DEAL, PLAY, below, start_deal
from games.kit.faces import leave_out
from games.kit.table import draw, open_table, shuffle, size, turn_over
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    FACE_COUNT,
    LATEX_GLOVE,
    MEDICINE,
    MULTI,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.parameters import Recycle
from games.virus.record import DECK, DISCARD_PILE, HAND, MOST_SEATS, NONE, OUT, Decision


def setup(s: Any, rng: Any) -> None:
    """Shuffle, deal the hands, draw who starts."""
    s.round = 0
    s.turns = 0
    for p in range(MOST_SEATS):
        s.bodies[p] = 0
    start_deal(rng, 0)
    starter = below(rng[DEAL], int(s.seats))
    open_table(s, DECK)
    for face in range(FACE_COUNT):
        leave_out(s, face, copies_in_play(s, face), OUT)
    shuffle(s, DECK, rng[DEAL])
    for _ in range(int(s.rules.hand)):
        for p in range(int(s.seats)):
            draw(s, DECK, HAND + p, 1 << p)
    begin_turn(s, starter)


def copies_in_play(s: Any, face: int) -> int:
    """How many cards of a face are in the game."""
    multi = face % COLOURS == MULTI
    rules = s.rules
    if face < VIRUS:
        return int(rules.multi_organs) if multi else int(rules.organs)
    if face < MEDICINE:
        return int(rules.multi_viruses) if multi else int(rules.viruses)
    if face < CONTAGION:
        return int(rules.multi_medicines) if multi else int(rules.medicines)
    if face == CONTAGION:
        return int(rules.contagions)
    if face == ORGAN_THIEF:
        return int(rules.organ_thieves)
    if face == TRANSPLANT:
        return int(rules.transplants)
    return int(rules.latex_gloves) if face == LATEX_GLOVE else int(rules.medical_errors)


# ---------------------------------------------------------------- the beginning and end of a turn


def begin_turn(s: Any, p: int) -> None:
    """A player's action; with an empty hand there is but one."""
    s.picked = 0
    s.least = 0
    s.count = 0
    s.mover = p
    s.decision = Decision.REDRAW if size(s, HAND + p) == 0 else Decision.ACTION


def end_turn(s: Any, me: int, rng: Any) -> None:
    """Fill the hand up; the next player's turn, unless there have been as many as there may be."""
    fill_up(s, me, rng)
    s.turns += 1
    begin_turn(s, (me + 1) % int(s.seats))
    if s.turns >= s.rules.max_rounds * s.seats:
        s.mover = NONE


def fill_up(s: Any, p: int, rng: Any) -> None:
    """Draw until the hand is full; the discard pile becomes the deck when that is used up."""
    for _ in range(int(s.rules.hand) - size(s, HAND + p)):
        if draw(s, DECK, HAND + p, 1 << p) < 0:
            recycle(s, rng)
            draw(s, DECK, HAND + p, 1 << p)


def recycle(s: Any, rng: Any) -> None:
    """The discard pile is turned over, so that its oldest card comes next; or it is shuffled."""
    turn_over(s, DISCARD_PILE, DECK, 0)
    if s.rules.recycle == Recycle.SHUFFLE:
        shuffle(s, DECK, rng[PLAY])
