"""What cannot be in a position of Exploding Kittens: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.exploding_kittens.cards import FACE_OF_CARD, FACES, FAVOR, KITTEN, NOPE
from games.exploding_kittens.options import ACTIONS, targets
from games.exploding_kittens.record import (
    DEAD,
    DECK,
    DISCARD,
    DRAWN,
    EXPLODED,
    FIVE,
    HAND,
    MOST_POSITIONS,
    NONE,
    PAIR,
    PENDING,
    TRIPLE,
    Decision,
)

PLACES_OF_THE_PLAYER = set(Decision) - {Decision.REACT, Decision.FAVOR_GIVE}


def verify(s: Any) -> list[str]:
    """Everything about a position that no game comes to, in words; none: it may be played."""
    wrong = _wrong_fields(s)
    return wrong or [*_wrong_cards(s), *_wrong_place(s)]


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats = int(s.seats)
    seat = f"a seat, 0 to {seats - 1}"
    wrong = []
    fields: tuple[tuple[str, int | None, str], ...] = (
        ("turn", seats - 1, seat),
        ("further_turns", None, "0 or more turns"),
        ("attacked", 1, "0 or 1"),
        ("eliminated", seats - 1, f"each 0, or 1 to {seats - 1} in the order of exploding"),
        ("turns", None, "0 or more turns"),
        ("action", FIVE, "a title, 13 a pair, 14 a triple, 15 five different ones, or 0"),
        ("target", seats - 1, seat),
        ("named", len(FACES) - 1, f"a title, 1 to {len(FACES) - 1}, or 0"),
        ("last", seats - 1, seat),
        ("nopes", 5, "0 to 5 Nopes"),
    )
    for name, most, right in fields:
        value = s[name].tolist()
        numbers = value if isinstance(value, list) else [value]
        if any(n < 0 or (most is not None and n > most) for n in numbers):
            wrong.append(f"{name} cannot be {value}: {right}")
    order = sorted(n for n in s.eliminated[:seats].tolist() if n)
    if order != list(range(1, len(order) + 1)) or s.eliminated[seats:].any():
        wrong.append(
            f"eliminated cannot be {s.eliminated.tolist()}: 1 for the first to explode, 2 for the"
            " next, and so on"
        )
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Zones that hold what they cannot hold, and kittens too many or too few."""
    zone = s.zone.tolist()
    wrong = []
    for p in range(int(s.seats)):
        place, why = (HAND, "is out") if s.eliminated[p] else (DEAD, "is alive")
        if held := zone.count(place + p):
            what = "hand" if place == HAND else "dead"
            wrong.append(f"{what} {p} cannot hold {held} cards: seat {p} {why}")
    kittens = [zone[c] for c in range(len(zone)) if FACE_OF_CARD[c] == KITTEN]
    for place, name in ((DISCARD, "discard"), (PENDING, "pending")):
        if place in kittens:
            wrong.append(f"{FACES[KITTEN]} cannot lie in {name}: in exploded or out")
    for place, name in ((DRAWN, "drawn"), (EXPLODED, "exploded")):
        if zone.count(place) != kittens.count(place):
            wrong.append(f"{name} cannot hold other cards than kittens")
    there = kittens.count(DECK) + kittens.count(DRAWN)
    wanted = _living(s) - 1
    if there != wanted:
        wrong.append(
            f"deck cannot hold {there} kittens with {wanted + 1} players alive: {wanted}, with"
            " the one that is drawn"
        )
    if zone.count(DECK) > MOST_POSITIONS:
        wrong.append(f"deck cannot hold {zone.count(DECK)} cards: {MOST_POSITIONS} at most")
    return wrong


def _living(s: Any) -> int:
    return int(s.seats) - sum(1 for p in range(int(s.seats)) if s.eliminated[p])


def _wrong_place(s: Any) -> list[str]:
    """A decision place that the position does not lead to."""
    if s.mover == NONE:
        return [] if _living(s) == 1 else ["mover cannot be -1 with several players alive: a seat"]
    me, place = int(s.mover), Decision(int(s.decision))
    said = place.name.lower()
    wrong = [
        f"{name} cannot be {seat}: seat {seat} is out"
        for name, seat in (("mover", me), ("turn", int(s.turn)))
        if s.eliminated[seat]
    ]
    if _living(s) == 1:
        wrong.append(f"mover cannot be {me} with one player alive: -1, the game is over")
    if place in PLACES_OF_THE_PLAYER and s.turn != me:
        wrong.append(f"turn cannot be {int(s.turn)} at {said!r}: {me}, the mover")
    zone = s.zone.tolist()
    due = int(place in (Decision.DEFUSE, Decision.REINSERT))
    if zone.count(DRAWN) != due:
        wrong.append(f"drawn cannot hold {zone.count(DRAWN)} cards at {said!r}: {due}")
    return wrong or _wrong_action(s, place, zone)


def _wrong_action(s: Any, place: Decision, zone: list[int]) -> list[str]:
    """An action that is not under way, or whose cards do not lie in pending."""
    me, action, said = int(s.mover), int(s.action), place.name.lower()
    pending = zone.count(PENDING)
    if place in (Decision.TURN, Decision.DEFUSE, Decision.REINSERT):
        if action or pending:
            return [f"{said!r} cannot be with an action under way: action 0, nothing in pending"]
        return []
    allowed = {
        Decision.TARGET: (FAVOR, PAIR, TRIPLE),
        Decision.NAME: (TRIPLE,),
        Decision.FAVOR_GIVE: (FAVOR,),
        Decision.FIVE_PICK: (FIVE,),
    }.get(place, tuple(n for n in range(FIVE + 1) if n >= PAIR or ACTIONS >> n & 1))
    if action not in allowed:
        return [f"action cannot be {action} at {said!r}: {', '.join(map(str, allowed))}"]
    wrong = []
    base = {PAIR: 2, TRIPLE: 3, FIVE: 5}.get(action, 1)
    nopes = pending - base
    if nopes != s.nopes or nopes > [f for f, z in _laid(zone) if z == PENDING].count(NOPE):
        wrong.append(
            f"pending cannot hold {pending} cards: {base} of the action and {int(s.nopes)} Nopes"
        )
    if place == Decision.REACT and (s.last == me or s.eliminated[int(s.last)]):
        wrong.append(f"last cannot be {int(s.last)}: the seat that played the last card, alive")
    if place == Decision.FAVOR_GIVE:
        if s.target != me or s.turn == me:
            wrong.append(f"target cannot be {int(s.target)}: the mover, whose turn it is not")
        if HAND + me not in zone:
            wrong.append(f"hand {me} cannot be empty: a card is to be given")
    if place == Decision.TARGET and not targets(s):
        wrong.append("hands cannot all be empty: a player with a card is the target")
    if place == Decision.FIVE_PICK and DISCARD not in zone:
        wrong.append("discard cannot be empty: a card is to be taken from it")
    return wrong


def _laid(zone: list[int]) -> list[tuple[int, int]]:
    """The face and the zone of each card."""
    return [(int(face), place) for face, place in zip(FACE_OF_CARD, zone, strict=True)]
