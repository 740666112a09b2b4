"""Drawing: from the deck, from a reshuffled pile, and what becomes of a card drawn in a turn."""

from __future__ import annotations

from typing import Any

from compiled import PLAY
from games.kit.table import ALL, announce, draw, move, shuffle, size, turn_over
from games.uno.cards import FACE_OF_CARD, MATCHES, colour_of
from games.uno.options import matching_symbol
from games.uno.parameters import DrawnCard
from games.uno.record import DECK, DISCARD, DRAWN, HAND, NONE, Decision, Say


def draw_card(s: Any, p: int, zone: int, rng: Any) -> int:
    """Player ``p`` draws a card into a zone of his own; returns it, -1 when there is none left.

    When the deck is empty, all of the pile but its top card is shuffled into a new one.
    """
    card = draw(s, DECK, zone, 1 << p)
    if card == NONE and size(s, DISCARD) > 1:
        turn_over(s, DISCARD, DECK, 1)
        shuffle(s, DECK, rng[PLAY])
        card = draw(s, DECK, zone, 1 << p)
    return card


def draw_cards(s: Any, p: int, n: int, rng: Any) -> None:
    """Player ``p`` has to draw ``n`` cards, or as many as there are."""
    for _ in range(n):
        if draw_card(s, p, HAND + p, rng) == NONE:
            return


def draw_in_turn(s: Any, me: int, rng: Any) -> bool:
    """Instead of playing, draw; whether the turn is over. If not, the drawn card is asked for.

    Where nobody may draw who could play, drawing tells that nothing goes on the pile; and where a
    drawn card that goes on it is played in any case, keeping one tells the same of that card.
    """
    colour = int(s.colour)
    symbol = matching_symbol(s)
    fitting = int(MATCHES[colour, symbol])  # the top of the pile stays, whatever is drawn
    if not s.rules.voluntary_draw:
        announce(s, Say.NOTHING_PLAYABLE.value, me, colour, symbol)
    card = draw_card(s, me, DRAWN + me, rng)
    while card >= 0 and s.rules.draw_until_playable and not goes_on(fitting, card):
        announce(s, Say.DRAWN_UNPLAYABLE.value, me, colour, symbol)
        move(s, card, HAND + me, 1 << me)
        card = draw_card(s, me, DRAWN + me, rng)
    if card == NONE:
        return True
    if s.rules.drawn_card == DrawnCard.CHOICE:
        if s.rules.draw_until_playable:
            announce(s, Say.DRAWN_PLAYABLE.value, me, colour, symbol)
        s.decision = Decision.AFTER_DRAW
        return False
    if goes_on(fitting, card):
        move(s, card, DISCARD, ALL)
        s.colour = colour_of(int(FACE_OF_CARD[card]))
    else:
        announce(s, Say.DRAWN_UNPLAYABLE.value, me, colour, symbol)
        move(s, card, HAND + me, 1 << me)
    return True


def goes_on(fitting: int, card: int) -> bool:
    """Whether a card is of one of the faces that go on the pile."""
    return bool(fitting >> int(FACE_OF_CARD[card]) & 1)


def keep_drawn(s: Any, me: int, card: int) -> None:
    """The drawn card goes into the hand; nobody is told whether it could have been played.

    But who drew until a card came that goes on the pile, and keeps it, may not play it.
    """
    if s.rules.draw_until_playable:
        announce(s, Say.KEEPS_WILD_DRAW_FOUR.value, me, int(s.colour), 0)
    move(s, card, HAND + me, 1 << me)
