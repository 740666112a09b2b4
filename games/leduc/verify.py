"""What cannot be in a position of Leduc poker: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.leduc.rules import (
    BOARD,
    DECK,
    FACES,
    HAND,
    NONE,
    OUT,
    ZONES,
    Decision,
    face_of,
    is_in,
    is_round_over,
    is_used,
    seats_in,
    size_of_raise,
    stakes,
)


def verify(s: Any) -> list[str]:
    """Everything about a position that no deal comes to, in words; none: it may be played."""
    return _wrong_fields(s) or _wrong_cards(s) or _wrong_payments(s) or _wrong_turn(s)


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats, most = int(s.seats), int(s.rules.most_raises)
    wrong = []
    for name, greatest, right in (
        ("round", 0, "there is one deal, 0"),
        ("second", 1, "0 in the first round of betting, 1 in the second"),
        ("raises", most, f"0 to {most} in a round"),
        ("calls", seats, f"0 to {seats} in a round"),
    ):
        if not 0 <= s[name] <= greatest:
            wrong.append(f"{name} cannot be {s[name]}: {right}")
    for name in ("added", "folded"):
        value = s[name].tolist()
        least = all(n >= 0 and (name == "added" or n <= 1) for n in value)
        if not least or any(value[seats:]):
            right = "0 or more chips" if name == "added" else "0 or 1"
            wrong.append(f"{name} cannot be {value}: {right} for each of {seats} seats")
    if not any(s.folded[p] == 0 for p in range(seats)):
        wrong.append("folded cannot be 1 for every seat: the last one wins")
    return wrong


def _wrong_cards(s: Any) -> list[str]:
    """Zones that hold what they cannot hold."""
    seats, zone = int(s.seats), s.zone.tolist()
    wrong = []
    for card, where in enumerate(zone):
        face = FACES[face_of(card)]
        used = is_used(face_of(card), seats)
        if used == (where == OUT):
            right = "use it" if used else "leave it out"
            wrong.append(f"{face} cannot lie in {ZONES.names[where]}: {seats} players {right}")
    for number in (*range(HAND, HAND + seats), BOARD, DECK):
        fits = 1
        if number == BOARD:
            fits = int(s.second)
        elif number == DECK:
            fits = seats + 2 - int(s.second)
        if zone.count(number) != fits:
            held, name = zone.count(number), ZONES.names[number]
            wrong.append(f"{name} cannot hold {held} cards: {fits} with second {s.second}")
    return wrong


def _wrong_payments(s: Any) -> list[str]:
    """Chips that no sequence of bets and raises comes to."""
    first, most = int(s.rules.first_raise), int(s.rules.most_raises)
    raised, top = int(s.raises) * size_of_raise(s), stakes(s)
    before = top - raised
    levels = [before + k * size_of_raise(s) for k in range(int(s.raises) + 1)]
    possible = [k * first for k in range(most + 1)] if s.second else [0]
    if before not in possible:
        right = " or ".join(str(raised + each) for each in possible)
        return [f"added cannot reach {top} after {s.raises} raises in this round: {right}"]
    everything = sorted({*levels, *([] if not s.second else range(0, before + 1, first))})
    for p in range(int(s.seats)):
        if int(s.added[p]) not in (levels if is_in(s, p) else everything):
            right = ", ".join(map(str, levels if is_in(s, p) else everything))
            return [f"seat {p} cannot have added {s.added[p]}: one of {right}"]
    return []


def _wrong_turn(s: Any) -> list[str]:
    """A seat or a decision place to which the order of the seats does not lead."""
    me, raised = int(s.mover), int(s.raises > 0)
    if me == NONE:
        over = seats_in(s) == 1 or (s.second == 1 and is_round_over(s))
        return [] if over else ["mover cannot be -1: somebody who is in has to decide"]
    if not is_in(s, me):
        return [f"mover cannot be {me}, who has folded"]
    top = stakes(s)
    place = Decision.ANSWER if s.added[me] < top else Decision.OPEN
    if s.decision != place:
        is_named = Decision(int(s.decision)).name.lower()
        return [f"decision cannot be {is_named!r}: {place.name.lower()!r}, as seat {me} has paid"]
    order = [p for p in range(int(s.seats)) if is_in(s, p)]
    paid_up = [int(s.added[p]) == top for p in order]
    turn = order.index(me)
    if len(order) == 1:
        return [f"mover cannot be {me}: everybody else has folded, and so it is over, -1"]
    if not raised and (not all(paid_up) or int(s.calls) != turn):
        return [f"calls cannot be {s.calls} on the turn of seat {me} without a bet: {turn}"]
    # After a bet or a raise, who made it and those who called it sit just before the mover.
    before = [paid_up[turn - 1 - k] for k in range(len(order) - 1)]
    n = int(s.calls) + 1
    if raised and (sum(paid_up) != n or not all(before[:n]) or paid_up[turn]):
        return [
            f"calls cannot be {s.calls} on the turn of seat {me}: who made the latest raise and"
            " those who called it sit before the mover and have added the most"
        ]
    return []
