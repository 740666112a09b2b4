"""Rounds: the deal, the first card, one turn after another, the end."""

from __future__ import annotations

from typing import Any

from compiled import DEAL, below, start_deal
from games.kit.faces import leave_out
from games.kit.table import ALL, draw, look, open_table, shuffle
from games.uno.cards import (
    DRAW_TWO,
    FACE_COUNT,
    FACE_OF_CARD,
    PRINTED,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    colour_of,
    symbol_of,
)
from games.uno.drawing import draw_cards
from games.uno.parameters import AtLimit, Starter
from games.uno.record import DECK, DISCARD, HAND, NONE, OUT, Decision
from games.uno.scoring import is_over, score_round, smallest_hand
from games.uno.seats import left_of, next_seat


def setup(s: Any, rng: Any) -> None:
    """The start of a game: nobody has points, the first round is dealt."""
    for p in range(int(s.seats)):
        s.scores[p] = 0
        s.eliminated[p] = 0
    s.earlier = 0
    s.turns = 0
    s.reversed = 0
    new_round(s, 0, rng)


def new_round(s: Any, number: int, rng: Any) -> None:
    """Shuffle, deal to everybody still in the game, turn up the first card."""
    s.round = number
    start_deal(rng, number)
    if s.rules.starter == Starter.SEAT_0:
        s.dealer = int(s.seats) - 1
    elif number == 0:
        s.dealer = below(rng[DEAL], int(s.seats))
    else:
        s.dealer = left_of(s, int(s.dealer))
    if not s.rules.keep_direction:
        s.reversed = 0
    s.earlier += s.turns
    s.turns = 0
    s.pending = 0
    s.owing = 0
    s.forgetful = 0
    s.following = 0
    open_table(s, DECK)
    set_aside(s)
    shuffle(s, DECK, rng[DEAL])
    for _ in range(int(s.rules.hand)):
        for p in range(int(s.seats)):
            if s.eliminated[p] == 0:
                draw(s, DECK, HAND + p, 1 << p)
    turn_up(s, rng)


def set_aside(s: Any) -> None:
    """The cards that this table does not play with are laid aside, open."""
    for face in range(FACE_COUNT):
        leave_out(s, face, copies_in_play(s, face), OUT)


def copies_in_play(s: Any, face: int) -> int:
    """How many cards of a face this table plays with."""
    symbol = symbol_of(face)
    if symbol < SKIP:
        return int(PRINTED[face]) if symbol < s.rules.numbers else 0
    if symbol == SKIP:
        return int(s.rules.skips)
    if symbol == REVERSE:
        return int(s.rules.reverses)
    if symbol == DRAW_TWO:
        return int(s.rules.draw_twos)
    return int(s.rules.wilds) if face == WILD else int(s.rules.wild_draw_fours)


def turn_up(s: Any, rng: Any) -> None:
    """The first card, and what it does to the seat left of the dealer.

    A Wild Draw Four, and at some tables a Wild, is put back, and the deck shuffled. Direction
    turned, the seat after the one left of the dealer is the dealer's own.
    """
    first = left_of(s, int(s.dealer))
    face = int(FACE_OF_CARD[draw(s, DECK, DISCARD, ALL)])
    while face == WILD_DRAW_FOUR or (face == WILD and not s.rules.first_wild):
        draw(s, DISCARD, DECK, ALL)
        shuffle(s, DECK, rng[DEAL])
        face = int(FACE_OF_CARD[draw(s, DECK, DISCARD, ALL)])
    s.colour = colour_of(face)
    s.before = s.colour
    symbol = symbol_of(face)
    if face == WILD:
        s.mover = first
        s.decision = Decision.COLOUR
        return
    if symbol == REVERSE:
        s.reversed = 1 - int(s.reversed)
    if symbol == DRAW_TWO:
        draw_cards(s, first, 2, rng)
    begin_turn(s, next_seat(s, first) if symbol >= SKIP else first)


def begin_turn(s: Any, p: int) -> None:
    """Player ``p`` has to play or draw."""
    s.mover = p
    s.decision = Decision.TURN
    s.turns += 1


def end_turn(s: Any, p: int, rng: Any) -> None:
    """Player ``p`` comes next, unless the round has had its turns."""
    if s.turns < s.rules.max_turns:
        begin_turn(s, p)
    elif s.rules.at_limit == AtLimit.SMALLEST_HAND:
        end_round(s, smallest_hand(s), True, rng)
    else:
        end_round(s, NONE, False, rng)


def end_round(s: Any, winner: int, counts: bool, rng: Any) -> None:
    """Hands are laid open and counted, and the next round is dealt or the game is over."""
    for p in range(int(s.seats)):
        look(s, HAND + p, ALL)
    s.winner = winner + 1
    if counts:
        score_round(s, winner)
        if is_over(s):
            s.mover = NONE
            return
    new_round(s, int(s.round) + 1, rng)
