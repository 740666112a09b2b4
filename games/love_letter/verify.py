"""What cannot be in a position of Love Letter: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.love_letter.cards import BARON, FACE_OF_CARD, FACES, GUARD, KING, PRIEST, PRINCE
from games.love_letter.options import targets
from games.love_letter.record import (
    DECK,
    HAND,
    NONE,
    OUT,
    REMOVED,
    RETURNING,
    ZONES,
    Decision,
)


def verify(s: Any) -> list[str]:
    """Everything about a position that no deal comes to, in words; none: it may be played."""
    if wrong := _wrong_fields(s):
        return wrong
    return [*_wrong_cards(s), *_wrong_hands(s), *_wrong_question(s)]


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    everybody = (1 << int(s.seats)) - 1
    masks = f"a bit for each seat, 0 to {everybody}"
    wrong = []
    for name, least, most, right in (
        ("round", 0, None, "how many rounds came before, 0 or more"),
        ("left", 1, everybody, f"who is in the round, {masks.replace('0 to', '1 to')}"),
        ("protected", 0, everybody, masks),
        ("played", 0, len(FACES) - 1, f"a card, 0 to {len(FACES) - 1}"),
        ("target", 0, int(s.seats) - 1, f"a seat, 0 to {int(s.seats) - 1}"),
        ("winners", 0, everybody, masks),
        ("starter", 0, int(s.seats) - 1, f"a seat, 0 to {int(s.seats) - 1}"),
        ("turns", 0, None, "0 or more turns"),
        ("tokens", 0, None, "each 0 or more tokens"),
    ):
        value = s[name].tolist()
        numbers = value if isinstance(value, list) else [value]
        if any(n < least or (most is not None and n > most) for n in numbers):
            wrong.append(f"{name} cannot be {value}: {right}")
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Cards that these rules do not play with, and those that they do."""
    from games.love_letter.rounds import copies_in_play

    zone = s.zone.tolist()
    wrong = []
    for face, name in enumerate(FACES):
        cards = [c for c in range(len(zone)) if FACE_OF_CARD[c] == face]
        out, wanted = sum(zone[c] == OUT for c in cards), len(cards) - copies_in_play(s, face)
        if out != wanted:
            wrong.append(f"out cannot hold {out} {name}: {wanted} are not played with")
    if zone.count(REMOVED) > 1:
        wrong.append(f"removed cannot hold {zone.count(REMOVED)} cards: one, or none")
    return wrong


def _wrong_hands(s: Any) -> list[str]:
    """Hands that no turn leaves."""
    if s.mover == NONE:
        return []
    zone, me, place = s.zone.tolist(), int(s.mover), Decision(int(s.decision))
    wrong = []
    if not int(s.left) >> me & 1:
        wrong.append(f"mover cannot be {me}: player {me} is out of the round")
    for p in range(int(s.seats)):
        held, back = zone.count(HAND + p), zone.count(RETURNING + p)
        if not int(s.left) >> p & 1:
            sizes, why = [0], "out of the round"
        elif p != me or place in (Decision.TARGET, Decision.GUESS, Decision.CHANCELLOR_ORDER):
            sizes, why = [1], "not to play"
        elif place == Decision.PLAY:
            sizes, why = [2], "to play"
        else:
            sizes, why = [2, 3], "to keep one"
        if held not in sizes:
            right = " or ".join(map(str, sizes))
            wrong.append(f"hand {p} cannot hold {held} cards: {right}, as player {p} is {why}")
        due = 2 if p == me and place == Decision.CHANCELLOR_ORDER else 0
        if back != due:
            wrong.append(f"{ZONES.names[RETURNING + p]} cannot hold {back} cards: {due}")
    if place == Decision.PLAY and zone.count(DECK) == 0 and zone.count(REMOVED) == 0:
        wrong.append("deck and removed cannot both be empty before a card is played")
    return wrong


def _wrong_question(s: Any) -> list[str]:
    """Questions that nothing leads to, and those with no answer."""
    if s.mover == NONE:
        return []
    me, place = int(s.mover), Decision(int(s.decision))
    wrong = []
    if int(s.left) == 1 << me:
        wrong.append(f"left cannot be {int(s.left)}: with one player left the round is over")
    if int(s.protected) >> me & 1:
        wrong.append(f"protected cannot be {int(s.protected)}: player {me}, to move, is no longer")
    if place not in (Decision.TARGET, Decision.GUESS):
        return wrong
    asks = (GUARD,) if place == Decision.GUESS else (GUARD, PRIEST, BARON, PRINCE, KING)
    if s.played not in asks:
        names = ", ".join(f"{face} {FACES[face]}" for face in asks)
        wrong.append(f"played cannot be {int(s.played)} at {place.name.lower()!r}: {names}")
    can_be_chosen = targets(s, me, int(s.played))
    if can_be_chosen == 0:
        wrong.append(f"protected cannot be {int(s.protected)} here: nobody is left to choose")
    elif place == Decision.GUESS and not can_be_chosen >> int(s.target) & 1:
        right = "another player who is in the round and not protected"
        wrong.append(f"target cannot be {int(s.target)}: {right}")
    return wrong
