"""What cannot be in a position of Kuhn poker: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.kuhn.rules import DECK, FACES, HAND, NONE, OUT, ZONES, Decision, is_used


def verify(s: Any) -> list[str]:
    """Everything about a position that no deal comes to, in words; none: it may be played."""
    return _wrong_cards(s) or _wrong_fields(s) or _wrong_course(s)


def _wrong_cards(s: Any) -> list[str]:
    """Cards that lie where they cannot: one in each hand, one in the deck, the unused ones out."""
    seats, zone = int(s.seats), s.zone.tolist()
    wrong = []
    for card, face in enumerate(FACES):
        if is_used(card, seats) and zone[card] == OUT:
            wrong.append(f"{face} cannot lie in out: {seats} players use it")
        if not is_used(card, seats) and zone[card] != OUT:
            where = ZONES.names[zone[card]]
            wrong.append(f"{face} cannot lie in {where}: {seats} players leave it out")
    for number in (DECK, *range(HAND, HAND + seats)):
        if zone.count(number) != 1:
            held = zone.count(number)
            wrong.append(f"{ZONES.names[number]} cannot hold {held} cards: 1 card lies there")
    return wrong


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats, bet = int(s.seats), int(s.rules.bet)
    wrong = []
    if not 0 <= s.bettor <= seats:
        wrong.append(f"bettor cannot be {s.bettor}: 0 for nobody, or 1 + the seat")
    if s.round:
        wrong.append(f"round cannot be {s.round}: there is one deal, 0")
    for name, most, right in (("added", bet, f"0 or {bet} chips"), ("folded", 1, "0 or 1")):
        value = s[name].tolist()
        if any(n not in (0, most) for n in value) or any(value[seats:]):
            wrong.append(f"{name} cannot be {value}: {right} for each of {seats} seats")
    return wrong


def _wrong_course(s: Any) -> list[str]:
    """A betting to which the order of the seats does not lead."""
    seats, me = int(s.seats), int(s.mover)
    place = Decision(int(s.decision)).name.lower()
    added, folded = s.added.tolist(), s.folded.tolist()
    if s.bettor == 0:
        if any(added) or any(folded):
            return ["added and folded must be 0 for every seat while bettor is 0: nobody has bet"]
        if s.decision != Decision.OPEN:
            return [f"decision cannot be {place!r} while bettor is 0: 'open'"]
        return []
    first = int(s.bettor) - 1
    if s.decision != Decision.ANSWER:
        return [f"decision cannot be {place!r} once somebody has bet: 'answer'"]
    if me == first:
        return [f"mover cannot be {me}, the bettor: somebody who has to answer, or -1"]
    if not added[first] or folded[first]:
        return [f"seat {first} is the bettor, and so has added the bet and not folded"]
    order = [(first + k) % seats for k in range(1, seats)]
    asked = len(order) if me == NONE else order.index(me)
    for turn, seat in enumerate(order):
        answers = bool(added[seat]) + bool(folded[seat])
        if answers != (1 if turn < asked else 0):
            right = "has called or folded" if turn < asked else "has not answered yet"
            return [f"seat {seat} {right}: after seat {first}'s bet it is the turn of {me}"]
    return []
