"""What cannot be in a position of Clue: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.clue.cards import FACES, PEOPLE, TRIPLES, parts, triple_of_cards
from games.clue.grid import FIRST_SQUARE, NODES
from games.clue.log import shower_of, suggester_of, triple_of
from games.clue.parameters import Accusing, Board
from games.clue.record import (
    BOX,
    HAND,
    MOST_TURNS,
    NOBODY,
    NONE,
    ROOM,
    SIDE_SLOTS,
    SIDE_ZONE,
    SUSPECT,
    ZONES,
    Decision,
)


def verify(s: Any) -> list[str]:
    """Everything about a position that no game comes to, in words; none: it may be played.

    While the game goes on, ``winner`` means nothing, and so do ``suggested`` and ``asker`` where no
    suggestion is being answered.
    """
    return [
        *_wrong_fields(s),
        *_wrong_cards(s),
        *_wrong_tokens(s),
        *_wrong_accusations(s),
        *_wrong_log(s),
        *_wrong_place(s),
    ]


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats, slots = int(s.seats), s.zone.tolist().count(SIDE_ZONE)
    fields: list[tuple[str, int, int, str]] = [
        ("rolled", 0, 6 * int(s.rules.dice), "the pips of this turn, or 0"),
        ("summoned", 0, 1, "1 for who was put into a room, or 0"),
        ("out", 0, 1, "1 for who accused wrongly, or 0"),
        ("turns", 0, int(s.rules.max_turns) - 1, "the turns that are over, fewer than max_turns"),
        ("steps", 0, 1 << 40, "the decisions that were made"),
        ("early", 0, 1, "1 during an accusation before moving, or 0"),
        ("suggested", NONE, TRIPLES - 1, f"a triple, 0 to {TRIPLES - 1}, or -1 for none"),
        ("asker", NONE, seats - 1, "a seat, or -1 for nobody"),
        ("accused", 0, (1 << len(FACES)) - 1, "the three cards accused wrongly, or 0"),
        ("lacks", 0, (1 << len(FACES)) - 1, "a mask of cards"),
        ("looked", 0, (1 << slots) - 1, f"a mask of the {slots} slots of side"),
        ("winner", NONE, seats - 1, "a seat, or -1 for nobody"),
        ("shown_to", 0, (1 << seats) - 1, f"a mask of the {seats} seats"),
    ]
    wrong = []
    for name, least, most, right in fields:
        low, high = int(s[name].min()), int(s[name].max())
        if low < least or high > most:
            wrong.append(f"{name} cannot be {low if low < least else high}: {right}")
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Zones that hold what they cannot hold, and marks that do not agree with them."""
    zone, seats = s.zone.tolist(), int(s.seats)
    wrong = []
    for file in range(SUSPECT, ROOM + 1):
        if (held := zone.count(file)) != 1:
            wrong.append(f"{ZONES.names[file]} cannot hold {held} cards: one")
    if held := zone.count(BOX):
        wrong.append(f"box cannot hold {held} cards: all of them are dealt")
    slots = zone.count(SIDE_ZONE)
    if slots > (SIDE_SLOTS if seats == 2 else 0):
        right = f"{SIDE_SLOTS} at most" if seats == 2 else "none, with more than two players"
        wrong.append(f"side cannot hold {slots} cards: {right}")
    for p in range(seats):
        for card, face in enumerate(FACES):
            held_here = zone[card] == HAND + p
            if held_here and int(s.lacks[p]) >> card & 1:
                wrong.append(f"lacks cannot name {face} for seat {p}, who holds it")
            if not held_here and s.shown_to[p, card]:
                wrong.append(f"shown_to cannot name {face} for seat {p}, who does not hold it")
    return wrong


def _wrong_tokens(s: Any) -> list[str]:
    """Tokens that stand where none can."""
    tokens = s.token.tolist()
    rooms_only = s.rules.board == Board.ROOMS_ONLY
    last = FIRST_SQUARE - 1 if rooms_only else NODES - 1
    what = "a room, 0 to 8" if rooms_only else f"a room, 0 to 8, or a square, 9 to {last}"
    wrong = []
    for person, node in enumerate(tokens):
        if not NONE <= node <= last:
            wrong.append(
                f"token cannot be {node} for {PEOPLE[person]}: {what}, or -1, off the board"
            )
        elif node >= FIRST_SQUARE and node in tokens[:person]:
            other = PEOPLE[tokens.index(node)]
            wrong.append(f"{other} and {PEOPLE[person]} cannot both stand on square {node}")
        elif node < 0 and person < int(s.seats) and not s.out[person] and not rooms_only:
            wrong.append(f"token cannot be -1 for {PEOPLE[person]}, who plays: {what}")
    return wrong


