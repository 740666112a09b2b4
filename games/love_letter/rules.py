"""Love Letter: hold the highest card when the deck is used up, or be the last one left.

A turn is to draw a card and to play one of the two. These are the rules in the order of a rule
book; the presets and switches of ``parameters.py`` say where editions differ, and the page
``docs/games/love-letter.md`` tells them for people. All functions work in place on one record,
compiled or as plain Python.
"""

from __future__ import annotations

from typing import Any

from games.kit.faces import card_in, face_in
from games.kit.table import ALL, announce, draw, look, move, put, size, swap
from games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    GUARD,
    HANDMAID,
    KING,
    PRIEST,
    PRINCE,
    PRINCESS,
)
from games.love_letter.options import legal, sensible, targets, visible
from games.love_letter.record import (
    DECK,
    HAND,
    PILE,
    REMOVED,
    RETURNING,
    TARGET,
    Decision,
    Say,
)
from games.love_letter.rounds import clock, end_turn, knock_out, setup
from games.love_letter.scoring import returns, value
from games.love_letter.verify import verify as verify

__all__ = ["clock", "legal", "play", "returns", "sensible", "setup", "value", "visible"]


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of the mover, and all that follows from it by itself."""
    me = int(s.mover)
    if s.decision == Decision.PLAY:
        play_card(s, me, action, rng)
    elif s.decision == Decision.TARGET:
        take_effect(s, me, action - TARGET, rng)
    elif s.decision == Decision.GUESS:
        guess(s, int(s.target), action, rng)
    elif s.decision == Decision.CHANCELLOR_KEEP:
        keep(s, me, action, rng)
    else:
        put_back(s, me, action, rng)


def play_card(s: Any, me: int, face: int, rng: Any) -> None:
    """A card goes onto the own pile; whatever it does, it does to the card that is left."""
    move(s, card_in(s, HAND + me, face), PILE + me, ALL)
    if face in (KING, PRINCE):
        announce(s, Say.NOT_COUNTESS.value, me, 0, 0)
    if face == HANDMAID:
        s.protected = int(s.protected) | 1 << me
    if face == PRINCESS:
        knock_out(s, me)
    asks = face in (GUARD, PRIEST, BARON, KING, PRINCE)
    if asks and targets(s, me, face) != 0:
        s.played = face
        s.decision = Decision.TARGET
    elif face == CHANCELLOR and size(s, DECK) > 0:
        consult(s, me)
    else:
        end_turn(s, rng)


# ------------------------------------------------------------------ cards played on another player


def take_effect(s: Any, me: int, target: int, rng: Any) -> None:
    """What a card does to the player it is played on."""
    face = int(s.played)
    if face == GUARD:
        s.target = target
        s.decision = Decision.GUESS
        return
    if face == PRIEST:
        look(s, HAND + target, 1 << me)
    elif face == BARON:
        compare(s, me, target)
    elif face == KING:
        exchange(s, me, target)
    else:
        renew(s, target)
    end_turn(s, rng)


def guess(s: Any, target: int, face: int, rng: Any) -> None:
    """Guard: who holds the card that is named is out; else all hear that it is another."""
    if face_in(s, HAND + target) == face:
        knock_out(s, target)
    else:
        announce(s, Say.MISS.value, target, face, 0)
    end_turn(s, rng)


def compare(s: Any, me: int, target: int) -> None:
    """Baron: the two see each other's hand, and who has the lower card is out."""
    look(s, HAND + target, 1 << me)
    look(s, HAND + me, 1 << target)
    mine = face_in(s, HAND + me)
    other = face_in(s, HAND + target)
    if mine == other:
        announce(s, Say.TIE.value, me, target, 0)
    elif mine > other:
        announce(s, Say.HIGHER.value, me, other, 0)
        knock_out(s, target)
    else:
        announce(s, Say.HIGHER.value, target, mine, 0)
        knock_out(s, me)


def exchange(s: Any, me: int, target: int) -> None:
    """King: the hands are exchanged, and each of the two knows both."""
    swap(s, HAND + me, HAND + target)
    look(s, HAND + me, 1 << me | 1 << target)
    look(s, HAND + target, 1 << me | 1 << target)


def renew(s: Any, target: int) -> None:
    """Prince: the hand is laid down and another card drawn, the one set aside if need be.

    Nothing comes of a card laid down so, but with the Princess one is out.
    """
    face = face_in(s, HAND + target)
    if face == PRINCESS:
        knock_out(s, target)
        return
    move(s, card_in(s, HAND + target, face), PILE + target, ALL)
    source = DECK if size(s, DECK) > 0 else REMOVED
    draw(s, source, HAND + target, 1 << target)


# ---------------------------------------------------------------------------------- the Chancellor


def consult(s: Any, me: int) -> None:
    """Chancellor: draw two cards, or the only one."""
    draw(s, DECK, HAND + me, 1 << me)
    draw(s, DECK, HAND + me, 1 << me)
    s.decision = Decision.CHANCELLOR_KEEP


def keep(s: Any, me: int, face: int, rng: Any) -> None:
    """All cards but one of this face are put back; where they are two, their order is asked."""
    kept = card_in(s, HAND + me, face)
    for c in range(len(s.zone)):
        if s.zone[c] == HAND + me and c != kept:
            move(s, c, RETURNING + me, 1 << me)
    if size(s, RETURNING + me) == 2:
        s.decision = Decision.CHANCELLOR_ORDER
    else:
        put_back(s, me, face_in(s, RETURNING + me), rng)


def put_back(s: Any, me: int, lowest: int, rng: Any) -> None:
    """The cards put back go under the deck, the one that was chosen lowest."""
    card = card_in(s, RETURNING + me, lowest)
    for c in range(len(s.zone)):
        if s.zone[c] == RETURNING + me and c != card:
            put(s, c, DECK, 0, 1 << me)
    put(s, card, DECK, 0, 1 << me)
    end_turn(s, rng)
