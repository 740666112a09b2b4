"""What follows from what is said at the table.

Everything else that is known was seen: one's own cards, a card that was shown, cards laid open, and
the case file once an accusation has been made. Hands never change, so all of it stays true.

Nothing follows for certain from who suggested what (own cards may be named), from which card was
shown, from not accusing, and for the players who sit behind the one that showed a card: they were
not asked.

Where only accusations are offered that name no card which the accuser has seen (``accusing``),
a wrong one tells more: the accuser holds none of the three, and whatever it was shown is none of
them. Facts speak of zones: of slots laid aside they say how many of the three can lie in those that
the accuser has not looked at, all there is to say once it has looked at all or at none; between, a
little of what the other could know is left out. Who is certain, where that is asked for, is right.
"""

from __future__ import annotations

from games.clue.cards import FACES, parts
from games.clue.record import HAND, ROOM, SIDE_ZONE, SUSPECT, WEAPON, Say
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
    >>> [fact] = deductions(Say.HAS_SEEN_NONE, 3, 270, 3)
    >>> fact.because, sorted(fact.weights), fact.lo, fact.hi
    ('seat 3 could accuse Plum, Rope, Hall only with none of them seen', [5, 6, 12], 0, 0)
    >>> [fact] = deductions(Say.SHOWED_ANOTHER, 1, 271, 270 * 8 + 3)
    >>> fact.because, sorted(fact.weights), fact.lo, fact.hi
    ('seat 1 showed seat 3 Lounge, since it had seen none of Plum, Rope or Hall', [13], 1, 1)
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
    if say == Say.HAS_SEEN_NONE:
        why = f"seat {who} could accuse {person}, {weapon}, {room} only with none of them seen"
        found = [Deduction((HAND + who,), named, 0, 0, why)]
        return found if b == len(named) else [*found, Deduction((SIDE_ZONE,), named, 0, b, why)]
    if say == Say.SHOWED_ANOTHER:
        unseen = parts(b // 8)
        left = dict.fromkeys((card for card in named if card not in unseen), 1)
        shown = " or ".join(FACES[card] for card in left)
        person, weapon, room = (FACES[card] for card in unseen)
        none = f"it had seen none of {person}, {weapon} or {room}"
        why = f"seat {who} showed seat {b % 8} {shown}, since {none}"
        return [Deduction((HAND + who,), left, 1, len(left), why)]
    return []
