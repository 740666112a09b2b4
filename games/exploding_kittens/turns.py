"""Whose turn it is, drawing, kittens, and the end of the game (section 4)."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import DEFUSE, KITTEN, face_of
from games.exploding_kittens.parameters import Stacking
from games.exploding_kittens.record import (
    DEAD,
    DECK,
    DISCARD,
    DRAWN,
    EXPLODED,
    HAND,
    NONE,
    Decision,
    Say,
)
from games.kit.faces import card_in
from games.kit.masks import how_many, seat_after, zeros
from games.kit.table import ALL, announce, any_card, draw, insert, look, move, size, swap, top


def begin_turns(s: Any, p: int, n: int, attacked: int) -> None:
    """Player ``p`` has ``n`` turns."""
    s.turn = p
    s.further_turns = n - 1
    s.attacked = attacked
    ask(s, p, Decision.TURN.value)


def ask(s: Any, p: int, decision: int) -> None:
    """Player ``p`` decides next."""
    s.mover = p
    s.decision = decision


def living(s: Any) -> int:
    """Who is alive, as a mask."""
    return zeros(s.eliminated, int(s.seats))


def alive(s: Any) -> int:
    """How many players are alive."""
    return how_many(living(s))


def end_turn(s: Any) -> None:
    """One turn is over: the same player's next, or a turn of the next living player."""
    s.turns += 1
    if s.further_turns > 0:
        s.further_turns -= 1
        ask(s, int(s.turn), Decision.TURN.value)
    else:
        begin_turns(s, seat_after(s, int(s.turn), living(s), 1), 1, 0)


def attack(s: Any) -> None:
    """All turns of the attacker end at once, and the next living player has several."""
    given = int(s.rules.attack_turns)
    left = int(s.further_turns) + 1
    if s.rules.stacking == Stacking.ATTACKED:
        n = left + given if s.attacked else given
    elif s.rules.stacking == Stacking.SEVERAL_LEFT:
        n = left + given if left > 1 else given
    else:
        n = given
    s.turns += 1
    begin_turns(s, seat_after(s, int(s.turn), living(s), 1), n, 1)


# Drawing


def draw_card(s: Any) -> None:
    """The player draws, which ends the turn; a kitten is shown to everybody."""
    p = int(s.turn)
    if face_of(top(s, DECK)) != KITTEN:
        draw(s, DECK, HAND + p, 1 << p)
        end_turn(s)
        return
    draw(s, DECK, DRAWN, ALL)
    if not s.rules.auto_defuse:
        ask(s, p, Decision.DEFUSE.value)
    elif card_in(s, HAND + p, DEFUSE) >= 0:
        defuse(s)
    else:
        # At this moment: the hand is still a hand.
        announce(s, Say.EXPLODES.value, p, 0, 0)
        explode(s)


def defuse(s: Any) -> None:
    """A Defuse goes to the discard pile, the kitten waits to be put back."""
    p = int(s.turn)
    move(s, card_in(s, HAND + p, DEFUSE), DISCARD, ALL)
    ask(s, p, Decision.REINSERT.value)


def put_back(s: Any, above: int) -> None:
    """The kitten goes into the deck under so many cards, which the player alone knows."""
    p = int(s.turn)
    insert(s, any_card(s, DRAWN), DECK, size(s, DECK) - above, 1 << p)
    end_turn(s)


def explode(s: Any) -> None:
    """The player is out, with the hand and all turns left."""
    p = int(s.turn)
    move(s, any_card(s, DRAWN), EXPLODED, ALL)
    if s.rules.dead_hand_shown:
        look(s, HAND + p, ALL)
    swap(s, HAND + p, DEAD + p)
    s.eliminated[p] = int(s.seats) - alive(s) + 1
    s.turns += 1
    if alive(s) > 1:
        begin_turns(s, seat_after(s, p, living(s), 1), 1, 0)
    else:
        s.turn = seat_after(s, p, living(s), 1)
        s.further_turns = 0
        s.attacked = 0
        s.mover = NONE
