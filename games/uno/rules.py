"""Uno: be the first to have no card left.

The seat to move plays a card that has the colour in force, or the number or symbol of the top card,
or is wild; or it draws one. These are the maker's rules in the order of a rule book; the presets
and switches of ``parameters.py`` say where other tables differ, and the page
``docs/games/uno.md`` tells them for people. All functions work in place on one record, compiled or
as plain Python.
"""

from __future__ import annotations

from typing import Any

from games.kit.faces import card_in, faces_in
from games.kit.table import ALL, announce, any_card, look, move, size, swap, top
from games.uno.cards import (
    DRAW_TWO,
    FACE_OF_CARD,
    NO_COLOUR,
    OF_COLOUR,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    colour_of,
    symbol_of,
)
from games.uno.drawing import draw_cards, draw_in_turn, keep_drawn
from games.uno.options import legal, sensible
from games.uno.parameters import WildDrawFour
from games.uno.record import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    COLOUR,
    DISCARD,
    DRAW,
    DRAWN,
    FORGET,
    HAND,
    KEEP,
    SEAT,
    Decision,
    Say,
)
from games.uno.rounds import begin_turn, end_round, end_turn, setup
from games.uno.scoring import clock, returns, value
from games.uno.seats import next_seat, players_left, seat_before
from games.uno.verify import verify as verify

__all__ = ["clock", "legal", "play", "returns", "sensible", "setup", "value"]

