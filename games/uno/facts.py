"""What the statements of Uno tell about hidden cards; everybody may conclude it.

For each announcement of ``record.Say`` the facts that follow from it, about the zones *at that
moment*. All else that is known for certain was seen: cards played and turned up, how many cards are
drawn, hands looked at; when the deck is used up, the cards of the pile that is shuffled into a new
one. Drawing, or keeping a card, tells nothing where it was a choice.
"""

from __future__ import annotations

from games.kit.events import Deduction
from games.uno.cards import (
    COLOURS,
    COPIES,
    MATCHES,
    NO_COLOUR,
    NO_SYMBOL,
    OF_COLOUR,
    SYMBOLS,
    WILD_DRAW_FOUR,
    faces_of,
)
from games.uno.record import DRAWN, HAND, Say


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """The facts that follow from a statement.

    >>> [fact] = deductions(Say.LACKS_COLOUR, 1, 2, 0)
    >>> fact.because, len(fact.weights), fact.lo, fact.hi
    ('seat 1 lawfully played a Wild Draw Four on green', 13, 0, 0)
    """
    matching = dict.fromkeys(faces_of(int(MATCHES[a, b])), 1)
    coloured = dict.fromkeys(faces_of(int(OF_COLOUR[a])), 1)
    of_colour = sum(COPIES[face] for face in coloured)
    match Say(what):
        case Say.NOTHING_PLAYABLE:
            why = f"seat {who} drew because nothing in hand goes on {pile(a, b)}"
            return [Deduction((HAND + who,), matching, 0, 0, why)]
        case Say.DRAWN_UNPLAYABLE:
            why = f"seat {who} kept a drawn card, which does not go on {pile(a, b)}"
            return [Deduction((DRAWN + who,), matching, 0, 0, why)]
        case Say.DRAWN_PLAYABLE:
            why = f"seat {who} stopped drawing at a card that goes on {pile(a, b)}"
            return [Deduction((DRAWN + who,), matching, 1, 1, why)]
        case Say.LACKS_COLOUR:
            why = f"seat {who} lawfully played a Wild Draw Four on {pile(a, NO_SYMBOL)}"
            return [Deduction((HAND + who,), coloured, 0, 0, why)]
        case Say.HAS_COLOUR:
            why = f"seat {who} unlawfully played a Wild Draw Four on {pile(a, NO_SYMBOL)}"
            return [Deduction((HAND + who,), coloured, 1, of_colour, why)]
        case Say.KEEPS_WILD_DRAW_FOUR:
            why = f"seat {who} may not play the drawn card on {pile(a, NO_SYMBOL)}"
            return [
                Deduction((DRAWN + who,), {WILD_DRAW_FOUR: 1}, 1, 1, why),
                Deduction((HAND + who,), coloured, 1, of_colour, why),
            ]


def pile(colour: int, symbol: int) -> str:
    """What lies on the pile, as far as it matters for what goes on it.

    >>> pile(0, 5), pile(3, NO_SYMBOL), pile(NO_COLOUR, NO_SYMBOL)
    ('red 5', 'blue', 'a wild without colour')
    """
    if colour == NO_COLOUR:
        return "a wild without colour"
    name = COLOURS[colour].lower()
    return name if symbol == NO_SYMBOL else f"{name} {SYMBOLS[symbol]}"
