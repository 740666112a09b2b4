"""What may be done at each decision place."""

from __future__ import annotations

from typing import Any

from games.kit.faces import faces_in
from games.kit.masks import write_options
from games.kit.table import any_card, top
from games.uno.cards import (
    DRAW_TWO,
    FACE_OF_CARD,
    MATCHES,
    NO_COLOUR,
    NO_SYMBOL,
    OF_COLOUR,
    OF_SYMBOL,
    SKIP,
    WILD_DRAW_FOUR,
    symbol_of,
)
from games.uno.parameters import WildDrawFour
from games.uno.record import (
    ACCEPT,
    CALL,
    CATCH,
    CHALLENGE,
    COLOUR,
    DISCARD,
    DRAW,
    DRAWN,
    FORGET,
    HAND,
    KEEP,
    LET_PASS,
    SEAT,
    Decision,
)
from games.uno.seats import playing


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover`` at ``s.decision``: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    me = int(s.mover)
    if s.decision == Decision.TURN:
        n = write_options(playable(s, faces_in(s, HAND + me)), 0, out, 0)
        if n == 0 or s.rules.voluntary_draw:
            out[n] = DRAW
            n += 1
        return n
    if s.decision == Decision.AFTER_DRAW:
        return after_draw_options(s, me, out)
    if s.decision == Decision.COLOUR:
        for colour in range(NO_COLOUR):
            out[colour] = COLOUR + colour
        return NO_COLOUR
    if s.decision == Decision.CHALLENGE or s.decision == Decision.STACK:
        return answers(s, me, out)
    if s.decision == Decision.SWAP:
        return write_options(playing(s) & ~(1 << me), SEAT, out, 0)
    called = s.decision == Decision.UNO
    out[0] = CALL if called else CATCH
    out[1] = FORGET if called else LET_PASS
    return 2


def sensible(s: Any, out: Any) -> int:
    """The options without blunders: nobody draws who could play, forgets to call, or lets it pass.

    Random games of all options would go on for long.
    """
    n = legal(s, out)
    if n > 1 and s.decision == Decision.TURN and out[n - 1] == DRAW:
        return n - 1
    if n > 1 and (s.decision == Decision.UNO or s.decision == Decision.CATCH):
        return 1
    return n


def after_draw_options(s: Any, me: int, out: Any) -> int:
    """The drawn card, if it may be played, and to keep it; never both where it must be played."""
    face = int(FACE_OF_CARD[any_card(s, DRAWN + me)])
    drawn = playable_beside(s, 1 << face, faces_in(s, HAND + me))
    n = write_options(drawn, 0, out, 0)
    if n == 0 or not s.rules.draw_until_playable:
        out[n] = KEEP
        n += 1
    return n


def answers(s: Any, me: int, out: Any) -> int:
    """What may be said or laid against a Draw Two or a Wild Draw Four."""
    n = 0
    if s.rules.stacking:
        held = faces_in(s, HAND + me)
        if FACE_OF_CARD[top(s, DISCARD)] == WILD_DRAW_FOUR:
            fitting = playable_beside(s, held & 1 << WILD_DRAW_FOUR, held)
        else:
            fitting = playable(s, held) & int(OF_SYMBOL[DRAW_TWO])
        n = write_options(fitting, 0, out, 0)
    if s.decision == Decision.STACK:
        out[n] = DRAW
        return n + 1
    out[n] = ACCEPT
    out[n + 1] = CHALLENGE
    return n + 2


# ---------------------------------------------------------------------------------- what fits


def playable(s: Any, held: int) -> int:
    """Which of the faces of a hand may be played."""
    return playable_beside(s, held, held)


def playable_beside(s: Any, faces: int, held: int) -> int:
    """Which of some faces may be played by who holds ``held``."""
    faces &= matching(s)
    if s.rules.wd4 == WildDrawFour.ENFORCED and held & int(OF_COLOUR[int(s.colour)]):
        faces &= ~(1 << WILD_DRAW_FOUR)
    return faces


def matching(s: Any) -> int:
    """The faces that go on the discard pile, as a mask: of the colour in force, alike, wild."""
    return int(MATCHES[int(s.colour), matching_symbol(s)])


def matching_symbol(s: Any) -> int:
    """The number or symbol on top of the pile, where a card of another colour may match it."""
    symbol = symbol_of(int(FACE_OF_CARD[top(s, DISCARD)]))
    if symbol >= SKIP and not s.rules.symbol_match:
        return NO_SYMBOL
    return symbol