def _wrong_accusations(s: Any) -> list[str]:
    """Accusations that are none, or right, or would not have been offered."""
    wrong = []
    for p in range(int(s.seats)):
        cards = [card for card in range(len(FACES)) if int(s.accused[p]) >> card & 1]
        if not cards:
            continue
        said = f"accused cannot be {int(s.accused[p])} for seat {p}"
        if len(cards) != 3 or tuple(cards) != parts(triple_of_cards(*cards)):
            wrong.append(f"{said}: one card of each kind")
        elif not s.out[p]:
            wrong.append(f"{said}, who has not accused wrongly (out)")
        elif all(SUSPECT <= s.zone[card] <= ROOM for card in cards):
            wrong.append(f"{said}: that is in the file")
        elif s.rules.accusing != Accusing.FREE:
            wrong += [
                f"accused cannot name {FACES[card]} for seat {p}, who had seen it"
                for card in cards
                if int(s.seen[card]) >> p & 1 and not SUSPECT <= s.zone[card] <= ROOM
            ]
    return wrong


def _wrong_log(s: Any) -> list[str]:
    """Suggestions that cannot have been made and answered so."""
    n, seats = int(s.logged), int(s.seats)
    if not 0 <= n <= MOST_TURNS:
        return [f"logged cannot be {n}: 0 to {MOST_TURNS} suggestions"]
    wrong = []
    for i, entry in enumerate(s.log[:n].tolist()):
        number, suggester, shower = triple_of(entry), suggester_of(entry), shower_of(entry)
        if not 0 <= number < TRIPLES or suggester >= seats or shower == suggester:
            wrong.append(f"log cannot have {entry} at {i}: (triple * 8 + suggester) * 8 + shower")
        elif shower != NOBODY and shower >= seats:
            wrong.append(f"log cannot have {entry} at {i}: there is no seat {shower} to show")
        elif shower != NOBODY and not _can_have_shown(s, i, number, suggester, shower):
            names = ", ".join(FACES[card] for card in parts(number))
            right = f"of {names} seat {shower} holds one that seat {suggester} has seen"
            wrong.append(f"log cannot have {entry} at {i}: {right}")
    return wrong


def _can_have_shown(s: Any, i: int, number: int, suggester: int, shower: int) -> bool:
    """Whether a shower holds a card of a triple that the suggester has seen, or is to see now."""
    coming = s.mover != NONE and s.decision == Decision.SHOW and i == int(s.logged) - 1
    return any(
        s.zone[card] == HAND + shower and (coming or int(s.seen[card]) >> suggester & 1)
        for card in parts(number)
    )


def _wrong_place(s: Any) -> list[str]:
    """A decision place that the position does not lead to."""
    if s.mover == NONE:
        return []
    me, place = int(s.mover), Decision(int(s.decision))
    said = place.name.lower().replace("_", " ")
    node = int(s.token[me])
    wrong = []
    if place == Decision.SHOW:
        if not 0 <= s.suggested < TRIPLES or not 0 <= s.asker < s.seats or s.asker == me:
            return [
                f"decision cannot be {said!r} unless another seat, asker, has suggested a triple"
            ]
        cards = parts(int(s.suggested))
        if all(s.zone[card] != HAND + me for card in cards):
            names = ", ".join(FACES[card] for card in cards)
            wrong.append(f"decision cannot be {said!r} with none of {names} in hand {me}")
    elif s.out[me]:
        wrong.append(f"mover cannot be {me}, who has accused wrongly: a seat that can win")
    if place == Decision.MOVE and (s.rolled < s.rules.dice or s.rules.board == Board.ROOMS_ONLY):
        wrong.append(f"decision cannot be {said!r} where nothing was rolled: 'start'")
    if place == Decision.SUGGEST and not 0 <= node < FIRST_SQUARE:
        wrong.append(f"decision cannot be {said!r} with {PEOPLE[me]} outside the rooms")
    if place == Decision.SIDE_LOOK:
        slots = s.zone.tolist().count(SIDE_ZONE)
        if int(s.looked[me]) == (1 << slots) - 1:
            wrong.append(f"decision cannot be {said!r}: no card of side is new to seat {me}")
    return wrong
