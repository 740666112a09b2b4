"""The deal, turn after turn, and the end of a round."""

from __future__ import annotations

from typing import Any

from compiled import DEAL, below, start_deal
from games.kit.faces import card_in, face_in, leave_out
from games.kit.masks import how_many, seat_after
from games.kit.table import ALL, draw, look, move, open_table, shuffle, size
from games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COUNTESS,
    FACE_COUNT,
    GUARD,
    HANDMAID,
    KING,
    PRIEST,
    PRINCE,
    SPY,
)
from games.love_letter.parameters import Starter
from games.love_letter.record import (
    DECK,
    FACEUP,
    HAND,
    NONE,
    OUT,
    PILE,
    REMOVED,
    Decision,
)
from games.love_letter.scoring import award, is_over


def setup(s: Any, rng: Any) -> None:
    """The start position: the first round is dealt."""
    new_round(s, 0, rng)


def new_round(s: Any, number: int, rng: Any) -> None:
    """Shuffle, lay one card aside unseen, with two players some open, and deal each a card."""
    s.round = number
    start_deal(rng, number)
    seats = int(s.seats)
    s.starter = first_player(s, rng[DEAL])
    s.left = (1 << seats) - 1
    s.protected = 0
    open_table(s, DECK)
    set_aside(s)
    shuffle(s, DECK, rng[DEAL])
    draw(s, DECK, REMOVED, 0)
    for _ in range(int(s.rules.faceup) if seats == 2 else 0):
        draw(s, DECK, FACEUP, ALL)
    for p in range(seats):
        draw(s, DECK, HAND + p, 1 << p)
    begin_turn(s, int(s.starter))


def first_player(s: Any, row: Any) -> int:
    """Who begins: at first a random seat, then who won the last round."""
    seats = int(s.seats)
    if s.round == 0:
        return below(row, seats)
    # One draw of the same kind however many have won, so that the cards come in the same order.
    nth = below(row, ANY_FEW) % how_many(int(s.winners))
    if s.rules.starter == Starter.FIRST_WINNER:
        nth = 0
    p = 0
    for _ in range(seats):
        p = p + 1 if p + 1 < seats else 0
        if int(s.winners) >> p & 1:
            if nth == 0:
                return p
            nth -= 1
    return 0


ANY_FEW = 60
"""A multiple of every number of winners, 1 to 6."""


def set_aside(s: Any) -> None:
    """The cards that this table does not play with are laid aside, open."""
    for face in range(FACE_COUNT):
        leave_out(s, face, copies_in_play(s, face), OUT)


def copies_in_play(s: Any, face: int) -> int:
    """How many cards of a face this table plays with."""
    rules = s.rules
    if face == SPY:
        return int(rules.spies)
    if face == GUARD:
        return int(rules.guards)
    if face == PRIEST:
        return int(rules.priests)
    if face == BARON:
        return int(rules.barons)
    if face == HANDMAID:
        return int(rules.handmaids)
    if face == PRINCE:
        return int(rules.princes)
    if face == CHANCELLOR:
        return int(rules.chancellors)
    if face == KING:
        return int(rules.kings)
    return int(rules.countesses) if face == COUNTESS else int(rules.princesses)


def begin_turn(s: Any, p: int) -> None:
    """Player ``p`` is protected no longer, draws a card, and has to play one."""
    s.protected = int(s.protected) & ~(1 << p)
    draw(s, DECK, HAND + p, 1 << p)
    s.mover = p
    s.decision = Decision.PLAY
    s.turns += 1


def knock_out(s: Any, p: int) -> None:
    """Player ``p`` is out of the round, and lays the hand open on the pile, without effect."""
    s.left = int(s.left) & ~(1 << p)
    face = face_in(s, HAND + p)
    if face >= 0:
        move(s, card_in(s, HAND + p, face), PILE + p, ALL)


def end_turn(s: Any, rng: Any) -> None:
    """The next player's turn, unless one alone is left or the deck is used up."""
    following = seat_after(s, int(s.mover), int(s.left), 1)
    if int(s.left) == 1 << following:
        end_round(s, rng)
    elif size(s, DECK) == 0:
        show_hands(s)
        end_round(s, rng)
    else:
        begin_turn(s, following)


def show_hands(s: Any) -> None:
    """Who is left when the deck is used up shows the hand; the last player left need not."""
    for p in range(int(s.seats)):
        look(s, HAND + p, ALL)


def end_round(s: Any, rng: Any) -> None:
    """Tokens are given; then another round is dealt, or the match is over."""
    award(s)
    if is_over(s):
        s.mover = NONE
    else:
        new_round(s, int(s.round) + 1, rng)


def clock(s: Any, decisions: int) -> int:
    """The turns of the match so far."""
    return int(s.turns)
