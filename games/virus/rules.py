"""Virus!: be the first to have four healthy organs.

A turn is one action, which is to play a card or to discard some, and then the hand is filled up.
Rules in the order in which a rule book tells them; the presets of ``parameters.py`` say where other
tables differ, and the page ``docs/games/virus.md`` tells them for people. All functions work in
place on one record, compiled or as plain Python.
"""

from __future__ import annotations

from typing import Any

from games.kit.faces import card_in
from games.kit.table import ALL, move, size
from games.virus.bodies import derive as derive
from games.virus.cards import (
    COLOURS,
    CONTAGION,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.dealing import end_turn, setup
from games.virus.effects import (
    discard_hand,
    discard_played,
    exchange_bodies,
    exchange_zones,
    lay_organ,
    spread,
    transplant,
    treat,
)
from games.virus.options import face_played, legal, picked_colour, picked_player
from games.virus.parameters import Glove
from games.virus.record import (
    DISCARD,
    DISCARD_PILE,
    DONE,
    HAND,
    NONE,
    PLAYED,
    PLAYER,
    TARGET,
    Decision,
)
from games.virus.results import clock, returns, value, winner_of
from games.virus.sensible import sensible
from games.virus.verify import verify as verify

__all__ = ["clock", "derive", "legal", "play", "returns", "sensible", "setup", "value", "verify"]


# ---------------------------------------------------------------------------------------- the turn


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of the mover, and all that follows from it by itself."""
    me = int(s.mover)
    if s.decision == Decision.ACTION:
        act(s, me, action, rng)
    elif s.decision == Decision.REDRAW:
        end_turn(s, me, rng)
    elif s.decision == Decision.DISCARD:
        discard(s, me, action, rng)
    elif s.decision == Decision.PLAYER:
        meet_player(s, me, action - PLAYER, rng)
    elif action == DONE:
        discard_played(s)
        end_action(s, me, rng)
    else:
        p, colour = divmod(action - TARGET, COLOURS)
        choose_organ(s, me, p, colour, rng)


def act(s: Any, me: int, action: int, rng: Any) -> None:
    """Play a card, or begin to discard."""
    if action == DISCARD:
        s.decision = Decision.DISCARD
    elif action < VIRUS:
        lay_organ(s, me, action)
        end_action(s, me, rng)
    else:
        move(s, card_in(s, HAND + me, action), PLAYED, ALL)
        if action == LATEX_GLOVE and s.rules.glove == Glove.ALL:
            for i in range(1, int(s.seats)):
                discard_hand(s, (me + i) % int(s.seats))
            discard_played(s)
            end_action(s, me, rng)
        elif action in (LATEX_GLOVE, MEDICAL_ERROR):
            s.decision = Decision.PLAYER
        elif action == CONTAGION:
            s.decision = Decision.SPREAD
        elif action == TRANSPLANT:
            s.decision = Decision.FIRST_ORGAN
        else:
            s.decision = Decision.TARGET


def discard(s: Any, me: int, action: int, rng: Any) -> None:
    """Discard a card of the hand; each set of cards in one order only, that of their faces."""
    if action != DONE:
        move(s, card_in(s, HAND + me, action), DISCARD_PILE, ALL)
        s.least = action
        s.count += 1
    if action == DONE or s.count == s.rules.max_discard or size(s, HAND + me) == 0:
        end_action(s, me, rng)


def meet_player(s: Any, me: int, p: int, rng: Any) -> None:
    """A Medical Error with a player, or a Latex Glove for one."""
    if face_played(s) == MEDICAL_ERROR:
        exchange_bodies(s, me, p)
    else:
        discard_hand(s, p)
    discard_played(s)
    end_action(s, me, rng)


def choose_organ(s: Any, me: int, p: int, colour: int, rng: Any) -> None:
    """An organ is chosen, for the card that has been played."""
    if s.decision == Decision.SPREAD or s.decision == Decision.FIRST_ORGAN:
        s.picked = 1 + COLOURS * p + colour
        spreads = s.decision == Decision.SPREAD
        s.decision = Decision.TARGET if spreads else Decision.SECOND_ORGAN
        return
    face = face_played(s)
    if face == CONTAGION:
        spread(s, me, picked_colour(s), p, colour)
        s.least = picked_colour(s) + 1
        s.picked = 0
        s.count += 1
        s.decision = Decision.SPREAD
        if not s.rules.spread_one and winner_of(s) < 0:
            return
    if face < CONTAGION:
        treat(s, p, colour)
    else:
        if face == ORGAN_THIEF:
            exchange_zones(s, me, p, colour)
        elif face == TRANSPLANT:
            transplant(s, picked_player(s), picked_colour(s), p, colour)
        discard_played(s)
    end_action(s, me, rng)


# ------------------------------------------------------------------------- the end of a turn


def end_action(s: Any, me: int, rng: Any) -> None:
    """Whoever has a complete body has won, in anybody's turn; else the turn ends."""
    if winner_of(s) >= 0:
        s.mover = NONE
        s.picked = 0
        s.least = 0
        s.count = 0
    else:
        end_turn(s, me, rng)