PENALTY = 2
"""Cards drawn for a wrong challenge, beside the four, and for a call that was forgotten."""


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of the mover, and all that follows from it by itself."""
    me = int(s.mover)
    if s.decision == Decision.TURN:
        if action != DRAW:
            play_card(s, me, HAND + me, action, rng)
        elif draw_in_turn(s, me, rng):
            finish_turn(s, next_seat(s, me), rng)
    elif s.decision == Decision.AFTER_DRAW:
        if action == KEEP:
            keep_drawn(s, me, any_card(s, DRAWN + me))
            finish_turn(s, next_seat(s, me), rng)
        else:
            play_card(s, me, DRAWN + me, action, rng)
    elif s.decision == Decision.COLOUR:
        name_colour(s, me, action - COLOUR, rng)
    elif s.decision == Decision.CHALLENGE or s.decision == Decision.STACK:
        answer(s, me, action, rng)
    elif s.decision == Decision.SWAP:
        swap(s, HAND + me, HAND + action - SEAT)
        look(s, HAND + me, 1 << me)
        look(s, HAND + action - SEAT, 1 << action - SEAT)
        finish_turn(s, next_seat(s, me), rng)
    elif s.decision == Decision.UNO:
        call(s, me, action, rng)
    else:
        catch(s, me, action, rng)


# ----------------------------------------------------------------------------------- playing a card


def play_card(s: Any, p: int, zone: int, face: int, rng: Any) -> None:
    """A card goes onto the pile, from the hand or just drawn, and does what it does.

    With the last card the round is over, and no colour is named for it.
    """
    move(s, card_in(s, zone, face), DISCARD, ALL)
    s.before = s.colour
    if face < WILD:
        s.colour = colour_of(face)
    left = size(s, HAND + p)
    if left == 0:
        go_out(s, p, face, rng)
        return
    if s.rules.uno_call and left == 1:
        s.owing = int(s.owing) | 1 << p
    if face == WILD_DRAW_FOUR and s.rules.wd4 == WildDrawFour.ENFORCED and s.before < NO_COLOUR:
        announce(s, Say.LACKS_COLOUR.value, p, int(s.before), 0)
    if face >= WILD:
        s.decision = Decision.COLOUR
    else:
        take_effect(s, p, symbol_of(face), rng)


def go_out(s: Any, p: int, face: int, rng: Any) -> None:
    """The last card is played; the next player still draws for a Draw Two or Wild Draw Four."""
    due = int(s.pending)
    if symbol_of(face) == DRAW_TWO:
        due += 2
    elif face == WILD_DRAW_FOUR:
        due += 4
    draw_cards(s, next_seat(s, p), due, rng)
    end_round(s, p, True, rng)


def take_effect(s: Any, p: int, symbol: int, rng: Any) -> None:
    """What a coloured card does."""
    if symbol == DRAW_TWO:
        s.pending += 2
        if s.rules.stacking:
            s.mover = next_seat(s, p)
            s.decision = Decision.STACK
        else:
            take_pending(s, next_seat(s, p), rng)
    elif symbol == SKIP or (symbol == REVERSE and players_left(s) == 2):
        finish_turn(s, next_seat(s, next_seat(s, p)), rng)
    elif symbol == 7 and s.rules.seven_zero:
        s.decision = Decision.SWAP
    else:
        if symbol == REVERSE:
            s.reversed = 1 - int(s.reversed)
        elif symbol == 0 and s.rules.seven_zero:
            pass_hands(s, p)
        finish_turn(s, next_seat(s, p), rng)


def pass_hands(s: Any, p: int) -> None:
    """All hands go to the next seat in the direction of play; everybody sees the new one."""
    other = next_seat(s, p)
    while other != p:
        swap(s, HAND + p, HAND + other)
        other = next_seat(s, other)
    for seat in range(int(s.seats)):
        look(s, HAND + seat, 1 << seat)


def take_pending(s: Any, p: int, rng: Any) -> None:
    """Player ``p`` draws what has been laid on him, and loses the turn."""
    draw_cards(s, p, int(s.pending), rng)
    s.pending = 0
    finish_turn(s, next_seat(s, p), rng)


# ------------------------------------------------------------------------- wilds and the challenge


def name_colour(s: Any, me: int, colour: int, rng: Any) -> None:
    """A colour is named for a wild; for the first card of a round by who then begins."""
    s.colour = colour
    if size(s, DISCARD) == 1:
        begin_turn(s, me)
    elif FACE_OF_CARD[top(s, DISCARD)] == WILD:
        finish_turn(s, next_seat(s, me), rng)
    else:
        s.pending += 4
        after = next_seat(s, me)
        if s.rules.wd4 == WildDrawFour.CHALLENGE:
            s.mover = after
            s.decision = Decision.CHALLENGE
        elif s.rules.stacking:
            s.mover = after
            s.decision = Decision.STACK
        else:
            take_pending(s, after, rng)


def answer(s: Any, me: int, action: int, rng: Any) -> None:
    """To a Draw Two or Wild Draw Four: draw, challenge, or with stacking a card of the kind."""
    if action in (DRAW, ACCEPT):
        take_pending(s, me, rng)
    elif action == CHALLENGE:
        challenge(s, me, seat_before(s, me), rng)
    else:
        play_card(s, me, HAND + me, action, rng)


def challenge(s: Any, me: int, accused: int, rng: Any) -> None:
    """The challenger sees the hand; all learn whether it has the colour that was in force."""
    before = int(s.before)
    due = int(s.pending)
    s.pending = 0
    look(s, HAND + accused, 1 << me)
    if faces_in(s, HAND + accused) & int(OF_COLOUR[before]):
        announce(s, Say.HAS_COLOUR.value, accused, before, 0)
        draw_cards(s, accused, due, rng)
        finish_turn(s, me, rng)
    else:
        if before < NO_COLOUR:
            announce(s, Say.LACKS_COLOUR.value, accused, before, 0)
        draw_cards(s, me, due + PENALTY, rng)
        finish_turn(s, next_seat(s, me), rng)


# -------------------------------------------------------------------------- the end of a turn: Uno


def finish_turn(s: Any, following: int, rng: Any) -> None:
    """All has been done that a card does; before the next turn the last card is called."""
    if s.owing > 0:
        s.following = following
        ask_calls(s, rng)
    else:
        end_turn(s, following, rng)


def ask_calls(s: Any, rng: Any) -> None:
    """Whoever went down to one card, and still has one, is asked for the call, seat by seat."""
    for p in range(int(s.seats)):
        if int(s.owing) >> p & 1:
            s.owing = int(s.owing) & ~(1 << p)
            if size(s, HAND + p) == 1:
                s.mover = p
                s.decision = Decision.UNO
                return
    end_turn(s, int(s.following), rng)


def call(s: Any, me: int, action: int, rng: Any) -> None:
    """The last card is called, or the others are asked whether they noticed."""
    if action == FORGET:
        s.forgetful = me
        s.mover = next_seat(s, me)
        s.decision = Decision.CATCH
    else:
        ask_calls(s, rng)


def catch(s: Any, me: int, action: int, rng: Any) -> None:
    """Who forgot draws two cards if anybody noticed; the others are asked in turn."""
    forgetful = int(s.forgetful)
    if action == CATCH:
        draw_cards(s, forgetful, PENALTY, rng)
        ask_calls(s, rng)
        return
    s.mover = next_seat(s, me)
    if s.mover == forgetful:
        ask_calls(s, rng)
