"""What may be done at each decision place."""

from __future__ import annotations

from typing import Any

from games.kit.faces import faces_in
from games.kit.masks import write_options
from games.love_letter.cards import (
    COUNTESS,
    FACE_OF_CARD,
    GUARD,
    KING,
    PRINCE,
    PRINCESS,
)
from games.love_letter.record import (
    HAND,
    KEPT,
    OUT,
    RETURNED,
    RETURNING,
    TARGET,
    Decision,
)


def legal(s: Any, out: Any) -> int:
    """The options of ``s.mover`` at ``s.decision``: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    me = int(s.mover)
    if s.decision == Decision.PLAY:
        return write_options(playable(faces_in(s, HAND + me)), 0, out, 0)
    if s.decision == Decision.TARGET:
        return write_targets(s, me, targets(s, me, int(s.played)), out)
    if s.decision == Decision.GUESS:
        return write_options(in_the_game(s) & ~(1 << GUARD), 0, out, 0)
    zone = HAND if s.decision == Decision.CHANCELLOR_KEEP else RETURNING
    return write_options(faces_in(s, zone + me), 0, out, 0)


def sensible(s: Any, out: Any) -> int:
    """The options without blunders.

    Nobody gives up a Princess who has another choice, nor a Prince's own Princess; and no Guard
    names a card that the player knows not to be there, as long as there is another to name.
    """
    n = legal(s, out)
    if n <= 1:
        return n
    me = int(s.mover)
    kept = 0
    if s.decision == Decision.PLAY:
        for k in range(n):
            out[kept] = out[k]
            kept += out[k] != PRINCESS
    elif s.decision == Decision.GUESS:
        possible = faces_possible(s, me, HAND + int(s.target))
        first = out[0]
        for k in range(n):
            out[kept] = out[k]
            kept += possible >> int(out[k]) & 1
        if kept == 0:
            out[0] = first
    elif s.decision == Decision.TARGET and faces_in(s, HAND + me) >> PRINCESS & 1:
        for k in range(n):
            out[kept] = out[k]
            kept += out[k] != TARGET + me
    else:
        return n
    return max(1, kept)


def visible(s: Any, action: int, me: int) -> int:
    """What others see of the Chancellor's choices: that they are made."""
    if s.mover == me:
        return action
    if s.decision == Decision.CHANCELLOR_KEEP:
        return KEPT
    if s.decision == Decision.CHANCELLOR_ORDER:
        return RETURNED
    return action


def playable(held: int) -> int:
    """Which of the faces in a hand may be played: the Countess must, beside a King or Prince."""
    if held >> COUNTESS & 1 and held & (1 << KING | 1 << PRINCE):
        return 1 << COUNTESS
    return held


def targets(s: Any, me: int, face: int) -> int:
    """Whom a card may be played on, as a mask: the others who are in and not protected.

    A Prince may be played on its owner too.
    """
    others = int(s.left) & ~int(s.protected) & ~(1 << me)
    return others | 1 << me if face == PRINCE else others


def in_the_game(s: Any) -> int:
    """The faces of which the game has a card, as a mask."""
    left = 0
    for c in range(len(s.zone)):
        left |= int(s.zone[c] != OUT) << int(FACE_OF_CARD[c])
    return left


def faces_possible(s: Any, me: int, zone: int) -> int:
    """The faces of a card in another's zone, for all that ``me`` has seen, as a mask.

    Those of the cards that ``me`` has seen there; where it has seen none, those of which it has not
    seen every copy. Of the other cards nothing is read but that they are unseen.
    """
    unseen = 0
    known = 0
    for c in range(len(s.zone)):
        face = 1 << int(FACE_OF_CARD[c])
        if not int(s.seen[c]) >> me & 1:
            unseen |= face
        elif s.zone[c] == zone:
            known |= face
    return known if known else unseen


def write_targets(s: Any, me: int, mask: int, out: Any) -> int:
    """The seats of a mask as options, in turn order from the next one; how many."""
    n = 0
    p = me
    for _ in range(int(s.seats)):
        p = p + 1 if p + 1 < s.seats else 0
        out[n] = TARGET + p
        n += mask >> p & 1
    return n
