"""What cannot be in a position of Uno: for positions that people arrange."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.uno.cards import (
    CARD_COUNT,
    COLOURS,
    COPIES,
    DRAW_TWO,
    FACE_OF_CARD,
    FACES,
    NO_COLOUR,
    WILD,
    WILD_DRAW_FOUR,
    colour_of,
    symbol_of,
)
from games.uno.parameters import DrawnCard, Scoring, WildDrawFour
from games.uno.record import DISCARD, DRAWN, HAND, NONE, OUT, ZONES, Decision

COLOUR_LIST = ", ".join(f"{number} {name.lower()}" for number, name in enumerate(COLOURS))


def verify(s: Any) -> list[str]:
    """Everything about a position that no deal comes to, in words; none: it may be played."""
    return _wrong_fields(s) or _wrong_cards(s) or _wrong_place(s)


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats = int(s.seats)
    none = NO_COLOUR if s.rules.drawn_card == DrawnCard.AUTOMATIC else NO_COLOUR - 1
    if s.mover >= 0 and s.decision == Decision.COLOUR:
        none = NO_COLOUR
    colours = COLOUR_LIST + (f", {NO_COLOUR} none" if none == NO_COLOUR else "")
    wrong = []
    for name, most, right in (
        ("round", None, "how many rounds came before, 0 or more"),
        ("colour", none, f"a colour, {colours}"),
        ("before", NO_COLOUR, f"a colour, {COLOUR_LIST}, {NO_COLOUR} none"),
        ("reversed", 1, "0 or 1"),
        ("pending", CARD_COUNT, f"0 to {CARD_COUNT} cards"),
        ("dealer", seats - 1, f"a seat, 0 to {seats - 1}"),
        ("turns", int(s.rules.max_turns), f"0 to {int(s.rules.max_turns)} turns"),
        ("earlier", None, "0 or more turns"),
        ("owing", (1 << seats) - 1, f"a mask of seats, 0 to {(1 << seats) - 1}"),
        ("forgetful", seats - 1, f"a seat, 0 to {seats - 1}"),
        ("following", seats - 1, f"a seat, 0 to {seats - 1}"),
        ("winner", seats, f"0 for nobody, or a seat counted from 1, up to {seats}"),
        ("scores", None, "each 0 or more points"),
        ("eliminated", 1, "each 0 or 1"),
    ):
        value = s[name].tolist()
        numbers = value if isinstance(value, list) else [value]
        if any(n < 0 or (most is not None and n > most) for n in numbers):
            wrong.append(f"{name} cannot be {value}: {right}")
    if s.eliminated.any() and s.rules.scoring != Scoring.CHALLENGE:
        wrong.append(f"eliminated cannot be {s.eliminated.tolist()}: nobody is in this scoring")
    if not wrong and sum(s.eliminated[:seats].tolist()) > seats - 2:
        wrong.append(f"eliminated cannot be {s.eliminated.tolist()}: two players must be left")
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Zones that hold what they cannot hold, and a colour that is not that of the top card."""
    from games.uno.rounds import copies_in_play

    zone = s.zone.tolist()
    wrong = []
    for face, name in enumerate(FACES):
        out = sum(zone[card] == OUT for card in np.flatnonzero(face == FACE_OF_CARD))
        wanted = COPIES[face] - copies_in_play(s, face)
        if out != wanted:
            wrong.append(f"out cannot hold {out} {name}: {wanted} are not played with")
    for p in range(int(s.seats)):
        held = zone.count(HAND + p) + zone.count(DRAWN + p)
        if s.eliminated[p] and held:
            wrong.append(f"hand {p} cannot hold {held} cards: seat {p} is out of the game")
        drawn = zone.count(DRAWN + p)
        wanted = int(s.mover == p and s.decision == Decision.AFTER_DRAW)
        if drawn != wanted:
            wrong.append(f"{ZONES.names[DRAWN + p]} cannot hold {drawn} cards: {wanted}")
    top = _top(s)
    if top == NONE:
        wrong.append("discard cannot be empty: a card lies on top")
    elif top < WILD and colour_of(top) != s.colour:
        wrong.append(
            f"colour cannot be {int(s.colour)} with {FACES[top]} on top:"
            f" {colour_of(top)}, its colour"
        )
    return wrong


def _wrong_place(s: Any) -> list[str]:
    """A decision place that the position does not lead to."""
    if s.mover == NONE:
        return []
    zone, me, top = s.zone.tolist(), int(s.mover), _top(s)
    place = Decision(int(s.decision))
    said = f"decision cannot be {place.name.lower()!r}"
    wrong = []
    if s.eliminated[me]:
        wrong.append(f"mover cannot be {me}: seat {me} is out of the game")
    empty = [p for p in range(int(s.seats)) if not s.eliminated[p] and zone.count(HAND + p) == 0]
    wrong += [f"hand {p} cannot be empty: the round would be over" for p in empty]
    fits, right = {
        Decision.COLOUR: (top >= WILD, "with no wild on top"),
        Decision.CHALLENGE: (
            top == WILD_DRAW_FOUR and s.rules.wd4 == WildDrawFour.CHALLENGE,
            "unless a Wild Draw Four lies on top and wd4 is challenge",
        ),
        Decision.STACK: (
            s.rules.stacking
            and (
                symbol_of(top) == DRAW_TWO
                or (top == WILD_DRAW_FOUR and s.rules.wd4 == WildDrawFour.ENFORCED)
            ),
            "unless there is stacking and a Draw Two or Wild Draw Four on top, not to challenge",
        ),
        Decision.SWAP: (
            s.rules.seven_zero and symbol_of(top) == 7,
            "unless seven_zero is true and a 7 lies on top",
        ),
        Decision.UNO: (
            s.rules.uno_call and zone.count(HAND + me) == 1,
            "unless uno_call is true and the seat has one card",
        ),
        Decision.CATCH: (
            s.rules.uno_call and s.forgetful != me and zone.count(HAND + int(s.forgetful)) == 1,
            "unless uno_call is true and another seat, forgetful, has one card",
        ),
    }.get(place, (True, ""))
    if not fits:
        wrong.append(f"{said} {right}")
    due = place in (Decision.CHALLENGE, Decision.STACK)
    if due != (s.pending > 0) and not (place == Decision.COLOUR and s.rules.stacking):
        count = "the cards to be drawn, more than 0" if due else "0"
        wrong.append(f"pending cannot be {int(s.pending)} at {place.name.lower()!r}: {count}")
    return wrong


def _top(s: Any) -> int:
    """The face on top of the pile, -1 for an empty one."""
    pile = [(int(s.depth[card]), card) for card in range(CARD_COUNT) if s.zone[card] == DISCARD]
    return int(FACE_OF_CARD[max(pile)[1]]) if pile else NONE
