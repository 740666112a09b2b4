"""What follows from what is said at the table.

Everything else that is known was seen: one's own cards, a card that was shown, cards laid open, and
the case file once an accusation has been made. Hands never change, so all of it stays true.

Nothing follows for certain from who suggested what (own cards may be named), from which card was
shown, from not accusing, and for the players who sit behind the one that showed a card: they were
not asked.
"""

from __future__ import annotations

from games.clue.cards import FACES, parts
from games.clue.record import HAND, ROOM, SUSPECT, WEAPON, Say
from games.kit.events import Deduction


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """The facts that follow from a statement (see ``record.Say``).

    >>> [fact] = deductions(Say.PASSES, 2, 270, 0)
    >>> fact.because, sorted(fact.weights), fact.lo, fact.hi
    ('seat 2 could not show seat 0 Plum, Rope or Hall', [5, 6, 12], 0, 0)
    >>> [fact] = deductions(Say.SHOWS, 1, 270, 0)
    >>> fact.because, fact.lo, fact.hi
    ('seat 1 showed seat 0 one of Plum, Rope or Hall', 1, 3)
    >>> [fact] = deductions(Say.ACCUSES, 3, 270, 0)
    >>> fact.because, fact.lo, fact.hi
    ('seat 3 accused Plum, Rope, Hall wrongly', 0, 2)
    """
    named = dict.fromkeys(parts(a), 1)
    person, weapon, room = (FACES[card] for card in named)
    say = Say(what)
    if say == Say.PASSES:
        why = f"seat {who} could not show seat {b} {person}, {weapon} or {room}"
        return [Deduction((HAND + who,), named, 0, 0, why)]
    if say == Say.SHOWS:
        why = f"seat {who} showed seat {b} one of {person}, {weapon} or {room}"
        return [Deduction((HAND + who,), named, 1, 3, why)]
    if say == Say.ACCUSES and not b:
        why = f"seat {who} accused {person}, {weapon}, {room} wrongly"
        return [Deduction((SUSPECT, WEAPON, ROOM), named, 0, 2, why)]
    return []
